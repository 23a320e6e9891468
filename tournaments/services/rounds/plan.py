"""The number of rounds that a running Swiss stage is planned for. Before the start it is an option of the stage."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EventState
from tournaments.facts.events import RoundsPlanned
from tournaments.formats.core.format import Option
from tournaments.formats.registry import format_for
from tournaments.models import Event, Stage
from tournaments.selectors.events import rounds_of
from tournaments.services.permissions import require_event
from tournaments.services.rounds.states import require_reason
from tournaments.signals import event_changed

OPTION = "rounds"


def rounds_option(stage: Stage) -> Option | None:
    """The option by which the stage's format is told how many rounds to play; None where the format knows itself."""
    return next((option for option in format_for(stage.format).options if option.key == OPTION), None)


@transaction.atomic
def rounds_plan(*, act: Act, stage: Stage, rounds: int) -> Stage:
    """Plan another number of rounds, with a reason. The same number is no change.

    DomainError `not_running`, `rounds_follow` where the format itself says how many there are; Invalid `wrong_rounds`
    for fewer than are paired or too many, `reason_missing`.
    """
    require_event(act, stage.event, Action.MANAGE_EVENT)
    stream_lock(stream=stage.event.stream)
    event = Event.objects.select_for_update().get(pk=stage.event_id)
    stage = Stage.objects.get(pk=stage.pk)
    if event.state != EventState.RUNNING:
        raise DomainError("not_running", _("This event isn’t running."))
    option = rounds_option(stage)
    if option is None:
        raise DomainError("rounds_follow", _("In this format the number of rounds follows from the number of players."))
    if rounds == stage.planned_rounds:
        return stage
    least, most = max(rounds_of(stage, with_drafts=True).count(), 1), option.maximum or rounds
    if not least <= rounds <= most:
        message = _("Between %(least)d (already paired) and %(most)d rounds.") % {"least": least, "most": most}
        raise Invalid("wrong_rounds", message, fields={"rounds": message})
    require_reason(act)
    stage.planned_rounds = rounds
    stage.save(update_fields=["planned_rounds"])
    fact = RoundsPlanned(stage=stage.number, planned_rounds=rounds)
    fact_append(act=act, stream=event.stream, fact=fact)
    transaction.on_commit(lambda: event_changed.send(sender=Stage, event_key=event.key))
    return stage
