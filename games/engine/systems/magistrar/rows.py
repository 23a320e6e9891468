"""Rows of six letters as bit masks, looked up: position i of a row is bit i-1.

Supplies are packed integers, one byte a kind; a guard bit above each byte shows an overdraft after a subtraction.
"""

from games.engine.systems.magistrar.documents import MOVE_LETTERS, PAWN_LETTERS, POSITIONS, TOKEN_LETTERS
from games.engine.systems.magistrar.report import Winner
from games.engine.systems.magistrar.tables import Table

Strengths = tuple[int, int, int]
"""The strength of a weak, a medium and a strong pawn."""

ALL_POSITIONS = (1 << POSITIONS) - 1
LEVEL_BITS = POSITIONS  # a pawn row is packed by strength: six bits for each of 1, 2, 3 and 4

TOKEN_KINDS = {"L": "light", "D": "dark", "S": "super", "G": "golden"}
PAWN_KINDS = {"W": "weak", "M": "medium", "S": "strong"}
TOKEN_BYTES = {letter: 1 << 8 * place for place, letter in enumerate(TOKEN_KINDS)}
PAWN_BYTES = {letter: 1 << 8 * place for place, letter in enumerate(PAWN_KINDS)}
GUARD = 0x80808080

TOKENS_OF_A_SIDE = {"L": 14, "D": 14, "S": 2}  # R1
PAWNS_OF_A_SIDE = {"S": 5, "M": 13, "W": 10}  # R2
GOLDEN_BYTE = TOKEN_BYTES["G"]
FULL_BAG = GUARD + sum(TOKEN_BYTES[letter] * number for letter, number in TOKENS_OF_A_SIDE.items())
FULL_STOCK = GUARD + sum(PAWN_BYTES[letter] * number for letter, number in PAWNS_OF_A_SIDE.items())


TokenRow = tuple[int, int, int, int, int, int]
"""Masks of the positions with light, dark, super and golden energy, of both last ones, and the packed numbers drawn.

A plain tuple of integers, as all tables here hold: the garbage collector needn't go through thousands of them.
"""

PawnRow = tuple[int, int, int, int, int]
"""Masks of the positions with weak, medium and strong pawns, of all with a pawn, and the packed numbers placed."""


def _mask(row: str, letter: str) -> int:
    return sum(1 << place for place, found in enumerate(row) if found == letter)


def _known(row: str, letters: str) -> str:
    """The row. KeyError where it isn't six of these letters."""
    if len(row) != POSITIONS or row.strip(letters):
        raise KeyError(row)
    return row


def _token_row(row: str) -> TokenRow:
    masks = [_mask(_known(row, TOKEN_LETTERS), letter) for letter in TOKEN_KINDS]
    drawn = sum(TOKEN_BYTES[letter] for letter in row)
    return masks[0], masks[1], masks[2], masks[3], masks[2] | masks[3], drawn


def _pawn_row(row: str) -> PawnRow:
    weak, medium, strong = (_mask(_known(row, PAWN_LETTERS), letter) for letter in PAWN_KINDS)
    return weak, medium, strong, weak | medium | strong, sum(PAWN_BYTES.get(letter, 0) for letter in row)


def _move_row(row: str) -> tuple[int, int]:
    if len(row) > POSITIONS or row.strip(MOVE_LETTERS):
        raise KeyError(row)
    return len(row), row.count("D") - row.count("L")


def _encounters(won: int) -> tuple[Winner, ...]:
    by_white, by_black = won >> POSITIONS, won & ALL_POSITIONS
    return tuple(
        "white" if by_white >> place & 1 else "black" if by_black >> place & 1 else None for place in range(POSITIONS)
    )


TOKEN_ROW: Table[str, TokenRow] = Table(_token_row)
PAWN_ROW: Table[str, PawnRow] = Table(_pawn_row)
"""The masks of each row. KeyError for what is no row."""

MOVE_ROW: Table[str, tuple[int, int]] = Table(_move_row)
"""The number of letters, and their net direction (dark positive), of each row of moves."""

POSITIONS_OF: tuple[list[int], ...] = tuple(
    [place + 1 for place in range(POSITIONS) if mask >> place & 1] for mask in range(ALL_POSITIONS + 1)
)
"""The positions of a mask, in order."""

ENCOUNTERS: Table[int, tuple[Winner, ...]] = Table(_encounters)
"""Who won each position, by the mask of white's wins above the mask of black's."""


def by_strength(weak: int, medium: int, strong: int, strengths: Strengths) -> int:
    """The masks packed by strength: bit i-1 + 6 (s-1) is set where a pawn of strength s stands at position i."""
    of_weak, of_medium, of_strong = strengths
    return (
        weak << LEVEL_BITS * (of_weak - 1)
        | medium << LEVEL_BITS * (of_medium - 1)
        | strong << LEVEL_BITS * (of_strong - 1)
    )


def _strength_rows(strengths: Strengths) -> Table[str, int]:
    return Table(lambda letters: by_strength(*PAWN_ROW[letters][:3], strengths))


STRENGTH_ROWS: dict[Strengths, Table[str, int]] = {
    strengths: _strength_rows(strengths) for strengths in ((1, 2, 3), (3, 2, 1))
}
"""Each row of pawns packed by strength, for the strengths that duels can have."""


def positions_in(packed: int) -> int:
    """The mask of positions that are set at any strength."""
    return (packed | packed >> 6 | packed >> 12 | packed >> 18) & ALL_POSITIONS


def stronger(own: int, other: int) -> int:
    """The mask of positions where the pawn in `own` is stronger than the one in `other` (R10), both by strength."""
    packed = own & (other << 6 | other << 12 | other << 18)
    return positions_in(packed) if packed else 0


def strength_bits(position: int) -> int:
    """All bits of a position in a row packed by strength."""
    return _FIRST_AT_ANY_STRENGTH << position - 1


_FIRST_AT_ANY_STRENGTH = sum(1 << LEVEL_BITS * level for level in range(4))


def left_of(packed: int, letter: str, letters: dict[str, int]) -> int:
    """How many of a kind a guarded supply has left."""
    return (packed // letters[letter]) & 0x7F
