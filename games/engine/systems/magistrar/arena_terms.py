"""What a page must know of a whole game to let it be recorded without a network: values, no rules.

The page counts what is left, and the score of what was laid; it looks up what the rules say of it (`arena_tables`). It
never sets equal strengths against each other while it can be helped. The exact answer to what may be laid is
`arena.arena_choices`.
"""

from dataclasses import replace

import msgspec
from msgspec import UNSET

from games.engine.systems.magistrar import arena_tables as tables
from games.engine.systems.magistrar.documents import POSITIONS, Record
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.game import NO_MAGE, GameInPlay
from games.engine.systems.magistrar.placements_terms import DuelTerms, terms_of_next_duel
from games.engine.systems.magistrar.placements_values import STRENGTHENINGS
from games.engine.systems.magistrar.report import SIDES, Side
from games.engine.systems.magistrar.scoring import Haul


class SideSupplies(msgspec.Struct, frozen=True):
    """What a side has at the start. `uses` is None where its mage's spell is never used up, `effect` where it has no
    mage."""

    tokens: dict[str, int]
    pawns: dict[str, int]
    effect: str | None
    uses: int | None


class Scoring(msgspec.Struct, frozen=True):
    """How a duel is scored.

    `beats`: what each chip wins against, by name: a pawn (`W`), a strengthened one (`W+`), a super energy (`*S`).
    `points`: those of an encounter won, by token. `marker`, `may_triumph`: who takes the marker, and who may triumph,
    as `w`, `b` or `-`: a row for white's encounter points, a letter for black's.

    Spaces are dark positive, and 0 where no scoring pawn moves. `tokens`: those of a won light or dark token. The
    others are by the letter of a direction: `supers` of a won super energy, `surge` by side, `triumph`."""

    beats: dict[str, tuple[str, ...]]
    points: dict[str, int]
    marker: tuple[str, ...]
    marker_honoris: int
    may_triumph: tuple[str, ...]
    tokens: dict[str, int]
    supers: dict[str, tables.ByDirection]
    surge: dict[Side, tables.ByDirection]
    triumph: tables.ByDirection


class Leads(msgspec.Struct, frozen=True):
    """Who lays next where both sides have an open place (R7, R17, R18), by the number of encounters that are begun.
    `supers`: once a super energy was laid."""

    plain: tuple[Side, ...]
    supers: tuple[Side, ...]


class DuelTermsData(msgspec.Struct, frozen=True):
    """One duel. `card`: its duel card, None without. `strengths`: of each pawn, and strengthened (`W+`).

    `equal_answers`: the strengths that may be answered by an equal pawn, by the kinds that are left. `forced_equals`:
    how many pawns of a kind's strength can't be answered without an equal one, by kind and by the number of others."""

    starter: Side
    card: str | None
    one_by_one: bool
    leads: Leads
    positions: int
    strengths: dict[str, int]
    equal_answers: dict[str, tuple[int, ...]]
    forced_equals: dict[str, tuple[int | None, ...]]
    reinforcements: int
    triumph: bool
    super_spaces: int
    golden_spaces: int
    scoring: Scoring


class ArenaTerms(msgspec.Struct, frozen=True):
    """The terms of a game. `supers`: the letters of super energies and what they win against. `track`: Honoris at level
    0 to the highest."""

    duels: tuple[DuelTermsData, ...]
    white: SideSupplies
    black: SideSupplies
    supers: dict[str, str]
    strengthenings: tuple[str, ...]
    track: tuple[int, ...]


def arena_terms(game: Record, edition: Edition) -> ArenaTerms:
    """The terms of a game that hasn't begun. Raises `KeyError` for a mage or card that the edition doesn't have."""
    playing = GameInPlay(edition, game.variants, game.starter)
    first = terms_of_next_duel(game, edition)
    white, black = (
        SideSupplies(dict(held.tokens), dict(held.pawns), held.effect, held.uses)
        for held in (first.supplies["white"], first.supplies["black"])
    )
    duels = tuple(
        _duel(playing, game, replace(first, number=number, rules=rules, starter=playing.starter_of(number)))
        for number, rules in enumerate(playing.duel_rules, 1)
    )
    return ArenaTerms(duels, white, black, tables.BEATEN_BY, tuple(STRENGTHENINGS), tuple(edition.track))


def _duel(playing: GameInPlay, game: Record, terms: DuelTerms) -> DuelTermsData:
    rules, cards = terms.rules, game.variants.duel_cards
    return DuelTermsData(
        starter=terms.starter,
        card=cards[terms.number - 1] if cards is not UNSET and terms.number <= len(cards) else None,
        one_by_one=rules.one_by_one,
        leads=Leads(
            plain=tuple(terms.leader(begun) for begun in range(POSITIONS + 1)),
            supers=tuple(terms.leader(begun, supers_begun=True) for begun in range(POSITIONS + 1)),
        ),
        positions=rules.positions,
        strengths=tables.strengths(rules),
        equal_answers=tables.equal_answers(rules),
        forced_equals=tables.forced_equals(rules),
        reinforcements=rules.reinforcements,
        triumph=rules.triumph_points is not None,
        super_spaces=rules.super_spaces,
        golden_spaces=rules.golden_spaces,
        scoring=_scoring(playing, terms),
    )


def _scoring(playing: GameInPlay, terms: DuelTerms) -> Scoring:
    rules, starter = terms.rules, terms.starter
    mages = [playing.edition.mages[name] for name in playing.mages] or [NO_MAGE] * len(SIDES)
    return Scoring(
        beats=tables.beats(rules),
        points={token: Haul(*won).points for token, won in _WON.items()},
        marker=tables.marker_takers(rules, starter, playing.equilibrium),
        marker_honoris=rules.marker_honoris,
        may_triumph=tables.triumphant(rules, starter, playing.equilibrium),
        tokens=tables.token_spaces(rules),
        supers=tables.super_spaces(rules),
        surge={side: tables.surge_spaces(rules, mage) for side, mage in zip(SIDES, mages, strict=True)},
        triumph=tables.triumph_spaces(rules),
    )


_WON = {"L": (1, 0), "D": (0, 1), "S": (0, 0, 1), "G": (0, 0, 0, 0, 1)}  # a haul of one token
