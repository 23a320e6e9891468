"""Whether a bundle holds: its facts by themselves, and as an event of a service that has nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.facts import Difference
from magistrar_site.shared.throwaway import throwaway_database
from ratings.services.ratings import ratings_refresh
from tournaments.facts.state import ReplayedState
from tournaments.facts.walk import Walk
from tournaments.services.bundle.document import Read, bundle_decode
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import bundle_restore, unproven
from tournaments.services.series.grand_mage import grand_mage_refresh_after
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import Verdict, event_verify
from tournaments.services.verify.facts import facts_differences

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def bundle_verify(*, data: bytes) -> Verdict:
    """The verdict on a bundle. Needs no configured database: what has to be written goes to one in memory. BundleError
    for what is no bundle, DomainError for one that can't be taken in."""
    read = bundle_decode(data)
    state, walk = ReplayedState(), Walk(is_public=read.is_public)
    first = next(facts_differences(read.stream, read.facts, read.head, walk, state), None)
    if first is not None or read.is_public:  # public facts make no rows: some of them say too little
        return Verdict(read.head, first, tuple(walk.notes), exceptions=tuple(walk.exceptions))
    with throwaway_database():
        verdict = _taken_in(read, state, walk)
    return replace(verdict, unproven=unproven(read)) if verdict.holds else verdict


def _taken_in(read: Read, state: ReplayedState, walk: Walk) -> Verdict:
    """The verdict on the event that the bundle makes."""
    user = account_create(email="verify@magistrar.example", password=None)
    act = Act(Actor("user", user.key, staff=True), LONG_AGO)
    event = bundle_restore(act=act, read=read, state=state, walk=walk)
    standings_refresh(event_key=event.key)
    grand_mage_refresh_after(event_key=event.key)
    for pool in {game.pool for game in state.games.values() if game.pool}:
        ratings_refresh(pool_key=pool)
    verdict = event_verify(event=event)
    again = bundle_decode(bundle_of(event))
    if verdict.holds and again.facts != read.facts:
        lost = next(fact.number for fact, other in zip(read.facts, again.facts, strict=True) if fact != other)
        return Verdict(read.head, Difference(lost, "fact after coming in and going out", "the same", "another"))
    return verdict
