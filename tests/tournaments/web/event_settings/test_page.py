"""The settings page where it was opened before an upgrade, or somebody changed the settings meanwhile."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.evening import NAMES, Evening
from tournaments.models import Event, Stage
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.web.event_settings.form import SettingsForm
from tournaments.web.event_settings.layout import NOT_AT_TABLES, NOT_IN_BRACKETS

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


def fields_of(event: Event) -> set[str]:
    return set(SettingsForm(stage=stage_of(event)).fields)


def test_settings_offer_nothing_that_the_format_cannot_take(evening: Evening) -> None:
    pairs, bracket = evening.event(NAMES[:4]), evening.event(NAMES[:4], preset="knockout", name="Cup")
    Stage.objects.filter(event=evening.event(NAMES[:4], name="Tables")).update(format="tables", options={})
    tables = Event.objects.get(name="Tables")
    assert NOT_AT_TABLES & fields_of(tables) == set()
    assert NOT_AT_TABLES - fields_of(pairs) == set()
    assert NOT_IN_BRACKETS & fields_of(bracket) == set()


def test_usual_settings_come_first_and_every_field_has_one_place(organiser: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:4], preset="swiss-evening")
    form = SettingsForm(stage=stage_of(event))
    placed = [
        bound.name for part in (form.usual(), form.expert()) for each in part for row in each.rows for bound in row
    ]
    assert sorted(placed) == sorted(set(form.fields) - {"why", "seen", "before"})
    page = organiser.get(f"/events/{event.slug}/manage/settings/").content.decode()
    order = [page.index(words) for words in ("When and where", "How it is played", "Taking part", "For experts")]
    assert order == sorted(order)
    assert all(f"<b>{code}</b>" in page for code, _name, _meaning in form.tie_breaks_explained())


def test_what_has_no_limit_is_empty_and_stays_so(organiser: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:4], preset="swiss-evening")
    form = organiser.get(address(event)).context["form"]
    shown = form.shown()
    assert [shown[name] for name in ("capacity", "late_entry_until", "least_games", "option_rounds")] == [""] * 4
    hidden = {name: form.initial[name] for name in ("seen", "before")}
    assert organiser.post(address(event), {**shown, **hidden, "option_rounds": "4"}).status_code == 302
    event.refresh_from_db()
    assert (event.entering.capacity, stage_of(event).options["rounds"]) == (0, 4)


def test_expert_part_opens_where_something_is_wrong(organiser: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:4])
    form = organiser.get(address(event)).context["form"]
    sent = {**form.shown(), "seen": form.initial["seen"], "before": form.initial["before"], "win": "0"}
    page = organiser.post(address(event), sent)
    assert (page.status_code, '<details class="stack" id="expert" open>' in page.content.decode()) == (422, True)
