"""Exchanges between the halves, against trying them all in the order of the rules."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tournaments.formats.systems.swiss.exchanges import exchanged_half
from tournaments.formats.systems.swiss.matching import Matching

Edges = set[tuple[int, int]]


@st.composite
def pairable_remainders(draw: st.DrawFn) -> tuple[int, Edges]:
    """A number of pairs and the legal ones among twice as many players, one perfect pairing among them."""
    pairs = draw(st.integers(1, 4))
    order = draw(st.permutations(range(2 * pairs)))
    edges = {(min(one, other), max(one, other)) for one, other in zip(order[::2], order[1::2], strict=True)}
    others = [(one, other) for other in range(2 * pairs) for one in range(other)]
    return pairs, edges | draw(st.sets(st.sampled_from(others)))


def _can_be_split(half: tuple[int, ...], pairs: int, edges: Edges) -> bool:
    adjacency = [0] * (2 * pairs)
    for one, other in edges:
        if one in half and other not in half:
            adjacency[one] |= 1 << other
            adjacency[other] |= 1 << one
    return Matching(adjacency).maximise() == 0


def _rank(half: tuple[int, ...], pairs: int) -> tuple[int, int, list[int], list[int]]:
    """Fewest exchanges, least difference, lowest out of the first half, highest out of the second (4.3)."""
    out = sorted(set(range(pairs)) - set(half), reverse=True)
    into = sorted(set(half) - set(range(pairs)))
    return len(out), sum(into) - sum(out), [-place for place in out], into


@examples(300)
@given(pairable_remainders())
def test_first_half_is_the_first_in_order_that_can_be_paired(remainder: tuple[int, Edges]) -> None:
    pairs, edges = remainder
    halves = [half for half in combinations(range(2 * pairs), pairs) if _can_be_split(half, pairs, edges)]
    best = min(halves, key=lambda half: _rank(half, pairs))
    weighted = [(one, other, 0) for one, other in sorted(edges)]
    found = exchanged_half(2 * pairs, weighted, list(range(2 * pairs)), pairs, perfect=True)
    assert tuple(sorted(found)) == best
