"""Whether the pawns and tokens of a base game can be laid out so that given encounters are won (S8).

Only pawns and super energies matter. The tokens that nobody wins may have either colour, so the bags allow a sheet as
soon as no side wins over 14 light or dark ones (S2). A super energy wins its encounter or ties with another; every
other undecided encounter is one of identical pawns.

**Decided encounters.** Say a side wins *w* encounters with pawns. Each needs a strong pawn of its own or a weak one of
the other side (strong over anything, medium over weak). A strong pawn that meets another kind always wins, a weak one
always loses. So *x* strong pawns of the winner and *y* weak ones of the loser fit exactly if
`max(x, y) <= w <= x + y`, and all other pawns in these encounters are medium. What one side wins is so independent of
what the other wins: they share the mediums alone. While nobody faces an identical pawn, R8 demands nothing else, the
order of the duels doesn't matter, and their sums decide (`reached`).

**Identical pawns before duel 5 (H2).** The leading side must have placed more pawns of one kind than the responder has
pawns of the other kinds. The first two duels never come to that: the responder has at least nine such pawns. These
duels are laid out one by one (`_led_and_answered`).

**Identical pawns in duel 5 (H5).** Nothing is left over, so whoever gives an identical answer has from that encounter
on nothing but pawns of that kind, those at super energies included. All identical pairs are then of one kind, and may
come last in the order of play. Either both sides have only that kind at super energies, and the identical pairs end the
order. Or one side gives all identical answers; between them it answers or leads with that kind in encounters that are
decided, since every other answer is the other side's: `identical - 1` of them where the right side answers the first of
the last `2 * identical - 1` encounters, else `identical` (`_fifth`).

**Sets of positions.** A position is how many strong and weak pawns each side has used; the mediums follow from how many
it has placed. A set of positions is one integer with a bit for each, so that sets are joined by `|`, cut by `&`, and
pawns are placed in all positions at once by a shift.
"""

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from games.engine.systems.magistrar.documents import DUELS_IN_A_GAME
from games.engine.systems.magistrar.rows import PAWNS_OF_A_SIDE, TOKENS_OF_A_SIDE

STOCK = tuple(PAWNS_OF_A_SIDE[kind] for kind in "SMW")
KINDS = STRONG, MEDIUM, WEAK = range(3)
SUPERS = TOKENS_OF_A_SIDE["S"]
SIDES = (0, 1)

_STEP = (1, 0, STOCK[STRONG] + 1)  # how far a pawn of each kind moves a position's bit, for the first side
_OF_A_SIDE = (STOCK[STRONG] + 1) * (STOCK[WEAK] + 1)
_STRIDE = (1, _OF_A_SIDE)
_POSITIONS = _OF_A_SIDE * _OF_A_SIDE
_LINE = ((1 << _OF_A_SIDE) - 1, sum(1 << _OF_A_SIDE * place for place in range(_OF_A_SIDE)))

Used = tuple[int, int, int]
"""Strong, medium and weak pawns of one side."""


Counts = tuple[int, int, int, int, int]
"""A duel of a sheet: both sides' wins with pawns, both sides' wins with super energies, undecided encounters."""


class Laid(NamedTuple):
    """A duel whose undecided encounters are told apart: `identical` of them are of identical pawns, the rest ties."""

    wins: tuple[int, int]
    supers: tuple[int, int]
    identical: int

    def placed(self, side: int) -> int:
        """The pawns that a side places: none at its supers, one facing each of the other side's that win."""
        return sum(self.wins) + self.supers[1 - side] + self.identical


def can_be_laid_out(duels: tuple[Counts, ...], starter: int, *, only_fewest: bool) -> bool:
    """Whether some legal record of a base game has these duels, in which no side wins over 14 light or dark.

    `starter`: the side (0 or 1) that opens the first duel. `only_fewest`: whether the edition rules (H2) that identical
    pawns stand in as few encounters as the stock allows.
    """
    if not duels:
        return True
    first_wins, second_wins, first_supers, second_supers, undecided = map(sum, zip(*duels, strict=True))
    most = SUPERS - max(first_supers, second_supers)
    least = most if len(duels) == DUELS_IN_A_GAME else 0  # all 30 tokens are drawn: supers that win nothing tie
    if least <= undecided <= most:  # no identical pawns are needed, so the sums decide
        return bool(reached((first_wins, second_wins), (first_supers, second_supers)))
    ways = product(*[range(min(duel[4], most), -1, -1) for duel in duels])
    return any(least <= sum(ties) <= most and _is_possible(duels, ties, starter, only_fewest) for ties in ways)


def _is_possible(duels: tuple[Counts, ...], ties: tuple[int, ...], starter: int, only_fewest: bool) -> bool:
    """Whether these ties of super energies, with identical pawns in all other undecided encounters, can be laid out.

    So there is a position to which the duels before the first identical pawns lead, and from which the rest.
    """
    plain = first_wins = second_wins = first_supers = second_supers = 0
    while duels[plain][4] == ties[plain]:
        duel = duels[plain]
        first_wins += duel[0]
        second_wins += duel[1]
        first_supers += duel[2]
        second_supers += duel[3]
        plain += 1
    laid = tuple(
        [Laid(duel[:2], duel[2:4], duel[4] - tied) for duel, tied in zip(duels[plain:], ties[plain:], strict=True)]
    )
    fought = first_wins + second_wins
    placed = (fought + second_supers, fought + first_supers)
    start = reached((first_wins, second_wins), (first_supers, second_supers))
    return bool(start & _to_be_reached(laid, plain + 1, placed, starter, only_fewest))


@cache  # as many as there are sums: some thousands, of half a kilobyte
def reached(wins: tuple[int, int], supers: tuple[int, int]) -> int:
    """The positions that decided encounters lead to; `wins` and `supers` are the sums of any number of duels."""
    positions = _decided(wins)
    for side in SIDES:
        positions = _with_free_pawns(positions, side, supers[1 - side])
    return positions & _in_stock((sum(wins) + supers[1], sum(wins) + supers[0]))


@lru_cache(maxsize=4096)
def _to_be_reached(
    duels: tuple[Laid, ...], number: int, placed: tuple[int, int], starter: int, only_fewest: bool
) -> int:
    """The positions from which these last duels of a sheet can be played; `number` is the first one's.

    `placed`: the pawns that each side has placed before.
    """
    if not duels:
        return _in_stock(placed)
    duel = duels[0]
    responder = 1 - starter if number % 2 else starter
    after = _to_be_reached(
        duels[1:],
        number + 1,
        (placed[0] + duel.placed(0), placed[1] + duel.placed(1)),
        starter,
        only_fewest,
    )
    if number == DUELS_IN_A_GAME:
        return _what_is_left(_fifth(duel, responder))
    if duel.identical:
        return _led_and_answered(duel, responder, placed[responder], after, only_fewest)
    return _nowhere_identical(duel, after)


def _decided(wins: tuple[int, int]) -> int:
    """The pawns that both sides can use in decided encounters, as positions."""
    strides = [(_STRIDE[side] * _STEP[STRONG], _STRIDE[1 - side] * _STEP[WEAK]) for side in SIDES]
    of_first, of_second = (
        [strong * strides[side][0] + weak * strides[side][1] for strong, weak in _shares(wins[side])] for side in SIDES
    )
    positions = sum(1 << place for place in of_first)
    return _joined(positions << place for place in of_second)


def _shares(won: int) -> list[tuple[int, int]]:
    """The numbers of strong pawns of the winner and weak ones of the loser that so many encounters can hold."""
    return [
        (strong, weak)
        for strong in range(min(won, STOCK[STRONG]) + 1)
        for weak in range(won - strong, min(won, STOCK[WEAK]) + 1)
    ]


def _rows(wins: tuple[int, int]) -> list[tuple[Used, Used]]:
    """As `_decided`, told one by one."""
    number = sum(wins)
    return [
        ((strong, number - strong - weak, weak), (others_strong, number - others_strong - others_weak, others_weak))
        for strong, others_weak in _shares(wins[0])
        for others_strong, weak in _shares(wins[1])
    ]


def _fifth(duel: Laid, responder: int) -> int:
    """The pawns that both sides can use in duel 5 (H5), as positions."""
    identical, facing_supers = duel.identical, (duel.supers[1], duel.supers[0])
    decided, number = _decided(duel.wins), sum(duel.wins)
    if not identical:
        return _with_free_pawns(_with_free_pawns(decided, 0, facing_supers[0]), 1, facing_supers[1])
    answers_first = responder if (number - identical) % 2 else 1 - responder
    found = 0
    for kind in KINDS:
        paired = decided
        for side in SIDES:
            paired = _placed(paired, side, kind, identical)
            needed = identical - (side == answers_first)
            alone = decided & _using(side, kind, needed, number, number)
            alone = _placed(alone, side, kind, identical + facing_supers[side])
            alone = _placed(alone, 1 - side, kind, identical)
            found |= _with_free_pawns(alone, 1 - side, facing_supers[1 - side])
        found |= _placed(_placed(paired, 0, kind, facing_supers[0]), 1, kind, facing_supers[1])
    return found


def _led_and_answered(duel: Laid, responder: int, placed: int, after: int, only_fewest: bool) -> int:
    """The positions from which a duel with identical pawns leads to one of `after` (R7, R8, H2).

    `placed`: the responder's pawns in the duels before. Pawns may be identical where the leading side has placed more
    of a kind than the responder has had left of the others.
    """
    leader = 1 - responder
    enough = duel.identical if only_fewest else 1
    for side in SIDES:
        after = _without_free_pawns(after, side, duel.supers[1 - side])
    before = 0
    for rows, same in product(_rows(duel.wins), _split(duel.identical)):
        lead, answer = _together(rows[leader], same), _together(rows[responder], same)
        for kind in KINDS:
            others_left = lead[kind] - enough  # at most, of the responder's stock
            others_used = sum(STOCK) - STOCK[kind] - others_left  # at least, in the duels before
            if others_left >= sum(answer) - answer[kind] and others_used <= placed:
                start = _taken_back(_taken_back(after, leader, lead), responder, answer)
                before |= start & _using(responder, kind, 0, placed - others_used, placed)
    return before


def _nowhere_identical(duel: Laid, after: int) -> int:
    """The positions from which a duel of decided encounters leads to one of `after`."""
    for side in SIDES:
        after = _without_free_pawns(after, side, duel.supers[1 - side])
    return _joined(_taken_back(_taken_back(after, 0, first), 1, second) for first, second in _rows(duel.wins))


def _split(number: int) -> list[Used]:
    """The ways in which so many pawns can be of the three kinds."""
    return [
        (strong, number - strong - weak, weak) for strong in range(number + 1) for weak in range(number - strong + 1)
    ]


def _together(ours: Used, theirs: Used) -> Used:
    return ours[STRONG] + theirs[STRONG], ours[MEDIUM] + theirs[MEDIUM], ours[WEAK] + theirs[WEAK]


@lru_cache(maxsize=4096)
def _using(side: int, kind: int, least: int, most: int, placed: int = 0) -> int:
    """The positions where a side has used `least` to `most` pawns of a kind; for mediums `placed` is of all kinds."""
    line = sum(
        1 << (strong * _STEP[STRONG] + weak * _STEP[WEAK]) * _STRIDE[side]
        for strong, weak in product(range(STOCK[STRONG] + 1), range(STOCK[WEAK] + 1))
        if least <= (strong, placed - strong - weak, weak)[kind] <= most
    )
    return line * _LINE[1 - side]


def _in_stock(placed: tuple[int, int]) -> int:
    """The positions where both sides have had as many mediums as they must have used."""
    return _using(0, MEDIUM, 0, STOCK[MEDIUM], placed[0]) & _using(1, MEDIUM, 0, STOCK[MEDIUM], placed[1])


def _placed(positions: int, side: int, kind: int, number: int) -> int:
    """The positions after a side has placed so many more pawns of a kind, where it has them."""
    if kind == MEDIUM:
        return positions
    return (positions & _using(side, kind, 0, STOCK[kind] - number)) << number * _STEP[kind] * _STRIDE[side]


def _taken_back(positions: int, side: int, used: Used) -> int:
    """The positions before a side placed these pawns."""
    for kind in (STRONG, WEAK):
        had = positions & _using(side, kind, used[kind], STOCK[kind])
        positions = had >> used[kind] * _STEP[kind] * _STRIDE[side]
    return positions


def _with_free_pawns(positions: int, side: int, number: int) -> int:
    """The positions after a side has placed so many pawns of whatever kinds."""
    for _ in range(number):
        positions |= _placed(positions, side, STRONG, 1) | _placed(positions, side, WEAK, 1)
    return positions


def _without_free_pawns(positions: int, side: int, number: int) -> int:
    """The positions before a side placed so many pawns of whatever kinds."""
    for _ in range(number):
        positions |= _taken_back(positions, side, (1, 0, 0)) | _taken_back(positions, side, (0, 0, 1))
    return positions


def _what_is_left(used: int) -> int:
    """The positions from which one of those in `used` would use up everything."""
    return int(f"{used:0{_POSITIONS}b}"[::-1], 2)


def _joined(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
