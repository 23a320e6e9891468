"""The page on which a result of a closed season is put right."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import GameResult
from leagues.models import SeasonEntry
from leagues.selectors.seasons import divisions_of
from tests.leagues.league_evening import LeagueEvening
from tournaments.models import MatchGame

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("placing", "kind", "winner"), [("1>2", "forfeit", 1), ("2>1", "forfeit", 2), ("1=2", "double_forfeit", None)]
)
def test_game_of_a_closed_season_becomes_a_forfeit(placing: str, kind: str, winner: int | None) -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(3, least=2))
    link = MatchGame.objects.filter(match__round__stage__event=divisions_of(season)[0].event)[0]
    staff, address = evening.browser(), reverse("leagues:correct", args=[evening.club.slug, evening.league.slug, 1])
    said = {"game": f"https://x.example/games/{link.game.key}/", "placing": placing, "by_forfeit": "on", "why": "Ill."}

    shown = staff.post(address, said)
    assert shown.status_code == 200, shown.context["form"].errors
    sent = staff.post(address, {**said, "seen": shown.context["seen"], "confirm": "1"})

    assert sent.status_code == 302
    result = GameResult.objects.get(game=link.game, is_current=True)
    assert (result.kind, result.winner) == (kind, winner)
    assert SeasonEntry.objects.filter(season=season, final_place=1).count() == 1
