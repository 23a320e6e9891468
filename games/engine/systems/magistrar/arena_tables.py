"""Rules of a duel as tables, for a page that records it without a network.

The engine's own functions fill them, case by case: the page looks up what they say.
"""

from functools import lru_cache
from itertools import product
from typing import Literal

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    NO_VARIANTS,
    POSITIONS,
    RecordDuel,
    SideRows,
    Surge,
    Triumph,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, MagePower
from games.engine.systems.magistrar.effects import DuelRules
from games.engine.systems.magistrar.fight import begin_fight
from games.engine.systems.magistrar.game import GameInPlay, fresh_side
from games.engine.systems.magistrar.phases import strengthen
from games.engine.systems.magistrar.placements_terms import (
    KINDS,
    SUPERS,
    answer_may_be_identical,
    fewest_identical,
    strength,
    won_supers,
)
from games.engine.systems.magistrar.report import OPPONENT, SIDES, Side, Winner
from games.engine.systems.magistrar.scoring import GOLDEN_POINTS, Haul, marker_winner, net_direction, scoring_spells

Direction = Literal["L", "D", "."]
ByDirection = dict[Direction, int]
"""Spaces by the letter of a direction, dark positive."""

STRENGTHENED = "+"
SUPER_MARK = "*"
MOST_POINTS = POSITIONS * GOLDEN_POINTS
_TOWARDS: tuple[Literal["L", "D"], ...] = ("L", "D")
_DIRECTIONS: tuple[Direction, ...] = (*_TOWARDS, ".")
_POINTS = range(MOST_POINTS + 1)
_NOBODY = "-"
_CHIPS: dict[str, tuple[str, str]] = {
    **{kind + mark: ("L", kind) for kind in KINDS for mark in ("", STRENGTHENED)},
    **{SUPER_MARK + token: (token, "-") for token in SUPERS},
}
"""What can lie at a place, by its name: the token and the pawn. Whether it is light or dark decides nothing."""

BEATEN_BY = {own: "".join(token for token in "LDSG" if won_supers(1, own, token)) for own in SUPERS}
"""The tokens that each super energy wins against (R11, R30)."""


@lru_cache(maxsize=64)
def strengths(rules: DuelRules) -> dict[str, int]:
    """Of each pawn, and strengthened (`W+`)."""
    return {
        kind + mark: strength(rules, kind, strengthened=bool(mark)) for kind in KINDS for mark in ("", STRENGTHENED)
    }


@lru_cache(maxsize=64)
def equal_answers(rules: DuelRules) -> dict[str, tuple[int, ...]]:
    """The strengths that may be answered by an equal pawn (H5), by the kinds of pawn that are left (`WM`)."""
    faced = sorted(set(strengths(rules).values()))
    every = ("".join(kinds) for kinds in product(*(("", kind) for kind in KINDS)))
    return {
        left: tuple(
            lead for lead in faced if answer_may_be_identical(rules, lead, {kind: kind in left for kind in KINDS})
        )
        for left in every
    }


@lru_cache(maxsize=64)
def forced_equals(rules: DuelRules) -> dict[str, tuple[int | None, ...]]:
    """How many pawns as strong as this kind a row needs so that it can't be answered without an equal pawn (H2).

    By kind, and by how many pawns of the other kinds the answering side had before the duel. None: never so many."""
    return {kind: tuple(_least_forced(rules, kind, others) for others in range(POSITIONS + 1)) for kind in KINDS}


def _least_forced(rules: DuelRules, kind: str, others: int) -> int | None:
    another = next(each for each in KINDS if each != kind)
    stock = dict.fromkeys(KINDS, 0) | {kind: POSITIONS, another: others}
    faced = strength(rules, kind)
    return next((n for n in range(1, POSITIONS + 1) if fewest_identical(rules, [faced] * n, stock)), None)


@lru_cache(maxsize=256)
def marker_takers(rules: DuelRules, starter: Side, equilibrium: Winner) -> tuple[str, ...]:
    """Who takes the marker (R15), as `w`, `b` or `-`: a row for white's encounter points, a letter for black's."""
    return tuple(
        "".join(_letter(marker_winner(white, black, rules, OPPONENT[starter], equilibrium)) for black in _POINTS)
        for white in _POINTS
    )


@lru_cache(maxsize=256)
def triumphant(rules: DuelRules, starter: Side, equilibrium: Winner) -> tuple[str, ...]:
    """Who may triumph (R27), as in `marker_takers`; empty where nobody ever may."""
    if rules.triumph_points is None:
        return ()
    game = _plain_game(rules)

    def may(white: int, black: int) -> Winner:
        taker = marker_winner(white, black, rules, OPPONENT[starter], equilibrium)
        hauls = Haul(white, 0), Haul(black, 0)
        return next(
            (by for by in SIDES if not scoring_spells((Triumph(by=by, direction="."),), 1, game, rules, taker, hauls)),
            None,
        )

    return tuple("".join(_letter(may(white, black)) for black in _POINTS) for white in _POINTS)


def _letter(side: Winner) -> str:
    return side[0] if side else _NOBODY


@lru_cache(maxsize=64)
def token_spaces(rules: DuelRules) -> dict[str, int]:
    """Spaces that a won light or dark token moves (R12)."""
    return {"L": Haul(1, 0).spaces(rules), "D": Haul(0, 1).spaces(rules)}


@lru_cache(maxsize=64)
def super_spaces(rules: DuelRules) -> dict[str, ByDirection]:
    """Spaces that a won super energy moves (R13, R31), by its letter."""
    return {
        "S": {each: Haul(0, 0, supers=1, super_direction=net_direction(each)).spaces(rules) for each in _DIRECTIONS},
        "G": {each: Haul(0, 0, goldens=1, golden_direction=net_direction(each)).spaces(rules) for each in _DIRECTIONS},
    }


@lru_cache(maxsize=64)
def triumph_spaces(rules: DuelRules) -> ByDirection:
    """Spaces of a triumph (R27); none where the duel has no triumph."""
    points = rules.triumph_points or 0
    moved: ByDirection = {}
    for direction in _DIRECTIONS:
        haul = Haul(points, 0)
        spells = (Triumph(by="white", direction=direction),)
        scoring_spells(spells, 1, _plain_game(rules), rules, "white", (haul, Haul(0, 0)))
        moved[direction] = Haul(0, 0, extra=haul.extra).spaces(rules)
    return moved


@lru_cache(maxsize=256)
def surge_spaces(rules: DuelRules, mage: MagePower) -> ByDirection:
    """Spaces of a surge (R25) by a side with this mage; none where it can't surge."""
    moved: ByDirection = {}
    for direction in _TOWARDS:
        game, haul = _plain_game(rules), Haul(0, 0)
        game.white = fresh_side("white", 0, mage)
        scoring_spells((Surge(by="white", direction=direction),), 1, game, rules, None, (haul, Haul(0, 0)))
        moved[direction] = Haul(0, 0, extra=haul.extra).spaces(rules)
    return moved


def _plain_game(rules: DuelRules) -> GameInPlay:
    game = GameInPlay(SHIPPED_EDITIONS[DEFAULT_EDITION], NO_VARIANTS, "white")
    game.duel_rules = (rules,)
    return game


@lru_cache(maxsize=64)
def beats(rules: DuelRules) -> dict[str, tuple[str, ...]]:
    """What each chip wins against, as the judge decides it with one encounter laid."""
    game = _plain_game(rules)
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
