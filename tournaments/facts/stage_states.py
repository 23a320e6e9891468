"""From what the facts say to the frozen values of the pairing and standings cores, over the same bridge as the rows
(`tournaments.snapshots`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from games.enums import GameState
from games.values.results import Score, seat_scores
from magistrar_site.shared.facts import ContradictionError
from tournaments.enums import PenaltyKind, Separation
from tournaments.facts.ladder_states import ladder_by_facts
from tournaments.formats.core.capabilities import AnswersChallenges, tables_of_round
from tournaments.formats.core.format import for_standings
from tournaments.formats.core.series import SeriesStanding
from tournaments.formats.core.standings import StandingRow
from tournaments.formats.core.state import StageState
from tournaments.formats.registry import format_for
from tournaments.formats.systems.knockout.following import PairedMatch, RoundMove, following
from tournaments.formats.systems.knockout.format import Elimination
from tournaments.models.numbers import number_columns
from tournaments.models.rules import EventRules, rules_read
from tournaments.selectors.check_in import EXPECTED
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.clock import time_of_games
from tournaments.selectors.series.matches import CountedGame, counting_states, decisive_lot, series_of
from tournaments.selectors.stage_bridge import (
    EntrantValues,
    MatchValues,
    StageValues,
    counted_game,
    kept_apart,
    lots_of_round,
    state_of_stage,
)
from tournaments.selectors.stage_rules import engine_table, table_rows

if TYPE_CHECKING:
    from tournaments.facts.state import ReplayedEntry, ReplayedMatch, ReplayedRound, ReplayedStage, ReplayedState


def stage_state(state: ReplayedState, stage_number: int, revision: int | None = None) -> StageState:
    """The stage as it stands by the facts: every published round, results that count so far. `revision`: see
    `formats.core.state.REVISION`; without one that which the event was finished with, else the newest."""
    revision = revision or state.revision
    event, stage = state.the_event(), state.stage(stage_number)
    rules = rules_read(dict(event.rules))
    entries = stage_entries(state, stage_number)
    numbers = {entry.key: number for number, entry in entries.items()}
    deducted = deductions_by_facts(state, stage_number)
    rounds = sorted(
        (row for row in state.rounds if row.stage == stage_number and row.state in set(PUBLIC_ROUNDS)),
        key=lambda row: row.number,
    )
    return state_of_stage(
        StageValues(
            format=stage.format,
            options=stage.options,
            best_of=stage.best_of,
            planned_rounds=stage.planned_rounds,
            rules=rules,
            seed=event.seed,
            revision=revision,
            columns=number_columns(event.system),
            entrants={
                number: EntrantValues(
                    entry.rating,
                    entry.state,
                    entry.left,
                    deducted.get(entry.key, {}),
                    frozenset() if entry.counts_former else _former_rounds(rounds, entry.key),
                )
                for number, entry in entries.items()
            },
            rounds=[
                [_match_values(state, match, rules, numbers) for match in row.matches.values() if not match.is_void]
                for row in rounds
            ],
            order=_order(state, stage_number, numbers),
        )
    )


def _order(state: ReplayedState, stage_number: int, numbers: Mapping[str, int]) -> list[int] | None:
    """The pairing numbers of a ladder from the first place on, at the newest fact; None in other formats."""
    stage = state.stage(stage_number)
    if not stage.planned_rounds or not isinstance(format_for(stage.format), AnswersChallenges):
        return None
    return [numbers[key] for key in ladder_by_facts(state, stage_number).order]


def _former_rounds(rounds: Sequence[ReplayedRound], entry: str) -> frozenset[int]:
    """Indices of the rounds that a former player of the entry played."""
    return frozenset(
        index
        for index, round_ in enumerate(rounds)
        if any(entry in match.former and not match.is_void for match in round_.matches.values())
    )


def deductions_by_facts(state: ReplayedState, stage_number: int) -> dict[str, dict[int, int]]:
    """The points that were taken away in a stage and not given back: by entry, then by round."""
    found: dict[str, dict[int, int]] = {}
    for penalty in state.penalties.values():
        if penalty.kind == PenaltyKind.POINTS and penalty.stage == stage_number and not penalty.is_taken_back:
            of_entry = found.setdefault(penalty.entry, {})
            of_entry[penalty.round] = of_entry.get(penalty.round, 0) + penalty.amount
    return found


def _match_values(
    state: ReplayedState, match: ReplayedMatch, rules: EventRules, numbers: Mapping[str, int]
) -> MatchValues:
    return MatchValues(
        key=match.key,
        table=match.table,
        bye=match.bye,
        best_of=match.best_of,
        bracket=match.bracket,
        rest_forfeited=match.rest_forfeited,
        seats=[numbers.get(key) for key in match.entries],
        results=[] if match.bye else results_by_facts(state, match, rules),
        advancing=match.entries.index(match.goes_on) if match.goes_on is not None else None,
        is_annulled=_is_annulled(state, match),
    )


def stage_entries(state: ReplayedState, stage_number: int) -> dict[int, ReplayedEntry]:
    """The entries of a stage, by pairing number."""
    if stage_number > 1:
        return {number: state.entry(key) for key, number in state.stage(stage_number).seeds.items()}
    return {entry.number: entry for entry in state.entries.values() if entry.number is not None}


def pairing_state(
    state: ReplayedState,
    stage_number: int,
    round_number: int,
    clubs: Mapping[str, str],
    revision: int,
    *,
    knows_latecomers: bool,
) -> StageState:
    """The stage as the pairing of a round sees it. `clubs`: by entry, where the event's rules keep clubs apart. Older
    facts come from a pairing that didn't ask who came late (`knows_latecomers`)."""
    before = stage_state(state, stage_number, revision)
    numbers = {entry.key: number for number, entry in stage_entries(state, stage_number).items()}
    apart = separations_by_facts(state, stage_number, clubs)
    missing = frozenset(numbers[key] for key in missing_at_check_in(state) if key in numbers)
    asked = {key for stage, number, key in state.byes if (stage, number) == (stage_number, round_number)}
    return replace(
        before,
        absent=before.absent | missing | {numbers[key] for key in asked if key in numbers},
        forbidden=apart[Separation.FORBIDDEN],
        avoided=apart[Separation.AVOIDED] - apart[Separation.FORBIDDEN],
        latecomers=_latecomers(state, stage_number) if knows_latecomers and round_number > 1 else frozenset(),
    )


def separations_by_facts(
    state: ReplayedState, stage_number: int, clubs: Mapping[str, str]
) -> dict[Separation, frozenset[frozenset[int]]]:
    """The pairs that are kept apart by now, by pairing numbers; `clubs` as in `pairing_state`."""
    numbers = {entry.key: number for number, entry in stage_entries(state, stage_number).items()}
    by_hand = {
        frozenset(numbers[key] for key in pair): Separation(how)
        for pair, how in state.apart.items()
        if pair <= set(numbers)
    }
    of_clubs = {numbers[key]: club for key, club in clubs.items() if key in numbers}
    return kept_apart(by_hand, of_clubs, rules_read(dict(state.the_event().rules)).same_club)


def _latecomers(state: ReplayedState, stage_number: int) -> frozenset[int]:
    """Pairing numbers of those who came after the stage's first round was paired."""
    paired = state.round(stage_number, 1).drafted
    entries = stage_entries(state, stage_number)
    return frozenset(number for number, entry in entries.items() if entry.came_late > paired)


def system_tables(
    state: ReplayedState,
    stage_number: int,
    round_number: int,
    clubs: Mapping[str, str],
    revision: int,
    *,
    knows_latecomers: bool,
) -> list[dict[str, Any]]:
    """The round's tables as the pairing system makes them, as they are kept with a round."""
    stage = state.stage(stage_number)
    before = pairing_state(state, stage_number, round_number, clubs, revision, knows_latecomers=knows_latecomers)
    lots = lots_of_round(state.the_event().seed, round_number)
    seating = tables_of_round(format_for(stage.format), before, round_number, lots, stage.options)
    entries = stage_entries(state, stage_number)
    return [engine_table(stage, entries, table) for table in seating.tables]


def moves_by_facts(state: ReplayedState, stage_number: int, revision: int) -> Sequence[RoundMove]:
    """The changes that would make a bracket's published rounds what the results ask for."""
    stage = state.stage(stage_number)
    format_ = format_for(stage.format)
    if not isinstance(format_, Elimination):
        return ()
    now = stage_state(state, stage_number, revision)
    numbers = {entry.key: number for number, entry in stage_entries(state, stage_number).items()}
    paired = {
        round_.number: [
            PairedMatch(match.key, match.bracket, tuple(numbers[key] for key in match.entries))
            for match in round_.matches.values()
            if not match.is_void and match.bracket is not None
        ]
        for round_ in state.rounds
        if round_.stage == stage_number and round_.state in set(PUBLIC_ROUNDS)
    }
    return following(format_.drawing(now, stage.options), now, paired)


def _is_annulled(state: ReplayedState, match: ReplayedMatch) -> bool:
    """Whether the only game of the match is annulled."""
    games = [state.game(key) for number, key in match.games.items() if number not in match.friendly]
    return match.best_of == 1 and any(game.state == GameState.ANNULLED.value and not game.is_void for game in games)


def results_by_facts(state: ReplayedState, match: ReplayedMatch, rules: EventRules) -> list[CountedGame]:
    """The results of a match's games that count so far, by number."""
    counting = counting_states(rules)
    found = []
    for number, key in sorted(match.games.items()):
        game = state.game(key)
        result = game.current
        if result is None or game.is_void or game.state not in counting or number in match.friendly:
            continue
        players = [_seated(state, match, key, game.seats) for key in match.entries]
        if set(players) != set(game.seats):
            raise ContradictionError(f"seats of game {game.key}", ", ".join(players), ", ".join(game.seats))
        scores = seat_scores(game.system, Score(result.places, result.numbers), len(game.seats))
        by_player = dict(zip(game.seats, scores, strict=True))
        found.append(counted_game(number, [(result.kind, by_player[player]) for player in players]))
    return found


def _seated(state: ReplayedState, match: ReplayedMatch, entry: str, seats: Collection[str]) -> str:
    """The player of an entry in a game with these seats: a former one where they played it."""
    former = match.former.get(entry)
    return former if former is not None and former in seats else state.entry(entry).player


def series_by_facts(state: ReplayedState, match: ReplayedMatch) -> SeriesStanding:
    """The score of a match of several games."""
    event = state.the_event()
    rules = rules_read(dict(event.rules))
    lot = decisive_lot(event.seed, match.key)
    results = results_by_facts(state, match, rules)
    return series_of(match.best_of, results, rules, lot=lot, rest_forfeited=match.rest_forfeited)


def rows_now(state: ReplayedState, stage: ReplayedStage) -> Sequence[StandingRow]:
    """The table of a stage by the facts so far, by rank and by the entries' pairing numbers in the event."""
    event, entries = state.the_event(), stage_entries(state, stage.number)
    stands = for_standings(format_for(stage.format), stage_state(state, stage.number), stage.options)
    rows = table_rows(stage, stands, rules_read(dict(event.rules)), event.seed)
    return sorted(rows, key=lambda row: (row.rank, entries[row.number].number or 0))


def rows_when_closed(stage: ReplayedStage, seed: int) -> tuple[StageState, Sequence[StandingRow]]:
    """A closed stage as its standings see it, and its table. ContradictionError for one that isn't closed."""
    if stage.closed is None:
        raise ContradictionError(f"stage {stage.number}", "closed", "not closed")
    stood, rules = stage.closed
    final = for_standings(format_for(stage.format), stood, stage.options)
    return final, table_rows(stage, final, rules_read(dict(rules)), seed)


def due_time(state: ReplayedState, match: ReplayedMatch) -> datetime:
    """The time at which the games of a match are played, by the facts so far."""
    opens_at = match.opens_at or state.round_of(match.key).starts_at
    return time_of_games(match.agreed_at, opens_at, state.the_event().starts_at)


def missing_at_check_in(state: ReplayedState) -> set[str]:
    """Keys of the entries that aren't paired because they haven't checked in: as `absent_by_check_in` says of rows."""
    if not state.sessions or not state.the_event().entry_rules.get("only_checked_in"):
        return set()
    here = state.sessions[max(state.sessions)].here
    return {entry.key for entry in state.entries.values() if entry.state in EXPECTED and entry.key not in here}
