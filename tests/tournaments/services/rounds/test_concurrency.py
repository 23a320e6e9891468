"""Several people at the same rounds at the same moment, a worker that dies half way, and random sequences of all that
can be done with rounds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from games.models import Game
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import Fact
from magistrar_site.shared.services.chain import facts_read
from tests.evening import Evening, entry_at
from tests.tournaments.services.test_concurrency import assert_chain_is_whole, at_once
from tournaments.enums import ByeKind, EntryState, RoundState
from tournaments.facts.replay import replayed_state
from tournaments.facts.rows import rows_state, state_differences
from tournaments.models import ByeRequest, Entry, Event, Match, MatchSeat, Round
from tournaments.selectors.events import entries_of, rounds_of, stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.rounds import matches as rounds_matches
from tournaments.services.rounds.byes import bye_request, bye_withdraw
from tournaments.services.rounds.change import (
    bye_give,
    entries_pair,
    entries_swap,
    match_move,
    match_turn,
    match_unpair,
)
from tournaments.services.rounds.clock import clock_set, clock_start
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.states import round_close, round_reopen, round_start
from tournaments.services.rounds.undo import round_discard, round_undo

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def outcomes(results: list[Any]) -> list[str]:
    """What became of each: its code where it was refused, else "done"; anything else is a fault."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, DomainError):
            raise result
    return sorted(result.code if isinstance(result, DomainError) else "done" for result in results)


def assert_rounds_hold(event: Event) -> None:
    """Whatever happened: nobody twice in a round; in published rounds everybody who takes part has one seat; voided
    matches, seats and games go together; every match that counts has its game."""
    for round_ in rounds_of(stage_of(event), with_drafts=True):
        seats = list(MatchSeat.objects.filter(round=round_, is_void=False).values_list("entry_id", flat=True))
        assert len(seats) == len(set(seats))
        if round_.state == RoundState.DRAFT:
            continue
        active = Entry.objects.filter(event=event, state=EntryState.ACTIVE).values_list("pk", flat=True)
        assert set(active) <= set(seats)
        for match in Match.objects.filter(round=round_, is_void=False).prefetch_related("seats", "games"):
            assert (match.seats.count(), match.games.count()) == ((1, 0) if match.bye else (2, 1))
            assert not Game.objects.filter(match_game__match=match, is_void=True).exists()
    assert not MatchSeat.objects.filter(match__is_void=True, is_void=False).exists()
    assert not Game.objects.filter(match_game__match__is_void=True, is_void=False).exists()
    assert not Match.objects.filter(round__state=RoundState.UNDONE, is_void=False).exists()
    assert_chain_is_whole(event)
    event.refresh_from_db()
    said = replayed_state(facts_read(event.stream))
    assert [str(difference) for difference in state_differences(said, rows_state(event))] == []


def test_two_change_the_same_draft_at_once_and_the_later_one_is_told() -> None:
    evening = Evening()
    event = evening.started()
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    match, seen = matches_of(draft)[0].key, draft.fact_number

    results = at_once(*[lambda: match_turn(act=evening.act(), round_=draft, match=match, seen=seen)] * 2)

    assert outcomes(results) == ["done", "stale"]
    assert_rounds_hold(event)


def test_one_publishes_while_another_changes_the_draft() -> None:
    evening = Evening()
    event = evening.started()
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    match, seen = matches_of(draft)[0].key, draft.fact_number

    results = at_once(
        lambda: round_publish(act=evening.act(), round_=draft, seen=seen),
        lambda: match_turn(act=evening.act(), round_=draft, match=match, seen=seen),
    )

    assert outcomes(results) == ["done", "stale"]
    assert_rounds_hold(event)


def test_one_publishes_while_another_discards() -> None:
    evening = Evening()
    event = evening.started()
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)

    results = at_once(
        lambda: round_publish(act=evening.act(), round_=draft), lambda: round_discard(act=evening.act(), round_=draft)
    )

    assert outcomes(results) in (["done", "published"], ["done", "stale"])
    assert Game.objects.count() in (0, 4)
    assert_rounds_hold(event)


def test_round_undone_while_a_result_is_handed_in() -> None:
    evening = Evening()
    event = evening.started()
    matches = evening.publish(event, 1)
    body = evening.body(matches[0])

    results = at_once(
        lambda: evening.submit(matches[0], body, key="k"),
        lambda: round_undo(act=evening.act(), round_=matches[0].round),
    )

    assert outcomes(results) in (["done", "game_void"], ["done", "reason_missing"])
    assert_rounds_hold(event)


def test_round_undone_twice_at_once_is_undone_once() -> None:
    evening = Evening()
    event = evening.started()
    round_ = evening.publish(event, 1)[0].round

    results = at_once(*[lambda: round_undo(act=evening.act(), round_=round_)] * 3)

    assert outcomes(results) == ["done", "done", "done"]
    assert Fact.objects.filter(kind="round.undone").count() == 1
    assert_rounds_hold(event)


def test_pairing_voided_while_its_result_is_handed_in() -> None:
    evening = Evening()
    event = evening.started()
    match = evening.publish(event, 1)[0]
    body = evening.body(match)

    results = at_once(
        lambda: evening.submit(match, body, key="k"),
        lambda: match_unpair(act=evening.act(why="nobody came"), round_=match.round, match=match.key),
    )

    assert outcomes(results) in (["done", "game_void"], ["done", "has_result"])
    assert_rounds_hold(event)


def test_bye_asked_for_while_the_round_is_paired_is_kept_or_told() -> None:
    evening = Evening()
    event = evening.started(preset="swiss-evening")
    entry = entries_of(event)[0]

    results = at_once(
        lambda: bye_request(act=evening.by(entry), stage=stage_of(entry.event), entry=entry, number=1, kind="half_bye"),
        lambda: round_pair(act=evening.act(), stage=stage_of(event), number=1),
    )

    asked, drafted = ByeRequest.objects.exists(), Round.objects.exists()
    assert outcomes(results) in (["done", "done"], ["done", "round_paired"], ["done", "stale"])
    if asked and drafted:
        assert Match.objects.get(seats__entry=entry).bye == ByeKind.HALF
    assert asked or drafted


def test_first_two_results_at_once_start_the_round_once() -> None:
    evening = Evening()
    event = evening.started()
    matches = evening.publish(event, 1)
    bodies = [evening.body(match) for match in matches]

    def submit(index: int) -> Callable[[], Any]:
        return lambda: evening.submit(matches[index], bodies[index], key="k")

    assert outcomes(at_once(submit(0), submit(1))) == ["done", "done"]
    assert Fact.objects.filter(kind="round.started").count() == 1
    assert Round.objects.get().state == RoundState.RUNNING
    assert_rounds_hold(event)


class Killed(BaseException):
    """The worker dies here: nothing of ours catches it."""


def test_worker_that_dies_half_way_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    event = evening.started()
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    facts, made = Fact.objects.count(), rounds_matches._set_up

    def dies(*arguments: Any) -> Any:
        if Game.objects.exists() or arguments[2].match.table == 3:
            raise Killed
        return made(*arguments)

    monkeypatch.setattr(rounds_matches, "_set_up", dies)
    with pytest.raises(Killed):
        round_publish(act=evening.act(), round_=draft)
    monkeypatch.undo()

    assert (Fact.objects.count(), Game.objects.count()) == (facts, 0)
    assert Round.objects.get().state == RoundState.DRAFT
    round_publish(act=evening.act(), round_=draft)
    assert Game.objects.count() == 4
    assert_rounds_hold(event)


def test_database_itself_refuses_a_second_seat_in_a_round() -> None:
    evening = Evening()
    match = evening.publish(evening.started(), 1)[0]
    other = Match.objects.create(key="0" * 12, round=match.round, table=77)
    with pytest.raises(DatabaseError), transaction.atomic():
        MatchSeat.objects.create(match=other, round=match.round, entry=entry_at(match, 0), position=0)


class Club:
    """Somebody who does with an event's rounds whatever comes to mind. Refusals are part of it."""

    def __init__(self, seed: int, preset: str) -> None:
        self.rng = random.Random(seed)
        self.evening = Evening(seed)
        names = tuple(f"Player {number}" for number in range(self.rng.randint(4, 9)))
        self.event = self.evening.started(names, preset=preset)
        self.refused: set[str] = set()
        self.done: set[str] = set()

    def step(self) -> None:
        act = self.evening.act(why=self.rng.choice(["", "because", "because"]))
        rounds = list(rounds_of(stage_of(self.event), with_drafts=True))
        name, action = self.rng.choice(
            list((self._with_rounds(act, rounds) if rounds else self._anyhow(act, 0)).items())
        )
        try:
            action()
            self.done.add(name)
        except DomainError as error:
            self.refused.add(error.code)

    def _entry(self) -> Entry:
        return self.rng.choice(list(entries_of(self.event)))

    def _anyhow(self, act: Any, count: int) -> dict[str, Callable[[], object]]:
        entry, number = self._entry(), self.rng.randint(1, count + 2)
        kind = self.rng.choice(["zero_bye", "half_bye", "full_bye"])
        return {
            "pair": lambda: round_pair(act=act, stage=stage_of(self.event), number=count + 1),
            "ask": lambda: bye_request(act=act, stage=stage_of(entry.event), entry=entry, number=number, kind=kind),
            "take back": lambda: bye_withdraw(act=act, stage=stage_of(entry.event), entry=entry, number=number),
        }

    def _with_rounds(self, act: Any, rounds: list[Round]) -> dict[str, Callable[[], object]]:
        round_ = rounds[-1] if self.rng.random() < 0.8 else self.rng.choice(rounds)
        matches = list(matches_of(round_))
        match = self.rng.choice(matches) if matches else None
        one, other = self._entry(), self._entry()
        bye = self.rng.choice(list(ByeKind.values))
        key = match.key if match else "0" * 12
        actions: dict[str, Callable[[], object]] = {
            **self._anyhow(act, len(rounds)),
            "publish": lambda: round_publish(act=act, round_=round_),
            "publish again": lambda: round_publish(act=act, round_=rounds[-1]),
            "discard": lambda: round_discard(act=act, round_=round_),
            "swap": lambda: entries_swap(act=act, round_=round_, first=one.key, second=other.key),
            "turn": lambda: match_turn(act=act, round_=round_, match=key),
            "unpair": lambda: match_unpair(act=act, round_=round_, match=key),
            "pair two": lambda: entries_pair(act=act, round_=round_, entries=[one.key, other.key]),
            "bye": lambda: bye_give(act=act, round_=round_, entry=one.key, kind=bye),
            "move": lambda: match_move(act=act, round_=round_, match=key, table=self.rng.randint(0, 12)),
            "start": lambda: round_start(act=act, round_=round_),
            "close": lambda: round_close(act=act, round_=round_),
            "reopen": lambda: round_reopen(act=act, round_=round_),
            "undo": lambda: round_undo(act=act, round_=round_),
            "clock": lambda: clock_set(act=act, round_=round_, minutes=30),
            "clock on": lambda: clock_start(act=act, round_=round_),
            "play all": lambda: self._play_all(matches),
        }
        if self.rng.random() < 0.1:
            actions["withdraw"] = lambda: entry_withdraw(act=act, entry=one)
        if match is not None and not match.bye and round_.state != RoundState.DRAFT:
            actions["play"] = lambda: self.evening.play(match)
        return actions

    def _play_all(self, matches: list[Match]) -> None:
        for match in matches:
            if not match.bye and match.games.all():
                self.evening.play(match)


@pytest.mark.django_db(transaction=False)
@pytest.mark.parametrize(
    "seed, preset",
    [
        (1, "swiss-evening"),
        (1, "knockout"),
        *(pytest.param(0, preset, marks=pytest.mark.slow) for preset in ("swiss-evening", "knockout")),
        *(pytest.param(seed, "round-robin-evening", marks=pytest.mark.slow) for seed in range(2)),
    ],
)
def test_rounds_hold_after_any_sequence_of_actions(seed: int, preset: str) -> None:
    club = Club(seed + 2 * (connection.vendor == "postgresql"), preset)  # each database has other sequences
    for _ in range(50):
        club.step()
    assert_rounds_hold(club.event)
    assert len(club.done) >= 9
