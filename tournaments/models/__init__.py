from tournaments.models.abouts import EventAbout
from tournaments.models.announcements import Announcement
from tournaments.models.asking import EntryAnswer, EntryContact, EntryFee, EntryForm, EntryQuestion
from tournaments.models.calls import ArbiterCall
from tournaments.models.checkin import CheckIn, CheckInSession
from tournaments.models.derived import Standing, StandingTable
from tournaments.models.events import Entry, Event, EventRole, SignUpWish, Stage, StageSeed
from tournaments.models.fixtures import (
    AgreedPlace,
    AwayDays,
    CalendarToken,
    OwnZone,
    Proposal,
    ProposedTime,
    Reminder,
)
from tournaments.models.grand_mage import (
    GrandMagePeriod,
    GrandMageSource,
    GrandMageStanding,
    GrandMageTable,
    SeriesShare,
    TitleReign,
)
from tournaments.models.incoming import IncomingBundle
from tournaments.models.ladder import Challenge, Holiday
from tournaments.models.mailings import Mailing
from tournaments.models.pairing_jobs import PairingJob
from tournaments.models.penalties import Penalty
from tournaments.models.prizes import PrizeCategory
from tournaments.models.rounds import Match, MatchGame, MatchSeat, Round
from tournaments.models.seating import ByeRequest, FixedTable, SeparatedPair

__all__ = [
    "AgreedPlace",
    "Announcement",
    "ArbiterCall",
    "AwayDays",
    "ByeRequest",
    "CalendarToken",
    "Challenge",
    "CheckIn",
    "CheckInSession",
    "Entry",
    "EntryAnswer",
    "EntryContact",
    "EntryFee",
    "EntryForm",
    "EntryQuestion",
    "Event",
    "EventAbout",
    "EventRole",
    "FixedTable",
    "GrandMagePeriod",
    "GrandMageSource",
    "GrandMageStanding",
    "GrandMageTable",
    "Holiday",
    "IncomingBundle",
    "Mailing",
    "Match",
    "MatchGame",
    "MatchSeat",
    "OwnZone",
    "PairingJob",
    "Penalty",
    "PrizeCategory",
    "Proposal",
    "ProposedTime",
    "Reminder",
    "Round",
    "SeparatedPair",
    "SeriesShare",
    "SignUpWish",
    "Stage",
    "StageSeed",
    "Standing",
    "StandingTable",
    "TitleReign",
]
