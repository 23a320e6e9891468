"""Judging a record: duel by duel, phase by phase, until something is wrong."""

from games.engine.core.report import DuelReport, Report, SideNumbers, Violation
from games.engine.systems.magistrar.documents import POSITIONS, RECORD_FORMAT, Record, RecordDuel
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.fight import Fight, Row
from games.engine.systems.magistrar.game import GameInPlay, illegal_report, scored_report
from games.engine.systems.magistrar.phases import PHASES
from games.engine.systems.magistrar.rows import ENCOUNTERS
from games.engine.systems.magistrar.scoring import Haul, marker_winner, scoring_spells, settle


class DuelBrokenError(Exception):
    """A duel of a record isn't legal; carries everything found in its first failing phase."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__(violations)
        self.violations = violations


def check_record(record: Record, edition: Edition) -> Report:
    """Judge a record whose set-up the edition knows."""
    game = GameInPlay(edition, record.variants, record.starter)
    duels: list[DuelReport] = []
    for number, duel in enumerate(record.duels, 1):
        try:
            duels.append(play_duel(game, number, duel))
        except DuelBrokenError as broken:
            return illegal_report(game, RECORD_FORMAT, len(record.duels), duels, broken.violations)
    return scored_report(game, RECORD_FORMAT, record.claim, duels)


def play_duel(game: GameInPlay, number: int, duel: RecordDuel) -> DuelReport:
    """Judge and score one duel; the game moves on. Raises `DuelBrokenError` where it isn't legal."""
    fight = Fight(game, number, duel)
    for phase in PHASES:
        found = phase(fight)
        if found:
            raise DuelBrokenError(sorted(found, key=_place))
    white, black = fight.white, fight.black
    hauls = (_haul(white), _haul(black))
    points = SideNumbers(hauls[0].points, hauls[1].points)
    winner = marker_winner(points.white, points.black, fight.rules, fight.responder.side, game.equilibrium)
    if duel.spells:
        found = scoring_spells(duel.spells, number, game, fight.rules, winner, hauls)
        if found:
            raise DuelBrokenError(found)
    settle(game, fight.rules, winner, hauls[0].spaces(fight.rules), hauls[1].spaces(fight.rules))
    for row in (white, black):  # R16
        row.play.bag -= row.tokens.drawn
        row.play.stock -= row.pawns.used
    level = SideNumbers(game.white.level, game.black.level)
    return DuelReport(ENCOUNTERS[white.won << POSITIONS | black.won], points, winner, level)


def _place(violation: Violation) -> tuple[int, bool]:
    return violation.position or 0, violation.side == "black"


def _haul(row: Row) -> Haul:
    """What the row's side won, its letters split by the energies they belong to."""
    light, dark = (row.light & row.won).bit_count(), (row.dark & row.won).bit_count()
    golden = row.golden & row.won
    if not golden:
        return Haul(light, dark, row.moves, "")
    if not row.super & row.won:
        return Haul(light, dark, "", row.moves)
    supers = goldens = ""
    letters = iter(row.moves)
    for place in range(POSITIONS):
        if golden >> place & 1:
            goldens += next(letters)
        elif row.super & row.won & 1 << place:
            supers += next(letters)
    return Haul(light, dark, supers, goldens)
