"""What the places of a division's table mean, and whether that is certain for a player (G6, G17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from leagues.placement.claims import border_value
from leagues.placement.values import Settings
from tournaments.formats.core.possible_places.values import PossiblePlace


class Zone(StrEnum):
    """What a place is worth at the end of the season."""

    CHAMPION = "champion"
    PROMOTION = "promotion"
    PLAYOFF_UP = "playoff_up"
    PLAYOFF_DOWN = "playoff_down"
    RELEGATION = "relegation"


@dataclass(frozen=True, slots=True)
class DivisionZones:
    """How many places of a division are promoted and relegated, and whether a play-off follows on either side.
    `is_highest` decides what first place is."""

    up: int
    down: int
    playoff_up: bool
    playoff_down: bool
    is_highest: bool

    def zone(self, place: int, finishing: int) -> Zone | None:
        """The zone of a place among so many who finish; a place in two zones is promoted."""
        if place == 1 and self.is_highest:
            return Zone.CHAMPION
        if place <= self.up:
            return Zone.PROMOTION
        if place > finishing - self.down:
            return Zone.RELEGATION
        if self.playoff_up and place == self.up + 1:
            return Zone.PLAYOFF_UP
        if self.playoff_down and place == finishing - self.down:
            return Zone.PLAYOFF_DOWN
        return None

    def certain(self, possible: PossiblePlace | None, counted: int) -> str:
        """ "champion", "promotion", "safety" or "relegation" where that is certain for a player who plays on, whoever
        withdraws; else empty. Those who withdraw count for no zone, so that others fill the last places."""
        if possible is None:
            return ""
        if possible.worst == 1 and self.is_highest:
            return "champion"
        if self.up and possible.worst <= self.up:
            return "promotion"
        if self.down and counted - possible.best < self.down and possible.best > self.up:
            return "relegation"
        if self.down and possible.finished_behind >= self.down:
            return "safety"
        return ""


def zones_of(settings: Settings, divisions: int) -> Sequence[DivisionZones]:
    """The zones of so many divisions, from the highest. The settings have one value for each border
    (`last_season.bordered`)."""
    return [
        DivisionZones(
            up=border_value(settings.up, number - 1, 0) if number > 1 else 0,
            down=border_value(settings.down, number, 0) if number < divisions else 0,
            playoff_up=number > 1 and bool(border_value(settings.playoff, number - 1, 0)),
            playoff_down=number < divisions and bool(border_value(settings.playoff, number, 0)),
            is_highest=number == 1,
        )
        for number in range(1, divisions + 1)
    ]
