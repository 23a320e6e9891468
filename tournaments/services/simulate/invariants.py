"""What has to hold for every event, whatever happened in it. Each is a function of its own; together they are what
tests and the simulator ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.enums import GameState
from magistrar_site.shared.services.chain import facts_read
from tournaments.enums import ByeKind, EntryState, RoundState
from tournaments.facts.replay import replay_steps
from tournaments.facts.rounds import RoundPublished
from tournaments.facts.stage_states import stage_entries
from tournaments.facts.state import ReplayedMatch, ReplayedRound, ReplayedState
from tournaments.formats.core.capabilities import AwardsPlaces, SeatsTables, opens_ahead, pairs_by_score
from tournaments.formats.core.format import for_standings, option_values
from tournaments.formats.core.series import MOST_GAMES, Ending
from tournaments.formats.core.state import Cell, CellKind, Sitting, StageState
from tournaments.formats.registry import format_for
from tournaments.models import Event, Match, MatchSeat, Stage, Standing, StandingTable
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.series.cells import games_worth
from tournaments.selectors.series.matches import series_of_matches
from tournaments.selectors.stages import is_ladder
from tournaments.services.stages.options import players_of_event
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify
from tournaments.snapshots import stage_snapshot

PRESENT = frozenset({EntryState.ACTIVE.value, EntryState.PAUSED.value})
MOST_GOLDENS = 4  # R29
Invariant = Callable[[Event], Iterator[str]]


def broken(event: Event) -> list[str]:
    """Sentences about everything that doesn't hold; tables must be up to date."""
    return [sentence for invariant in INVARIANTS for sentence in invariant(event)]


def everybody_has_a_seat(event: Event) -> Iterator[str]:
    """Whenever a round is published: paired + byes + absent = active entries, each of them once."""
    state = ReplayedState()
    for fact, payload in replay_steps(facts_read(event.stream), state):
        if not isinstance(payload, RoundPublished):
            continue
        round_ = state.round(payload.stage, payload.round)
        seated = sorted(key for match in _standing(round_) for key in match.entries)
        present = sorted(entry.key for entry in stage_entries(state, payload.stage).values() if entry.state in PRESENT)
        if seated != present:
            yield f"fact {fact.number}: seats of round {round_.number} are {seated}, present were {present}"


def _standing(round_: ReplayedRound) -> list[ReplayedMatch]:
    return [match for match in round_.matches.values() if not match.is_void]


def nobody_twice_in_a_round(event: Event) -> Iterator[str]:
    seats = MatchSeat.objects.filter(round__stage__event=event, is_void=False, match__is_void=False)
    places = list(seats.exclude(round__state=RoundState.UNDONE).values_list("round", "entry"))
    for place in {place for place in places if places.count(place) > 1}:
        yield f"entry {place[1]} sits twice in round {place[0]}"


def no_second_bye_before_all_had_one(event: Event) -> Iterator[str]:
    """No second pairing-allocated bye for an entry while one who is paired in that round has had none. In a bracket
    byes go by seed, in a round robin by the table; where rounds of tables are made ahead by the schedule. There other
    byes that give points count as well."""
    for stage in _started(event):
        format_ = format_for(stage.format)
        if not pairs_by_score(format_) or opens_ahead(format_, stage.options):
            continue
        counted = (
            {ByeKind.PAIRING, ByeKind.HALF, ByeKind.FULL} if isinstance(format_, SeatsTables) else {ByeKind.PAIRING}
        )
        seats = MatchSeat.objects.filter(round__stage=stage, is_void=False, round__state__in=PUBLIC_ROUNDS)
        had: set[int] = set()
        rows = list(seats.order_by("round__number").values_list("round__number", "entry", "match__bye"))
        for number in sorted({row[0] for row in rows}):
            byes = {entry for at, entry, bye in rows if at == number and bye == ByeKind.PAIRING}
            paired = {entry for at, entry, bye in rows if at == number and bye == ByeKind.NONE}
            if byes & had and paired - had:
                yield f"round {number}: a second bye for {sorted(byes & had)} while {sorted(paired - had)} had none"
            had |= {entry for at, entry, bye in rows if at == number and bye in counted}


def tables_fit(event: Event) -> Iterator[str]:
    """At tables of more than two as many sit as the stage allows and the game is made for."""
    for stage in _started(event):
        format_, players = format_for(stage.format), players_of_event(event)
        if not isinstance(format_, SeatsTables):
            continue
        options = option_values(format_, stage.options)
        least, most = int(options["least"]), int(options.get("most", options["size"]))
        matches = Match.objects.filter(round__stage=stage, is_void=False, bye=ByeKind.NONE)
        for match in matches.exclude(round__state=RoundState.UNDONE).prefetch_related("seats"):
            seats = len(match.seats.all())
            if seats not in players or not least <= seats <= most:
                yield f"match {match.key} has {seats} seats"


def points_sum(event: Event) -> Iterator[str]:
    """The points of a table are what its games and byes gave: as much as each is worth by the event's rules."""
    for stage in _started(event):
        if is_ladder(stage):
            continue  # its order is its table, and nothing is worth points
        snapshot = stage_snapshot(stage)
        state = for_standings(format_for(stage.format), snapshot.state, stage.options)
        format_ = format_for(stage.format)
        if isinstance(format_, AwardsPlaces):
            worth = sum(
                _worth_of_tables(format_, stage, [entrant.sittings[number] for entrant in state.entrants])
                for number in range(state.rounds_done)
            )
        else:
            worth = sum(
                _worth(event, stage, state, entrant.number, cell)
                for entrant in state.entrants
                for cell in entrant.cells
            )
        table = StandingTable.objects.filter(stage=stage).order_by("-after_round").first()
        rows = Standing.objects.filter(table=table, is_counted=True) if table else Standing.objects.none()
        total = sum(rows.values_list("points", flat=True))
        if total != worth:
            yield f"stage {stage.number}: the table has {total} half points, games and byes gave {worth}"


def _worth_of_tables(format_: AwardsPlaces, stage: Stage, sittings: Sequence[Sitting]) -> int:
    """What a round of tables gives in all: at each table what its places are worth, less the last ones of those who
    forfeited; and the byes."""
    byes = {CellKind.PAIRING_BYE, CellKind.HALF_BYE, CellKind.FULL_BYE}
    worth = sum(sitting.kind in byes for sitting in sittings) * format_.points_of_bye(stage.options)
    at_tables: dict[int, list[Sitting]] = {}
    for sitting in sittings:
        if sitting.places:
            at_tables.setdefault(sitting.table, []).append(sitting)
    for seated in at_tables.values():
        of_places = format_.points_of_table(range(1, len(seated[0].places) + 1), stage.options)
        forfeited = sum(sitting.kind is CellKind.FORFEIT_LOSS for sitting in seated)
        worth += sum(of_places[: len(of_places) - forfeited])
    return worth


def _worth(event: Event, stage: Stage, state: StageState, number: int, cell: Cell) -> int:
    """Half points of a game's or bye's cell, counted where it counts: a game is shared out between its two."""
    if number in state.uncounted or (cell.opponent is not None and cell.opponent in state.uncounted):
        return 0
    rules = event.settings
    if cell.series is not None and rules.series_points == "games":
        score, (won, lost) = cell.series, cell.series.unplayed
        over_the_board = (score.won - won) * rules.win + score.drawn * rules.draw + (score.lost - lost) * rules.loss
        return over_the_board + won * rules.forfeit_win + lost * rules.forfeit_loss
    if cell.kind is CellKind.PLAYED:
        return cell.points if cell.points in {rules.win, rules.draw, rules.loss} else -1_000_000
    best_of = 1 if cell.series is not None else stage.best_of
    is_nothing = cell.is_open or (cell.kind is CellKind.ZERO_BYE and not cell.points)  # an unplayed game is no bye
    return 0 if is_nothing else int(getattr(rules, cell.kind.value)) * games_worth(best_of, rules)


def series_hold(event: Event) -> Iterator[str]:
    """Matches of several games: at most four goldens, the bags those of the results before where nothing was corrected
    since, the winner with the wins that he needs unless nine games were played or the rest forfeited, and a next game
    set up exactly while the match is open (R28, R29, H7)."""
    matches = Match.objects.filter(round__stage__event=event, is_void=False, best_of__gt=1)
    for series in series_of_matches(list(matches)).values():
        name, standing = f"match {series.match.key}", series.standing
        for link in series.own_games:
            goldens = link.game.variants.get("golden", {}).values()
            if sum(goldens) > MOST_GOLDENS:
                yield f"{name}: {sum(goldens)} goldens in game {link.number}"
            is_due = link.game.state == GameState.EXPECTED
            if is_due and link.game.variants != series.variants_of(link):
                yield f"{name}: game {link.number} is set up with {link.game.variants}"
        if standing.ending is Ending.WINS and standing.won[standing.winner or 0] != standing.needed:
            yield f"{name}: won with {standing.won}"
        if standing.ending in {Ending.GAMES, Ending.SCORE, Ending.LOTS} and len(standing.counted) != MOST_GAMES:
            yield f"{name}: decided by {standing.ending} after {len(standing.counted)} games"
        unplayed = [link for link in series.pending if link.game.state == GameState.EXPECTED]
        if series.links and (unplayed if standing.is_decided else not series.pending):
            yield f"{name}: decided is {standing.is_decided}, and {len(unplayed)} games are due"


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
    tables_fit,
    points_sum,
    series_hold,
    tables_from_scratch,
    verified,
)
