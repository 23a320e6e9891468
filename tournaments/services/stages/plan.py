"""Plans the stage after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.facts.events import StageMade
from tournaments.facts.stages import StageDropped, StagePlanned
from tournaments.formats.core.capabilities import AnswersChallenges, SeatsTables
from tournaments.formats.core.elimination import ChoosesEntrants, RanksByPlace
from tournaments.formats.core.format import (
    FormatOptionError,
    OptionValue,
    SizesTables,
    check_playable,
    option_values,
    options_for,
)
from tournaments.formats.registry import FORMATS, format_for
from tournaments.models import Event, Stage
from tournaments.selectors.stages import groups_of_stage, is_bracket, is_final, is_ladder, stages_of
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import require_event
from tournaments.services.stages.options import option_refusal, players_of_event, stage_options

MOST_STAGES = 2


LENGTHS = (1, 3, 5, 7, 9)


def event_pages_mark(event: Event) -> None:
    """Keep with the event which pages its stages need, so that every page knows its tabs."""
    stages = list(stages_of(event))
    event.has_bracket = any(is_bracket(stage) for stage in stages)
    event.has_groups = any(groups_of_stage(stage) for stage in stages)
    event.has_ladder = any(is_ladder(stage) for stage in stages)
    pages = {name: getattr(event, name) for name in ("has_bracket", "has_groups", "has_ladder")}
    Event.objects.filter(pk=event.pk).update(**pages)


def later_formats(stage: Stage) -> list[str]:
    """The keys of formats that the stage after this one can have: finals that the game can be played in. Final tables
    follow tables."""
    players = players_of_event(stage.event)
    return [
        key for key, format_ in FORMATS.items() if isinstance(format_, RanksByPlace) and _follows(stage, key, players)
    ]


def usual_options(stage: Stage, key: str) -> dict[str, OptionValue]:
    """What a later stage of that format has where nothing else is said: all options, for this game, at tables of the
    size that the stage has."""
    format_, players = format_for(key), players_of_event(stage.event)
    values = option_values(format_, options_for(format_, players))
    before = option_values(format_for(stage.format), stage.options)
    if isinstance(format_, SizesTables) and "size" in values and "size" in before:
        values["size"] = int(before["size"])
        values["least"] = min(int(values["least"]), int(values["size"]))
    return values


def _follows(stage: Stage, key: str, players: Sequence[int]) -> bool:
    format_ = format_for(key)
    if isinstance(format_, SeatsTables) and not isinstance(format_for(stage.format), SeatsTables):
        return False
    try:
        check_playable(format_, options_for(format_, players), players)
    except FormatOptionError:
        return False
    return True


def stage_after(stage: Stage) -> Stage | None:
    """The next stage of the event; None where none is planned."""
    return stages_of(stage.event).filter(number=stage.number + 1).first()


def length_problem(format: str, best_of: int) -> Promise | str | None:
    """Why matches of a stage of that format can't be of so many games; None where they can."""
    if best_of not in LENGTHS:
        return _("1, 3, 5, 7 or 9 games.")
    if best_of > 1 and isinstance(format_for(format), SeatsTables):
        return _("At tables a match is one game: choose 1.")
    if best_of > 1 and isinstance(format_for(format), AnswersChallenges):
        return _("On a ladder a match is one game: choose 1.")
    return None


@transaction.atomic
def stage_plan(
    *, act: Act, stage: Stage, format: str, qualifiers: int, options: Mapping[str, Any] | None = None, best_of: int = 1
) -> Stage:
    """Plan a bracket or final tables after the stage, or change what is planned: how many of each group (or of the
    whole table) go on into it, and its format's options. The same once more is no change.

    Invalid `wrong_stage` with the fields; DomainError `finished`, `no_stage_after` after a bracket and where the
    next stage runs already.
    """
    stage = stage_for_change(act, stage)
    if is_ladder(stage):
        raise DomainError("no_stage_after", _("A ladder has no end, so no other stage comes after it."))
    if stage.closed_fact or is_final(stage) or stage.number >= MOST_STAGES:
        raise DomainError("no_stage_after", _("This stage is the end of the event: no other stage comes after it."))
    checked = _validate(stage, format, qualifiers, options or {}, best_of)
    event, number = stage.event, stage.number + 1
    before = stage_after(stage)
    wanted: dict[str, Any] = {"format": format, "options": checked, "best_of": best_of, "takes": qualifiers}
    if before is not None and all(getattr(before, name) == value for name, value in wanted.items()):
        return before
    fact_append(act=act, stream=event.stream, fact=StagePlanned(stage=StageMade(number=number, **wanted)))
    planned, _made = Stage.objects.update_or_create(event=event, number=number, defaults=wanted)
    event_pages_mark(event)
    return planned


def _validate(stage: Stage, format: str, qualifiers: int, options: Mapping[str, Any], best_of: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if format not in later_formats(stage):
        fields["format"] = _("Choose one of the list.")
    if not 1 <= qualifiers <= 256:
        fields["takes"] = _("Between 1 and 256.")
    checked: dict[str, Any] = {}
    if "format" not in fields:
        problem = length_problem(format, best_of)
        fields |= {"best_of": problem} if problem else {}
        players = players_of_event(stage.event)
        try:
            given = {**usual_options(stage, format), **options}
            checked = stage_options(players=players, format=format, options=given)
        except FormatOptionError as error:
            fields[f"option_{error.key[:40]}"] = option_refusal(error, players)
        else:
            problem = _entrants_problem(format, qualifiers, checked)
            fields |= {"takes": problem} if problem and "takes" not in fields else {}
    if fields:
        raise Invalid("wrong_stage", _("This stage isn’t possible."), fields=fields)
    return checked


def _entrants_problem(format: str, qualifiers: int, options: Mapping[str, Any]) -> str | None:
    """Why a stage of that format can't be planned for so many."""
    format_ = format_for(format)
    if not isinstance(format_, ChoosesEntrants):
        return None
    try:
        format_.check_entrants(qualifiers, options)
    except ValueError:
        return _("Choose a number that fills tables of %(size)d, or a single table.") % {"size": options["size"]}
    return None


@transaction.atomic
def stage_drop(*, act: Act, stage: Stage) -> None:
    """Plan no stage after this one. Pressed twice is once; one that runs already stays."""
    stage = stage_for_change(act, stage)
    after = stage_after(stage)
    if after is None or stage.closed_fact:
        return
    fact_append(act=act, stream=stage.event.stream, fact=StageDropped(stage=after.number))
    after.delete()
    event_pages_mark(stage.event)


def stage_for_change(act: Act, stage: Stage) -> Stage:
    """The stage as it stands under the stream's lock, with its event. NotAllowed; DomainError `finished`."""
    require_event(act, stage.event, Action.MANAGE_EVENT)
    stream_lock(stream=stage.event.stream)
    event = Event.objects.select_for_update().select_related("club").get(pk=stage.event.pk)
    refuse_over(event)
    found = Stage.objects.get(pk=stage.pk)
    found.event = event
    return found
