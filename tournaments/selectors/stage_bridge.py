"""The one bridge from values to the pure state of a stage: rows (`snapshots`) and facts (`facts.stage_states`) are both
brought into these values."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from games.enums import Outcome, ResultKind
from games.values.results import SeatScore
from tournaments.enums import EntryState, Separation
from tournaments.formats.core.capabilities import AnswersChallenges, AwardsPlaces, SeatsTables
from tournaments.formats.core.elimination import DrawsBracket
from tournaments.formats.core.format import Format, FormatOptions, points_scale
from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.series import needed_wins
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Scoring, Sitting, StageState
from tournaments.formats.registry import format_for
from tournaments.models.numbers import numbers_in
from tournaments.models.rules import EventRules
from tournaments.selectors.entries import GONE
from tournaments.selectors.series.cells import games_worth, series_cell, series_scoring
from tournaments.selectors.series.matches import CountedGame, decisive_lot

_FORFEITS = {
    Outcome.WIN: CellKind.FORFEIT_WIN,
    Outcome.LOSS: CellKind.FORFEIT_LOSS,
    Outcome.DRAW: CellKind.FORFEIT_LOSS,
}


# The round of both players of a match whose only game is annulled.
ANNULLED = Cell(CellKind.ZERO_BYE, is_annulled=True)
ANNULLED_SITTING = Sitting(CellKind.ZERO_BYE, is_annulled=True)
AWAY = Sitting(CellKind.ZERO_BYE)  # a round of tables without a seat


def scoring_of(rules: EventRules, best_of: int = 1) -> Scoring:
    """The scoring of a stage whose matches are of so many games."""
    of_game = Scoring(
        win=rules.win,
        draw=rules.draw,
        loss=rules.loss,
        pairing_bye=rules.pairing_bye,
        half_bye=rules.half_bye,
        zero_bye=rules.zero_bye,
        full_bye=rules.full_bye,
        forfeit_win=rules.forfeit_win,
        forfeit_loss=rules.forfeit_loss,
    )
    games = needed_wins(best_of) if best_of > 1 else 1
    return replace(
        series_scoring(of_game, best_of, rules),
        forfeit_win_numbers=_forfeit_numbers(rules.forfeit_score(is_won=True) * games),
        forfeit_loss_numbers=_forfeit_numbers(rules.forfeit_score(is_won=False) * games),
    )


def _forfeit_numbers(score: int) -> tuple[int, ...]:
    """What a forfeit counts in the first column: nothing is left out, as in the usual scoring."""
    return (score,) if score else ()


@dataclass(frozen=True, slots=True)
class EntrantValues:
    """An entry of a stage. `left` is the number of the fact by which it left a bracket, 0 for all others. `deducted`
    has the points that were taken away, by round, in units of the stage's points. `uncounted_rounds`: indices of the
    published rounds whose points don't count, because a former player of the entry scored them (G15)."""

    rating: int
    state: str
    left: int = 0
    deducted: Mapping[int, int] = field(default_factory=dict)
    uncounted_rounds: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class MatchValues:
    """A match that counts, at the table of that number. `seats` are pairing numbers by position, None for an entry of
    no number. `results` are those of its games that count so far, by number, with seats by position. `advancing` is the
    position of the entry that goes on by a decision. `is_annulled`: its only game is annulled."""

    key: str
    table: int
    bye: str
    best_of: int
    bracket: int | None
    rest_forfeited: str
    seats: Sequence[int | None]
    results: Sequence[CountedGame] = ()
    advancing: int | None = None
    is_annulled: bool = False


@dataclass(frozen=True, slots=True)
class StageValues:
    """A stage as rows and facts know it: entrants by pairing number, and the matches of each published round, in
    order. `revision`: see `formats.core.state.REVISION`. `order`: of a format that answers challenges, pairing numbers
    from the first place on."""

    format: str
    options: FormatOptions
    best_of: int
    planned_rounds: int
    rules: EventRules
    seed: int
    revision: int
    columns: tuple[NumberColumn, ...]
    entrants: Mapping[int, EntrantValues]
    rounds: Sequence[Sequence[MatchValues]]
    order: Sequence[int] | None = None


def state_of_stage(values: StageValues) -> StageState:
    """The pure state of a stage: the one bridge that leads there, from rows and from facts."""
    format_ = format_for(values.format)
    if isinstance(format_, AnswersChallenges):
        return _state_of_challenges(values)
    seatless, is_drawn = seatless_cells(format_), isinstance(format_, DrawsBracket)
    is_seated = isinstance(format_, SeatsTables)
    cells = [] if is_seated else [_round_cells(values, matches) for matches in values.rounds]
    sittings = [round_sittings(values, matches) for matches in values.rounds] if is_seated else []
    entrants = []
    for number, entrant in sorted(values.entrants.items()):
        own_cells = tuple(of_round.get(number, seatless(entrant.state)) for of_round in cells)
        own_sittings = tuple(of_round.get(number, AWAY) for of_round in sittings)
        entrants.append(
            Entrant(
                number=number,
                rating=entrant.rating,
                cells=own_cells,
                sittings=own_sittings,
                withdrawn=entrant.state in GONE,
                left=entrant.left if is_drawn else 0,
                deducted=_deducted(entrant, own_sittings if is_seated else own_cells),
            )
        )
    return StageState(
        entrants=tuple(entrants),
        rounds_done=len(values.rounds),
        planned_rounds=values.planned_rounds,
        scoring=replace(scoring_of(values.rules, values.best_of), scale=points_scale(format_, values.options)),
        first_colour=first_colour_of(values.seed),
        absent=frozenset(
            number for number, entrant in values.entrants.items() if entrant.state == EntryState.PAUSED.value
        ),
        predetermined=format_.predetermined,
        revision=values.revision,
        numbers=values.columns,
        lots_seed=values.seed,
    )


def _state_of_challenges(values: StageValues) -> StageState:
    """The state of a format without rounds: everybody's cells are their own games, in order."""
    own: dict[int, list[Cell]] = {number: [] for number in values.entrants}
    for matches in values.rounds:
        for number, cell in _round_cells(values, matches).items():
            own[number].append(cell)
    return StageState(
        entrants=tuple(
            Entrant(number, entrant.rating, tuple(own[number]), withdrawn=entrant.state in GONE)
            for number, entrant in sorted(values.entrants.items())
        ),
        rounds_done=0,
        planned_rounds=values.planned_rounds,
        scoring=scoring_of(values.rules, values.best_of),
        revision=values.revision,
        numbers=values.columns,
        order=tuple(values.order or ()),
    )


def _deducted(entrant: EntrantValues, rounds: Sequence[Cell | Sitting]) -> tuple[int, ...]:
    """What was taken away in each of the published rounds, and what a former player scored that doesn't count; nothing
    where nothing was."""
    deducted = tuple(
        entrant.deducted.get(index + 1, 0) + (round_.points if index in entrant.uncounted_rounds else 0)
        for index, round_ in enumerate(rounds)
    )
    return deducted if any(deducted) else ()


def _round_cells(values: StageValues, matches: Iterable[MatchValues]) -> dict[int, Cell]:
    """Cells of a round by pairing number."""
    return {
        number: in_drawing(_cell(values, match, position), match.bracket, goes_on=match.advancing == position)
        for match in matches
        for position, number in enumerate(match.seats)
        if number is not None
    }


def _cell(values: StageValues, match: MatchValues, position: int) -> Cell:
    if match.bye:
        return bye_cell(match.bye, values.rules, values.best_of)
    if values.revision > 1 and match.is_annulled:
        return ANNULLED
    return match_cell(
        position,
        match.seats[1 - position],
        match.best_of,
        match.results,
        values.rules,
        values.columns,
        seed=values.seed,
        key=match.key,
        rest_forfeited=match.rest_forfeited,
    )


def round_sittings(values: StageValues, matches: Iterable[MatchValues]) -> dict[int, Sitting]:
    """Sittings of a round by pairing number, with the points that the stage's format gives for places and byes."""
    found: dict[int, Sitting] = {}
    for match in matches:
        seated = [(seat, number) for seat, number in enumerate(match.seats) if number is not None]
        for seat, number in seated:
            order = [seat, *(other for other, _number in seated if other != seat)]
            found[number] = _sitting(values, match, order)
    return found


def _sitting(values: StageValues, match: MatchValues, order: Sequence[int]) -> Sitting:
    """The round of whoever sits at the first of these positions; the others' follow in the order of the seats."""
    format_ = format_for(values.format)
    if not isinstance(format_, AwardsPlaces):
        raise TypeError(f"{values.format} seats tables, but doesn't say what places are worth")
    if match.bye:
        points_given = points_of_bye(values.format, values.options, match.bye, values.rules)
        return Sitting(CellKind(match.bye), points=points_given)
    if match.is_annulled:
        return ANNULLED_SITTING
    own, *rest = order
    others = tuple(number for other in rest if (number := match.seats[other]) is not None)
    if not match.results:
        return Sitting(CellKind.ZERO_BYE, match.table, own + 1, others)
    said = match.results[0]
    places = [score.place or 1 for score in said.seats]
    points = format_.points_of_table(places, values.options, forfeited=[seat + 1 for seat in said.forfeited])
    return Sitting(
        _kind_of_sitting(said, own),
        match.table,
        own + 1,
        others,
        tuple(places[seat] for seat in order),
        points[own],
        numbers_in(said.seats[own], values.columns),
        tuple(numbers_in(said.seats[other], values.columns) for other in rest),
    )


def _kind_of_sitting(said: CountedGame, position: int) -> CellKind:
    """Those who didn't forfeit played each other; one who is left alone wins by forfeit."""
    if position in said.forfeited:
        return CellKind.FORFEIT_LOSS
    return CellKind.FORFEIT_WIN if len(said.forfeited) == len(said.seats) - 1 else CellKind.PLAYED


def seatless_cells(format_: Format) -> Callable[[str], Cell]:
    """The round of an entry, by its state, without a seat: who plays on in a bracket had no match in it."""
    away = Cell(CellKind.ZERO_BYE)
    of_nothing = replace(away, match=0) if isinstance(format_, DrawsBracket) else away
    return lambda state: away if state in GONE else of_nothing


def lots_of_round(seed: int, number: int) -> random.Random:
    """What decides where a pairing system leaves a choice to chance: the event's stored seed and the round's number."""
    return random.Random(f"{seed}/{number}")


def first_colour_of(seed: int) -> Colour:
    """The initial colour (C.04.3 A.5), drawn by the event's stored seed."""
    return random.Random(f"{seed}/first colour").choice([Colour.WHITE, Colour.BLACK])


def kept_apart(
    by_hand: Mapping[frozenset[int], Separation], clubs: Mapping[int, object], rule: str
) -> dict[Separation, frozenset[frozenset[int]]]:
    """As `separations`, from values: `clubs` has the club of each pairing number that has one."""
    by_club: dict[object, list[int]] = defaultdict(list)
    for number, club in clubs.items() if rule else ():
        by_club[club].append(number)
    of_rule = {frozenset(pair): Separation(rule) for members in by_club.values() for pair in combinations(members, 2)}
    found = of_rule | dict(by_hand)
    return {how: frozenset(pair for pair, strictness in found.items() if strictness is how) for how in Separation}


def counted_game(number: int, of_seats: Sequence[tuple[str, SeatScore]]) -> CountedGame:
    """A game's result from its kind and numbers, by seat."""
    return CountedGame(number, of_seats[0][0], tuple(score for _kind, score in of_seats))


def match_cell(
    position: int,
    opponent: int | None,
    best_of: int,
    results: Sequence[CountedGame],
    rules: EventRules,
    columns: Sequence[NumberColumn],
    *,
    seed: int,
    key: str,
    rest_forfeited: str,
) -> Cell:
    """The round of who sits at that position, from the results of the match's games that count so far. The event's
    `seed` and the match's `key` draw lots."""
    if best_of > 1:
        lot = decisive_lot(seed, key)
        return series_cell(
            position, opponent, best_of, results, rules, columns=columns, lot=lot, rest_forfeited=rest_forfeited
        )
    if not results:
        return game_cell(position, opponent, None, rules, columns)
    said = results[0]
    return game_cell(position, opponent, (said.kind, said.seats[position], said.seats[1 - position]), rules, columns)


def in_drawing(cell: Cell, bracket: int | None, *, goes_on: bool) -> Cell:
    """The cell with its place in the drawing of a bracket."""
    return cell if bracket is None and not goes_on else replace(cell, match=bracket, goes_on=goes_on)


def bye_cell(bye: str, rules: EventRules, best_of: int) -> Cell:
    """The round of who has a bye in a stage whose matches are of so many games."""
    kind = CellKind(bye)
    return Cell(kind, points=getattr(rules, kind.value) * games_worth(best_of, rules))


def points_of_bye(format: str, options: FormatOptions, bye: str, rules: EventRules) -> int:
    """What a bye in a stage of that format is worth, in units of its points."""
    format_ = format_for(format)
    if isinstance(format_, AwardsPlaces):
        return 0 if bye == CellKind.ZERO_BYE else format_.points_of_bye(options)
    return int(getattr(rules, bye))


def game_cell(
    position: int,
    opponent: int | None,
    result: tuple[str, SeatScore, SeatScore] | None,
    rules: EventRules,
    columns: Sequence[NumberColumn],
) -> Cell:
    """The round of who sits at that position. `result`: its kind, and what it says of him and of his opponent."""
    colour = Colour.WHITE if position == 0 else Colour.BLACK
    if result is None:  # still being played: an open cell
        return Cell(CellKind.ZERO_BYE, opponent, colour)
    kind, mine, theirs = result
    if kind in {ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT}:
        forfeit = _FORFEITS[mine.outcome]
        return Cell(
            forfeit,
            opponent,
            colour,
            points=getattr(rules, forfeit.value),
            numbers=(rules.forfeit_score(is_won=mine.outcome == Outcome.WIN),),
            numbers_against=(rules.forfeit_score(is_won=theirs.outcome == Outcome.WIN),),
        )
    return Cell(
        CellKind.PLAYED,
        opponent,
        colour,
        points=getattr(rules, mine.outcome),
        numbers=numbers_in(mine, columns),
        numbers_against=numbers_in(theirs, columns),
    )
