"""Which base games a side can win without leaving the other a marker: every one of them, by all layouts of pawns."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from games.engine.systems.magistrar.endings import can_end
from games.engine.systems.magistrar.layouts import Laid, _to_be_reached, reached


class Played(NamedTuple):
    """The outcomes of some duels, the side with the markers first."""

    wins: tuple[int, int] = (0, 0)
    supers: tuple[int, int] = (0, 0)
    ties: int = 0
    equal: int = 0

    def then(self, duel: Laid, ties: int) -> "Played":
        equal = duel.wins[0] + duel.supers[0] == duel.wins[1] + duel.supers[1]
        return Played(
            (self.wins[0] + duel.wins[0], self.wins[1] + duel.wins[1]),
            (self.supers[0] + duel.supers[0], self.supers[1] + duel.supers[1]),
            self.ties + ties,
            self.equal + equal,
        )

    @property
    def is_within_the_bags(self) -> bool:
        return max(self.wins) <= 15 and max(self.supers) + self.ties <= 2

    @property
    def is_complete(self) -> bool:
        return self.supers[0] == self.supers[1] == 2 - self.ties


DUELS = [
    (Laid((wins, losses), (supers, others), identical), 6 - wins - losses - supers - others - identical)
    for wins in range(7)
    for losses in range(7)
    for supers in range(3)
    for others in range(3)
    for identical in range(7)
    if 0 <= 6 - wins - losses - supers - others - identical <= 2 and losses + others <= wins + supers
]


def games(most_equal: int, starter: int) -> Iterator[Played]:
    """The endings of complete games whose first side takes all but the equal duels.

    All hold identical pawns: without any, both sides win 11 encounters with pawns or more.
    """
    beginnings = {Played()}
    for before in range(5):
        for played in beginnings:
            wins, supers = played.wins, played.supers
            start = reached(wins, supers)
            placed = (sum(wins) + supers[1], sum(wins) + supers[0])
            rest: list[tuple[Played, tuple[Laid, ...]]] = [(played, ())] if before > 1 and start else []
            while rest:
                so_far, laid = rest.pop()
                for duel, ties in DUELS:
                    after, tail = so_far.then(duel, ties), (*laid, duel)
                    if (not laid and not duel.identical) or not after.is_within_the_bags or after.equal > most_equal:
                        continue
                    last = before + len(tail) == 5
                    if last and not after.is_complete:
                        continue
                    if start & _to_be_reached(tail, before + 1, placed, starter, True):
                        if last:
                            yield after
                        else:
                            rest.append((after, tail))
        beginnings = {
            after
            for played in beginnings
            for duel, ties in DUELS
            if not duel.identical
            and (after := played.then(duel, ties)).is_within_the_bags
            and after.equal <= most_equal
        }


@pytest.mark.slow
@pytest.mark.parametrize("starter", [0, 1])
def test_no_side_takes_five_markers(starter: int) -> None:
    assert next(games(0, starter), None) is None
    assert not can_end((0, 0), (5, 0), (0, 0), (0, 1), only_fewest=True)


@pytest.mark.slow
@pytest.mark.parametrize("starter", [0, 1])
def test_side_without_a_marker_of_four_stands_farthest_where_the_other_wins_fifteen(starter: int) -> None:
    found = {(played.wins[0], played.wins[1] + 2 * played.supers[1]) for played in games(1, starter)}
    assert max(level for _, level in found) == 13
    assert {wins for wins, level in found if level == 13} == {15}
    assert {wins for wins, level in found if level >= 12} == {14, 15}
