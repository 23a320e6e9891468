"""Actions on a round by its state: one table, asked by every service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EventState, RoundAction, RoundState
from tournaments.facts.rounds import ClockSet, RoundClosed, RoundReopened, RoundStarted
from tournaments.models import Event, Round
from tournaments.selectors.rounds.matches import unconfirmed_games, uncounted_games
from tournaments.selectors.stages import is_ladder
from tournaments.services.permissions import require_event

NAMED = 5  # how many players a refusal names


class Need(Enum):
    """The condition of an action that is allowed."""

    NOTHING = "nothing"
    REASON = "reason"


FREE, WHY = Need.NOTHING, Need.REASON
DRAFT, PUBLISHED, RUNNING = RoundState.DRAFT, RoundState.PUBLISHED, RoundState.RUNNING
CLOSED, REOPENED = RoundState.CLOSED, RoundState.REOPENED

_BY_HAND: Mapping[RoundState, Need] = {DRAFT: FREE, PUBLISHED: WHY, RUNNING: WHY, REOPENED: WHY}

# A state that isn't named doesn't allow the action; an undone round allows nothing. What was handed in makes undoing
# need a reason in every state (`services.rounds.undo`).
NEEDS: Mapping[RoundAction, Mapping[RoundState, Need]] = {
    RoundAction.SWAP: _BY_HAND,
    RoundAction.TURN: _BY_HAND,
    RoundAction.UNPAIR: _BY_HAND,
    RoundAction.BYE: _BY_HAND,
    RoundAction.PAIR: {DRAFT: FREE, PUBLISHED: FREE, RUNNING: FREE, REOPENED: WHY},
    RoundAction.MOVE: {DRAFT: FREE, PUBLISHED: FREE, RUNNING: FREE, REOPENED: FREE},
    RoundAction.PUBLISH: {DRAFT: FREE},
    RoundAction.DISCARD: {DRAFT: FREE},
    RoundAction.START: {PUBLISHED: FREE},
    RoundAction.CLOCK: {DRAFT: FREE, PUBLISHED: FREE, RUNNING: FREE, REOPENED: FREE},
    RoundAction.SCHEDULE: {DRAFT: FREE, PUBLISHED: FREE, RUNNING: FREE, REOPENED: FREE, CLOSED: WHY},
    RoundAction.CLOSE: {PUBLISHED: FREE, RUNNING: FREE, REOPENED: FREE},
    RoundAction.REOPEN: {CLOSED: WHY},
    RoundAction.UNDO: {PUBLISHED: FREE, RUNNING: FREE, CLOSED: WHY, REOPENED: WHY},
}

# What is no decision of those who run a ladder.
BY_CHALLENGE = frozenset(
    {
        *(RoundAction.SWAP, RoundAction.TURN, RoundAction.UNPAIR, RoundAction.PAIR, RoundAction.BYE),
        *(RoundAction.MOVE, RoundAction.UNDO),
    }
)

# What stands in the way, and what to do about it: code and sentence by the state that the round is in.
_REFUSALS: Mapping[RoundState, tuple[str, str | Promise]] = {
    DRAFT: ("not_published", _("Round %(number)d is a draft. Publish it first.")),
    PUBLISHED: ("published", _("Round %(number)d is published already.")),
    RUNNING: ("published", _("Round %(number)d is running already.")),
    CLOSED: ("round_closed", _("Round %(number)d is closed. Reopen it first, with a reason.")),
    REOPENED: ("published", _("Round %(number)d is reopened. Close it when everything is corrected.")),
    RoundState.UNDONE: ("undone", _("Round %(number)d was undone. Pair it again.")),
}


def need_of(action: RoundAction, state: str) -> Need | None:
    """What the action needs in a state; None where it isn't allowed."""
    return NEEDS[action].get(RoundState(state))


def require_state(act: Act, round_: Round, action: RoundAction) -> None:
    """DomainError `not_published`, `published`, `round_closed` or `undone` where the round's state doesn't allow the
    action; Invalid `reason_missing` where it needs a reason and `act.why` is empty."""
    need = need_of(action, round_.state)
    if need is None:
        raise _refusal(round_)
    if need is Need.REASON:
        require_reason(act)


def _refusal(round_: Round) -> DomainError:
    code, message = _REFUSALS[RoundState(round_.state)]
    return DomainError(code, message % {"number": round_.number})


def require_reason(act: Act) -> None:
    if not act.why:
        raise Invalid(
            "reason_missing",
            _("This changes what the players have seen, so it needs a reason."),
            fields={"why": _("Say why, in a few words.")},
        )


def round_for_change(act: Act, round_: Round, action: RoundAction, *, seen: int | None = None) -> Round:
    """The round as it stands, with stage, event and club, for an action under the stream's lock.

    NotAllowed, what `require_state` refuses, and DomainError `not_running` for an event that isn't,
    `ladder_round` for who meets whom on a ladder. `seen` is
    compare-and-set: the `fact_number` of the round that the person acted on; DomainError `stale` where the round was
    changed since.
    """
    require_event(act, round_.stage.event, Action.PAIR)
    return round_locked(act, round_, action, seen=seen)


def round_locked(act: Act, round_: Round, action: RoundAction, *, seen: int | None = None) -> Round:
    """As `round_for_change`; permission is the caller's."""
    stream_lock(stream=round_.stage.event.stream)
    found = Round.objects.select_related("stage__event__club").filter(pk=round_.pk).order_by("pk").first()
    if found is None or (seen is not None and found.fact_number != seen):
        raise stale_round(round_)
    if found.stage.event.state != EventState.RUNNING:
        raise DomainError("not_running", _("This event isn’t running."))
    if action in BY_CHALLENGE and is_ladder(found.stage):
        raise DomainError("ladder_round", _("On a ladder the challenges say who meets whom, so this stays as it is."))
    require_state(act, found, action)
    return found


def stale_round(round_: Round) -> DomainError:
    return DomainError(
        "stale",
        _("Somebody changed round %(number)d since this page was loaded. Look at it as it is now, then try once more.")
        % {"number": round_.number},
    )


def clock_members(round_: Round) -> ClockSet:
    """The clock as facts say it."""
    return ClockSet(
        minutes=round_.clock_minutes,
        started_at=round_.clock_started_at,
        paused_at=round_.clock_paused_at,
        paused_seconds=round_.clock_paused_seconds,
    )


def missing_results(event: Event, count: int) -> str:
    said = ngettext("One game has no result yet.", "%(count)d games have no result yet.", count) % {"count": count}
    return said + unconfirmed_words(event)


def unconfirmed_words(event: Event) -> str:
    """What to add to words on missing results, where some of them only wait for the opponent's word."""
    if event.settings.unconfirmed_counts or not unconfirmed_games(event).exists():
        return ""
    return " " + _("In this event a result counts once the opponent or the desk has confirmed it.")


def round_open_count(round_: Round) -> int:
    """How many games of the round have no result that counts yet."""
    return uncounted_games(round_.stage.event).filter(match__round=round_).count()


def _stands(act: Act, round_: Round, state: RoundState) -> bool:
    """Whether the round is in that state already: pressed twice is once, for those who may press at all."""
    require_event(act, round_.stage.event, Action.PAIR)
    return Round.objects.filter(pk=round_.pk, state=state).exists()


@transaction.atomic
def round_start(*, act: Act, round_: Round) -> Round:
    """The round runs, by an explicit start: a clock that is set runs from now on. Pressed twice is once."""
    if _stands(act, round_, RUNNING):
        return round_
    found = round_for_change(act, round_, RoundAction.START)
    found.state = RUNNING
    if found.clock_minutes and found.clock_started_at is None:
        found.clock_started_at = act.at
    started = RoundStarted(stage=found.stage.number, round=found.number, clock=clock_members(found))
    fact_append(act=act, stream=found.stage.event.stream, fact=started)
    found.save(update_fields=["state", "clock_started_at"])
    return found


@transaction.atomic
def round_begin(*, act: Act, round_: Round) -> None:
    """The first result of a published round starts it. Its clock is left alone."""
    stream_lock(stream=round_.stage.event.stream)
    found = Round.objects.select_related("stage__event").filter(pk=round_.pk, state=PUBLISHED).order_by("pk").first()
    if found is not None:
        started = RoundStarted(stage=found.stage.number, round=found.number, clock=clock_members(found), by_result=True)
        fact_append(act=replace(act, why=""), stream=found.stage.event.stream, fact=started)
        found.state = RUNNING
        found.save(update_fields=["state"])


@transaction.atomic
def round_follow_ruling(*, act: Act, round_: Round) -> None:
    """A ruling in the round, with its reason: it starts a published round, and reopens a closed one. Called with the
    game locked."""
    round_begin(act=act, round_=round_)
    found = Round.objects.select_related("stage__event").filter(pk=round_.pk, state=CLOSED).order_by("pk").first()
    if found is not None:
        _state_set(act, found, REOPENED, RoundReopened)


@transaction.atomic
def round_close(*, act: Act, round_: Round) -> Round:
    """All is played: settled results don't change any more, unless the round is reopened. Pressed twice is once.
    DomainError `results_missing`."""
    if _stands(act, round_, CLOSED):
        return round_
    found = round_for_change(act, round_, RoundAction.CLOSE)
    missing = round_open_count(found)
    if missing:
        raise DomainError("results_missing", missing_results(found.stage.event, missing))
    return _state_set(act, found, CLOSED, RoundClosed)


@transaction.atomic
def round_reopen(*, act: Act, round_: Round) -> Round:
    """Take a closed round up again, with a reason, so that a result can be put right. Pressed twice is once."""
    if _stands(act, round_, REOPENED):
        return round_
    found = round_for_change(act, round_, RoundAction.REOPEN)
    return _state_set(act, found, REOPENED, RoundReopened)


def _state_set(act: Act, round_: Round, state: RoundState, kind: type[RoundClosed | RoundReopened]) -> Round:
    moved = kind(stage=round_.stage.number, round=round_.number)
    fact = fact_append(act=act, stream=round_.stage.event.stream, fact=moved)
    round_.state, round_.fact_number = state, fact.number
    round_.save(update_fields=["state", "fact_number"])
    return round_


def rounds_complete(event: Event, rounds: list[Round]) -> list[Round]:
    """The rounds in which every game has a result that counts."""
    waiting = set(uncounted_games(event).values_list("match__round_id", flat=True))
    return [round_ for round_ in rounds if round_.pk not in waiting]
