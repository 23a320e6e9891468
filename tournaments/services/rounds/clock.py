"""A round's clock, kept as instants: a server whose own clock jumps or stops loses nothing."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import RoundAction, RoundState
from tournaments.facts.rounds import RoundClockSet
from tournaments.models import Round
from tournaments.services.rounds.states import clock_members, round_for_change
from tournaments.signals import event_changed

LONGEST = 24 * 60  # minutes
CLOCK_FIELDS = ["clock_minutes", "clock_started_at", "clock_paused_at", "clock_paused_seconds"]


@transaction.atomic
def clock_set(*, act: Act, round_: Round, minutes: int) -> Round:
    """How long the round takes; 0 takes the clock away. A clock that runs keeps its start. Invalid `no_such_time`."""
    found = round_for_change(act, round_, RoundAction.CLOCK)
    if not 0 <= minutes <= LONGEST:
        raise _no_such_time()
    if minutes == (found.clock_minutes or 0):
        return found
    if minutes == 0:
        found.clock_minutes = found.clock_started_at = found.clock_paused_at = None
        found.clock_paused_seconds = 0
    else:
        found.clock_minutes = minutes
    return _store(act, found)


@transaction.atomic
def clock_start(*, act: Act, round_: Round) -> Round:
    """Start the clock, or let it go on after a pause; a published round runs from then on. Pressed twice is once.
    DomainError `no_clock`."""
    found = _with_clock(act, round_)
    if found.state == RoundState.DRAFT:
        raise DomainError("not_published", _("This round is a draft. Publish it first."))
    if found.clock_started_at is None:
        found.clock_started_at = act.at
    elif found.clock_paused_at is not None:
        pause = max(act.at - found.clock_paused_at, timedelta())
        found.clock_paused_seconds += round(pause.total_seconds())
        found.clock_paused_at = None
    else:
        return found
    if found.state == RoundState.PUBLISHED:
        found.state = RoundState.RUNNING
        found.save(update_fields=["state"])
    return _store(act, found)


@transaction.atomic
def clock_pause(*, act: Act, round_: Round) -> Round:
    """Hold the clock. Pressed twice is once. DomainError `no_clock`, `clock_not_started`."""
    found = _with_clock(act, round_)
    if found.clock_started_at is None:
        raise DomainError("clock_not_started", _("The clock isn’t running yet."))
    if found.clock_paused_at is not None:
        return found
    found.clock_paused_at = max(act.at, found.clock_started_at)
    return _store(act, found)


@transaction.atomic
def clock_extend(*, act: Act, round_: Round, minutes: int) -> Round:
    """Give everybody more time (or less, for minutes below 0; at least one minute is left). Invalid `no_such_time`."""
    found = _with_clock(act, round_)
    whole = (found.clock_minutes or 0) + minutes
    if not 1 <= whole <= LONGEST:
        raise _no_such_time()
    found.clock_minutes = whole
    return _store(act, found)


def _no_such_time() -> Invalid:
    return Invalid(
        "no_such_time",
        _("A round takes between 1 minute and 24 hours."),
        fields={"minutes": _("Type a number of minutes.")},
    )


def _with_clock(act: Act, round_: Round) -> Round:
    found = round_for_change(act, round_, RoundAction.CLOCK)
    if not found.clock_minutes:
        raise DomainError("no_clock", _("This round has no clock. Set how many minutes it takes first."))
    return found


def _store(act: Act, round_: Round) -> Round:
    fact = RoundClockSet(
        stage=round_.stage.number, round=round_.number, state=RoundState(round_.state), clock=clock_members(round_)
    )
    fact_append(act=act, stream=round_.stage.event.stream, fact=fact)
    round_.save(update_fields=CLOCK_FIELDS)
    _tell(round_)
    return round_


def _tell(round_: Round) -> None:
    key = round_.stage.event.key
    transaction.on_commit(lambda: event_changed.send(sender=Round, event_key=key))
