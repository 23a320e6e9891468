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
class Mark:
    """What is certain: "champion", "promotion", "safety" or "relegation". `unless`: so many others who withdraw could
    still change it; 0 where none can."""

    certain: str
    unless: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """The table of a division: how many are counted, and what is possible for those among them who left."""

    counted: int
    gone: tuple[PossiblePlace, ...] = ()

    def gone_of(self, place: PossiblePlace) -> tuple[int, int, int]:
        """How many of those who left stand ahead of that place for certain, on either side, and behind for certain."""
        ahead = sum(gone.worst < place.best for gone in self.gone)
        behind = sum(gone.best > place.worst for gone in self.gone)
        return ahead, len(self.gone) - ahead - behind, behind


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

    def mark(self, possible: PossiblePlace | None, field: Field) -> Mark | None:
        """What is certain for a player who finishes, whatever is played; and how many others who withdraw from now on
        could change it all the same.

        Who withdraws late or is expelled ranks behind all who finish, also after their last game. So withdrawals of
        others never cost a place counted from the top; counted from the bottom each may cost one. (Those whose games
        would be struck are reckoned with in `possible`; the sums hold in these tables too, which are shorter.)
        """
        if possible is None:
            return None
        ahead, unsure, behind = field.gone_of(possible)
        worst = possible.worst - ahead
        if worst <= 1 and self.is_highest:
            return Mark("champion")
        if worst <= self.up:
            return Mark("promotion")
        if not self.down:
            return None
        if field.counted - possible.best - behind < self.down:
            to_promotion = possible.best - ahead - unsure - self.up
            if not self.up:
                return Mark("relegation")
            return Mark("relegation", to_promotion) if to_promotion > 0 else None
        in_danger = self.down + self.playoff_down  # the loser of the play-off goes down too
        spare = field.counted - possible.worst - unsure - behind - in_danger
        return Mark("safety", spare + 1) if spare >= 0 else None


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
