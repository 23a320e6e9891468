"""The explanation of a pairing or a bye, as a page tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.registry import game_system
from tournaments.enums import ByeKind
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.groups import snake_number
from tournaments.formats.registry import format_for
from tournaments.formats.systems.round_robin.berger import berger_table
from tournaments.models import Entry, Match, MatchSeat, Stage, Standing
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.reasons import WORDS, Step, Topic, numbers_in, step_words
from tournaments.selectors.stages import is_bracket, is_of_pairs, scale_of, stage_entries

BERGER = "berger"


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step in the reader's language, with the code and parameters that the pairing system gave."""

    code: str
    parameters: Mapping[str, Any]
    topic: Topic
    text: str


@dataclass(frozen=True, slots=True)
class SideRow:
    """An entry of the match as it stood before the round: points (None before the first table), the rounds in which it
    started a game or didn't, and the seats that it had, round by round."""

    entry_key: str
    player_key: str
    name: str
    number: int | None
    points: int | None
    started: tuple[int, ...]
    not_started: tuple[int, ...]
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BergerGame:
    """A game of the Berger table's row: who starts first. One of both is empty where somebody rests."""

    numbers: tuple[int, int]
    names: tuple[str, str]
    is_own: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a match. `berger` is its row of the Berger table, empty in other formats. `scale`: how many
    units of points make one."""

    match: Match
    sides: tuple[SideRow, ...]
    steps: tuple[StepRow, ...]
    berger: tuple[BergerGame, ...]
    scale: int

    def about(self, topic: Topic) -> list[StepRow]:
        return [step for step in self.steps if step.topic is topic]

    @property
    def pairing(self) -> list[StepRow]:
        return self.about(Topic.PAIRING)

    @property
    def start(self) -> list[StepRow]:
        return self.about(Topic.START)

    @property
    def bye(self) -> list[StepRow]:
        return self.about(Topic.BYE)


def explanation_of(match: Match) -> Explanation:
    """Of a match with its seats, entries, players and round (see `selectors.rounds.matches.match_by_key`)."""
    stage = match.round.stage
    seats = list(match.seats.all())
    steps = list(_steps(match, stage, [seat.entry for seat in seats]))
    row = _berger_row(stage, steps)
    names = _names(stage, numbers_in(steps) | {number for pair in row for number in pair if number})
    return Explanation(
        match,
        tuple(_sides(match, seats)),
        tuple(_step_row(code, parameters, names) for code, parameters in steps),
        tuple(_berger_game(pair, names, seats) for pair in row),
        scale_of(stage),
    )


def _step_row(code: str, parameters: Mapping[str, Any], names: Mapping[int, str]) -> StepRow:
    topic = WORDS[code].topic if code in WORDS else Topic.PAIRING
    return StepRow(code, parameters, topic, step_words(code, parameters, names))


def _steps(match: Match, stage: Stage, entries: Sequence[Entry]) -> Iterator[Step]:
    """What was stored with the match, and what goes without saying for the pairing system."""
    stored = [(str(step["code"]), dict(step["params"])) for step in match.why]
    draws_lots = stage.event.settings.starter == "lots"
    for code, parameters in stored:
        if not (draws_lots and code in WORDS and WORDS[code].topic is Topic.START):
            yield code, parameters
    if match.bye:
        yield from _bye_steps(match.bye, stage, has_steps=bool(stored))
    elif draws_lots:
        yield "lots", {}
    elif entries and not any(code == "by_hand" for code, _parameters in stored):
        start = {BERGER: "berger_start", "bracket": "bracket_start"}.get(stored[0][0] if stored else "")
        if start:
            yield start, {"white": entries[0].number or 0}
        elif not is_of_pairs(stage):
            at_table = game_system(stage.event.system).draws_starter
            yield ("start_at_table" if at_table else "start_seat_one"), {"white": entries[0].number or 0}


def _bye_steps(bye: str, stage: Stage, *, has_steps: bool) -> Iterator[Step]:
    format_ = format_for(stage.format)
    if bye == ByeKind.PAIRING:
        if format_.predetermined:
            yield "rest", {}
    elif not has_steps:
        if isinstance(format_, RanksByPlace):
            yield ("out_of_bracket" if is_bracket(stage) else "out_of_final"), {}
        else:
            yield ("unopposed" if bye == ByeKind.FULL and format_.predetermined else bye), {}


def _names(stage: Stage, numbers: set[int]) -> dict[int, str]:
    entries = stage_entries(stage, numbers) if numbers else {}
    return {number: entry.player.public_name for number, entry in entries.items()}


def _sides(match: Match, seats: Sequence[MatchSeat]) -> Iterator[SideRow]:
    round_ = match.round
    entries = [seat.entry_id for seat in seats]
    points = dict(
        Standing.objects.filter(
            table__stage=round_.stage, table__after_round=round_.number - 1, entry__in=entries
        ).values_list("entry_id", "points")
    )
    earlier = MatchSeat.objects.filter(
        entry__in=entries,
        is_void=False,
        match__bye=ByeKind.NONE,
        round__stage=round_.stage,
        round__number__lt=round_.number,
        round__state__in=PUBLIC_ROUNDS,
    ).values_list("entry_id", "position", "round__number")
    sat = sorted(earlier, key=lambda row: row[2])
    for seat in seats:
        entry = seat.entry
        yield SideRow(
            entry_key=entry.key,
            player_key=entry.player.key,
            name=entry.player.public_name,
            number=entry.number,
            points=points.get(entry.pk),
            started=tuple(number for pk, position, number in sat if pk == entry.pk and position == 0),
            not_started=tuple(number for pk, position, number in sat if pk == entry.pk and position != 0),
            seats=tuple(position + 1 for pk, position, _number in sat if pk == entry.pk),
        )


def _berger_row(stage: Stage, steps: Sequence[Step]) -> tuple[tuple[int, int], ...]:
    """The pairs of the table's round, 0 for who rests; empty where no step speaks of the table."""
    for code, parameters in steps:
        if code == BERGER:
            table = berger_table(int(parameters["entrants"]), double=bool(stage.options.get("double")))
            row = table[int(parameters["round"]) - 1]
            if "group" not in parameters:
                return row
            group, groups = int(parameters["group"]), int(parameters["groups"])
            return tuple((_in_group(group, white, groups), _in_group(group, black, groups)) for white, black in row)
    return ()


def _in_group(group: int, place: int, groups: int) -> int:
    """The pairing number at a place of a group's table; 0 for the dummy."""
    return snake_number(group, place, groups) if place else 0


def _berger_game(pair: tuple[int, int], names: Mapping[int, str], seats: Sequence[MatchSeat]) -> BergerGame:
    own = {seat.entry.number for seat in seats}
    first, second = pair
    return BergerGame(
        pair, (names.get(first, ""), names.get(second, "")), is_own=own == {number for number in pair if number}
    )
