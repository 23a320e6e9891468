"""The settings of a season: what its placement, schedule and closing depend on."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from leagues.placement.values import Settings

Size = Annotated[int, Meta(ge=1, le=64)]
PerBorder = Annotated[int, Meta(ge=0, le=64)] | tuple[Annotated[int, Meta(ge=0, le=64)] | None, ...] | None
Instant = Annotated[datetime, Meta(tz=True)]
MOST_BREAKS = 20


class Break(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days on which no matchday lies, both included."""

    first_day: date
    last_day: date


class SeasonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`target`, `least`, `most`: players of a division. `up`, `down`, `playoff`: one for all borders, or one each; None
    for the default (G6). `kind`: what a division plays; `swiss_rounds` counts for a Swiss. `small_double`: a division
    that is done with a double round robin within the matchdays of the largest one plays it, instead of having free
    matchdays. A matchday is a window that begins every `matchday_days` days from `first_day` on, and lasts until the
    next one, or only the evening of its first day from `evening_from` on (`is_evening`); none touches a break.
    `entries_close_at`: until when players answer and sign up. `tie_rule`: how ties that the tie-breaks leave are
    resolved. `overdue`: what becomes of a fixture whose window closed, without anybody's act: nothing, or it is
    extended once by `overdue_days`, then both lose (G14). `reserve_points`: what a reserve takes over (G15)."""

    target: Size = 15
    least: Size = 10
    most: Size = 20
    up: PerBorder = None
    down: PerBorder = None
    playoff: PerBorder = 0
    kind: Literal["round_robin", "double_round_robin", "swiss"] = "round_robin"
    swiss_rounds: Annotated[int, Meta(ge=1, le=40)] = 9
    small_double: bool = False
    first_day: date | None = None
    matchday_days: Annotated[int, Meta(ge=1, le=60)] = 7
    is_evening: bool = False
    evening_from: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z")] = "19:00"
    breaks: Annotated[tuple[Break, ...], Meta(max_length=MOST_BREAKS)] = ()
    entries_close_at: Instant | None = None
    tie_rule: Literal["decider", "lots"] = "decider"
    overdue: Literal["nothing", "extend_then_both_lose"] = "nothing"
    overdue_days: Annotated[int, Meta(ge=1, le=60)] = 7
    reserve_points: Literal["keep", "zero"] = "keep"
    rated: bool = True

    @property
    def placement(self) -> Settings:
        """The part that placement goes by."""
        up, down, playoff = (
            list(each) if isinstance(each, tuple) else each for each in (self.up, self.down, self.playoff)
        )
        return Settings(target=self.target, least=self.least, most=self.most, up=up, down=down, playoff=playoff)


def settings_read(stored: dict[str, Any]) -> SeasonSettings:
    """The settings from their stored form; msgspec.ValidationError for anything that isn't one."""
    return msgspec.convert(stored, SeasonSettings)


def settings_store(settings: SeasonSettings) -> dict[str, Any]:
    """The stored form: plain JSON values, every member written out."""
    stored: dict[str, Any] = msgspec.to_builtins(settings)
    return stored
