"""Numbers that a game system declares: integers that a result has for each seat, beside its place."""

from typing import Literal

import msgspec

AddsUp = Literal["sum", "last", "none"]
Better = Literal["more", "less", ""]


class NumberSpec(msgspec.Struct, frozen=True):
    """One number of a game for each seat.

    `key`: stable, its name in rows, facts and addresses. `label`, `short_label` (a column's head) and `meaning` (a
    sentence) are English, marked by `gettext_noop` and translated where they are shown. `adds_up`: what a player's
    games make of it together, "sum", "last" (the newest counts) or "none". `better`: which way ranks a player before
    others, "" for neither. `least` and `most`: the bounds that no game leaves, None where there is none.
    """

    key: str
    label: str
    short_label: str
    meaning: str
    adds_up: AddsUp = "sum"
    better: Better = "more"
    least: int | None = 0
    most: int | None = None

    @property
    def is_statistic(self) -> bool:
        """Whether it is only counted: it adds up, ranks nobody, and no form asks for it."""
        return self.adds_up == "sum" and not self.better
