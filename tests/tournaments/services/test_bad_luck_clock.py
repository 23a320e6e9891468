"""A clock that is set by hours in the middle of an evening: facts keep their order by number, nobody's deadline comes
early, late or twice, and nothing waits for a time that never comes."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.enums import GameState
from games.models import Game
from magistrar_site import due_thread
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared import tasks
from magistrar_site.shared.models import DueWork, Fact, MachineClock
from magistrar_site.shared.services.due import clock_follow, due_set, due_work_off
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at
from tournaments.enums import PairingStep
from tournaments.models import Match, PairingJob, Round
from tournaments.receivers import take_up_pairings
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.clock import clock_of
from tournaments.services.rounds import pairing_jobs
from tournaments.services.rounds.clock import clock_pause, clock_set, clock_start
from tournaments.services.rounds.pairing_jobs import HOLD, pairing_job_work, round_pair_ask
from tournaments.services.simulate.invariants import broken
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db

FORWARD, BACK = timedelta(hours=3), timedelta(hours=-3)
BOOT = "the machine's last start"


class Machine:
    """A machine whose clock can be set; the time for which it runs can't."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.running = timedelta(days=2)
        self.work_off()

    def passes(self, **span: int) -> None:
        self.running += timedelta(**span)
        self.evening.later(**span)
        self.work_off()

    def is_set(self, by: timedelta) -> None:
        self.evening.now += by
        self.work_off()

    def work_off(self) -> None:
        """As `work_off_due` does every few seconds."""
        clock_follow(boot=BOOT, now=self.evening.now, running=self.running)
        due_work_off(now=self.evening.now)


def state(match: Match) -> str:
    return Game.objects.get(match_game__match=match).state


@pytest.mark.parametrize("by", [FORWARD, BACK, timedelta(minutes=-20), timedelta(minutes=31)])
def test_deadline_comes_after_its_minutes_however_the_clock_is_set(by: timedelta, evening: Evening) -> None:
    event = evening.started()
    machine = Machine(evening)
    match, later = evening.publish(event, 1)[:2]
    evening.submit(match)  # counts after 30 minutes
    machine.passes(minutes=10)
    machine.is_set(by)
    evening.submit(later)
    machine.passes(minutes=19)
    assert (state(match), state(later)) == (GameState.SUBMITTED, GameState.SUBMITTED)
    machine.passes(minutes=1)
    assert (state(match), state(later)) == (GameState.AGREED, GameState.SUBMITTED)
    machine.is_set(-by)
    machine.passes(minutes=9)
    assert state(later) == GameState.SUBMITTED
    machine.passes(minutes=1)
    assert state(later) == GameState.AGREED
    answered = Fact.objects.filter(kind="submission.answered")
    assert (answered.count(), DueWork.objects.count()) == (2, 0)


def test_what_is_sent_again_or_refused_starts_no_deadline_anew(evening: Evening) -> None:
    match = evening.publish(evening.started(), 1)[0]
    body = evening.body(match)
    evening.submit(match, body, key="once")
    planned = DueWork.objects.get().due_at
    evening.later(minutes=20)
    evening.submit(match, body, key="once")
    evening.submit(match, b"Anna won", key="another")
    assert DueWork.objects.get().due_at == planned
    evening.submit(match, evening.body(match), key="newer")
    assert DueWork.objects.get().due_at == planned + timedelta(minutes=20)


@pytest.mark.parametrize("by", [FORWARD, BACK])
def test_clock_that_was_set_is_followed_once_by_however_many_processes(by: timedelta, evening: Evening) -> None:
    """What was handed in after the clock was set, and before anybody noticed, is left as it is; and so is what is due
    at a time of the day."""
    match, later = evening.publish(evening.started(), 1)[:2]
    machine = Machine(evening)
    evening.submit(match)
    due_set(kind="opening", subject="at eight", due_at=evening.now + timedelta(days=1))
    before = dict(DueWork.objects.values_list("subject", "due_at"))
    evening.now += by
    evening.submit(later)
    evening.later(seconds=9)
    machine.running += timedelta(seconds=9)
    moved = [clock_follow(boot=BOOT, now=evening.now, running=machine.running) for _process in range(3)]
    assert moved == [by, timedelta(), timedelta()]
    keys = [each.games.get().game.key for each in (match, later)]
    after = dict(DueWork.objects.values_list("subject", "due_at"))
    assert after == {
        "at eight": before["at eight"],
        keys[0]: before[keys[0]] + by,
        keys[1]: evening.now - timedelta(seconds=9) + timedelta(minutes=30),
    }


def test_small_corrections_and_other_machines_move_nothing(evening: Evening) -> None:
    evening.submit(evening.publish(evening.started(), 1)[0])
    before, machine = DueWork.objects.get().due_at, Machine(evening)
    for boot, seconds in ((BOOT, 29), (BOOT, -29), ("another machine", 5000)):
        moved = clock_follow(boot=boot, now=evening.now + timedelta(seconds=seconds), running=machine.running)
        assert moved == timedelta()
    assert DueWork.objects.get().due_at == before
    assert MachineClock.objects.count() == 2


def test_evening_whose_clock_is_set_before_every_step_keeps_its_order(evening: Evening) -> None:
    event = evening.started()
    for number, by in ((1, BACK), (2, FORWARD), (3, BACK + BACK)):
        for match in evening.publish(event, number):
            evening.now += by
            evening.submit(match)
            evening.now -= by / 2
            evening.play(match)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    assert broken(event) == []
    facts = Fact.objects.filter(stream_id=event.stream).order_by("number")
    assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
    assert [fact.at for fact in facts] != sorted(fact.at for fact in facts)
    assert set(Game.objects.values_list("state", flat=True)) == {GameState.AGREED}


def test_round_clock_never_shows_more_than_the_whole_nor_less_than_nothing(evening: Evening) -> None:
    round_: Round = evening.publish(evening.started(), 1)[0].round
    clock_set(act=evening.act(), round_=round_, minutes=50)
    clock_start(act=evening.act(), round_=round_)

    def left(now: datetime) -> int:
        round_.refresh_from_db()
        clock = clock_of(round_, now)
        assert clock is not None
        return int(clock.remaining.total_seconds())

    assert [left(evening.now + by) for by in (timedelta(), FORWARD, BACK)] == [3000, 0, 3000]
    evening.later(minutes=10)
    clock_pause(act=evening.act(), round_=round_)
    evening.now += BACK
    clock_start(act=evening.act(), round_=round_)  # a pause that ended before it began took no time
    assert [left(evening.now + by) for by in (timedelta(), -BACK)] == [3000, 2400]


def test_job_held_by_a_clock_that_was_set_back_is_taken_up(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_jobs, "AT_ONCE", 1)
    event = evening.started(preset="swiss-evening")
    job = round_pair_ask(act=evening.act(), stage=stage_of(event), number=1)
    assert isinstance(job, PairingJob)
    PairingJob.objects.update(step=PairingStep.PAIRING, held_until=evening.now + HOLD)  # its worker died
    assert not pairing_job_work(key=job.key, now=evening.now)
    evening.now += BACK
    assert take_up_pairings(evening.now) == 1
    assert list(Round.objects.values_list("number", flat=True)) == [1]
    assert take_up_pairings(evening.now) == 0


def test_job_that_was_asked_for_in_the_future_is_heard(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_jobs, "AT_ONCE", 1)
    event = evening.started(preset="swiss-evening")
    round_pair_ask(act=evening.act(), stage=stage_of(event), number=1)  # and the news of it were lost
    assert take_up_pairings(evening.now + BACK) == 1
    assert Round.objects.count() == 1


def test_personal_link_knows_no_time(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    entry, real = entry_at(evening.publish(evening.started(), 1)[0], 0), time.time
    token, phone = link_token(subject=entry.key), Client()
    for jump in (0, -10 * 365 * 86_400, 20 * 365 * 86_400):
        monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
        opened: Any = phone.get(f"/l/{token}/", follow=True)
        assert (opened.status_code, entry.player.name in opened.content.decode()) == (200, True)


def test_rate_limit_neither_locks_out_nor_falls_away(monkeypatch: pytest.MonkeyPatch) -> None:
    real, jump = time.time, 0
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    monkeypatch.setattr(
        "magistrar_site.shared.api.throttling.api_settings.DEFAULT_THROTTLE_RATES", {"anon": "5/min"}, raising=False
    )
    cache.clear()

    def asked() -> list[int]:
        return [Client().get("/api/v1/presets/").status_code for _time in range(6)]

    assert asked() == [200] * 5 + [429]
    jump = -3 * 3600
    assert asked() == [200] * 5 + [429]
    jump = 3 * 3600
    assert asked() == [200] * 5 + [429]


@pytest.mark.django_db(transaction=True)
def test_due_thread_follows_the_machines_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of the one-machine set-up, with a machine that says that its clock was just set by three hours."""
    evening = Evening()
    evening.now = timezone.now()
    match = evening.publish(evening.started(), 1)[0]
    evening.submit(match)
    runs: list[datetime] = []
    until = threading.Event()

    def work() -> None:
        now = evening.now + (FORWARD if runs else timedelta())
        runs.append(now)
        monkeypatch.setattr(tasks.timezone, "now", lambda: now)
        monkeypatch.setattr(tasks, "running_since", lambda: (BOOT, timedelta(days=1)))
        tasks.work_off_due()
        if len(runs) == 3:
            until.set()

    thread = threading.Thread(target=due_thread.repeat, args=[work], kwargs={"every": 0, "until": until})
    thread.start()
    thread.join(timeout=30)
    assert (len(runs), state(match)) == (3, GameState.SUBMITTED)
    assert DueWork.objects.get().due_at == evening.now + FORWARD + timedelta(minutes=30)
