"""The places that each entrant of a stage can still end on, for formats that rank by points (not for brackets).

They are places of the table: who leaves late keeps the place that the points give, whatever a league makes of it later.
What is told always holds, and only ever narrows as games are played, are forfeited, or players withdraw: corrections,
annulled games, deducted points, entrants who come late and withdrawals that are taken back apart. It is exact where
all games to come are paired, at most MOST_OPEN of them are open, and points, wins, direct encounters and what is fixed
decide; numbers of open games count as ranges. Some divisions with ten open games take more steps than
there are (`search.MOST_STEPS`); their hardest rows are told as bounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import msgspec

from tournaments.formats.core.possible_places.bounds import bounded_places
from tournaments.formats.core.possible_places.columns import columns_of
from tournaments.formats.core.possible_places.guarantees import guarantees_of
from tournaments.formats.core.possible_places.reaches import missed_games, reaches_of
from tournaments.formats.core.possible_places.search import Question, extremes, suits
from tournaments.formats.core.possible_places.values import PossiblePlace, RoundGames
from tournaments.formats.core.possible_places.worlds import outcomes_of, world_of
from tournaments.formats.core.state import StageState
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.rulesets import ruleset_for

MOST_OPEN = 10  # games without a result, for exact places
MOST_DROPPABLE = 6  # entrants whose withdrawal would strike their games, likewise
MOST_ENTRANTS = 128  # of a stage; in larger ones nobody's place is told before the end


def possible_places(
    state: StageState,
    tie_breaks: Sequence[str],
    *,
    ruleset: str = "fide-2026",
    lots_seed: int = 0,
    droppable: Collection[int] = (),
    schedule: Sequence[RoundGames] = (),
    is_of_series: bool = False,
) -> Mapping[int, PossiblePlace]:
    """By pairing number, of all that are counted; nothing where no game is left, or there are too many entrants.

    `state` is the stage as its standings see it (`format.for_standings`). The games of `droppable` entrants are struck
    from the table if they withdraw now (see `RoundRobin.droppable`). `schedule`: the games of all rounds, where they
    are known ahead. `is_of_series`: matches are of several games.
    """
    if len(state.entrants) > MOST_ENTRANTS or any(entrant.sittings for entrant in state.entrants):
        return {}
    results = Results(state, ruleset_for(ruleset), lots_seed=lots_seed)
    columns = columns_of(tie_breaks, results, state.numbers, is_of_series=is_of_series)
    missed = missed_games(state, schedule) if state.revision > 1 else {}
    reaches = reaches_of(state, columns, droppable=droppable, missed=missed)
    if not any(reach.games_left for reach in reaches):
        return {}
    places = bounded_places(reaches, droppable)
    open_games = sum(len(reach.open_games) for reach in reaches) // 2
    is_paired = state.rounds_done >= state.planned_rounds and not missed
    outcomes = outcomes_of(state.scoring, predetermined=state.predetermined)
    is_searched = is_paired and open_games <= MOST_OPEN and len(droppable) <= MOST_DROPPABLE
    if is_searched and not state.scoring.most and suits(outcomes):
        places = _exact(state, [column.code for column in columns], results, droppable, places, is_of_series)
    return {
        reach.number: msgspec.structs.replace(
            places[reach.number],
            guarantees=guarantees_of(reach, reaches, state.scoring, places[reach.number].worst, droppable),
        )
        for reach in reaches
    }


def _exact(
    state: StageState,
    tie_breaks: Sequence[str],
    results: Results,
    droppable: Collection[int],
    places: Mapping[int, PossiblePlace],
    is_of_series: bool,
) -> dict[int, PossiblePlace]:
    """The places over all results, and over all who may still be struck from the table."""
    best: dict[int, tuple[int, bool]] = {}
    worst: dict[int, tuple[int, bool]] = {}
    questions = []
    for struck in _subsets(droppable):
        of_world = Results(
            replace(state, uncounted=state.uncounted | struck), results.ruleset, lots_seed=results.lots_seed
        )
        world = world_of(of_world, columns_of(tie_breaks, of_world, state.numbers, is_of_series=is_of_series))
        questions += [Question(world, number, is_best) for number in world.numbers for is_best in (True, False)]
    for question, found in zip(questions, extremes(questions), strict=True):
        number, place = question.number, places[question.number]
        # Of two that are equal the exact one is kept: it shows that the place can be reached.
        if question.is_best:
            reached = max(1 + found.cost, place.best), found.is_exact
            best[number] = _better(best.get(number), reached, 1)
        else:
            reached = min(len(question.world.numbers) - found.cost, place.worst), found.is_exact
            worst[number] = _better(worst.get(number), reached, -1)
    for number in droppable:
        if number in worst:
            worst[number] = len(places), True
    return {
        number: msgspec.structs.replace(
            place, best=best[number][0], worst=worst[number][0], is_exact=best[number][1] and worst[number][1]
        )
        for number, place in places.items()
    }


def _better(before: tuple[int, bool] | None, found: tuple[int, bool], sign: int) -> tuple[int, bool]:
    return found if before is None else min(before, found, key=lambda place: (sign * place[0], not place[1]))


def _subsets(numbers: Collection[int]) -> Iterator[frozenset[int]]:
    for size in range(len(numbers) + 1):
        for chosen in combinations(sorted(numbers), size):
            yield frozenset(chosen)
