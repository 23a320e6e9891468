"""What a result says, whatever the game: the places of the seats, their numbers and the parts. Rows and replayed facts
hold the same values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.core.judged import Judged, Part, sole_winner
from games.engine.core.seats import Seat, seat_name, seat_of
from games.engine.registry import game_system
from games.enums import Outcome, ResultKind, outcome_of


@dataclass(frozen=True, slots=True)
class PartScore:
    """One part of a game, by its number. Places and points are in seat order, empty where the part has none."""

    number: int
    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()

    @property
    def winner(self) -> Seat | None:
        """The seat that won the part alone."""
        return sole_winner(self.places)


@dataclass(frozen=True, slots=True)
class Score:
    """What a result says. `places` are in seat order, empty where nobody is placed: everybody lost. `numbers` are the
    declared ones of which one is known at least: one for each seat, None where it isn't known."""

    places: tuple[int, ...]
    numbers: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)
    parts: tuple[PartScore, ...] = ()

    @property
    def winner(self) -> Seat | None:
        """The seat alone on place 1."""
        return sole_winner(self.places)


def judged_of(system: str, report: Mapping[str, Any]) -> Judged:
    """A stored report of that system in seats, places and numbers. ValueError for anything else."""
    engine = game_system(system)
    return engine.judged(engine.read_report(report))


def places_of(players: int, winner: Seat | None) -> tuple[int, ...]:
    """The places where nothing but the winner is known: all others share the second; no winner: all share the first."""
    return tuple(1 if winner in (None, seat) else 2 for seat in range(1, players + 1))


def places_ruled(players: int, kind: str, winner: Seat | None) -> tuple[int, ...]:
    """The places of a result of that kind of which the winner is known."""
    return () if kind == ResultKind.DOUBLE_FORFEIT else places_of(players, winner)


def score_of(system: str, report: Mapping[str, Any] | None, places: Sequence[int]) -> Score:
    """What a result with these places says; its numbers and parts are the report's, where there is one. Parts that tell
    nothing of any seat are only counted by the report."""
    if report is None:
        return Score(tuple(places))
    judged = judged_of(system, report)
    numbers = {key: values for key, values in judged.numbers.items() if any(value is not None for value in values)}
    return Score(tuple(places), numbers, tuple(_part(part) for part in judged.parts if part.places or part.points))


def _part(part: Part) -> PartScore:
    return PartScore(part.number, part.places, part.points)


def seat_named(system: str, name: str) -> Seat | None:
    """The seat that a document or an older fact calls so; None for the empty name. ValueError for a name that no seat
    of the system has."""
    return seat_of(game_system(system).seat_names, name) if name else None


def name_of_seat(system: str, seat: Seat | None) -> str:
    """What documents, older facts and addresses call a seat; empty for none (a tie, the desk)."""
    return "" if seat is None else seat_name(game_system(system).seat_names, seat)


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a result says of one seat. `points` is the game's own score, the first number that its system declares;
    `place` is None where everybody lost."""

    outcome: Outcome
    points: int | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    place: int | None = None


def seat_scores(system: str, score: Score, players: int) -> tuple[SeatScore, ...]:
    """What a result says of each seat, in seat order."""
    known = [
        {key: value for key, of_seats in score.numbers.items() if (value := of_seats[seat]) is not None}
        for seat in range(players)
    ]
    return scores_of_seats(system, score.places, known)


def scores_of_seats(system: str, places: Sequence[int], numbers: Sequence[Mapping[str, int]]) -> tuple[SeatScore, ...]:
    """What a result says of each seat, from the places (none where nobody is placed) and each seat's known numbers, in
    seat order."""
    own, is_shared = game_system(system).numbers[0].key, sole_winner(tuple(places)) is None
    of_seats: Sequence[int | None] = places or (None,) * len(numbers)
    return tuple(
        SeatScore(outcome_of(place, is_shared=is_shared), known.get(own), known, place)
        for place, known in zip(of_seats, numbers, strict=True)
    )
