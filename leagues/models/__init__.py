from leagues.models.deciders import Decider
from leagues.models.honours import Honour
from leagues.models.leagues import League, LeagueClub, LeagueRole
from leagues.models.seasons import Division, Matchday, Season, SeasonEntry

__all__ = [
    "Decider",
    "Division",
    "Honour",
    "League",
    "LeagueClub",
    "LeagueRole",
    "Matchday",
    "Season",
    "SeasonEntry",
]
