"""One duel of a record on the board: both rows as masks, as the phases of the fight make and find them."""

from games.engine.systems.magistrar.documents import RecordDuel
from games.engine.systems.magistrar.effects import DuelRules
from games.engine.systems.magistrar.game import GameInPlay, SideInPlay
from games.engine.systems.magistrar.report import Side
from games.engine.systems.magistrar.rows import PAWN_ROW, TOKEN_ROW, positions_in, stronger


class Row:
    """One side of the board in a duel.

    `light`, `dark`, `super`, `golden`: masks of the tokens that lie there for this duel (exchanges done); `drawn`: the
    packed numbers drawn. `weak`, `medium`, `strong`, `placed`: masks of the pawns; `used`: the packed numbers placed.
    `strength`: pawns packed by effective strength. `strengthened`, `won`: masks of positions.
    """

    __slots__ = (
        "dark",
        "drawn",
        "golden",
        "light",
        "medium",
        "moves",
        "placed",
        "play",
        "strength",
        "strengthened",
        "strong",
        "super",
        "used",
        "weak",
        "won",
    )

    def __init__(self, play: SideInPlay, tokens: str, pawns: str, moves: str) -> None:
        self.play = play
        self.light, self.dark, self.super, self.golden, self.drawn = TOKEN_ROW[tokens]
        self.weak, self.medium, self.strong, self.placed, self.used = PAWN_ROW[pawns]
        self.moves = moves
        self.strength = self.strengthened = self.won = 0

    @property
    def side(self) -> Side:
        return self.play.side


class Fight:
    """A duel of a record under judgement. `fought`: mask of the positions that are fought at all."""

    __slots__ = ("black", "duel", "fought", "game", "number", "responder", "rules", "starter", "white")

    def __init__(self, game: GameInPlay, number: int, duel: RecordDuel) -> None:
        tokens, pawns, moves = duel.tokens, duel.pawns, duel.moves
        self.game = game
        self.number = number
        self.duel = duel
        self.rules: DuelRules = game.duel_rules[number - 1]
        self.fought = (1 << self.rules.positions) - 1
        self.white = Row(game.white, tokens.white, pawns.white, moves.white)
        self.black = Row(game.black, tokens.black, pawns.black, moves.black)
        if game.starter_of(number) == "white":
            self.starter, self.responder = self.white, self.black
        else:
            self.starter, self.responder = self.black, self.white

    def row(self, side: Side) -> Row:
        return self.white if side == "white" else self.black

    def contested(self) -> int:
        """The mask of positions where pawn meets pawn: fought, and no super energy on either side."""
        white, black = self.white, self.black
        return self.fought & ~(white.super | white.golden | black.super | black.golden)

    def decide(self) -> None:
        """Say who wins which encounter: the stronger pawn (R10), a super energy (R9, R11), a golden one (R30)."""
        white, black, fought = self.white, self.black, self.fought
        by_white = stronger(white.strength, black.strength)
        by_black = stronger(black.strength, white.strength)
        if self.rules.weak_beats_strong:
            slain_by_white = white.weak & ~white.strengthened & black.strong
            slain_by_black = black.weak & ~black.strengthened & white.strong
            by_white = by_white & ~slain_by_black | slain_by_white
            by_black = by_black & ~slain_by_white | slain_by_black
        supers = white.super | black.super | white.golden | black.golden
        if supers:
            white_supers, black_supers = white.super | white.golden, black.super | black.golden
            by_white |= white_supers & ~black_supers | white.golden & black.super
            by_black |= black_supers & ~white_supers | black.golden & white.super
        white.won, black.won = by_white & fought, by_black & fought


def identical_encounters(fight: Fight) -> int:
    """The mask of positions where equally strong pawns meet."""
    return positions_in(fight.white.strength & fight.black.strength)
