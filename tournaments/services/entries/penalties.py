"""What an arbiter gives a player: a warning, time, or a deduction of points; and takes back."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed, NotFound
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.selectors.reasons import reasons_of
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EventState, PenaltyKind
from tournaments.facts.penalties import MOST_MINUTES, DeductionTakenBack, PlayerWarned, PointsDeducted, WarningTakenBack
from tournaments.models import Entry, Event, Penalty, Stage
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.stages import is_final, participants_of, scale_of
from tournaments.services.entries.states import is_own
from tournaments.services.permissions import require_event
from tournaments.services.stages.standings import current_rows
from tournaments.signals import event_changed


@dataclass(frozen=True, slots=True)
class Given:
    """What is given: points in units of the stage's points, or minutes; a warning has neither. `round` None: the newest
    that is published."""

    kind: PenaltyKind
    points: int = 0
    minutes: int = 0
    round: int | None = None


@transaction.atomic
def penalty_give(*, act: Act, entry: Entry, given: Given) -> Penalty:
    """Give a player of a running event a warning, minutes or a deduction, with a reason (`act.why`). Given twice with
    the same reason in the same round is once. NotAllowed `own_entry`: nobody decides about themselves. DomainError
    `not_running`, `no_round`; Invalid `reason_missing`, `not_in_stage`, `no_such_round`, `no_such_amount`,
    `points_decide_nothing` in a bracket, `more_than_points`."""
    event = _locked(act, entry)
    if not act.why:
        raise Invalid(
            "reason_missing",
            _("This needs a reason; it is kept in the log."),
            fields={"why": _("Say why, in a few words.")},
        )
    stage = stage_of(event)
    if not participants_of(stage).filter(pk=entry.pk).exists():
        message = _("%(name)s doesn’t play in this stage.") % {"name": isolated(entry.player.name)}
        raise Invalid("not_in_stage", message, fields={"entry": message})
    number = _round_number(stage, given)
    amount = _amount(stage, entry, given)
    same = _same(act, event, entry, given.kind, number, amount)
    if same is not None:
        return same
    key = act.ids.key()
    fact: PointsDeducted | PlayerWarned
    if given.kind == PenaltyKind.POINTS:
        fact = PointsDeducted(
            penalty=key, entry=entry.key, stage=stage.number, round=number, points=amount, scale=scale_of(stage)
        )
    else:
        fact = PlayerWarned(penalty=key, entry=entry.key, stage=stage.number, round=number, minutes=amount)
    row = fact_append(act=act, stream=event.stream, fact=fact)
    penalty = Penalty.objects.create(
        key=key,
        entry=entry,
        stage=stage,
        round_number=number,
        kind=given.kind,
        amount=amount,
        given_at=act.at,
        fact_number=row.number,
    )
    _tell(event)
    return penalty


@transaction.atomic
def penalty_take_back(*, act: Act, event: Event, key: str) -> Penalty:
    """It counts for nothing any more; the log keeps both. Pressed twice is once. NotFound; NotAllowed; DomainError
    `not_running`."""
    require_event(act, event, Action.RULE)  # before it is said whether there is one
    found = Penalty.objects.filter(stage__event=event, key=key).select_related("entry__player__user").first()
    if found is None:
        raise NotFound("no_such_penalty", _("There is no such penalty."))
    event = _locked(act, found.entry)
    penalty = Penalty.objects.get(pk=found.pk)
    if penalty.is_taken_back:
        return penalty
    kind = DeductionTakenBack if penalty.kind == PenaltyKind.POINTS else WarningTakenBack
    fact_append(act=act, stream=event.stream, fact=kind(penalty=key, entry=found.entry.key))
    penalty.is_taken_back = True
    penalty.save(update_fields=["is_taken_back"])
    _tell(event)
    return penalty


def _locked(act: Act, entry: Entry) -> Event:
    require_event(act, entry.event, Action.RULE)
    if is_own(act, entry):
        raise NotAllowed("own_entry", _("This is about yourself: somebody else has to decide it."))
    stream_lock(stream=entry.event.stream)
    event = Event.objects.select_related("club").get(pk=entry.event_id)
    if event.state != EventState.RUNNING:
        raise DomainError("not_running", _("This is possible while the event is running."))
    return event


def _round_number(stage: Stage, given: Given) -> int:
    published = list(rounds_of(stage).values_list("number", flat=True))
    number = max(published, default=0) if given.round is None else given.round
    if number in published or (number == 0 and given.kind != PenaltyKind.POINTS):
        return number
    if not published:
        raise DomainError("no_round", _("Points can be deducted once the first round is published."))
    raise Invalid("no_such_round", _("There is no such round."), fields={"round": _("Choose a published round.")})


def _amount(stage: Stage, entry: Entry, given: Given) -> int:
    if given.kind == PenaltyKind.WARNING:
        return 0
    if given.kind == PenaltyKind.TIME:
        if not 1 <= given.minutes <= MOST_MINUTES:
            raise Invalid("no_such_amount", _("Say how many minutes."), fields={"minutes": _("Type a number.")})
        return given.minutes
    if given.points < 1:
        raise Invalid("no_such_amount", _("Say how many points."), fields={"points": _("Type a number.")})
    if is_final(stage):
        message = _("In a bracket points decide nothing. Rule on the game instead, or expel the player.")
        raise Invalid("points_decide_nothing", message, fields={"points": message})
    _state, entries, rows = current_rows(stage)
    if given.points > next((row.points for row in rows if entries[row.number].pk == entry.pk), 0):
        message = _("The player doesn’t have so many points.")
        raise Invalid("more_than_points", message, fields={"points": message})
    return given.points


def _same(act: Act, event: Event, entry: Entry, kind: PenaltyKind, number: int, amount: int) -> Penalty | None:
    """The same that was given already for the same reason."""
    rows = Penalty.objects.filter(
        entry=entry, stage__event=event, kind=kind, round_number=number, amount=amount, is_taken_back=False
    )
    by_fact = {row.fact_number: row for row in rows}
    reasons = reasons_of(event.stream, by_fact)
    return next((by_fact[at] for at, reason in reasons.items() if reason.text == act.why), None)


def _tell(event: Event) -> None:
    transaction.on_commit(lambda: event_changed.send(sender=Penalty, event_key=event.key))
