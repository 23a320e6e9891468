"""The tables that events still plan."""

from __future__ import annotations

from tournaments.enums import OVER
from tournaments.formats.core.format import FormatOptions, SizesTables, option_values
from tournaments.formats.registry import format_for
from tournaments.models import Stage


def most_at_a_table(pool: str) -> int:
    """The most players at a table of the events that aren't over and whose games count in the pool; 0 without one."""
    stages = Stage.objects.filter(event__pool=pool).exclude(event__state__in=OVER).values_list("format", "options")
    return max((_most(format_, options) for format_, options in stages), default=0)


def _most(key: str, options: FormatOptions) -> int:
    format_ = format_for(key)
    if not isinstance(format_, SizesTables):
        return max(format_.table_sizes)
    values = option_values(format_, options)
    return max(int(values[name]) for name in ("size", "most") if name in values)
