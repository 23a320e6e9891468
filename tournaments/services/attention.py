"""What the desk should see first, with what only the drawing of a bracket tells."""

from __future__ import annotations

from magistrar_site.shared.isolates import isolated_list
from tournaments.enums import EventState
from tournaments.models import Event
from tournaments.selectors.attention import Attention, attention_count, attention_of
from tournaments.selectors.events import stage_of
from tournaments.selectors.stages import is_bracket
from tournaments.services.brackets.view import bracket_view


def waiting_tables(event: Event) -> list[Attention]:
    """As `attention_of`; then the matches of a bracket that were ties, so that nobody advances."""
    return [*attention_of(event), *_ties(event)]


def waiting_count(event: Event) -> int:
    """How many there are: one query, except in a bracket."""
    return attention_count(event) + len(_ties(event))


def _ties(event: Event) -> list[Attention]:
    stage = stage_of(event) if event.has_bracket and event.state == EventState.RUNNING else None
    bracket = bracket_view(stage) if stage is not None and is_bracket(stage) else None
    return [
        Attention(
            "tie",
            match.round,
            match.table or 0,
            isolated_list((place.name for place in match.places), " – "),
            match.game_key,
            match.match_key,
        )
        for match in (bracket.tied if bracket is not None else [])
    ]
