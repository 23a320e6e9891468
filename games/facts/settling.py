"""How a replayed game stands by its facts, worked out by the same functions that the services use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.core.judged import Part
from games.engine.core.multiplayer import is_placing
from games.engine.registry import game_system
from games.enums import DESK_STATES, Agreement, GameState, Grade, ResultKind
from games.selectors.agreement import Version, asked_agreement, best_of_versions, compared, state_of_versions
from games.values.results import judged_of, places_of, score_of
from games.values.state import (
    ReplayedGame,
    ReplayedResult,
    ReplayedSubmission,
    shown,
)
from magistrar_site.shared.facts import (
    ContradictionError,
)

LEAST, MOST, MOST_NUMBERED = -(2**31), 2**31 - 1, 2**15 - 1  # what every database can hold


def check_places(game: ReplayedGame, kind: ResultKind, places: list[int]) -> None:
    if kind is ResultKind.DOUBLE_FORFEIT:
        if places:
            raise ContradictionError(f"places of game {game.key}", "none: everybody lost", shown(places))
    elif len(places) != len(game.seats) or not is_placing(places):
        raise ContradictionError(f"places of game {game.key}", "a place for each seat", shown(places))


def checked_report(game: ReplayedGame, report: dict[str, Any], *, accepted: bool) -> dict[str, Any]:
    """A report that an engine can give, and if it was accepted, on a whole game of these seats. ContradictionError
    for any other: where the document was erased, nothing else says how the game ended."""
    try:
        judged = judged_of(game.system, report)
    except (LookupError, ValueError) as error:
        raise ContradictionError("report", "an engine's report", str(error)) from None
    seats = judged.players or 0
    if accepted and seats != len(game.seats):
        raise ContradictionError(f"players of game {game.key}", str(len(game.seats)), shown(judged.players))
    if (judged.places or accepted) and (len(judged.places) != seats or not is_placing(judged.places)):
        raise ContradictionError("places of the report", "a place for each seat", shown(judged.places))
    for spec in game_system(game.system).numbers:
        values = judged.numbers[spec.key]
        least, most = LEAST if spec.least is None else spec.least, MOST if spec.most is None else spec.most
        if len(values) != seats or not all(value is None or least <= value <= most for value in values):
            raise ContradictionError(f"{spec.key} of the report", f"{least} to {most} for each seat", shown(values))
    for part in judged.parts:
        _check_part(part, seats)
    return report


def _check_part(part: Part, seats: int) -> None:
    what = f"part {part.number} of the report"
    if not 1 <= part.number <= MOST_NUMBERED:
        raise ContradictionError(what, f"a number up to {MOST_NUMBERED}", str(part.number))
    if part.places and (len(part.places) != seats or not all(1 <= place <= seats for place in part.places)):
        raise ContradictionError(what, "a place for each seat", shown(part.places))
    if part.points and (len(part.points) != seats or not all(LEAST <= value <= MOST for value in part.points)):
        raise ContradictionError(what, "points for each seat", shown(part.points))


def submission_of(game: ReplayedGame, key: str) -> ReplayedSubmission:
    if key not in game.submissions:
        raise ContradictionError("submission", f"one of game {game.key}", key)
    return game.submissions[key]


def settle(game: ReplayedGame, number: int) -> None:
    """As `games.services.results.settle`: a ruling isn't touched."""
    if game.state in DESK_STATES:
        return
    standing = game.standing()
    if not standing:
        stands = GameState.REOPENED if game.set_aside_to else GameState.EXPECTED
        result_set(game, stands, None, number)
        return
    versions = [
        Version(
            row.fact_number,
            row.seat,
            Grade(row.grade),
            {seat: answer.confirms for seat, answer in row.answers.items()},
        )
        for row in standing
    ]
    players = len(game.seats)
    is_hidden = game.deal is not None and not game.deal.seed
    asked = asked_agreement(Agreement(game.agreement), is_dealt_and_hidden=is_hidden)
    same = all(one.key in other.agrees_with for one, other in compared(standing, players))
    stands = state_of_versions(versions, same=same, players=players, agreement=asked)
    result = None
    if stands is not GameState.CONFLICTING:
        best = best_of_versions(versions)
        shows = next(row for row in standing if row.fact_number == best.number)
        # Public facts may hide the report: the result is uncertain then.
        places = judged_of(game.system, shows.report).places if shows.report else places_of(players, None)
        result = result_of(game, ResultKind.PLAYED, shows.grade, places, shows.key, shows.report, number)
    result_set(game, stands, result, number)


def result_set(game: ReplayedGame, stands: GameState, result: ReplayedResult | None, number: int) -> None:
    current = game.current
    if (current.shown if current else None) != (result.shown if result else None):
        for earlier in game.results:
            earlier.is_current = False
        if result is not None:
            game.results.append(result)
    game.state, game.result_fact, game.changed_by = stands.value, number, number


def result_of(
    game: ReplayedGame,
    kind: ResultKind,
    grade: str,
    places: tuple[int, ...],
    submission: str | None,
    report: Mapping[str, Any] | None,
    number: int,
) -> ReplayedResult:
    score = score_of(game.system, report, places)
    told = {len(each) for each in (score.places, *score.numbers.values()) if each} - {len(game.seats)}
    if told:
        raise ContradictionError(f"players of game {game.key}", str(len(game.seats)), shown(max(told)))
    return ReplayedResult(
        kind=kind.value,
        grade=grade,
        winner=score.winner,
        submission=submission,
        fact_number=number,
        places=score.places,
        numbers=score.numbers,
        parts=score.parts,
        changed_by=number,
    )
