"""What is dealt: everything in the order in which an edition lists it, and shuffled by a seed.

A seed's deal can be worked out by anybody, in any language: each piece of a heap gets the SHA-256 of
`<seed>:<heap>:<place>`, in UTF-8, where the place counts the pieces as the edition lists them, from 0; the pieces are
dealt by rising digests. The heaps are `crystals`, `spells`, `missions`, `orders` and `cards`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from games.engine.core.multiplayer import SEATS
from games.engine.systems.cum_laude.documents import SetUp
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import COLOURS
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS


class Boxed(NamedTuple):
    """Everything that is dealt, in the order in which it is."""

    crystals: list[str]
    spells: list[str]
    missions: list[str]
    orders: list[str]
    cards: list[str]


def boxed(edition: Edition, *, change_places: bool) -> Boxed:
    """Everything as the edition lists it."""
    cards = edition.cards_played_with(change_places=change_places)
    return Boxed(
        list("".join(letter * number for letter, number in zip(CRYSTAL_LETTERS, edition.crystals, strict=True))),
        list(edition.spells),
        list(edition.missions),
        list(edition.orders),
        [card for card, number in cards.items() for _copy in range(number)],
    )


def dealt_from(pieces: Boxed, edition: Edition, players: int) -> SetUp:
    """What lies where, once the first pieces of each heap are dealt."""
    seats, hand = SEATS[players], edition.data.counts.value.hand
    return SetUp(
        crystals="".join(pieces.crystals[: len(edition.tower.crystal_tiles)]),
        spells=dict(zip(COLOURS, pieces.spells, strict=False)),
        missions=dict(zip(seats, pieces.missions, strict=False)),
        orders=dict(zip(seats, pieces.orders, strict=False)),
        hands={seat: tuple(pieces.cards[hand * place : hand * (place + 1)]) for place, seat in enumerate(seats)},
        pile=tuple(pieces.cards[hand * players :]),
        extra=pieces.orders[players] if players == 2 else UNSET,
    )


def first_set_up(edition: Edition, players: int, *, change_places: bool) -> SetUp:
    """What is dealt where everything lies as the edition lists it."""
    return dealt_from(boxed(edition, change_places=change_places), edition, players)


def seeded_set_up(seed: str, edition: Edition, players: int, *, change_places: bool) -> SetUp:
    """What a seed deals."""
    listed = boxed(edition, change_places=change_places)
    heaps = zip(Boxed._fields, listed, strict=True)
    return dealt_from(Boxed(*(_shuffled(seed, name, heap) for name, heap in heaps)), edition, players)


def seeded_card(seed: str, turn: int, hand: Sequence[str]) -> str:
    """The card that is drawn, unseen, from a hand in that turn (L11): the first of the sorted hand, once shuffled as a
    heap `draw <turn>`. It is the same however often that turn is taken back."""
    return _shuffled(seed, f"draw {turn}", sorted(hand))[0]


def _shuffled(seed: str, heap: str, pieces: Sequence[str]) -> list[str]:
    places = sorted(range(len(pieces)), key=lambda place: hashlib.sha256(f"{seed}:{heap}:{place}".encode()).digest())
    return [pieces[place] for place in places]
