"""A personal link speaks for its own player alone, and for as long as its season lasts."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.enums import Answer
from leagues.models import Season, SeasonEntry
from leagues.selectors.seasons import open_question, own_keys
from leagues.services.entries.answer import season_answer
from leagues.services.entries.links import season_links_make
from leagues.services.entries.sign_up import claim_decide, players_add, season_sign_up
from leagues.services.entries.take_over import reserve_take_over
from leagues.services.seasons.cancel import season_cancel
from leagues.services.seasons.start import season_start, season_start_undo
from magistrar_site.accounts.models import PersonalLink
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import NOBODY, Actor
from magistrar_site.shared.errors import Invalid, NotAllowed
from tests.leagues.league_evening import LeagueEvening, fresh

pytestmark = pytest.mark.django_db


def entry_in(season: Season, name: str) -> SeasonEntry:
    rows = SeasonEntry.objects.select_related("season__league__club", "player__user")
    return rows.get(season=season, player__name=name)


def by_link(evening: LeagueEvening, entry: SeasonEntry, of: SeasonEntry) -> None:
    """Say no for an entry by the link of another one."""
    season_answer(act=evening.act(Actor("link", of.key)), entry=entry, answer=Answer.NO)


def test_claim_speaks_for_nothing_but_itself_until_it_is_decided() -> None:
    evening = LeagueEvening()
    evening.event(("Zoe",))
    first = evening.running(8)
    second = evening.opened(("Zoe",))
    claim = season_sign_up(
        act=evening.act(NOBODY), season=first, name="Zoe", form_key="form-number-1", is_reserve=True
    ).entry
    zoe = entry_in(second, "Zoe")
    assert (claim.is_claim, claim.player_id) == (True, zoe.player_id)
    with pytest.raises(NotAllowed):
        by_link(evening, zoe, of=claim)
    assert own_keys(entry_in(first, "Zoe")) == [claim.key], "and hers doesn’t speak for somebody of the same name"
    claim_decide(act=evening.act(), entry=claim, is_player=True)
    by_link(evening, zoe, of=claim)
    assert entry_in(second, "Zoe").answer == Answer.NO


def test_claim_is_no_question_to_the_player_of_that_name() -> None:
    evening = LeagueEvening()
    evening.event(("Zoe",))
    season = evening.opened()
    claim = season_sign_up(act=evening.act(NOBODY), season=season, name="Zoe", form_key="form-number-1").entry
    assert claim.is_claim
    assert open_question(claim.player_id, evening.league) is None


def test_form_gives_its_link_again_only_to_whoever_sent_it() -> None:
    evening = LeagueEvening()
    season = evening.opened()
    nobody = evening.act(NOBODY)
    first = season_sign_up(act=nobody, season=season, name="Anna", form_key="form-number-1")
    again = season_sign_up(act=nobody, season=season, name="Anna", form_key="form-number-1")
    other = season_sign_up(act=nobody, season=season, name="Bert", form_key="form-number-1")
    account = season_sign_up(act=evening.by_user(evening.user), season=season, name="Anna", form_key="form-number-1")
    assert again == first
    assert len({first.token, other.token, account.token}) == 3
    with pytest.raises(Invalid) as refusal:
        season_sign_up(act=nobody, season=season, name="Cem", form_key="1")
    assert refusal.value.code == "short_form_key"


@pytest.mark.slow
def test_all_links_of_a_season_end_with_it() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    players_add(act=evening.act(), season=season, text="Rita", is_reserve=True)
    season_links_make(act=evening.act(), season=season)
    later = evening.opened()
    season_links_make(act=evening.act(), season=later)
    evening.closed(season)
    good = PersonalLink.objects.filter(revoked_at=None).values_list("subject", flat=True)
    assert set(good) == {entry.key for entry in SeasonEntry.objects.filter(season=later)}
    assert PersonalLink.objects.exclude(revoked_at=None).count() == 9


def test_all_links_of_a_cancelled_season_end() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    season_links_make(act=evening.act(), season=season)
    season_cancel(act=evening.act(why="No hall."), season=season)
    assert PersonalLink.objects.count() == 8
    assert not PersonalLink.objects.filter(revoked_at=None).exists()


def test_link_opens_the_players_page_after_a_start_that_was_taken_back(client: Client) -> None:
    evening = LeagueEvening()
    season = evening.running(4)
    season_links_make(act=evening.act(), season=season)
    entry = SeasonEntry.objects.filter(season=season)[0]
    address = f"/l/{link_token(subject=entry.key)}/"
    season_start_undo(act=evening.act(why="Wrong list."), season=season)
    page = client.get(address, follow=True)
    assert (page.status_code, f"/season-entries/{entry.key}/" in page.content.decode()) == (200, True)
    season_start(act=evening.act(), season=fresh(season))
    entry.refresh_from_db()
    assert entry.event_entry != entry.key
    page = client.get(address, follow=True)
    assert (page.redirect_chain[-1][0], page.status_code) == (f"/evening/{entry.event_entry}/", 200)


def test_reserve_keeps_the_link_of_the_sign_up_until_another_takes_over(client: Client) -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    best = SeasonEntry.objects.get(season=season, division__number=1, place=1)
    was = f"/l/{link_token(subject=best.key)}/"
    nobody = evening.act(NOBODY)
    own = {
        name: season_sign_up(act=nobody, season=season, name=name, form_key=f"the form of {name}", is_reserve=True)
        for name in ("Rita", "Rolf")
    }
    for former, name in ((best, "Rita"), (own["Rita"].entry, "Rolf")):
        reserve_take_over(act=evening.act(why="Moved."), entry=former, reserve=own[name].entry)
        page = client.get(f"/l/{own[name].token}/", follow=True)
        assert (page.redirect_chain[-1][0], page.status_code) == (f"/evening/{best.event_entry}/", 200)
        assert name in page.content.decode()
    assert [client.get(path).status_code for path in (was, f"/l/{own['Rita'].token}/")] == [403, 403]
