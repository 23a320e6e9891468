"""What a pairing system, a tie-break or a standings table is told: frozen snapshots, no behaviour of their own.

Points are integers in units of the stage's scale, in two-sided formats half points (a win is 2, a draw 1): nothing that
ranks or pairs uses floats.
Pairing numbers are 1..n in seeding order (C.04.2 B). "White" is the entrant who starts, whatever pieces he plays with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.points import HALF_POINTS

# Raise it when the same results lead to another pairing or table than before. Facts name the revision that they were
# made by (1 where they name none), so that what was right then is still judged by it.
REVISION = 2


# Steps or reasons, in order: a code with its parameters each. Words for them are made outside of the core.
Why = tuple[tuple[str, tuple[tuple[str, int | str], ...]], ...]


class Colour(StrEnum):
    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class CellKind(StrEnum):
    """What one round was for one entrant. FIDE's letters are in the TRF reader and writer."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"  # pairing-allocated bye (TRF "U")
    FULL_BYE = "full_bye"  # requested or granted, full points (TRF "F")
    HALF_BYE = "half_bye"  # requested, half a point (TRF "H")
    ZERO_BYE = "zero_bye"  # requested or absent, no point (TRF "Z")


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """What a match of several games came to for one of its two: games won, tied and lost. `unplayed` are those among
    the won and the lost that were forfeited. `is_won` is None where both lost the match."""

    won: int
    drawn: int
    lost: int
    is_won: bool | None
    unplayed: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Cell:
    """One entrant's round: the opponent is a pairing number, None for byes. A zero-point bye that names an opponent is
    a game without a result yet.

    `numbers` are the game's numbers in the order of the stage's columns, `numbers_against` the opponent's; what is left
    out is 0. In a bracket `match` is the match of the drawing that the round was (0: none, None: not known), and
    `goes_on` says that an arbiter, or lots, let this side go on, whatever the games say. `is_annulled`: a game was
    paired and annulled, so the round is unplayed. `series` is None where the round was for one game.
    """

    kind: CellKind
    opponent: int | None = None
    colour: Colour | None = None
    points: int = 0
    numbers: tuple[int, ...] = ()
    numbers_against: tuple[int, ...] = ()
    match: int | None = None
    goes_on: bool = False
    is_annulled: bool = False
    series: SeriesScore | None = None

    @property
    def is_played(self) -> bool:
        return self.kind is CellKind.PLAYED

    @property
    def is_open(self) -> bool:
        return self.kind is CellKind.ZERO_BYE and self.opponent is not None

    def number(self, column: int) -> int:
        """The game's number in that column of the stage."""
        return self.numbers[column] if column < len(self.numbers) else 0

    def number_against(self, column: int) -> int:
        return self.numbers_against[column] if column < len(self.numbers_against) else 0

    def is_won(self, scoring: Scoring) -> bool:
        """Whether the round brought a win: by its points, or in a match of several games by whoever won that."""
        return self.points == scoring.win if self.series is None else self.series.is_won is True


@dataclass(frozen=True, slots=True)
class Sitting:
    """What one round was for one entrant.

    `table` is the table's number in the round and `seat` the entrant's own, both from 1 on, 0 for a bye. `others` are
    the pairing numbers of those at the same table, in the order of their seats; a zero-point bye with others is a game
    without a result yet. `places` are those of the game, the entrant's own first, then the others'; 1 is the best,
    shared where ranked equally, and there are none before the game is over. `numbers` are in the order of the stage's
    columns, `numbers_of_others` likewise for each of the others.
    """

    kind: CellKind
    table: int = 0
    seat: int = 0
    others: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    points: int = 0
    numbers: tuple[int, ...] = ()
    numbers_of_others: tuple[tuple[int, ...], ...] = ()
    is_annulled: bool = False

    @property
    def is_open(self) -> bool:
        return self.kind is CellKind.ZERO_BYE and bool(self.others)

    @property
    def place(self) -> int | None:
        """The entrant's own place."""
        return self.places[0] if self.places else None

    @property
    def numbers_against(self) -> tuple[int, ...]:
        """The sums of the others' numbers, column by column."""
        return tuple(map(sum, zip(*self.numbers_of_others, strict=True)))

    def cell(self) -> Cell:
        """The pairs view: what the sitting was against the only other. ValueError at a table of more."""
        if len(self.others) > 1:
            raise ValueError(f"table {self.table} has {len(self.others) + 1} seats, which is no pair")
        return Cell(
            self.kind,
            self.others[0] if self.others else None,
            (Colour.WHITE if self.seat == 1 else Colour.BLACK) if self.others else None,
            points=self.points,
            numbers=self.numbers,
            numbers_against=self.numbers_against,
            is_annulled=self.is_annulled,
        )


@dataclass(frozen=True, slots=True)
class Scoring:
    """What each outcome is worth, in units of which `scale` make a point: half points. What byes and forfeits are worth
    is the event's rule, not a constant. `most`: where a match of several games can bring more than a win, the most that
    it can. `forfeit_*_numbers`: what a forfeit counts in the stage's columns of numbers."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    pairing_bye: int = 2
    half_bye: int = 1
    zero_bye: int = 0
    full_bye: int = 2
    forfeit_win: int = 2
    forfeit_loss: int = 0
    most: int = 0
    scale: int = HALF_POINTS
    forfeit_win_numbers: tuple[int, ...] = ()
    forfeit_loss_numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Entrant:
    """One competitor of a stage. `cells` holds one cell per round from round 1 on, in order; a latecomer's missed
    rounds are zero (or half) byes. Where more than two sit at a table, `sittings` holds the rounds instead.
    `acceleration` holds the virtual half points of each round (Baku), padded with 0. `withdrawn` entrants keep their
    rounds and are not paired any more; `left` tells who of two left later (the higher), where that is known.
    `deducted` holds the points that an arbiter took away in each round, whatever its result, padded with 0: they count
    in every score, and results stay what they are."""

    number: int
    rating: int = 0
    cells: tuple[Cell, ...] = ()
    acceleration: tuple[int, ...] = ()
    withdrawn: bool = False
    left: int = 0
    sittings: tuple[Sitting, ...] = ()
    deducted: tuple[int, ...] = ()

    @property
    def rounds(self) -> tuple[Cell, ...] | tuple[Sitting, ...]:
        """One for each round, in order."""
        return self.sittings or self.cells

    @property
    def points(self) -> int:
        return self.points_after(len(self.rounds))

    def points_after(self, rounds: int) -> int:
        """The score after that many rounds."""
        return sum(round_.points for round_ in self.rounds[:rounds]) - sum(self.deducted[:rounds])


@dataclass(frozen=True, slots=True)
class StageState:
    """A stage after `rounds_done` rounds. `planned_rounds` is an input, never guessed. `absent` pairing numbers
    don't take part in the next round. `forbidden` pairs may not meet in the next round, `avoided` pairs only where it
    can't be helped. `first_colour` is the initial colour drawn before round 1 (C.04.3). `predetermined` says that the
    pairings stood before round 1 (a round robin: tie-breaks then treat forfeits as C.07 15.2 says). `uncounted`
    entrants stay in the table, but neither their games nor their rank count (withdrawn before half of their games).
    `latecomers` are pairing numbers of those who came after the first round was paired (C.04.5.1 asks for them).
    `revision`: see REVISION. `numbers` are the columns that the numbers of cells stand in. `lots_seed` decides where
    results leave it to lots who goes on. `order`: of a format that
    answers challenges, the pairing numbers from the first place on; its entrants' cells are then their own games, one
    after the other, and no rounds are done."""

    entrants: tuple[Entrant, ...]
    rounds_done: int
    planned_rounds: int
    scoring: Scoring = field(default_factory=Scoring)
    first_colour: Colour = Colour.WHITE
    absent: frozenset[int] = frozenset()
    forbidden: frozenset[frozenset[int]] = frozenset()
    avoided: frozenset[frozenset[int]] = frozenset()
    predetermined: bool = False
    uncounted: frozenset[int] = frozenset()
    latecomers: frozenset[int] = frozenset()
    revision: int = REVISION
    numbers: tuple[NumberColumn, ...] = ()
    lots_seed: int = 0
    order: tuple[int, ...] | None = None

    def entrant(self, number: int) -> Entrant:
        """The entrant with that pairing number; KeyError where there is none."""
        for entrant in self.entrants:
            if entrant.number == number:
                return entrant
        raise KeyError(number)


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits together, by pairing numbers in the order of the seats: one alone has a bye. `why` holds the steps that
    decided it, as those of a pair."""

    seats: tuple[int, ...]
    why: Why = ()


@dataclass(frozen=True, slots=True)
class RoundTables:
    """A whole round in the order of its tables, byes last; or, where `blocked` isn't empty, nothing at all and the
    reasons why there is no legal seating."""

    tables: tuple[Table, ...]
    blocked: Why = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """A pairing of two, or a pairing-allocated bye (`black` is None). `why` holds (code, parameters) steps in the order
    in which they decided; words for them are made outside of the core."""

    white: int
    black: int | None
    why: Why = ()

    @property
    def table(self) -> Table:
        """The pair as a table of two, or of one who has a bye."""
        return Table((self.white,) if self.black is None else (self.white, self.black), self.why)


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A whole round in board order, byes last; or, where `blocked` isn't empty, nothing at all and the reasons (code,
    parameters) why no legal pairing exists."""

    pairs: tuple[Pair, ...]
    blocked: Why = ()

    @property
    def seating(self) -> RoundTables:
        """The round as tables."""
        return RoundTables(tuple(pair.table for pair in self.pairs), self.blocked)
