"""The other tabs of an event's page as every reader sees them: made once for each state of the event and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.web_cache import cached
from tournaments.models import Stage
from tournaments.selectors.asking import public_answers_of
from tournaments.selectors.events import entries_of, stage_of
from tournaments.selectors.ladder import ladder_stage
from tournaments.selectors.ladder_views import ladder_view
from tournaments.selectors.page_versions import VersionedEvent
from tournaments.selectors.stages import bracket_stage, group_stage, groups_of_stage, is_of_pairs
from tournaments.selectors.standings.crosstables import crosstable_page, met_count
from tournaments.selectors.standings.groups import group_crosstable, group_name, group_views
from tournaments.selectors.statistics import event_statistics
from tournaments.services.brackets.view import bracket_view
from tournaments.web.live.parts import LINES, event_tag, page_number

ENTRIES = 500  # players on one page


def _tab_part(versioned: VersionedEvent, tab: str, *place: object, context: Callable[[], dict[str, Any]]) -> str:
    def make() -> str:
        return render_to_string(f"tournaments/live/{tab}.html", {"event": versioned.event, **context()})

    return cached(event_tag(versioned, tab, *place), make)


def crosstable_part(versioned: VersionedEvent, stage: Stage, *, page: str | None = None, stage_query: str = "") -> str:
    """Everybody of a stage against everybody, or round by round. `stage_query` keeps links at the stage."""
    asked = page_number(page)

    def context() -> dict[str, Any]:
        rows, shown = crosstable_page(versioned.event, page=asked, lines=LINES, stage=stage)
        return {
            "rows": rows,
            "page": shown,
            "is_matrix": shown is None,
            "is_of_pairs": is_of_pairs(stage),
            "met": met_count(rows),
            "query": stage_query,
            "api_query": f"stage={stage.number}&",
        }

    return _tab_part(versioned, "crosstable", stage.number, stage_query, asked, context=context)


def entries_part(versioned: VersionedEvent, *, page: str | None = None) -> str:
    """Who takes part."""
    asked = page_number(page)

    def context() -> dict[str, Any]:
        shown = Paginator(entries_of(versioned.event), ENTRIES).get_page(asked)
        entries = list(shown.object_list)
        said = public_answers_of(versioned.event, entries)
        return {"page": shown, "entries": entries, "entry_count": shown.paginator.count, "said": said}

    return _tab_part(versioned, "entries", asked, context=context)


def bracket_part(versioned: VersionedEvent, *, page: str | None = None) -> str:
    """The whole bracket. NotFound where the event has none."""
    stage = bracket_stage(versioned.event)
    return _tab_part(versioned, "bracket", context=lambda: {"bracket": bracket_view(stage), "bracket_stage": stage})


def groups_part(versioned: VersionedEvent, number: int | None = None, *, page: str | None = None) -> str:
    """The tables of all groups, or one group with everybody against everybody. NotFound where there are none."""
    stage = group_stage(versioned.event)
    if number is not None and not 1 <= number <= groups_of_stage(stage):
        raise NotFound("no_such_group", _("This event has no such group."))

    def context() -> dict[str, Any]:
        groups = group_views(stage)
        shown = {"group_stage": stage, "groups": groups, "is_newest": stage_of(versioned.event) == stage}
        if number is None:
            return shown
        found = next((group for group in groups if group.number == number), None)
        return shown | {
            "group": found,
            "name": group_name(number),
            "number": number,
            "api_query": f"group={number}&",
            "names": [(other, group_name(other)) for other in range(1, groups_of_stage(stage) + 1)],
            "rows": group_crosstable(stage, found) if found else [],
        }

    return _tab_part(versioned, "groups" if number is None else "group", number, context=context)


def ladder_part(versioned: VersionedEvent, *, page: str | None = None) -> str:
    """The order of a ladder, what is open on it and what moved. NotFound where the event has none."""
    stage = ladder_stage(versioned.event)
    return _tab_part(
        versioned, "ladder", context=lambda: {"ladder": ladder_view(stage) if stage.planned_rounds else None}
    )


def statistics_part(versioned: VersionedEvent, *, page: str | None = None) -> str:
    """What was remarkable in the event."""

    def context() -> dict[str, Any]:
        found = event_statistics(versioned.event)
        label, better = (_(found.number.label), found.number.better) if found.number else ("", "")
        return {"statistics": found, "score_label": label, "is_less": better == "less"}

    return _tab_part(versioned, "statistics", context=context)


TABS: Mapping[str, Callable[..., str]] = {
    "entries": entries_part,
    "statistics": statistics_part,
    "bracket": bracket_part,
    "groups": groups_part,
    "ladder": ladder_part,
}
