"""The end of a finished event: the ranking and the winners of its prizes, as they were fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from magistrar_site.shared.models import Fact
from tournaments.enums import EventState
from tournaments.models import Entry, Event, PrizeCategory
from tournaments.selectors.stages import is_final, scale_of, stages_of

if TYPE_CHECKING:
    from games.models import Player


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A line of the final ranking; `points` in units of the final's scale. `prizes`: name and place of what the
    entry won. `full_name`: the name that the organisers see."""

    rank: int
    entry_key: str
    player_key: str
    name: str
    points: int
    prizes: tuple[tuple[str, int], ...]
    full_name: str = ""


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who won in a category: the place among those who could, the line of the ranking, and the money."""

    place: int
    row: FinalRow
    cents: int


@dataclass(frozen=True, slots=True)
class PrizeList:
    """A prize category with its winners; without any, nobody fulfilled its conditions."""

    category: PrizeCategory
    winners: tuple[Winner, ...]


@dataclass(frozen=True, slots=True)
class Final:
    """`fact_number` is the fact that fixed it, `scale` the number of units that make one point."""

    fact_number: int
    scale: int
    ranking: tuple[FinalRow, ...]
    prizes: tuple[PrizeList, ...]
    is_bracket: bool = False


def final_of(event: Event) -> Final | None:
    """None until the event is finished. Four queries."""
    if event.state != EventState.FINISHED:
        return None
    finished = Fact.objects.filter(stream_id=event.stream, kind="event.finished").latest("number")
    said = finished.members
    categories = list(PrizeCategory.objects.filter(event=event).select_related("club").order_by("pk"))
    won = _won(said["prizes"], {category.key: category.name for category in categories})
    names = _names(event)
    ranking = tuple(
        FinalRow(
            row["rank"],
            row["entry"],
            names[row["entry"]].key,
            names[row["entry"]].public_name,
            row["points"],
            tuple(won.get(row["entry"], ())),
            names[row["entry"]].name,
        )
        for row in said["ranking"]
    )
    last = stages_of(event).latest("number")
    by_entry = {row.entry_key: row for row in ranking}
    places = {prize["prize"]: prize["places"] for prize in said["prizes"]}
    return Final(
        finished.number,
        scale_of(last),
        ranking,
        tuple(
            PrizeList(
                category,
                tuple(
                    Winner(place["place"], by_entry[place["entry"]], place.get("cents", 0))
                    for place in places.get(category.key, ())
                ),
            )
            for category in categories
        ),
        is_final(last),
    )


def _names(event: Event) -> dict[str, Player]:
    """The players, by entry."""
    entries = Entry.objects.filter(event=event).select_related("player")
    return {entry.key: entry.player for entry in entries}


def _won(prizes: list[dict[str, Any]], names: dict[str, str]) -> dict[str, list[tuple[str, int]]]:
    """What each entry won: name of the prize and place."""
    won: dict[str, list[tuple[str, int]]] = {}
    for prize in prizes:
        for place in prize["places"]:
            won.setdefault(place["entry"], []).append((names[prize["prize"]], place["place"]))
    return won


def prize_categories_of(event: Event) -> QuerySet[PrizeCategory]:
    return PrizeCategory.objects.filter(event=event).select_related("club").order_by("pk")
