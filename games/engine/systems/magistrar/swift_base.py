"""The quickest way for legal base games: one look-up a row, one subtraction for all supplies.

What it can't settle it leaves to `swift`, from the first such duel on. Its tables are made from those of `rows`, its
texts by encoding the values that the patient way reports.
"""

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.core.report import ClaimVerdict, DuelReport, Side, SideNumbers, Winner
from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    POSITIONS,
    RECORD_FORMAT,
    RecordDuel,
    SideInts,
)
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.effects import BASE_DUEL
from games.engine.systems.magistrar.game import (
    ENGINE_VERSION,
    HIGHEST_LEVEL,
    SYSTEM_KEY,
    GameInPlay,
    claim_verdict,
    winner_of,
)
from games.engine.systems.magistrar.phases import fewest_identical, first_wrong_answer
from games.engine.systems.magistrar.rows import (
    ALL_POSITIONS,
    ENCOUNTERS,
    FULL_BAG,
    FULL_STOCK,
    GUARD,
    MOVE_ROW,
    PAWN_ROW,
    POSITIONS_OF,
    TOKEN_ROW,
    by_strength,
    positions_in,
)
from games.engine.systems.magistrar.scoring import marker_winner, spaces_moved

# Both bags and both stocks are one integer, 32 bits each. Above them stand, 16 bits a side, the mask of positions with
# a super energy (in a row of tokens) and with a pawn (in a row of pawns): together they make 63 exactly where a pawn
# stands at each position without a super energy and nowhere else (R7, R9, H1).
_WHITE_BAG, _BLACK_BAG, _WHITE_STOCK, _BLACK_STOCK, _WHITE_PLACES, _BLACK_PLACES = 0, 32, 64, 96, 128, 144
_WORD = (1 << 32) - 1
_GUARDS = GUARD << _WHITE_BAG | GUARD << _BLACK_BAG | GUARD << _WHITE_STOCK | GUARD << _BLACK_STOCK
_WATCHED = _GUARDS | _WORD << _WHITE_PLACES
_ONE_DUEL = ALL_POSITIONS << _WHITE_PLACES | ALL_POSITIONS << _BLACK_PLACES
_FULL = (
    FULL_BAG << _WHITE_BAG
    | FULL_BAG << _BLACK_BAG
    | FULL_STOCK << _WHITE_STOCK
    | FULL_STOCK << _BLACK_STOCK
    | DUELS_IN_A_GAME * _ONE_DUEL
)
_EXPECTED = [_GUARDS | (DUELS_IN_A_GAME - number) * _ONE_DUEL for number in range(DUELS_IN_A_GAME + 1)]
"""What is watched of the supplies after each number of duels, where nothing is overdrawn or misplaced."""


class _Tokens(NamedTuple):
    colours: int  # the mask of dark tokens, above it that of light ones
    super: int
    taken: int


class _Pawns(NamedTuple):
    strength: int
    beaten_by: int
    placed: int
    taken: int


def _token_rows(bag: int, places: int) -> dict[str, _Tokens]:
    return {
        letters: _Tokens(row.light << POSITIONS | row.dark, row.super, row.drawn << bag | row.super << places)
        for letters, row in TOKEN_ROW.items()
        if not row.golden
    }


def _pawn_rows(stock: int, places: int) -> dict[str, _Pawns]:
    rows = {}
    for letters, row in PAWN_ROW.items():
        strength = by_strength(row, BASE_DUEL.strengths)
        rows[letters] = _Pawns(
            strength, strength << 6 | strength << 12, row.placed, row.used << stock | row.placed << places
        )
    return rows


_WHITE_TOKENS = _token_rows(_WHITE_BAG, _WHITE_PLACES)
_BLACK_TOKENS = _token_rows(_BLACK_BAG, _BLACK_PLACES)
_WHITE_PAWNS = _pawn_rows(_WHITE_STOCK, _WHITE_PLACES)
_BLACK_PAWNS = _pawn_rows(_BLACK_STOCK, _BLACK_PLACES)

_STRONGER = [positions_in(packed << POSITIONS) for packed in range(1 << 2 * POSITIONS)]
"""The mask of positions, by the bits of a row packed by strength above those of the weakest, which beat nothing."""
_BOTH_COLOURS = 1 << POSITIONS | 1
_SPACES = [
    spaces_moved(BASE_DUEL, (won >> POSITIONS).bit_count(), (won & ALL_POSITIONS).bit_count(), 0, 0)
    for won in range(1 << 2 * POSITIONS)
]
"""The spaces moved, by the colours won."""

_MARKER_BITS = 8
_MARKER_MASK = (1 << _MARKER_BITS) - 1
_MARKERS: dict[Winner, int] = {None: 0, "white": 1, "black": 1 << _MARKER_BITS}
_MARKER_HONORIS = BASE_DUEL.marker_honoris
_NO_LEVELS = msgspec.json.encode(SideNumbers(0, 0)).decode() + "}"


def _outcome(won: int) -> tuple[str, int]:
    """A duel's report up to its levels, and its marker."""
    points = SideNumbers((won >> POSITIONS).bit_count(), (won & ALL_POSITIONS).bit_count())
    winner = marker_winner(points.white, points.black, BASE_DUEL, "white", None)
    text = msgspec.json.encode(DuelReport(ENCOUNTERS[won], points, winner, SideNumbers(0, 0))).decode()
    return text.removesuffix(_NO_LEVELS), _MARKERS[winner]


_OUTCOME = {won: _outcome(won) for won in ENCOUNTERS}
_WHITE_LEVEL = 1 << 6  # both levels as one integer, white's times this; no duel moves a pawn by half as much
_LEVELS = range(-HIGHEST_LEVEL, HIGHEST_LEVEL + 1)
_LEVELS_TEXT = {
    white * _WHITE_LEVEL + black: msgspec.json.encode(SideNumbers(white, black)).decode() + "}"
    for white in _LEVELS
    for black in _LEVELS
}
_SUPER_SPACES = BASE_DUEL.super_spaces
_STRENGTHS = BASE_DUEL.strengths


class BaseRun(NamedTuple):
    """How far a base game was settled: the duels' reports, and the state after them; `supply` and `markers` packed."""

    texts: list[str]
    supply: int
    white_level: int
    black_level: int
    markers: int

    def hand_over(self, game: GameInPlay) -> None:
        """Put a fresh game into this state."""
        supply, markers = self.supply, self.markers
        game.white.stand(
            supply >> _WHITE_BAG & _WORD, supply >> _WHITE_STOCK & _WORD, self.white_level, markers & _MARKER_MASK
        )
        game.black.stand(
            supply >> _BLACK_BAG & _WORD, supply >> _BLACK_STOCK & _WORD, self.black_level, markers >> _MARKER_BITS
        )


def play_base_duels(starter: Side, duels: tuple[RecordDuel, ...]) -> BaseRun:
    """Judge and score the duels of a base game up to the first that can't be settled here.

    One long loop: a call for each step would take longer than the steps.
    """
    supply, white_level, black_level, markers = _FULL, 0, 0, 0
    texts: list[str] = []
    for number, duel in enumerate(duels, 1):
        tokens, pawns, moves = duel.tokens, duel.pawns, duel.moves
        try:
            white_colours, white_supers, white_drawn = _WHITE_TOKENS[tokens.white]
            black_colours, black_supers, black_drawn = _BLACK_TOKENS[tokens.black]
            white_strength, _, white_placed, white_used = _WHITE_PAWNS[pawns.white]
            black_strength, black_beaten_by, black_placed, black_used = _BLACK_PAWNS[pawns.black]
        except KeyError:
            break
        left = supply - white_drawn - black_drawn - white_used - black_used
        if left & _WATCHED != _EXPECTED[number] or duel.spells:  # R2, R6, R7, R9, H1
            break
        contested = white_placed & black_placed
        if number < DUELS_IN_A_GAME:
            if duel.order is not UNSET:
                break
        elif duel.order is UNSET or sorted(duel.order) != POSITIONS_OF[contested]:  # R17, R18
            break

        by_white = _STRONGER[(white_strength & black_beaten_by) >> POSITIONS]  # R10
        by_black = contested ^ by_white
        identical = white_strength & black_strength
        if identical:
            identical = positions_in(identical)
            white_starts = (starter == "white") == (number % 2 == 1)  # R5
            white_stock, black_stock = supply >> _WHITE_STOCK & _WORD, supply >> _BLACK_STOCK & _WORD
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
        white_level += _SPACES[white_colours & by_white * _BOTH_COLOURS]  # R12
        black_level += _SPACES[black_colours & by_black * _BOTH_COLOURS]
        text, marker = _OUTCOME[by_white << POSITIONS | by_black]  # R15
        markers += marker
        try:
            texts.append(text + _LEVELS_TEXT[white_level * _WHITE_LEVEL + black_level])
        except KeyError:  # R14, H4
            white_level = max(-HIGHEST_LEVEL, min(HIGHEST_LEVEL, white_level))
            black_level = max(-HIGHEST_LEVEL, min(HIGHEST_LEVEL, black_level))
            texts.append(text + _LEVELS_TEXT[white_level * _WHITE_LEVEL + black_level])
    return BaseRun(texts, supply, white_level, black_level, markers)


_JSON: dict[Winner | ClaimVerdict | bool, str] = {
    value: msgspec.json.encode(value).decode() for value in ("white", "black", "agrees", "differs", None, True, False)
}
_ASSUMED = {True: '["track"]', False: "[]"}


def base_report(edition: Edition, claim: SideInts | UnsetType, run: BaseRun) -> bytes:
    """The report of a legal base game as JSON: what `scored_report` says, written at once."""
    texts, _, white_level, black_level, markers = run
    white_markers, black_markers = markers & _MARKER_MASK, markers >> _MARKER_BITS
    white_height, black_height = abs(white_level), abs(black_level)
    white_honoris = edition.track[white_height] + white_markers * _MARKER_HONORIS  # R19
    black_honoris = edition.track[black_height] + black_markers * _MARKER_HONORIS
    complete = len(texts) == DUELS_IN_A_GAME
    winner = winner_of(white_honoris, white_markers, black_honoris, black_markers) if complete else None
    verdict = None if claim is UNSET else claim_verdict(claim, white_honoris, black_honoris)
    assumed = white_height in edition.assumed_levels or black_height in edition.assumed_levels
    return (
        f'{{"system":"{SYSTEM_KEY}","format":"{RECORD_FORMAT}","edition":"{edition.key}","engine":"{ENGINE_VERSION}",'
        f'"legal":true,"complete":{_JSON[complete]},"winner":{_JSON[winner]},'
        f'"honoris":{{"white":{white_honoris},"black":{black_honoris}}},'
        f'"markers":{{"white":{white_markers},"black":{black_markers}}},'
        f'"level":{{"white":{white_level},"black":{black_level}}},"claim":{_JSON[verdict]},'
        f'"duels":[{",".join(texts)}],"violations":[],"assumed":{_ASSUMED[assumed]}}}'
    ).encode()
