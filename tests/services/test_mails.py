"""Announcements by mail as a server sends them: asked for in one process, written and sent by workers over Redis."""

from __future__ import annotations

import json
from collections import Counter

import psycopg
import pytest

from tests.services.conftest import Evening, run
from tests.services.mail_server import mail_server
from tests.services.processes import Worker, ended_afterwards
from tests.services.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("services")]


def count(evening: Evening, table: str, condition: str = "true") -> int:
    with psycopg.connect(evening.database_url) as connection:
        row = connection.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchone()  # type: ignore[arg-type] # constants of this file
        return int(row[0]) if row else 0


def test_mails_go_out_once_by_workers_one_after_the_other(evening: Evening) -> None:
    """The first worker ends as soon as the mails are written: another sends what is left, and nobody gets two."""
    with mail_server() as server:
        variables = {**evening.variables, **server.variables}
        said = json.loads(run(["-m", "tests.services.evening", "announced", evening.facts["event"]], variables))
        assert (server.taken, count(evening, "shared_outgoingmail")) == ([], 0)

        first, second = (Worker(name, variables, evening.folder) for name in ("first", "second"))
        with ended_afterwards(first, second):
            first.start_and_wait()
            wait_until(
                lambda: count(evening, "tournaments_mailing", "done_at IS NOT NULL"), what="the mails are written"
            )
            first.end()
            second.start_and_wait()
            wait_until(lambda: not count(evening, "shared_outgoingmail"), what="the outbox is empty")
        sent = Counter(str(mail["To"]) for mail in server.taken)
    assert sent == Counter(said["addresses"])
    assert {mail["List-Unsubscribe-Post"] for mail in server.taken} == {"List-Unsubscribe=One-Click"}
    assert {mail["Subject"] for mail in server.taken} == {"News about your event"}
    assert len({mail["Message-ID"] for mail in server.taken}) == len(said["addresses"])
