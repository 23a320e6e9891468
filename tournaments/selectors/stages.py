"""Stages and rounds by the numbers that addresses call them by."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import NotFound
from tournaments.formats.core.capabilities import AnswersChallenges
from tournaments.formats.core.elimination import DrawsBracket, RanksByPlace
from tournaments.formats.core.format import points_scale
from tournaments.formats.core.groups import PlaysInGroups
from tournaments.formats.core.tiebreaks.catalogue import fitting
from tournaments.formats.core.tiebreaks.tie_break import TieBreak
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Round, Stage, StageSeed
from tournaments.models.numbers import columns_of_event
from tournaments.selectors.events import PUBLIC_ROUNDS, rounds_of, stage_of


def stages_of(event: Event) -> QuerySet[Stage]:
    return Stage.objects.filter(event=event).order_by("number")


def formats_of(event: Event) -> list[str]:
    """The keys of the formats of its stages."""
    return list(stages_of(event).values_list("format", flat=True))


def is_bracket(stage: Stage) -> bool:
    """Whether a drawing says who meets whom."""
    return isinstance(format_for(stage.format), DrawsBracket)


def is_final(stage: Stage) -> bool:
    """Whether ranks say who is still in and how far the others came, and points decide nothing: a bracket, or final
    tables."""
    return isinstance(format_for(stage.format), RanksByPlace)


def is_ladder(stage: OfFormat) -> bool:
    """Whether challenges say who meets whom, and an order is the table."""
    return isinstance(format_for(stage.format), AnswersChallenges)


def is_of_pairs(stage: Stage) -> bool:
    """Whether two play each game of the stage."""
    return max(format_for(stage.format).table_sizes) == 2


def scale_of(stage: Stage) -> int:
    """The number of units of the stage's points that make one point."""
    return points_scale(format_for(stage.format), stage.options)


def bracket_stage(event: Event) -> Stage:
    """The event's last stage that is a bracket; NotFound where it has none."""
    found = [stage for stage in stages_of(event) if is_bracket(stage)]
    if not found:
        raise NotFound("no_bracket", _("This event has no bracket."))
    return found[-1]


def stage_entries(stage: Stage, numbers: Collection[int] | None = None) -> dict[int, Entry]:
    """Who takes part in a stage, by pairing number, with players and clubs: in the first everybody who has a number, in
    later ones who was seeded. With `numbers` only those."""
    if stage.number > 1:
        seeds = StageSeed.objects.filter(stage=stage).select_related("entry__player__club")
        seeds = seeds if numbers is None else seeds.filter(number__in=numbers)
        return {seed.number: seed.entry for seed in seeds}
    entries = Entry.objects.filter(event=stage.event, number__isnull=False).select_related("player__club")
    entries = entries if numbers is None else entries.filter(number__in=numbers)
    return {entry.number: entry for entry in entries if entry.number is not None}


def group_stage(event: Event) -> Stage:
    """The event's stage that is played in groups; NotFound where it has none."""
    found = [stage for stage in stages_of(event) if groups_of_stage(stage)]
    if not found:
        raise NotFound("no_groups", _("This event has no groups."))
    return found[0]


def groups_of_stage(stage: Stage) -> int:
    """The number of groups that play the stage beside each other; 0 where all play together."""
    return groups_of_format(stage)


def tie_breaks_offered(event: Event) -> Mapping[str, TieBreak]:
    """The tie-breaks, by code, that fit the event's game system and its formats."""
    sizes = {size for key in formats_of(event) for size in format_for(key).table_sizes}
    return fitting(columns_of_event(event), sizes)


class OfFormat(Protocol):
    """A stage, or what the facts say of one."""

    @property
    def format(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Any]: ...


def groups_of_format(stage: OfFormat) -> int:
    """As `groups_of_stage`."""
    format_ = format_for(stage.format)
    return format_.group_count(stage.options) if isinstance(format_, PlaysInGroups) else 0


def stage_numbered(event: Event, number: int | None) -> Stage:
    """The stage with that number (None: the one that runs); NotFound where there is none."""
    if number is None:
        return stage_of(event)
    stage = stages_of(event).filter(number=number).first()
    if stage is None:
        raise NotFound("no_such_stage", _("This event has no stage with this number."))
    return stage


def round_numbered(stage: Stage, number: int, *, with_drafts: bool = False) -> Round:
    """With stage, event and club; NotFound where there is none, or only a draft that may not be seen."""
    found = rounds_of(stage, with_drafts=with_drafts).filter(number=number).select_related("stage__event__club").first()
    if found is None:
        raise NotFound("no_such_round", _("There is no such round, or it isn’t published yet."))
    return found


def rounds_of_drawing(stage: Stage) -> tuple[list[Round], int]:
    """The published rounds by number, and of a bracket with how many it is drawn; else, and before a round, 0. One
    query."""
    rounds = rounds_of(stage)
    if not is_bracket(stage):
        return list(rounds), 0
    entrants: QuerySet[Any]
    if stage.number > 1:
        entrants = StageSeed.objects.filter(stage=OuterRef("stage")).order_by().values("stage")
    else:
        entrants = Entry.objects.filter(event=OuterRef("stage__event"), number__isnull=False).order_by().values("event")
    counted = list(rounds.annotate(entrants=Subquery(entrants.annotate(count=Count("pk")).values("count"))))
    return list(counted), counted[0].entrants if counted else 0


def public_round_numbers(event: Event) -> set[tuple[int, int]]:
    """Stage and number of every published round."""
    rounds = Round.objects.filter(stage__event=event, state__in=PUBLIC_ROUNDS)
    return set(rounds.values_list("stage__number", "number"))


def participants_of(stage: Stage) -> QuerySet[Entry]:
    """Who takes part in a stage: in the first who has a number, in later ones who was seeded."""
    entries = Entry.objects.filter(event=stage.event, number__isnull=False)
    return entries.filter(seeds__stage=stage) if stage.number > 1 else entries
