"""Where the seeds stand in the first round of a knock-out."""

from __future__ import annotations

SMALLEST, LARGEST = 2, 256


def bracket_size(entries: int) -> int:
    """The power of two that holds so many entries. ValueError outside of 2 to 256."""
    if not SMALLEST <= entries <= LARGEST:
        raise ValueError(f"a bracket takes {SMALLEST} to {LARGEST} entries, not {entries}")
    return 1 << (entries - 1).bit_length()


def standard_seeding(size: int) -> tuple[int, ...]:
    """The seeds from the top to the bottom of a bracket whose size is a power of two; neighbours meet in round 1.

    Seeds 1 and 2 are in different halves, 1 to 4 in different quarters, and so on: as long as the better seed wins, the
    best meets the worst of those left in each round. Seeds that nobody has are byes, so byes go to the top seeds.
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(seed for best in order for seed in (best, 2 * len(order) + 1 - best))
    return order
