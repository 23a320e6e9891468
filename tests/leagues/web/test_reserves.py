"""On the page of a running season's players somebody leaves, and a reserve goes on."""

from __future__ import annotations

import pytest
from django.urls import reverse

from leagues.models import SeasonEntry
from leagues.services.entries.sign_up import players_add
from tests.leagues.league_evening import LeagueEvening
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_player_leaves_and_a_reserve_goes_on() -> None:
    league = LeagueEvening()
    season = league.running(8)
    players_add(act=league.act(), season=season, text="Rita", is_reserve=True)
    first, second = SeasonEntry.objects.filter(season=season, division__number=1).order_by("place")[:2]
    rita = SeasonEntry.objects.get(season=season, player__name="Rita")
    address = [league.club.slug, league.league.slug, season.number]
    page, staff = reverse("leagues:players", args=address), league.browser()

    assert f'<option value="{rita.key}">Rita</option>' in staff.get(page).content.decode()
    leaves = reverse("leagues:player_leaves", args=[*address, first.key])
    assert "has withdrawn. A reserve can still" in staff.post(leaves, {"why": "Ill."}, follow=True).content.decode()
    assert Entry.objects.get(key=first.event_entry).state == "withdrawn"
    refused = staff.post(leaves, {"reserve": rita.key}, follow=True).content.decode()
    assert "This needs a reason" in refused
    done = staff.post(leaves, {"reserve": rita.key, "why": "Ill."}, follow=True)
    assert "goes on. Print the new personal link" in done.content.decode()
    entry = Entry.objects.get(key=first.event_entry)
    assert (entry.player.name, entry.state) == ("Rita", "active")
    assert "Rita" not in staff.get(page).content.decode().partition("<option")[2]
    stranger = reverse("leagues:player_leaves", args=[*address, second.key])
    assert league.browser(league.account("else@example.org")).post(stranger, {"why": "x"}).status_code == 403
