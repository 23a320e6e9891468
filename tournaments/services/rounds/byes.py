"""Byes that are asked for before a round is paired; being absent is a zero-point bye that somebody else asked for."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import ByeKind, EntryState
from tournaments.facts.wishes import ByeRequested, ByeWithdrawn
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.registry import format_for
from tournaments.models import ByeRequest, Entry, Stage
from tournaments.selectors.events import rounds_of
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import allowed, require_event
from tournaments.signals import event_changed

# What can be asked for, and which action somebody of the staff needs to note it down for a player.
NEEDED = {ByeKind.ZERO: Action.DESK, ByeKind.HALF: Action.PAIR, ByeKind.FULL: Action.PAIR}
OF_PLAYERS = (ByeKind.ZERO, ByeKind.HALF)
MOST_ROUNDS = 100  # as long as the event hasn't started, its rounds aren't counted


def is_own(actor: Actor, entry: Entry) -> bool:
    """Whether the actor is the player: by his personal link or his account."""
    user = entry.player.user
    by_account = actor.kind == "user" and user is not None and user.key == actor.key
    return by_account or (actor.kind == "link" and actor.key == entry.key)


@transaction.atomic
def bye_request(*, act: Act, stage: Stage, entry: Entry, number: int, kind: str) -> ByeRequest:
    """The entry won't play in round `number` of the stage. By the staff, or by the player himself within the
    event's rules. Asked twice is once; another kind takes the place of the one before.

    Invalid `no_such_bye`, `no_such_round`; DomainError `round_paired` (the organiser changes the draft instead),
    `too_many_half_byes`, `too_late_for_half_bye`, `bracket_fixed`, `not_playing`, `finished`.
    """
    wanted = _kind(kind)
    by_player = _require(act, entry, wanted)
    stage = _locked(stage)
    _check_round(stage, number)
    entry.refresh_from_db(fields=["state"])
    if entry.state in {EntryState.WITHDRAWN, EntryState.EXPELLED}:
        raise DomainError("not_playing", _("This player has left the event."))
    if wanted is not ByeKind.ZERO and isinstance(format_for(stage.format), RanksByPlace):
        raise DomainError("bracket_fixed", _("In a bracket no one gets points without playing: anyone absent is out."))
    requests = ByeRequest.objects.filter(stage=stage, entry=entry)
    before = requests.filter(round_number=number).first()
    if before is not None and before.kind == wanted:
        return before
    if by_player and wanted is ByeKind.HALF:
        _check_limits(stage, number, requests.filter(kind=ByeKind.HALF).exclude(round_number=number).count())
    fact = ByeRequested(stage=stage.number, entry=entry.key, round=number, bye=wanted, by_player=by_player)
    fact_append(act=act, stream=stage.event.stream, fact=fact)
    defaults = {"kind": wanted, "by_player": by_player}
    asked, _made = ByeRequest.objects.update_or_create(stage=stage, entry=entry, round_number=number, defaults=defaults)
    _tell(stage)
    return asked


@transaction.atomic
def bye_withdraw(*, act: Act, stage: Stage, entry: Entry, number: int) -> None:
    """The entry plays in round `number` of the stage after all. Pressed twice is once. A player takes back only what
    they asked for: NotAllowed for a bye that the staff noted down. DomainError `round_paired`."""
    asked = ByeRequest.objects.filter(stage=stage, entry=entry, round_number=number)
    first = asked.first()
    own = is_own(act.actor, entry) and (first is None or first.by_player)
    if not own:
        require_event(act, entry.event, NEEDED[ByeKind(first.kind)] if first else Action.DESK)
    stage = _locked(stage)
    if not asked.exists():
        return
    _check_round(stage, number)
    fact = ByeWithdrawn(stage=stage.number, entry=entry.key, round=number)
    fact_append(act=act, stream=stage.event.stream, fact=fact)
    asked.delete()
    _tell(stage)


def _kind(kind: str) -> ByeKind:
    if kind not in {wanted.value for wanted in NEEDED}:
        raise Invalid("no_such_bye", _("Choose what kind of bye it is."), fields={"kind": _("Choose one of the list.")})
    return ByeKind(kind)


def _require(act: Act, entry: Entry, wanted: ByeKind) -> bool:
    """Whether the player himself asks. Staff that plays asks as staff where its role allows."""
    if allowed(act.actor, entry.event, NEEDED[wanted]):
        return False
    if is_own(act.actor, entry) and wanted in OF_PLAYERS:
        return True
    require_event(act, entry.event, NEEDED[wanted])
    return False


def _locked(stage: Stage) -> Stage:
    """The stage as it stands under the stream's lock."""
    stream_lock(stream=stage.event.stream)
    stage = Stage.objects.select_related("event").get(pk=stage.pk)
    refuse_over(stage.event)
    return stage


def _check_round(stage: Stage, number: int) -> None:
    if stage.closed_fact or not 1 <= number <= (stage.planned_rounds or MOST_ROUNDS):
        raise Invalid("no_such_round", _("There is no such round."), fields={"round": _("Choose a round to come.")})
    if rounds_of(stage, with_drafts=True).filter(number__gte=number).exists():
        raise DomainError(
            "round_paired", _("Round %(number)d is paired already. Ask the organiser.") % {"number": number}
        )


def _check_limits(stage: Stage, number: int, others: int) -> None:
    rules = stage.event.settings
    if others >= rules.half_byes:
        raise DomainError(
            "too_many_half_byes",
            _("You can ask for at most %(most)d half-point byes in this event. A zero-point bye is always possible.")
            % {"most": rules.half_byes},
        )
    if stage.planned_rounds and number > stage.planned_rounds - rules.half_byes_end:
        raise DomainError("too_late_for_half_bye", _("There are no half-point byes in the last rounds of this event."))


def _tell(stage: Stage) -> None:
    transaction.on_commit(lambda: event_changed.send(sender=ByeRequest, event_key=stage.event.key))
