"""Mages and duel cards of a game as its pages ask for them: what is said, what is open, and what may still change."""

from __future__ import annotations

from dataclasses import dataclass

from games.pages.core.answers import Elsewhere
from games.pages.core.context import GameContext
from games.pages.magistrar.variants import CARDS_A_GAME, DrawnWords, cards_of, drawn_of, drawn_words

MAGES, CARDS = "mages", "duel_cards"


@dataclass(frozen=True)
class TableSetUp:
    """Mages and duel cards of a game, for one reader."""

    ctx: GameContext

    @property
    def words(self) -> DrawnWords | None:
        """What is said so far; None before anything is."""
        return drawn_words(self.ctx.game.variants) if drawn_of(self.ctx.game.variants) else None

    @property
    def asks_mages(self) -> bool:
        return MAGES in self.ctx.asks

    @property
    def asks_cards(self) -> bool:
        return CARDS in self.ctx.asks

    @property
    def lacks_mages(self) -> bool:
        """Whether the reader has to say which mages the game is played with before its first duel."""
        return self.ctx.may_submit and self.asks_mages and MAGES not in self.ctx.game.variants

    @property
    def lacks_any(self) -> bool:
        """Whether the reader can still say which mages, or which of the four cards, the game is played with."""
        return self.ctx.may_submit and (self.lacks_mages or self.cards_to_come > 0)

    @property
    def cards_to_come(self) -> int:
        """How many duel cards of the game nobody has said yet."""
        return CARDS_A_GAME - len(cards_of(self.ctx.game.variants)) if self.asks_cards else 0

    @property
    def kept_up_to(self) -> int:
        """Up to which duel mages and cards that are said stay for this reader: those of recorded duels, but for the
        desk; all once something was handed in."""
        if self.ctx.is_played:
            return CARDS_A_GAME
        return 0 if self.ctx.is_desk else self.ctx.last_recorded

    @property
    def may_change(self) -> bool:
        """Whether the reader may still say a mage or card, or otherwise than was said."""
        if not self.ctx.may_submit or not self.ctx.asks:
            return False
        kept = self.kept_up_to
        return self.lacks_any or kept == 0 or kept < len(cards_of(self.ctx.game.variants))


def set_up_first(ctx: GameContext, then: str) -> Elsewhere:
    """To the form of mages and cards, and from there on to the form `then`."""
    return Elsewhere(ctx.addresses.entry("variants", then=then))
