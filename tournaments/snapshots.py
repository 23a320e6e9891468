"""From rows to the frozen values that the pure cores work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from games.enums import GameState
from games.selectors.games import scores_of_games
from games.values.results import SeatScore
from magistrar_site.shared.selectors.facts import facts_of_kind, facts_of_kinds, head_of
from tournaments.enums import ByeKind, EventState, Separation
from tournaments.formats.core.capabilities import acceleration_of
from tournaments.formats.core.elimination import DrawsBracket
from tournaments.formats.core.state import REVISION, StageState
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, MatchGame, MatchSeat, Stage
from tournaments.models.numbers import columns_of_event
from tournaments.models.rules import EventRules
from tournaments.selectors.entries import GONE, latecomers_of
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.ladder import ladder_now
from tournaments.selectors.penalties import deductions_in
from tournaments.selectors.rounds.wishes import absent_by_check_in, byes_asked_for, separated_pairs_of
from tournaments.selectors.series.matches import CountedGame, counting_states
from tournaments.selectors.stage_bridge import (
    EntrantValues,
    MatchValues,
    StageValues,
    kept_apart,
    state_of_stage,
)
from tournaments.selectors.stages import is_ladder, stage_entries


@dataclass(frozen=True, slots=True)
class StageSnapshot:
    """A stage as the cores see it. `head` is the number of the event's newest fact when it was read; entries
    are by pairing number."""

    head: int
    state: StageState
    entries: dict[int, Entry]


@dataclass(frozen=True, slots=True)
class PairingSnapshot(StageSnapshot):
    """A stage before one of its rounds is paired: who is absent or kept apart stands in `state`, `byes` has the kind of
    bye that an absent entry gets, by pairing number."""

    byes: Mapping[int, ByeKind]


def stage_snapshot(stage: Stage) -> StageSnapshot:
    """The stage as it stands: every published round, results that count so far. The head is read first, so what is
    written meanwhile makes the snapshot stale rather than wrong."""
    event = stage.event
    head, _digest = head_of(event.stream)
    entries = stage_entries(stage)
    rounds = list(stage.rounds.filter(state__in=PUBLIC_ROUNDS).defer("engine").order_by("number"))
    rules, revision = event.settings, revision_of(event)
    matches = _matches(stage, rules, {entry.pk: number for number, entry in entries.items()}, revision)
    left = _leaving(event, entries.values()) if isinstance(format_for(stage.format), DrawsBracket) else {}
    deducted = deductions_in(stage)
    former_rounds = _former_rounds(entries.values(), [round_.number for round_ in rounds])
    values = StageValues(
        format=stage.format,
        options=stage.options,
        best_of=stage.best_of,
        planned_rounds=stage.planned_rounds,
        rules=rules,
        seed=event.seed,
        revision=revision,
        columns=columns_of_event(event),
        entrants={
            number: EntrantValues(
                entry.rating,
                str(entry.state),
                left.get(entry.key, 0),
                deducted.get(entry.pk, {}),
                former_rounds.get(entry.pk, frozenset()),
            )
            for number, entry in entries.items()
        },
        rounds=[matches[round_.number] for round_ in rounds],
        order=_order(stage, {entry.key: number for number, entry in entries.items()}),
    )
    return StageSnapshot(head, state_of_stage(values), entries)


def _order(stage: Stage, numbers: Mapping[str, int]) -> list[int] | None:
    """The pairing numbers of a ladder from the first place on, at its newest fact; None in other formats."""
    if not stage.planned_rounds or not is_ladder(stage):
        return None
    return [numbers[key] for key in ladder_now(stage).ladder.order]


def _former_rounds(entries: Iterable[Entry], numbers: Sequence[int]) -> dict[int, frozenset[int]]:
    """Of each entry that somebody took over from zero: indices of the rounds that a former player played."""
    from_zero = [entry.pk for entry in entries if not entry.counts_former]
    if not from_zero:
        return {}
    seats = MatchSeat.objects.filter(entry__in=from_zero, is_void=False, former_player__isnull=False)
    found: dict[int, frozenset[int]] = {}
    for entry, number in seats.order_by().values_list("entry_id", "round__number"):
        if number in numbers:
            found[entry] = found.get(entry, frozenset()) | {numbers.index(number)}
    return found


def _leaving(event: Event, entries: Iterable[Entry]) -> dict[str, int]:
    """The number of the fact by which each entry that is gone left, by key."""
    gone = {entry.key for entry in entries if entry.state in GONE}
    if not gone:
        return {}
    left: dict[str, int] = {}
    kinds = ("entry.withdrawn", "entry.expelled", "entry.returned")
    for fact in facts_of_kinds(event.stream, kinds):
        entry = fact.members["entry"]
        if fact.kind == "entry.returned":
            left.pop(entry, None)
        elif entry in gone:
            left.setdefault(entry, fact.number)
    return left


def revision_of(event: Event) -> int:
    """The revision that the event's tables are made by: of a finished event the one that it was finished with."""
    if event.state != EventState.FINISHED:
        return REVISION
    finished = facts_of_kind(event.stream, "event.finished").last()
    return int(finished.members.get("revision", 1)) if finished else REVISION


def pairing_snapshot(stage: Stage, number: int) -> PairingSnapshot:
    """The stage as the pairing of round `number` sees it: with the byes that were asked for, and who is kept apart."""
    snapshot = stage_snapshot(stage)
    asked = byes_asked_for(stage, number)
    numbers = {entry.pk: pairing_number for pairing_number, entry in snapshot.entries.items()}
    byes = dict.fromkeys(snapshot.state.absent, ByeKind.ZERO)
    byes |= {numbers[entry]: ByeKind.ZERO for entry in absent_by_check_in(stage.event) if entry in numbers}
    byes |= {numbers[entry]: kind for entry, kind in asked.items() if entry in numbers}
    apart = separations(stage, snapshot.entries)
    state = replace(
        snapshot.state,
        absent=frozenset(byes),
        forbidden=apart[Separation.FORBIDDEN],
        avoided=apart[Separation.AVOIDED] - apart[Separation.FORBIDDEN],
        latecomers=latecomers(stage, snapshot) if number > 1 else frozenset(),
    )
    return PairingSnapshot(snapshot.head, state, snapshot.entries, byes)


def latecomers(stage: Stage, snapshot: StageSnapshot) -> frozenset[int]:
    """Pairing numbers of those who came after the first round was paired, where the pairing asks for them."""
    if acceleration_of(format_for(stage.format), stage.options) is None:
        return frozenset()
    late = latecomers_of(stage)
    return frozenset(number for number, entry in snapshot.entries.items() if entry.key in late)


def separations(stage: Stage, entries: Mapping[int, Entry]) -> dict[Separation, frozenset[frozenset[int]]]:
    """The pairs that are kept apart, by pairing numbers: those named by hand, and by the event's rule those of one
    club. What was named by hand goes before the rule."""
    event = stage.event
    numbers = {entry.pk: number for number, entry in entries.items()}
    by_hand = {
        frozenset({numbers[row.first_id], numbers[row.second_id]}): Separation(row.how)
        for row in separated_pairs_of(event)
        if row.first_id in numbers and row.second_id in numbers
    }
    clubs = {number: entry.player.club_id for number, entry in entries.items() if entry.player.club_id is not None}
    return kept_apart(by_hand, clubs, event.settings.same_club)


def _matches(
    stage: Stage, rules: EventRules, numbers: Mapping[int, int], revision: int
) -> dict[int, list[MatchValues]]:
    """The matches of the published rounds by the round's number. `numbers`: the stage's, by primary keys of entries."""
    results = _results_by_match(stage, rules)
    annulled = _annulled_matches(stage) if revision > 1 else frozenset[int]()
    seats = MatchSeat.objects.filter(round__stage=stage, is_void=False, round__state__in=PUBLIC_ROUNDS)
    rows = seats.order_by("match_id", "position").values_list(*_OF_MATCH, *_OF_SEAT)
    found: dict[int, list[MatchValues]] = defaultdict(list)
    for match, sitting in groupby(rows.iterator(5_000), key=lambda row: row[: len(_OF_MATCH)]):
        pk, round_ = match[:2]
        seated = [row[len(_OF_MATCH) :] for row in sitting]
        values = _match_values(match, seated, results.get(pk, {}), numbers, is_annulled=pk in annulled)
        found[round_].append(values)
    return found


_MATCH_MEMBERS = ("key", "table", "bye", "best_of", "bracket", "rest_forfeited", "goes_on_id")
_OF_MATCH = ("match_id", "round__number", *(f"match__{member}" for member in _MATCH_MEMBERS))
_OF_SEAT = ("position", "entry_id", "entry__player_id", "former_player_id")


def _match_values(
    match: Sequence[Any],
    sitting: Sequence[tuple[int, int, int, int | None]],
    results: Mapping[int, tuple[str, dict[int, SeatScore]]],
    numbers: Mapping[int, int],
    *,
    is_annulled: bool,
) -> MatchValues:
    """`match` and each of `sitting` (by position) are rows of these members; `results` are of the match's games, by
    their numbers."""
    _pk, _round, key, table, bye, best_of, bracket, rest_forfeited, goes_on = match
    of_games = [
        CountedGame(
            number, kind, tuple(of_player[was if was in of_player else now] for _position, _entry, now, was in sitting)
        )
        for number, (kind, of_player) in sorted(results.items())
    ]
    decided = [position for position, entry, _now, _was in sitting if entry == goes_on]
    return MatchValues(
        key=key,
        table=table,
        bye=bye,
        best_of=best_of,
        bracket=bracket,
        rest_forfeited=rest_forfeited,
        seats=[numbers.get(entry) for _position, entry, _now, _was in sitting],
        results=of_games,
        advancing=decided[0] if decided else None,
        is_annulled=is_annulled,
    )


def _annulled_matches(stage: Stage) -> frozenset[int]:
    """The matches of one game whose game is annulled: in a longer match another game takes its place."""
    links = MatchGame.objects.filter(
        match__round__stage=stage,
        match__best_of=1,
        match__is_void=False,
        game__state=GameState.ANNULLED,
        game__is_void=False,
        is_friendly=False,
    )
    return frozenset(links.values_list("match_id", flat=True))


def _results_by_match(stage: Stage, rules: EventRules) -> dict[int, dict[int, tuple[str, dict[int, SeatScore]]]]:
    """For each match with games whose results count: of each, by its number, the kind and the scores by player id."""
    match_games = MatchGame.objects.filter(
        match__round__stage=stage,
        match__is_void=False,
        game__state__in=counting_states(rules),
        game__is_void=False,
        is_friendly=False,
    )
    scores = scores_of_games(match_games.values("game"))
    found: dict[int, dict[int, tuple[str, dict[int, SeatScore]]]] = defaultdict(dict)
    for game, match, number in match_games.order_by().values_list("game", "match", "number"):
        if game in scores:
            found[match][number] = scores[game]
    return found
