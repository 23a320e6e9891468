"""Whether a league of this service holds: its facts by themselves, the placements and honours that follow from them,
the rows that stand for them, and the events of its seasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC

from django.db import DatabaseError, transaction

from leagues.enums import Answer, HonourKind, Move, SeasonState
from leagues.facts.closing import FinalDivision, MadeHonour, SeasonClosed, SeasonCorrected
from leagues.facts.registry import league_steps
from leagues.facts.rows import league_differences, rows_state
from leagues.facts.seasons import SeasonPlaced
from leagues.facts.state import ReplayedLeague, ReplayedSeason
from leagues.models import League, Season
from leagues.models.rules import settings_read
from leagues.placement.by_hand import with_moves
from leagues.placement.claims import PROMOTED, RELEGATED, claims_of
from leagues.placement.plan import season_plan
from leagues.placement.values import LastSeason, Newcomer, PastPlayer, PlacementError, Playoff
from leagues.selectors.seasons import events_of_season, seasons_of
from leagues.services.seasons.close import final_rows
from leagues.services.seasons.last_season import moving_settings
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.facts import Difference, FactValue
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.chain import chain_differences, facts_read
from magistrar_site.shared.services.facts import stream_lock
from tournaments.services.verify.event import event_verify

_MOVES = {PROMOTED: Move.PROMOTED, RELEGATED: Move.RELEGATED}


@dataclass(frozen=True, slots=True)
class LeagueVerdict:
    """`first` is the first difference, and `where` the league or event that has it; None where everything holds.
    `head`: number and digest of the league's newest fact; `events`: how many events were looked at."""

    head: tuple[int, str]
    first: Difference | None
    where: str
    events: int = 0

    @property
    def holds(self) -> bool:
        return self.first is None

    def __str__(self) -> str:
        if self.first:
            return f"{self.where}: {self.first}"
        return f"verified {self.head[0]} {self.head[1]}, {self.events} events"


def league_verify(*, league: League, with_events: bool = True) -> LeagueVerdict:
    """Replay the league from its facts and compare everything; then each event of its seasons, unless that is done
    elsewhere."""
    try:
        head, differences = _kept_differences(league)
        first = next(iter(differences), None)
    except DatabaseError:
        raise
    except Exception as error:  # rows can hold anything, and what reads them trusts them
        return LeagueVerdict(
            head_of(league.stream), Difference(0, "rows", "rows that can be read", repr(error)), league.slug
        )
    if first is not None:
        return LeagueVerdict(head, first, league.slug)
    seasons = seasons_of(league) if with_events else []
    events = [event for season in seasons for event in events_of_season(season)]
    for event in events:
        verdict = event_verify(event=event)
        if verdict.first is not None:
            return LeagueVerdict(head, verdict.first, event.slug, len(events))
    return LeagueVerdict(head, None, "", len(events))


@transaction.atomic
def _kept_differences(league: League) -> tuple[tuple[int, str], list[Difference]]:
    stream_lock(stream=league.stream)  # nothing is written meanwhile
    facts, head = facts_read(league.stream), head_of(league.stream)
    state = ReplayedLeague()
    found = list(league_facts_differences(league.stream, facts, head, state))
    if not found:
        there = users_by_keys(state.roles)
        state.roles = {user: role for user, role in state.roles.items() if user in there}
        found = list(league_differences(state, rows_state(league)))
    if not found:
        found = [each for season in seasons_of(league) for each in _final_differences(season)]
    return head, found


def league_facts_differences(
    stream: str, facts: Sequence[FactValue], head: tuple[int, str], state: ReplayedLeague, *, is_public: bool = False
) -> Iterator[Difference]:
    """The differences in a league's facts: the chain, what can't have followed, placements that aren't the plan's, and
    honours that aren't those of the final order. `state` is brought up to the last fact that holds."""
    broken = False
    for difference in chain_differences(stream, facts, head, is_public=is_public):
        broken = True
        yield difference
    if broken:
        return
    for fact, payload, contradiction in league_steps((fact for fact in facts if "payload" not in fact.redacted), state):
        if contradiction is not None:
            yield contradiction
            return
        if isinstance(payload, SeasonPlaced):
            yield from _placement_differences(state, fact.number, payload)
        elif isinstance(payload, SeasonClosed | SeasonCorrected):
            yield from _closing_differences(state, fact.number, payload)
    if f"league:{state.key}" != stream:
        yield Difference(1, "stream", stream, f"league:{state.key}")


def _placement_differences(state: ReplayedLeague, number: int, placed: SeasonPlaced) -> Iterator[Difference]:
    """The placement against the plan, made anew from the facts so far, with the moves by hand."""
    season = state.season(placed.season)
    players = {key: entry.player for key, entry in season.entries.items()}
    ratings = {players[row.entry]: row.rating for division in placed.divisions for row in division.entries}
    given = _placement_input(state, season, ratings)
    try:
        plan = season_plan(given)
    except PlacementError as error:
        yield Difference(number, "placement", "a plan that can be made", str(error))
        return
    moved_to = {entry.player: entry.moved_to for entry in season.entries.values() if entry.moved_to is not None}
    expected = [
        [(row.id, row.reason.value, row.by_hand) for row in division] for division in with_moves(plan, moved_to)[0]
    ]
    found = [
        [(players[row.entry], row.reason.value, row.by_hand) for row in division.entries]
        for division in placed.divisions
    ]
    if expected != found:
        yield Difference(number, "placement", str(expected), str(found))


def _placement_input(state: ReplayedLeague, season: ReplayedSeason, ratings: dict[str, int | None]) -> LastSeason:
    """As `placement_input`, from the facts so far; `ratings` are those that the placement names."""
    earlier = [other for other in state.seasons.values() if other.number < season.number]
    kept = [other for other in earlier if other.divisions or other.state != SeasonState.CANCELLED]
    before = max(kept, key=lambda other: other.number, default=None)
    here = [entry for entry in season.entries.values() if entry.answer == Answer.YES and not entry.is_reserve]
    returning = {entry.player for entry in here}
    divisions = _divisions(before, returning) if before else []
    past = {player.id for division in divisions for player in division}
    is_closed = before is not None and before.state == SeasonState.CLOSED
    moves = settings_read(dict(before.rules)).placement if before and is_closed else None
    return LastSeason(
        divisions=divisions,
        settings=moving_settings(
            settings_read(dict(season.rules)).placement,
            moves,
            [_start_size(before, each) for each in sorted(before.divisions)] if before else [],
        ),
        playoffs=_playoffs(before) if before and is_closed else [],
        newcomers=[
            Newcomer(
                id=entry.player,
                signed_up=f"{entry.signed_up_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z",
                rating=ratings.get(entry.player),
                division=entry.seeded,
            )
            for entry in here
            if entry.player not in past
        ],
    )


def _divisions(season: ReplayedSeason, returning: set[str]) -> list[list[PastPlayer]]:
    is_final = season.state == SeasonState.CLOSED
    divisions = []
    for number in sorted(season.divisions):
        entries = [entry for entry in season.entries.values() if entry.division == number]
        entries.sort(key=lambda entry: ((entry.final_place if is_final else entry.place) or 0, entry.key))
        divisions.append(
            [PastPlayer(entry.player, entry.player in returning, entry.finished or not is_final) for entry in entries]
        )
    return divisions


def _start_size(season: ReplayedSeason, number: int) -> int:
    return sum(entry.division == number and entry.took_over is None for entry in season.entries.values())


def _playoffs(season: ReplayedSeason) -> list[Playoff]:
    return [
        Playoff(border=decider.number, winner=season.entry(decider.order[0]).player)
        for decider in season.deciders.values()
        if decider.kind == "playoff" and decider.order
    ]


def _closing_differences(
    state: ReplayedLeague, number: int, closed: SeasonClosed | SeasonCorrected
) -> Iterator[Difference]:
    """Promotions, relegations and honours against the rule, made anew from the final order that the fact gives."""
    season = state.season(closed.season)
    sizes = [_start_size(season, each) for each in sorted(season.divisions)]
    settings = settings_read(dict(season.rules)).placement
    last = LastSeason(
        divisions=[
            [PastPlayer(row.entry, True, row.finished) for row in division.entries] for division in closed.divisions
        ],
        settings=moving_settings(settings, settings, sizes),
        playoffs=[
            Playoff(border=decider.number, winner=decider.order[0])
            for decider in season.deciders.values()
            if decider.kind == "playoff" and decider.order
        ],
    )
    moves = {claim.player.id: _MOVES.get(claim.move, Move.STAYS) for claim in claims_of(last)}
    found = {row.entry: row.move for division in closed.divisions for row in division.entries}
    if moves != found:
        yield Difference(number, "promoted and relegated players", str(moves), str(found))
    expected = sorted(_honours(season, closed.divisions))
    stored = sorted(_honour_values(closed.honours))
    if expected != stored:
        yield Difference(number, "honours", str(expected), str(stored))


def _honours(season: ReplayedSeason, divisions: Sequence[FinalDivision]) -> Iterator[tuple[str, int, str]]:
    for division in divisions:
        for place, row in enumerate(division.entries, 1):
            player = season.entry(row.entry).player
            if place == 1 and row.finished:
                yield player, division.division, HonourKind.CHAMPION.value
            if row.move is not Move.STAYS:
                yield player, division.division, HonourKind(row.move.value).value


def _honour_values(honours: Sequence[MadeHonour]) -> list[tuple[str, int, str]]:
    return [(honour.player, honour.division, honour.kind.value) for honour in honours]


def _final_differences(season: Season) -> Iterator[Difference]:
    """The final order of a closed season against the tables of its divisions and what was decided."""
    if season.state != SeasonState.CLOSED:
        return
    for division, rows in final_rows(season):
        expected = [(row.entry.key, row.place, row.finished, row.move.value) for row in rows]
        found = [(row.entry.key, row.entry.final_place, row.entry.finished, str(row.entry.move)) for row in rows]
        if expected != found:
            yield Difference(0, f"final order of {division.name}", str(expected), str(found))
