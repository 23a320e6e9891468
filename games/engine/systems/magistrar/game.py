"""A game in play: what each side has left, and how the game ends."""

import msgspec
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
from games.engine.systems.magistrar.effects import EQUILIBRIUM, DuelRules
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


class SideInPlay(msgspec.Struct, gc=False):
    """One side of a game: supplies (packed, see `rows`), the mage's effect and uses left, what was gained so far."""

    side: Side
    golden: int
    bag: int
    stock: int
    effect: str
    uses_left: int
    spaces: int
    level: int = 0
    markers: int = 0
    marker_honoris: int = 0

    def gained(self) -> "Gained":
        """What the side has at the end of the duels that were played."""
        return Gained(self.level, self.markers, self.marker_honoris)


def fresh_side(side: Side, golden: int, mage: MagePower) -> SideInPlay:
    """A side before the first duel (R1, R2, R29)."""
    uses = UNLIMITED if mage.uses is None else mage.uses
    return SideInPlay(side, golden, FULL_BAG + GOLDEN_BYTE * golden, FULL_STOCK, mage.effect, uses, mage.spaces)


class Gained(msgspec.Struct, frozen=True, gc=False):
    """What a side has after some duels: level, duel markers, and what those are worth."""

    level: int
    markers: int
    marker_honoris: int


def on_track(level: int) -> int:
    """The level where a scoring pawn stands that was moved so far: never beyond 15 (R14)."""
    return HIGHEST_LEVEL if level > HIGHEST_LEVEL else -HIGHEST_LEVEL if level < -HIGHEST_LEVEL else level


def honoris_of(edition: Edition, level: int, marker_honoris: int) -> int:
    """A side's Honoris: what the track pays at its level, and what its markers are worth (R19)."""
    return edition.track[abs(level)] + marker_honoris


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
            self.white, self.black = fresh_side("white", 0, NO_MAGE), fresh_side("black", 0, NO_MAGE)
        else:
            self._set_up(variants)

    def _set_up(self, variants: Variants) -> None:
        white = black = NO_MAGE
        mages, cards = variants.mages, variants.duel_cards
        if mages is not UNSET:
            self.mages = (mages.white, mages.black)
            white, black = self.edition.mages[mages.white], self.edition.mages[mages.black]
        golden = variants.golden
        self.white = fresh_side("white", 0 if golden is UNSET else golden.white, white)
        self.black = fresh_side("black", 0 if golden is UNSET else golden.black, black)
        if (white.effect == EQUILIBRIUM) != (black.effect == EQUILIBRIUM):  # nobody's where both would
            self.equilibrium = "white" if white.effect == EQUILIBRIUM else "black"
        if cards is not UNSET:
            self.cards = cards
            drawn = self.edition.duel_rules
            self.duel_rules = (*[drawn[card] for card in cards], *self.edition.base_duels[len(cards) :])

    def starter_of(self, number: int) -> Side:
        """The side that starts duel `number`."""
        return starter_of(number, self.duel_rules[number - 1], self.starter)

    def assumed_names(self, duels: int) -> list[str]:
        """The mages and cards in play, in a game of `duels` duels, that rest on assumed values."""
        mages, cards = self.edition.assumed_mages, self.edition.assumed_cards
        names = [mages[name] for name in self.mages if name in mages] if mages and self.mages else []
        if cards and self.cards:
            names += [cards[name] for name in self.cards[:duels] if name in cards]
        return names


def starter_of(number: int, rules: DuelRules, starter: Side) -> Side:
    """The starter of duel `number`: the button changes sides after every duel (R5); `reversal` turns it round."""
    return starter if (number % 2 == 1) != rules.starter_changes else OPPONENT[starter]


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
        (
            mages is UNSET
            or (mages.white != mages.black and mages.white in edition.mages and mages.black in edition.mages)
        )
        and (
            cards is UNSET
            or (len(cards) == DUELS_WITH_CARDS == len(drawn := {*cards}) and edition.duel_rules.keys() >= drawn)
        )
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


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How a legal game stands after its last duel: both sides' Honoris, whether it is complete, and who wins then.
    `assumed`: what of the track it rests on that has an assumed value."""

    white_honoris: int
    black_honoris: int
    complete: bool
    winner: Winner
    assumed: tuple[str, ...]

    def all_assumed(self, in_play: list[str]) -> tuple[str, ...]:
        """What the game rests on with an assumed value. `in_play`: the mages and cards."""
        return tuple(sorted((*in_play, *self.assumed))) if in_play else self.assumed


def ending(edition: Edition, duels: int, white: Gained, black: Gained) -> Ending:
    """How a legal game of so many duels stands (R19-R21)."""
    white_level, black_level = white.level, black.level
    white_honoris = honoris_of(edition, white_level, white.marker_honoris)
    black_honoris = honoris_of(edition, black_level, black.marker_honoris)
    complete = duels == DUELS_IN_A_GAME
    level_is_assumed = abs(white_level) in edition.assumed_levels or abs(black_level) in edition.assumed_levels
    winner = winner_of(white_honoris, white.markers, black_honoris, black.markers) if complete else None
    return Ending(white_honoris, black_honoris, complete, winner, ("track",) if level_is_assumed else ())


def scored_report(
    game: GameInPlay,
    format: str,
    claim: SideInts | UnsetType,
    duels: list[DuelReport],
) -> Report:
    """The report of a legal game, scored as far as it goes."""
    white, black = game.white, game.black
    given = len(duels)
    end = ending(game.edition, given, white.gained(), black.gained())
    return Report(
        SYSTEM_KEY,
        format,
        game.edition.key,
        ENGINE_VERSION,
        legal=True,
        complete=end.complete,
        winner=end.winner,
        honoris=SideNumbers(end.white_honoris, end.black_honoris),
        markers=SideNumbers(white.markers, black.markers),
        level=SideLevels(white.level, black.level),
        claim=claim_verdict(claim, end.white_honoris, end.black_honoris),
        duels=tuple(duels),
        assumed=end.all_assumed(game.assumed_names(given)),
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
