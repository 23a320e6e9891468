"""Judging a sheet: can a game have gone like that, and what does it come to."""

from collections.abc import Callable, Iterator

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
from games.engine.systems.magistrar.report import SIDES, DuelReport, Report, Side, SideNumbers, Violation
from games.engine.systems.magistrar.rows import PAWNS_OF_A_SIDE, TOKENS_OF_A_SIDE
from games.engine.systems.magistrar.scoring import Haul, marker_winner, net_direction, scoring_spells, settle

SUPERS = TOKENS_OF_A_SIDE["S"]
MOST_WON_WITH_PAWNS = PAWNS_OF_A_SIDE["S"] + PAWNS_OF_A_SIDE["W"]  # strong over anything, mediums over the weak


class Account:
    """The sums of a sheet, and what of the set-up decides which checks hold."""

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
        self.sides: tuple[tuple[Side, list[SideHaul]], ...] = (
            ("white", [duel.white for duel in duels]),
            ("black", [duel.black for duel in duels]),
        )
        self.supers: dict[Side, int] = {side: sum(len(haul.super) for haul in hauls) for side, hauls in self.sides}

        self.won = [encounters_won(duel.white, duel.black) for duel in duels]

    def undecided(self, duels: int) -> int:
        """The undecided encounters of so many duels from the first."""
        return POSITIONS * min(duels, len(self.won)) - sum(self.won[:duels])


def encounters_won(white: SideHaul, black: SideHaul) -> int:
    """How many of a duel's encounters anybody won."""
    supers = len(white.super) + len(black.super) + len(white.golden) + len(black.golden)
    return white.light + white.dark + black.light + black.dark + supers


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
        violation("sheet", "S2", side=side, number=number, token=token, most=most)
        for side, hauls in account.sides
        for token, most, number in (
            ("light", TOKENS_OF_A_SIDE["L"], sum(haul.light for haul in hauls)),
            ("dark", TOKENS_OF_A_SIDE["D"], sum(haul.dark for haul in hauls)),
        )
        if number > most
    ]


def s3_supers(account: Account) -> list[Violation]:
    """S3: a side wins no more super and golden energies than it has."""
    has = {"white": account.game.white.golden, "black": account.game.black.golden}
    return [
        violation("sheet", "S3", side=side, number=number, token=token, most=most)
        for side, hauls in account.sides
        for token, most, number in (
            ("super", SUPERS, account.supers[side]),
            ("golden", has[side], sum(len(haul.golden) for haul in hauls)),
        )
        if number > most
    ]


def s4_supers_agree(account: Account) -> list[Violation]:
    """S4: in a complete game each super energy is drawn, and wins or ties with another."""
    white, black = account.supers["white"], account.supers["black"]
    if not account.complete or account.golden or account.narrow or white == black:
        return []
    return [violation("sheet", "S4", white=white, black=black)]


def s5_ties_needed(account: Account) -> list[Violation]:
    """S5: in a complete game each super energy that a side didn't win left its encounter undecided."""
    if not account.complete or account.golden or account.narrow:
        return []
    number = account.undecided(DUELS_IN_A_GAME)
    return [
        violation("sheet", "S5", side=side, number=number, least=SUPERS - account.supers[side])
        for side in SIDES
        if number < SUPERS - account.supers[side]
    ]


def s6_ties_explained(account: Account) -> list[Violation]:
    """S6: in duels 1 and 2 only super energies leave an encounter undecided, and only those not won."""
    if account.golden or account.narrow:
        return []
    number = account.undecided(2)
    return [
        violation("sheet", "S6", side=side, number=number, most=SUPERS - account.supers[side])
        for side in SIDES
        if number > SUPERS - account.supers[side]
    ]


def s7_won_with_pawns(account: Account) -> list[Violation]:
    """S7: no side wins more encounters with pawns than 5 strong and 10 mediums can, where strengths are plain."""
    if not account.plain_strengths:
        return []
    return [
        violation("sheet", "S7", side=side, number=number, most=MOST_WON_WITH_PAWNS)
        for side, hauls in account.sides
        if (number := sum(haul.light + haul.dark for haul in hauls)) > MOST_WON_WITH_PAWNS
    ]


def s8_laid_out(account: Account) -> list[Violation]:
    """S8: without variants, some legal record gives this sheet. Names the first duel that can't follow."""
    game = account.game
    if account.golden or game.mages or game.cards:
        return []
    starter, only_fewest = SIDES.index(game.starter), game.edition.identical_only_fewest
    counts = tuple(map(_counts, account.duels))
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


def _counts(duel: SheetDuel) -> Counts:
    white, black = duel.white, duel.black
    wins, losses = white.light + white.dark, black.light + black.dark
    supers, facing = len(white.super), len(black.super)
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


def check_sheet(sheet: Sheet, edition: Edition) -> Report:
    """Judge a sheet whose set-up the edition knows."""
    game = GameInPlay(edition, sheet.variants, sheet.starter)
    violations = impossible(game, sheet.duels)
    possible = sheet.duels
    if violations:
        possible = next(part for part in _shorter(possible) if not impossible(game, part))
    scored: list[DuelReport] = []
    for number, duel in enumerate(possible, 1):
        hauls = (_haul(duel.white), _haul(duel.black))
        points = SideNumbers(hauls[0].points, hauls[1].points)
        rules = game.duel_rules[number - 1]
        responder: Side = "black" if game.starter_of(number) == "white" else "white"
        winner = marker_winner(points.white, points.black, rules, responder, game.equilibrium)
        found = scoring_spells(duel.spells, number, game, rules, winner, hauls) if duel.spells else []
        if found:
            violations = violations or found
            break
        settle(game, rules, winner, hauls[0].spaces(rules), hauls[1].spaces(rules))
        scored.append(DuelReport(None, points, winner, SideNumbers(game.white.level, game.black.level)))
    if violations:
        return illegal_report(game, SHEET_FORMAT, len(sheet.duels), scored, violations)
    return scored_report(game, SHEET_FORMAT, sheet.claim, scored)


def _shorter(duels: tuple[SheetDuel, ...]) -> Iterator[tuple[SheetDuel, ...]]:
    """All beginnings of the duels, the longest first; no duels at all are always possible."""
    return (duels[:number] for number in range(len(duels) - 1, -1, -1))


def _haul(won: SideHaul) -> Haul:
    supers, goldens = won.super, won.golden
    if not supers and not goldens:
        return Haul(won.light, won.dark)
    return Haul(won.light, won.dark, len(supers), net_direction(supers), len(goldens), net_direction(goldens))
