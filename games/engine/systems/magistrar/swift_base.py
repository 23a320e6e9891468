"""The quickest way for legal base games: one look-up a row, one subtraction for all supplies.

What it can't settle it leaves to `swift`, from the first such duel on. Its tables are made from those of `rows`, its
texts from the pieces of `report_text`.
"""

from typing import NamedTuple

from msgspec import UNSET

from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    POSITIONS,
    RecordDuel,
)
from games.engine.systems.magistrar.effects import BASE_DUEL
from games.engine.systems.magistrar.game import HIGHEST_LEVEL, GameInPlay
from games.engine.systems.magistrar.phases import fewest_identical, first_wrong_answer
from games.engine.systems.magistrar.report import Side, Winner
from games.engine.systems.magistrar.report_text import LEVELS, WHITE_LEVEL, Gained, before_levels
from games.engine.systems.magistrar.rows import (
    ALL_POSITIONS,
    BOTH_COLOURS,
    ENCOUNTERS,
    FULL_BAG,
    FULL_STOCK,
    GUARD,
    MOVE_ROW,
    PAWN_ROW,
    POSITIONS_OF,
    STRONGER,
    TOKEN_ROW,
    by_strength,
    positions_in,
)
from games.engine.systems.magistrar.scoring import marker_winner, spaces_moved

# A side's bag and stock are one integer, 32 bits each. Above them stands, in 16 bits, the mask of positions with a
# super energy (in a row of tokens) or with a pawn (in a row of pawns): together they make 63 exactly where a pawn
# stands at each position without a super energy and nowhere else (R7, R9, H1). Black's integer stands above white's.
_STOCK, _PLACES, _BLACK = 32, 64, 80
_WORD = (1 << 32) - 1
_FULL_SIDE = FULL_BAG | FULL_STOCK << _STOCK | (DUELS_IN_A_GAME * ALL_POSITIONS) << _PLACES
_GUARDED_SIDE = GUARD | GUARD << _STOCK
_WATCHED_SIDE = _GUARDED_SIDE | 0xFFFF << _PLACES
_FULL = _FULL_SIDE | _FULL_SIDE << _BLACK
_WATCHED = _WATCHED_SIDE | _WATCHED_SIDE << _BLACK


def _expected(number: int) -> int:
    side = _GUARDED_SIDE | (DUELS_IN_A_GAME - number) * ALL_POSITIONS << _PLACES
    return side | side << _BLACK


_EXPECTED = [_expected(number) for number in range(DUELS_IN_A_GAME + 1)]
"""What is watched of the supplies after each number of duels, where nothing is overdrawn or misplaced."""

_TOKENS: dict[str, tuple[int, int, int]] = {
    letters: (light << POSITIONS | dark, super, drawn | super << _PLACES)
    for letters, (light, dark, super, golden, drawn) in TOKEN_ROW.items()
    if not golden
}
"""The mask of dark tokens, and above it that of light ones; the mask of super energies; what is taken."""


def _pawn_row(weak: int, medium: int, strong: int, placed: int, used: int) -> tuple[int, int, int, int]:
    strength = by_strength(weak, medium, strong, BASE_DUEL.strengths)
    return strength, strength << 6 | strength << 12, placed, used << _STOCK | placed << _PLACES


_PAWNS = {letters: _pawn_row(*row) for letters, row in PAWN_ROW.items()}
"""The row packed by strength, what that is beaten by, the mask of all pawns; what is taken."""

_SPACES = [
    spaces_moved(BASE_DUEL, (won >> POSITIONS).bit_count(), (won & ALL_POSITIONS).bit_count(), 0, 0)
    for won in range(1 << 2 * POSITIONS)
]
"""The spaces moved, by the colours won."""

_MARKER_BITS = 8
_MARKER_MASK = (1 << _MARKER_BITS) - 1
_MARKERS: dict[Winner, int] = {None: 0, "white": 1, "black": 1 << _MARKER_BITS}
_MARKER_HONORIS = BASE_DUEL.marker_honoris


def _outcome(won: int) -> tuple[str, int]:
    """A duel's report up to its levels, and its marker."""
    white, black = (won >> POSITIONS).bit_count(), (won & ALL_POSITIONS).bit_count()
    winner = marker_winner(white, black, BASE_DUEL, "white", None)
    return before_levels(won, white, black, winner), _MARKERS[winner]


_OUTCOME = {won: _outcome(won) for won in ENCOUNTERS}
_SUPER_SPACES = BASE_DUEL.super_spaces
_STRENGTHS = BASE_DUEL.strengths


class BaseRun(NamedTuple):
    """How far a base game was settled: the duels' reports, and the state after them; `supply` and `markers` packed."""

    texts: list[str]
    supply: int
    white_level: int
    black_level: int
    markers: int

    def gained(self) -> tuple[Gained, Gained]:
        """What white and black have gained."""
        white, black = self.markers & _MARKER_MASK, self.markers >> _MARKER_BITS
        return (
            Gained(self.white_level, white, white * _MARKER_HONORIS),
            Gained(self.black_level, black, black * _MARKER_HONORIS),
        )

    def hand_over(self, game: GameInPlay) -> None:
        """Put a fresh game into this state."""
        supplies = (self.supply, self.supply >> _BLACK)
        for side, gained, supply in zip((game.white, game.black), self.gained(), supplies, strict=True):
            side.bag, side.stock = supply & _WORD, supply >> _STOCK & _WORD
            side.level, side.markers, side.marker_honoris = gained


def play_base_duels(starter: Side, duels: tuple[RecordDuel, ...]) -> BaseRun:
    """Judge and score the duels of a base game up to the first that can't be settled here.

    One long loop: a call for each step would take longer than the steps.
    """
    supply, white_level, black_level, markers = _FULL, 0, 0, 0
    texts: list[str] = []
    for number, duel in enumerate(duels, 1):
        tokens, pawns, moves = duel.tokens, duel.pawns, duel.moves
        try:
            white_colours, white_supers, white_drawn = _TOKENS[tokens.white]
            black_colours, black_supers, black_drawn = _TOKENS[tokens.black]
            white_strength, _, white_placed, white_used = _PAWNS[pawns.white]
            black_strength, black_beaten_by, black_placed, black_used = _PAWNS[pawns.black]
        except KeyError:
            break
        left = supply - (white_drawn + white_used) - (black_drawn + black_used << _BLACK)
        if left & _WATCHED != _EXPECTED[number] or duel.spells:  # R2, R6, R7, R9, H1
            break
        contested = white_placed & black_placed
        if number < DUELS_IN_A_GAME:
            if duel.order is not UNSET:
                break
        elif duel.order is UNSET or sorted(duel.order) != POSITIONS_OF[contested]:  # R17, R18
            break

        by_white = STRONGER[(white_strength & black_beaten_by) >> POSITIONS]  # R10
        by_black = contested ^ by_white
        identical = white_strength & black_strength
        if identical:
            identical = positions_in(identical)
            white_starts = (starter == "white") == (number % 2 == 1)  # R5
            white_stock, black_stock = supply >> _STOCK & _WORD, supply >> _BLACK + _STOCK & _WORD
            if number == DUELS_IN_A_GAME:
                white, black = (pawns.white, white_stock, 0), (pawns.black, black_stock, 0)
                first, second = (white, black) if white_starts else (black, white)
                if first_wrong_answer(duel.order or (), identical, *first, *second):  # H5
                    break
            else:
                lead, stock = (white_strength, black_stock) if white_starts else (black_strength, white_stock)
                if identical.bit_count() > fewest_identical(lead, contested, stock, _STRENGTHS):  # R8, H2
                    break
            by_black ^= identical
        if white_supers or black_supers:  # R9, R11
            white_won, black_won = white_supers & ~black_supers, black_supers & ~white_supers
            try:
                white_letters, white_directions = MOVE_ROW[moves.white]
                black_letters, black_directions = MOVE_ROW[moves.black]
            except KeyError:
                break
            if white_won.bit_count() != white_letters or black_won.bit_count() != black_letters:  # R13
                break
            by_white |= white_won
            by_black |= black_won
            white_level += white_directions * _SUPER_SPACES
            black_level += black_directions * _SUPER_SPACES
        elif moves.white or moves.black:
            break

        supply = left  # R16
        white_level += _SPACES[white_colours & by_white * BOTH_COLOURS]  # R12
        black_level += _SPACES[black_colours & by_black * BOTH_COLOURS]
        text, marker = _OUTCOME[by_white << POSITIONS | by_black]  # R15
        markers += marker
        try:
            texts.append(text + LEVELS[white_level * WHITE_LEVEL + black_level])
        except KeyError:  # R14, H4
            white_level = max(-HIGHEST_LEVEL, min(HIGHEST_LEVEL, white_level))
            black_level = max(-HIGHEST_LEVEL, min(HIGHEST_LEVEL, black_level))
            texts.append(text + LEVELS[white_level * WHITE_LEVEL + black_level])
    return BaseRun(texts, supply, white_level, black_level, markers)
