"""Announcements: shown until taken back, on the chain without their text, and mailed once."""

from __future__ import annotations

from typing import Any

import pytest

from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import Fact
from privacy.services.erasing import player_person_erase
from tests.evening import NAMES, Evening
from tests.tournaments.services.announcements.mail_server import entries_of, mail_server, reader
from tournaments.models import Announcement, Event, Mailing
from tournaments.selectors.announcements import announcements_of
from tournaments.services.announcements.announce import LONGEST, announce, announcement_take_back
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.events.finish import event_finish
from tournaments.services.events.life import event_reopen
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_announcement_is_shown_until_it_is_taken_back_and_verifies(evening: Evening) -> None:
    event = evening.started()
    first = announce(act=evening.act(), event=event, text="  Soup is ready.\r\nCome! ")
    again = announce(act=evening.act(), event=event, text="Soup is ready.\nCome!")
    evening.later(minutes=5)
    second = announce(act=evening.act(), event=event, text="Round 1 starts.")

    assert (first, announcements_of(event)) == (again, [second, first])
    assert first.text == "Soup is ready.\nCome!"
    fact = Fact.objects.filter(kind="event.announced").earliest("number")
    assert fact.members == {"announcement": first.key, "by_mail": False} | {"details": fact.members["details"]}
    assert "Soup" not in str(fact.payload)
    assert event_verify(event=event).holds

    announcement_take_back(act=evening.act(), event=event, key=first.key)
    announcement_take_back(act=evening.act(), event=event, key=first.key)
    assert announcements_of(event) == [second]
    assert event_verify(event=event).holds
    Announcement.objects.update(text="Something else.")
    assert not event_verify(event=event).holds
    assert b"Round 1 starts." in bundle_of(event)


@pytest.mark.parametrize(
    "text, state, code",
    [("  ", "running", "no_text"), ("x" * (LONGEST + 1), "running", "text_too_long"), ("Hi", "draft", "not_public")],
)
def test_announcement_needs_a_text_and_readers(evening: Evening, text: str, state: str, code: str) -> None:
    event = evening.started()
    Event.objects.update(state=state)
    with pytest.raises(DomainError) as refused:
        announce(act=evening.act(), event=event, text=text)
    assert refused.value.code == code


def test_announcement_by_mail_is_mailed_once_and_says_so(
    evening: Evening, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    event = evening.started()
    with pytest.raises(DomainError, match="no_mail"):
        announce(act=evening.act(), event=event, text="Soup is ready.", by_mail=True)
    taken = mail_server(settings)
    reader(evening, entries_of(event)[0])
    with django_capture_on_commit_callbacks(execute=True):
        made = announce(act=evening.act(), event=event, text="Soup is ready.", by_mail=True)
        announce(act=evening.act(), event=event, text="Soup is ready.", by_mail=True)
    assert Mailing.objects.get().occasion == made.key
    assert [mail.to for mail in taken] == [["anna@example.org"]]


def test_announcement_that_names_a_deleted_person_goes(evening: Evening) -> None:
    event = evening.started()
    announce(act=evening.act(), event=event, text="Anna’s hat was found.")
    kept = announce(act=evening.act(), event=event, text="Soup is ready.")
    player_person_erase(act=evening.act(), player=entries_of(event)[0].player)
    assert announcements_of(event) == [kept]
    assert event_verify(event=event).holds


def test_finished_event_shows_only_what_was_said_since(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    before = announce(act=evening.act(), event=event, text="Round 2 starts at 20:15.")
    evening.play_out(event, 1)
    evening.later(minutes=5)
    event = event_finish(act=evening.act().because("It got late"), event=event)
    assert announcements_of(event) == []
    evening.later(minutes=5)
    after = announce(act=evening.act(), event=event, text="Prizes in the bar.")
    assert announcements_of(event) == [after]
    event = event_reopen(act=evening.act().because("A result was wrong"), event=event)
    assert announcements_of(event) == [after, before]
