"""What a duel starts with: its rules, who opens it, and what each side still has in bag, stock and spells."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from msgspec import UNSET

from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    ExchangeTokens,
    Record,
    RecordDuel,
    Spell,
    StrengthenPawn,
    Surge,
    Variants,
)
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.effects import (
    EXCHANGE_TOKENS,
    STRENGTHEN_PAWN,
    SURGE,
    DuelRules,
)
from games.engine.systems.magistrar.report import OPPONENT, SIDES, Side
from games.engine.systems.magistrar.rows import PAWNS_OF_A_SIDE, TOKENS_OF_A_SIDE

KINDS = "WMS"  # of pawns, in the order of `DuelRules.strengths`
NO_PAWN = "-"
SUPERS = "SG"

MAGE_SPELLS: dict[str, type[Spell]] = {
    EXCHANGE_TOKENS: ExchangeTokens,
    STRENGTHEN_PAWN: StrengthenPawn,
    SURGE: Surge,
}


@dataclass(frozen=True, slots=True)
class Supplies:
    """What one side has left before a duel.

    `tokens` and `pawns`: how many of each letter. `effect`: what its mage can do, None without a mage. `uses`: how
    often still, None where it is never used up.
    """

    tokens: Mapping[str, int]
    pawns: Mapping[str, int]
    effect: str | None
    uses: int | None

    def uses_left(self, effect: str, spent: int = 0) -> float:
        """How often the side may still use this mage effect after `spent` more uses: 0 where its mage lacks it."""
        if self.effect != effect:
            return 0
        return float("inf") if self.uses is None else self.uses - spent


@dataclass(frozen=True, slots=True)
class DuelTerms:
    """The terms of one duel: its number (1 to 5), rules and starter, and both sides' supplies before it.

    `fewest_only`: how the edition rules H2.
    """

    number: int
    rules: DuelRules
    starter: Side
    supplies: Mapping[Side, Supplies]
    fewest_only: bool

    @property
    def responder(self) -> Side:
        return OPPONENT[self.starter]

    def leader(self, begun: int, *, supers_begun: bool = False) -> Side:
        """Who lays next where both sides have an open place: the starter (R7), or each side in turn (R17, R18).

        `begun`: how many encounters are begun; `supers_begun`: whether a super energy was laid."""
        takes_turns = self.rules.one_by_one and not supers_begun
        return self.responder if takes_turns and begun % 2 else self.starter


def terms_of_next_duel(game: Record, edition: Edition) -> DuelTerms:
    """The terms of the duel after those of `game`, which must be fewer than five, legal, and of this edition.

    Raises `KeyError` for a mage or card that the edition doesn't have, `IndexError` where the duel's card isn't known.
    """
    number = len(game.duels) + 1
    rules = _rules(game.variants, number, edition)
    opens_odd_duels = rules.starter_changes == (number % 2 == 0)  # R5, and the card `reversal`
    return DuelTerms(
        number=number,
        rules=rules,
        starter=game.starter if opens_odd_duels else OPPONENT[game.starter],
        supplies={side: _supplies(game, side, edition) for side in SIDES},
        fewest_only=edition.identical_only_fewest,
    )


def _rules(variants: Variants, number: int, edition: Edition) -> DuelRules:
    if number == DUELS_IN_A_GAME:
        return edition.fifth_duel
    if variants.duel_cards is UNSET:
        return edition.plain_duel
    return edition.duel_rules[variants.duel_cards[number - 1]]


def _supplies(game: Record, side: Side, edition: Edition) -> Supplies:
    variants = game.variants
    bag, stock = Counter(TOKENS_OF_A_SIDE), Counter(PAWNS_OF_A_SIDE)
    if variants.golden is not UNSET:
        bag["G"] = getattr(variants.golden, side)
    for duel in game.duels:
        bag.subtract(getattr(duel.tokens, side))
        stock.subtract(getattr(duel.pawns, side).replace(NO_PAWN, ""))
    if variants.mages is UNSET:
        return Supplies(bag, stock, None, 0)
    power = edition.mages[getattr(variants.mages, side)]
    if power.uses is None:
        return Supplies(bag, stock, power.effect, None)
    return Supplies(bag, stock, power.effect, power.uses - _times_used(game.duels, side, power.effect))


def _times_used(duels: Iterable[RecordDuel], side: Side, effect: str) -> int:
    spell_type = MAGE_SPELLS.get(effect, ())
    return sum(spell.by == side and isinstance(spell, spell_type) for duel in duels for spell in duel.spells)


def tokens_as_fought(tokens: Mapping[Side, str], spells: Iterable[Spell]) -> dict[Side, str]:
    """Both rows after the exchanges (R23)."""
    rows = {side: list(tokens[side]) for side in SIDES}
    for spell in spells:
        if isinstance(spell, ExchangeTokens):
            at = spell.position - 1
            rows["white"][at], rows["black"][at] = rows["black"][at], rows["white"][at]
    return {side: "".join(rows[side]) for side in SIDES}


def rocks_to_fill(positions: int, own_tokens: str) -> list[int]:
    """Where a side with these tokens places pawns, if so many positions are fought: not at its super energies (H1)."""
    return [at for at, token in enumerate(own_tokens[:positions], 1) if token not in SUPERS]


def contested(positions: int, tokens: Mapping[Side, str]) -> list[int]:
    """The positions where pawn meets pawn: neither side's token is a super energy."""
    filled = [set(rocks_to_fill(positions, tokens[side])) for side in SIDES]
    return sorted(filled[0] & filled[1])


def strength(rules: DuelRules, kind: str, *, strengthened: bool = False) -> int:
    """The strength of a pawn in its encounter (R24: strengthening adds 1)."""
    return rules.strengths[KINDS.index(kind)] + strengthened


def fewest_identical(rules: DuelRules, faced: list[int], stock: Mapping[str, int]) -> int:
    """H2: in how few of the encounters with these strengths a stock that fills all its rocks has to be identical.

    A pawn of another strength must be had for each; the pawns of that very strength can stand anywhere else.
    """
    total = sum(stock.values())
    return max(0, *(faced.count(strength(rules, kind)) - (total - stock[kind]) for kind in KINDS))


def identical_allowed(terms: DuelTerms, faced: list[int], stock: Mapping[str, int]) -> int:
    """R8, H2: how many identical encounters the responder with this stock may have against these strengths."""
    fewest = fewest_identical(terms.rules, faced, stock)
    return fewest if terms.fewest_only or not fewest else len(faced)


def answer_may_be_identical(rules: DuelRules, lead: int, stock: Mapping[str, int]) -> bool:
    """H5: every pawn that the answering side still has, before it answers, is of the lead's strength."""
    return all(strength(rules, kind) == lead for kind in KINDS if stock[kind])


def won_supers(positions: int, own: str, opposite: str) -> int:
    """R11, R30: how many super and golden energies a side wins with these rows as fought."""
    rows = zip(own[:positions], opposite[:positions], strict=True)
    return sum(token in SUPERS and (faced not in SUPERS or (token, faced) == ("G", "S")) for token, faced in rows)
