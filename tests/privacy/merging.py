"""Somebody who was entered twice, under two names, and all that can be seen of it."""

from __future__ import annotations

import random
from typing import Any

from games.enums import Grade
from games.models import GameSeat, Player
from leagues.models import Honour, SeasonEntry
from ratings.models import Pool
from ratings.selectors.generations import shown_changes
from ratings.selectors.leaderboards import leaderboard_rows
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening
from tournaments.facts.state import ReplayedState
from tournaments.models import Entry, Event, MatchSeat, Standing
from tournaments.services.bundle.document import bundle_decode
from tournaments.services.bundle.exporting import public_bundle
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify
from tournaments.services.verify.facts import Walk, facts_differences

FIRST, SECOND = "Anna", "Anna Berg"


class Twice:
    """Events in which Anna plays under one of two names, against others who play in all of them."""

    def __init__(self, *, events: int = 2, seed: int = 1, plays: bool = True) -> None:
        self.evening = Evening(seed)
        rng = random.Random(seed)
        self.events: list[Event] = []
        for number in range(events):
            name = FIRST if number == 0 else SECOND if number == 1 else rng.choice([FIRST, SECOND])
            event = self.evening.started((name, "Bert", "Cleo", "Dora"), name=f"Evening {number}")
            if plays:
                self.evening.play_out(event, rng.randint(1, 2), lambda: Grade.SCORE)
            self.events.append(event)
            self.evening.later(days=7)
        self.refresh()
        self.anna, self.other = Player.objects.get(name=FIRST), Player.objects.get(name=SECOND)

    def refresh(self) -> None:
        for event in self.events:
            standings_refresh(event_key=event.key)
        for pool in Pool.objects.all():
            ratings_refresh(pool_key=pool.key)

    def differences(self) -> list[str]:
        """What doesn't follow from the facts of the events, and of their bundles as everybody may have them."""
        found = [str(verdict) for event in self.events if not (verdict := event_verify(event=event)).holds]
        for event in self.events:
            read = bundle_decode(b"".join(public_bundle(event)))
            walk = Walk(is_public=True)
            found += map(str, facts_differences(event.stream, read.facts, read.head, walk, ReplayedState()))
        return found

    def read(self, player: Player) -> Player:
        return Player.objects.get(pk=player.pk)


def state() -> dict[str, Any]:
    """All that says whose is what, and what follows from it, to the digit."""
    members = ("position", "game__key", "player__key", "opponent__key", "score", "before", "after", "expected", "k")
    changes = shown_changes().order_by("pool", "position", "player__key")
    return {
        "players": list(Player.objects.order_by("pk").values()),
        "entries": list(Entry.objects.order_by("pk").values()),
        "seats": list(MatchSeat.objects.order_by("pk").values()),
        "games": list(GameSeat.objects.order_by("pk").values()),
        "seasons": list(SeasonEntry.objects.order_by("pk").values()),
        "honours": list(Honour.objects.order_by("pk").values()),
        "standings": list(Standing.objects.order_by("table__stage", "rank", "entry").values("entry", "rank", "values")),
        "changes": list(changes.values_list(*members, "games", "peak", "deviation", "volatility", "is_provisional")),
        "boards": [
            (row.player.key, row.rank, row.previous_rank, row.value, row.games, row.state, row.last_played_at)
            for pool in Pool.objects.order_by("pk")
            for row in leaderboard_rows(pool)
        ],
    }
