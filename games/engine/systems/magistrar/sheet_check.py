"""Judging a sheet: can a game have gone like that, and what does it come to."""

from collections.abc import Callable, Iterator
from copy import copy

import msgspec

from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    POSITIONS,
    SHEET_FORMAT,
    Sheet,
    SheetDuel,
    SideHaul,
)
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.effects import EXCHANGE_TOKENS, STRENGTHEN_PAWN
from games.engine.systems.magistrar.game import GameInPlay, illegal_report, scored_report
from games.engine.systems.magistrar.layouts import Counts, can_be_laid_out
from games.engine.systems.magistrar.messages import violation
from games.engine.systems.magistrar.report import SIDES, DuelReport, Report, Side, SideNumbers, Violation, Winner
from games.engine.systems.magistrar.rows import PAWNS_OF_A_SIDE, TOKENS_OF_A_SIDE
from games.engine.systems.magistrar.scoring import Haul, marker_winner, net_direction, scoring_spells, settle
from games.engine.systems.magistrar.tables import Table

SUPERS = TOKENS_OF_A_SIDE["S"]
MOST_WON_WITH_PAWNS = PAWNS_OF_A_SIDE["S"] + PAWNS_OF_A_SIDE["W"]  # strong over anything, mediums over the weak


class SideSum(msgspec.Struct, frozen=True, gc=False):
    """What one side won in all duels, by kind of token."""

    side: Side
    light: int
    dark: int
    supers: int
    goldens: int


class Account:
    """The sums of a sheet, and what of the set-up decides which checks hold.

    `kinds`: what each duel's sides won, white's kinds of token before black's; `won`: how many encounters that is.
    """

    def __init__(self, game: GameInPlay, duels: tuple[SheetDuel, ...]) -> None:
        self.game = game
        self.duels = duels
        self.complete = len(duels) == DUELS_IN_A_GAME
        self.golden = game.white.golden + game.black.golden > 0
        effects = (game.white.effect, game.black.effect)
        rules = game.duel_rules
        changed = rules is not game.edition.base_duels
        self.narrow = changed and any(duel.positions < POSITIONS for duel in rules)
        self.tokens_exchange = EXCHANGE_TOKENS in effects
        self.plain_strengths = STRENGTHEN_PAWN not in effects and not (
            changed
            and any(duel.reinforcements or duel.weak_beats_strong or duel.strengths != (1, 2, 3) for duel in rules)
        )
        self.kinds = [KINDS_OF[duel.white] + KINDS_OF[duel.black] for duel in duels]
        sums = [*map(sum, zip(*self.kinds, strict=True))] or [0] * 8
        self.white, self.black = SideSum("white", *sums[:4]), SideSum("black", *sums[4:])
        self.sides = (self.white, self.black)
        self.won = [*map(sum, self.kinds)]

    def undecided(self, duels: int) -> int:
        """The undecided encounters of so many duels from the first."""
        return POSITIONS * min(duels, len(self.won)) - sum(self.won[:duels])


KINDS_OF: Table[SideHaul, tuple[int, int, int, int]] = Table(
    lambda haul: (haul.light, haul.dark, len(haul.super), len(haul.golden))
)
"""How much of each kind of token a side won in a duel."""


def s1_encounters(account: Account) -> list[Violation]:
    """S1: a duel has no more won encounters than are fought."""
    return [
        violation("sheet", "S1", duel=number, number=won, most=rules.positions)
        for number, (won, rules) in enumerate(zip(account.won, account.game.duel_rules, strict=False), 1)
        if won > rules.positions
    ]


def s2_light_and_dark(account: Account) -> list[Violation]:
    """S2: a side wins no more light or dark than its bag holds; not checked where tokens change sides."""
    if account.tokens_exchange:
        return []
    return [
        violation("sheet", "S2", side=sums.side, number=number, token=token, most=most)
        for sums in account.sides
        for token, most, number in (
            ("light", TOKENS_OF_A_SIDE["L"], sums.light),
            ("dark", TOKENS_OF_A_SIDE["D"], sums.dark),
        )
        if number > most
    ]


def s3_supers(account: Account) -> list[Violation]:
    """S3: a side wins no more super and golden energies than it has."""
    game = account.game
    return [
        violation("sheet", "S3", side=sums.side, number=number, token=token, most=most)
        for sums, has in ((account.white, game.white.golden), (account.black, game.black.golden))
        for token, most, number in (("super", SUPERS, sums.supers), ("golden", has, sums.goldens))
        if number > most
    ]


def s4_supers_agree(account: Account) -> list[Violation]:
    """S4: in a complete game each super energy is drawn, and wins or ties with another."""
    white, black = account.white.supers, account.black.supers
    if not account.complete or account.golden or account.narrow or white == black:
        return []
    return [violation("sheet", "S4", white=white, black=black)]


def s5_ties_needed(account: Account) -> list[Violation]:
    """S5: in a complete game each super energy that a side didn't win left its encounter undecided."""
    if not account.complete or account.golden or account.narrow:
        return []
    number = account.undecided(DUELS_IN_A_GAME)
    return [
        violation("sheet", "S5", side=sums.side, number=number, least=SUPERS - sums.supers)
        for sums in account.sides
        if number < SUPERS - sums.supers
    ]


def s6_ties_explained(account: Account) -> list[Violation]:
    """S6: in duels 1 and 2 only super energies leave an encounter undecided, and only those not won."""
    if account.golden or account.narrow:
        return []
    number = account.undecided(2)
    return [
        violation("sheet", "S6", side=sums.side, number=number, most=SUPERS - sums.supers)
        for sums in account.sides
        if number > SUPERS - sums.supers
    ]


def s7_won_with_pawns(account: Account) -> list[Violation]:
    """S7: no side wins more encounters with pawns than 5 strong and 10 mediums can, where strengths are plain."""
    if not account.plain_strengths:
        return []
    return [
        violation("sheet", "S7", side=sums.side, number=number, most=MOST_WON_WITH_PAWNS)
        for sums in account.sides
        if (number := sums.light + sums.dark) > MOST_WON_WITH_PAWNS
    ]


def s8_laid_out(account: Account) -> list[Violation]:
    """S8: without variants, some legal record gives this sheet. Names the first duel that can't follow."""
    game = account.game
    if account.golden or game.mages or game.cards:
        return []
    starter, only_fewest = SIDES.index(game.starter), game.edition.identical_only_fewest
    counts = tuple(map(_counts, account.kinds))
    if can_be_laid_out(counts, starter, only_fewest=only_fewest):
        return []
    last = next(
        last
        for last in range(1, len(counts) + 1)
        if not can_be_laid_out(counts[:last], starter, only_fewest=only_fewest)
    )
    white, black, white_supers, black_supers, undecided = counts[last - 1]
    return [
        violation("sheet", "S8", last=last, white=white + white_supers, black=black + black_supers, undecided=undecided)
    ]


def _counts(kinds: tuple[int, ...]) -> Counts:
    light, dark, supers, _, other_light, other_dark, facing, _ = kinds
    wins, losses = light + dark, other_light + other_dark
    return wins, losses, supers, facing, POSITIONS - wins - losses - supers - facing


SHEET_CHECKS: tuple[Callable[[Account], list[Violation]], ...] = (
    s1_encounters,
    s2_light_and_dark,
    s3_supers,
    s4_supers_agree,
    s5_ties_needed,
    s6_ties_explained,
    s7_won_with_pawns,
    s8_laid_out,
)


def impossible(game: GameInPlay, duels: tuple[SheetDuel, ...]) -> list[Violation]:
    """Everything found by the first check that a sheet of these duels fails."""
    account = Account(game, duels)
    return next((found for check in SHEET_CHECKS if (found := check(account))), [])


Scored = tuple[int, int, Winner, int, int]
"""What a duel of a sheet came to: white's and black's points, who takes the marker, and the levels after it."""


def check_sheet(sheet: Sheet, edition: Edition) -> Report:
    """Judge a sheet whose set-up the edition knows."""
    game = GameInPlay(edition, sheet.variants, sheet.starter)
    scored, violations = score_sheet(game, sheet.duels)
    duels = [
        DuelReport(None, SideNumbers(white_points, black_points), winner, SideNumbers(white_level, black_level))
        for white_points, black_points, winner, white_level, black_level in scored
    ]
    if violations:
        return illegal_report(game, SHEET_FORMAT, len(sheet.duels), duels, violations)
    return scored_report(game, SHEET_FORMAT, sheet.claim, duels)


def score_sheet(game: GameInPlay, duels: tuple[SheetDuel, ...]) -> tuple[list[Scored], list[Violation]]:
    """The duels up to the first that can't be, and what is wrong then. The game moves on."""
    violations = impossible(game, duels)
    possible = duels
    if violations:
        possible = next(part for part in _shorter(possible) if not impossible(game, part))
    scored: list[Scored] = []
    white, black = game.white, game.black
    for number, (duel, rules) in enumerate(zip(possible, game.duel_rules, strict=False), 1):
        (white_haul, white_points), (black_haul, black_points) = HAULS[duel.white], HAULS[duel.black]
        responder: Side = "black" if game.starter_of(number) == "white" else "white"
        winner = marker_winner(white_points, black_points, rules, responder, game.equilibrium)
        if duel.spells:
            white_haul, black_haul = hauls = (copy(white_haul), copy(black_haul))  # spells add to them
            found = scoring_spells(duel.spells, number, game, rules, winner, hauls)
            if found:
                return scored, violations or found
        settle(game, rules, winner, white_haul.spaces(rules), black_haul.spaces(rules))
        scored.append((white_points, black_points, winner, white.level, black.level))
    return scored, violations


def _shorter(duels: tuple[SheetDuel, ...]) -> Iterator[tuple[SheetDuel, ...]]:
    """All beginnings of the duels, the longest first; no duels at all are always possible."""
    return (duels[:number] for number in range(len(duels) - 1, -1, -1))


def _haul(won: SideHaul) -> tuple[Haul, int]:
    supers, goldens = won.super, won.golden
    haul = Haul(won.light, won.dark, len(supers), net_direction(supers), len(goldens), net_direction(goldens))
    return haul, haul.points


HAULS: Table[SideHaul, tuple[Haul, int]] = Table(_haul)
"""A side's haul before any spell, and its points."""
