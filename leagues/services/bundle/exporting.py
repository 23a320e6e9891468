"""Writes a season as one file: for its staff with names and texts, for everybody else without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from leagues.enums import LeagueAction
from leagues.facts.registry import LEAGUE_KINDS
from leagues.models import Season
from leagues.selectors.seasons import events_of_season
from leagues.services.bundle.document import league_chunks, season_file
from leagues.services.permissions import require_league
from magistrar_site.shared.acts import Act
from magistrar_site.shared.facts import FactValue
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.chain import facts_up_to
from tournaments.services.bundle.exporting import bundle_of, public_bundle


def season_bundle(*, act: Act, season: Season) -> bytes:
    """The season with all names and texts, as with an event for those who run it. NotAllowed."""
    require_league(act, season.league, LeagueAction.MANAGE_SEASON)
    return bundle_of_season(season, is_public=False)


def public_season_bundle(season: Season) -> bytes:
    """The season as everybody may have it: no names, no texts, and of the league's facts only those that are public."""
    return bundle_of_season(season, is_public=True)


def bundle_of_season(season: Season, *, is_public: bool) -> bytes:
    """As `season_bundle`, or `public_season_bundle`; permission is the caller's."""
    stream = season.league.stream
    head = head_of(stream)
    facts: Iterable[FactValue] = facts_up_to(stream, head[0])
    if is_public:
        facts = _public(facts)
    league = league_chunks(league=season.league.key, season=season.number, head=head, facts=facts, public=is_public)
    events = events_of_season(season)
    bundles = [(event.key, b"".join(public_bundle(event)) if is_public else bundle_of(event)) for event in events]
    return season_file(b"".join(league), bundles)


def _public(facts: Iterable[FactValue]) -> Iterator[FactValue]:
    for fact in facts:
        declared = LEAGUE_KINDS.get(fact.kind)
        if declared is not None and declared.is_public:
            yield replace(fact, details={})
        else:
            yield replace(fact, payload={}, actor="", details={}, redacted=frozenset({"payload", "actor"}))
