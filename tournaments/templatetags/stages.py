"""Words for stages and groups."""

from __future__ import annotations

from django import template

from tournaments.models import Stage
from tournaments.selectors.abouts import stage_in_words
from tournaments.selectors.standings.groups import group_name

register = template.Library()


@register.simple_tag
def stage_name(stage: Stage) -> str:
    """What a stage is: its format, and how many groups."""
    return stage_in_words(stage)


@register.simple_tag
def group_place(group: int, rank: int) -> str:
    """A place in a group, as A1."""
    return f"{group_name(group)}{rank}"
