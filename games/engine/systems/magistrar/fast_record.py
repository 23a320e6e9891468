"""The fast way from a record's bytes to its report's bytes, made from the tables and functions of the rules.

Legal duels of a base game are looked up: one look-up a row, one subtraction for all supplies. The tables are what the
functions of the plain way give for every row, so no rule is stated here. What can't be looked up (a variant, a spell, a
violation) is left to the plain way from that duel on. Tests hold both ways equal, byte by byte.
"""

import msgspec
from msgspec import UNSET

from games.engine.core.report import encode_report
from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    DUELS_IN_A_GAME,
    NO_VARIANTS,
    POSITIONS,
    RECORD_FORMAT,
    Record,
    RecordDuel,
    ShapeError,
    refuse_wrong_letters,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.magistrar.effects import BASE_DUEL
from games.engine.systems.magistrar.fight import won_by_supers
from games.engine.systems.magistrar.game import Gained, GameInPlay, illegal_report, on_track
from games.engine.systems.magistrar.phases import fewest_identical, first_wrong_answer, is_order_of
from games.engine.systems.magistrar.record_check import DuelBrokenError, conclude_duel, fight_duel
from games.engine.systems.magistrar.report import SIDES, Side, Winner
from games.engine.systems.magistrar.report_text import (
    LEVELS,
    WHITE_LEVEL,
    DuelText,
    before_levels,
    record_report,
    with_duels,
)
from games.engine.systems.magistrar.rows import (
    ALL_POSITIONS,
    BOTH_COLOURS,
    ENCOUNTERS,
    FULL_BAG,
    FULL_STOCK,
    GUARD,
    MOVE_ROW,
    PAWN_ROW,
    STRENGTH_ROWS,
    STRONGER,
    TOKEN_ROW,
    positions_in,
)
from games.engine.systems.magistrar.scoring import Haul, marker_winner

# A side's bag and stock are one integer, 32 bits each. Above them stands, in 16 bits, the mask of positions with a
# super energy (in a row of tokens) or with a pawn (in a row of pawns): together they make 63 exactly where a pawn
# stands at each position without a super energy and nowhere else. Black's integer stands above white's.
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
    for letters, (light, dark, super, golden, _supers, drawn) in TOKEN_ROW.items()
    if not golden
}
"""The mask of dark tokens, and above it that of light ones; the mask of super energies; what is taken."""

_STRENGTHS = BASE_DUEL.strengths
_STRENGTH_ROW = STRENGTH_ROWS[_STRENGTHS]
_PAWNS: dict[str, tuple[int, int, int, int]] = {
    letters: (
        _STRENGTH_ROW[letters],
        _STRENGTH_ROW[letters] << 6 | _STRENGTH_ROW[letters] << 12,
        placed,
        used << _STOCK | placed << _PLACES,
    )
    for letters, (_weak, _medium, _strong, placed, used) in PAWN_ROW.items()
}
"""The row packed by strength, what that is beaten by, the mask of all pawns; what is taken."""

_SPACES = [
    Haul((won >> POSITIONS).bit_count(), (won & ALL_POSITIONS).bit_count()).spaces(BASE_DUEL)
    for won in range(1 << 2 * POSITIONS)
]
"""The spaces moved, by the colours won."""

_MOVES_OF = [
    {letters: Haul(0, 0, given, net).spaces(BASE_DUEL) for letters, (given, net) in MOVE_ROW.items() if given == number}
    for number in range(POSITIONS + 1)
]
"""By a number of super energies won: the spaces that each row of so many letters moves."""

_SUPERS_WON: list[int] = [
    won_by_supers(own, 0, other, 0) for own in range(ALL_POSITIONS + 1) for other in range(ALL_POSITIONS + 1)
]
"""The positions won with super energies, by the mask of a side's super energies above that of the other's."""

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


def _white_starts(starter: Side) -> list[bool]:
    game = GameInPlay(SHIPPED_EDITIONS[DEFAULT_EDITION], NO_VARIANTS, starter)
    return [game.starter_of(number) == "white" for number in range(1, DUELS_IN_A_GAME + 1)]


_WHITE_STARTS = {starter: _white_starts(starter) for starter in SIDES}


class BaseRun(msgspec.Struct, frozen=True, gc=False):
    """How far a base game was looked up: its duels' reports, and the state then; `supply` and `markers` are packed."""

    texts: list[DuelText]
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
            side.level, side.markers, side.marker_honoris = gained.level, gained.markers, gained.marker_honoris


def play_base_duels(starter: Side, duels: tuple[RecordDuel, ...]) -> BaseRun:
    """Judge and score the duels of a base game up to the first that can't be looked up.

    One long loop: a call for each step would take longer than the steps.
    """
    supply, white_level, black_level, markers = _FULL, 0, 0, 0
    texts: list[DuelText] = []
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
        elif duel.order is UNSET or not is_order_of(duel.order, contested):
            break

        by_white = STRONGER[(white_strength & black_beaten_by) >> POSITIONS]
        by_black = contested ^ by_white
        identical = white_strength & black_strength
        if identical:
            identical = positions_in(identical)
            white_stock, black_stock = supply >> _STOCK & _WORD, supply >> _BLACK + _STOCK & _WORD
            white_starts = _WHITE_STARTS[starter][number - 1]
            if number == DUELS_IN_A_GAME:
                white, black = (pawns.white, white_stock, 0), (pawns.black, black_stock, 0)
                first, second = (white, black) if white_starts else (black, white)
                if first_wrong_answer(duel.order or (), identical, *first, *second):
                    break
            else:
                lead, stock = (white_strength, black_stock) if white_starts else (black_strength, white_stock)
                if identical.bit_count() > fewest_identical(lead, contested, stock, _STRENGTHS):
                    break
            by_black ^= identical
        if white_supers or black_supers:
            white_won = _SUPERS_WON[white_supers << POSITIONS | black_supers]
            black_won = _SUPERS_WON[black_supers << POSITIONS | white_supers]
            try:
                white_level += _MOVES_OF[white_won.bit_count()][moves.white]
                black_level += _MOVES_OF[black_won.bit_count()][moves.black]
            except KeyError:
                break
            by_white |= white_won
            by_black |= black_won
        elif moves.white or moves.black:
            break

        supply = left
        white_level += _SPACES[white_colours & by_white * BOTH_COLOURS]
        black_level += _SPACES[black_colours & by_black * BOTH_COLOURS]
        text, marker = _OUTCOME[by_white << POSITIONS | by_black]
        markers += marker
        try:
            texts.append(text + LEVELS[white_level * WHITE_LEVEL + black_level])
        except KeyError:
            white_level, black_level = on_track(white_level), on_track(black_level)
            texts.append(text + LEVELS[white_level * WHITE_LEVEL + black_level])
    return BaseRun(texts, supply, white_level, black_level, markers)


def fast_report(record: Record, edition: Edition) -> bytes:
    """The report, as JSON, of a record whose set-up the edition knows.

    Raises ShapeError for a row that isn't made of known letters.
    """
    texts: list[DuelText] = []
    if record.variants is NO_VARIANTS or record.variants == NO_VARIANTS:
        run = play_base_duels(record.starter, record.duels)
        texts = run.texts
        if len(texts) == len(record.duels):
            return record_report(edition, record.claim, texts, *run.gained())
    game = GameInPlay(edition, record.variants, record.starter)
    if texts:
        run.hand_over(game)
    white, black = game.white, game.black
    for number, duel in enumerate(record.duels[len(texts) :], len(texts) + 1):
        try:
            played = conclude_duel(fight_duel(game, number, duel))
        except DuelBrokenError as broken:
            refuse_wrong_letters(record, behind=number - 1)
            report = illegal_report(game, RECORD_FORMAT, len(record.duels), [], broken.violations)
            return with_duels(encode_report(report), texts)
        except KeyError as error:
            raise ShapeError(f"{error} isn't a row of known letters") from error
        texts.append(before_levels(*played) + LEVELS[white.level * WHITE_LEVEL + black.level])
    names = game.assumed_names(len(texts))
    return record_report(edition, record.claim, texts, white.gained(), black.gained(), names)
