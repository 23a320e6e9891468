"""Cards: how they are written, and a deck as it is drawn from (E13, E14, EH11, EH12)."""

from __future__ import annotations

from collections import Counter, deque
from functools import lru_cache
from typing import NamedTuple

ELEMENTS = "fwg"
NON_ELEMENTAL = "n"
CARDS = frozenset(f"{element}{value}" for element in ELEMENTS + NON_ELEMENTAL for value in range(1, 10))
"""Every card as it is written: an element (fire, water, grass, none) and a value."""


class SlipEntry(NamedTuple):
    """An entry of a slip: one drawn card, or the cards of a star draw in the order drawn, the one that is kept (else
    None) and those that are put back."""

    cards: tuple[str, ...]
    kept: str | None = None
    put_back: tuple[str, ...] = ()


@lru_cache(maxsize=1 << 15)
def slip_entry(text: str) -> SlipEntry | None:
    """The entry written as `f2` or `w2F3n2`; None where it is neither a plain card nor cards with exactly one
    capital."""
    if text in CARDS:
        return SlipEntry((text,))
    written = [text[place : place + 2] for place in range(0, len(text), 2)]
    cards = tuple(card.lower() for card in written)
    kept = [place for place, card in enumerate(written) if card != cards[place]]
    if len(kept) != 1 or not CARDS.issuperset(cards):
        return None
    place = kept[0]
    return SlipEntry(cards, cards[place], cards[:place] + cards[place + 1 :])


class Deck:
    """A deck with its discard pile: an unordered heap above the cards that star draws put back, in order."""

    __slots__ = ("discarded", "heap", "heap_size", "put_back")

    def __init__(self, copies: dict[str, int]) -> None:
        self.heap = dict(copies)
        self.heap_size = sum(copies.values())
        self.put_back: deque[str] = deque()
        self.discarded: list[str] = []

    def __len__(self) -> int:
        """How many cards can be drawn, those of the discard pile included (EH11)."""
        return self.heap_size + len(self.put_back) + len(self.discarded)

    def next_cards(self) -> dict[str, int]:
        """The cards that can be drawn next, with the copies of each."""
        if self.heap_size:
            return {card: copies for card, copies in self.heap.items() if copies}
        return {self.put_back[0]: 1} if self.put_back else dict(Counter(self.discarded))

    def cards(self) -> list[str]:
        """The cards that can be drawn next, each as often as it is there."""
        return [card for card, copies in self.next_cards().items() for _copy in range(copies)]

    def copied(self) -> Deck:
        """A deck in the same state."""
        deck = Deck(self.heap)
        deck.put_back, deck.discarded = self.put_back.copy(), self.discarded.copy()
        return deck

    def draw(self, card: str) -> bool:
        """Take the card from the deck; False where it can't be the next one."""
        if not self.heap_size:
            if self.put_back:
                if self.put_back[0] != card:
                    return False
                self.put_back.popleft()
                return True
            self._shuffle()
        heap = self.heap
        left = heap.get(card)
        if not left:
            return False
        heap[card] = left - 1
        self.heap_size -= 1
        return True

    def _shuffle(self) -> None:
        """The discard pile becomes the heap."""
        self.heap = dict(Counter(self.discarded))
        self.heap_size = len(self.discarded)
        self.discarded.clear()
