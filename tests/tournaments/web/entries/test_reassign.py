"""The page on which an entry is given to the player who really plays."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.services.players import player_create
from tests.evening import Evening, entry_at, opened
from tournaments.models import Entry
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def test_arbiter_looks_at_what_changes_and_confirms(evening: Evening) -> None:
    event = evening.started()
    match = evening.publish(event, 1)[0]
    evening.play(match)
    entry = entry_at(match, 0)
    other = player_create(act=evening.act(), name=entry.player.name, club=evening.club)
    page, arbiter = reverse("tournaments:entry_reassigned", args=[event.slug, entry.key]), evening.browser()

    assert f"#{other.key[:4]}" in arbiter.get(page).content.decode()
    shown = arbiter.post(page, {"whose": other.key, "why": "The other one."}).content.decode()
    assert "1 game of this event moves from" in shown
    assert (f"(#{entry.player.key[:4]})" in shown, f"(#{other.key[:4]})" in shown) == (True, True)  # who is who
    assert f"{entry.player.name} (new)" in arbiter.post(page, {"whose": "new", "why": "A third."}).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    form = {"whose": other.key, "why": "The other one.", "seen": seen[1] if seen else "", "confirm": "1"}
    assert arbiter.post(page, form).status_code == 302
    assert Entry.objects.get(pk=entry.pk).player == other
    assert "The entry of" in arbiter.get(reverse("tournaments:log", args=[event.slug])).content.decode()


def test_entry_becomes_somebody_new_of_another_name(evening: Evening) -> None:
    event = evening.started()
    entry = entry_at(evening.publish(event, 1)[0], 0)
    page, arbiter = reverse("tournaments:entry_reassigned", args=[event.slug, entry.key]), evening.browser()
    form = {"whose": "new", "why": "Misread.", "confirm": "1"}
    assert arbiter.post(f"{page}?name=Zoë", form | {"seen": "old"}).status_code == 409
    shown = arbiter.post(f"{page}?name=Zoë", {"whose": "new", "why": "Misread."}).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    assert arbiter.post(f"{page}?name=Zoë", form | {"seen": seen[1] if seen else ""}).status_code == 302
    assert Entry.objects.get(pk=entry.pk).player.name == "Zoë"
    assert Client().get(page).status_code == 302


@pytest.mark.parametrize("renewed", [True, False])
def test_earlier_players_link_is_renewed_on_demand(renewed: bool, evening: Evening) -> None:
    event = evening.started()
    entry = entry_at(evening.publish(event, 1)[0], 0)
    arbiter, earlier = evening.browser(), opened(entry)
    page = reverse("tournaments:entry_reassigned", args=[event.slug, entry.key])
    form = {"whose": "new", "why": "Misread."}
    shown = arbiter.post(f"{page}?name=Zoë", form).content.decode()
    assert "Renew the personal link" in shown
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    sent = form | {"seen": seen[1] if seen else "", "confirm": "1"} | ({"renew_link": "on"} if renewed else {})
    assert arbiter.post(f"{page}?name=Zoë", sent).status_code == 302
    assert ("Zoë" in earlier.get(f"/evening/{entry.key}/").content.decode()) != renewed
    assert event_verify(event=event).holds


def test_entry_is_reassigned_over_the_api(evening: Evening) -> None:
    event = evening.started()
    entry = entry_at(evening.publish(event, 1)[0], 0)
    address, arbiter = f"/api/v1/entries/{entry.key}/reassign/", evening.browser()
    order = {"name": "Zoë", "why": "Misread."}
    preview = arbiter.post(f"{address}preview/", order, content_type="application/json")
    assert (preview.status_code, preview.json()["now"], preview.json()["games"]) == (200, "Zoë", 1)
    done = arbiter.post(address, order | {"seen": preview.json()["seen"]}, content_type="application/json")
    assert (done.status_code, Entry.objects.get(pk=entry.pk).player.name) == (200, "Zoë")
    assert Client().post(address, order, content_type="application/json").status_code == 401
