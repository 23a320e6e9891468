"""The client with all groups of operations. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .calls import Calls
from .challenges import Challenges
from .claims import Claims
from .client import Client
from .clubs import Clubs
from .editions import Editions
from .entries import Entries
from .event_bundles import EventBundles
from .events import Events
from .former_names import FormerNames
from .games import Games
from .leagues import Leagues
from .matches import Matches
from .me import Me
from .merges import Merges
from .my_calendar import MyCalendar
from .players import Players
from .pools import Pools
from .presets import Presets
from .proposals import Proposals
from .root import Root
from .same import Same
from .submissions import Submissions
from .tokens import Tokens
from .webhook_schema import WebhookSchema


class Magistrar(Client):
    """The API of a site. Options as `Client` has them."""

    def __init__(self, site: str, **options: Any) -> None:
        super().__init__(site, **options)
        self.calls = Calls(self)
        self.challenges = Challenges(self)
        self.claims = Claims(self)
        self.clubs = Clubs(self)
        self.editions = Editions(self)
        self.entries = Entries(self)
        self.event_bundles = EventBundles(self)
        self.events = Events(self)
        self.former_names = FormerNames(self)
        self.games = Games(self)
        self.leagues = Leagues(self)
        self.matches = Matches(self)
        self.me = Me(self)
        self.merges = Merges(self)
        self.my_calendar = MyCalendar(self)
        self.players = Players(self)
        self.pools = Pools(self)
        self.presets = Presets(self)
        self.proposals = Proposals(self)
        self.root = Root(self)
        self.same = Same(self)
        self.submissions = Submissions(self)
        self.tokens = Tokens(self)
        self.webhook_schema = WebhookSchema(self)
