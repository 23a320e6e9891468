"""Words for stages and groups."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.registry import format_for
from tournaments.models import Stage
from tournaments.selectors.stages import groups_of_stage
from tournaments.selectors.standings.groups import group_name

register = template.Library()


@register.simple_tag
def stage_name(stage: Stage) -> str:
    """What a stage is: its format, and how many groups."""
    name, groups = _(format_for(stage.format).name), groups_of_stage(stage)
    if not groups:
        return name
    of_groups = ngettext("%(name)s in %(count)d group", "%(name)s in %(count)d groups", groups)
    return of_groups % {"name": name, "count": groups}


@register.simple_tag
def group_place(group: int, rank: int) -> str:
    """A place in a group, as A1."""
    return f"{group_name(group)}{rank}"
