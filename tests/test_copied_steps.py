"""What evenings copy is what the services would have done, and nothing is copied where they would do something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.evening import Evening
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.verify.bundle import bundle_verify

pytestmark = pytest.mark.django_db


def begun(before: Callable[[Evening], Any] = lambda evening: None) -> tuple[int, list[Any]]:
    """The queries of an evening in which one game is played, and all that can be seen of it."""
    with transaction.atomic():
        waiting = len(connection.run_on_commit)
        with CaptureQueriesContext(connection) as queries:
            evening = Evening(4711)
            before(evening)
            event = evening.started(("Anna", "Bert", "Cleo", "Dora"))
            matches = evening.publish(event, 1)
            submission = evening.play(matches[0])
        asked = len(queries)
        home = evening.browser().get(f"/events/{event.slug}/manage/")
        seen = [
            *(event.slug, [match.key for match in matches], submission.key, bytes(submission.body)),
            *(evening.ids.key(), evening.rng.random(), len(connection.run_on_commit) - waiting),
            *(home.status_code, [seat.entry.player.name for match in matches for seat in match.seats.all()]),
        ]
        bundle = bundle_of(event)
        assert bundle_verify(data=bundle).holds
        transaction.set_rollback(True)
    return asked, [*seen, bundle]


def test_third_evening_is_copied_and_is_the_same() -> None:
    begun()
    done, seen = begun()
    copied, seen_in_copy = begun()
    assert copied < done / 3
    assert seen_in_copy == seen


def test_after_a_row_of_the_test_the_services_do_it() -> None:
    for _time in range(3):
        copied, _seen = begun(lambda evening: evening.event(name="Late evening"))
    done, _seen = begun(lambda evening: evening._event(("Ed", "Flo"), "round-robin-evening", "Late evening"))
    assert done > 3 * copied


def test_where_a_setting_is_changed_the_services_do_it(settings: Any) -> None:
    for _time in range(3):
        copied, _seen = begun()
    settings.SUBMISSION_MAX_BYTES += 1
    assert begun()[0] > 3 * copied


def test_what_a_test_replaces_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    for _time in range(3):
        begun()
    monkeypatch.setattr("tests.evening.round_pair", None)
    with pytest.raises(TypeError), transaction.atomic():
        begun()
