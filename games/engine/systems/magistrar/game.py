"""A game in play: what each side has left, and how the game ends."""

from msgspec import UNSET, UnsetType

from games.engine.core.multiplayer import ClaimVerdict
from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    GOLDEN_IN_THE_BOX,
    NO_VARIANTS,
    SideInts,
    Variants,
)
from games.engine.systems.magistrar.edition import Edition, MagePower
from games.engine.systems.magistrar.effects import EQUILIBRIUM
from games.engine.systems.magistrar.messages import violation
from games.engine.systems.magistrar.report import (
    OPPONENT,
    DuelReport,
    Report,
    Side,
    SideLevels,
    SideNumbers,
    Violation,
    Winner,
)
from games.engine.systems.magistrar.rows import FULL_BAG, FULL_STOCK, GOLDEN_BYTE

SYSTEM_KEY = "magistrar"
ENGINE_VERSION = "1"
UNLIMITED = 1 << 30
NO_MAGE = MagePower("", 0, 0)
DUELS_WITH_CARDS = 4  # R27
HIGHEST_LEVEL = 15  # R14


class SideInPlay:
    """One side of a game: supplies (packed, see `rows`), the mage's effect and uses left, what was gained so far."""

    __slots__ = (
        "bag",
        "effect",
        "golden",
        "level",
        "marker_honoris",
        "markers",
        "side",
        "spaces",
        "stock",
        "uses_left",
    )

    def __init__(self, side: Side, golden: int, mage: MagePower) -> None:
        self.side: Side = side
        self.golden = golden
        self.bag = FULL_BAG + GOLDEN_BYTE * golden  # R1, R29
        self.stock = FULL_STOCK  # R2
        self.effect = mage.effect
        self.uses_left = UNLIMITED if mage.uses is None else mage.uses
        self.spaces = mage.spaces
        self.level = 0
        self.markers = 0
        self.marker_honoris = 0

    def move(self, spaces: int) -> None:
        """Move the scoring pawn by a duel's netted moves: never beyond 15, clamped once a duel (R14, H4)."""
        level = self.level + spaces
        self.level = HIGHEST_LEVEL if level > HIGHEST_LEVEL else -HIGHEST_LEVEL if level < -HIGHEST_LEVEL else level


class GameInPlay:
    """A game: the edition, both sides, the rules of each of its duels, and whose mage takes equal duels."""

    __slots__ = ("black", "cards", "duel_rules", "edition", "equilibrium", "mages", "starter", "white")

    def __init__(self, edition: Edition, variants: Variants, starter: Side) -> None:
        self.edition = edition
        self.starter: Side = starter
        self.mages: tuple[str, ...] = ()
        self.cards: tuple[str, ...] = ()
        self.equilibrium: Winner = None
        self.duel_rules = edition.base_duels
        if variants is NO_VARIANTS:
            self.white, self.black = SideInPlay("white", 0, NO_MAGE), SideInPlay("black", 0, NO_MAGE)
        else:
            self._set_up(variants)

    def _set_up(self, variants: Variants) -> None:
        white = black = NO_MAGE
        mages, cards = variants.mages, variants.duel_cards
        if mages is not UNSET:
            self.mages = (mages.white, mages.black)
            white, black = self.edition.mages[mages.white], self.edition.mages[mages.black]
        golden = variants.golden
        self.white = SideInPlay("white", 0 if golden is UNSET else golden.white, white)
        self.black = SideInPlay("black", 0 if golden is UNSET else golden.black, black)
        if (white.effect == EQUILIBRIUM) != (black.effect == EQUILIBRIUM):  # nobody's where both would
            self.equilibrium = "white" if white.effect == EQUILIBRIUM else "black"
        if cards is not UNSET:
            self.cards = cards
            drawn = self.edition.duel_rules
            self.duel_rules = (*[drawn[card] for card in cards], *self.edition.base_duels[len(cards) :])

    def starter_of(self, number: int) -> Side:
        """Who starts duel `number`: the button changes sides after every duel (R5); `reversal` turns it round."""
        if (number % 2 == 1) != self.duel_rules[number - 1].starter_changes:
            return self.starter
        return OPPONENT[self.starter]

    def assumed_names(self, duels: int) -> list[str]:
        """The mages and cards in play, in a game of `duels` duels, that rest on assumed values."""
        names = [f"mages.{name}" for name in self.mages] + [f"cards.{name}" for name in self.cards[:duels]]
        return [name for name in names if name in self.edition.assumed]


def refused_set_up(variants: Variants, edition: Edition, duels: int) -> list[Violation]:
    """What keeps a game of `duels` duels from being set up like this with this edition: `schema` violations."""
    if _known_set_up(variants, edition, duels):
        return []
    found: list[Violation] = []
    if variants.mages is not UNSET:
        white, black = variants.mages.white, variants.mages.black
        found += [
            violation("schema", None, reason="mage", mage=name) for name in (white, black) if name not in edition.mages
        ]
        if white == black:  # R22
            found.append(violation("schema", None, reason="same_mage", mage=white))
    if variants.duel_cards is not UNSET:
        found += _refused_cards(variants.duel_cards, edition, duels)
    if variants.golden is not UNSET:
        number = variants.golden.white + variants.golden.black
        if number > GOLDEN_IN_THE_BOX:  # R29
            found.append(violation("schema", None, reason="golden_number", number=number, most=GOLDEN_IN_THE_BOX))
    return found


def _known_set_up(variants: Variants, edition: Edition, duels: int) -> bool:
    """Whether there is nothing to refuse, asked at a glance."""
    mages, cards, golden = variants.mages, variants.duel_cards, variants.golden
    return (
        (mages is UNSET or (mages.white != mages.black and {mages.white, mages.black} <= edition.mages.keys()))
        and (cards is UNSET or (len(cards) == DUELS_WITH_CARDS == len(edition.duel_rules.keys() & set(cards))))
        and (golden is UNSET or golden.white + golden.black <= GOLDEN_IN_THE_BOX)
    )


def _refused_cards(cards: tuple[str, ...], edition: Edition, duels: int) -> list[Violation]:
    found = [violation("schema", None, reason="card", card=name) for name in cards if name not in edition.duel_rules]
    found += [
        violation("schema", None, reason="card_repeated", card=name)
        for place, name in enumerate(cards)
        if name in cards[:place]
    ]
    least = min(duels, DUELS_WITH_CARDS)
    if not least <= len(cards) <= DUELS_WITH_CARDS:  # R27
        found.append(violation("schema", None, reason="cards_number", number=len(cards), least=least))
    return found


def winner_of(white_honoris: int, white_markers: int, black_honoris: int, black_markers: int) -> Winner:
    """More Honoris, then more duel markers, else a draw (R21)."""
    if white_honoris != black_honoris:
        return "white" if white_honoris > black_honoris else "black"
    if white_markers != black_markers:
        return "white" if white_markers > black_markers else "black"
    return None


def scored_report(
    game: GameInPlay,
    format: str,
    claim: SideInts | UnsetType,
    duels: list[DuelReport],
) -> Report:
    """The report of a legal game, scored as far as it goes (R19-R21)."""
    played = len(duels)
    white, black, track = game.white, game.black, game.edition.track
    honoris = SideNumbers(
        track[abs(white.level)] + white.marker_honoris, track[abs(black.level)] + black.marker_honoris
    )
    markers = SideNumbers(white.markers, black.markers)
    complete = played == DUELS_IN_A_GAME
    assumed = game.assumed_names(played)
    if not game.edition.assumed_levels.isdisjoint((abs(white.level), abs(black.level))):
        assumed.append("track")
    return Report(
        SYSTEM_KEY,
        format,
        game.edition.key,
        ENGINE_VERSION,
        legal=True,
        complete=complete,
        winner=winner_of(honoris.white, markers.white, honoris.black, markers.black) if complete else None,
        honoris=honoris,
        markers=markers,
        level=SideLevels(white.level, black.level),
        claim=claim_verdict(claim, honoris.white, honoris.black),
        duels=tuple(duels),
        assumed=tuple(sorted(assumed)),
    )


def claim_verdict(claim: SideInts | UnsetType, white_honoris: int, black_honoris: int) -> ClaimVerdict:
    """Whether the Honoris that the players wrote down are the game's; None where they wrote none."""
    if claim is UNSET:
        return None
    return "agrees" if claim.white == white_honoris and claim.black == black_honoris else "differs"


def illegal_report(
    game: GameInPlay, format: str, given: int, duels: list[DuelReport], violations: list[Violation]
) -> Report:
    """The report of an illegal game of `given` duels: its longest valid prefix, and what broke it."""
    return Report(
        SYSTEM_KEY,
        format,
        game.edition.key,
        ENGINE_VERSION,
        legal=False,
        complete=given == DUELS_IN_A_GAME,
        duels=tuple(duels),
        violations=tuple(violations),
        assumed=tuple(sorted(game.assumed_names(given))),
    )


def unreadable_report(format: str | None, edition: str | None, violations: list[Violation]) -> Report:
    """The report of what is no document: wrong in shape (`schema`)."""
    return Report(
        SYSTEM_KEY, format, edition, ENGINE_VERSION, legal=False, complete=False, violations=tuple(violations)
    )
