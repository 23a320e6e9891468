"""A public happening: something that everybody may know, as they may know it now. It is derived from a fact whenever
somebody tells of it, and stored nowhere: what was hidden since is hidden in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from news.enums import HappeningType

if TYPE_CHECKING:
    from games.models import Player
    from leagues.models import Season
    from tournaments.models import Entry, Event, MatchGame, Round
    from tournaments.selectors.rounds.pairings import PairingRow

# Kinds of facts that always are the same happening. What the others are depends on more than their kind.
OF_EVENTS: Mapping[str, HappeningType] = {
    "event.created": HappeningType.EVENT_OPENED,  # unless it is a draft first
    "event.published": HappeningType.EVENT_OPENED,
    "event.started": HappeningType.EVENT_STARTED,
    "event.finished": HappeningType.EVENT_FINISHED,
    "event.reopened": HappeningType.EVENT_REOPENED,
    "event.cancelled": HappeningType.EVENT_CANCELLED,
    "event.cancellation_taken_back": HappeningType.EVENT_RESTORED,
}
OF_ROUNDS: Mapping[str, HappeningType] = {"round.published": HappeningType.ROUND_PUBLISHED}
OF_ENTRIES: Mapping[str, HappeningType] = {
    "entry.added": HappeningType.ENTRY_ADDED,
    "entry.identified": HappeningType.ENTRY_ADDED,  # a claim became one: until then nobody knew whose it was
    "entry.removed": HappeningType.ENTRY_WITHDRAWN,
    "entry.withdrawn": HappeningType.ENTRY_WITHDRAWN,
    "entry.expelled": HappeningType.ENTRY_WITHDRAWN,
}
OF_SEASONS: Mapping[str, HappeningType] = {
    "league.entries_opened": HappeningType.SEASON_OPENED,
    "league.season_placed": HappeningType.SEASON_PLACED,
    "league.season_started": HappeningType.SEASON_STARTED,
    "league.season_closed": HappeningType.SEASON_CLOSED,
    "league.season_cancelled": HappeningType.SEASON_CANCELLED,
    "league.season_corrected": HappeningType.SEASON_CHANGED,
    "league.step_undone": HappeningType.SEASON_CHANGED,
}
TAKING_BACK = frozenset({"game.annulled", "game.reopened", "game.entry_undone", "submission.answer_undone"})
OF_GAMES = TAKING_BACK | {"submission.received", "submission.answered", "game.ruled", "game.entered"}
# After one of these the tables may be others.
MOVING_TABLES = OF_GAMES | {
    "round.published",
    "round.undone",
    "games.voided",
    "match.rest_forfeited",
    "match.decided",
    "entry.points_deducted",
    "entry.deduction_taken_back",
    "entry.withdrawn",
    "entry.expelled",
    "stage.closed",
    "stage.reopened",
    "ladder.day",
}
KINDS = frozenset({*OF_EVENTS, *OF_ROUNDS, *OF_ENTRIES, *OF_SEASONS, *OF_GAMES})


@dataclass(frozen=True, slots=True)
class Happening:
    """A happening of an event (`event`) or of a season (`season`). `player`, `entry`: of an entry that was added or
    withdrawn. `round`: of what was published, or where a game belongs; `place` and `pairing` are the game's."""

    type: HappeningType
    stream: str
    number: int
    at: datetime
    event: Event | None = None
    season: Season | None = None
    clubs: frozenset[str] = frozenset()
    player: Player | None = None
    entry: Entry | None = None
    round: Round | None = None
    place: MatchGame | None = None
    pairing: PairingRow | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The keys of the players whom it is about."""
        if self.pairing is not None:
            return tuple(seat.player_key for seat in self.pairing.seats)
        return (self.player.key,) if self.player is not None else ()

    @property
    def id(self) -> str:
        """Its name for good: the same happening has the same one, however often it is told. Letters, digits, "_"."""
        name = f"{self.stream.replace(':', '_')}_{self.number}"
        return f"{name}_standings" if self.type == HappeningType.STANDINGS_CHANGED else name
