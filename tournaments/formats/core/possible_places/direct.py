"""Direct encounters (C.07 6) of a world, as results of open games are entered and left: by the same rules as
`tiebreaks.direct_encounter`, on whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import cast

from tournaments.formats.core.possible_places.worlds import Outcome, World

# Scores are averages of the games of two: whole in these units for up to four games.
SCALE = 12


class DirectScores:
    """`scores[a][b]`: what the games of two gave the first, on average, in units of SCALE; 0 without any."""

    def __init__(self, world: World) -> None:
        self._most = world.most * SCALE
        self._numbers = world.numbers
        self._games = {pair: list(points) for pair, points in world.direct.items()}
        self._met = {number: dict.fromkeys(others, 1) for number, others in world.met.items()}
        self.scores = {number: dict.fromkeys(world.numbers, 0) for number in world.numbers}
        for pair in self._games:
            self._average(pair)

    def all_meet(self, games: Iterable[tuple[int, int]]) -> bool:
        """Whether all have met once these games are over."""
        met = {number: set(others) for number, others in self._met.items()}
        for one, other in games:
            met[one].add(other)
            met[other].add(one)
        return all(len(others) == len(self._numbers) - 1 for others in met.values())

    def enter(self, first: int, second: int, outcome: Outcome) -> None:
        for at, pair in enumerate(((first, second), (second, first))):
            self._met[pair[0]][pair[1]] = self._met[pair[0]].get(pair[1], 0) + 1
            if outcome.is_game:
                self._games.setdefault(pair, []).append(outcome.points[at])
                self._average(pair)

    def leave(self, first: int, second: int, outcome: Outcome) -> None:
        for pair in ((first, second), (second, first)):
            self._met[pair[0]][pair[1]] -= 1
            if outcome.is_game:
                self._games[pair].pop()
                self._average(pair)

    def _average(self, pair: tuple[int, int]) -> None:
        made = self._games[pair]
        score: Fraction | int = 0
        if made:
            total = sum(made) * SCALE
            score = Fraction(total, len(made)) if total % len(made) else total // len(made)
        self.scores[pair[0]][pair[1]] = cast("int", score)

    def values(self, tied: Sequence[int]) -> dict[int, int]:
        """Less the place among these, by direct encounter."""
        values: dict[int, int] = {}
        for tier in self._tiers(list(tied)):
            values.update(dict.fromkeys(tier, -len(values)))
        return values

    def _tiers(self, tied: list[int]) -> list[list[int]]:
        if len(tied) < 2:
            return [tied]
        scores = self._among(tied)
        if any(self._unmet(number, tied) for number in tied):
            return list(self._certain_tiers(tied))
        by_score: dict[int, list[int]] = {}
        for number in tied:
            by_score.setdefault(scores[number], []).append(number)
        tiers = []
        for score in sorted(by_score, reverse=True):
            still_tied = by_score[score]
            tiers += [still_tied] if len(still_tied) == len(tied) else self._tiers(still_tied)
        return tiers

    def _certain_tiers(self, tied: list[int]) -> Iterator[list[int]]:
        remaining = tied
        while len(remaining) > 1:
            scores = self._among(remaining)
            first = max(remaining, key=lambda number: scores[number])
            others = (number for number in remaining if number != first)
            if scores[first] <= max(scores[number] + self._unmet(number, remaining) * self._most for number in others):
                break
            yield [first]
            remaining = [number for number in remaining if number != first]
        yield remaining

    def _among(self, tied: list[int]) -> dict[int, int]:
        return {number: sum(map(self.scores[number].__getitem__, tied)) for number in tied}

    def _unmet(self, number: int, tied: list[int]) -> int:
        met = self._met[number]
        return sum(not met.get(other) for other in tied) - 1
