"""A bracket as pages and the API show it: the whole drawing, with what is known and what is still to be decided."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.enums import Decider, EntryState, RoundState
from tournaments.formats.core.state import StageState
from tournaments.formats.systems.knockout.advance import BYE, BracketState, MatchState, Status
from tournaments.formats.systems.knockout.bracket import Bracket, BracketMatch, Group, Origin, Source
from tournaments.formats.systems.knockout.seeding import bracket_size, standard_seeding
from tournaments.models import Entry, Match, Stage
from tournaments.selectors.entries import GONE
from tournaments.selectors.events import PUBLIC_ROUNDS, rounds_of
from tournaments.selectors.rounds.matches import OPEN_STATES
from tournaments.selectors.rounds.pairings import PairingRow, pairings_of_matches
from tournaments.selectors.series.matches import counting_states, series_of_matches
from tournaments.services.brackets.follow import bracket_of_stage
from tournaments.services.brackets.names import GROUPS, round_name
from tournaments.snapshots import stage_snapshot

_WITHOUT_RESULT = (Status.WALKOVER, Status.DOUBLE_FORFEIT)
_UNPLAYED = (Status.READY, *_WITHOUT_RESULT)


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One side of a match. `name` is empty where nobody sits there (yet): then `source` says who will, or that nobody
    does. `score` is what this side has: the score of a single game, games of several. `left`: in a match that wasn't
    played to its end, that this side has withdrawn or was expelled."""

    seed: int | None
    name: str
    player_key: str
    entry_key: str
    source: str
    score: str
    is_winner: bool
    left: str = ""


@dataclass(frozen=True, slots=True)
class VoidMatchRow:
    """A match that was paired, perhaps played, for this place, before a correction sent others there."""

    match_key: str
    names: tuple[str, ...]
    score: str
    game_key: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """`number` is the match's id in the drawing. `status` is the drawing's, `live` tells of matches that are to be
    played: "", "paired" (a table, nothing handed in), "playing" (a part of the games is in), "tied" (all are in, and
    nobody goes on). `decided_by` says what let somebody go on, where the games didn't."""

    number: int
    round: int
    places: tuple[PlaceRow, PlaceRow]
    status: Status
    live: str
    match_key: str
    game_key: str
    table: int | None
    best_of: int
    decided_by: str
    voided: tuple[VoidMatchRow, ...]


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A place in a column: a match, or who has a bye there, or nothing, as the drawing has it."""

    match: MatchRow | None = None
    bye: PlaceRow | None = None


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """A column of the drawing, from top to bottom. `round` is the stage's round in which it is played. `joins`: two
    neighbours lead to one match of the next column, otherwise one does."""

    name: str
    number: int
    round: int
    slots: tuple[SlotRow, ...]
    is_current: bool
    best_of: int
    joins: bool

    @property
    def matches(self) -> list[MatchRow]:
        return [slot.match for slot in self.slots if slot.match is not None]


@dataclass(frozen=True, slots=True)
class BracketGroupView:
    group: Group
    name: str
    rounds: tuple[RoundColumn, ...]


@dataclass(frozen=True, slots=True)
class BracketView:
    """`byes` are the names of those who have none to play in the first round; `champion` is empty while it is open."""

    stage: Stage
    groups: tuple[BracketGroupView, ...]
    byes: tuple[str, ...]
    champion: str
    is_finished: bool

    @property
    def matches(self) -> list[MatchRow]:
        return [match for group in self.groups for round_ in group.rounds for match in round_.matches]

    @property
    def tied(self) -> list[MatchRow]:
        return [match for match in self.matches if match.live == "tied"]


@dataclass(frozen=True, slots=True)
class _Known:
    """What there is beside the drawing: matches that stand, by their number, those that were voided, and how series
    stand, by the match's key: games won by seat."""

    stage: Stage
    drawn: Bracket
    standing: BracketState
    entries: Mapping[int, Entry]
    rows: Mapping[int, Match]
    pairings: Mapping[str, PairingRow]
    series: Mapping[str, tuple[int, int]]
    voided: Mapping[int, Sequence[Match]]
    best_of: Mapping[int, int]


def bracket_view(stage: Stage) -> BracketView | None:
    """The bracket of a stage that has started; None for other stages, and before. So many queries for any size."""
    format_ = bracket_of_stage(stage)
    if format_ is None or not stage.planned_rounds:
        return None
    snapshot = stage_snapshot(stage)
    drawn = format_.drawing(snapshot.state, stage.options)
    standing = format_.standing(snapshot.state, stage.options)
    lengths = {match.id: format_.games_of(match, stage.options) or stage.best_of for match in drawn.matches}
    known = _known(stage, drawn, standing, snapshot.entries, lengths)
    still_play = _still_play(known)
    if still_play:
        standing = format_.standing(_still_there(snapshot.state, still_play), stage.options)
        known = replace(known, standing=standing)
    current = min((drawn.by_id[id_].play_round for id_, state in standing.matches.items() if _waits(state)), default=0)
    groups = tuple(_group(known, group, current) for group in Group)
    return BracketView(
        stage=stage,
        groups=tuple(group for group in groups if group.rounds),
        byes=tuple(snapshot.entries[seed].player.public_name for seed in drawn.byes),
        champion=snapshot.entries[standing.champion].player.public_name if standing.champion else "",
        is_finished=standing.is_finished,
    )


def _still_play(known: _Known) -> frozenset[int]:
    """Who has withdrawn from a match that was begun, by seed. It is open until its games are ruled on: nobody has won
    it before, unless the next round was paired without it."""
    begun = {
        number: row
        for number, row in known.rows.items()
        if known.standing.matches[number].status in _WITHOUT_RESULT and known.pairings[row.key].is_open
    }
    newest = rounds_of(known.stage).last() if begun else None
    return frozenset(
        seat
        for number, row in begun.items()
        for seat in known.standing.matches[number].seats
        if seat and newest is not None and row.round_id == newest.pk
    )


def _still_there(state: StageState, numbers: Collection[int]) -> StageState:
    """The stage as if these hadn't withdrawn."""
    entrants = tuple(
        replace(entrant, withdrawn=False) if entrant.number in numbers else entrant for entrant in state.entrants
    )
    return replace(state, entrants=entrants)


def _waits(state: MatchState) -> bool:
    return state.status in (Status.WAITING, Status.READY)


def _known(
    stage: Stage,
    drawn: Bracket,
    standing: BracketState,
    entries: Mapping[int, Entry],
    lengths: Mapping[int, int],
) -> _Known:
    of_stage = Match.objects.filter(round__stage=stage, bracket__gt=0, bye="")
    stands = of_stage.filter(is_void=False, round__state__in=PUBLIC_ROUNDS)
    public = [*PUBLIC_ROUNDS, RoundState.UNDONE]
    gone = of_stage.filter(is_void=True, round__state__in=public, games__isnull=False)
    rows = list(stands.select_related("round__stage__event").defer("round__engine", "why"))
    voided: dict[int, list[Match]] = {}
    for match in gone.distinct().order_by("pk").defer("why"):
        voided.setdefault(match.bracket or 0, []).append(match)
    pairings = {pairing.match_key: pairing for pairing in pairings_of_matches(stands | gone)}
    series = {key: found.standing.won for key, found in _series(rows)}
    return _Known(
        stage,
        drawn,
        standing,
        entries,
        {match.bracket: match for match in rows if match.bracket},
        pairings,
        series,
        voided,
        lengths,
    )


def _series(rows: Sequence[Match]) -> list[tuple[str, Any]]:
    found = series_of_matches(rows)
    return [(match.key, found[match.pk]) for match in rows if match.pk in found]


def _group(known: _Known, group: Group, current: int) -> BracketGroupView:
    rounds: dict[int, list[BracketMatch]] = {}
    for match in known.drawn.matches:
        if match.group is group:
            rounds.setdefault(match.round, []).append(match)
    shown = tuple(_round(known, group, matches, current) for _number, matches in sorted(rounds.items()))
    name = _("Bracket") if group is Group.WINNERS and not known.drawn.double else str(GROUPS[group])
    return BracketGroupView(group, name, shown)


def _round(known: _Known, group: Group, matches: Sequence[BracketMatch], current: int) -> RoundColumn:
    first, size = matches[0], bracket_size(known.drawn.entries)
    at = {match.position: SlotRow(_match(known, match)) for match in matches}
    if group is Group.WINNERS and first.round == 1:
        order = standard_seeding(size)
        for place, seed in enumerate(order):
            if seed in known.drawn.byes:
                at[place // 2 + 1] = SlotRow(bye=_sitting(known, seed))
    return RoundColumn(
        name=round_name(known.drawn, group, first),
        number=first.round,
        round=first.play_round,
        slots=tuple(
            at.get(position, SlotRow()) for position in range(1, places_of_round(size, group, first.round) + 1)
        ),
        is_current=first.play_round == current,
        best_of=known.best_of[first.id],
        joins=group is Group.WINNERS or (group is Group.LOSERS and first.round % 2 == 0),
    )


def places_of_round(size: int, group: Group, number: int) -> int:
    """How many matches a column of a drawing of that size has, byes included."""
    if group is Group.WINNERS:
        return int(size // 2**number)
    if group is Group.LOSERS:
        return int(size // 2 ** (number // 2 + 1 + number % 2))
    return 1


def _sitting(known: _Known, seed: int) -> PlaceRow:
    player, key = known.entries[seed].player, known.entries[seed].key
    return PlaceRow(seed, player.public_name, player.key, key, "", "", is_winner=False)


def _match(known: _Known, match: BracketMatch) -> MatchRow:
    state, row = known.standing.matches[match.id], known.rows.get(match.id)
    sitting = {seat.entry_key for seat in known.pairings[row.key].seats} if row else set()
    due = {known.entries[seat].key for seat in state.seats if seat}
    fits = row is not None and sitting == due
    pairing = known.pairings[row.key] if row is not None and fits else None
    places = (_place(known, match, state, 0, pairing), _place(known, match, state, 1, pairing))
    return MatchRow(
        number=match.id,
        round=match.play_round,
        places=places,
        status=state.status,
        live=_live(state, pairing, counting_states(known.stage.event.settings)),
        match_key=pairing.match_key if pairing else "",
        game_key=pairing.game.key if pairing and pairing.game else "",
        table=pairing.table if pairing else None,
        best_of=known.best_of[match.id],
        decided_by=str(Decider(row.goes_on_by).label) if row is not None and fits and row.goes_on_by else "",
        voided=tuple(_void(known, gone) for gone in known.voided.get(match.id, ())),
    )


def _live(state: MatchState, pairing: PairingRow | None, counting: frozenset[str]) -> str:
    if state.status is not Status.READY or pairing is None or pairing.game is None:
        return ""
    if pairing.game.state not in OPEN_STATES:
        return "tied" if pairing.game.state in counting else "paired"
    return "paired"


def _place(known: _Known, match: BracketMatch, state: MatchState, index: int, pairing: PairingRow | None) -> PlaceRow:
    seat = state.seats[index]
    entry = known.entries[seat] if seat else None
    if entry is None:
        source = _("nobody") if seat == BYE else _source(known, match.seats[index])
        return PlaceRow(None, "", "", "", source, "", is_winner=False)
    score = _score(known, pairing, entry.key)
    left = str(EntryState(entry.state).label) if entry.state in GONE and state.status in _UNPLAYED else ""
    return replace(_sitting(known, seat or 0), score=score, is_winner=state.winner == seat, left=left)


def _source(known: _Known, source: Source) -> str:
    """Who will sit there, as far as that can be said."""
    if source.origin is Origin.WINNER:
        return _("Winner of match %(number)d") % {"number": source.number}
    return _("Loser of match %(number)d") % {"number": source.number}


def _score(known: _Known, pairing: PairingRow | None, entry_key: str) -> str:
    if pairing is None:
        return ""
    position = next(index for index, seat in enumerate(pairing.seats) if seat.entry_key == entry_key)
    if pairing.match_key in known.series:
        return str(known.series[pairing.match_key][position])
    parts = pairing.score.split(" : ")
    return parts[position] if len(parts) == 2 else ""


def _void(known: _Known, match: Match) -> VoidMatchRow:
    pairing = known.pairings[match.key]
    return VoidMatchRow(
        match.key,
        tuple(seat.name for seat in pairing.seats),
        pairing.score,
        pairing.game.key if pairing.game else "",
    )
