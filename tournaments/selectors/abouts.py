"""What an event says of itself, and its format in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import EventState
from tournaments.formats.registry import format_for
from tournaments.models import Event, EventAbout, Round, Stage
from tournaments.selectors.events import PUBLIC_ROUNDS, running_stage
from tournaments.selectors.stages import groups_of_stage, is_bracket, is_ladder


class FirstTab(StrEnum):
    """A tab that an event's page opens on."""

    PAIRINGS = "pairings"
    STANDINGS = "standings"
    BRACKET = "bracket"
    GROUPS = "groups"
    LADDER = "ladder"


def about_of(event: Event) -> EventAbout:
    """The event's texts, all empty where it says nothing yet."""
    return EventAbout.objects.filter(event=event).first() or EventAbout(event=event)


def first_tab(event: Event, stages: Sequence[Stage]) -> FirstTab:
    """What the first page of an event with these stages opens on: a bracket once it is drawn, what was decided where
    the event is over, else the newest round."""
    if event.state not in {EventState.RUNNING, EventState.FINISHED}:
        return FirstTab.PAIRINGS
    stage = running_stage(stages)
    if is_bracket(stage) and stage.planned_rounds:
        return FirstTab.BRACKET
    if is_ladder(stage):
        return FirstTab.LADDER
    if event.state != EventState.FINISHED:
        return FirstTab.PAIRINGS
    return FirstTab.GROUPS if groups_of_stage(stage) else FirstTab.STANDINGS


def stage_in_words(stage: Stage) -> str:
    """What a stage is: its format, and how many groups."""
    name, groups = _(format_for(stage.format).name), groups_of_stage(stage)
    if not groups:
        return name
    of_groups = ngettext("%(name)s in %(count)d group", "%(name)s in %(count)d groups", groups)
    return of_groups % {"name": name, "count": groups}


def format_in_words(event: Event, stages: Iterable[Stage]) -> str:
    """How an event is played, in one line: "Swiss, 5 rounds, one game each"; how it was played once it is finished,
    which may be early."""
    played = _rounds_played(event) if event.state == EventState.FINISHED else {}
    return _("; then ").join(_stage_line(stage, played.get(stage.pk, 0)) for stage in stages)


def _rounds_played(event: Event) -> Mapping[int, int]:
    """The number of published rounds, by primary key of the stage."""
    rounds = Round.objects.filter(stage__event=event, state__in=PUBLIC_ROUNDS).order_by()
    return dict(rounds.values_list("stage").annotate(count=Count("pk")))


def _stage_line(stage: Stage, played: int) -> str:
    rounds = 0 if is_ladder(stage) else played or stage.planned_rounds or int(stage.options.get("rounds", 0))
    parts = [stage_in_words(stage)]
    if rounds:
        parts.append(ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds})
    if stage.best_of == 1:
        parts.append(_("one game each"))
    else:
        parts.append(_("best of %(games)d games") % {"games": stage.best_of})
    return ", ".join(parts)
