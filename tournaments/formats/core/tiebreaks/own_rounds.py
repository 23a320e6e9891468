"""Tie-breaks that add up or count something of the entrant's own rounds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import Compute
from tournaments.formats.core.tiebreaks.value import Part, PartKind, TieBreakValue


def sum_of_rounds(code: str, amount: Callable[[Round], int]) -> Compute:
    """Adds up one figure of every round, byes and forfeits as the event scores them."""

    def value(results: Results, number: int) -> TieBreakValue:
        parts = tuple(
            Part(round_.number, round_.opponent, amount(round_), PartKind.ROUND)
            for round_ in results.records[number].rounds
        )
        return TieBreakValue(code, sum(part.amount for part in parts), parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


def newest_of_rounds(code: str, amount: Callable[[Round], int]) -> Compute:
    """One figure of the newest round that was played; 0 before the first."""

    def value(results: Results, number: int) -> TieBreakValue:
        parts = tuple(
            Part(round_.number, round_.opponent, amount(round_), PartKind.ROUND)
            for round_ in results.records[number].played[-1:]
        )
        return TieBreakValue(code, sum(part.amount for part in parts), parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


def mean_of_games(code: str, amount: Callable[[Round], Fraction], *, decimals: int) -> Compute:
    """The mean of one figure of every game that was played; 0 before the first."""

    def value(results: Results, number: int) -> TieBreakValue:
        parts = tuple(
            Part(round_.number, round_.opponent, amount(round_), PartKind.ROUND)
            for round_ in results.records[number].played
        )
        mean = Fraction(sum(part.amount for part in parts), max(len(parts), 1))
        return TieBreakValue(code, mean, decimals=decimals, parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


def count_of_rounds(code: str, counts: Callable[[Results, Round], bool]) -> Compute:
    """Counts the rounds that fulfil a condition; the parts are those that do."""
    return amount_of_rounds(code, lambda results, round_: int(counts(results, round_)))


def amount_of_rounds(code: str, amount: Callable[[Results, Round], int]) -> Compute:
    """Adds up how much of something each round brought; the parts are the rounds that brought any."""

    def value(results: Results, number: int) -> TieBreakValue:
        parts = tuple(
            Part(round_.number, round_.opponent, brought, PartKind.ROUND)
            for round_ in results.records[number].rounds
            if (brought := amount(results, round_))
        )
        return TieBreakValue(code, sum(part.amount for part in parts), parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}
