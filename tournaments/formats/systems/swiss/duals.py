"""Prices that prove a matching the cheapest, for players taken together by kind.

The cheapest perfect matching of a graph, with fractions allowed, is a transport problem between two copies of its
vertices. Vertices of one kind have the same costs, so that kinds with their numbers can stand for them. Its prices
(dual values) leave every edge a cost of at least the sum of the prices of its ends; edges that cost just that are
tight, and a perfect matching of tight edges is as cheap as any, with every other one as cheap being tight as well.
"""

from __future__ import annotations

from collections.abc import Sequence

Costs = Sequence[Sequence[int | None]]


class Transport:
    """The transport problem between two copies of the kinds. `costs[s][t]` is None where the kinds can't be paired."""

    def __init__(self, costs: Costs, numbers: Sequence[int]) -> None:
        self.costs = costs
        self.kinds = range(len(numbers))
        self.supply = list(numbers)
        self.demand = list(numbers)
        self.flow = [[0] * len(numbers) for _ in numbers]

    def prices(self, start: tuple[list[int], list[int]] | None = None) -> tuple[list[int], list[int]] | None:
        """The prices on either side, None where no perfect matching exists even with fractions. `start` may hold
        prices that no edge undercuts, from a coarser problem."""
        initial = start or self._first_prices()
        if initial is None:
            return None
        self.left, self.right = list(initial[0]), list(initial[1])
        self._saturate()
        while any(self.supply):
            if not self._ship():
                return None
        return self.left, self.right

    def _first_prices(self) -> tuple[list[int], list[int]] | None:
        left: list[int] = []
        for row in self.costs:
            known = [cost for cost in row if cost is not None]
            if not known:
                return None
            left.append(min(known))
        right: list[int] = []
        for kind in self.kinds:
            slacks = [row[kind] - left[other] for other, row in enumerate(self.costs) if row[kind] is not None]  # type: ignore[operator] # None is left out
            if not slacks:
                return None
            right.append(min(slacks))
        return left, right

    def _saturate(self) -> None:
        """Ship over tight edges first come, first served."""
        for one in self.kinds:
            row, price = self.costs[one], self.left[one]
            for other in self.kinds:
                if not self.supply[one]:
                    break
                if self.demand[other] and row[other] is not None and row[other] == price + self.right[other]:
                    amount = min(self.supply[one], self.demand[other])
                    self._move(one, other, amount)
                    self.supply[one] -= amount
                    self.demand[other] -= amount

    def _move(self, one: int, other: int, amount: int) -> None:
        self.flow[one][other] += amount

    def _ship(self) -> bool:
        """Ship along the cheapest way from a kind with supply left, and mend the prices."""
        size = len(self.supply)
        near: list[int | None] = [None] * size  # distance of each kind on the right
        via = [-1] * size
        done = [False] * size
        reached: dict[int, int] = {}  # distance of each kind on the left
        came_from: dict[int, int] = {}
        fresh = [one for one in self.kinds if self.supply[one]]
        for one in fresh:
            reached[one] = 0
        while True:
            for one in fresh:
                self._relax(one, reached[one], near, via, done)
            target = self._nearest(near, done)
            if target is None:
                return False
            distance = near[target]
            assert distance is not None
            if self.demand[target]:
                break
            done[target] = True
            fresh = [one for one in self.kinds if self.flow[one][target] and one not in reached]
            for one in fresh:
                reached[one] = distance
                came_from[one] = target
        self._reprice(reached, near, done, distance)
        self._send(target, via, came_from)
        return True

    def _relax(self, one: int, start: int, near: list[int | None], via: list[int], done: list[bool]) -> None:
        base = start - self.left[one]
        right = self.right
        for other, cost in enumerate(self.costs[one]):
            if cost is None or done[other]:
                continue
            distance = base + cost - right[other]
            known = near[other]
            if known is None or distance < known:
                near[other] = distance
                via[other] = one

    def _nearest(self, near: list[int | None], done: list[bool]) -> int | None:
        best = None
        for other, distance in enumerate(near):
            if distance is None or done[other]:
                continue
            if best is None or distance < near[best] or (distance == near[best] and self.demand[other]):  # type: ignore[operator] # best has a distance
                best = other
        return best

    def _reprice(self, reached: dict[int, int], near: list[int | None], done: list[bool], distance: int) -> None:
        for one, at in reached.items():
            self.left[one] += distance - at
        for other in self.kinds:
            if done[other]:
                at_other = near[other]
                assert at_other is not None
                self.right[other] -= distance - at_other

    def _send(self, target: int, via: list[int], came_from: dict[int, int]) -> None:
        path: list[tuple[int, int]] = []
        other = target
        while True:
            one = via[other]
            path.append((one, other))
            if one not in came_from:
                break
            other = came_from[one]
        amount = min(self.supply[one], self.demand[target])
        for index in range(len(path) - 1):
            amount = min(amount, self.flow[path[index][0]][path[index + 1][1]])
        for index, (sender, receiver) in enumerate(path):
            self.flow[sender][receiver] += amount
            if index + 1 < len(path):
                self.flow[sender][path[index + 1][1]] -= amount
        self.supply[one] -= amount
        self.demand[target] -= amount


def tight_kinds(costs: Costs, numbers: Sequence[int]) -> list[list[int]] | None:
    """For each kind the kinds it has tight edges to, itself perhaps among them; None where nothing matches all."""
    prices = Transport(costs, numbers).prices()
    if prices is None:
        return None
    both = [left + right for left, right in zip(*prices, strict=True)]
    return [
        [other for other, cost in enumerate(row) if cost is not None and 2 * cost == both[one] + both[other]]
        for one, row in enumerate(costs)
    ]
