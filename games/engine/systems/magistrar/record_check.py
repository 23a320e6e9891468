"""Judging a record: duel by duel, phase by phase, until something is wrong."""

from games.engine.systems.magistrar.documents import POSITIONS, RECORD_FORMAT, Record, RecordDuel
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.fight import Fight, Row, begin_fight
from games.engine.systems.magistrar.game import GameInPlay, illegal_report, scored_report
from games.engine.systems.magistrar.phases import PHASES, PLAIN_PHASES
from games.engine.systems.magistrar.report import DuelReport, Report, SideNumbers, Violation, Winner
from games.engine.systems.magistrar.rows import ENCOUNTERS, MOVE_ROW
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


Played = tuple[int, int, int, Winner]
"""What a legal duel came to: the wins (a key of `ENCOUNTERS`), white's and black's points, and who takes the marker."""


def play_duel(game: GameInPlay, number: int, duel: RecordDuel) -> DuelReport:
    """Judge and score one duel; the game moves on. Raises `DuelBrokenError` where it isn't legal."""
    won, white_points, black_points, winner = judge_duel(game, number, duel)
    points = SideNumbers(white_points, black_points)
    return DuelReport(ENCOUNTERS[won], points, winner, SideNumbers(game.white.level, game.black.level))


def judge_duel(game: GameInPlay, number: int, duel: RecordDuel) -> Played:
    """As `play_duel`, told more briefly."""
    return conclude_duel(fight_duel(game, number, duel))


def fight_duel(game: GameInPlay, number: int, duel: RecordDuel) -> Fight:
    """A duel's encounters, decided but not scored. Raises `DuelBrokenError` where they aren't legal."""
    fight = begin_fight(game, number, duel)
    for phase in PHASES if duel.spells else PLAIN_PHASES:
        found = phase(fight)
        if found:
            raise DuelBrokenError(sorted(found, key=_place))
    return fight


def conclude_duel(fight: Fight) -> Played:
    """Score a duel that was fought; the game moves on. Raises `DuelBrokenError` where a scoring spell is wrong."""
    game, rules = fight.game, fight.rules
    white, black = fight.white, fight.black
    won_by_white, won_by_black = hauls = (_haul(white), _haul(black))
    white_points, black_points = won_by_white.points, won_by_black.points
    winner = marker_winner(white_points, black_points, rules, fight.responder.play.side, game.equilibrium)
    if fight.duel.spells:
        found = scoring_spells(fight.duel.spells, fight.number, game, rules, winner, hauls)
        if found:
            raise DuelBrokenError(found)
    settle(game, rules, winner, won_by_white.spaces(rules), won_by_black.spaces(rules))
    game.white.bag -= white.drawn  # R16
    game.white.stock -= white.used
    game.black.bag -= black.drawn
    game.black.stock -= black.used
    return white.won << POSITIONS | black.won, white_points, black_points, winner


def _place(violation: Violation) -> tuple[int, bool]:
    return violation.position or 0, violation.side == "black"


def _haul(row: Row) -> Haul:
    """What the row's side won, its directions split by the energies they belong to."""
    won, moves = row.won, row.moves
    light, dark = (row.light & won).bit_count(), (row.dark & won).bit_count()
    return Haul(light, dark, *directions(moves, row.super & won, row.golden & won)) if moves else Haul(light, dark)


def directions(moves: str, supers: int, goldens: int) -> tuple[int, int, int, int]:
    """A side's letters split by the energies that they belong to: how many super energies it won (`supers`: mask of
    their positions) and their net direction, and the same of golden ones."""
    if not goldens:
        return (*MOVE_ROW[moves], 0, 0)
    if not supers:
        return (0, 0, *MOVE_ROW[moves])
    of_supers = of_goldens = ""
    letters = iter(moves)
    for place in range(POSITIONS):
        if goldens >> place & 1:
            of_goldens += next(letters)
        elif supers >> place & 1:
            of_supers += next(letters)
    return (*MOVE_ROW[of_supers], *MOVE_ROW[of_goldens])
