"""The fast way from a record's bytes to its report's bytes, by tables made from the functions of the rules.

Legal duels are looked up (`fast_tables`). What can't be looked up (a spell, a violation) is left to the plain way for
that duel, so the fast way never says "illegal". Tests hold both ways equal, byte by byte.
"""

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
from games.engine.systems.magistrar.fast_tables import (
    LANDING,
    LEVELS,
    SUPER_BITS,
    TRACK,
    DuelTables,
    base_tables,
    game_tables,
    outcome_key,
    pack_points,
)
from games.engine.systems.magistrar.game import GameInPlay, illegal_report
from games.engine.systems.magistrar.phases import ORDERED, fewest_identical, first_wrong_answer
from games.engine.systems.magistrar.record_check import DuelBrokenError, conclude_duel, fight_duel
from games.engine.systems.magistrar.report_text import DuelTexts, legal_report, with_duels
from games.engine.systems.magistrar.rows import ALL_POSITIONS, FULL_BAG, FULL_STOCK, GUARD, positions_in

State = tuple[int, int, int, int, int, int, int]
"""A game after some duels: white's and black's level, the markers (packed), what white has taken from its bag and from
its stock, and the same of black (packed, see `rows`)."""

FRESH: State = (0, 0, 0, 0, 0, 0, 0)


def play_duels(tables: tuple[DuelTables, ...], duels: tuple[RecordDuel, ...], state: State, texts: DuelTexts) -> State:
    """Judge and score duels up to the first that can't be looked up; their reports are added to `texts`.

    Supplies are counted, not looked after (`is_supplied`). One long loop: a call for each step would take longer than
    the steps.
    """
    white_level, black_level, markers, white_drawn, white_used, black_drawn, black_used = state
    white_level -= TRACK.start
    black_level -= TRACK.start
    for duel, (token_rows, pawn_rows, supers, outcomes, rules, white_starts) in zip(duels, tables, strict=False):
        if duel.spells:
            break
        tokens, pawns, moves, order = duel.tokens, duel.pawns, duel.moves, duel.order
        try:
            white_hauls, white_supers, white_needed, white_tokens = token_rows[tokens.white]
            black_hauls, black_supers, black_needed, black_tokens = token_rows[tokens.black]
            white_strength, _, white_placed, white_pawns = pawn_rows[pawns.white]
            black_strength, black_beaten_by, black_placed, black_pawns = pawn_rows[pawns.black]
        except KeyError:
            break
        if white_placed != white_needed or black_placed != black_needed:  # R7, R9, H1
            break
        contested = white_placed & black_placed
        if order is UNSET:
            if rules.one_by_one:
                break
        elif not rules.one_by_one or ORDERED[order] != contested:
            break

        # 64 is 1 modulo 63: the remainder adds up the masks of all strengths, which have no position in common.
        beaten = white_strength & black_beaten_by
        by_white = beaten % ALL_POSITIONS or (beaten and ALL_POSITIONS)
        by_black = contested ^ by_white
        if white_strength & black_strength:
            identical = positions_in(white_strength & black_strength)
            white_stock, black_stock = FULL_STOCK - white_used, FULL_STOCK - black_used
            if rules.one_by_one:
                first, second = (pawns.white, white_stock, 0), (pawns.black, black_stock, 0)
                if not white_starts:
                    first, second = second, first
                if first_wrong_answer(order or (), identical, *first, *second):
                    break
            else:
                lead, stock = (white_strength, black_stock) if white_starts else (black_strength, white_stock)
                if identical.bit_count() > fewest_identical(lead, contested, stock, rules.strengths):
                    break
            by_black ^= identical
        won = by_white << POSITIONS | by_black  # `outcome_key`
        white_spaces, black_spaces = white_hauls[by_white], black_hauls[by_black]
        if white_supers or black_supers:
            by_supers, white_moves, black_moves = supers[white_supers << SUPER_BITS | black_supers]
            try:
                white_spaces += white_moves[moves.white]
                black_spaces += black_moves[moves.black]
            except KeyError:
                break
            won |= by_supers
        elif moves.white or moves.black:
            break

        text, marker = outcomes[won]
        markers += marker
        white_drawn += white_tokens
        white_used += white_pawns
        black_drawn += black_tokens
        black_used += black_pawns
        white_level = LANDING[white_level + white_spaces]
        black_level = LANDING[black_level + black_spaces]
        texts += text, LEVELS[white_level][black_level]
    white_level += TRACK.start
    black_level += TRACK.start
    return white_level, black_level, markers, white_drawn, white_used, black_drawn, black_used


def is_supplied(state: State, white_bag: int, black_bag: int) -> bool:
    """Whether no bag and no stock is overdrawn (R2, R6), after the last duel and so after each before it."""
    _, _, _, white_drawn, white_used, black_drawn, black_used = state
    left = (white_bag - white_drawn) & (black_bag - black_drawn)
    return left & (FULL_STOCK - white_used) & (FULL_STOCK - black_used) & GUARD == GUARD


def fast_report(record: Record, edition: Edition) -> bytes:
    """The report, as JSON, of a record whose set-up the edition knows.

    Raises ShapeError for a row that isn't made of known letters.
    """
    duels = record.duels
    texts: DuelTexts = []
    if record.variants is NO_VARIANTS:
        game, tables, bags = None, base_tables(record.starter), (FULL_BAG, FULL_BAG)
    else:
        game = GameInPlay(edition, record.variants, record.starter)
        tables, bags = game_tables(game, len(duels)), (game.white.bag, game.black.bag)
    state, done = FRESH, 0
    while True:
        ahead = play_duels(tables[done:], duels[done:], state, texts)
        if is_supplied(ahead, *bags):
            state, done = ahead, len(texts) // 2
        else:
            del texts[2 * done :]
        if done == len(duels):
            in_play = [] if game is None else game.assumed_names(len(duels))
            return legal_report(edition, RECORD_FORMAT, record.claim, texts, *state[:3], in_play)
        game = game or GameInPlay(edition, record.variants, record.starter)
        try:
            played, state = _plain_duel(game, bags, state, done + 1, duels[done], tables[done])
        except DuelBrokenError as broken:
            refuse_wrong_letters(record, behind=done)
            report = illegal_report(game, RECORD_FORMAT, len(duels), [], broken.violations)
            return with_duels(encode_report(report), texts)
        except KeyError as error:
            raise ShapeError(f"{error} isn't a row of known letters") from error
        texts += played
        done += 1


def _plain_duel(
    game: GameInPlay, bags: tuple[int, int], state: State, number: int, duel: RecordDuel, terms: DuelTables
) -> tuple[tuple[str, str], State]:
    """A duel's texts and the state after it, by the plain way. DuelBrokenError where it isn't legal, KeyError for rows
    of unknown letters. `bags`: of white and black before the game."""
    white, black = game.white, game.black
    white.level, black.level, markers, white_drawn, white_used, black_drawn, black_used = state
    white.bag, white.stock = bags[0] - white_drawn, FULL_STOCK - white_used
    black.bag, black.stock = bags[1] - black_drawn, FULL_STOCK - black_used
    won, white_points, black_points, _ = conclude_duel(fight_duel(game, number, duel))
    by_white, by_black = won >> POSITIONS, won & ALL_POSITIONS
    beyond = pack_points(white_points - by_white.bit_count(), black_points - by_black.bit_count())
    text, marker = terms.outcomes[outcome_key(by_white, by_black, beyond)]
    levels = LEVELS[white.level - TRACK.start][black.level - TRACK.start]
    return (text, levels), (
        white.level,
        black.level,
        markers + marker,
        bags[0] - white.bag,
        FULL_STOCK - white.stock,
        bags[1] - black.bag,
        FULL_STOCK - black.stock,
    )
