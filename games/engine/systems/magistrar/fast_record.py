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
    ENCOUNTERS_WON,
    LANDING,
    LEVELS,
    STOCK,
    SUPER_BITS,
    TRACK,
    DuelTables,
    base_tables,
    game_tables,
    pack_points,
)
from games.engine.systems.magistrar.game import GameInPlay, illegal_report
from games.engine.systems.magistrar.phases import fewest_identical, first_wrong_answer, is_order_of
from games.engine.systems.magistrar.record_check import DuelBrokenError, conclude_duel, fight_duel
from games.engine.systems.magistrar.report_text import DuelText, legal_report, with_duels
from games.engine.systems.magistrar.rows import ALL_POSITIONS, FULL_BAG, FULL_STOCK, GUARD, positions_in

State = tuple[int, int, int, int, int]
"""A game after some duels: what white and black have taken from bag and stock (packed, see `STOCK`), both levels, and
the markers (packed)."""

FRESH: State = (0, 0, 0, 0, 0)
_FULL_STOCK, _GUARDS = FULL_STOCK << STOCK, GUARD << STOCK | GUARD
_BAG = (1 << STOCK) - 1


def play_duels(
    tables: tuple[DuelTables, ...], duels: tuple[RecordDuel, ...], state: State, texts: list[DuelText]
) -> State:
    """Judge and score duels up to the first that can't be looked up; their reports are added to `texts`.

    Supplies are counted, not looked after (`is_supplied`). One long loop: a call for each step would take longer than
    the steps.
    """
    white_taken, black_taken, white_level, black_level, markers = [state[0]], [state[1]], state[2], state[3], [state[4]]
    white_level -= TRACK.start
    black_level -= TRACK.start
    for duel, (token_rows, pawn_rows, supers, takers, rules, white_starts) in zip(duels, tables, strict=False):
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
        elif not rules.one_by_one or not is_order_of(order, contested):
            break

        # 64 is 1 modulo 63: the remainder adds up the masks of all strengths, which have no position in common.
        beaten = white_strength & black_beaten_by
        by_white = beaten % ALL_POSITIONS or (beaten and ALL_POSITIONS)
        by_black = contested ^ by_white
        identical = white_strength & black_strength
        if identical:
            identical = positions_in(identical)
            white_stock, black_stock = (
                FULL_STOCK - (sum(white_taken) >> STOCK),
                FULL_STOCK - (sum(black_taken) >> STOCK),
            )
            if rules.one_by_one:
                white, black = (pawns.white, white_stock, 0), (pawns.black, black_stock, 0)
                first, second = (white, black) if white_starts else (black, white)
                if first_wrong_answer(order or (), identical, *first, *second):
                    break
            else:
                lead, stock = (white_strength, black_stock) if white_starts else (black_strength, white_stock)
                if identical.bit_count() > fewest_identical(lead, contested, stock, rules.strengths):
                    break
            by_black ^= identical
        white_spaces, black_spaces = white_hauls[by_white], black_hauls[by_black]
        if white_supers or black_supers:
            white_won, black_won, white_moves, black_moves, beyond = supers[white_supers << SUPER_BITS | black_supers]
            try:
                white_spaces += white_moves[moves.white]
                black_spaces += black_moves[moves.black]
            except KeyError:
                break
            encounters, points = ENCOUNTERS_WON[by_white | white_won][by_black | black_won]
            text, marker = takers[points + beyond]
        elif moves.white or moves.black:
            break
        else:
            encounters, points = ENCOUNTERS_WON[by_white][by_black]
            text, marker = takers[points]

        white_taken += white_tokens, white_pawns
        black_taken += black_tokens, black_pawns
        markers.append(marker)
        white_level = LANDING[white_level + white_spaces]
        black_level = LANDING[black_level + black_spaces]
        texts.append(f"{encounters}{text}{LEVELS[white_level][black_level]}")
    white_level += TRACK.start
    black_level += TRACK.start
    return sum(white_taken), sum(black_taken), white_level, black_level, sum(markers)


def is_supplied(state: State, white_bag: int, black_bag: int) -> bool:
    """Whether no bag and no stock is overdrawn (R2, R6), after the last duel and so after each before it."""
    return (_FULL_STOCK + white_bag - state[0]) & (_FULL_STOCK + black_bag - state[1]) & _GUARDS == _GUARDS


def fast_report(record: Record, edition: Edition) -> bytes:
    """The report, as JSON, of a record whose set-up the edition knows.

    Raises ShapeError for a row that isn't made of known letters.
    """
    duels = record.duels
    texts: list[DuelText] = []
    if record.variants is NO_VARIANTS:
        game, tables, bags = None, base_tables(record.starter), (FULL_BAG, FULL_BAG)
    else:
        game = GameInPlay(edition, record.variants, record.starter)
        tables, bags = game_tables(game, len(duels)), (game.white.bag, game.black.bag)
    state = FRESH
    while True:
        done = len(texts)
        ahead = play_duels(tables[done:], duels[done:], state, texts)
        if is_supplied(ahead, *bags):
            state = ahead
        else:
            del texts[done:]
        if len(texts) == len(duels):
            in_play = [] if game is None else game.assumed_names(len(duels))
            return legal_report(edition, RECORD_FORMAT, record.claim, texts, *state[2:], in_play)
        game = game or GameInPlay(edition, record.variants, record.starter)
        try:
            text, state = _plain_duel(game, bags, state, len(texts) + 1, duels[len(texts)], tables[len(texts)])
        except DuelBrokenError as broken:
            refuse_wrong_letters(record, behind=len(texts))
            report = illegal_report(game, RECORD_FORMAT, len(duels), [], broken.violations)
            return with_duels(encode_report(report), texts)
        except KeyError as error:
            raise ShapeError(f"{error} isn't a row of known letters") from error
        texts.append(text)


def _plain_duel(
    game: GameInPlay, bags: tuple[int, int], state: State, number: int, duel: RecordDuel, terms: DuelTables
) -> tuple[DuelText, State]:
    """A duel's report and the state after it, by the plain way. DuelBrokenError where it isn't legal, KeyError for rows
    of unknown letters. `bags`: of white and black before the game."""
    white, black = game.white, game.black
    white_taken, black_taken, white.level, black.level, markers = state
    white.bag, white.stock = bags[0] - (white_taken & _BAG), FULL_STOCK - (white_taken >> STOCK)
    black.bag, black.stock = bags[1] - (black_taken & _BAG), FULL_STOCK - (black_taken >> STOCK)
    won, white_points, black_points, _ = conclude_duel(fight_duel(game, number, duel))
    text, marker = terms.markers[pack_points(white_points, black_points)]
    levels = LEVELS[white.level - TRACK.start][black.level - TRACK.start]
    white_taken = bags[0] - white.bag | FULL_STOCK - white.stock << STOCK
    black_taken = bags[1] - black.bag | FULL_STOCK - black.stock << STOCK
    encounters, _ = ENCOUNTERS_WON[won >> POSITIONS][won & ALL_POSITIONS]
    return encounters + text + levels, (white_taken, black_taken, white.level, black.level, markers + marker)
