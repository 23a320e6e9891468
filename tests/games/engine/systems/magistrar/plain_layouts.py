"""A second, plain answer to S8: play every duel of a sheet in every way, and keep every stock that can be left.

It shares no code with the engine and knows no theorem: who may place identical pawns is found by trying out the
responder's placements (H2) and the orders of play (H5).
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

Stock = tuple[int, int, int]  # strong, medium, weak
Duel = tuple[int, int, int, int, int]  # won with pawns by white and black, with supers by white and black, undecided
Pairs = tuple[tuple[int, int, int], ...]  # how many encounters of white's kind with black's kind


def can_be_played(duels: tuple[Duel, ...], starter: int, *, only_fewest: bool = True) -> bool:
    """Whether the duels can be played in turn; `starter` (0: white) opens the first."""
    left = {((5, 13, 10), (5, 13, 10), 2, 2)}
    for number, duel in enumerate(duels, 1):
        responder = 1 - starter if number % 2 else starter
        left = {
            after
            for white, black, *supers in left
            for after in _played(number, duel, white, black, (supers[0], supers[1]), responder, only_fewest)
        }
    return bool(left)


def _played(
    number: int,
    duel: Duel,
    white: Stock,
    black: Stock,
    supers: tuple[int, int],
    responder: int,
    only_fewest: bool,
) -> Iterator[tuple[Stock, Stock, int, int]]:
    white_wins, black_wins, white_supers, black_supers, undecided = duel
    for ties in range(undecided + 1):
        left = (supers[0] - white_supers - ties, supers[1] - black_supers - ties)
        if min(left) < 0 or (number == 5 and left != (0, 0)):
            continue
        for pairs in _encounters(white_wins, black_wins, undecided - ties):
            rows = (tuple(map(sum, pairs)), tuple(map(sum, zip(*pairs, strict=True))))
            white_left, black_left = _less(white, rows[0]), _less(black, rows[1])
            if min(*white_left, *black_left) < 0:
                continue
            if number == 5:
                allowed = _some_order(pairs, white, black, responder)
            elif undecided == ties:
                allowed = True
            else:
                stock, free = (black, white_supers) if responder else (white, black_supers)
                fewest = _fewest(rows[1 - responder], free, stock)
                allowed = undecided - ties <= fewest or (fewest > 0 and not only_fewest)
            if allowed:
                for white_free, black_free in product(_split(black_supers), _split(white_supers)):
                    after = (_less(white_left, white_free), _less(black_left, black_free))
                    if min(*after[0], *after[1]) >= 0:
                        yield (*after, *left)


@cache
def _encounters(white_wins: int, black_wins: int, identical: int) -> list[Pairs]:
    return [
        ((same[0], won[0], won[1]), (lost[0], same[1], won[2]), (lost[1], lost[2], same[2]))
        for won, lost, same in product(_split(white_wins), _split(black_wins), _split(identical))
    ]


@cache
def _split(number: int) -> list[Stock]:
    return [(one, two, number - one - two) for one in range(number + 1) for two in range(number + 1 - one)]


def _less(stock: Stock, used: tuple[int, ...]) -> Stock:
    return stock[0] - used[0], stock[1] - used[1], stock[2] - used[2]


@cache
def _fewest(lead: tuple[int, ...], free: int, stock: Stock) -> int:
    """In how few encounters a responder can place identical pawns who faces these, and `free` super energies."""
    found = [
        sum(answers[kind][kind] for kind in range(3))
        for answers in product(*map(_split, lead))
        if min(left := _less(stock, tuple(map(sum, zip(*answers, strict=True))))) >= 0 and sum(left) >= free
    ]
    return min(found)


def _some_order(pairs: Pairs, white: Stock, black: Stock, answerer: int) -> bool:
    """Whether the encounters can be played in some order, where each identical answer is the only one possible."""
    seen: set[tuple[Pairs, int]] = set()

    def played(pairs: Pairs, white: Stock, black: Stock, answerer: int) -> bool:
        if (pairs, answerer) in seen:
            return False
        seen.add((pairs, answerer))
        if not any(map(any, pairs)):
            return True
        for ours, theirs in product(range(3), repeat=2):
            stock = black if answerer else white
            if not pairs[ours][theirs] or (ours == theirs and sum(stock) > stock[ours]):
                continue
            rest = tuple(
                tuple(number - ((row, column) == (ours, theirs)) for column, number in enumerate(numbers))
                for row, numbers in enumerate(pairs)
            )
            if played(rest, _one_less(white, ours), _one_less(black, theirs), 1 - answerer):  # type: ignore[arg-type]
                return True
        return False

    return played(pairs, white, black, answerer)


def _one_less(stock: Stock, kind: int) -> Stock:
    return _less(stock, tuple(int(place == kind) for place in range(3)))
