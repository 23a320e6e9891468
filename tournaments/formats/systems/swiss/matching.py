"""Matchings of as many as possible in graphs held as bit masks: neighbours of v are the set bits of adjacency[v].

Edmonds' algorithm: augmenting paths with odd cycles (blossoms) contracted. Growth and the search for a free end are
operations on whole masks, so that dense graphs, such as the players of a score group, take a few steps a player.
"""

from __future__ import annotations

from collections.abc import Iterator


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Matching:
    """A matching that can be added to. `adjacency` may be changed by the owner at any time as long as he unmatches
    pairs that are no longer edges; `alive` masks the vertices that take part. `mate[v]` is -1 where v is single."""

    def __init__(self, adjacency: list[int], alive: int | None = None) -> None:
        size = len(adjacency)
        self.adjacency = adjacency
        self.alive = (1 << size) - 1 if alive is None else alive
        self.mate = [-1] * size
        self.single = self.alive

    def join(self, one: int, other: int) -> None:
        self.mate[one] = other
        self.mate[other] = one
        self.single &= ~((1 << one) | (1 << other))

    def part(self, one: int) -> None:
        """Unmatch a vertex and its mate."""
        other = self.mate[one]
        if other >= 0:
            self.mate[one] = self.mate[other] = -1
            self.single |= (1 << one) | (1 << other)

    def retire(self, one: int) -> None:
        """Take a vertex, and its mate with it, out of play. They stay matched."""
        self.alive &= ~(1 << one)
        self.single &= ~(1 << one)
        other = self.mate[one]
        if other >= 0:
            self.alive &= ~(1 << other)

    def fill(self) -> None:
        """Match greedily, first with first."""
        for vertex in bits(self.single):
            if self.single >> vertex & 1:
                free = self.adjacency[vertex] & self.single
                if free:
                    self.join(vertex, (free & -free).bit_length() - 1)

    def maximise(self) -> int:
        """Make the matching as large as it can be and return how many vertices stay single."""
        self.fill()
        for vertex in bits(self.single):
            if self.single >> vertex & 1:
                self.augment(vertex)
        return self.single.bit_count()

    def augment(self, root: int) -> bool:
        """Match one more pair by a path from the single vertex `root`. False, and no change, where there is none."""
        return _Search(self, root).run()

    def stuck_with(self, root: int) -> tuple[int, int]:
        """Where no path leads from a single vertex: the vertices that compete with it, and those they compete for."""
        search = _Search(self, root)
        search.run()
        return search.outer, search.labelled & ~search.outer

    def force(self, one: int, other: int) -> bool:
        """Match these two and keep everything else as large as it was; False, and no change, where that can't be."""
        mate = self.mate
        if mate[one] == other:
            return True
        if not self.adjacency[one] >> other & 1:
            return False
        left, right = mate[one], mate[other]
        alive, single = self.alive, self.single
        if left >= 0:
            self.part(one)
        if right >= 0:
            self.part(other)
        self.join(one, other)
        self.alive &= ~((1 << one) | (1 << other))
        needs_path = left >= 0 and right >= 0
        if not needs_path or self.augment(left) or self.augment(right):
            self.alive = alive
            return True
        self.mate[one], self.mate[left] = left, one
        self.mate[other], self.mate[right] = right, other
        self.alive, self.single = alive, single
        return False


class _Search:
    """One search for an augmenting path. Outer vertices are reached by an even number of edges from the root.

    Contracted cycles are sets of a union-find: `leader` leads to a set's representative, which `members` and `base` are
    kept by. A vertex without an entry is a set of its own.
    """

    def __init__(self, matching: Matching, root: int) -> None:
        self.matching = matching
        self.root = root
        self.parent: dict[int, int] = {}
        self.outer = 1 << root
        self.labelled = 1 << root
        self.queue = [root]
        self.grown = 0  # how many of the queue have been grown from
        self.folded = 0  # how many of them have no outer neighbour left outside of their own set
        self.leader: dict[int, int] = {}
        self.members: dict[int, int] = {}
        self.base: dict[int, int] = {}

    def run(self) -> bool:
        matching = self.matching
        ends = matching.single & matching.alive & ~(1 << self.root)
        if not ends:
            return False
        while True:
            while self.grown < len(self.queue):
                self.grown += 1
                if self._grow(self.queue[self.grown - 1], ends):
                    return True
            if not self._contract():
                return False

    def _grow(self, vertex: int, ends: int) -> bool:
        """Reach on from an outer vertex. True where a free end was met and the matching is larger by one pair."""
        matching = self.matching
        adjacency, mate = matching.adjacency, matching.mate
        reach = adjacency[vertex] & matching.alive
        free = reach & ends
        if free:
            self._flip(vertex, (free & -free).bit_length() - 1)
            return True
        fresh = reach & ~self.labelled
        while fresh:
            low = fresh & -fresh
            inner = low.bit_length() - 1
            other = mate[inner]
            fresh &= ~(low | 1 << other)
            self.parent[inner] = vertex
            self.labelled |= low | 1 << other
            self.outer |= 1 << other
            free = adjacency[other] & ends
            if free:
                self._flip(other, (free & -free).bit_length() - 1)
                return True
            self.queue.append(other)
        return False

    def _flip(self, outer: int, end: int) -> None:
        mate = self.matching.mate
        vertex, before = end, outer
        while True:
            after = mate[before]
            mate[vertex], mate[before] = before, vertex
            if after < 0:
                break
            vertex, before = after, self.parent[after]
        self.matching.single &= ~((1 << end) | (1 << self.root))

    def _leader_of(self, vertex: int) -> int:
        leader = self.leader
        while vertex in leader:
            above = leader[vertex]
            if above in leader:
                leader[vertex] = above = leader[above]
            vertex = above
        return vertex

    def _base_of(self, vertex: int) -> int:
        leader = self._leader_of(vertex)
        return self.base.get(leader, leader)

    def _contract(self) -> bool:
        """Contract the next odd cycle that two outer neighbours of different sets close; False where there is none."""
        matching = self.matching
        while self.folded < len(self.queue):
            vertex = self.queue[self.folded]
            own = self._leader_of(vertex)
            others = matching.adjacency[vertex] & matching.alive & self.outer & ~self.members.get(own, 1 << own)
            if others:
                self._make_blossom(vertex, (others & -others).bit_length() - 1)
                return True
            self.folded += 1
        return False

    def _make_blossom(self, one: int, other: int) -> None:
        top = self._common_base(one, other)
        inside = {top}
        self._mark_path(one, top, other, inside)
        self._mark_path(other, top, one, inside)
        leaders = {self._leader_of(vertex) for vertex in inside}
        members = 0
        for leader in leaders:
            members |= self.members.pop(leader, 1 << leader)
        leader = leaders.pop()
        for absorbed in leaders:
            self.leader[absorbed] = leader
        self.members[leader], self.base[leader] = members, top
        self.queue.extend(bits(members & ~self.outer))
        self.outer |= members

    def _common_base(self, one: int, other: int) -> int:
        mate = self.matching.mate
        seen = set()
        while True:
            one = self._base_of(one)
            seen.add(one)
            if one == self.root or mate[one] < 0:
                break
            one = self.parent[mate[one]]
        while True:
            other = self._base_of(other)
            if other in seen:
                return other
            other = self.parent[mate[other]]

    def _mark_path(self, vertex: int, top: int, child: int, inside: set[int]) -> None:
        """Let the way from an end of the closing edge to the top be walked the other way round too."""
        mate = self.matching.mate
        while self._base_of(vertex) != top:
            inside.add(self._base_of(vertex))
            inside.add(self._base_of(mate[vertex]))
            self.parent[vertex] = child
            child = mate[vertex]
            vertex = self.parent[child]
