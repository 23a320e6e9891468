"""The quick way from a record's bytes to its report's bytes, by looking rows up instead of walking through phases.

It judges a duel without spells at a glance. Whatever it can't settle so (a spell, a violation, goldens and supers won
by the same side) it leaves to `judge_duel`, duel by duel; so it can only be quicker, not wiser. The tables are made of
the values that the phases use, and tests hold the two ways equal, byte by byte.
"""

from functools import lru_cache

from msgspec import UNSET

from games.engine.core.report import encode_report
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
from games.engine.systems.magistrar.effects import DuelRules
from games.engine.systems.magistrar.game import GameInPlay, illegal_report
from games.engine.systems.magistrar.phases import fewest_identical, first_wrong_answer
from games.engine.systems.magistrar.record_check import DuelBrokenError, judge_duel
from games.engine.systems.magistrar.report import OPPONENT, Winner
from games.engine.systems.magistrar.report_text import (
    LEVELS,
    WHITE_LEVEL,
    DuelText,
    Gained,
    before_levels,
    record_report,
    with_duels,
)
from games.engine.systems.magistrar.rows import (
    ALL_POSITIONS,
    BOTH_COLOURS,
    GUARD,
    MOVE_ROW,
    PAWN_ROW,
    POSITIONS_OF,
    STRONGER,
    TOKEN_ROW,
    Strengths,
    by_strength,
    positions_in,
)
from games.engine.systems.magistrar.scoring import marker_winner, settle, spaces_moved
from games.engine.systems.magistrar.swift_base import play_base_duels

Placed = tuple[int, int, int, int, int, int]
"""A pawn row under given strengths: packed by strength, what that is beaten by, masks of all, of weak and of strong
pawns, the packed numbers placed."""


def _placed_rows(strengths: Strengths) -> dict[str, Placed]:
    rows = {}
    for letters, (weak, medium, strong, placed, used) in PAWN_ROW.items():
        strength = by_strength(weak, medium, strong, strengths)
        rows[letters] = (strength, strength << 6 | strength << 12, placed, weak, strong, used)
    return rows


_PLACED: dict[Strengths, dict[str, Placed]] = {
    strengths: _placed_rows(strengths) for strengths in ((1, 2, 3), (3, 2, 1))
}


@lru_cache(maxsize=64)
def _spaces_by_colours(light: int, dark: int, scoring_pawns_move: bool) -> list[int]:
    """The spaces moved for tokens won, by their mask: dark tokens, above them light ones."""
    rules = DuelRules(light=light, dark=dark, scoring_pawns_move=scoring_pawns_move)
    return [
        spaces_moved(rules, (won >> POSITIONS).bit_count(), (won & ALL_POSITIONS).bit_count(), 0, 0)
        for won in range(1 << 2 * POSITIONS)
    ]


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

    by_white = STRONGER[(white_strength & black_beaten) >> POSITIONS]
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
    by_colours = _spaces_by_colours(rules.light, rules.dark, rules.scoring_pawns_move)  # R12
    white_spaces = by_colours[(white_light << POSITIONS | white_dark) & by_white * BOTH_COLOURS]
    black_spaces = by_colours[(black_light << POSITIONS | black_dark) & by_black * BOTH_COLOURS]
    if white_moved or black_moved:  # R13, R31
        white_spaces += spaces_moved(rules, 0, 0, *((0, white_moved) if white_goldens else (white_moved, 0)))
        black_spaces += spaces_moved(rules, 0, 0, *((0, black_moved) if black_goldens else (black_moved, 0)))
    settle(game, rules, winner, white_spaces, black_spaces)
    return _duel_text(game, by_white << POSITIONS | by_black, white_points, black_points, winner)


def _duel_text(game: GameInPlay, won: int, white_points: int, black_points: int, winner: Winner) -> DuelText:
    levels = LEVELS[game.white.level * WHITE_LEVEL + game.black.level]
    return before_levels(won, white_points, black_points, winner) + levels


def _identical_allowed(game: GameInPlay, number: int, duel: RecordDuel, identical: int) -> bool:
    """Whether identical encounters are right in a duel without spells: as few as can be (H2), or forced (H5)."""
    rules, pawns = game.duel_rules[number - 1], duel.pawns
    white, black = (pawns.white, game.white.stock), (pawns.black, game.black.stock)
    starter, responder = (white, black) if game.starter_of(number) == "white" else (black, white)
    if rules.one_by_one:
        order = () if duel.order is UNSET else duel.order
        return first_wrong_answer(order, identical, *starter, 0, *responder, 0) is None
    lead, _, lead_placed, *_ = _PLACED[rules.strengths][starter[0]]
    contested = lead_placed & PAWN_ROW[responder[0]][3]
    fewest = fewest_identical(lead, contested, responder[1], rules.strengths)
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
            return record_report(edition, record.claim, texts, *run.gained())
    game = GameInPlay(edition, record.variants, record.starter)
    if texts:
        run.hand_over(game)
    for number, duel in enumerate(record.duels[len(texts) :], len(texts) + 1):
        text = swift_duel(game, number, duel)
        if text is None:
            try:
                text = _duel_text(game, *judge_duel(game, number, duel))
            except DuelBrokenError as broken:
                refuse_wrong_letters(record, behind=number)
                report = illegal_report(game, RECORD_FORMAT, len(record.duels), [], broken.violations)
                return with_duels(encode_report(report), texts)
        texts.append(text)
    white, black = game.white, game.black
    return record_report(
        edition,
        record.claim,
        texts,
        Gained(white.level, white.markers, white.marker_honoris),
        Gained(black.level, black.markers, black.marker_honoris),
        game.assumed_names(len(texts)),
    )
