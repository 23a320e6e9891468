"""What a page must know of a whole game to let it be recorded without a network: values, no rules.

The page counts what is left, and the score of what was laid; it never sets equal strengths against each other while it
can be helped. The exact answer to what may be laid is `arena.arena_choices`.
"""

from functools import lru_cache

import msgspec
from msgspec import UNSET

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    DUELS_IN_A_GAME,
    NO_VARIANTS,
    POSITIONS,
    Record,
    RecordDuel,
    SideRows,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.magistrar.effects import DuelRules
from games.engine.systems.magistrar.fight import begin_fight
from games.engine.systems.magistrar.game import GameInPlay
from games.engine.systems.magistrar.phases import strengthen
from games.engine.systems.magistrar.placements_terms import KINDS, strength, terms_of_next_duel
from games.engine.systems.magistrar.placements_values import STRENGTHENINGS
from games.engine.systems.magistrar.report import Side
from games.engine.systems.magistrar.scoring import Haul

STRENGTHENED = "+"
SUPER_MARK = "*"
_CHIPS: dict[str, tuple[str, str]] = {
    **{kind + mark: ("L", kind) for kind in KINDS for mark in ("", STRENGTHENED)},
    **{SUPER_MARK + token: (token, "-") for token in "SG"},
}
"""What can lie at a place, by its name: the token and the pawn. Whether it is light or dark decides nothing."""

# What each super energy wins against (R11, R30).
BEATEN_BY = {"S": "LD", "G": "LDS"}


class SideSupplies(msgspec.Struct, frozen=True):
    """What a side has at the start. `uses` is None where its mage's spell is never used up, `effect` where it has no
    mage; `spaces`: those of a surge."""

    tokens: dict[str, int]
    pawns: dict[str, int]
    effect: str | None
    uses: int | None
    spaces: int


class Scoring(msgspec.Struct, frozen=True):
    """How a duel is scored, as in `DuelRules`. `beats`: what each chip wins against, by name: a pawn (`W`), a
    strengthened one (`W+`), a super energy (`*S`). `points`: those of an encounter won, by token. `tokens`: spaces that
    a won light or dark token moves."""

    beats: dict[str, tuple[str, ...]]
    points: dict[str, int]
    tokens: dict[str, int]
    pawns_move: bool
    marker_honoris: int
    marker_given: bool
    equal_goes_to_responder: bool
    triumph_points: int | None
    triumph_spaces: int


class DuelTermsData(msgspec.Struct, frozen=True):
    """One duel. `strengths`: of each pawn, and strengthened (`W+`). `card`: its duel card, None without."""

    starter: Side
    card: str | None
    one_by_one: bool
    positions: int
    strengths: dict[str, int]
    reinforcements: int
    triumph: bool
    super_spaces: int
    golden_spaces: int
    scoring: Scoring


class ArenaTerms(msgspec.Struct, frozen=True):
    """The terms of a game. `supers`: the letters of super energies and what they win against. `track`: Honoris at level
    0 to the highest. `equilibrium`: whose mage takes equal duels, None where nobody's does."""

    duels: tuple[DuelTermsData, ...]
    white: SideSupplies
    black: SideSupplies
    supers: dict[str, str]
    strengthenings: tuple[str, ...]
    track: tuple[int, ...]
    equilibrium: Side | None


def arena_terms(game: Record, edition: Edition) -> ArenaTerms:
    """The terms of a game that hasn't begun. Raises `KeyError` for a mage or card that the edition doesn't have."""
    playing = GameInPlay(edition, game.variants, game.starter)
    supplies = terms_of_next_duel(game, edition).supplies
    white, black = (
        SideSupplies(dict(held.tokens), dict(held.pawns), held.effect, held.uses, in_play.spaces)
        for held, in_play in ((supplies["white"], playing.white), (supplies["black"], playing.black))
    )
    duels = tuple(_duel(playing, game, number) for number in range(1, DUELS_IN_A_GAME + 1))
    return ArenaTerms(duels, white, black, BEATEN_BY, tuple(STRENGTHENINGS), tuple(edition.track), playing.equilibrium)


def _duel(playing: GameInPlay, game: Record, number: int) -> DuelTermsData:
    rules = playing.duel_rules[number - 1]
    cards = game.variants.duel_cards
    return DuelTermsData(
        starter=playing.starter_of(number),
        card=cards[number - 1] if cards is not UNSET and number <= len(cards) else None,
        one_by_one=rules.one_by_one,
        positions=rules.positions,
        strengths={
            kind + mark: strength(rules, kind, strengthened=bool(mark)) for kind in KINDS for mark in ("", STRENGTHENED)
        },
        reinforcements=rules.reinforcements,
        triumph=rules.triumph_points is not None,
        super_spaces=rules.super_spaces,
        golden_spaces=rules.golden_spaces,
        scoring=_scoring(rules),
    )


def _scoring(rules: DuelRules) -> Scoring:
    return Scoring(
        beats=_beats(rules),
        points={token: Haul(*won).points for token, won in _WON.items()},
        tokens={"L": rules.light, "D": rules.dark},
        pawns_move=rules.scoring_pawns_move,
        marker_honoris=rules.marker_honoris,
        marker_given=rules.marker_given,
        equal_goes_to_responder=rules.equal_goes_to_responder,
        triumph_points=rules.triumph_points,
        triumph_spaces=rules.triumph_spaces,
    )


_WON = {"L": (1, 0), "D": (0, 1), "S": (0, 0, 1), "G": (0, 0, 0, 0, 1)}  # a haul of one token


@lru_cache(maxsize=64)
def _beats(rules: DuelRules) -> dict[str, tuple[str, ...]]:
    """What each chip wins against, as the judge decides it with one encounter laid."""
    game = GameInPlay(SHIPPED_EDITIONS[DEFAULT_EDITION], NO_VARIANTS, "white")
    game.duel_rules = (rules,)
    return {chip: tuple(other for other in _CHIPS if _is_won(game, chip, other)) for chip in _CHIPS}


def _is_won(game: GameInPlay, chip: str, other: str) -> bool:
    tokens, pawns = zip(_CHIPS[chip], _CHIPS[other], strict=True)
    fight = begin_fight(
        game,
        1,
        RecordDuel(
            tokens=SideRows(*(token.ljust(POSITIONS, "L") for token in tokens)),
            pawns=SideRows(*(pawn.ljust(POSITIONS, "-") for pawn in pawns)),
        ),
    )
    for row, name in ((fight.white, chip), (fight.black, other)):
        if name.endswith(STRENGTHENED):
            strengthen(row, 1)
    fight.decide()
    return bool(fight.white.won & 1)
