"""A season is run from its pages, with a browser's forms alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.settings import api_settings

from leagues.enums import Answer, SeasonState
from leagues.models import League, Season, SeasonEntry
from leagues.selectors.seasons import divisions_of
from leagues.web import sign_up
from magistrar_site.accounts.services.links import link_token
from tests.leagues.league_evening import SMALL, LeagueEvening, fresh
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def address(name: str, season: Season, *more: Any) -> str:
    league = season.league
    return reverse(f"leagues:{name}", args=[league.club.slug, league.slug, season.number, *more])


def step(client: Client, season: Season, name: str, **data: Any) -> int:
    """Press a button of the season's page, as it stands."""
    page = client.get(address("season_manage", season))
    assert page.status_code == 200
    return client.post(address("season_step", season, name), {"seen": page.context["seen"], **data}).status_code


def season_form(**changes: Any) -> dict[str, Any]:
    data = {
        "name": "Spring",
        "entries_close_at": "",
        "target": "4",
        "least": "3",
        "most": "6",
        "up": "1",
        "down": "1",
        "playoff": "",
        "kind": "round_robin",
        "swiss_rounds": "9",
        "first_day": "2026-03-09",
        "matchday_days": "7",
        "evening_from": "19:00",
        "breaks": "2026-03-16 2026-03-22",
        "tie_rule": "lots",
        "overdue": "nothing",
        "overdue_days": "7",
        "reserve_points": "keep",
    }
    return {**data, **changes}


def test_organiser_runs_a_season_by_its_pages() -> None:
    evening = LeagueEvening()
    client = evening.browser()
    made = client.post(
        reverse("leagues:league_new", args=[evening.club.slug]),
        {"name": "Winterliga", "preset": "league-season", "system": "magistrar", "time_zone": "Europe/Berlin"},
    )
    league = League.objects.get(name="Winterliga")
    assert made["Location"] == reverse("leagues:manage", args=[evening.club.slug, league.slug])
    new = reverse("leagues:season_new", args=[evening.club.slug, league.slug])
    seen = client.get(new).context["seen"]
    assert client.post(new, season_form(seen=seen)).status_code == 302
    season = Season.objects.get(league=league)
    assert season.settings.breaks[0].last_day.isoformat() == "2026-03-22"

    assert step(client, season, "open") == 302
    names = "\n".join(f"Spieler {number}" for number in range(8))
    assert client.post(address("players", season), {"names": names}).status_code == 302
    page = client.get(address("plan", season))
    assert [len(division.players) for division in page.context["plan"].divisions] == [4, 4]
    assert step(client, season, "place") == 302
    assert step(client, season, "start") == 302
    season = fresh(season)
    assert season.state == SeasonState.RUNNING
    refused = client.post(address("season_step", season, "closing"), {})
    assert (refused.status_code, refused.context["refusal"].code) == (409, "games_open")
    assert Event.objects.filter(division__season=season).count() == 2

    evening.league = league
    evening.play_season(season)
    assert step(client, season, "closing") == 302
    page = client.get(address("closing", season))
    for view in page.context["deciders"]:
        assert client.post(address("decide", season, view.decider.key, "lots"), {"why": "Lots."}).status_code == 302
    assert step(client, season, "close") == 302
    assert client.get(address("season", season)).status_code == 200
    champion = SeasonEntry.objects.get(season=season, division__number=1, final_place=1)
    page = client.get(reverse("tournaments:player", args=[champion.player.key]))
    assert "Winterliga" in page.content.decode()


def test_player_answers_by_the_personal_link_of_last_season_and_of_this_one() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(8))
    later = evening.opened(**{**SMALL, "first_day": "2026-09-01"})
    entry = SeasonEntry.objects.filter(season=later, answer=Answer.ASKED).first()
    assert entry is not None
    page = Client()
    assert page.get(address_own(entry)).status_code == 403
    opened = page.get(f"/l/{link_token(subject=entry.key)}/", follow=True)
    assert opened.redirect_chain[-1][0] == address_own(entry)
    assert page.post(address_own(entry), {"answer": "yes"}).status_code == 302
    entry.refresh_from_db()
    assert (entry.answer, entry.by_player) == (Answer.YES, True)

    old = SeasonEntry.objects.get(season=season, player=entry.player)
    client = Client()
    asked = client.get(f"/l/{link_token(subject=old.event_entry)}/", follow=True)
    assert address_own(entry) in asked.content.decode()
    assert client.post(address_own(entry), {"answer": "no"}).status_code == 302
    entry.refresh_from_db()
    assert entry.answer == Answer.NO


def address_own(entry: SeasonEntry) -> str:
    return reverse("leagues:own", args=[entry.key])


def test_division_links_up_to_its_season() -> None:
    evening = LeagueEvening()
    season = evening.running(6)
    event = divisions_of(season)[0].event
    assert event is not None
    page = Client().get(reverse("tournaments:event", args=[event.slug])).content.decode()
    assert address("season", season) in page
    division = Client().get(address("division", season, 1)).content.decode()
    assert reverse("tournaments:event", args=[event.slug]) in division


def test_newcomer_signs_up_by_the_form_and_finds_the_season_again(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = LeagueEvening()
    season = evening.opened()
    client = Client()
    page = client.get(address("sign_up", season))
    data = {"name": "Zoë van Dam", "shown": "name", "ticket": page.context["form"].initial["ticket"]}
    quick = client.post(address("sign_up", season), data)
    assert (quick.status_code, SeasonEntry.objects.count()) == (422, 0)
    monkeypatch.setattr(sign_up, "QUICKEST", timedelta(0))
    signed_up = client.post(address("sign_up", season), data)
    again = client.post(address("sign_up", season), data)
    entry = SeasonEntry.objects.get(season=season)
    assert (signed_up["Location"], again["Location"]) == (address_own(entry), address_own(entry))
    assert client.get(address_own(entry)).status_code == 200
    assert address_own(entry) in client.get("/evening/").content.decode()
    own = evening.browser().get("/my-clubs/").content.decode()
    assert reverse("leagues:manage", args=[evening.club.slug, evening.league.slug]) in own


def test_many_newcomers_from_one_address_have_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = LeagueEvening()
    season = evening.opened()
    monkeypatch.setattr(sign_up, "QUICKEST", timedelta(0))
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "sign_up", "1/hour")
    client, statuses = Client(), []
    for name in ("Zoe", "Yan"):
        ticket = client.get(address("sign_up", season)).context["form"].initial["ticket"]
        statuses.append(client.post(address("sign_up", season), {"name": name, "ticket": ticket}).status_code)
    assert (statuses, SeasonEntry.objects.count()) == ([302, 429], 1)
