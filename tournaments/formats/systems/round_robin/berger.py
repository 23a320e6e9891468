"""Berger tables (FIDE Handbook C.05, Annex 1): who meets whom, in which round, and who starts."""

from __future__ import annotations

BergerRound = tuple[tuple[int, int], ...]


def berger_table(entrant_count: int, *, double: bool = False) -> tuple[BergerRound, ...]:
    """Rounds of (white, black) pairs in board order, for 1..n.

    With an odd count the highest number of the table is a dummy, written as 0: whoever meets it has no game. A double
    round robin repeats the rounds with colours reversed, the last two rounds of the first cycle being exchanged, so
    that nobody has the same colour three times in a row.
    """
    if entrant_count < 2:
        raise ValueError(f"a table needs at least 2 entrants, not {entrant_count}")
    size = entrant_count + entrant_count % 2
    dummy = size if entrant_count % 2 else None
    cycle = [_round(size, round_number, dummy) for round_number in range(1, size)]
    if not double:
        return tuple(cycle)
    reversed_cycle = [tuple((black, white) for white, black in pairs) for pairs in cycle]
    if len(cycle) > 1:
        cycle[-2], cycle[-1] = cycle[-1], cycle[-2]
    return (*cycle, *reversed_cycle)


def _round(size: int, round_number: int, dummy: int | None) -> BergerRound:
    """The highest number stays, the others rotate by half a table a round; it starts in even rounds."""
    circle = size - 1
    leader = (round_number - 1) * (size // 2) % circle
    first = (leader + 1, size) if round_number % 2 else (size, leader + 1)
    others = [((leader + step) % circle + 1, (leader - step) % circle + 1) for step in range(1, size // 2)]
    return tuple((_number(white, dummy), _number(black, dummy)) for white, black in (first, *others))


def _number(seat: int, dummy: int | None) -> int:
    return 0 if seat == dummy else seat
