"""The standings as every reader sees them: made once for each state of the event and kept."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.template.loader import render_to_string

from magistrar_site.shared.web_cache import cached
from tournaments.models import Stage
from tournaments.selectors.events import rounds_of
from tournaments.selectors.page_versions import VersionedEvent
from tournaments.selectors.rounds.pairings import open_after
from tournaments.selectors.standings.leaders import leaders_in
from tournaments.selectors.standings.tables import newest_table, standings_page
from tournaments.web.live.parts import LINES, event_tag, page_number
from tournaments.web.tiebreak_words import explained_column, round_number_of


def standings_part(
    versioned: VersionedEvent, stage: Stage, *, page: str | None, round_asked: str | None, stage_query: str = ""
) -> str:
    """The standings' tab, or with a round's number as it stood after that round. `stage_query` keeps links at the
    stage."""
    number = round_number_of(round_asked)
    name = event_tag(versioned, "standings", stage.number, stage_query, number, page_number(page))

    def make() -> str:
        context = _context(versioned, stage, page_number(page), number, stage_query)
        return render_to_string("tournaments/live/standings.html", context)

    return cached(name, make)


def _context(
    versioned: VersionedEvent, stage: Stage, page: str, number: int | None, stage_query: str
) -> dict[str, Any]:
    event = versioned.event
    table, shown = standings_page(event, page=page, lines=LINES, after_round=number, stage=stage)
    if table is None and number is not None and newest_table(event, stage=stage):
        raise Http404  # there are standings, none after a round of that number
    columns = table.columns if table else ()
    if table and not shown.has_other_pages():
        table = table.without_empty_columns()
    ruleset = event.settings.ruleset
    rounds = list(rounds_of(stage))
    return {
        "event": event,
        "stage": stage,
        "stage_query": stage_query,
        "rounds": rounds,
        "table": table,
        "leaders": leaders_in(table) if table and number is None else None,
        "open_count": open_after(rounds, table.after_round) if table else 0,
        "page": shown,
        "query": stage_query + (f"round={number}&" if number is not None else ""),
        "api_query": f"stage={table.stage.number}&round={table.after_round}&" if table else "",
        "columns": [explained_column(column, ruleset) for column in columns],
    }
