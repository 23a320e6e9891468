from __future__ import annotations

import logging
import threading

import pytest

from magistrar_site.due_thread import repeat


@pytest.mark.django_db
def test_repeat_outlives_an_error(caplog: pytest.LogCaptureFixture) -> None:
    until = threading.Event()
    calls: list[int] = []

    def work() -> None:
        calls.append(len(calls))
        if len(calls) == 1:
            raise RuntimeError("broken once")
        until.set()

    with caplog.at_level(logging.ERROR):
        repeat(work, every=0, until=until)

    assert calls == [0, 1]
    assert [entry.message for entry in caplog.records] == ["What is due could not be worked off"]


def test_repeat_ends_before_it_begins_where_it_must() -> None:
    until = threading.Event()
    until.set()

    repeat(lambda: pytest.fail("must not be called"), every=0, until=until)
