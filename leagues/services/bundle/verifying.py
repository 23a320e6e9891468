"""Whether a season's file holds: the league's facts, each event's bundle, and what one says of the other. Needs no
configured database."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from leagues.enums import DeciderKind, SeasonState
from leagues.facts.state import ReplayedLeague
from leagues.services.bundle.document import ReadSeason, season_decode
from leagues.services.verify import LeagueVerdict, league_facts_differences
from magistrar_site.shared.facts import Difference
from tournaments.facts.replay import replay_steps
from tournaments.facts.stage_states import rows_now, stage_entries
from tournaments.facts.state import ReplayedState
from tournaments.selectors.entries import GONE
from tournaments.services.bundle.document import BundleError, bundle_decode
from tournaments.services.verify.bundle import bundle_verify


def season_verify(*, data: bytes) -> LeagueVerdict:
    """The verdict on a season's file. BundleError for what is none, DomainError for an event that can't be taken in."""
    read = season_decode(data)
    state = ReplayedLeague()
    first = next(league_facts_differences(read.stream, read.facts, read.head, state, is_public=read.is_public), None)
    first = first or next(_event_differences(read, state), None)
    first = first or next(_order_differences(read, state), None)
    if first is not None:
        return LeagueVerdict(read.head, first, "league")
    for key, bundle in sorted(read.events.items()):
        if bundle_decode(bundle).event != key:
            raise BundleError(f"events/{key}.json is the bundle of another event.")
        verdict = bundle_verify(data=bundle)
        if verdict.first is not None:
            return LeagueVerdict(read.head, verdict.first, f"event {key}", len(read.events))
    return LeagueVerdict(read.head, None, "", len(read.events))


def _event_differences(read: ReadSeason, state: ReplayedLeague) -> Iterator[Difference]:
    """The file has the events that the season's facts name, and no other."""
    season = next((each for each in state.seasons.values() if each.number == read.season), None)
    if season is None:
        yield Difference(0, "season", f"season {read.season}", "no such season")
        return
    named = {division.event for division in season.divisions.values() if division.event is not None}
    named |= {decider.event for decider in season.deciders.values() if decider.event is not None}
    if named != set(read.events):
        yield Difference(0, "events of the season", ", ".join(sorted(named)), ", ".join(sorted(read.events)))


def _order_differences(read: ReadSeason, state: ReplayedLeague) -> Iterator[Difference]:
    """The final order of each division against the table that its event's facts give, and against decided ties: who
    finished stands before who didn't, nobody before a player of a better rank, and level players as was decided."""
    season = next(each for each in state.seasons.values() if each.number == read.season)
    if season.state != SeasonState.CLOSED:
        return
    decided = {
        entry: place
        for decider in season.deciders.values()
        if decider.kind == DeciderKind.TIE
        for place, entry in enumerate(decider.order)
    }
    for number, division in sorted(season.divisions.items()):
        ranks = _ranks(read.events[division.event or ""])
        entries = [entry for entry in season.entries.values() if entry.division == number]
        entries.sort(key=lambda entry: entry.final_place or 0)
        rows = [
            (not finished, rank if finished else 0, decided.get(entry.key, -1) if finished else 0)
            for entry in entries
            for finished, rank in [ranks.get(entry.event_entry, (False, 0))]
        ]
        if any(entry.finished == is_out for entry, (is_out, *_rest) in zip(entries, rows, strict=True)):
            yield Difference(0, f"division {number}", "who finished as its event has it", "others")
        for place, (before, after) in enumerate(pairwise(rows), 1):
            is_level = before[:2] == after[:2]
            if before[:2] > after[:2] or (is_level and -1 not in {before[2], after[2]} and before[2] > after[2]):
                yield Difference(0, f"final order of division {number}", f"place {place} behind the next", "before it")


def _ranks(bundle: bytes) -> dict[str, tuple[bool, int]]:
    """Of each entry of a division's event: whether it finished, and its rank in the table of the event's facts."""
    state = ReplayedState()
    for _step in replay_steps(bundle_decode(bundle).facts, state):
        pass
    entries = stage_entries(state, 1)
    return {
        entries[row.number].key: (entries[row.number].state not in GONE and row.counted, row.rank)
        for row in rows_now(state, state.stage(1))
    }
