"""An unlisted league has unlisted events."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.selectors.leagues import events_of_league
from leagues.services.leagues.change import league_change
from tests.leagues.league_evening import LeagueEvening, replay_differences
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_events_of_a_league_are_listed_as_it_is() -> None:
    evening = LeagueEvening()
    league_change(act=evening.act(), league=evening.league, is_listed=False)
    evening.league.refresh_from_db()
    evening.running(4)
    (event,) = events_of_league(evening.league.key)
    pages = ("/", "/events/", f"/clubs/{evening.club.slug}/")
    assert not any(evening.league.name in Client().get(page).content.decode() for page in pages)
    assert Client().get(f"/events/{event.slug}/").status_code == 200

    league_change(act=evening.act(), league=evening.league, is_listed=True)
    assert all(evening.league.name in Client().get(page).content.decode() for page in pages)
    assert replay_differences(evening.league) == []
    assert event_verify(event=event).holds
