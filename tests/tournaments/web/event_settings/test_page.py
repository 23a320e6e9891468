"""The settings page where it was opened before an upgrade, or somebody changed the settings meanwhile."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.evening import Evening
from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.web.event_settings.form import SettingsForm

pytestmark = pytest.mark.django_db


def sent_before_the_upgrade(event: Event, *new: str, **typed: str) -> dict[str, Any]:
    """What a browser sends of the page as it was before the fields `new` came, with what was typed there."""
    form = SettingsForm(stage=stage_of(event))
    before = {name: value for name, value in form.shown().items() if name not in new}
    filled = {name: value for name, value in (before | typed).items() if value}
    return filled | {"seen": "0" * 64, "before": json.dumps(before)}


def address(event: Event) -> str:
    return f"/events/{event.slug}/manage/settings/"


def test_page_that_was_opened_before_an_upgrade_is_accepted(organiser: Client, evening: Evening) -> None:
    event = evening.event()
    event_settings_change(
        act=evening.act(), stage=stage_of(event), changes={"options": {"double": False, "ahead": True}}
    )
    sent = sent_before_the_upgrade(event, "option_ahead", name="Another evening", capacity="70")
    assert organiser.post(address(event), sent).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.entering.capacity) == ("Another evening", 70)
    assert stage_of(event).options["ahead"] is True  # which that page had no field for


def test_page_that_was_opened_before_somebodys_change_is_shown_anew(organiser: Client, evening: Evening) -> None:
    event = evening.event()
    sent = sent_before_the_upgrade(event, "option_ahead", name="Another evening")
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": 90})
    answer = organiser.post(address(event), sent)
    assert answer.status_code == 409
    assert ("Another evening" in answer.content.decode(), Event.objects.get().name) == (True, "Evening")


@pytest.mark.parametrize("before", ["", "{}", "[]", "nonsense"])
def test_page_that_does_not_say_what_it_showed_is_shown_anew(organiser: Client, evening: Evening, before: str) -> None:
    event = evening.event()
    sent = sent_before_the_upgrade(event, name="Another evening") | {"before": before}
    assert organiser.post(address(event), sent).status_code == 409
