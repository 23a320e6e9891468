"""From rows to the frozen values that the pure cores work on."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from games.enums import GameState, Outcome, ResultKind
from games.selectors.games import results_of, scores_by_player
from games.values.results import SeatScore
from magistrar_site.shared.selectors.facts import facts_of_kind, facts_of_kinds, head_of
from tournaments.enums import ByeKind, EntryState, EventState, Separation
from tournaments.formats.core.capabilities import acceleration_of
from tournaments.formats.core.elimination import DrawsBracket
from tournaments.formats.core.format import Format
from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.series import needed_wins
from tournaments.formats.core.state import REVISION, Cell, CellKind, Colour, Entrant, Scoring, StageState
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, MatchGame, MatchSeat, Stage
from tournaments.models.numbers import columns_of_event, numbers_in
from tournaments.models.rules import EventRules
from tournaments.selectors.entries import GONE, latecomers_of
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.wishes import absent_by_check_in, byes_asked_for, separated_pairs_of
from tournaments.selectors.series.cells import games_worth, series_cell, series_scoring
from tournaments.selectors.series.matches import GameSaid, counting_states, decisive_lot
from tournaments.selectors.stages import stage_entries

_FORFEITS = {
    Outcome.WIN: CellKind.FORFEIT_WIN,
    Outcome.LOSS: CellKind.FORFEIT_LOSS,
    Outcome.DRAW: CellKind.FORFEIT_LOSS,
}


# The round of both players of a match whose only game is annulled.
ANNULLED = Cell(CellKind.ZERO_BYE, is_annulled=True)


@dataclass(frozen=True, slots=True)
class StageSnapshot:
    """What a stage looks like to the cores. `head` is the number of the event's newest fact when it was read; entries
    are by pairing number."""

    head: int
    state: StageState
    entries: dict[int, Entry]


@dataclass(frozen=True, slots=True)
class PairingSnapshot(StageSnapshot):
    """A stage before one of its rounds is paired: who is absent or kept apart stands in `state`, `byes` has the kind of
    bye that an absent entry gets, by pairing number."""

    byes: Mapping[int, ByeKind]


def scoring_of(rules: EventRules, best_of: int = 1) -> Scoring:
    """What rounds are worth in a stage whose matches are of so many games."""
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
        forfeit_win_numbers=_forfeit_numbers(rules.forfeit_win_honoris * games),
        forfeit_loss_numbers=_forfeit_numbers(rules.forfeit_loss_honoris * games),
    )


def _forfeit_numbers(honoris: int) -> tuple[int, ...]:
    """What a forfeit counts in the first column: nothing is left out, as in the usual scoring."""
    return (honoris,) if honoris else ()


@dataclass(frozen=True, slots=True)
class EntrantValues:
    """An entry of a stage. `left` is the number of the fact by which it left a bracket, 0 for all others."""

    rating: int
    state: str
    left: int = 0


@dataclass(frozen=True, slots=True)
class MatchValues:
    """A match that counts. `seats` are pairing numbers by position, None for an entry of no number. `results`
    are those of its games that count so far, by number, with seats by position. `advancing` is the position of the
    entry that goes on by a decision. `is_annulled`: its only game is annulled."""

    key: str
    bye: str
    best_of: int
    bracket: int | None
    rest_forfeited: str
    seats: Sequence[int | None]
    results: Sequence[GameSaid] = ()
    advancing: int | None = None
    is_annulled: bool = False


@dataclass(frozen=True, slots=True)
class StageValues:
    """A stage as rows and facts know it: entrants by pairing number, and the matches of each published round, in
    order. `revision`: see `formats.core.state.REVISION`."""

    format: str
    best_of: int
    planned_rounds: int
    rules: EventRules
    seed: int
    revision: int
    columns: tuple[NumberColumn, ...]
    entrants: Mapping[int, EntrantValues]
    rounds: Sequence[Sequence[MatchValues]]


def state_of_stage(values: StageValues) -> StageState:
    """The pure state of a stage: the one bridge that leads there, from rows and from facts."""
    format_ = format_for(values.format)
    seatless, is_drawn = seatless_cells(format_), isinstance(format_, DrawsBracket)
    cells = [_round_cells(values, matches) for matches in values.rounds]
    return StageState(
        entrants=tuple(
            Entrant(
                number=number,
                rating=entrant.rating,
                cells=tuple(of_round.get(number, seatless(entrant.state)) for of_round in cells),
                withdrawn=entrant.state in GONE,
                left=entrant.left if is_drawn else 0,
            )
            for number, entrant in sorted(values.entrants.items())
        ),
        rounds_done=len(values.rounds),
        planned_rounds=values.planned_rounds,
        scoring=scoring_of(values.rules, values.best_of),
        first_colour=first_colour_of(values.seed),
        absent=frozenset(
            number for number, entrant in values.entrants.items() if entrant.state == EntryState.PAUSED.value
        ),
        predetermined=format_.predetermined,
        revision=values.revision,
        numbers=values.columns,
    )


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
        lot=decisive_lot(values.seed, match.key),
        rest_forfeited=match.rest_forfeited,
    )


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
    values = StageValues(
        format=stage.format,
        best_of=stage.best_of,
        planned_rounds=stage.planned_rounds,
        rules=rules,
        seed=event.seed,
        revision=revision,
        columns=columns_of_event(event),
        entrants={
            number: EntrantValues(entry.rating, str(entry.state), left.get(entry.key, 0))
            for number, entry in entries.items()
        },
        rounds=[matches[round_.number] for round_ in rounds],
    )
    return StageSnapshot(head, state_of_stage(values), entries)


def _leaving(event: Event, entries: Iterable[Entry]) -> dict[str, int]:
    """The number of the fact by which each entry that is gone left, by key."""
    gone = {entry.key for entry in entries if entry.state in GONE}
    if not gone:
        return {}
    left: dict[str, int] = {}
    kinds = ("entry.withdrawn", "entry.expelled", "entry.returned")
    for kind, payload, number in facts_of_kinds(event.stream, kinds).values_list("kind", "payload", "number"):
        if kind == "entry.returned":
            left.pop(payload["entry"], None)
        elif payload["entry"] in gone:
            left.setdefault(payload["entry"], number)
    return left


def revision_of(event: Event) -> int:
    """The revision that the event's tables are made by: of a finished event the one that it was finished with."""
    if event.state != EventState.FINISHED:
        return REVISION
    finished = facts_of_kind(event.stream, "event.finished").first()
    return int(finished.payload.get("revision", 1)) if finished else REVISION


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


def _matches(
    stage: Stage, rules: EventRules, numbers: Mapping[int, int], revision: int
) -> dict[int, list[MatchValues]]:
    """The matches of the published rounds by the round's number. `numbers`: the stage's, by primary keys of entries."""
    seats = MatchSeat.objects.filter(round__stage=stage, is_void=False, round__state__in=PUBLIC_ROUNDS)
    by_match: dict[int, list[MatchSeat]] = defaultdict(list)
    wanted = seats.select_related("match", "round", "entry").defer("round__engine", "match__why")
    for seat in wanted.order_by("match_id", "position"):
        by_match[seat.match_id].append(seat)
    results = _results_by_match(stage, rules)
    annulled = _annulled_matches(stage) if revision > 1 else frozenset[int]()
    found: dict[int, list[MatchValues]] = defaultdict(list)
    for match_id, sitting in by_match.items():
        values = _match_values(sitting, results.get(match_id, {}), numbers, is_annulled=match_id in annulled)
        found[sitting[0].round.number].append(values)
    return found


def _match_values(
    sitting: Sequence[MatchSeat],
    results: Mapping[int, dict[int, tuple[str, Any]]],
    numbers: Mapping[int, int],
    *,
    is_annulled: bool,
) -> MatchValues:
    """`sitting` by position; `results` of the match's games, by their numbers."""
    match, players = sitting[0].match, [seat.entry.player_id for seat in sitting]
    of_games = [said_of(number, [of_game[player] for player in players]) for number, of_game in sorted(results.items())]
    decided = [seat.position for seat in sitting if seat.entry_id == match.goes_on_id]
    return MatchValues(
        key=match.key,
        bye=match.bye,
        best_of=match.best_of,
        bracket=match.bracket,
        rest_forfeited=match.rest_forfeited,
        seats=[numbers.get(seat.entry_id) for seat in sitting],
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


def _results_by_match(stage: Stage, rules: EventRules) -> dict[int, dict[int, dict[int, tuple[str, Any]]]]:
    """For each match with games whose results count: of each, by its number, seat results by player id."""
    match_games = MatchGame.objects.filter(
        match__round__stage=stage,
        match__is_void=False,
        game__state__in=counting_states(rules),
        game__is_void=False,
        is_friendly=False,
    )
    place_of = {game: (match, number) for game, match, number in match_games.values_list("game", "match", "number")}
    found: dict[int, dict[int, dict[int, tuple[str, Any]]]] = defaultdict(dict)
    for result in results_of(list(place_of)):
        match, number = place_of[result.game_id]
        found[match][number] = {player: (result.kind, score) for player, score in scores_by_player(result).items()}
    return found


def said_of(number: int, of_seats: Sequence[tuple[str, SeatScore]]) -> GameSaid:
    """A game's result from its kind and numbers, by seat."""
    (kind, first), (_kind, second) = of_seats
    return GameSaid(number, kind, (first, second))


def match_cell(
    position: int,
    opponent: int | None,
    best_of: int,
    results: Sequence[GameSaid],
    rules: EventRules,
    columns: Sequence[NumberColumn],
    *,
    lot: int,
    rest_forfeited: str,
) -> Cell:
    """The round of who sits at that position, from the results of the match's games that count so far."""
    if best_of > 1:
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
            numbers=(getattr(rules, f"{forfeit.value}_honoris"),),
            numbers_against=(getattr(rules, f"{_FORFEITS[theirs.outcome].value}_honoris"),),
        )
    return Cell(
        CellKind.PLAYED,
        opponent,
        colour,
        points=getattr(rules, mine.outcome),
        numbers=numbers_in(mine, columns),
        numbers_against=numbers_in(theirs, columns),
    )
