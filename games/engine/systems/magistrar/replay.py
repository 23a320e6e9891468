"""A legal game told step by step: a record by its encounters, a sheet by its duels. A score tells no steps.

In a duel of a record: the tokens are drawn, each side places (one by one in the fifth duel, so there a pawn appears
with its encounter), the encounters are decided in turn, the duel is scored.
"""

from msgspec import UNSET

from games.engine.core.replay import Reason
from games.engine.systems.magistrar.documents import DUELS_IN_A_GAME, POSITIONS, Document, Record, Sheet
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.fight import Fight, Row
from games.engine.systems.magistrar.game import GameInPlay, SideInPlay, honoris_of, on_track, winner_of
from games.engine.systems.magistrar.record_check import DuelBrokenError, conclude_duel, fight_duel
from games.engine.systems.magistrar.replay_reasons import (
    duel_reasons,
    encounter_reason,
    end_reason,
    exchange_reasons,
    pawn_at,
    strengthening_reasons,
    token_at,
)
from games.engine.systems.magistrar.report import Side, SideNumbers, Winner
from games.engine.systems.magistrar.rows import TOKEN_KINDS
from games.engine.systems.magistrar.scoring import DIRECTIONS, GOLDEN_POINTS, Haul
from games.engine.systems.magistrar.sheet_check import check_sheet
from games.engine.systems.magistrar.steps import Board, Outcome, Place, Step, StepKind

NOBODY = SideNumbers(0, 0)
_LETTERS = {kind: letter for letter, kind in TOKEN_KINDS.items()}


def replay_steps(document: Document, edition: Edition) -> tuple[Step, ...]:
    """The steps of a game whose set-up the edition knows; none of an illegal game, and none of a score."""
    if isinstance(document, Record):
        return _record_steps(document, edition)
    return _sheet_steps(document, edition) if isinstance(document, Sheet) else ()


def _record_steps(record: Record, edition: Edition) -> tuple[Step, ...]:
    telling = Telling(GameInPlay(edition, record.variants, record.starter))
    telling.step("start", 0)
    try:
        for number, duel in enumerate(record.duels, 1):
            DuelTelling(telling, fight_duel(telling.game, number, duel)).tell()
    except DuelBrokenError:
        return ()
    return telling.finished(len(record.duels))


def _sheet_steps(sheet: Sheet, edition: Edition) -> tuple[Step, ...]:
    report = check_sheet(sheet, edition)
    if not report.legal:
        return ()
    game = GameInPlay(edition, sheet.variants, sheet.starter)
    telling = Telling(game)
    telling.step("start", 0)
    for number, (duel, scored) in enumerate(zip(sheet.duels, report.duels, strict=True), 1):
        rules, before = game.duel_rules[number - 1], telling.level
        game.white.level, game.black.level = scored.level.white, scored.level.black
        telling.take_marker(scored.winner, rules.marker_honoris)
        telling.step(
            "duel",
            number,
            points=scored.points,
            moves=SideNumbers(scored.level.white - before.white, scored.level.black - before.black),
            winner=scored.winner,
            reasons=duel_reasons(rules, duel.spells, scored.points, scored.winner, game.equilibrium),
        )
    return telling.finished(len(sheet.duels))


class Telling:
    """A game in play, and the steps told of it so far."""

    def __init__(self, game: GameInPlay) -> None:
        self.game = game
        self.steps: list[Step] = []

    @property
    def level(self) -> SideNumbers:
        return SideNumbers(self.game.white.level, self.game.black.level)

    def take_marker(self, winner: Winner, honoris: int) -> None:
        if winner is not None:
            side = self.game.white if winner == "white" else self.game.black
            side.markers += 1
            side.marker_honoris += honoris

    def step(
        self,
        kind: StepKind,
        duel: int,
        *,
        points: SideNumbers = NOBODY,
        moved: SideNumbers = NOBODY,
        moves: SideNumbers = NOBODY,
        position: int | None = None,
        side: Side | None = None,
        winner: Winner = None,
        reasons: tuple[Reason, ...] = (),
        board: Board | None = None,
    ) -> None:
        """Tell a step. `moved`: what the duel that isn't scored yet has moved each pawn so far."""
        white, black = self.game.white, self.game.black
        level = SideNumbers(on_track(white.level + moved.white), on_track(black.level + moved.black))
        self.steps.append(
            Step(
                kind=kind,
                duel=duel,
                points=points,
                level=level,
                honoris=SideNumbers(self._honoris(white, level.white), self._honoris(black, level.black)),
                markers=SideNumbers(white.markers, black.markers),
                moves=moves,
                position=position,
                side=side,
                winner=winner,
                reasons=reasons,
                board=board,
            )
        )

    def _honoris(self, side: SideInPlay, level: int) -> int:
        return honoris_of(self.game.edition, level, side.marker_honoris)

    def finished(self, duels: int) -> tuple[Step, ...]:
        """All steps, with who wins where the game is complete (R21)."""
        if duels == DUELS_IN_A_GAME:
            last = self.steps[-1]
            winner = winner_of(last.honoris.white, last.markers.white, last.honoris.black, last.markers.black)
            reasons = (end_reason(last.honoris, winner),)
            self.step("end", duels, points=last.points, winner=winner, reasons=reasons, board=last.board)
        return tuple(self.steps)


class DuelTelling:
    """One fought duel of a record, told into the game's steps."""

    def __init__(self, telling: Telling, fight: Fight) -> None:
        self.telling = telling
        self.fight = fight
        self.spells = fight.duel.spells
        self.exchanged = {int(reason.params["position"]) for reason in exchange_reasons(self.spells)}
        self.shown: dict[Side, int] = {"white": 0, "black": 0}  # masks of the places whose pawn is to be seen
        self.outcomes: list[Outcome] = [None] * POSITIONS
        self.points: dict[Side, int] = {"white": 0, "black": 0}
        self.moved: dict[Side, int] = {"white": 0, "black": 0}

    def tell(self) -> None:
        fight = self.fight
        self._step("draw", reasons=exchange_reasons(self.spells))
        if fight.rules.one_by_one:
            fifth = [] if fight.duel.order is UNSET else list(fight.duel.order)
            order = fifth + [place for place in range(1, fight.rules.positions + 1) if place not in fifth]  # R17, R18
        else:
            order = list(range(1, fight.rules.positions + 1))
            for row in (fight.starter, fight.responder):  # R7
                self.shown[row.side] = row.placed
                self._step("place", side=row.side, reasons=strengthening_reasons(self.spells, row.side))
        for position in order:
            self._encounter(position)
        self._conclude()

    def _encounter(self, position: int) -> None:
        fight, bit = self.fight, 1 << position - 1
        winner: Winner = "white" if fight.white.won & bit else "black" if fight.black.won & bit else None
        for row in (fight.white, fight.black):
            self.shown[row.side] |= row.placed & bit
        self.outcomes[position - 1] = winner or "nobody"
        reasons = [encounter_reason(fight, position)]
        if fight.rules.one_by_one:
            reasons += [
                reason
                for row in (fight.starter, fight.responder)
                for reason in strengthening_reasons(self.spells, row.side)
                if reason.params["position"] == position
            ]
        moves = {"white": 0, "black": 0}
        if winner is not None:
            row = fight.row(winner)
            moves[winner] = self._spaces(row, bit)
            self.moved[winner] += moves[winner]
            self.points[winner] += GOLDEN_POINTS if row.golden & bit else 1  # R31
        step_moves = SideNumbers(moves["white"], moves["black"])
        self._step("encounter", position=position, winner=winner, moves=step_moves, reasons=tuple(reasons))

    def _spaces(self, row: Row, bit: int) -> int:
        """The spaces that the token won at a place moves its side's pawn (R12, R13, R31)."""
        token = _LETTERS[token_at(row, bit)]
        if token in "LD":
            return Haul(int(token == "L"), int(token == "D")).spaces(self.fight.rules)
        before = (row.supers & row.won & (bit - 1)).bit_count()
        direction = DIRECTIONS[row.moves[before]]
        haul = Haul(0, 0, 1, direction) if token == "S" else Haul(0, 0, 0, 0, 1, direction)
        return haul.spaces(self.fight.rules)

    def _conclude(self) -> None:
        fight, telling = self.fight, self.telling
        before, board = telling.level, self._board()
        _won, white_points, black_points, winner = conclude_duel(fight)
        points = SideNumbers(white_points, black_points)
        telling.step(
            "duel",
            fight.number,
            points=points,
            moves=SideNumbers(telling.level.white - before.white, telling.level.black - before.black),
            winner=winner,
            reasons=duel_reasons(fight.rules, self.spells, points, winner, fight.game.equilibrium),
            board=board,
        )

    def _step(
        self,
        kind: StepKind,
        *,
        position: int | None = None,
        side: Side | None = None,
        winner: Winner = None,
        moves: SideNumbers = NOBODY,
        reasons: tuple[Reason, ...] = (),
    ) -> None:
        self.telling.step(
            kind,
            self.fight.number,
            points=SideNumbers(self.points["white"], self.points["black"]),
            moved=SideNumbers(self.moved["white"], self.moved["black"]),
            moves=moves,
            position=position,
            side=side,
            winner=winner,
            reasons=reasons,
            board=self._board(),
        )

    def _board(self) -> Board:
        fight = self.fight
        return Board(self._places(fight.white), self._places(fight.black), tuple(self.outcomes))

    def _places(self, row: Row) -> tuple[Place, ...]:
        shown = self.shown[row.side]
        return tuple(
            Place(
                token=token_at(row, bit),
                pawn=pawn_at(row, bit) if shown & bit else None,
                strengthened=bool(shown & row.strengthened & bit),
                exchanged=place + 1 in self.exchanged,
            )
            for place, bit in enumerate(1 << place for place in range(POSITIONS))
        )
