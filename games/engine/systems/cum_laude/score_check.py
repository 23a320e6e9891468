"""Whether the totals of a score are possible: T1 for each master, T2 for all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from games.engine.core.multiplayer import SEATS, SeatViolation
from games.engine.systems.cum_laude.documents import Score
from games.engine.systems.cum_laude.edition import ORDER_SIZE, SPELL_SIZE, Edition
from games.engine.systems.cum_laude.messages import violation

NO_FINISH, SHARED_FINISH, ONLY_FINISH = 0, 1, 2


def score_violations(score: Score, edition: Edition) -> tuple[SeatViolation, ...]:
    """Each master whose points are none (T1), or else whether they are impossible together (T2)."""
    seats = SEATS[score.players]
    choices = {seat: _Choices(score, seat, edition) for seat in seats}
    alone = tuple(
        violation("score", "T1", turn=None, seat=seat, position=None, number=score.vp[seat])
        for seat in seats
        if choices[seat].is_impossible
    )
    if alone or _is_possible(list(choices.values()), edition):
        return alone
    return (violation("score", "T2"),)


class _Choices:
    """The ways in which a master can have made their points: for each finish and each number of complete spells of the
    mission, the fewest crystals in stock."""

    def __init__(self, score: Score, seat: str, edition: Edition) -> None:
        self.most_spells = 3 if score.players == 2 else 2
        self.fewest = {
            (finish, spells): stock
            for finish, points in _finishes(edition).items()
            for spells in range(self.most_spells + 1)
            if (finish == NO_FINISH or spells == self.most_spells)
            and (stock := _fewest_in_stock(score, seat, edition, points, spells)) is not None
        }

    @property
    def is_impossible(self) -> bool:
        return not self.fewest

    def stock(self, finish: int, spells: int) -> int | None:
        """The fewest crystals in stock with that finish and at most so many complete spells."""
        return min(
            (stock for (own, number), stock in self.fewest.items() if own == finish and number <= spells), default=None
        )


def _finishes(edition: Edition) -> dict[int, int]:
    points = edition.data.points.value
    return {NO_FINISH: 0, SHARED_FINISH: points.finish_shared, ONLY_FINISH: points.finish}


def _fewest_in_stock(score: Score, seat: str, edition: Edition, finish: int, spells: int) -> int | None:
    """The fewest crystals in stock by which the order brings the rest of the points; None where it can't."""
    points = edition.data.points.value
    rest = score.vp[seat] - points.spell * spells - finish
    matches = range(ORDER_SIZE + 1) if not score.tie_break else (score.tie_break[seat],)
    found = [ORDER_SIZE] if rest == points.order and ORDER_SIZE in matches else []
    for matching in matches:
        for others in range(sum(edition.crystals) - matching + 1):
            if points.matching * matching + points.mismatching * others == rest:
                found.append(matching + others)
                break
    return min(found, default=None)


def _is_possible(masters: list[_Choices], edition: Edition) -> bool:
    most = sum(edition.crystals)
    for spells in range(masters[0].most_spells + 1):
        for finishes in _finish_patterns(len(masters)):
            stocks = [master.stock(finish, spells) for master, finish in zip(masters, finishes, strict=True)]
            known = [stock for stock in stocks if stock is not None]
            if len(known) == len(stocks) and sum(known) + SPELL_SIZE * spells <= most:
                return True
    return False


def _finish_patterns(players: int) -> Iterator[tuple[int, ...]]:
    """Nobody finishes, one does, or several share it."""
    for pattern in product((NO_FINISH, SHARED_FINISH, ONLY_FINISH), repeat=players):
        alone, shared = pattern.count(ONLY_FINISH), pattern.count(SHARED_FINISH)
        if (alone, shared == 0) in ((0, True), (1, True)) or (alone == 0 and shared > 1):
            yield pattern
