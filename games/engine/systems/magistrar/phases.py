"""The phases of a duel's judgement, in the order in which they are asked. Each returns everything that it finds wrong.

A phase that finds nothing also does what its part of the duel does: exchanges tokens, strengthens pawns.
"""

from collections.abc import Callable

from msgspec import UNSET

from games.engine.systems.magistrar.documents import POSITIONS, ExchangeTokens, Reinforcement, StrengthenPawn
from games.engine.systems.magistrar.effects import EXCHANGE_TOKENS, STRENGTHEN_PAWN
from games.engine.systems.magistrar.fight import Fight, Row
from games.engine.systems.magistrar.messages import violation
from games.engine.systems.magistrar.report import Violation
from games.engine.systems.magistrar.rows import (
    GUARD,
    LEVEL_BITS,
    PAWN_BYTES,
    PAWN_KINDS,
    POSITIONS_OF,
    TOKEN_BYTES,
    TOKEN_KINDS,
    Strengths,
    left_of,
    positions_in,
    strength_bits,
)
from games.engine.systems.magistrar.tables import Table

Phase = Callable[[Fight], list[Violation]]
_NOTHING: list[Violation] = []


def tokens_in_bag(fight: Fight) -> list[Violation]:
    """R6: every token drawn was still in the bag."""
    white, black = fight.white, fight.black
    if (white.play.bag - white.drawn) & (black.play.bag - black.drawn) & GUARD == GUARD:
        return _NOTHING
    return [
        violation("bag", "R6", duel=fight.number, side=row.side, position=position, token=TOKEN_KINDS[letter])
        for row, letters in ((white, fight.duel.tokens.white), (black, fight.duel.tokens.black))
        for letter, position in _beyond(letters, row.play.bag, TOKEN_BYTES)
    ]


def _beyond(row: str, supply: int, kinds: dict[str, int]) -> list[tuple[str, int]]:
    """The letters, with their positions, that go beyond what a guarded supply has left."""
    left = {letter: left_of(supply, letter, kinds) for letter in kinds}
    beyond = []
    for position, letter in enumerate(row, 1):
        if letter in left:
            left[letter] -= 1
            if left[letter] < 0:
                beyond.append((letter, position))
    return beyond


def exchanges(fight: Fight) -> list[Violation]:
    """R23: the exchanges of tokens, done where they are right."""
    exchanged: set[int] = set()
    found = []
    for spell in fight.duel.spells:
        if not isinstance(spell, ExchangeTokens):
            continue
        reason = _refused_exchange(fight, fight.row(spell.by), spell.position, exchanged)
        if reason is None:
            exchanged.add(spell.position)
            _exchange(fight.white, fight.black, 1 << spell.position - 1)
        else:
            found.append(_spell(fight, spell, "R23", EXCHANGE_TOKENS, reason))
    return found


def _refused_exchange(fight: Fight, row: Row, position: int, exchanged: set[int]) -> str | None:
    if row.play.effect != EXCHANGE_TOKENS:
        return "not_given"
    if row.play.uses_left <= 0:
        return "used_up"
    row.play.uses_left -= 1
    if not 1 <= position <= POSITIONS:
        return "no_position"
    white, black = fight.white, fight.black
    if (white.supers | black.supers) >> position - 1 & 1:
        return "super_energy"
    return "exchanged_twice" if position in exchanged else None


def _exchange(white: Row, black: Row, bit: int) -> None:
    if (white.light ^ black.light) & bit:
        for row in (white, black):
            row.light ^= bit
            row.dark ^= bit


def _spell(
    fight: Fight, spell: ExchangeTokens | StrengthenPawn | Reinforcement, rule: str, name: str, reason: str
) -> Violation:
    return violation(
        "spell", rule, duel=fight.number, side=spell.by, position=spell.position, spell=name, reason=reason
    )


def pawns_where_needed(fight: Fight) -> list[Violation]:
    """R7, R9, H1: a pawn at each fought position, but none at one's own super energy."""
    fought, white, black = fight.fought, fight.white, fight.black
    if (
        white.placed == fought & ~white.supers
        and black.placed == fought & ~black.supers
    ):  # fmt: skip
        return _NOTHING
    found = []
    for row in (white, black):
        needed = fought & ~row.supers
        for position in POSITIONS_OF[needed & ~row.placed]:
            found.append(violation("pawn_missing", "R7", duel=fight.number, side=row.side, position=position))
        for position in POSITIONS_OF[row.placed & ~needed]:
            rule = "H1" if fought >> position - 1 & 1 else "R27"
            found.append(violation("pawn_unneeded", rule, duel=fight.number, side=row.side, position=position))
    return found


def pawns_in_stock(fight: Fight) -> list[Violation]:
    """R2: every pawn placed was still there. Reported at the first pawn of its kind that is one too many."""
    white, black = fight.white, fight.black
    if (white.play.stock - white.used) & (black.play.stock - black.used) & GUARD == GUARD:
        return _NOTHING
    found = []
    for row, letters in ((white, fight.duel.pawns.white), (black, fight.duel.pawns.black)):
        for letter, position in reversed(dict(reversed(_beyond(letters, row.play.stock, PAWN_BYTES))).items()):
            found.append(
                violation(
                    "pawn_supply", "R2", duel=fight.number, side=row.side, position=position, pawn=PAWN_KINDS[letter]
                )
            )
    return found


def order_of_play(fight: Fight) -> list[Violation]:
    """R17, R18: an order of the contested positions where encounters are played one by one, none elsewhere."""
    order = fight.duel.order
    if not fight.rules.one_by_one:
        return _NOTHING if order is UNSET else [violation("order", "R17", duel=fight.number, reason="unasked")]
    contested = fight.contested()
    if order is not UNSET and is_order_of(order, contested):
        return _NOTHING
    listed = ", ".join(map(str, POSITIONS_OF[contested])) or "[]"
    return [violation("order", "R17", duel=fight.number, reason="missing", positions=listed)]


def is_order_of(order: tuple[int, ...], contested: int) -> bool:
    """Whether an order of play has each contested position once (R18). `contested`: their mask."""
    return ORDERED[order] == contested


def _ordered(order: tuple[int, ...]) -> int:
    is_order = all(1 <= position <= POSITIONS for position in order) and len({*order}) == len(order)
    return sum(1 << position - 1 for position in order) if is_order else -1


ORDERED: Table[tuple[int, ...], int] = Table(_ordered)
"""The mask of the positions that an order of play has once each; -1 for what is no order."""


def strengthening(fight: Fight) -> list[Violation]:
    """R24, R27: pawns that are strengthened count 1 more, each once."""
    found = []
    reinforced = {"white": 0, "black": 0}
    for spell in fight.duel.spells:
        if isinstance(spell, StrengthenPawn):
            reason = _refused_strengthening(fight.row(spell.by))
            rule, name = "R24", STRENGTHEN_PAWN
        elif isinstance(spell, Reinforcement):
            reason = _refused_reinforcement(fight, reinforced[spell.by])
            reinforced[spell.by] += 1
            rule, name = "R27", "reinforcement"
        else:
            continue
        reason = reason or strengthen(fight.row(spell.by), spell.position)
        if reason is not None:
            found.append(_spell(fight, spell, rule, name, reason))
    return found


def _refused_strengthening(row: Row) -> str | None:
    if row.play.effect != STRENGTHEN_PAWN:
        return "not_given"
    if row.play.uses_left <= 0:
        return "used_up"
    row.play.uses_left -= 1
    return None


def _refused_reinforcement(fight: Fight, used: int) -> str | None:
    if not fight.rules.reinforcements:
        return "not_given"
    return "second" if used >= fight.rules.reinforcements else None


def strengthen(row: Row, position: int) -> str | None:
    if not 1 <= position <= POSITIONS:
        return "no_position"
    bit = 1 << position - 1
    if not row.placed & bit:
        return "no_pawn"
    if row.strengthened & bit:
        return "strengthened_twice"
    row.strengthened |= bit
    pawn = row.strength & strength_bits(position)
    row.strength ^= pawn ^ pawn << LEVEL_BITS
    return None


def identical_pawns(fight: Fight) -> list[Violation]:
    """R8: no pawn faces one of the same strength, but where H2 or H5 allows it."""
    packed = fight.white.strength & fight.black.strength
    if not packed:
        return _NOTHING
    identical = positions_in(packed)
    if fight.rules.one_by_one:
        return _identical_answers(fight, identical)
    starter, responder = fight.starter, fight.responder
    fewest = fewest_identical(starter.strength, fight.contested(), responder.play.stock, fight.rules.strengths)
    number = identical.bit_count()
    if number <= fewest or (fewest and not fight.game.edition.identical_only_fewest):
        return _NOTHING
    rule = "H2" if fewest else "R8"
    return [
        violation(
            "identical_pawn",
            rule,
            duel=fight.number,
            side=fight.responder.side,
            position=POSITIONS_OF[identical][0],
            number=number,
            fewest=fewest,
        )
    ]


def fewest_identical(lead: int, contested: int, stock: int, strengths: Strengths) -> int:
    """H2: the least number of identical encounters that the responder's stock allows, counted over plain pawns.

    `lead`: the starter's pawns by effective strength; `contested`: mask of the positions where pawn meets pawn.
    Only the pawns of other strengths can avoid an identical encounter, and they fit everywhere else too. So identical
    ones can't be avoided where more contested pawns have a strength than the stock has pawns of the others; and that
    can hold for one strength at most.
    """
    plain = (stock & 0x7F, stock >> 8 & 0x7F, stock >> 16 & 0x7F)
    total = sum(plain)
    fewest = 0
    for strength, number in zip(strengths, plain, strict=True):
        forced = (lead >> LEVEL_BITS * (strength - 1) & contested).bit_count() + number - total
        if forced > fewest:
            fewest = forced
    return fewest


def _identical_answers(fight: Fight, identical: int) -> list[Violation]:
    """H5, in a duel played encounter by encounter."""
    order, pawns = fight.duel.order, fight.duel.pawns
    white = (pawns.white, fight.white.play.stock, fight.white.strengthened)
    black = (pawns.black, fight.black.play.stock, fight.black.strengthened)
    starter, responder = (white, black) if fight.starter is fight.white else (black, white)
    wrong = first_wrong_answer(() if order is UNSET else order, identical, *starter, *responder)
    if wrong is None:
        return _NOTHING
    position, by_responder = wrong
    side = fight.responder.side if by_responder else fight.starter.side
    return [violation("identical_pawn", "H5", duel=fight.number, side=side, position=position)]


def first_wrong_answer(
    order: tuple[int, ...],
    identical: int,
    starter_row: str,
    starter_left: int,
    starter_strengthened: int,
    responder_row: str,
    responder_left: int,
    responder_strengthened: int,
) -> tuple[int, bool] | None:
    """H5: an identical answer is right only if every pawn that the answering side still has is of that strength.

    The answering pawn is one of those, so they all must be of its kind, and it may not have become that strong.
    `identical`: mask of positions; then each side's row of pawns, guarded stock before the duel, and mask of its
    strengthened pawns. Returns the first position in `order` with a wrong answer, and whether the responder gave it;
    None where there is none.
    """
    starter_pawns, responder_pawns = PAWNS_AT[starter_row], PAWNS_AT[responder_row]
    by_responder = True
    for position in order:
        place = position - 1
        starter_pawn, responder_pawn = starter_pawns[place], responder_pawns[place]
        if identical >> place & 1:
            if by_responder:
                wrong = responder_left & _OTHER_KINDS[responder_pawn] or responder_strengthened >> place & 1
            else:
                wrong = starter_left & _OTHER_KINDS[starter_pawn] or starter_strengthened >> place & 1
            if wrong:
                return position, by_responder
            identical ^= 1 << place
            if not identical:
                break
        starter_left -= starter_pawn
        responder_left -= responder_pawn
        by_responder = not by_responder
    return None


PAWNS_AT: Table[str, tuple[int, ...]] = Table(lambda row: tuple(PAWN_BYTES.get(pawn, 0) for pawn in row))
"""The supplies taken from the stock at each position of a row."""

_OTHER_KINDS = {byte: ~GUARD & (0xFFFFFFFF ^ 0xFF * byte) for byte in PAWN_BYTES.values()}


def super_moves(fight: Fight) -> list[Violation]:
    """R13: one letter for each super and golden energy that a side won. Decides the encounters first."""
    fight.decide()
    white, black = fight.white, fight.black
    white_won = (white.supers & white.won).bit_count()
    black_won = (black.supers & black.won).bit_count()
    if white_won == len(white.moves) and black_won == len(black.moves):
        return _NOTHING
    return [
        violation("super_moves", "R13", duel=fight.number, side=row.side, won=won, given=len(row.moves))
        for row, won in ((white, white_won), (black, black_won))
        if won != len(row.moves)
    ]


PHASES: tuple[Phase, ...] = (
    tokens_in_bag,
    exchanges,
    pawns_where_needed,
    pawns_in_stock,
    order_of_play,
    strengthening,
    identical_pawns,
    super_moves,
)
"""In the order of a duel's judgement; surge and triumph (`scoring.scoring_spells`) come last."""

SPELL_PHASES = (exchanges, strengthening)
"""Those that have nothing to do in a duel without spells."""

PLAIN_PHASES: tuple[Phase, ...] = tuple(phase for phase in PHASES if phase not in SPELL_PHASES)
