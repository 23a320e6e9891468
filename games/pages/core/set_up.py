"""The choices at the table of a game as its pages ask for them: what is said, what is open, and what may change."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.choices import Choice, choices_named, last_part, values_by_part
from games.pages.core.answers import Elsewhere
from games.pages.core.context import GameContext


@dataclass(frozen=True)
class TableSetUp:
    """What a game is played with, for one reader."""

    ctx: GameContext

    @property
    def asked(self) -> tuple[Choice, ...]:
        """The choices that are said at the table in this event."""
        return choices_named(self.ctx.system.choices, self.ctx.asks)

    @property
    def lacks_seats(self) -> bool:
        """Whether the reader has to say something for the seats before the first part of the game."""
        variants = self.ctx.game.variants
        lacks = any(choice.chosen_for == "seat" and choice.key not in variants for choice in self.asked)
        return self.ctx.may_submit and lacks

    @property
    def to_come(self) -> int:
        """How many values of choices for parts nobody has said yet."""
        variants = self.ctx.game.variants
        return sum(choice.parts - len(values_by_part(choice, variants)) for choice in self._for_parts)

    @property
    def lacks_any(self) -> bool:
        """Whether the reader can still say something that the game is played with."""
        return self.ctx.may_submit and (self.lacks_seats or self.to_come > 0)

    @property
    def fixed_up_to(self) -> int:
        """The part up to which what was said stays for this reader: that of recorded parts, but for the desk; all
        once something was handed in."""
        if self.ctx.is_played:
            return max(1, last_part(self.ctx.system.choices))
        return 0 if self.ctx.is_desk else self.ctx.last_recorded

    @property
    def may_change(self) -> bool:
        """Whether the reader may still say a value, or another one than was said."""
        if not self.ctx.may_submit or not self.asked:
            return False
        said = max((len(values_by_part(choice, self.ctx.game.variants)) for choice in self._for_parts), default=0)
        return self.lacks_any or self.fixed_up_to == 0 or self.fixed_up_to < said

    @property
    def _for_parts(self) -> list[Choice]:
        return [choice for choice in self.asked if choice.chosen_for == "part"]


def set_up_first(ctx: GameContext, then: str) -> Elsewhere:
    """To the form of the choices at the table, and from there on to the form `then`."""
    return Elsewhere(ctx.addresses.entry("variants", then=then))
