"""What a tie-break gives for one entrant, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from tournaments.formats.core.messages import gettext_noop as _

Amount = int | Fraction
NO_VALUE = "–"


class PartKind(StrEnum):
    """What a contribution stands for."""

    OPPONENT = "opponent"  # the opponent's score, rating or the like
    DUMMY = "dummy"  # the dummy opponent of an unplayed round (C.07 16.4)
    ROUND = "round"  # the entrant's own round, whoever the opponent was
    GAME = "game"  # points made against that opponent
    LOT = "lot"  # drawn


class Cut(StrEnum):
    """Why a contribution was left out."""

    LOWEST = "lowest"  # the least significant value (C.07 14.1)
    HIGHEST = "highest"  # the most significant value (C.07 14.3)
    UNPLAYED = "unplayed"  # the contribution of a voluntarily unplayed round goes first (C.07 16.5)


# English messages for what a contribution stands for ("": the opponent or round beside it says enough), and for why it
# was left out.
PART_WORDS: Mapping[PartKind, str] = {
    PartKind.OPPONENT: "",
    PartKind.GAME: _("points in this game"),
    PartKind.ROUND: "",
    PartKind.DUMMY: _("round not played: counted by the player’s own score (C.07 16.4)"),
    PartKind.LOT: _("drawn"),
}
CUT_WORDS: Mapping[Cut, str] = {
    Cut.LOWEST: _("left out: the lowest"),
    Cut.HIGHEST: _("left out: the highest"),
    Cut.UNPLAYED: _("left out first: not played at the player’s own wish (C.07 16.5)"),
}


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution, in the units of its value: `amount` / `scale` is what is shown. `round` is None where the
    contribution belongs to no round. A part that is `cut` isn't in the sum."""

    round: int | None
    opponent: int | None
    amount: Amount
    kind: PartKind = PartKind.OPPONENT
    cut: Cut | None = None


class TieBreakValue(msgspec.Struct, frozen=True, gc=False):
    """A cell of the standings. `amount` is exact, in 1/`scale` of what is shown (half points have scale 2); None where
    the tie-break has nothing to say about this entrant. `decimals` is how many places it is shown with."""

    code: str
    amount: Amount | None
    scale: int = 1
    decimals: int = 0
    parts: tuple[Part, ...] = ()

    @property
    def exact(self) -> Fraction | None:
        """The value as shown, unrounded."""
        return None if self.amount is None else Fraction(self.amount) / self.scale

    @property
    def text(self) -> str:
        """Decimal notation with a point, halves rounded up (C.07 10); a dash where there is no value."""
        return NO_VALUE if self.amount is None else self.shown(self.amount)

    def shown(self, amount: Amount) -> str:
        """An amount of this value's scale, such as a part's, as it is shown."""
        shift = 10**self.decimals
        over, under = amount.numerator, amount.denominator * self.scale
        rounded = (2 * over * shift + under) // (2 * under)
        sign, digits = ("-" if rounded < 0 else ""), abs(rounded)
        if self.decimals == 0:
            return f"{sign}{digits}"
        return f"{sign}{digits // shift}.{digits % shift:0{self.decimals}}"
