"""Mages and duel cards of a game as its pages ask for them: what is said, what is open, and what may still change."""

from __future__ import annotations

from dataclasses import dataclass

from games.pages.core import set_up
from games.pages.magistrar.variants import DrawnWords, drawn_of, drawn_words

MAGES, CARDS = "mages", "duel_cards"


@dataclass(frozen=True)
class TableSetUp(set_up.TableSetUp):
    """Mages and duel cards of a game, for one reader."""

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
