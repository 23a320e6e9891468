"""Rounds of large fields are paired in the background: once, whatever happens to workers and however often asked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

import pytest
from django.utils import translation

from magistrar_site.shared.acts import Actor
from magistrar_site.shared.errors import DomainError, NotAllowed
from magistrar_site.shared.selectors.facts import facts_of
from tests.evening import NAMES, Evening
from tournaments.enums import EntryState, PairingStep, RoundState
from tournaments.models import Entry, Event, PairingJob, Round, Stage
from tournaments.receivers import take_up_pairings
from tournaments.selectors.events import stage_of
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.rounds import pair as rounds_service
from tournaments.services.rounds import pairing_jobs
from tournaments.services.rounds.pair import round_pair, round_standing
from tournaments.services.rounds.pairing_jobs import HOLD, MOST_ATTEMPTS, pairing_job_work, round_pair_ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Event:
    """A Swiss event of eight, which counts as large here."""
    monkeypatch.setattr(pairing_jobs, "AT_ONCE", 7)
    return evening.started(NAMES, preset="swiss-evening")


def ask(evening: Evening, event: Event, number: int = 1, *, publishes: bool = False, why: str = "") -> PairingJob:
    asked = round_pair_ask(act=evening.act(why=why), stage=stage_of(event), number=number, publishes=publishes)
    assert isinstance(asked, PairingJob)
    return asked


def rounds(event: Event) -> list[tuple[int, str]]:
    return list(Round.objects.filter(stage__event=event).values_list("number", "state"))


def drafted(event: Event) -> int:
    return facts_of(event.stream).filter(kind="round.drafted").count()


def test_small_field_is_paired_at_once(evening: Evening) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    round_ = round_pair_ask(act=evening.act(), stage=stage_of(event), number=1, publishes=True)
    assert isinstance(round_, Round)
    assert (round_.state, PairingJob.objects.count()) == (RoundState.PUBLISHED, 0)


def test_large_field_waits_for_a_worker_and_is_paired_by_it(evening: Evening, event: Event) -> None:
    job = ask(evening, event)
    assert (job.step, rounds(event)) == (PairingStep.WAITING, [])
    assert pairing_job_work(key=job.key, now=evening.now)
    job.refresh_from_db()
    assert (job.step, job.refusal, job.held_until) == (PairingStep.DONE, "", None)
    assert rounds(event) == [(1, RoundState.DRAFT)]


def test_job_publishes_where_it_was_asked_to(evening: Evening, event: Event) -> None:
    job = ask(evening, event, publishes=True)
    pairing_job_work(key=job.key, now=evening.now)
    assert rounds(event) == [(1, RoundState.PUBLISHED)]


@pytest.mark.django_db(transaction=True)
def test_asking_runs_the_task_after_the_commit(evening: Evening, event: Event) -> None:
    job = ask(evening, event)
    job.refresh_from_db()
    assert (job.step, rounds(event)) == (PairingStep.DONE, [(1, RoundState.DRAFT)])


def test_asked_twice_is_one_job(evening: Evening, event: Event) -> None:
    assert ask(evening, event).pk == ask(evening, event).pk
    assert PairingJob.objects.count() == 1


def test_task_that_runs_twice_makes_one_round(evening: Evening, event: Event) -> None:
    job = ask(evening, event)
    assert pairing_job_work(key=job.key, now=evening.now)
    assert not pairing_job_work(key=job.key, now=evening.now)
    assert (rounds(event), drafted(event)) == ([(1, RoundState.DRAFT)], 1)


def test_second_worker_leaves_a_job_that_is_held(evening: Evening, event: Event) -> None:
    job = ask(evening, event)
    PairingJob.objects.update(held_until=evening.now + HOLD, step=PairingStep.PAIRING)
    assert not pairing_job_work(key=job.key, now=evening.now)
    assert rounds(event) == []


def test_job_of_a_dead_worker_is_taken_over_when_handed_out_again(evening: Evening, event: Event) -> None:
    job = ask(evening, event)
    PairingJob.objects.update(held_until=evening.now + HOLD, step=PairingStep.PAIRING)
    assert pairing_job_work(key=job.key, now=evening.now, takes_over=True)
    assert rounds(event) == [(1, RoundState.DRAFT)]


def test_worker_that_dies_between_pairing_and_publishing_leaves_no_second_round(
    evening: Evening, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask(evening, event, publishes=True)

    def die(**_kwargs: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(pairing_jobs, "round_publish", die)
        with pytest.raises(SystemExit):
            pairing_job_work(key=job.key, now=evening.now)
    assert rounds(event) == [(1, RoundState.DRAFT)]
    evening.later(seconds=HOLD.seconds + 1)
    assert take_up_pairings(evening.now) == 1  # the reconciler, with a task that runs in the process
    job.refresh_from_db()
    assert (job.step, rounds(event), drafted(event)) == (PairingStep.DONE, [(1, RoundState.PUBLISHED)], 1)


def test_reconciler_takes_up_what_got_lost_and_leaves_the_rest(evening: Evening, event: Event) -> None:
    ask(evening, event)
    assert take_up_pairings(evening.now + timedelta(seconds=1)) == 0
    assert take_up_pairings(evening.now + timedelta(minutes=1)) == 1
    assert rounds(event) == [(1, RoundState.DRAFT)]
    assert take_up_pairings(evening.now + timedelta(minutes=9)) == 0


def test_job_that_always_breaks_off_is_given_up(evening: Evening, event: Event) -> None:
    job = ask(evening, event)
    PairingJob.objects.update(attempts=MOST_ATTEMPTS, held_until=evening.now)
    assert not pairing_job_work(key=job.key, now=evening.now + HOLD)
    job.refresh_from_db()
    assert (job.step, job.refusal_code, rounds(event)) == (PairingStep.REFUSED, "pairing_broke_off", [])
    assert "nothing was changed" in job.refusal


def test_refusal_is_kept_in_the_language_of_who_asked(evening: Evening, event: Event) -> None:
    with translation.override("de"):
        job = ask(evening, event)
    assert job.language == "de"
    Entry.objects.filter(event=event).update(state=EntryState.PAUSED)
    pairing_job_work(key=job.key, now=evening.now)
    job.refresh_from_db()
    assert (job.step, job.refusal_code, rounds(event)) == (PairingStep.REFUSED, "nobody", [])


def test_asking_anew_after_a_refusal_is_a_new_job(evening: Evening, event: Event) -> None:
    job = ask(evening, event)
    PairingJob.objects.update(step=PairingStep.REFUSED)
    assert ask(evening, event).pk != job.pk


def test_gate_holds_before_and_its_reason_is_kept(evening: Evening, event: Event) -> None:
    pairing_job_work(key=ask(evening, event, publishes=True).key, now=evening.now)
    event.refresh_from_db()
    with pytest.raises(DomainError) as refused:
        ask(evening, event, 2)
    assert (refused.value.code, PairingJob.objects.count()) == ("results_missing", 1)
    job = ask(evening, event, 2, why="The hall closes")
    pairing_job_work(key=job.key, now=evening.now)
    fact = facts_of(event.stream).get(kind="round.drafted", payload__round=2)
    assert [detail.text for detail in fact.details.all()] == ["The hall closes"]


def test_who_may_not_pair_gets_no_job(evening: Evening, event: Event) -> None:
    stranger = evening.account("stranger@example.org")
    with pytest.raises(NotAllowed):
        round_pair_ask(act=evening.act(Actor("user", stranger.key)), stage=stage_of(event), number=1)
    assert PairingJob.objects.count() == 0


def test_blocked_round_says_who_can_meet_nobody(evening: Evening) -> None:
    """Two who have met, and the third one gone: nothing is left, and nothing is made."""
    event = evening.started(NAMES[:3], preset="swiss-evening")
    for match in evening.publish(event, 1):
        if not match.bye:
            evening.play(match)
            met = [seat.entry for seat in match.seats.all()]
    gone = Entry.objects.filter(event=event).exclude(pk__in=[entry.pk for entry in met]).get()
    entry_withdraw(act=evening.act(), entry=gone)
    with pytest.raises(DomainError) as refused:
        round_pair_ask(act=evening.act(), stage=stage_of(event), number=2)
    assert refused.value.code == "no_opponent_left"
    words = str(refused.value.message)
    assert all(f"{entry.player.name} has met, or may not meet, everybody else who is here." in words for entry in met)
    assert [number for number, _state in rounds(event)] == [1]


@pytest.mark.parametrize("at_once", [7, 100])
def test_who_looked_just_before_the_round_was_drafted_gets_it(
    at_once: int, evening: Evening, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing_jobs, "AT_ONCE", at_once)
    drafted = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    for module in (rounds_service, pairing_jobs):
        monkeypatch.setattr(module, "round_standing", partial(_looked, iter([None])))

    assert round_pair_ask(act=evening.act(), stage=stage_of(event), number=1) == drafted
    assert rounds(event) == [(1, RoundState.DRAFT)]


def _looked(too_early: Iterator[None], stage: Stage, number: int) -> Round | None:
    """The first look comes before there is anything to see."""
    return next(too_early, round_standing(stage, number))


def test_job_pairs_the_stage_that_it_was_asked_for(evening: Evening, event: Event) -> None:
    """Another stage has started meanwhile: the job's own isn't forgotten for it."""
    job = ask(evening, event)
    first = stage_of(event)
    later = Stage.objects.create(event=event, number=2, format="swiss", options={}, planned_rounds=3)
    assert stage_of(event) == later
    assert pairing_job_work(key=job.key, now=evening.now)
    assert list(Round.objects.values_list("stage", "number")) == [(first.pk, 1)]


def test_round_of_a_closed_stage_is_refused(evening: Evening) -> None:
    stage = stage_of(evening.started(NAMES, preset="swiss-evening"))
    Stage.objects.filter(pk=stage.pk).update(closed_fact=1)
    with pytest.raises(DomainError) as caught:
        round_pair(act=evening.act(), stage=stage, number=1)
    assert caught.value.code == "no_more_rounds"
