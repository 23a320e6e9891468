"""Prices: what is tight is what the cheapest perfect matchings, fractions allowed, are made of."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tournaments.formats.systems.swiss.duals import Transport, tight_kinds

Costs = list[list[int | None]]


@st.composite
def symmetric_costs(draw: st.DrawFn) -> Costs:
    size = draw(st.integers(2, 6))
    costs: Costs = [[None] * size for _ in range(size)]
    for one in range(size):
        for other in range(one):
            costs[one][other] = costs[other][one] = draw(st.one_of(st.none(), st.integers(0, 9)))
    return costs


def _cheapest(costs: Costs) -> int | None:
    """The least cost of a one-to-one shipment between two copies of the vertices."""
    sums = []
    for order in permutations(range(len(costs))):
        parts = [costs[one][other] for one, other in enumerate(order)]
        known = [part for part in parts if part is not None]
        if len(known) == len(parts):
            sums.append(sum(known))
    return min(sums, default=None)


@examples(300)
@given(symmetric_costs())
def test_prices_add_up_to_the_cheapest_shipment_and_undercut_no_cost(costs: Costs) -> None:
    prices = Transport(costs, [1] * len(costs)).prices()
    cheapest = _cheapest(costs)
    if prices is None or cheapest is None:
        assert prices is None
        assert cheapest is None
        return
    left, right = prices
    assert sum(left) + sum(right) == cheapest
    for one, row in enumerate(costs):
        assert all(cost is None or left[one] + right[other] <= cost for other, cost in enumerate(row))


def test_kinds_stand_for_their_members() -> None:
    # Four of one kind and two of another: pairs across are free, pairs among the four cost one.
    assert tight_kinds([[1, 0], [0, 1]], [4, 2]) == [[0, 1], [0]]


def test_kinds_that_can_not_be_matched_have_no_prices() -> None:
    assert tight_kinds([[None, 0], [0, None]], [2, 1]) is None
