"""The end of a finished event: the ranking and the winners of its prizes, as they were fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from magistrar_site.shared.models import Fact
from tournaments.enums import EventState
from tournaments.models import Entry, Event, PrizeCategory
from tournaments.selectors.stages import scale_of, stages_of


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A line of the final ranking; `points` in units of the final's scale. `prizes`: name and place of what the
    entry won."""

    rank: int
    entry_key: str
    player_key: str
    name: str
    points: int
    prizes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """A prize category with its winners (place and line of the ranking); without any, nobody fulfilled its
    conditions."""

    category: PrizeCategory
    winners: tuple[tuple[int, FinalRow], ...]


@dataclass(frozen=True, slots=True)
class Final:
    """`fact_number` is the fact that fixed it, `scale` the number of units that make one point."""

    fact_number: int
    scale: int
    ranking: tuple[FinalRow, ...]
    prizes: tuple[PrizeList, ...]


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
        FinalRow(row["rank"], row["entry"], *names[row["entry"]], row["points"], tuple(won.get(row["entry"], ())))
        for row in said["ranking"]
    )
    by_entry = {row.entry_key: row for row in ranking}
    places = {prize["prize"]: prize["places"] for prize in said["prizes"]}
    return Final(
        finished.number,
        scale_of(stages_of(event).latest("number")),
        ranking,
        tuple(
            PrizeList(
                category,
                tuple((place["place"], by_entry[place["entry"]]) for place in places.get(category.key, ())),
            )
            for category in categories
        ),
    )


def _names(event: Event) -> dict[str, tuple[str, str]]:
    """Key and public name of the player, by entry."""
    entries = Entry.objects.filter(event=event).select_related("player")
    return {entry.key: (entry.player.key, entry.player.public_name) for entry in entries}


def _won(prizes: list[dict[str, Any]], names: dict[str, str]) -> dict[str, list[tuple[str, int]]]:
    """What each entry won: name of the prize and place."""
    won: dict[str, list[tuple[str, int]]] = {}
    for prize in prizes:
        for place in prize["places"]:
            won.setdefault(place["entry"], []).append((names[prize["prize"]], place["place"]))
    return won


def prize_categories_of(event: Event) -> QuerySet[PrizeCategory]:
    return PrizeCategory.objects.filter(event=event).select_related("club").order_by("pk")
