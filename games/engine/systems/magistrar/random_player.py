"""A seeded player who plays whole legal games at random.

For demonstrations, simulated events, tests and benchmarks: the games are varied rather than good. Each side plays a
duel in a temper of its own, from level-headed to spending one kind of pawn first, so that identical pawns that can't
be helped (H2, H5) come up as well.
"""

import random
from collections.abc import Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    DUELS_IN_A_GAME,
    GOLDEN_IN_THE_BOX,
    NO_VARIANTS,
    POSITIONS,
    ExchangeTokens,
    Record,
    RecordDuel,
    Reinforcement,
    SideCounts,
    SideMages,
    SideMoves,
    SideRows,
    Spell,
    StrengthenPawn,
    Surge,
    Triumph,
    Variants,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.magistrar.effects import EXCHANGE_TOKENS, STRENGTHEN_PAWN, SURGE
from games.engine.systems.magistrar.placements_terms import (
    KINDS,
    NO_PAWN,
    SUPERS,
    DuelTerms,
    answer_may_be_identical,
    contested,
    fewest_identical,
    identical_allowed,
    rocks_to_fill,
    strength,
    terms_of_next_duel,
    tokens_as_fought,
    won_supers,
)
from games.engine.systems.magistrar.record_check import check_record
from games.engine.systems.magistrar.report import OPPONENT, SIDES, Side

_SHIPPED = SHIPPED_EDITIONS[DEFAULT_EDITION]

# How many times more eagerly each kind (W, M, S) is reached for.
_TEMPERS: tuple[tuple[int, int, int], ...] = (
    (1, 1, 1),
    (1, 1, 1),
    (1, 2, 3),
    (1, 1, 30),
    (1, 30, 1),
    (30, 1, 1),
    (10, 1, 10),
)
_EAGERNESS = (0.0, 0.1, 0.5)  # how often a spell that may be cast is

Strengthening = type[StrengthenPawn] | type[Reinforcement]
Placed = tuple[str, Strengthening | None]  # a pawn, and the spell that strengthens it


def random_record(
    rng: random.Random,
    *,
    starter: Side | None = None,
    variants: Variants | None = None,
    edition: Edition = _SHIPPED,
    duels: int = DUELS_IN_A_GAME,
) -> Record:
    """A random legal record of `duels` duels (0 to 5); the same state of `rng` gives the same record.

    `starter`: drawn by lot (R4) where it is None. `variants`: none where it is None; its `duel_cards`, if played, must
    cover the duels 1 to 4 that are asked for, and its mages and cards must be the edition's (`KeyError`).
    """
    first: Side = rng.choice(SIDES) if starter is None else starter
    game = Record(starter=first, duels=(), edition=edition.key, variants=NO_VARIANTS if variants is None else variants)
    for _ in range(duels):
        terms = terms_of_next_duel(game, edition)
        duel = _Table(rng, terms).play()
        if terms.rules.triumph_points is not None:
            duel = _with_triumph(rng, game, duel, edition)
        game = replace(game, duels=(*game.duels, duel))
    return game


def _with_triumph(rng: random.Random, game: Record, duel: RecordDuel, edition: Edition) -> RecordDuel:
    """The duel with its winner's triumph, used or not, where the winner has one."""
    side = check_record(replace(game, duels=(*game.duels, duel)), edition).duels[-1].winner
    if side is None:
        return duel
    triumph = Triumph(by=side, direction=rng.choice(("L", "D", ".")))
    triumphant = replace(duel, spells=(*duel.spells, triumph))
    legal = check_record(replace(game, duels=(*game.duels, triumphant)), edition).legal
    return triumphant if legal and rng.random() < 0.8 else duel


def random_variants(rng: random.Random, *, edition: Edition = _SHIPPED) -> Variants:
    """A random mix of variants: each of mages, duel cards and golden energies is played in every other game."""
    golden = rng.randint(0, GOLDEN_IN_THE_BOX)
    white = rng.randint(0, golden)
    return Variants(
        mages=SideMages(*rng.sample(sorted(edition.mages), 2)) if rng.random() < 0.5 else UNSET,
        duel_cards=tuple(rng.sample(sorted(edition.duel_rules), DUELS_IN_A_GAME - 1)) if rng.random() < 0.5 else UNSET,
        golden=SideCounts(white, golden - white) if rng.random() < 0.5 else UNSET,
    )


class _Table:
    """One duel while it is being played."""

    def __init__(self, rng: random.Random, terms: DuelTerms) -> None:
        self.rng = rng
        self.terms = terms
        self.tokens = {side: _draw(rng, terms.supplies[side].tokens) for side in SIDES}
        self.stocks = {side: dict(terms.supplies[side].pawns) for side in SIDES}
        self.rows = {side: [NO_PAWN] * POSITIONS for side in SIDES}
        self.tempers = {side: dict(zip(KINDS, rng.choice(_TEMPERS), strict=True)) for side in SIDES}
        self.eagerness = {side: rng.choice(_EAGERNESS) for side in SIDES}
        self.strengthenings: dict[Side, dict[Strengthening, float]] = {
            side: {
                StrengthenPawn: terms.supplies[side].uses_left(STRENGTHEN_PAWN),
                Reinforcement: float(terms.rules.reinforcements),
            }
            for side in SIDES
        }
        self.spells: list[Spell] = []

    def play(self) -> RecordDuel:
        rules = self.terms.rules
        for side in (self.terms.starter, self.terms.responder):
            self._exchange_tokens(side)
        fought = tokens_as_fought(self.tokens, self.spells)
        order: tuple[int, ...] | None = None
        if rules.one_by_one:
            order = tuple(self._shuffled(contested(rules.positions, fought)))
            self._place_encounter_by_encounter(fought, order)
        else:
            self._place_row_by_row(fought)
        won = (won_supers(rules.positions, fought[side], fought[OPPONENT[side]]) for side in SIDES)
        moves = ["".join(self.rng.choices("LD.", (4, 4, 1), k=count)) for count in won]
        for side in SIDES:
            if self._eager(side) and self.terms.supplies[side].uses_left(SURGE):
                self.spells.append(Surge(by=side, direction=self.rng.choice(("L", "D"))))
        return RecordDuel(
            tokens=SideRows(self.tokens["white"], self.tokens["black"]),
            pawns=SideRows("".join(self.rows["white"]), "".join(self.rows["black"])),
            order=UNSET if order is None else order,
            moves=SideMoves(*moves),
            spells=tuple(self.spells),
        )

    def _exchange_tokens(self, side: Side) -> None:
        exchanged = {spell.position for spell in self.spells if isinstance(spell, ExchangeTokens)}
        for at in self._shuffled(range(1, POSITIONS + 1)):
            facing = self.tokens["white"][at - 1] + self.tokens["black"][at - 1]
            may = self.terms.supplies[side].uses_left(EXCHANGE_TOKENS, len(exchanged)) > 0
            if may and at not in exchanged and not set(facing) & set(SUPERS) and self._eager(side):
                self.spells.append(ExchangeTokens(by=side, position=at))
                exchanged.add(at)

    def _place_row_by_row(self, tokens: Mapping[Side, str]) -> None:
        """R7: the starter fills his rocks, then the responder his."""
        rules, starter, responder = self.terms.rules, self.terms.starter, self.terms.responder
        strengths: dict[int, int] = {}
        for at in self._shuffled(rocks_to_fill(rules.positions, tokens[starter])):
            strengths[at] = self._place(starter, at, self._options(starter))
        rocks = self._shuffled(rocks_to_fill(rules.positions, tokens[responder]))
        faced = [strengths.get(at, 0) for at in rocks]  # 0: a super energy, which no pawn is identical with
        allowed = identical_allowed(self.terms, faced, self.stocks[responder])
        for done, at in enumerate(rocks):
            opposite, rest = faced[done], faced[done + 1 :]
            options = [
                option
                for option in self._options(responder)
                if (self._strength(option) == opposite) + self._fewest_after(responder, option, rest) <= allowed
            ]
            allowed -= self._place(responder, at, options) == opposite

    def _fewest_after(self, side: Side, option: Placed, rest: list[int]) -> float:
        """In how few of the remaining encounters identical pawns would have to stand, with every spell that is left."""
        kind, spell = option
        stock = self.stocks[side] | {kind: self.stocks[side][kind] - 1}
        spells_left = sum(self.strengthenings[side].values()) - (spell is not None)
        return max(0, fewest_identical(self.terms.rules, rest, stock) - spells_left)

    def _place_encounter_by_encounter(self, tokens: Mapping[Side, str], order: Sequence[int]) -> None:
        """R17: a lead and its answer in turn; R18: the rocks that face a super energy last."""
        for turn, at in enumerate(order):
            leader = self.terms.responder if turn % 2 else self.terms.starter
            answerer = OPPONENT[leader]
            lead = self._place(leader, at, self._options(leader))
            identical = answer_may_be_identical(self.terms.rules, lead, self.stocks[answerer])
            options = self._options(answerer)
            self._place(answerer, at, [one for one in options if identical or self._strength(one) != lead])
        for side in SIDES:
            for at in rocks_to_fill(self.terms.rules.positions, tokens[side]):
                if at not in order:
                    self._place(side, at, self._options(side))

    def _options(self, side: Side) -> list[Placed]:
        kinds = [kind for kind in KINDS if self.stocks[side][kind]]
        spells: list[Strengthening | None] = [None]
        spells += [spell for spell, left in self.strengthenings[side].items() if left]
        return [(kind, spell) for spell in spells for kind in kinds]

    def _strength(self, option: Placed) -> int:
        kind, spell = option
        return strength(self.terms.rules, kind, strengthened=spell is not None)

    def _place(self, side: Side, at: int, options: Sequence[Placed]) -> int:
        """Place one of these pawns, strengthened if the side is eager to or has to; return its strength."""
        plain = [option for option in options if option[1] is None]
        strengthened = [option for option in options if option[1] is not None]
        choice = strengthened if strengthened and (not plain or self._eager(side)) else plain
        stock, temper = self.stocks[side], self.tempers[side]
        (placed,) = self.rng.choices(choice, [stock[kind] * temper[kind] for kind, _ in choice])
        kind, spell = placed
        stock[kind] -= 1
        self.rows[side][at - 1] = kind
        if spell is not None:
            self.strengthenings[side][spell] -= 1
            self.spells.append(spell(by=side, position=at))
        return self._strength(placed)

    def _eager(self, side: Side) -> bool:
        return self.rng.random() < self.eagerness[side]

    def _shuffled(self, positions: Sequence[int]) -> list[int]:
        return self.rng.sample(positions, len(positions))


def _draw(rng: random.Random, bag: Mapping[str, int]) -> str:
    """R6: six tokens, one at a time."""
    return "".join(rng.sample(list(bag), POSITIONS, counts=list(bag.values())))
