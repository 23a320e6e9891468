"""Pages that other sites may show in a frame: a game, the standings or the newest round of an event. They set no
cookie, look at none, and have no form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string

from magistrar_site.shared.middleware import framed_anywhere
from tournaments.models import Event
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.ladder_views import ladder_view
from tournaments.selectors.page_versions import versioned_game
from tournaments.selectors.rounds.pairings import pairings_page, round_counts
from tournaments.selectors.sharing import require_shared_event, require_shared_game
from tournaments.selectors.standings.tables import standings_page
from tournaments.web.live.fragments import answer, fragment
from tournaments.web.live.parts import LINES, event_tag
from tournaments.web.live.watch import game_tag
from tournaments.web.shown_game import public_game
from tournaments.web.versions import event_version


@framed_anywhere
@fragment
def embed_game(request: HttpRequest, key: str) -> HttpResponse:
    """A game: its result, and step by step where it was recorded."""
    versioned = versioned_game(key)
    require_shared_game(versioned.match_game)
    step = _step(request.GET.get("step", ""))

    def make() -> str:
        shown = public_game(key)
        context = replace(shown.context, query=QueryDict(f"step={step}"))  # nothing that the tag doesn't say
        replay = shown.pages.replay_part(context, shown.report)
        return render_to_string("tournaments/embed/game.html", {"shown": shown, "replay": replay})

    return answer(request, f"{game_tag(versioned)}.embed.{step}", make)


def _step(asked: str) -> str:
    """The step of the replay that is asked for, in one spelling; empty for what is none."""
    return str(int(asked)) if asked.isascii() and asked.isdigit() and len(asked) <= 4 else ""


@framed_anywhere
@fragment
def embed_event(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """The standings of an event, or the pairings of its newest round; of a ladder its order."""
    versioned = event_version(request, slug)
    event = require_shared_event(versioned.event)
    tag = event_tag(versioned, "embed", table)

    def make() -> str:
        if event.has_ladder:
            stage = stage_of(event)
            ladder = ladder_view(stage) if stage.planned_rounds else None
            return render_to_string("tournaments/embed/event.html", {"event": event, "ladder": ladder})
        context = _standings(event) if table == "standings" else _pairings(event)
        return render_to_string("tournaments/embed/event.html", {"event": event, **context})

    return answer(request, tag, make)


def _standings(event: Event) -> dict[str, Any]:
    table, _page = standings_page(event, page="", lines=LINES)
    return {"table": table.without_empty_columns() if table else None, "is_standings": True}


def _pairings(event: Event) -> dict[str, Any]:
    newest = rounds_of(stage_of(event)).last()
    if newest is None:
        return {"round": None}
    count, _open = round_counts(newest)
    pairings, _page = pairings_page(newest, page="", lines=LINES, count=count)
    return {"round": newest, "pairings": pairings}
