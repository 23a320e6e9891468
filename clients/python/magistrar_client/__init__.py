"""A client of Magistrar's API, without dependencies: copy this folder beside your program (Python 3.11 or later).

from magistrar_client import Magistrar

site = Magistrar("https://magistrar.example", token="PREFIX_REST")
event = site.events.event_create(club="magierbund", name="Friday", preset="round-robin-evening",
                                 starts_at="2026-03-06T19:00+01:00")
for player in site.pages(site.players.players, search="Anna"):
    print(player["name"])
"""

from .client import UNSET, Client, Refused, Unset
from .groups import Magistrar

__all__ = ["UNSET", "Client", "Magistrar", "Refused", "Unset"]
