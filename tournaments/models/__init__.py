from tournaments.models.derived import Standing, StandingTable
from tournaments.models.events import Entry, Event, EventRole, Stage
from tournaments.models.rounds import Match, MatchGame, MatchSeat, Round

__all__ = [
    "Entry",
    "Event",
    "EventRole",
    "Match",
    "MatchGame",
    "MatchSeat",
    "Round",
    "Stage",
    "Standing",
    "StandingTable",
]
