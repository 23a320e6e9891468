"""Whether a record's set-up can have been dealt: crystals, spells, missions, orders and cards (L2 to L7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from games.engine.core.multiplayer import SEATS, SeatViolation
from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.messages import violation
from games.engine.systems.cum_laude.names import COLOURS
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS


def set_up_violation(record: Record, edition: Edition) -> SeatViolation | None:
    """The first thing that is wrong, in the order of the rules' table; None where nothing is."""
    return next(_violations(record, edition), None)


def _violations(record: Record, edition: Edition) -> Iterator[SeatViolation]:
    setup, seats = record.setup, SEATS[record.players]
    for letter, most in zip(CRYSTAL_LETTERS, edition.crystals, strict=True):
        if setup.crystals.count(letter) > most:
            yield violation("crystals", "L2", crystal=letter, number=setup.crystals.count(letter), most=most)
    for place in _repeated([setup.spells[colour] for colour in COLOURS]):
        yield violation("dealt_twice", "L3", position=place + 1, what=setup.spells[COLOURS[place]])
    for dealt in (setup.missions, setup.orders):
        for place in _repeated([dealt[seat] for seat in seats]):
            yield violation("dealt_twice", "L3", seat=seats[place], what=dealt[seats[place]])
    if setup.extra and setup.extra in setup.orders.values():
        yield violation("dealt_twice", "L7", what=setup.extra)
    left = Counter(edition.cards_played_with(change_places=record.change_places))
    for seat, cards in (*((seat, setup.hands[seat]) for seat in seats), (None, setup.pile)):
        for position, card in enumerate(cards, 1):
            left[card] -= 1
            if left[card] < 0:
                yield violation("deck", "L5", seat=seat, position=position, card=card)


def _repeated(values: Iterable[str]) -> Iterator[int]:
    """The places of values that an earlier one repeats."""
    seen: set[str] = set()
    for place, value in enumerate(values):
        if value in seen:
            yield place
        seen.add(value)
