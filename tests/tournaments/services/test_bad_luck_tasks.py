"""Tasks that come too early, too late, twice or in the wrong order: what they leave is what one at the right moment
would have left."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from magistrar_site.shared.enqueue import no_tasks
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.due import reconcile
from ratings.models import Rating
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening
from tournaments.enums import PairingStep
from tournaments.models import Event, PairingJob, Round, Standing, StandingTable
from tournaments.receivers import take_up_pairings
from tournaments.selectors.events import stage_of
from tournaments.services.rounds import pairing_jobs
from tournaments.services.rounds.pairing_jobs import pairing_job_work, round_pair_ask
from tournaments.services.simulate.invariants import broken
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


class Elsewhere:
    """A task in a thread with a connection of its own, as a worker has it."""

    def __init__(self, task: Callable[[], Any]) -> None:
        self.answer: Any = None
        self._thread = threading.Thread(target=self._run, args=[task])
        self._thread.start()

    def _run(self, task: Callable[[], Any]) -> None:
        try:
            self.answer = task()
        except Exception as error:
            self.answer = error
        finally:
            connection.close()

    def wait(self, seconds: float = 60) -> Any:
        """Its answer; None where it isn't done in so many seconds."""
        self._thread.join(timeout=seconds)
        return self.answer


def standings(event: Event) -> list[Any]:
    rows = Standing.objects.filter(table__stage__event=event).order_by("table__after_round", "rank", "entry__number")
    return list(rows.values_list("table__after_round", "rank", "entry__key", "points", "played", "values"))


def ratings() -> list[Any]:
    return list(Rating.objects.order_by("player__key").values_list("player__key", "value", "games"))


def test_task_that_runs_before_the_result_is_visible_is_made_up_for() -> None:
    """As where a broker is quicker than the database: the task runs while the transaction is still open."""
    evening = Evening()
    event = evening.started()
    match = evening.publish(event, 1)[0]
    with no_tasks():
        with transaction.atomic():
            evening.play(match)
            early = Elsewhere(lambda: (standings_refresh(event_key=event.key), ratings_refresh(pool_key=event.pool)))
            # PostgreSQL lets it run to its end; on SQLite it waits until it may write.
            early.wait(60 if connection.vendor == "postgresql" else 0.3)
        assert not isinstance(early.wait(), Exception)
    reconcile(now=evening.now)
    assert set(StandingTable.objects.values_list("made_from", flat=True)) == {head_of(event.stream)[0]}
    assert (Standing.objects.filter(played=1).count(), Rating.objects.filter(games=1).count()) == (2, 2)
    assert (reconcile(now=evening.now), broken(event)) == (0, [])


def test_pairing_task_that_runs_before_it_was_asked_for_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_jobs, "AT_ONCE", 1)
    evening = Evening()
    event = evening.started(preset="swiss-evening")
    with no_tasks():
        with transaction.atomic():
            job = round_pair_ask(act=evening.act(), stage=stage_of(event), number=1)
            early = Elsewhere(lambda: pairing_job_work(key=job.key, now=evening.now))
            seen = early.wait(60 if connection.vendor == "postgresql" else 0.3)
        early.wait()
    # Where it had to wait for the commit, it saw the job after all.
    assert (seen, early.answer) == ((False, False) if connection.vendor == "postgresql" else (None, True))
    take_up_pairings(evening.now + timedelta(minutes=1))
    assert PairingJob.objects.get().step == PairingStep.DONE
    assert list(Round.objects.values_list("number", flat=True)) == [1]


def test_tasks_twice_late_and_in_the_wrong_order_change_nothing() -> None:
    evening = Evening()
    event = evening.started()
    with no_tasks():
        evening.play_out(event, 2)
    refreshes = [lambda: standings_refresh(event_key=event.key), lambda: ratings_refresh(pool_key=event.pool)]
    for task in refreshes:
        task()
    expected = standings(event), ratings()
    assert (len(expected[0]), len(expected[1])) == (24, 8)  # before round 1 and after each
    for _time in range(2):
        running = [Elsewhere(task) for task in [*reversed(refreshes), *refreshes]]
        assert [type(task.wait()) for task in running if isinstance(task.wait(), Exception)] == []
        assert (standings(event), ratings()) == expected
    assert broken(event) == []
