"""Knock-out and double elimination: pairing numbers are the seeds, and each round plays what the bracket has ready."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import ClassVar

from tournaments.formats.core.format import (
    FormatOptionError,
    FormatOptions,
    Option,
    check_entrant_count,
    option_values,
)
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Pair, RoundPairing, StageState
from tournaments.formats.systems.knockout.advance import BYE, BracketState, MatchResult, MatchState, Status, advance
from tournaments.formats.systems.knockout.bracket import Bracket, BracketMatch, bracket
from tournaments.formats.systems.knockout.loser_orders import DEFAULT_ORDER, ORDERS
from tournaments.formats.systems.knockout.seeding import LARGEST, SMALLEST

Reason = tuple[str, tuple[tuple[str, int | str], ...]]

WON_UNPLAYED = frozenset({CellKind.FORFEIT_WIN, CellKind.PAIRING_BYE, CellKind.FULL_BYE})

BEST_OF_ROUNDS = Option(
    "best_of_rounds",
    "",
    "Games of the last rounds, the final last, as in 3,5: a match is over when one side can't be caught up with",
)


class UndecidedMatchError(ValueError):
    """A match of a round before has no winner. `match` is its id, `between` the two."""

    def __init__(self, match: int, between: tuple[int, int]) -> None:
        super().__init__(f"match {match} between {between[0]} and {between[1]} isn't decided")
        self.match = match
        self.between = between


class Elimination:
    """What both formats share. A round's pairs are the matches of that round of the bracket. An entrant who is absent
    or withdrawn loses to his opponent, who gets a pair without black; so do the top seeds who have a bye in round 1,
    and whoever comes to sit beside nobody. What a match was worth is read from its cells: the side with more points
    goes on; a forfeit, or a bye of one and none of the other, decides too; two losses leave a bye."""

    key: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    predetermined = False
    minimum_entrants = SMALLEST
    maximum_entrants: int | None = LARGEST

    def bracket_of(self, entrant_count: int, options: FormatOptions) -> Bracket:
        """The bracket that a stage with these options plays."""
        raise NotImplementedError

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """Rounds at most: a reset that isn't needed leaves the last one out."""
        check_entrant_count(self, entrant_count)
        games_of_last_rounds(option_values(self, options))
        return self.bracket_of(entrant_count, options).play_rounds

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """The matches of that round. Blocked by an undecided match of a round before, and when all is decided."""
        drawn = self._bracket(state, options)
        try:
            results = results_before(drawn, state, round_number)
        except UndecidedMatchError as error:
            first, second = error.between
            return RoundPairing(
                (), (("match_undecided", (("match", error.match), ("white", first), ("black", second))),)
            )
        standing = advance(drawn, results, withdrawn_of(state))
        entrants = {entrant.number: entrant for entrant in state.entrants}
        missing = state.absent | withdrawn_of(state)
        pairs = [
            pair
            for match in drawn.in_play_round(round_number)
            for pair in pairs_of(match, standing.matches[match.id], missing, entrants, state.first_colour)
        ]
        if round_number == 1:
            pairs += [Pair(seed, None, (("bye_to_top_seed", (("seed", seed),)),)) for seed in drawn.byes]
        if not pairs and standing.is_finished:
            return RoundPairing((), (("bracket_finished", (("champion", standing.champion or BYE),)),))
        return RoundPairing(tuple(sorted(pairs, key=lambda pair: pair.black is None)))

    def standing(self, state: StageState, options: FormatOptions) -> BracketState:
        """The bracket after the rounds done: seats, who is out, places, champion. UndecidedMatchError as above."""
        drawn = self._bracket(state, options)
        return advance(drawn, results_before(drawn, state, state.rounds_done + 1), withdrawn_of(state))

    def best_of(self, match: BracketMatch, options: FormatOptions) -> int | None:
        """How many games that match is for; None where the stage's own number holds."""
        games = games_of_last_rounds(option_values(self, options))
        return games[-1 - match.to_final] if match.to_final < len(games) else None

    def _bracket(self, state: StageState, options: FormatOptions) -> Bracket:
        count = len(state.entrants)
        check_entrant_count(self, count)
        if sorted(entrant.number for entrant in state.entrants) != list(range(1, count + 1)):
            raise ValueError("pairing numbers of a bracket are its seeds, 1..n")
        return self.bracket_of(count, options)


class Knockout(Elimination):
    """Single elimination, with or without a match for third place."""

    key = "knockout"
    name = "Knock-out"
    options = (Option("third_place", False, "A match for third place"), BEST_OF_ROUNDS)

    def bracket_of(self, entrant_count: int, options: FormatOptions) -> Bracket:
        return bracket(entrant_count, third_place=bool(option_values(self, options)["third_place"]))


class DoubleElimination(Elimination):
    """Out after two losses; the grand final is played again if the unbeaten side loses it."""

    key = "double_elimination"
    name = "Double elimination"
    options = (
        Option("reset", True, "A second grand final if the first is lost by the unbeaten side"),
        Option("order", DEFAULT_ORDER, "Where losers drop into the losers' bracket", choices=tuple(ORDERS)),
        BEST_OF_ROUNDS,
    )

    def bracket_of(self, entrant_count: int, options: FormatOptions) -> Bracket:
        values = option_values(self, options)
        return bracket(entrant_count, double=True, reset=bool(values["reset"]), order=str(values["order"]))


def games_of_last_rounds(values: FormatOptions) -> tuple[int, ...]:
    """The option "best_of_rounds" as numbers. FormatOptionError unless they are odd numbers from 1 to 9 with commas."""
    text = str(values[BEST_OF_ROUNDS.key])
    games = tuple(part.strip() for part in text.split(",")) if text.strip() else ()
    if any(number not in {"1", "3", "5", "7", "9"} for number in games):
        raise FormatOptionError(
            BEST_OF_ROUNDS.key, f"{BEST_OF_ROUNDS.key} is 1, 3, 5, 7 or 9 for a round, not {text!r}"
        )
    return tuple(int(number) for number in games)


def withdrawn_of(state: StageState) -> frozenset[int]:
    return frozenset(entrant.number for entrant in state.entrants if entrant.withdrawn)


def results_before(drawn: Bracket, state: StageState, round_number: int) -> dict[int, MatchResult]:
    """The results of the rounds before that one by match id, read from the entrants' cells."""
    entrants = {entrant.number: entrant for entrant in state.entrants}
    results: dict[int, MatchResult] = {}
    for play_round in range(1, round_number):
        standing = advance(drawn, results)
        for match in drawn.in_play_round(play_round):
            first, second = standing.matches[match.id].seats
            if first and second:
                results[match.id] = result_of(match.id, entrants[first], entrants[second], play_round)
    return results


def result_of(match: int, first: Entrant, second: Entrant, play_round: int) -> MatchResult:
    """What the two cells of a match say. UndecidedMatchError where they say nothing, or a draw."""
    own, other = cell_of(first, play_round), cell_of(second, play_round)
    between = first.number, second.number
    if own is not None and other is not None:
        if own.is_played and other.is_played and own.opponent == second.number and own.points != other.points:
            return MatchResult(between, first.number if own.points > other.points else second.number)
        if not own.is_played and not other.is_played:
            won = [number for number, cell in zip(between, (own, other), strict=True) if cell.kind in WON_UNPLAYED]
            if len(won) < 2:
                return MatchResult(between, won[0] if won else None)
    raise UndecidedMatchError(match, between)


def cell_of(entrant: Entrant, play_round: int) -> Cell | None:
    """His cell of that round. Who is withdrawn may have none any more, and wasn't there."""
    if play_round <= len(entrant.cells):
        return entrant.cells[play_round - 1]
    return Cell(CellKind.ZERO_BYE) if entrant.withdrawn else None


def pairs_of(
    match: BracketMatch,
    standing: MatchState,
    missing: Iterable[int],
    entrants: Mapping[int, Entrant],
    first_colour: Colour,
) -> list[Pair]:
    """The pair of a match, one entrant alone where the other isn't there, or none."""
    why: tuple[Reason, ...] = (
        (
            "bracket",
            (("match", match.id), ("group", str(match.group)), ("round", match.round), ("to_final", match.to_final)),
        ),
    )
    there = [seat for seat in standing.seats if seat and seat not in missing]
    if standing.status is Status.NOT_NEEDED or not there:
        return []
    if len(there) == 1:
        return [Pair(there[0], None, (*why, ("walkover", (("entrant", there[0]),))))]
    white = who_starts(match, entrants[there[0]], entrants[there[1]], first_colour)
    return [Pair(white, there[1] if white == there[0] else there[0], why)]


def who_starts(match: BracketMatch, first: Entrant, second: Entrant, first_colour: Colour) -> int:
    """Who has started less; then who didn't start last; then, in turn down the bracket, the better seed."""
    mine, yours = starts(first), starts(second)
    if mine != yours:
        return first.number if mine < yours else second.number
    better = min(first.number, second.number)
    starts_above = (match.position % 2 == 1) == (first_colour is Colour.WHITE)
    return better if starts_above else first.number + second.number - better


def starts(entrant: Entrant) -> tuple[int, bool]:
    """How often he started a played game more than he didn't, and whether he started the last."""
    colours = [cell.colour for cell in entrant.cells if cell.is_played]
    balance = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    return balance, bool(colours) and colours[-1] is Colour.WHITE
