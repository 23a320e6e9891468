"""Which own results make a place certain, whatever the others do."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.formats.core.possible_places.reaches import Reach, game_worths
from tournaments.formats.core.possible_places.values import Guarantee
from tournaments.formats.core.state import Scoring

MOST_GAMES = 40  # with more open games nobody asks yet


def guarantees_of(
    reach: Reach, reaches: Sequence[Reach], scoring: Scoring, worst: int, droppable: Collection[int]
) -> tuple[Guarantee, ...]:
    """The results that make a place certain that is better than `worst`, each with fewer points than the next. Nothing
    for those whom a withdrawal could still strike from the table, and where rounds without a game are to come."""
    games = len(reach.open_games)
    if reach.number in droppable or games != reach.games_left or not 0 < games <= MOST_GAMES:
        return ()
    at_risk = sum(opponent in droppable for opponent in reach.open_games)
    found: list[Guarantee] = []
    ways = [(wins, ties) for wins in range(games + 1) for ties in range(games + 1 - wins) if wins or ties]
    for wins, ties in sorted(ways, key=lambda way: (_points(way, games, scoring), -way[0])):
        struck = min(at_risk, wins), min(max(at_risk - wins, 0), ties)  # games whose opponent may yet be struck
        points = reach.safe + _points((wins - struck[0], ties - struck[1]), games - at_risk, scoring)
        place = 1 + sum(
            _most(other, reach, scoring, loses=wins == games) >= points for other in reaches if other is not reach
        )
        if place < worst:
            worst = place
            found.append(Guarantee(wins, ties, place))
    return tuple(found)


def _points(way: tuple[int, int], games: int, scoring: Scoring) -> int:
    wins, ties = way
    return wins * scoring.win + ties * scoring.draw + max(games - wins - ties, 0) * scoring.loss


def _most(other: Reach, reach: Reach, scoring: Scoring, *, loses: bool) -> int:
    """The most points that another can end with; less where they lose to the entrant."""
    lost = other.open_games.count(reach.number) if loses else 0
    return other.points[1] - lost * (max(game_worths(scoring)) - scoring.loss)
