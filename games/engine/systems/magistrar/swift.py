"""The quick way from a record's bytes to its report's bytes, by looking rows up instead of walking through phases.

It judges a duel without spells at a glance. Whatever it can't settle so (a spell, a violation, goldens and supers won
by the same side) it leaves to `play_duel`, duel by duel; so it can only be quicker, not wiser. The tables are made from
the values that the phases use, and tests hold the two ways equal, byte by byte.
"""

from typing import NamedTuple

import msgspec
from msgspec import UNSET

from games.engine.core.report import OPPONENT, DuelReport, SideNumbers, Winner, encode_report
from games.engine.systems.magistrar.documents import (
    NO_VARIANTS,
    POSITIONS,
    RECORD_FORMAT,
    Record,
    RecordDuel,
    ShapeError,
    refuse_wrong_letters,
)
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.game import HIGHEST_LEVEL, GameInPlay, illegal_report, scored_report
from games.engine.systems.magistrar.phases import fewest_identical, first_wrong_answer
from games.engine.systems.magistrar.record_check import DuelBrokenError, play_duel
from games.engine.systems.magistrar.rows import (
    ENCOUNTERS,
    GUARD,
    MOVE_ROW,
    PAWN_ROW,
    POSITIONS_OF,
    TOKEN_ROW,
    Strengths,
    by_strength,
    positions_in,
)
from games.engine.systems.magistrar.scoring import GOLDEN_POINTS, marker_winner, settle, spaces_moved
from games.engine.systems.magistrar.swift_base import base_report, play_base_duels

DuelText = str


class Placed(NamedTuple):
    """A pawn row under given strengths: packed by strength, what is stronger, masks of pawns, the packed numbers."""

    strength: int
    beaten: int
    placed: int
    weak: int
    strong: int
    used: int


def _placed_rows(strengths: Strengths) -> dict[str, Placed]:
    rows = {}
    for letters, row in PAWN_ROW.items():
        strength = by_strength(row, strengths)
        beaten = strength << 6 | strength << 12 | strength << 18
        rows[letters] = Placed(strength, beaten, row.placed, row.weak, row.strong, row.used)
    return rows


_PLACED: dict[Strengths, dict[str, Placed]] = {
    strengths: _placed_rows(strengths) for strengths in ((1, 2, 3), (3, 2, 1))
}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_LEVELS = range(-HIGHEST_LEVEL, HIGHEST_LEVEL + 1)
_POINTS = range(GOLDEN_POINTS * POSITIONS + 1)
_WINNERS: tuple[Winner, ...] = ("white", "black", None)

_ENCOUNTERS_JSON = {won: f'{{"encounters":{_json(row)},"points":' for won, row in ENCOUNTERS.items()}
_POINTS_JSON = {(white, black): _json(SideNumbers(white, black)) for white in _POINTS for black in _POINTS}
_WINNER_JSON = {winner: f',"winner":{_json(winner)},"level":' for winner in _WINNERS}
_LEVELS_JSON = {(white, black): _json(SideNumbers(white, black)) + "}" for white in _LEVELS for black in _LEVELS}
_NO_DUELS = b'"duels":[]'


def swift_duel(game: GameInPlay, number: int, duel: RecordDuel) -> DuelText | None:
    """Judge and score one duel; the game moves on. None, and nothing is touched, where the phases must judge it.

    Raises `ShapeError` for a row that isn't made of known letters.
    """
    rules = game.duel_rules[number - 1]
    white, black = game.white, game.black
    rows = _PLACED[rules.strengths]
    tokens, pawns, moves = duel.tokens, duel.pawns, duel.moves
    try:
        white_light, white_dark, white_super, white_golden, white_drawn = TOKEN_ROW[tokens.white]
        black_light, black_dark, black_super, black_golden, black_drawn = TOKEN_ROW[tokens.black]
        white_strength, _, white_placed, white_weak, white_strong, white_used = rows[pawns.white]
        black_strength, black_beaten, black_placed, black_weak, black_strong, black_used = rows[pawns.black]
        white_letters, white_moved = MOVE_ROW[moves.white]
        black_letters, black_moved = MOVE_ROW[moves.black]
    except KeyError as error:
        raise ShapeError(f"{error} isn't a row of known letters") from error
    if duel.spells:
        return None

    white_supers, black_supers = white_super | white_golden, black_super | black_golden
    fought = (1 << rules.positions) - 1
    if white_placed != fought & ~white_supers or black_placed != fought & ~black_supers:  # R7, R9, H1
        return None
    white_bag, black_bag = white.bag - white_drawn, black.bag - black_drawn
    white_stock, black_stock = white.stock - white_used, black.stock - black_used
    if white_bag & black_bag & white_stock & black_stock & GUARD != GUARD:  # R6, R2
        return None
    contested = white_placed & black_placed
    if rules.one_by_one:
        if duel.order is UNSET or sorted(duel.order) != POSITIONS_OF[contested]:  # R17
            return None
    elif duel.order is not UNSET:
        return None
    identical = white_strength & black_strength
    if identical:
        identical = positions_in(identical)
    if identical and not _identical_allowed(game, number, duel, identical):  # R8, H2, H5
        return None

    by_white = positions_in(white_strength & black_beaten)
    by_black = contested & ~by_white & ~identical  # R10
    if rules.weak_beats_strong:
        slain_by_white, slain_by_black = white_weak & black_strong, black_weak & white_strong
        by_white, by_black = by_white & ~slain_by_black | slain_by_white, by_black & ~slain_by_white | slain_by_black
    white_points = black_points = white_goldens = black_goldens = 0
    if white_supers or black_supers:  # R9, R11, R30
        won_by_white = (white_supers & ~black_supers | white_golden & black_super) & fought
        won_by_black = (black_supers & ~white_supers | black_golden & white_super) & fought
        if won_by_white.bit_count() != white_letters or won_by_black.bit_count() != black_letters:  # R13
            return None
        white_goldens, black_goldens = won_by_white & white_golden, won_by_black & black_golden
        if (white_goldens and white_goldens != won_by_white) or (black_goldens and black_goldens != won_by_black):
            return None
        by_white, by_black = by_white | won_by_white, by_black | won_by_black
        white_points, black_points = white_goldens.bit_count(), black_goldens.bit_count()  # R31: counts twice
    elif white_letters or black_letters:
        return None
    white_points += by_white.bit_count()
    black_points += by_black.bit_count()

    white.bag, black.bag, white.stock, black.stock = white_bag, black_bag, white_stock, black_stock  # R16
    winner = marker_winner(white_points, black_points, rules, OPPONENT[game.starter_of(number)], game.equilibrium)
    settle(
        game,
        rules,
        winner,
        spaces_moved(
            rules,
            (white_light & by_white).bit_count(),
            (white_dark & by_white).bit_count(),
            0 if white_goldens else white_moved,
            white_moved if white_goldens else 0,
        ),
        spaces_moved(
            rules,
            (black_light & by_black).bit_count(),
            (black_dark & by_black).bit_count(),
            0 if black_goldens else black_moved,
            black_moved if black_goldens else 0,
        ),
    )
    return (
        _ENCOUNTERS_JSON[by_white << POSITIONS | by_black]
        + _POINTS_JSON[white_points, black_points]
        + _WINNER_JSON[winner]
        + _LEVELS_JSON[white.level, black.level]
    )


def _identical_allowed(game: GameInPlay, number: int, duel: RecordDuel, identical: int) -> bool:
    """Whether identical encounters are right in a duel without spells: as few as can be (H2), or forced (H5)."""
    rules, pawns = game.duel_rules[number - 1], duel.pawns
    white, black = (pawns.white, game.white.stock), (pawns.black, game.black.stock)
    starter, responder = (white, black) if game.starter_of(number) == "white" else (black, white)
    if rules.one_by_one:
        order = () if duel.order is UNSET else duel.order
        return first_wrong_answer(order, identical, *starter, 0, *responder, 0) is None
    rows = _PLACED[rules.strengths]
    contested = rows[pawns.white].placed & rows[pawns.black].placed
    fewest = fewest_identical(rows[starter[0]].strength, contested, responder[1], rules.strengths)
    return identical.bit_count() <= fewest


def swift_report(record: Record, edition: Edition) -> bytes:
    """The report, as JSON, of a record whose set-up the edition knows.

    Raises `ShapeError` for a row that isn't made of known letters.
    """
    texts: list[DuelText] = []
    if record.variants is NO_VARIANTS or record.variants == NO_VARIANTS:
        run = play_base_duels(record.starter, record.duels)
        texts = run.texts
        if len(texts) == len(record.duels):
            return base_report(edition, record.claim, run)
    game = GameInPlay(edition, record.variants, record.starter)
    if texts:
        run.hand_over(game)
    for number, duel in enumerate(record.duels[len(texts) :], len(texts) + 1):
        text = swift_duel(game, number, duel)
        if text is None:
            try:
                text = _duel_text(play_duel(game, number, duel))
            except DuelBrokenError as broken:
                refuse_wrong_letters(record)  # of the duels behind
                report = illegal_report(game, RECORD_FORMAT, len(record.duels), [], broken.violations)
                return _with_duels(encode_report(report), texts)
        texts.append(text)
    return _with_duels(encode_report(scored_report(game, RECORD_FORMAT, record.claim, [], len(texts))), texts)


def _duel_text(report: DuelReport) -> DuelText:
    return msgspec.json.encode(report).decode()


def _with_duels(report: bytes, duels: list[DuelText]) -> bytes:
    """Put duels into an encoded report without any. Only its own member can look so: a text's quotes are escaped."""
    return report.replace(_NO_DUELS, f'"duels":[{",".join(duels)}]'.encode(), 1)
