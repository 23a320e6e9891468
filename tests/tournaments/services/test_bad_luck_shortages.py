"""A disk that is full, and a database that somebody else holds: the page and the API say what to do, nothing is
half-written, and the same thing sent once more counts once."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client

from games.models import Player, Submission
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.models import DueWork, Fact, Stream
from tests.evening import Evening, entry_at
from tests.tournaments.services.test_concurrency import assert_chain_is_whole
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db(transaction=True)

MOST_PAGES = 1_073_741_823


@contextmanager
def disk_full() -> Iterator[None]:
    """The database's file can't grow any more: SQLite says then what it says on a disk without room."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # no page is free in it
        cursor.execute("PRAGMA max_page_count = 1")  # which sets it to as many as there are
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA max_page_count = {MOST_PAGES}")


@contextmanager
def held_by_another() -> Iterator[None]:
    """Somebody else writes to the event's stream and doesn't come to an end; we wait for a moment only."""
    begun, over = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            list(Stream.objects.select_for_update())
            begun.set()
            over.wait(timeout=60)
        connection.close()

    other = threading.Thread(target=hold)
    other.start()
    begun.wait(timeout=10)
    patience = "PRAGMA busy_timeout = {}" if connection.vendor == "sqlite" else "SET lock_timeout = {}"
    with connection.cursor() as cursor:
        cursor.execute(patience.format(100))
    try:
        yield
    finally:
        over.set()
        other.join(timeout=60)
        with connection.cursor() as cursor:
            cursor.execute(patience.format(20_000))


SHORTAGES = [
    pytest.param(
        disk_full,
        ("no_space", "There is no room left on this service"),
        id="disk full",
        marks=pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL's disk is the server's"),
    ),
    pytest.param(held_by_another, ("busy", "Others were writing for so long"), id="held by another"),
]


def stored() -> tuple[int, ...]:
    counted = (Fact, Submission, Player, Entry, DueWork, Session)
    return tuple(model.objects.count() for model in counted)


def record_sent(game: str, link: str, body: bytes) -> Any:
    """A record as a program sends it, with one key for it however often."""
    headers = {"authorization": f"Link {link}", "idempotency-key": "once"}
    address = f"/api/v1/games/{game}/submissions/"
    program = Client(raise_request_exception=False)
    return program.post(address, body, content_type="application/json", headers=headers)


@pytest.mark.parametrize("shortage, said", SHORTAGES)
def test_what_can_not_be_written_is_said_and_done_later(shortage: Any, said: tuple[str, str]) -> None:
    evening = Evening()
    event: Event = evening.started()
    match = evening.publish(event, 1)[0]
    body = evening.body(match) + b" " * 20_000  # more than the pages that are there have room for
    game = match.games.get().game.key
    link = link_token(subject=entry_at(match, 0).key)
    white, organiser = Client(raise_request_exception=False), Client(raise_request_exception=False)
    white.get(f"/l/{link}/")
    organiser.force_login(evening.user)
    next_event = evening.event(("Anna",), name="Next Friday")
    people = "\n".join(f"Player number {number}" for number in range(100))
    form = {"text": body.decode(), "idempotency_key": uuid.uuid4().hex}
    before = stored()

    with shortage():
        program = record_sent(game, link, body)
        page = white.post(f"/games/{game}/record/", form)
        press = organiser.post(f"/events/{next_event.slug}/manage/names/", {"names": people, "enter": "1"})
        shown = [white.get(path).status_code for path in (f"/events/{event.slug}/", f"/games/{game}/")]
    code, sentence = said
    assert (program.status_code, program.json()["code"], program.json()["fields"]) == (503, code, {})
    assert program.json()["message"].startswith(sentence)
    for answer in (page, press):
        assert (answer.status_code, answer["Retry-After"]) == (503, program["Retry-After"])
        assert sentence in answer.content.decode()
        assert "once more" in answer.content.decode()
    assert shown == [200, 200]
    assert stored() == before

    assert record_sent(game, link, body).status_code == 201
    assert record_sent(game, link, body).status_code in (200, 201)
    assert Submission.objects.count() == 1
    for _press in ("first", "second"):
        organiser.post(f"/events/{next_event.slug}/manage/names/", {"names": people, "enter": "1"})
    assert Entry.objects.filter(event=next_event).count() == 101
    assert_chain_is_whole(event)
