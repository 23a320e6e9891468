"""At most one task of a kind waits for a subject, and what comes in while one runs gets another."""

from __future__ import annotations

from typing import Any

import pytest
from celery import shared_task
from django.core.cache import cache
from kombu.exceptions import OperationalError

from magistrar_site.shared.enqueue import begins, enqueue_once, no_tasks


@shared_task(name="tests.once")
def once(subject: str) -> None:
    """Nothing: it is only sent."""


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    cache.clear()
    found: list[str] = []
    monkeypatch.setattr(once, "delay", found.append)
    return found


def test_one_waits_for_each_subject(sent: list[str]) -> None:
    for subject in ("a", "a", "b", "a"):
        enqueue_once(once, subject)
    assert sent == ["a", "b"]


def test_what_comes_in_while_one_runs_is_for_the_next(sent: list[str]) -> None:
    enqueue_once(once, "a")
    begins(once, "a")
    enqueue_once(once, "a")
    enqueue_once(once, "a")
    assert sent == ["a", "a"]


def test_one_that_could_not_be_sent_does_not_wait(sent: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: Any) -> None:
        raise OperationalError

    with no_tasks():
        enqueue_once(once, "a")
    with monkeypatch.context() as broken:
        broken.setattr(once, "delay", away)
        enqueue_once(once, "a")
    enqueue_once(once, "a")
    assert sent == ["a"]
