"""What the rules of a duel say of rows and masks, as tables that the functions of the plain way fill.

No rule is stated here: each entry is what `fight`, `scoring` or `record_check` gives for one row or one set of masks.
"""

from functools import lru_cache
from typing import NamedTuple

from games.engine.systems.magistrar.documents import DEFAULT_EDITION, NO_VARIANTS, POSITIONS
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.effects import MOST_SPACES, DuelRules
from games.engine.systems.magistrar.fight import Row, won_by_pawns, won_by_supers
from games.engine.systems.magistrar.game import (
    HIGHEST_LEVEL,
    NO_MAGE,
    Gained,
    GameInPlay,
    fresh_side,
    on_track,
    starter_of,
)
from games.engine.systems.magistrar.record_check import directions
from games.engine.systems.magistrar.report import Side, Winner
from games.engine.systems.magistrar.report_text import encounters_text, levels_text, pack_markers, points_text
from games.engine.systems.magistrar.rows import (
    ALL_POSITIONS,
    PAWN_KINDS,
    PAWN_ROW,
    STRENGTH_ROWS,
    TOKEN_ROW,
)
from games.engine.systems.magistrar.scoring import Haul, marker_winner
from games.engine.systems.magistrar.tables import Table

SUPER_BITS = 2 * POSITIONS
"""Of a row's super energies as one integer: the mask of golden ones above that of the others."""

TokenEntry = tuple[bytes, int, int, int]
"""What the row moves (in `LANDING`'s count), by the mask of positions that the side wins with pawns; its super energies
(`SUPER_BITS`); the mask of positions where a pawn is needed; what is taken from the bag."""

PawnEntry = tuple[int, int, int, int]
"""The row packed by strength; what it is beaten by, likewise; the mask of all pawns; what is taken from the stock."""

SupersEntry = tuple[int, Table[str, int], Table[str, int]]
"""The effect of super energies on a duel: what they win (an `outcome_key`), and how many spaces the moves of white and
of black are worth."""

TRACK = range(-HIGHEST_LEVEL, HIGHEST_LEVEL + 1)
FARTHEST = POSITIONS * MOST_SPACES
"""No duel moves a scoring pawn by more spaces."""

LANDING = [on_track(level) - TRACK.start for level in range(TRACK.start - FARTHEST, TRACK.stop + FARTHEST)]
"""Where a pawn lands (R14), counted from the lowest level, by where it stood, likewise, and the spaces that it moves,
counted from -FARTHEST: always small integers."""

_POINT_BITS = 4
_shared = Table[int, int](lambda number: number)
"""One object for each number: entries that share theirs stay in the processor's cache."""


OutcomeEntry = tuple[str, int]
"""A duel's report up to its levels, and the marker (packed); by `outcome_key`."""


class DuelTables(NamedTuple):
    """One duel's tables."""

    tokens: Table[str, TokenEntry]
    pawns: Table[str, PawnEntry]
    supers: Table[int, SupersEntry]
    outcomes: Table[int, OutcomeEntry]
    rules: DuelRules
    white_starts: bool


@lru_cache(maxsize=512)
def duel_tables(rules: DuelRules, white_starts: bool, equilibrium: Winner) -> DuelTables:
    """The tables of a duel with these rules."""
    counts = range(POSITIONS + 1)
    worth = tuple(Haul(light, dark).spaces(rules) for light in counts for dark in counts)
    return DuelTables(
        _tokens(rules.positions, worth),
        _pawns(rules.strengths, rules.weak_beats_strong),
        _supers(rules),
        _outcomes(rules, "black" if white_starts else "white", equilibrium),
        rules,
        white_starts,
    )


def game_tables(game: GameInPlay, duels: int) -> tuple[DuelTables, ...]:
    """The tables of a game's first duels."""
    return _GAME_TABLES[game.duel_rules, game.starter, game.equilibrium][:duels]


def _game_tables(key: tuple[tuple[DuelRules, ...], Side, Winner]) -> tuple[DuelTables, ...]:
    rules, starter, equilibrium = key
    return tuple(
        duel_tables(of_duel, starter_of(number, of_duel, starter) == "white", equilibrium)
        for number, of_duel in enumerate(rules, 1)
    )


_GAME_TABLES = Table(_game_tables)


@lru_cache(maxsize=2)
def base_tables(starter: Side) -> tuple[DuelTables, ...]:
    """The tables of a game without variants, which has the same rules in every edition."""
    game = GameInPlay(SHIPPED_EDITIONS[DEFAULT_EDITION], NO_VARIANTS, starter)
    return game_tables(game, len(game.duel_rules))


@lru_cache(maxsize=64)
def _tokens(positions: int, worth: tuple[int, ...]) -> Table[str, TokenEntry]:
    """`worth`: the spaces of each number of light and dark tokens won."""
    fought = (1 << positions) - 1

    def entry(row: str) -> TokenEntry:
        light, dark, super, golden, supers, drawn = TOKEN_ROW[row]
        hauls = bytes(
            FARTHEST + worth[(light & won).bit_count() * (POSITIONS + 1) + (dark & won).bit_count()]
            for won in range(ALL_POSITIONS + 1)
        )
        return hauls, _shared[golden << POSITIONS | super], fought & ~supers, _shared[drawn]

    return Table(entry)


@lru_cache(maxsize=16)
def _pawns(strengths: tuple[int, int, int], weak_beats_strong: bool) -> Table[str, PawnEntry]:
    rules = DuelRules(strengths=strengths, weak_beats_strong=weak_beats_strong)
    packed = STRENGTH_ROWS[strengths]
    alone = {kind: _row(kind + "-" * (POSITIONS - 1), rules) for kind in PAWN_KINDS}
    beaten_by = {
        kind: sum(other.strength for other in alone.values() if won_by_pawns(other, row, rules))
        for kind, row in alone.items()
    }

    def entry(row: str) -> PawnEntry:
        _weak, _medium, _strong, placed, used = PAWN_ROW[row]
        beaten = sum(beaten_by[pawn] << place for place, pawn in enumerate(row) if pawn in beaten_by)
        return packed[row], beaten, placed, _shared[used]

    return Table(entry)


def _row(pawns: str, rules: DuelRules) -> Row:
    tokens = TOKEN_ROW["L" * POSITIONS]
    return Row(fresh_side("white", 0, NO_MAGE), "", STRENGTH_ROWS[rules.strengths][pawns], *tokens, *PAWN_ROW[pawns])


@lru_cache(maxsize=128)
def _supers(rules: DuelRules) -> Table[int, SupersEntry]:
    fought = (1 << rules.positions) - 1

    def entry(key: int) -> SupersEntry:
        white, black = key >> SUPER_BITS, key & (1 << SUPER_BITS) - 1
        white_golden, white_super = white >> POSITIONS, white & ALL_POSITIONS
        black_golden, black_super = black >> POSITIONS, black & ALL_POSITIONS
        white_won = won_by_supers(white_super, white_golden, black_super, black_golden) & fought
        black_won = won_by_supers(black_super, black_golden, white_super, white_golden) & fought
        beyond = pack_points(_beyond_one(white_won & white_golden), _beyond_one(black_won & black_golden))
        return (
            outcome_key(white_won, black_won, beyond),
            _moves(rules, white_won & white_super, white_won & white_golden),
            _moves(rules, black_won & black_super, black_won & black_golden),
        )

    return Table(entry)


@lru_cache(maxsize=4096)
def _moves(rules: DuelRules, supers: int, goldens: int) -> Table[str, int]:
    """What the letters for these energies won are worth. KeyError for other than one letter an energy (R13)."""
    number = (supers | goldens).bit_count()

    def worth(letters: str) -> int:
        if len(letters) != number:
            raise KeyError(letters)
        return Haul(0, 0, *directions(letters, supers, goldens)).spaces(rules)

    return Table(worth)


def _beyond_one(goldens: int) -> int:
    """The points that these encounters count beyond one each."""
    number = goldens.bit_count()
    return Haul(0, 0, goldens=number).points - number


def pack_points(white: int, black: int) -> int:
    """Both sides' points as one integer: sums of such integers are the sums of points."""
    return white << _POINT_BITS | black


def outcome_key(white_won: int, black_won: int, beyond: int) -> int:
    """How a duel's encounters went, as one integer: the masks of positions that each side won, and the points, packed,
    that golden energies count above one."""
    return beyond << 2 * POSITIONS | white_won << POSITIONS | black_won


LEVELS = [[levels_text(white, black) for black in TRACK] for white in TRACK]
"""The end of a duel's report by both levels, counted from the lowest."""


@lru_cache(maxsize=512)
def _outcomes(rules: DuelRules, responder: Side, equilibrium: Winner) -> Table[int, OutcomeEntry]:
    taken = {
        None: 0,
        "white": pack_markers(Gained(0, 1, rules.marker_honoris), Gained(0, 0, 0)),
        "black": pack_markers(Gained(0, 0, 0), Gained(0, 1, rules.marker_honoris)),
    }

    def entry(key: int) -> OutcomeEntry:
        won, beyond = key & (1 << 2 * POSITIONS) - 1, key >> 2 * POSITIONS
        points = pack_points((won >> POSITIONS).bit_count(), (won & ALL_POSITIONS).bit_count()) + beyond
        white, black = points >> _POINT_BITS, points & (1 << _POINT_BITS) - 1
        winner = marker_winner(white, black, rules, responder, equilibrium)
        return encounters_text(won) + points_text(white, black, winner), taken[winner]

    return Table(entry)
