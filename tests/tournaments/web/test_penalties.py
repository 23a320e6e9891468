"""Warnings and penalties on the arbiter's page, the player's own and the public table; and over the API."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.evening import Evening, entry_at, opened
from tournaments.models import Penalty
from tournaments.selectors.page_versions import entry_page_version
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db


def test_deduction_is_given_shown_and_taken_back(evening: Evening) -> None:
    event = evening.started(preset="swiss-evening")
    match = evening.publish(event, 1)[0]
    evening.play(match)
    standings_refresh(event_key=event.key)
    winner = max((entry_at(match, seat) for seat in (0, 1)), key=lambda entry: entry.standings.latest("pk").points)
    page, arbiter = reverse("tournaments:penalties", args=[event.slug]), evening.browser()
    form = {"entry": winner.key, "kind": "points", "points": "½", "round": "1", "why": "A phone rang."}
    version = entry_page_version(winner.key)

    for points in ("0.3", "1e9999999999", "-1"):
        refused = arbiter.post(page, form | {"points": points})
        assert (refused.status_code, "Type a number of points" in refused.content.decode()) == (422, True)
    assert arbiter.post(page, form).status_code == 302
    assert entry_page_version(winner.key) != version
    standings_refresh(event_key=event.key)

    table = Client().get(reverse("tournaments:event_standings", args=[event.slug])).content.decode()
    assert ("½ point deducted by the arbiter" in table, "A phone rang." in table) == (True, False)
    line = Client().get(reverse("tournaments:standing", args=[event.slug, winner.key])).content.decode()
    assert "The arbiter deducted ½ point in round 1." in line
    own = opened(winner).get(reverse("tournaments:evening_of", args=[winner.key])).content.decode()
    assert ("½ point deducted in round 1" in own, "A phone rang." in own) == (True, True)
    assert "A phone rang." in arbiter.get(page).content.decode()

    penalty = Penalty.objects.get()
    answer = arbiter.post(reverse("tournaments:penalty_end", args=[event.slug, penalty.key]))
    assert (answer.status_code, Penalty.objects.get().is_taken_back) == (302, True)
    standings_refresh(event_key=event.key)
    table = Client().get(reverse("tournaments:event_standings", args=[event.slug])).content.decode()
    assert "deducted" not in table


def test_penalties_in_the_api_are_for_the_staff(evening: Evening) -> None:
    event = evening.started()
    entry = entry_at(evening.publish(event, 1)[0], 0)
    address, arbiter = f"/api/v1/events/{event.slug}/penalties/", evening.browser()
    order = {"entry": entry.key, "kind": "time", "minutes": 2, "why": "Came late."}
    made = arbiter.post(address, order, content_type="application/json")
    assert made.status_code == 201, made.content
    assert arbiter.get(address).json()["results"] == [made.json()]
    assert Client().get(address).status_code in {401, 403}
    gone = arbiter.delete(f"{address}{made.json()['key']}/")
    assert (gone.status_code, gone.json()["is_taken_back"]) == (200, True)
