"""Whether a season's file holds: the league's facts, each event's bundle, and what one says of the other. Needs no
configured database."""

from __future__ import annotations

from collections.abc import Iterator

from leagues.facts.state import ReplayedLeague
from leagues.services.bundle.document import ReadSeason, season_decode
from leagues.services.verify import LeagueVerdict, league_facts_differences
from magistrar_site.shared.facts import Difference
from tournaments.services.bundle.document import BundleError, bundle_decode
from tournaments.services.verify.bundle import bundle_verify


def season_verify(*, data: bytes) -> LeagueVerdict:
    """The verdict on a season's file. BundleError for what is none, DomainError for an event that can't be taken in."""
    read = season_decode(data)
    state = ReplayedLeague()
    first = next(league_facts_differences(read.stream, read.facts, read.head, state, is_public=read.is_public), None)
    first = first or next(_event_differences(read, state), None)
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
