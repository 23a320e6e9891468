"""Judging a record: duel by duel, phase by phase, until something is wrong."""

from typing import NamedTuple

from games.engine.systems.magistrar.documents import POSITIONS, RECORD_FORMAT, Record, RecordDuel
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.fight import Fight, Row
from games.engine.systems.magistrar.game import GameInPlay, illegal_report, scored_report
from games.engine.systems.magistrar.phases import PHASES
from games.engine.systems.magistrar.report import DuelReport, Report, SideNumbers, Violation, Winner
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


class Played(NamedTuple):
    """What a legal duel came to: the wins (a key of `ENCOUNTERS`), both sides' points, and who takes the marker."""

    won: int
    white_points: int
    black_points: int
    winner: Winner


def play_duel(game: GameInPlay, number: int, duel: RecordDuel) -> DuelReport:
    """Judge and score one duel; the game moves on. Raises `DuelBrokenError` where it isn't legal."""
    played = judge_duel(game, number, duel)
    points = SideNumbers(played.white_points, played.black_points)
    return DuelReport(ENCOUNTERS[played.won], points, played.winner, SideNumbers(game.white.level, game.black.level))


def judge_duel(game: GameInPlay, number: int, duel: RecordDuel) -> Played:
    """As `play_duel`, told more briefly."""
    return conclude_duel(fight_duel(game, number, duel))


def fight_duel(game: GameInPlay, number: int, duel: RecordDuel) -> Fight:
    """A duel's encounters, decided but not scored. Raises `DuelBrokenError` where they aren't legal."""
    fight = Fight(game, number, duel)
    for phase in PHASES:
        found = phase(fight)
        if found:
            raise DuelBrokenError(sorted(found, key=_place))
    return fight


def conclude_duel(fight: Fight) -> Played:
    """Score a duel that was fought; the game moves on. Raises `DuelBrokenError` where a scoring spell is wrong."""
    game, rules = fight.game, fight.rules
    white, black = fight.white, fight.black
    hauls = (_haul(white), _haul(black))
    white_points, black_points = hauls[0].points, hauls[1].points
    winner = marker_winner(white_points, black_points, rules, fight.responder.side, game.equilibrium)
    if fight.duel.spells:
        found = scoring_spells(fight.duel.spells, fight.number, game, rules, winner, hauls)
        if found:
            raise DuelBrokenError(found)
    settle(game, rules, winner, hauls[0].spaces(rules), hauls[1].spaces(rules))
    for row in (white, black):  # R16
        row.play.bag -= row.drawn
        row.play.stock -= row.used
    return Played(white.won << POSITIONS | black.won, white_points, black_points, winner)


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
