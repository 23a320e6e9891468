"""A game as its system's pages get it: the game, who sits where, who reads, and what the reader may do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from games.engine.core.game_system import GameSystem
from games.engine.registry import game_system
from games.enums import UNPLAYED_STATES, Grade
from games.models import Game, GameResult
from games.selectors.drafts import DraftRecord, draft_document, draft_record, last_recorded
from games.selectors.evidence import Evidence
from games.selectors.games import set_up_of


@dataclass(frozen=True)
class SeatContext:
    """A player at the game: the number of the seat from 1, its name in the system's documents and in words, and the
    player's key and public name."""

    number: int
    side: str
    side_name: str
    key: str
    name: str
    starts: bool


@dataclass(frozen=True)
class Addresses:
    """Where a game's pages are. `base` is the game's own page; `reader` is added to what only this reader may do."""

    base: str
    reader: str = ""
    worker: str = ""
    edition: str = ""
    steps: str = ""
    """All steps of the replay as one fragment, of the version that is put in the place of `VERSION`."""
    picture: str = ""
    """The picture of the position after a step, whose number is put in the place of `0`."""

    @property
    def game(self) -> str:
        return self._with(self.base, {})

    def entry(self, key: str, rest: str = "", **query: str) -> str:
        """The address of one of the system's forms, or of a part of it."""
        return self._with(f"{self.base}{key}/{rest}", query)

    def _with(self, address: str, query: Mapping[str, str]) -> str:
        said = {**({"as": self.reader} if self.reader else {}), **query}
        return f"{address}?{urlencode(said)}" if said else address


@dataclass(frozen=True)
class Standing:
    """How a game stands for one reader. `handed_in`: how what was handed in stands, in a sentence; `waits_for_reader`:
    whether that is the reader's word; `own_body`: the document that the reader handed in last and still stands;
    `kept_keys`: the keys under which they did."""

    result: GameResult | None = None
    handed_in: str = ""
    waits_for_reader: bool = False
    own_body: bytes | None = None
    kept_keys: Collection[str] = ()


@dataclass(frozen=True)
class GameContext:
    """A game for one reader of one of its pages.

    `actor` says who reads, as "link:" or "user:" and a key; `own_seat` is theirs, None for anybody else. `asks`: the
    parts of the set-up that are said at the table in this event. `read_standing`: read when it is first asked for, as
    handing in needs none of it. `abandoned`: what a game that was broken off counts here, in words. `query`: the
    address's.
    """

    game: Game
    seats: tuple[SeatContext, ...]
    addresses: Addresses
    actor: str = ""
    own_seat: int | None = None
    is_desk: bool = False
    may_submit: bool = False
    asks: Collection[str] = ()
    read_standing: Callable[[], Standing] = Standing
    abandoned: str = ""
    csrf_token: Any = ""
    set_up_difference: Callable[[Evidence], str] = lambda evidence: ""
    """Why a document that isn't handed in yet would be another game's, in a sentence."""
    query: QueryDict = field(default_factory=QueryDict)

    @cached_property
    def _standing(self) -> Standing:
        return self.read_standing()

    @property
    def result(self) -> GameResult | None:
        return self._standing.result

    @property
    def handed_in(self) -> str:
        return self._standing.handed_in

    @property
    def waits_for_reader(self) -> bool:
        return self._standing.waits_for_reader

    @property
    def own_body(self) -> bytes | None:
        return self._standing.own_body

    @property
    def kept_keys(self) -> Collection[str]:
        return self._standing.kept_keys

    @property
    def system(self) -> GameSystem:
        return game_system(self.game.system)

    @property
    def set_up(self) -> dict[str, Any]:
        """As a document of this game names it: players, starter, edition, variants."""
        return set_up_of(self.game, len(self.seats))

    @property
    def names(self) -> dict[str, str]:
        """The players' names by the names of their seats."""
        return {seat.side: seat.name for seat in self.seats}

    @property
    def actor_kind(self) -> str:
        return self.actor.partition(":")[0]

    @property
    def is_played(self) -> bool:
        """Whether there is something to go by: handed in, or decided without."""
        return self.game.state not in UNPLAYED_STATES

    @property
    def takes_sheets(self) -> bool:
        """Whether less than a record is evidence enough here."""
        return self.game.least_grade != Grade.RECORD

    @property
    def takes_scores(self) -> bool:
        """Whether the final score alone is evidence enough here."""
        return self.game.least_grade in (Grade.SCORE, Grade.BARE)

    @cached_property
    def draft(self) -> DraftRecord:
        """The record in progress."""
        return draft_record(self.game)

    @cached_property
    def last_recorded(self) -> int:
        """The number of the last saved part of a record in progress; 0 where there is none."""
        return last_recorded(self.game)

    @property
    def is_record_handed_in(self) -> bool:
        """Whether the record in progress is just what the reader handed in."""
        return self.own_body == draft_document(self.game, [row.body for row in self.draft.parts])
