"""What the forms of a game of Magia Cum Laude are tried with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

from games.models import Game
from games.pages.core.answers import Answer, Sent
from games.pages.core.context import Addresses, GameContext, SeatContext
from games.pages.registry import game_pages

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay")


def context(players: int = 3, edition: str = "spieltrieb-2017") -> GameContext:
    seats = tuple(
        SeatContext(seat, str(seat), "", name.lower(), name, False) for seat, name in enumerate(NAMES[:players], 1)
    )
    game = Game(key="k", system="cum-laude", edition=edition, played_at=timezone.now(), least_grade="score")
    return GameContext(game=game, seats=seats, addresses=Addresses("/games/k/"), may_submit=True)


def answered(form: str, fields: Mapping[str, Any], *, players: int = 0) -> Answer:
    """What a form answers to these fields; several values of one name as a list. `players`: as many as the fields
    name, if it is 0."""
    posted = QueryDict(mutable=True)
    posted["idempotency_key"] = "x"
    for name, value in fields.items():
        posted.setlist(name, [str(each) for each in (value if isinstance(value, list) else [value])])
    seats = {int(name.rpartition("_")[2]) for name in fields if name.rpartition("_")[2].isdigit()}
    entry = game_pages("cum-laude").entries[form]
    return entry.answer(context(players or max(seats)), Sent("POST", posted, MultiValueDict()))
