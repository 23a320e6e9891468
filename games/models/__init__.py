from games.models.appeals import Appeal
from games.models.clubs import Club, ClubRole
from games.models.deals import GameDeal
from games.models.drafts import DraftPart, DraftSecret
from games.models.editions import ClubEdition
from games.models.games import Game, GameSeat
from games.models.mail import MailConsent
from games.models.names import FormerName
from games.models.pictures import ClubLogo, PlayerPicture
from games.models.players import Player
from games.models.results import GameResult, PartResult, PartSeat, SeatNumber, SeatResult
from games.models.submissions import Confirmation, Submission

__all__ = [
    "Appeal",
    "Club",
    "ClubEdition",
    "ClubLogo",
    "ClubRole",
    "Confirmation",
    "DraftPart",
    "DraftSecret",
    "FormerName",
    "Game",
    "GameDeal",
    "GameResult",
    "GameSeat",
    "MailConsent",
    "PartResult",
    "PartSeat",
    "Player",
    "PlayerPicture",
    "SeatNumber",
    "SeatResult",
    "Submission",
]
