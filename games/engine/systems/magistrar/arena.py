"""What may be laid next while a duel is recorded: token and pawn of a place together, one after the other.

`placements` tells what may be *done* next at the table, where all tokens lie before any pawn. A recorder sets a token
and its pawn at once, while the places after it are still empty; so here a chip is offered if the row can still be laid
out to a legal duel, whatever the tokens to come. What it offers at the last places is what `placements` offers.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

import msgspec

from games.engine.systems.magistrar.arena_values import (
    NO_CHIP,
    Arena,
    ArenaChoices,
    Chip,
    PlaceChips,
    placed_chip,
    with_chip,
)
from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    MOVE_LETTERS,
    POSITIONS,
    ExchangeTokens,
    Record,
    SideCounts,
    Spell,
)
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.effects import EXCHANGE_TOKENS, STRENGTHEN_PAWN
from games.engine.systems.magistrar.judge import judge
from games.engine.systems.magistrar.messages import violation
from games.engine.systems.magistrar.placements_table import Table
from games.engine.systems.magistrar.placements_terms import (
    KINDS,
    NO_PAWN,
    SUPERS,
    DuelTerms,
    answer_may_be_identical,
    fewest_identical,
    identical_allowed,
    strength,
    terms_of_next_duel,
    won_supers,
)
from games.engine.systems.magistrar.placements_values import (
    LaidTokens,
    NotOfferedError,
    RunningDuel,
    Strengthening,
)
from games.engine.systems.magistrar.report import OPPONENT, SIDES, Side, Violation
from games.engine.systems.magistrar.rows import PAWN_KINDS, TOKEN_KINDS

__all__ = ["Arena", "ArenaChoices", "Chip", "PlaceChips", "arena_choices", "with_chip"]

Place = tuple[Side, int]
PLAIN = "LD"
ALL_PLACES = range(1, POSITIONS + 1)
_STRENGTHEN_RULES = {"strengthen_pawn": "R24", "reinforcement": "R27"}


def arena_choices(game: Record, arena: Arena, edition: Edition, at: Place | None = None) -> ArenaChoices:
    """What may be laid next in the duel after those of `game`; with `at`, what may be laid at that empty place.

    Raises `NotOfferedError` where `game` isn't legal with `edition`, has five duels or lacks the next duel's card.
    """
    report = judge(game, {game.edition: edition})
    if not report.legal:
        raise NotOfferedError(report.violations[0].message)
    number = len(game.duels) + 1
    cards = game.variants.duel_cards
    if number > DUELS_IN_A_GAME or (isinstance(cards, tuple) and len(cards) < number < DUELS_IN_A_GAME):
        raise NotOfferedError("There is no next duel, or its card isn't known.")
    return _Laying(terms_of_next_duel(game, edition), arena).choices(Table(game, edition), at)


class _Laying:
    """An arena under the terms of its duel."""

    def __init__(self, terms: DuelTerms, arena: Arena) -> None:
        self.terms = terms
        self.rules = terms.rules
        self.arena = arena
        self.rows: Mapping[Side, tuple[Chip, ...]] = {
            side: tuple(placed_chip(arena, side, at) for at in ALL_PLACES) for side in SIDES
        }

    def choices(self, table: Table, at: Place | None) -> ArenaChoices:
        wrong = self.wrong()
        turn, open_places = self._turn() if at is None else (at[0], [at[1]])
        is_full = turn is None and wrong is None
        moves = SideCounts(*(self._moves_missing(side) if is_full else 0 for side in SIDES))
        spells: list[Spell] = list(self._exchanges())
        if is_full:
            spells += table.choices(self._running()).spells
        return ArenaChoices(
            turn=turn,
            places=self._places(turn, open_places, corrects=at is not None) if turn else (),
            moves=moves,
            spells=tuple(dict.fromkeys(spells)),
            finished=is_full and moves == SideCounts(0, 0),
            wrong=wrong,
        )

    # --- whose turn it is -----------------------------------------------------------------------------------------

    def _turn(self) -> tuple[Side | None, list[int]]:
        """The side that lays next, and where it may: the starter's row first (R7), or by encounters (R17)."""
        empty = {side: [at for at in ALL_PLACES if self.rows[side][at - 1] == NO_CHIP] for side in SIDES}
        if self.rules.one_by_one:
            for at in ALL_PLACES:
                for side in SIDES:
                    if at in empty[side] and at not in empty[OPPONENT[side]]:
                        return side, [at]
            leader = self.terms.leader(len(self.arena.order), supers_begun=self._supers_begun())
            return (leader, empty[leader]) if empty[leader] else (None, [])
        for side in (self.terms.starter, self.terms.responder):
            if empty[side]:
                return side, empty[side]
        return None, []

    def _supers_begun(self) -> bool:
        """Whether an encounter with a super energy was laid: these come last (R18)."""
        return any(chip.token in SUPERS for side in SIDES for chip in self.rows[side] if chip != NO_CHIP)

    # --- what may lie at a place ----------------------------------------------------------------------------------

    def _places(self, side: Side, places: list[int], *, corrects: bool) -> tuple[PlaceChips, ...]:
        return tuple(PlaceChips(place, tuple(self._chips(side, place, corrects=corrects))) for place in places)

    def _chips(self, side: Side, place: int, *, corrects: bool) -> Iterator[Chip]:
        # Once a super energy was laid, the encounters that are still open have one too (R18).
        supers_only = self.rules.one_by_one and self._supers_begun() and place in self.arena.order and not corrects
        for chip in self._from_supplies(side, place):
            laying = _Laying(self.terms, with_chip(self.arena, side, place, chip, one_by_one=self.rules.one_by_one))
            if not self.rules.one_by_one:
                fits = side == self.terms.starter or laying._responder_wrong() is None
            else:
                found = laying._order_wrong()
                fits = found is None or (found.side, found.position) != (side, place)
                fits = fits and laying._supers_can_follow() and not (supers_only and chip.token in PLAIN)
            if fits:
                yield chip

    def _from_supplies(self, side: Side, place: int) -> Iterator[Chip]:
        """What bag, stock and spells still give (R2, R6, R24), with a pawn where one is needed (R9, H1)."""
        bag, stock = self._bag(side), self._stock(side)
        spells: list[Strengthening | None] = [None]
        spells += [spell for spell, left in self._strengthenings(side).items() if left > 0]
        for token in (letter for letter, left in bag.items() if left > 0):
            if token in SUPERS or place > self.rules.positions:
                yield Chip(token)
                continue
            for pawn in KINDS:
                if stock[pawn] > 0:
                    yield from (Chip(token, pawn, spell) for spell in spells)

    def _bag(self, side: Side) -> dict[str, int]:
        laid = getattr(self.arena.tokens, side)
        return {letter: left - laid.count(letter) for letter, left in self.terms.supplies[side].tokens.items()}

    def _stock(self, side: Side) -> dict[str, int]:
        placed = getattr(self.arena.pawns, side)
        return {kind: self.terms.supplies[side].pawns[kind] - placed.count(kind) for kind in KINDS}

    def _strengthenings(self, side: Side) -> dict[Strengthening, float]:
        cast = [chip.spell for chip in self.rows[side]]
        supplies = self.terms.supplies[side]
        return {
            "strengthen_pawn": supplies.uses_left(STRENGTHEN_PAWN, cast.count("strengthen_pawn")),
            "reinforcement": self.rules.reinforcements - cast.count("reinforcement"),
        }

    def _moves_missing(self, side: Side) -> int:
        return self._won_supers(side) - len(getattr(self.arena.moves, side))

    def _won_supers(self, side: Side) -> int:
        """Exchanges (R23) never touch a super energy, so the rows may be looked at as drawn."""
        own, opposite = getattr(self.arena.tokens, side), getattr(self.arena.tokens, OPPONENT[side])
        return won_supers(self.rules.positions, own, opposite)

    def _exchanges(self) -> Iterator[Spell]:
        """R23, for a recorder: at any time, where both tokens lie and neither is a super energy."""
        cast = [spell for spell in self.arena.spells if isinstance(spell, ExchangeTokens)]
        for side in (self.terms.starter, self.terms.responder):
            spent = sum(spell.by == side for spell in cast)
            if self.terms.supplies[side].uses_left(EXCHANGE_TOKENS, spent) > 0:
                for at in ALL_PLACES:
                    if self._is_plain(at) and all(spell.position != at for spell in cast):
                        yield ExchangeTokens(by=side, position=at)

    def _is_plain(self, at: int) -> bool:
        """Whether both tokens lie at a position and neither is a super energy."""
        return all(self.rows[side][at - 1].token in PLAIN for side in SIDES)

    def _running(self) -> RunningDuel:
        arena = self.arena
        tokens = LaidTokens(arena.tokens.white, arena.tokens.black)
        return RunningDuel(tokens, arena.pawns, arena.order, arena.moves, arena.spells)

    # --- what is wrong with what lies there -----------------------------------------------------------------------

    def wrong(self) -> Violation | None:
        """The first thing that can't lie there so, in the order in which a duel is laid."""
        for side in (self.terms.starter, self.terms.responder):
            found = self._row_wrong(side)
            if found is not None:
                return found
        found = self._order_wrong() if self.rules.one_by_one else self._responder_wrong()
        return found or self._spells_wrong()

    def _violation(self, code: str, rule: str, side: Side, place: int | None, **params: str | int) -> Violation:
        return violation(code, rule, duel=self.terms.number, side=side, position=place, **params)

    def _row_wrong(self, side: Side) -> Violation | None:
        """R2, R6, R9, H1, R24: what a row's places hold beyond what bag, stock and spells give."""
        supplies = self.terms.supplies[side]
        bag, stock = dict(supplies.tokens), dict(supplies.pawns)
        spells: dict[Strengthening, float] = {
            "strengthen_pawn": supplies.uses_left(STRENGTHEN_PAWN),
            "reinforcement": self.rules.reinforcements,
        }
        for place, (token, pawn, spell) in enumerate(map(msgspec.structs.astuple, self.rows[side]), 1):
            if token == NO_PAWN:
                continue
            bag[token] = bag.get(token, 0) - 1
            if bag[token] < 0:
                return self._violation("bag", "R6", side, place, token=TOKEN_KINDS[token])
            needs_pawn = token in PLAIN and place <= self.rules.positions
            if needs_pawn and pawn == NO_PAWN:
                return self._violation("pawn_missing", "R7", side, place)
            if pawn == NO_PAWN:
                continue
            if not needs_pawn:
                return self._violation("pawn_unneeded", "H1" if token in SUPERS else "R27", side, place)
            stock[pawn] -= 1
            if stock[pawn] < 0:
                return self._violation("pawn_supply", "R2", side, place, pawn=PAWN_KINDS[pawn])
            if spell is not None:
                spells[spell] -= 1
                if spells[spell] < 0:
                    rule = _STRENGTHEN_RULES[spell]
                    return self._violation("spell", rule, side, place, spell=spell, reason="used_up")
        return None

    def _strength(self, chip: Chip) -> int:
        return strength(self.rules, chip.pawn, strengthened=chip.spell is not None)

    def _responder_wrong(self) -> Violation | None:
        """R8, H2: whether the responder's row can't be laid out legally from here, whatever tokens he draws yet."""
        side = self.terms.responder
        if NO_CHIP in self.rows[OPPONENT[side]]:
            return None
        own, facing = self.rows[side], self.rows[OPPONENT[side]]
        fought = list(zip(own, facing, strict=True))[: self.rules.positions]
        pawns = [(chip, other) for chip, other in fought if other.token in PLAIN]
        rest_strengthened = sum(self._strengthenings(side).values())
        stock, stock_before = self._stock(side), self.terms.supplies[side].pawns
        faced_by_own = [(self._strength(chip), self._strength(other)) for chip, other in pawns if chip.token in PLAIN]
        identical = sum(mine == other for mine, other in faced_by_own)
        fewest = 0
        for supers in self._supers_to_come(side):
            rest = [
                self._strength(other)
                for place, (chip, other) in enumerate(fought, 1)
                if chip == NO_CHIP and other.token in PLAIN and place not in supers
            ]
            faced = [other for _own, other in faced_by_own] + rest
            allowed = identical_allowed(self.terms, faced, stock_before)
            to_come = fewest_identical(self.rules, rest, stock) - rest_strengthened
            if identical + max(0, to_come) <= allowed:
                return None
            fewest = fewest_identical(self.rules, faced, stock_before)
        place = next(
            (at for at, (chip, other) in enumerate(fought, 1) if _meet(chip, other) and self._equal(chip, other)), 1
        )
        return self._violation("identical_pawn", "H2" if fewest else "R8", side, place, number=identical, fewest=fewest)

    def _equal(self, chip: Chip, other: Chip) -> bool:
        return self._strength(chip) == self._strength(other)

    def _supers_to_come(self, side: Side) -> Iterator[frozenset[int]]:
        """Where the side's super energies may come to lie among its empty places."""
        empty = [at for at in ALL_PLACES if self.rows[side][at - 1] == NO_CHIP]
        plain, supers = self._plain_left(side), self._supers_left(side)
        for number in range(max(0, len(empty) - plain), min(len(empty), supers) + 1):
            yield from map(frozenset, combinations(empty, number))

    def _plain_left(self, side: Side) -> int:
        return sum(left for letter, left in self._bag(side).items() if letter in PLAIN)

    def _supers_left(self, side: Side) -> int:
        return sum(left for letter, left in self._bag(side).items() if letter in SUPERS)

    def _order_wrong(self) -> Violation | None:
        """R17, R18, H5, in the order of play. A super energy at a place of the order, or encounters that are missing in
        it: `order`."""
        listed = self.arena.order
        plain = [at for at in ALL_PLACES if at <= self.rules.positions and self._is_plain(at)]
        half = [at for at in listed if not self._is_plain(at)]
        well_listed = len(set(listed)) == len(listed) and set(plain) <= set(listed) <= set(ALL_PLACES)
        if not well_listed or any(chip.token in SUPERS for at in half for chip in self._facing(at)):
            positions = ", ".join(map(str, plain)) or "[]"
            return violation("order", "R17", duel=self.terms.number, reason="missing", positions=positions)
        stocks = {side: dict(self.terms.supplies[side].pawns) for side in SIDES}
        for begun, at in enumerate(listed):
            leader = self.terms.leader(begun)
            lead, answer = (self.rows[side][at - 1] for side in (leader, OPPONENT[leader]))
            if at not in half and self._equal(lead, answer):
                stock = stocks[OPPONENT[leader]]
                if not answer_may_be_identical(self.rules, self._strength(lead), stock):
                    return self._violation("identical_pawn", "H5", OPPONENT[leader], at)
            for side in SIDES:
                pawn = self.rows[side][at - 1].pawn
                if pawn != NO_PAWN:
                    stocks[side][pawn] -= 1
        return None

    def _facing(self, at: int) -> tuple[Chip, Chip]:
        return self.rows["white"][at - 1], self.rows["black"][at - 1]

    def _supers_can_follow(self) -> bool:
        """R18: whether every encounter that must still get a super energy can get one."""
        waiting: list[Side] = []
        free = 0
        for at in range(1, self.rules.positions + 1):
            empty = [side for side in SIDES if self.rows[side][at - 1] == NO_CHIP]
            laid = [chip.token for chip in self._facing(at) if chip != NO_CHIP]
            if len(empty) == len(SIDES):
                free += 1
            elif empty and laid[0] in PLAIN:
                waiting += empty
        supers = {side: self._supers_left(side) for side in SIDES}
        may_get_all = all(waiting.count(side) <= supers[side] for side in SIDES)
        may_get_all = may_get_all and len(waiting) + free <= sum(supers.values())
        if self._supers_begun():
            return may_get_all
        return may_get_all or all(self._plain_left(side) > 0 for side in waiting)

    def _spells_wrong(self) -> Violation | None:
        """R23, R13: exchanges, and letters for super energies that weren't won. Surge and triumph are the judge's."""
        exchanged: set[int] = set()
        spent: dict[Side, int] = {"white": 0, "black": 0}
        for spell in self.arena.spells:
            if isinstance(spell, ExchangeTokens):
                spent[spell.by] += 1
                reason = self._exchange_refused(spell, spent[spell.by], exchanged)
                if reason:
                    return self._violation(
                        "spell", "R23", spell.by, spell.position, spell=EXCHANGE_TOKENS, reason=reason
                    )
                exchanged.add(spell.position)
        for side in SIDES:
            letters: str = getattr(self.arena.moves, side)
            won = self._won_supers(side)
            if len(letters) > won or not set(letters) <= set(MOVE_LETTERS):
                return self._violation("super_moves", "R13", side, None, won=won, given=len(letters))
        return None

    def _exchange_refused(self, spell: ExchangeTokens, spent: int, exchanged: Iterable[int]) -> str:
        supplies = self.terms.supplies[spell.by]
        if supplies.effect != EXCHANGE_TOKENS:
            return "not_given"
        if supplies.uses_left(EXCHANGE_TOKENS, spent - 1) <= 0:
            return "used_up"
        if not 1 <= spell.position <= POSITIONS:
            return "no_position"
        if not self._is_plain(spell.position):
            return "super_energy"
        return "exchanged_twice" if spell.position in exchanged else ""


def _meet(chip: Chip, other: Chip) -> bool:
    """Whether pawn meets pawn."""
    return chip.token in PLAIN and other.token in PLAIN
