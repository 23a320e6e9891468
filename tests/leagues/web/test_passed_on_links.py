"""Personal links of places that a reserve took over."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from leagues.models import SeasonEntry
from leagues.services.entries.sign_up import SignedUp, season_sign_up
from leagues.services.entries.take_over import reserve_take_over
from leagues.services.seasons.start import season_start, season_start_undo
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import NOBODY
from tests.leagues.league_evening import LeagueEvening, fresh

pytestmark = pytest.mark.django_db


def opened(token: str) -> tuple[str, int, str]:
    """Where somebody ends who opens the link for the first time: path, status and page."""
    page = Client().get(reverse("accounts:link", args=[token]), follow=True)
    path = page.redirect_chain[-1][0] if page.redirect_chain else ""
    return path, page.status_code, page.content.decode()


def test_reserve_is_told_whose_place_it_is() -> None:
    league = LeagueEvening()
    season = league.running(8)
    signed = season_sign_up(
        act=league.act(NOBODY), season=season, name="Rita", form_key="form-number-1", is_reserve=True
    )
    best = SeasonEntry.objects.get(season=season, division__number=1, place=1)
    before = link_token(subject=best.key)
    reserve_take_over(act=league.act(why="Moved."), entry=best, reserve=signed.entry)
    path, status, page = opened(signed.token)
    assert (path, status) == (f"/evening/{best.key}/", 200)
    assert "You go on in the place of" in page
    assert best.player.name in page
    assert opened(before)[1] == 403


def test_link_of_a_reserve_speaks_for_nobody_else_after_an_undone_start() -> None:
    league = LeagueEvening()
    season = league.running(8)
    signed = season_sign_up(
        act=league.act(NOBODY), season=season, name="Rita", form_key="form-number-1", is_reserve=True
    )
    best = SeasonEntry.objects.get(season=season, division__number=1, place=1)
    reserve_take_over(act=league.act(why="Moved."), entry=best, reserve=signed.entry)
    passed_on = link_token(subject=best.key)
    season_start_undo(act=league.act(why="Wrong day."), season=fresh(season))
    season_start(act=league.act(), season=fresh(season))
    assert opened(passed_on)[1] == 403
    assert opened(signed.token)[:2] == (f"/season-entries/{signed.entry.key}/", 200)


def test_form_sent_again_by_a_replaced_reserve_opens_no_place_of_the_next() -> None:
    league = LeagueEvening()
    season = league.running(8)

    def sign_up(name: str) -> SignedUp:
        key = f"the form of {name}"
        return season_sign_up(act=league.act(NOBODY), season=season, name=name, form_key=key, is_reserve=True)

    best = SeasonEntry.objects.get(season=season, division__number=1, place=1)
    rita, rolf = sign_up("Rita"), sign_up("Rolf")
    reserve_take_over(act=league.act(why="Moved."), entry=best, reserve=rita.entry)
    reserve_take_over(act=league.act(why="Ill."), entry=rita.entry, reserve=rolf.entry)
    assert opened(sign_up("Rita").token)[0] == f"/season-entries/{rita.entry.key}/"
    assert opened(rolf.token)[:2] == (f"/evening/{best.key}/", 200)
