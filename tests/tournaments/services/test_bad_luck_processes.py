"""Two processes at the same event, and one that is killed in the middle: nothing is lost, nothing doubled, and nobody
sees a database that is locked."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Prefetch
from django.test import Client

from games.enums import GameState
from games.models import Confirmation, Game, GameResult, Submission
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import SecretIds
from magistrar_site.shared.models import DueWork, Fact
from magistrar_site.shared.services.due import reconcile
from tests.evening import Evening, entry_at
from tests.tournaments.services.processes import FORK, PATIENCE, at_once_in_processes, killed_at, writes_of
from tests.tournaments.services.test_concurrency import assert_chain_is_whole
from tournaments.models import Entry, Event, Match, MatchSeat, Round, Standing
from tournaments.selectors.events import entries_of, stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.finish import event_finish
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.simulate.invariants import broken
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

KEPT = (Fact, Submission, Confirmation, GameResult, Entry, Round, Match, MatchSeat, Game, DueWork)


Step = Callable[["Work"], None]


def stored() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in KEPT}


def organisers(evening: Evening, count: int) -> list[Client]:
    clients = [Client() for _number in range(count)]
    for client in clients:
        client.force_login(evening.user)
    return clients


def player(match: Match, position: int) -> Client:
    """A phone on which the personal link was opened."""
    phone = Client()
    phone.get(f"/l/{link_token(subject=entry_at(match, position).key)}/")
    return phone


def assert_event_holds(event: Event) -> None:
    assert_chain_is_whole(event)
    standings_refresh(event_key=event.key)
    event.refresh_from_db()
    assert broken(event) == []


def test_organisers_in_processes_of_their_own_press_pair_at_once() -> None:
    evening = Evening()
    event = evening.started()
    address = f"/events/{event.slug}/manage/rounds/1/pair/"
    desks = organisers(evening, 3)

    def press(desk: Client) -> Callable[[], int]:
        return lambda: desk.post(address, {"publish": "1"}).status_code

    assert at_once_in_processes(*[press(desk) for desk in desks]) == [302, 302, 302]
    assert (Round.objects.count(), MatchSeat.objects.count(), Game.objects.count()) == (1, 8, 4)
    assert Counter(Fact.objects.filter(kind__startswith="round.").values_list("kind", flat=True)) == {
        "round.drafted": 1,
        "round.published": 1,
    }
    assert_event_holds(event)


def test_players_in_processes_of_their_own_hand_in_at_once() -> None:
    evening = Evening()
    event = evening.started()
    matches = evening.publish(event, 1)
    bodies = [evening.body(match) for match in matches]

    def hand_in(match: Match, position: int, body: bytes) -> Callable[[], int]:
        phone, game = player(match, position), match.games.get().game.key
        form = {"text": body.decode(), "idempotency_key": uuid.uuid4().hex}
        return lambda: phone.post(f"/games/{game}/record/", form).status_code

    same = [hand_in(matches[0], position, bodies[0]) for position in (0, 1)]
    other = [hand_in(matches[1], position, evening.body(matches[1])) for position in (0, 1)]
    assert at_once_in_processes(*same, *other) == [302] * 4
    states = [Game.objects.get(match_game__match=match).state for match in matches[:2]]
    assert (states, Submission.objects.count()) == ([GameState.AGREED, GameState.CONFLICTING], 4)
    assert GameResult.objects.filter(is_current=True).count() == 1
    assert Fact.objects.filter(kind="round.started").count() == 1
    assert_event_holds(event)


def test_readers_see_what_was_there_while_another_process_writes() -> None:
    """The writer comes to its end only after the reader has read: a reader that waited for it would wait in vain."""
    evening = Evening()
    event = evening.started()
    matches = evening.publish(event, 1)
    begun, is_read = FORK.Event(), FORK.Event()
    game = matches[0].games.get().game.key

    def write() -> str:
        with transaction.atomic():
            evening.play(matches[0])
            begun.set()
            assert is_read.wait(PATIENCE)
        return "written"

    def read() -> list[Any]:
        assert begun.wait(PATIENCE)
        pages = [f"/events/{event.slug}/", f"/events/{event.slug}/standings/", f"/api/v1/games/{game}/"]
        answers = [Client().get(page) for page in pages]
        is_read.set()
        return [[answer.status_code for answer in answers], answers[-1].json()["state"]]

    assert at_once_in_processes(write, read) == ["written", [[200, 200, 200], "expected"]]
    assert Client().get(f"/api/v1/games/{game}/").json()["state"] == "agreed"
    assert_event_holds(event)


def test_writer_waits_for_another_and_then_writes() -> None:
    evening = Evening()
    event = evening.started()
    matches = evening.publish(event, 1)
    bodies = [evening.body(match) for match in matches[:2]]
    evening.ids = SecretIds()  # or both would draw the same keys
    begun = FORK.Event()

    def first() -> str:
        with transaction.atomic():
            evening.submit(matches[0], bodies[0])
            begun.set()
            FORK.Event().wait(0.5)  # the other is already waiting for most of it
        return "written"

    def second() -> str:
        assert begun.wait(PATIENCE)
        evening.submit(matches[1], bodies[1])
        return "written"

    assert at_once_in_processes(first, second) == ["written", "written"]
    assert Submission.objects.count() == 2
    assert_event_holds(event)


class Work:
    """An evening, and what may be killed in its middle."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.event = self.evening.started(preset="swiss-evening")
        (self.match, *self.others) = self.evening.publish(self.event, 1)
        self.body = self.evening.body(self.match)

    def act(self, why: str = "") -> Any:
        return self.evening.act(why=why)

    def submits(self) -> None:
        self.evening.submit(self.match, self.body, key="once")

    def confirms(self) -> None:
        submission = Submission.objects.get()
        result_confirm(act=self.evening.by(entry_at(self.match, 1)), submission_key=submission.key)

    def rules(self) -> None:
        game = self.match.games.get().game.key
        result_rule(act=self.act("Both were heard."), game_key=game, kind="forfeit", winner="white")

    def enters_late(self) -> None:
        entries_add(act=self.act(), stage=stage_of(self.event), text="Zoë")

    def withdraws(self) -> None:
        entry_withdraw(act=self.act(), entry=entries_of(self.event)[0])

    def drafts(self) -> None:
        round_pair(act=self.act("They play on."), stage=stage_of(Event.objects.get()), number=2)

    def publishes(self) -> None:
        round_publish(act=self.act(), round_=Round.objects.get(number=2))

    def finishes(self) -> None:
        event_finish(act=self.act("The lights went out."), event=Event.objects.get())

    def play_the_rest(self) -> None:
        seats = Prefetch("seats", MatchSeat.objects.select_related("entry"))
        for match in Match.objects.filter(bye="").exclude(pk=self.match.pk).prefetch_related(seats, "games"):
            self.evening.play(match)


EVENING: tuple[tuple[Step, dict[str, int]], ...] = (
    (Work.submits, {"Submission": 1, "GameResult": 1, "DueWork": 1}),
    (Work.confirms, {"Confirmation": 1}),
    (Work.rules, {"GameResult": 1}),
    (Work.enters_late, {"Entry": 1}),
    (Work.withdraws, {}),
    (Work.drafts, {"Round": 1}),
    (Work.publishes, {}),
)


def tried(work: Work, step: Step) -> int:
    """How many writes the step takes; it isn't taken."""
    with transaction.atomic():
        writes = writes_of(partial(step, work))
        transaction.set_rollback(True)
    return writes


def killed_and_done_again(work: Work, step: Step, expected: dict[str, int]) -> None:
    """Killed after its first write, half-way, and after its last, before that is committed; then done in peace."""
    before, writes = stored(), tried(work, step)
    for write in sorted({1, (writes + 1) // 2, writes}):
        killed_at(write, partial(step, work))
        assert stored() == before, f"{step.__name__} killed after write {write} of {writes}"
    step(work)
    after = stored()
    assert {name: after[name] - before[name] for name in expected} == expected, step.__name__
    assert after["Fact"] > before["Fact"]


def test_process_killed_in_the_middle_of_anything_leaves_nothing_and_it_is_done_again() -> None:
    work = Work()
    for step, expected in EVENING:
        killed_and_done_again(work, step, expected)
    assert_event_holds(work.event)
    work.play_the_rest()
    killed_and_done_again(work, Work.finishes, {})
    assert_event_holds(work.event)


def test_process_killed_after_the_commit_leaves_a_result_that_is_counted_later() -> None:
    work = Work()
    killed_at(tried(work, Work.submits) + 1, work.submits)  # in the middle of the task that works out the table
    assert (Submission.objects.count(), Standing.objects.filter(played=1).count()) == (1, 0)
    work.submits()
    assert Submission.objects.count() == 1
    assert reconcile(now=work.evening.now) > 0
    assert Standing.objects.filter(played=1).count() == 2
    assert reconcile(now=work.evening.now) == 0
    assert_event_holds(work.event)
