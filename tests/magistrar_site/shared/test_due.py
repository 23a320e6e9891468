from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.utils import timezone

from magistrar_site.shared.models import DueWork
from magistrar_site.shared.services import due
from magistrar_site.shared.services.sessions import sessions_clear_daily
from magistrar_site.shared.tasks import work_off_due

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NOW = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was worked off, in order; the kind "fails" always fails."""
    seen: list[str] = []

    def fail(_subject: str, _now: datetime) -> None:
        raise RuntimeError("no luck")

    monkeypatch.setattr(due, "_due_functions", {"works": lambda subject, _now: seen.append(subject), "fails": fail})
    return seen


def test_due_work_is_done_once_oldest_first_and_the_rest_waits(done: list[str]) -> None:
    due.due_set(kind="works", subject="second", due_at=NOW)
    due.due_set(kind="works", subject="first", due_at=NOW - timedelta(hours=1))
    due.due_set(kind="works", subject="later", due_at=NOW + timedelta(seconds=1))

    assert due.due_work_off(now=NOW) == 2
    assert due.due_work_off(now=NOW) == 0

    assert done == ["first", "second"]
    assert DueWork.objects.get().subject == "later"


def test_failing_work_is_put_off_longer_each_time_and_holds_nothing_up(done: list[str]) -> None:
    due.due_set(kind="fails", subject="x", due_at=NOW - timedelta(hours=1))
    due.due_set(kind="works", subject="y", due_at=NOW)

    assert due.due_work_off(now=NOW) == 1
    first = DueWork.objects.get(subject="x")
    assert (first.due_at, first.attempts, "no luck" in first.last_error) == (NOW + timedelta(minutes=1), 1, True)

    assert due.due_work_off(now=first.due_at) == 0
    assert DueWork.objects.get(subject="x").due_at == first.due_at + timedelta(minutes=2)
    assert done == ["y"]


def test_setting_work_again_moves_it(done: list[str]) -> None:
    due.due_set(kind="works", subject="x", due_at=NOW)
    due.due_set(kind="works", subject="x", due_at=NOW + timedelta(hours=1))

    assert due.due_work_off(now=NOW) == 0
    due.due_cancel(kind="works", subject="x")
    assert not DueWork.objects.exists()


def test_expired_sessions_are_cleared_once_a_day() -> None:
    cache.clear()
    for key, days in (("over", -1), ("good", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))
    work_off_due()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["good"]
    later = timezone.now() + timedelta(days=2)
    assert (sessions_clear_daily(now=later), Session.objects.count()) == (0, 1)  # today it was done already
    cache.clear()
    assert (sessions_clear_daily(now=later), Session.objects.count()) == (1, 0)
