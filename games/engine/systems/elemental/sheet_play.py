"""The play of the open sheet alone: what is known at the table while the slips are still secret.

Hands are secret (EH13): hands and decks are counted, and a card is known once it is shown. So everything but the cards
of the slips is judged as in a whole record: moves, stars, who must duel, what a duel does, and who has how many cards
of which kind. A shown card must be one that its player can still hold, as far as the open discard pile tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.systems.elemental.cards import Deck
from games.engine.systems.elemental.documents import DeckName, Record, StarDraw, Turn
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.play import Play

UNKNOWN = "?"
"""A card that its owner alone knows."""


class OwedEntry(NamedTuple):
    """An entry that a slip must have: in which turn (0: dealt), from which deck, and how many cards it has. `is_star`:
    for a star draw, of which one is kept."""

    turn: int
    deck: DeckName
    cards: int
    is_star: bool


class HiddenDeck(Deck):
    """A deck of which only the number of cards is known."""

    __slots__ = ()

    def draw(self, card: str) -> bool:
        if not self.heap_size:
            if self.put_back:
                self.put_back.popleft()
                return True
            self._shuffle()
        self.heap_size -= 1
        return True


class SheetPlay(Play):
    """A game as its open sheet tells it. `movers`: whose turns these are, by the names of their seats. `owed`: the
    entries that each slip must have, by seat. `played`: how many turns were legal."""

    __slots__ = ("copies", "movers", "owed", "played")

    def __init__(self, record: Record, edition: Edition, movers: Sequence[str]) -> None:
        super().__init__(record, edition)
        self.movers = movers
        self.copies: dict[DeckName, dict[str, int]] = {
            "attack": edition.data.decks.attack.value,
            "defense": edition.data.decks.defense.value,
        }
        self.decks = {"attack": HiddenDeck(self.copies["attack"]), "defense": HiddenDeck(self.copies["defense"])}
        self.owed: list[list[OwedEntry]] = [[] for _name in self.names]
        self.played = 0

    def play(self, turns: Sequence[Turn]) -> None:
        """Play the turns. Raises RuleBrokenError."""
        self.slips = [[] for _name in self.names]  # none is known, so none can be too long
        super().play(turns)

    def _deal(self) -> None:
        hand = self.edition.data.hand
        for seat in range(len(self.names)):
            for _card in range(hand.attack.value):
                self._take("attack", seat)
            for _card in range(hand.defense.value):
                self._take("defense", seat)

    def _take(self, deck: DeckName, seat: int, cards: int = 1, *, is_star: bool = False) -> None:
        """Draw unknown cards and keep one; the others go below the deck."""
        for _card in range(cards):
            self.decks[deck].draw(UNKNOWN)
        self.decks[deck].put_back += [UNKNOWN] * (cards - 1)
        self._kind(deck)[1][seat].append(UNKNOWN)
        self.owed[seat].append(OwedEntry(self.turn, deck, cards, is_star))

    def _play_turn(self, turn: Turn) -> None:
        if self.movers[self.turn - 1] != self.names[self.mover]:
            self._refuse("mover", "E4", seat=self.movers[self.turn - 1], mover=self.names[self.mover])
        super()._play_turn(turn)
        self.played = self.turn

    def _require_attack(self, card: str, use: int | None) -> None:
        if not self._is_shown("attack", self.attack_cards, self.mover, card):
            self._refuse("card", "E16", use, card=card)

    def _require_defense(self, seat: int, card: str | None, use: int | None) -> None:
        if card is None:
            super()._require_defense(seat, card, use)
        elif not self._is_shown("defense", self.defense_cards, seat, card):
            self._refuse("card", "E16", use, seat=self.names[seat], card=card)

    def _is_shown(self, deck: DeckName, hands: Sequence[list[str]], seat: int, card: str) -> bool:
        """Show a card of a hand, which is known from then on; False where the player can't hold it."""
        seen = self.decks[deck].discarded.count(card) + sum(hand.count(card) for hand in hands)
        if UNKNOWN not in hands[seat] or self.copies[deck].get(card, 0) <= seen:
            return False
        hands[seat][hands[seat].index(UNKNOWN)] = card
        return True

    def _draw_one(self) -> None:
        deck: DeckName = "attack" if self.edition.board.magenta & self.spots[self.mover] else "defense"
        if len(self.decks[deck]):
            self._take(deck, self.mover)

    def _star_draw(self, star_draw: StarDraw, use: int) -> None:
        self._take(star_draw.deck, self.mover, self._pay_star_draw(star_draw, use), is_star=True)
