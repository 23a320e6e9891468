"""How an entry moves from state to state: one table, asked by every service; and the waiting list that fills by
itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotFound
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import BEFORE_START, OVER, EntryAction, EntryState, EventState
from tournaments.facts.entries import (
    EntryExpelled,
    EntryPaused,
    EntryPlaced,
    EntryRemoved,
    EntryReturned,
    EntryWithdrawn,
)
from tournaments.models import Entry, Event, MatchSeat, Stage
from tournaments.selectors.entries import GONE, places_left, waiting_entries
from tournaments.selectors.events import rounds_of
from tournaments.selectors.stages import is_final, participants_of
from tournaments.services.brackets.follow import has_missed_match
from tournaments.services.entries.late import byes_while_out, entries_come_late
from tournaments.services.entries.open_games import (
    forfeited_on_leaving,
    games_forfeit,
    games_take_up,
    open_games_lock,
)
from tournaments.services.events.over import refuse_over
from tournaments.services.ladder.leaving import leaver_challenges_end, leaver_games_lock
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed

LEAVING = (EntryAction.WITHDRAW, EntryAction.EXPEL)
REGISTERED, WAITING, ACTIVE = EntryState.REGISTERED, EntryState.WAITING, EntryState.ACTIVE
PAUSED, WITHDRAWN, EXPELLED = EntryState.PAUSED, EntryState.WITHDRAWN, EntryState.EXPELLED


@dataclass(frozen=True, slots=True)
class Move:
    """Where an action leads (None: the entry is taken off the list) and whether it needs a reason."""

    to: EntryState | None
    reason: bool = False


# A state that isn't named doesn't allow the action. REGISTERED and WAITING are entries without a number; they become
# ACTIVE with one: at the start, or by coming late. Who is expelled without a number returns as REGISTERED or WAITING.
MOVES: Mapping[EntryAction, Mapping[EntryState, Move]] = {
    EntryAction.REMOVE: {REGISTERED: Move(None), WAITING: Move(None)},
    EntryAction.PLACE: {WAITING: Move(REGISTERED)},
    EntryAction.PAUSE: {ACTIVE: Move(PAUSED)},
    EntryAction.RETURN: {
        PAUSED: Move(ACTIVE),
        WITHDRAWN: Move(ACTIVE, reason=True),
        EXPELLED: Move(ACTIVE, reason=True),
    },
    EntryAction.WITHDRAW: {ACTIVE: Move(WITHDRAWN), PAUSED: Move(WITHDRAWN)},
    EntryAction.EXPEL: {
        state: Move(EXPELLED, reason=True) for state in (REGISTERED, WAITING, ACTIVE, PAUSED, WITHDRAWN)
    },
}

# What stands in the way, and what to do about it, by the state that the entry is in.
_REFUSALS: Mapping[EntryState, tuple[str, str | Promise]] = {
    REGISTERED: ("not_started", _("%(name)s hasn’t started playing: remove them from the list instead.")),
    WAITING: ("not_started", _("%(name)s is on the waiting list: give them a place, or remove them from the list.")),
    ACTIVE: ("started", _("%(name)s takes part in the running event: pause or withdraw the player instead.")),
    PAUSED: ("started", _("%(name)s is paused: bring them back, or withdraw them.")),
    WITHDRAWN: ("withdrawn", _("%(name)s has withdrawn. Take the player back in first, with a reason.")),
    EXPELLED: ("expelled", _("%(name)s was expelled. Take the player back in first, with a reason.")),
}


def moves_from(state: str) -> list[EntryAction]:
    """What can be done with an entry in a state, in the order in which buttons stand."""
    return [action for action in EntryAction if EntryState(state) in MOVES[action]]


def entry_for_change(act: Act, entry: Entry, action: Action = Action.MANAGE_ENTRIES, *, permit: bool = True) -> Entry:
    """The entry as it stands under the stream's lock, with event, club and player. NotAllowed; NotFound where it was
    taken off meanwhile; DomainError `finished`. `permit` is False where the caller has seen to the permission."""
    if permit:
        require_event(act, entry.event, action)
    stream_lock(stream=entry.event.stream)
    found = Entry.objects.select_related("event__club", "player__user").filter(pk=entry.pk).order_by("pk").first()
    if found is None:
        raise NotFound("no_such_entry", _("This player was removed from the list in the meantime."))
    refuse_over(found.event, finished=_("This event is finished, so nobody comes or goes any more."))
    return found


def require_move(act: Act, entry: Entry, action: EntryAction) -> Move:
    """Where the action leads. DomainError `not_started`, `started`, `withdrawn` or `expelled` where the state doesn't
    allow it; Invalid `reason_missing` where it needs a reason and `act.why` is empty."""
    move = MOVES[action].get(EntryState(entry.state))
    if move is None:
        code, message = _REFUSALS[EntryState(entry.state)]
        raise DomainError(code, message % {"name": isolated(entry.player.name)})
    if move.reason and not act.why:
        raise Invalid(
            "reason_missing",
            _("This needs a reason; it is kept in the log."),
            fields={"why": _("Say why, in a few words.")},
        )
    return move


@transaction.atomic
def entry_remove(*, act: Act, entry: Entry) -> None:
    """Take off the list who has no number yet; a free place goes to the first who waits. DomainError `started`:
    afterwards people withdraw."""
    found = entry_for_change(act, entry)
    require_move(act, found, EntryAction.REMOVE)
    _take_off(act, found)


@transaction.atomic
def entry_sign_off(*, act: Act, entry: Entry) -> None:
    """The player himself won't come: taken off the list before the start. Signed off twice is once. NotAllowed for
    anybody else; DomainError `started`."""
    if not is_own(act, entry):
        raise _not_yours()
    if not Entry.objects.filter(pk=entry.pk).exists():
        return
    found = entry_for_change(act, entry, permit=False)
    if found.state not in MOVES[EntryAction.REMOVE]:
        raise DomainError("started", _("The event has started. Tell the organiser that you leave."))
    _take_off(act, found)


@transaction.atomic
def entry_leave(*, act: Act, entry: Entry) -> None:
    """A player leaves for good: off the list before the start, withdrawn afterwards. Nothing happens in an event that
    is finished, or where the player is out already. Permission is the caller's."""
    if entry.event.state in OVER:
        return
    leaver_games_lock(entry)
    found = entry_for_change(act, entry, permit=False)
    if found.state in MOVES[EntryAction.REMOVE] and found.number is None:
        _take_off(act, found)
    elif found.state in MOVES[EntryAction.WITHDRAW]:
        _move(act, found, EntryAction.WITHDRAW, EntryWithdrawn, permit=False)


def is_own(act: Act, entry: Entry) -> bool:
    """Whether the actor is the entry's player: by its personal link, or by the account."""
    if act.actor.kind == "link":
        return act.actor.key == entry.key
    user = entry.player.user
    return act.actor.kind == "user" and user is not None and user.key == act.actor.key


def _not_yours() -> DomainError:
    message = _("This belongs to another player. Open your own personal link, or ask at the desk.")
    return DomainError("not_your_entry", message, status=403)


def _take_off(act: Act, entry: Entry) -> None:
    event = entry.event
    fact_append(act=act, stream=event.stream, fact=EntryRemoved(entry=entry.key, player=entry.player.key))
    Entry.objects.filter(pk=entry.pk).delete()
    waiting_fill(act, event)


@transaction.atomic
def entry_place(*, act: Act, stage: Stage, entry: Entry) -> Entry:
    """Give somebody who waits a place, out of turn or beyond the capacity; in a running event it is a late entry into
    the stage (DomainError as `late_entry`). Pressed twice is once."""
    found = entry_for_change(act, entry)
    if found.state in {REGISTERED, ACTIVE}:
        return found
    require_move(act, found, EntryAction.PLACE)
    if found.event.state == EventState.RUNNING:
        entries_come_late(act, stage_now(stage, found.event), [found])
        _tell(found.event)
    else:
        _place(act, found)
    return found


def stage_now(stage: Stage, event: Event) -> Stage:
    """The stage as it stands under the stream's lock, with the event as it was read there."""
    found = Stage.objects.get(pk=stage.pk)
    found.event = event
    return found


def _place(act: Act, entry: Entry) -> None:
    """A place before the start."""
    fact_append(act=act, stream=entry.event.stream, fact=EntryPlaced(entry=entry.key))
    _state_set(entry, REGISTERED)


def waiting_fill(act: Act, event: Event) -> list[Entry]:
    """Before the start, free places go to those who wait, in order. Under the caller's lock, by whatever freed them."""
    if event.state not in BEFORE_START:
        return []
    free = places_left(event)
    waiting = waiting_entries(event)
    moved = list(waiting if free is None else waiting[:free])
    for entry in moved:
        entry.event = event
        _place(act, entry)
    return moved


def _state_set(entry: Entry, state: EntryState) -> None:
    entry.state = state
    Entry.objects.filter(pk=entry.pk).update(state=state)


def _tell(event: Event) -> None:
    transaction.on_commit(lambda: event_changed.send(sender=Entry, event_key=event.key))


@transaction.atomic
def entry_pause(*, act: Act, entry: Entry) -> Entry:
    """Paired no more until taken back in; the rounds between are zero-point byes. Pressed twice is once."""
    return _move(act, entry, EntryAction.PAUSE, EntryPaused)


@transaction.atomic
def entry_withdraw(*, act: Act, entry: Entry) -> Entry:
    """The player leaves a running event: keeps what was played and is paired no more. Pressed twice is once."""
    return _move(act, entry, EntryAction.WITHDRAW, EntryWithdrawn)


@transaction.atomic
def entry_expel(*, act: Act, entry: Entry) -> Entry:
    """Out, with a reason: keeps what was played, is paired no more, and can't sign up again. Pressed twice is once."""
    found = _move(act, entry, EntryAction.EXPEL, EntryExpelled)
    waiting_fill(act, found.event)
    return found


@transaction.atomic
def entry_return(*, act: Act, stage: Stage, entry: Entry) -> Entry:
    """Back in: from a pause as it is, after withdrawing or expulsion with a reason, and with zero-point byes in the
    rounds of the stage that went by meanwhile. An entry without a number gets a place, or the end of the waiting
    list. Pressed twice is once."""
    return _move(act, entry, EntryAction.RETURN, EntryReturned, _back_to, stage=stage)


def _back_to(entry: Entry) -> EntryState:
    if entry.number is not None:
        return ACTIVE
    is_free = entry.event.state != EventState.RUNNING and places_left(entry.event) != 0
    return REGISTERED if is_free else WAITING


def _refuse_return_to_bracket(stage: Stage, entry: Entry) -> None:
    """Whose matches of a bracket were paired without him can't take them up again: DomainError `bracket_went_on`."""
    if entry.state not in {WITHDRAWN, EXPELLED} or entry.event.state != EventState.RUNNING:
        return
    if not is_final(stage) or not participants_of(stage).filter(pk=entry.pk).exists():
        return
    seated = MatchSeat.objects.filter(entry=entry, is_void=False).values("round")
    if rounds_of(stage).exclude(pk__in=seated).exists() or has_missed_match(stage, entry):
        raise DomainError(
            "bracket_went_on",
            _("The bracket went on without %(name)s, so nobody comes back into it.")
            % {"name": isolated(entry.player.name)},
        )


def _move(
    act: Act,
    entry: Entry,
    action: EntryAction,
    kind: type[EntryPaused | EntryWithdrawn | EntryExpelled | EntryReturned],
    target: Callable[[Entry], EntryState] | None = None,
    *,
    permit: bool = True,
    stage: Stage | None = None,
) -> Entry:
    is_leaving, is_coming = action in LEAVING, action is EntryAction.RETURN
    if permit:
        require_event(act, entry.event, Action.MANAGE_ENTRIES)
    links = open_games_lock(entry) if is_leaving and not entry.event.has_ladder else []
    forfeited = forfeited_on_leaving(entry) if is_coming else []
    if is_leaving:
        leaver_games_lock(entry)
    found = entry_for_change(act, entry, permit=permit)
    if action is EntryAction.PAUSE and found.event.has_ladder:
        raise DomainError("ladder_holiday", _("On a ladder nobody pauses: enter a holiday for the player instead."))
    if stage is not None:
        stage = stage_now(stage, found.event)
        _refuse_return_to_bracket(stage, found)
    to = target(found) if target else next(iter(MOVES[action].values())).to
    if found.state == to and found.state not in MOVES[action]:
        return found
    require_move(act, found, action)
    is_back = found.event.state == EventState.RUNNING and found.number is not None
    missed: dict[str, Any] = byes_while_out(act, stage, found) if stage is not None and is_back else {}
    if is_leaving:
        leaver_challenges_end(act, found)
    if is_leaving and found.event.state == EventState.RUNNING:
        games = games_forfeit(act=act, entry=found, links=links)
        missed = {"forfeited": games} if games else {}
    fact_append(act=act, stream=found.event.stream, fact=kind(entry=found.key, state=EntryState(str(to)), **missed))
    if is_coming and found.state in GONE:
        games_take_up(act=act, games=forfeited)
    _state_set(found, EntryState(str(to)))
    _tell(found.event)
    return found
