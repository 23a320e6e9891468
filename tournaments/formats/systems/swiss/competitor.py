"""A player as the Dutch system sees him before a round: what he has, had, and is due (C.04.3 Art. 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Scoring, StageState


class Float(StrEnum):
    """What a round made of a player (1.4): moved down, moved up, or neither."""

    DOWN = "down"
    UP = "up"
    NONE = "none"


class Strength(IntEnum):
    """How strongly a colour is due (1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class ColourClaim:
    """The colour a player is due (1.7). `difference` is how many games more he had with the other colour (never
    negative), `repeated` the colour of his last two games if they were equal, `history` the colours played in order."""

    preference: Colour | None = None
    strength: Strength = Strength.NONE
    difference: int = 0
    repeated: Colour | None = None
    history: tuple[Colour, ...] = ()

    @property
    def is_absolute(self) -> bool:
        return self.strength is Strength.ABSOLUTE

    @property
    def is_widely_unbalanced(self) -> bool:
        """A difference of two or more: another game with the wrong colour makes it three (C.10)."""
        return self.difference > 1


@dataclass(frozen=True, slots=True)
class Competitor:
    """`score` includes virtual points (Baku), `points` doesn't. `place` is the zero-based place among those who have
    taken part so far, whose parity gives the first colour (5.2.5). `last_float` and `float_before` are those of the
    last two rounds; None stands for a round before the first."""

    number: int
    score: int
    points: int
    place: int
    colour: ColourClaim
    last_float: Float | None
    float_before: Float | None
    opponents: frozenset[int]
    may_have_bye: bool
    games_played: int
    is_topscorer: bool

    def outranks(self, other: Competitor) -> bool:
        """Whether he comes before the other in the order for pairing (1.2)."""
        return (-self.score, self.number) < (-other.score, other.number)


def colour_claim(cells: Sequence[Cell]) -> ColourClaim:
    """The colour due after these rounds (1.6, 1.7). Only games that were played, or are being played, count."""
    history = tuple(cell.colour for cell in cells if _is_game(cell) and cell.colour is not None)
    if not history:
        return ColourClaim()
    whites = history.count(Colour.WHITE)
    surplus = 2 * whites - len(history)
    repeated = history[-1] if len(history) > 1 and history[-1] is history[-2] else None
    rarer = Colour.BLACK if surplus > 0 else Colour.WHITE
    if abs(surplus) > 1:
        preference, strength = rarer, Strength.ABSOLUTE
    elif repeated is not None:
        preference, strength = repeated.other, Strength.ABSOLUTE
    elif surplus:
        preference, strength = rarer, Strength.STRONG
    else:
        preference, strength = history[-1].other, Strength.MILD
    return ColourClaim(preference, strength, abs(surplus), repeated, history)


def _is_game(cell: Cell) -> bool:
    """Whether two sat down to play: the game is over, or it is still open while the next round is paired. Either way
    they have met (C.1), and each had his colour."""
    return cell.is_played or cell.is_open


def may_have_bye(cells: Sequence[Cell], scoring: Scoring) -> bool:
    """C.2: nobody gets the pairing-allocated bye who had one, or who had a win's points in a round without playing."""
    return not any(
        cell.kind is CellKind.PAIRING_BYE or (not cell.is_played and cell.points >= scoring.win) for cell in cells
    )


def competitors(state: StageState) -> list[Competitor]:
    """All who take part in the next round, in the order for pairing (1.2)."""
    numbers = {entrant.number: entrant for entrant in state.entrants}
    places = _places(state)
    present = [entrant for entrant in state.entrants if _is_present(state, entrant)]
    found = [_competitor(state, numbers, places, entrant) for entrant in present]
    return sorted(found, key=lambda competitor: (-competitor.score, competitor.number))


def _is_present(state: StageState, entrant: Entrant) -> bool:
    return not entrant.withdrawn and entrant.number not in state.absent


def _places(state: StageState) -> dict[int, int]:
    """Places by pairing number among those that any pairing has reached or now can (late entries push none before)."""
    taking_part = sorted(
        entrant.number
        for entrant in state.entrants
        if _is_present(state, entrant) or any(_was_paired(cell) for cell in entrant.cells)
    )
    return {number: place for place, number in enumerate(taking_part)}


def _was_paired(cell: Cell) -> bool:
    return cell.opponent is not None or cell.kind is CellKind.PAIRING_BYE


def score_before(entrant: Entrant, rounds: int) -> int:
    """Half points after that many rounds, with the virtual points of the round that follows."""
    virtual = entrant.acceleration[rounds] if rounds < len(entrant.acceleration) else 0
    return entrant.points_after(rounds) + virtual


def float_in(entrants: dict[int, Entrant], entrant: Entrant, rounds: int, scoring: Scoring) -> Float:
    """The float that round number `rounds` + 1 gave (1.4): more than a loss's points without playing are a downfloat;
    a game that wasn't played gives no other."""
    cell = entrant.cells[rounds]
    if not _is_game(cell) or cell.opponent is None:
        return Float.DOWN if cell.points > scoring.loss else Float.NONE
    own, other = score_before(entrant, rounds), score_before(entrants[cell.opponent], rounds)
    if own == other:
        return Float.NONE
    return Float.DOWN if own > other else Float.UP


def _competitor(
    state: StageState, entrants: dict[int, Entrant], places: dict[int, int], entrant: Entrant
) -> Competitor:
    done = state.rounds_done
    cells = entrant.cells[:done]
    score = score_before(entrant, done)
    best = max(state.scoring.win, state.scoring.draw)
    return Competitor(
        number=entrant.number,
        score=score,
        points=entrant.points_after(done),
        place=places[entrant.number],
        colour=colour_claim(cells),
        last_float=float_in(entrants, entrant, done - 1, state.scoring) if done >= 1 else None,
        float_before=float_in(entrants, entrant, done - 2, state.scoring) if done >= 2 else None,
        opponents=frozenset(cell.opponent for cell in cells if _is_game(cell) and cell.opponent is not None),
        may_have_bye=may_have_bye(cells, state.scoring),
        games_played=sum(_is_game(cell) for cell in cells),
        # 1.8: topscorers are those with over half the points that could be had, in the last round.
        is_topscorer=done >= state.planned_rounds - 1 and 2 * score > done * best,
    )
