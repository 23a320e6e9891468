"""What has to hold for every event, whatever happened in it. Each is a function of its own; together they are what
tests and the simulator ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from magistrar_site.shared.services.chain import facts_read
from tournaments.enums import ByeKind, EntryState, RoundState
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.format import for_standings
from tournaments.formats.core.state import Cell, CellKind, StageState
from tournaments.formats.registry import format_for
from tournaments.models import Event, MatchSeat, Stage, Standing, StandingTable
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.services.fold.fold import fold_steps
from tournaments.services.fold.state import EventState, MatchSays, RoundSays
from tournaments.services.standings import standings_refresh
from tournaments.services.verify.event import event_verify
from tournaments.snapshots import stage_snapshot

PRESENT = frozenset({EntryState.ACTIVE.value, EntryState.PAUSED.value})
Invariant = Callable[[Event], Iterator[str]]


def broken(event: Event) -> list[str]:
    """Sentences about everything that doesn't hold; tables must be up to date."""
    return [sentence for invariant in INVARIANTS for sentence in invariant(event)]


def everybody_has_a_seat(event: Event) -> Iterator[str]:
    """Whenever a round is published: paired + byes + absent = active entries, each of them once."""
    state = EventState()
    for fact in fold_steps(facts_read(event.stream), state):
        if fact.kind != "round.published":
            continue
        round_ = state.round(fact.payload["stage"], fact.payload["round"])
        seated = sorted(key for match in _standing(round_) for key in match.entries)
        present = sorted(
            entry.key for entry in state.entries.values() if entry.number is not None and entry.state in PRESENT
        )
        if seated != present:
            yield f"fact {fact.number}: seats of round {round_.number} are {seated}, present were {present}"


def _standing(round_: RoundSays) -> list[MatchSays]:
    return [match for match in round_.matches.values() if not match.is_void]


def nobody_twice_in_a_round(event: Event) -> Iterator[str]:
    seats = MatchSeat.objects.filter(round__stage__event=event, is_void=False, match__is_void=False)
    places = list(seats.exclude(round__state=RoundState.UNDONE).values_list("round", "entry"))
    for place in {place for place in places if places.count(place) > 1}:
        yield f"entry {place[1]} sits twice in round {place[0]}"


def no_second_bye_before_all_had_one(event: Event) -> Iterator[str]:
    """No second pairing-allocated bye for an entry while one who is paired in that round has had none. In a bracket
    byes go by seed, in a round robin by the table."""
    for stage in _started(event):
        format_ = format_for(stage.format)
        if isinstance(format_, RanksByPlace) or format_.predetermined:
            continue
        seats = MatchSeat.objects.filter(round__stage=stage, is_void=False, round__state__in=PUBLIC_ROUNDS)
        had: set[int] = set()
        rows = list(seats.order_by("round__number").values_list("round__number", "entry", "match__bye"))
        for number in sorted({row[0] for row in rows}):
            byes = {entry for at, entry, bye in rows if at == number and bye == ByeKind.PAIRING}
            paired = {entry for at, entry, bye in rows if at == number and bye == ByeKind.NONE}
            if byes & had and paired - had:
                yield f"round {number}: a second bye for {sorted(byes & had)} while {sorted(paired - had)} had none"
            had |= byes


def points_sum(event: Event) -> Iterator[str]:
    """The points of a table are what its games and byes gave: as much as each is worth by the event's rules."""
    for stage in _started(event):
        snapshot = stage_snapshot(stage)
        state = for_standings(format_for(stage.format), snapshot.state, stage.options)
        worth = sum(_worth(event, state, entrant.number, cell) for entrant in state.entrants for cell in entrant.cells)
        table = StandingTable.objects.filter(stage=stage).order_by("-after_round").first()
        rows = Standing.objects.filter(table=table, is_counted=True) if table else Standing.objects.none()
        total = sum(rows.values_list("points", flat=True))
        if total != worth:
            yield f"stage {stage.number}: the table has {total} half points, games and byes gave {worth}"


def _worth(event: Event, state: StageState, number: int, cell: Cell) -> int:
    """Half points of a game's or bye's cell, counted where it counts: a game is shared out between its two."""
    if number in state.uncounted or (cell.opponent is not None and cell.opponent in state.uncounted):
        return 0
    rules = event.settings
    if cell.kind is CellKind.PLAYED:
        return cell.points if cell.points in {rules.win, rules.draw, rules.loss} else -1_000_000
    return 0 if cell.is_open else int(getattr(rules, cell.kind.value))


def tables_from_scratch(event: Event) -> Iterator[str]:
    """Tables that are deleted come back the same."""
    before = _tables(event)
    StandingTable.objects.filter(stage__event=event).delete()
    standings_refresh(event_key=event.key)
    after = _tables(event)
    if before != after:
        yield f"tables from scratch differ from those kept: {before} and {after}"


def _tables(event: Event) -> list[tuple[object, ...]]:
    rows = Standing.objects.filter(table__stage__event=event).order_by("table__stage", "table__after_round", "rank")
    return [
        (*row, str(values))
        for *row, values in rows.order_by("table__after_round", "rank", "entry__number").values_list(
            "table__stage__number", "table__after_round", "rank", "entry__key", "points", "values"
        )
    ]


def verified(event: Event) -> Iterator[str]:
    verdict = event_verify(event=event)
    if not verdict.holds:
        yield str(verdict)
    yield from (note for note in verdict.notes if "behind" in note)


def _started(event: Event) -> list[Stage]:
    return list(Stage.objects.filter(event=event, planned_rounds__gt=0).select_related("event"))


INVARIANTS: tuple[Invariant, ...] = (
    everybody_has_a_seat,
    nobody_twice_in_a_round,
    no_second_bye_before_all_had_one,
    points_sum,
    tables_from_scratch,
    verified,
)
