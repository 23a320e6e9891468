"""From rows to the frozen values that the pure cores work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.enums import SETTLED_STATES, GameState, Outcome, ResultKind
from games.selectors.games import results_of
from magistrar_site.shared.selectors.facts import head_of
from tournaments.enums import EntryState
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Scoring, StageState
from tournaments.formats.registry import format_for
from tournaments.models import Entry, MatchGame, MatchSeat, Stage
from tournaments.models.rules import EventRules
from tournaments.selectors.events import PUBLIC_ROUNDS

GONE = (EntryState.WITHDRAWN, EntryState.EXPELLED)
_FORFEITS = {
    Outcome.WIN: CellKind.FORFEIT_WIN,
    Outcome.LOSS: CellKind.FORFEIT_LOSS,
    Outcome.DRAW: CellKind.FORFEIT_LOSS,
}


@dataclass(frozen=True, slots=True)
class StageSnapshot:
    """What a stage looks like to the cores. `head` is the number of the event's newest fact when it was read; entries
    are by pairing number."""

    head: int
    state: StageState
    entries: dict[int, Entry]


def scoring_of(rules: EventRules) -> Scoring:
    return Scoring(
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


def stage_snapshot(stage: Stage) -> StageSnapshot:
    """The stage as it stands: every published round, results that count so far. The head is read first, so what is
    written meanwhile makes the snapshot stale rather than wrong."""
    event = stage.event
    head, _digest = head_of(event.stream)
    entries = {
        entry.number: entry
        for entry in Entry.objects.filter(event=event, number__isnull=False).select_related("player")
        if entry.number is not None
    }
    rounds = list(stage.rounds.filter(state__in=PUBLIC_ROUNDS).order_by("number"))
    rules = event.settings
    cells = _cells(stage, rules)
    format_ = format_for(stage.format)
    state = StageState(
        entrants=tuple(
            Entrant(
                number=number,
                rating=entry.rating,
                cells=tuple(cells[number].get(round_.number, Cell(CellKind.ZERO_BYE)) for round_ in rounds),
                withdrawn=entry.state in GONE,
            )
            for number, entry in sorted(entries.items())
        ),
        rounds_done=len(rounds),
        planned_rounds=stage.planned_rounds,
        scoring=scoring_of(rules),
        absent=frozenset(number for number, entry in entries.items() if entry.state == EntryState.PAUSED),
        predetermined=format_.predetermined,
    )
    return StageSnapshot(head, state, entries)


def _cells(stage: Stage, rules: EventRules) -> dict[int, dict[int, Cell]]:
    """Cells by pairing number and round."""
    seats = MatchSeat.objects.filter(round__stage=stage, is_void=False, round__state__in=PUBLIC_ROUNDS)
    by_match: dict[int, list[MatchSeat]] = defaultdict(list)
    for seat in seats.select_related("match", "round", "entry").order_by("match_id", "position"):
        by_match[seat.match_id].append(seat)
    results = _results_by_match(stage, rules)
    cells: dict[int, dict[int, Cell]] = defaultdict(dict)
    for match_id, sitting in by_match.items():
        for seat in sitting:
            if seat.entry.number is not None:
                cells[seat.entry.number][seat.round.number] = _cell(seat, sitting, results.get(match_id), rules)
    return cells


def _results_by_match(stage: Stage, rules: EventRules) -> dict[int, dict[int, Any]]:
    """For each match whose game has a result that counts: seat results by player id. A best of N counts once its
    games decide it; with one game they are the same."""
    counting = {*SETTLED_STATES, GameState.SUBMITTED} if rules.unconfirmed_counts else set(SETTLED_STATES)
    match_games = MatchGame.objects.filter(match__round__stage=stage, match__is_void=False, game__state__in=counting)
    match_of = dict(match_games.values_list("game_id", "match_id"))
    results = results_of(list(match_of))
    return {
        match_of[result.game_id]: {row.seat.player_id: (result.kind, row) for row in result.seats.all()}
        for result in results
    }


def _cell(seat: MatchSeat, sitting: Iterable[MatchSeat], result: dict[int, Any] | None, rules: EventRules) -> Cell:
    if seat.match.bye:
        kind = CellKind(seat.match.bye)
        return Cell(kind, points=getattr(rules, kind.value))
    opponent = next(other.entry for other in sitting if other.pk != seat.pk)
    colour = Colour.WHITE if seat.position == 0 else Colour.BLACK
    if result is None:  # still being played: an open cell
        return Cell(CellKind.ZERO_BYE, opponent.number, colour)
    kind, mine = result[seat.entry.player_id]
    _kind, theirs = result[opponent.player_id]
    if kind in {ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT}:
        forfeit = _FORFEITS[Outcome(mine.outcome)]
        points, honoris = getattr(rules, forfeit.value), getattr(rules, f"{forfeit.value}_honoris")
        against = getattr(rules, f"{_FORFEITS[Outcome(theirs.outcome)].value}_honoris")
        return Cell(forfeit, opponent.number, colour, points=points, honoris=honoris, honoris_against=against)
    return Cell(
        CellKind.PLAYED,
        opponent.number,
        colour,
        points=getattr(rules, mine.outcome),
        honoris=mine.honoris or 0,
        honoris_against=theirs.honoris or 0,
        markers=mine.markers or 0,
        encounters=mine.encounters or 0,
    )
