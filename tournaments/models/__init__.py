from tournaments.models.checkin import CheckIn, CheckInSession
from tournaments.models.derived import Standing, StandingTable
from tournaments.models.events import Entry, Event, EventRole, Stage
from tournaments.models.grand_mage import (
    Season,
    SeriesShare,
    SeriesSource,
    SeriesStanding,
    SeriesTable,
    TitleReign,
)
from tournaments.models.pairing_jobs import PairingJob
from tournaments.models.prizes import PrizeCategory
from tournaments.models.rounds import Match, MatchGame, MatchSeat, Round
from tournaments.models.seating import ByeRequest, FixedTable, SeparatedPair

__all__ = [
    "ByeRequest",
    "CheckIn",
    "CheckInSession",
    "Entry",
    "Event",
    "EventRole",
    "FixedTable",
    "Match",
    "MatchGame",
    "MatchSeat",
    "PairingJob",
    "PrizeCategory",
    "Round",
    "Season",
    "SeparatedPair",
    "SeriesShare",
    "SeriesSource",
    "SeriesStanding",
    "SeriesTable",
    "Stage",
    "Standing",
    "StandingTable",
    "TitleReign",
]
