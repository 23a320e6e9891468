"""Calls for the arbiter: made at a table, taken and closed by the staff.

They are rows, no facts: a call decides nothing, and the log is for good. What comes of it is a fact.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotAllowed, NotFound
from tournaments.enums import EventState
from tournaments.models import ArbiterCall, Match, MatchSeat
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.services.permissions import require_event, seat_of

MOST_CALLS = 10  # of one player in one match


@transaction.atomic
def arbiter_call(*, act: Act, match_key: str) -> ArbiterCall:
    """A player of the match calls the arbiter to the table. Called twice, by one or by both, is once. NotAllowed
    `not_your_game`; DomainError `game_void`, `not_running`, `called_often`."""
    match = match_by_key(match_key)
    seat = _own_seat(act, match)
    _require_play(match)
    Match.objects.select_for_update().get(pk=match.pk)  # two who call at once
    call = ArbiterCall.objects.filter(match=match, closed_at=None).first()
    if call is not None:
        return call
    if ArbiterCall.objects.filter(match=match, entry=seat.entry).count() >= MOST_CALLS:
        raise DomainError("called_often", _("You called the arbiter often in this match. Go to the desk, please."))
    return ArbiterCall.objects.create(key=act.ids.key(), match=match, entry=seat.entry, at=act.at)


@transaction.atomic
def arbiter_call_withdraw(*, act: Act, match_key: str) -> None:
    """The player who called doesn't need the arbiter any more. Pressed twice is once. NotAllowed `not_your_game`, and
    `not_your_call` for the others of the match."""
    match = match_by_key(match_key)
    entry = _own_seat(act, match).entry
    calls = ArbiterCall.objects.filter(match=match, closed_at=None)
    if calls.exclude(entry=entry).exists():
        raise NotAllowed("not_your_call", _("Somebody else at your table called. Tell the arbiter when they come."))
    calls.filter(entry=entry).update(closed_at=act.at)


@transaction.atomic
def arbiter_call_take(*, act: Act, key: str) -> ArbiterCall:
    """Somebody of the staff goes to the table. The first who says so does. DomainError `call_taken`, `call_closed`."""
    call = _call(act, key)
    if call.closed_at is not None:
        raise DomainError("call_closed", _("This call is closed already."))
    if call.taken_by not in ("", str(act.actor)):
        raise DomainError("call_taken", _("Somebody else is on the way already."))
    if not call.taken_by:
        call.taken_at, call.taken_by = act.at, str(act.actor)
        call.save(update_fields=["taken_at", "taken_by"])
    return call


@transaction.atomic
def arbiter_call_close(*, act: Act, key: str) -> ArbiterCall:
    """The arbiter was at the table. Pressed twice is once."""
    call = _call(act, key)
    if call.closed_at is None:
        call.closed_at = act.at
        call.save(update_fields=["closed_at"])
    return call


def _call(act: Act, key: str) -> ArbiterCall:
    """The call under its lock, for the staff. NotFound where there is none."""
    calls = ArbiterCall.objects.select_for_update(of=("self",)).select_related("match__round__stage__event__club")
    call = calls.filter(key=key).order_by("pk").first()
    if call is None:
        raise NotFound("no_such_call", _("There is no such call."))
    require_event(act, call.match.round.stage.event, Action.DESK)
    return call


def _own_seat(act: Act, match: Match) -> MatchSeat:
    seat = seat_of(act.actor, match)
    if seat is None:
        raise NotAllowed("not_your_game", _("This isn’t your game. Open your own personal link, or ask at the desk."))
    return seat


def _require_play(match: Match) -> None:
    if match.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed. Look at the new pairing."))
    if match.round.stage.event.state != EventState.RUNNING or match.round.state not in PUBLIC_ROUNDS or match.bye:
        raise DomainError("not_running", _("This event isn’t running."))
