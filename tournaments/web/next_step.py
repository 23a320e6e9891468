"""What the organiser does next, by how far the newest round is: on the overview, and where results are entered."""

from __future__ import annotations

from typing import Any

from games.enums import GameState
from tournaments.enums import BEFORE_START, EventState, RoundState
from tournaments.models import Event, Round, Stage
from tournaments.selectors.check_in import missing_entries
from tournaments.selectors.events import rounds_of
from tournaments.selectors.rounds.matches import OPEN_STATES, unsettled_counts
from tournaments.selectors.rounds.pairing_jobs import newest_job
from tournaments.selectors.stages import is_bracket
from tournaments.services.events.finish import stage_decided
from tournaments.web.rounds.pairing_jobs import steps_of


def next_step(event: Event, stage: Stage) -> dict[str, Any]:
    """The rounds of the stage, how many games are open, which round may be paired next (`next_number`), and, once
    that is what comes next, who hasn't checked in for it."""
    rounds: list[Round] = list(rounds_of(stage, with_drafts=True))
    newest = rounds[-1] if rounds else None
    is_draft = newest is not None and newest.state == RoundState.DRAFT
    counts = unsettled_counts(event)
    playing, unconfirmed = sum(counts[state] for state in OPEN_STATES), counts[GameState.SUBMITTED]
    is_over = len(rounds) >= stage.planned_rounds or (not playing and stage_decided(stage))
    is_running = event.state == EventState.RUNNING
    next_number = len(rounds) + 1 if is_running and not is_draft and not is_over else None
    asked = newest_job(stage)
    job = asked if asked and asked.round_number == next_number else None
    must_be_confirmed = bool(unconfirmed) and not event.settings.unconfirmed_counts
    is_next = event.state in BEFORE_START or (next_number is not None and not playing)
    return {
        "stage": stage,
        "rounds": rounds,
        "newest": newest,
        "draft": newest if is_draft else None,
        "next_number": next_number,
        "job": job,
        "steps": steps_of(job) if job else [],
        "playing_count": playing,
        "unconfirmed_count": unconfirmed,
        "conflicting_count": counts[GameState.CONFLICTING],
        "reopened": next((round_ for round_ in rounds if round_.state == RoundState.REOPENED), None),
        "must_be_confirmed": must_be_confirmed,
        "is_round_complete": not playing and not must_be_confirmed,
        "is_followed": event.has_bracket and not is_bracket(stage),
        "is_last_done": is_running and bool(stage.planned_rounds) and is_over and not is_draft,
        "missing": missing_entries(event) if is_next else [],
    }
