"""The 001 line: who a player is and what each round was for him."""

from __future__ import annotations

from tournaments.formats.core.state import Colour
from tournaments.trf.document import ABSENT, Place, PlayerLine, Result, RoundEntry
from tournaments.trf.fields import Line

FIRST_ROUND_COLUMN = 92
ROUND_WIDTH = 10
POINTS_COLUMNS = (81, 84)

_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None, " ": None}
_WITH_OPPONENT = {
    result.value: result
    for result in Result
    if result not in (Result.HALF_BYE, Result.FULL_BYE, Result.PAIRING_BYE, Result.ZERO_BYE)
}
# A bye may still be written with the signs of the edition of 2006.
_WITHOUT_OPPONENT = {
    "H": Result.HALF_BYE,
    "F": Result.FULL_BYE,
    "U": Result.PAIRING_BYE,
    "Z": Result.ZERO_BYE,
    "+": Result.PAIRING_BYE,
    "=": Result.HALF_BYE,
    "-": Result.ZERO_BYE,
    " ": Result.ZERO_BYE,
}
_NEEDS_COLOUR = frozenset(_WITH_OPPONENT.values()) - {Result.FORFEIT_WIN, Result.FORFEIT_LOSS}

# The columns between the fields, which are blank wherever the fields stand where they should.
_GAPS = ((4, 4), (9, 9), (14, 14), (48, 48), (53, 53), (57, 57), (69, 69), (80, 80), (85, 85), (90, 91))
_SLIPPED = "the columns have slipped: this one lies between two fields and is blank in every good file"


def read_player(line: Line) -> PlayerLine:
    """One 001 line. Raises TrfError for anything unreadable; what contradicts other lines is for `consistency`."""
    if "\t" in line.text:
        raise line.fail(line.text.index("\t") + 1, "a tab makes the columns ambiguous: use blanks")
    for first, last in _GAPS:
        line.require_blank(first, last, _SLIPPED)
    number = line.whole(5, 8, "starting number")
    if number == 0:
        raise line.fail(5, "starting numbers begin with 1")
    rounds = _read_rounds(line, number)
    return PlayerLine(
        number=number,
        sex=line.field(10, 10).strip(" "),
        title=line.field(11, 13).strip(" "),
        name=line.field(15, 47).strip(" "),
        rating=line.whole_or(49, 52, "rating", 0),
        federation=line.field(54, 56).strip(" "),
        fide_id=line.field(58, 68).strip(" "),
        birth=line.field(70, 79).strip(" "),
        points=_read_points(line, bool(rounds)),
        rank=line.whole_or(86, 89, "rank", 0) or None,
        rounds=rounds,
        place=line.place,
    )


def _read_points(line: Line, has_rounds: bool) -> int:
    first, last = POINTS_COLUMNS
    if not has_rounds and not line.field(first, last).strip(" "):
        return 0
    return line.half_points(first, last, "points")


def _read_rounds(line: Line, number: int) -> tuple[RoundEntry, ...]:
    entries: list[RoundEntry] = []
    blanks = 0
    for first in range(FIRST_ROUND_COLUMN, len(line.text) + 1, ROUND_WIDTH):
        if not line.field(first, first + ROUND_WIDTH - 1).strip(" "):
            blanks += 1
            continue
        entries.extend([ABSENT] * blanks)
        blanks = 0
        entries.append(_read_round(line, first, number))
    return tuple(entries)


def _read_round(line: Line, first: int, number: int) -> RoundEntry:
    for gap in (first + 4, first + 6, first + 8, first + 9):
        line.require_blank(gap, gap, _SLIPPED)
    opponent = line.whole_or(first, first + 3, "opponent", 0) or None
    if opponent == number:
        raise line.fail(first, f"player {number} is paired with himself")
    colour_letter = (line.field(first + 5, first + 5) or " ").lower()
    if colour_letter not in _COLOURS:
        raise line.fail(first + 5, f"colour {colour_letter!r} is none of w, b, -")
    colour = _COLOURS[colour_letter]
    letter = (line.field(first + 7, first + 7) or " ").upper()
    results = _WITHOUT_OPPONENT if opponent is None else _WITH_OPPONENT
    if letter not in results:
        raise line.fail(first + 7, f"result {letter!r} can't be read {_beside(opponent)}")
    result = results[letter]
    if opponent is None and colour is not None:
        raise line.fail(first + 5, "a colour without an opponent")
    if opponent is not None and colour is None and result in _NEEDS_COLOUR:
        raise line.fail(first + 5, "a game without a colour")
    return RoundEntry(opponent, colour, result, Place(line.number, first))


def _beside(opponent: int | None) -> str:
    return "for a round without an opponent" if opponent is None else f"for a game against {opponent}"
