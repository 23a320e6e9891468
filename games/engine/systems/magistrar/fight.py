"""One duel of a record on the board: both rows as masks, as the phases of the fight make and find them."""

import msgspec

from games.engine.systems.magistrar.documents import RecordDuel
from games.engine.systems.magistrar.effects import DuelRules
from games.engine.systems.magistrar.game import GameInPlay, SideInPlay
from games.engine.systems.magistrar.report import Side
from games.engine.systems.magistrar.rows import PAWN_ROW, STRENGTH_ROWS, TOKEN_ROW, stronger


class Row(msgspec.Struct, gc=False):
    """One side of the board in a duel.

    `strength`: pawns packed by effective strength. `light`, `dark`, `super`, `golden`: masks of the tokens that lie
    there for this duel (exchanges done), `supers` of both last ones; `drawn`: the packed numbers drawn. `weak`,
    `medium`, `strong`, `placed`: masks of the pawns; `used`: the packed numbers placed. `strengthened`, `won`: masks of
    positions.
    """

    play: SideInPlay
    moves: str
    strength: int
    light: int
    dark: int
    super: int
    golden: int
    supers: int
    drawn: int
    weak: int
    medium: int
    strong: int
    placed: int
    used: int
    strengthened: int = 0
    won: int = 0

    @property
    def side(self) -> Side:
        return self.play.side


class Fight(msgspec.Struct, gc=False):
    """A duel of a record under judgement. `fought`: mask of the positions that are fought at all."""

    game: GameInPlay
    number: int
    duel: RecordDuel
    rules: DuelRules
    fought: int
    white: Row
    black: Row
    starter: Row
    responder: Row

    def row(self, side: Side) -> Row:
        return self.white if side == "white" else self.black

    def contested(self) -> int:
        """The mask of positions where pawn meets pawn: fought, and no super energy on either side."""
        white, black = self.white, self.black
        return self.fought & ~(white.supers | black.supers)

    def decide(self) -> None:
        """Say who wins which encounter: the stronger pawn (R10), a super energy (R9, R11), a golden one (R30)."""
        white, black, fought = self.white, self.black, self.fought
        by_white, by_black = won_by_pawns(white, black, self.rules), won_by_pawns(black, white, self.rules)
        if white.supers or black.supers:
            by_white |= won_by_supers(white.super, white.golden, black.super, black.golden)
            by_black |= won_by_supers(black.super, black.golden, white.super, white.golden)
        white.won, black.won = by_white & fought, by_black & fought


def begin_fight(game: GameInPlay, number: int, duel: RecordDuel) -> Fight:
    """The duel laid out. KeyError for rows of unknown letters."""
    rules = game.duel_rules[number - 1]
    tokens, pawns, moves = duel.tokens, duel.pawns, duel.moves
    strengths = STRENGTH_ROWS[rules.strengths]
    white_pawns, black_pawns = pawns.white, pawns.black
    white = Row(game.white, moves.white, strengths[white_pawns], *TOKEN_ROW[tokens.white], *PAWN_ROW[white_pawns])
    black = Row(game.black, moves.black, strengths[black_pawns], *TOKEN_ROW[tokens.black], *PAWN_ROW[black_pawns])
    starter, responder = (white, black) if game.starter_of(number) == "white" else (black, white)
    return Fight(game, number, duel, rules, (1 << rules.positions) - 1, white, black, starter, responder)


def won_by_pawns(row: Row, other: Row, rules: DuelRules) -> int:
    """The mask of positions where a row's pawn beats the other's: the stronger one (R10), with `giant_slayer` a weak
    one that faces a strong one."""
    won = stronger(row.strength, other.strength)
    if rules.weak_beats_strong:
        lost = other.weak & ~other.strengthened & row.strong
        won = won & ~lost | row.weak & ~row.strengthened & other.strong
    return won


def won_by_supers(super: int, golden: int, other_super: int, other_golden: int) -> int:
    """The mask of positions that a side wins with super energies (R9, R11) and golden ones (R30): all masks of
    positions, the side's own and the other's."""
    return (super | golden) & ~(other_super | other_golden) | golden & other_super
