"""The demo club's league: in its second season, with honours of the first, and everything in it holds."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games.enums import GameState
from games.models import Game
from leagues.enums import SeasonState
from leagues.models import Honour, League
from leagues.selectors.seasons import divisions_of, events_of_season, seasons_of
from leagues.services.demo import LEAVES, NEWCOMER, league_show
from leagues.services.verify import league_verify
from magistrar_site.shared.models import Fact
from tests.evening import Evening
from tests.leagues.league_evening import replay_differences
from tournaments.models import Match, Proposal
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.slow
def test_league_of_the_demo_is_in_its_second_season_and_verifies() -> None:
    evening = Evening()
    shown = league_show(evening.act(), evening.club)

    league = League.objects.get()
    second, first = seasons_of(league)
    assert [(season.number, season.state) for season in (first, second)] == [
        (1, SeasonState.CLOSED),
        (2, SeasonState.RUNNING),
    ]
    assert len(divisions_of(second)) == 3
    assert set(Honour.objects.values_list("kind", flat=True)) == {"champion", "promoted", "relegated"}
    names = set(second.entries.filter(division__isnull=False).values_list("player__name", flat=True))
    assert (NEWCOMER in names, LEAVES in names) == (True, False)
    matches = Match.objects.filter(round__stage__event__division__season=second, bye="")
    waiting = matches.filter(games__game__state=GameState.EXPECTED)
    assert waiting.filter(agreed_at__gt=evening.now, round__starts_at__lt=evening.now).count() == 2
    assert waiting.filter(agreed_at__gt=evening.now, round__starts_at__gt=evening.now).count() == 1
    assert waiting.filter(round__ends_at__lt=evening.now).count() == 1, "one is overdue"
    assert Proposal.objects.filter(state="open", match__in=waiting).count() == 2
    assert Game.objects.filter(state=GameState.RULED).count() == 1
    assert replay_differences(league) == []
    for event in [*events_of_season(first), *events_of_season(second)]:
        standings_refresh(event_key=event.key)
    assert str(league_verify(league=league)).startswith("verified ")
    page = Client().get(shown.path).content.decode()
    assert all(name in page for name in ("Season 2", "Division 3", NEWCOMER))


@pytest.mark.slow
def test_second_start_keeps_everything_and_the_league_is_told() -> None:
    told, again = StringIO(), StringIO()
    call_command("demo", stdout=told)
    league = League.objects.get()
    address = f"/leagues/{league.club.slug}/{league.slug}/"
    facts = Fact.objects.count()

    call_command("demo", stdout=again)

    assert address in told.getvalue()
    assert "exists already" in again.getvalue()
    assert (League.objects.count(), Fact.objects.count()) == (1, facts)
    whole = Game.objects.get(system="cum-laude", submissions__grade="record")
    assert "data-replay=" in Client().get(f"/games/{whole.key}/").content.decode()
