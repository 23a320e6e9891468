"""Pairs a bracket together with what lies below it, as one weighted matching: exact for every bracket, and slow.

The weights are the criteria in their order, C.6 first, with those of the next bracket (C.8) among them. Everybody below
takes part, so that the round can be completed (C.4); where that would be many, the next bracket may do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tournaments.formats.systems.swiss.bracket import Bracket, PairedBracket, mask_of, paired_bracket, positions_of
from tournaments.formats.systems.swiss.criteria import c9_unplayed_games
from tournaments.formats.systems.swiss.exchanges import exchanged_half
from tournaments.formats.systems.swiss.matching import Matching, bits
from tournaments.formats.systems.swiss.sequence import first_in_sequence
from tournaments.formats.systems.swiss.weighted import Edge, best_matching


def pair_jointly(bracket: Bracket) -> PairedBracket:
    """The bracket's pairing, everybody below taken into account."""
    return _paired(_JointChoice(bracket, narrow=False))


def pair_with_next(bracket: Bracket) -> PairedBracket | None:
    """The bracket's pairing with only the next bracket taken into account; None unless the players below turn out to
    leave what it supposes of them. Not for brackets that may give the bye."""
    choice = _JointChoice(bracket, narrow=True)
    paired = _paired(choice)
    rest = choice.left_for_below() | bracket.below & ~mask_of(bracket.following)
    guest = 1 << bracket.field.bye if bracket.bye_is_open else 0
    return paired if Matching(bracket.field.adjacency(), rest | guest).maximise() == 0 else None


def _paired(choice: _JointChoice) -> PairedBracket:
    bracket = choice.bracket
    return paired_bracket(
        bracket, first_in_sequence(choice, bracket.field.players, bracket.moved_down, bracket.residents)
    )


class _JointChoice:
    """The best matchings of the bracket and what is below, as edges of a weighted graph (see sequence.Choice)."""

    def __init__(self, bracket: Bracket, *, narrow: bool) -> None:
        self.bracket = bracket
        self.perfect = not narrow
        members = bracket.member_mask
        self.inside = members
        self.following = mask_of(bracket.following)
        present = members | self.following | (0 if narrow else bracket.below)
        self.adjacency = bracket.field.adjacency()
        if bracket.bye_is_open and not narrow:
            present |= 1 << bracket.field.bye
        self.vertices = positions_of(present)
        self.local = {position: index for index, position in enumerate(self.vertices)}
        self.edges = self._weighted_edges()
        self.current = self._solve(self.edges)
        self.best = self._worth(self.edges, self.current)

    def _legal_edges(self) -> list[tuple[int, int]]:
        present = mask_of(self.vertices)
        moved_down = mask_of(self.bracket.moved_down)
        edges: list[tuple[int, int]] = []
        for higher in self.vertices:
            partners = self.adjacency[higher] & present & ~((2 << higher) - 1)
            if moved_down >> higher & 1:
                partners &= ~moved_down
            edges.extend((higher, lower) for lower in bits(partners))
        return edges

    def _weighted_edges(self) -> list[Edge]:
        legal = self._legal_edges()
        weigh = _weights(self.bracket, settles_bye=self._settles_bye(legal))
        return [(higher, lower, weigh(higher, lower)) for higher, lower in legal]

    def _settles_bye(self, legal: Sequence[tuple[int, int]]) -> bool:
        """Whether one player only is left unpaired here, and he gets the bye: C.9 then chooses him."""
        if not self.bracket.chooses_bye(1):
            return False
        inside = self.inside
        counted = [(one, other, int(inside >> one & 1 and inside >> other & 1)) for one, other in legal]
        mates = self._solve(counted)
        pairs = sum(
            inside >> position & 1 and inside >> mates[position] & 1
            for position in self.bracket.members
            if mates[position] >= 0
        )
        return len(self.bracket.members) - pairs == 1

    def _solve(self, edges: Sequence[Edge], favoured: int | None = None) -> dict[int, int]:
        """Mates in a best matching, -1 for single ones; where equals are left, one in which the favoured isn't."""
        local, vertices = self.local, self.vertices
        localised = [(local[one], local[other], weight) for one, other, weight in edges]
        wanted = None if favoured is None else local[favoured]
        mates = best_matching(
            len(vertices),
            localised,
            perfect=self.perfect,
            tie_break=lambda one, other: int(wanted in (one, other)),
            span=2,
        )
        return {position: vertices[mate] if mate >= 0 else -1 for position, mate in zip(vertices, mates, strict=True)}

    def _worth(self, edges: Sequence[Edge], mates: dict[int, int]) -> tuple[int, int]:
        """What a matching is worth: how many it pairs where all must be paired, then the weights."""
        paired = sum(mate >= 0 for mate in mates.values()) if self.perfect else 0
        return paired, sum(weight for one, other, weight in edges if mates[one] == other)

    def _adopt(self, edges: list[Edge], position: int | None = None) -> bool:
        """Narrow the graph to these edges if they leave a best matching, in which that position is not single."""
        mates = self._solve(edges, position)
        if self._worth(edges, mates) != self.best or (position is not None and mates[position] < 0):
            return False
        self.edges, self.current = edges, mates
        return True

    def left_for_below(self) -> int:
        """Members and players of the next bracket who have nobody in either."""
        return mask_of([position for position, mate in self.current.items() if mate < 0])

    def mate(self, position: int) -> int:
        return self.current[position]

    def mates(self, position: int) -> int:
        mask = 0
        for one, other, _ in self.edges:
            if position == one:
                mask |= 1 << other
            elif position == other:
                mask |= 1 << one
        return mask

    def confine(self, position: int, mates: int) -> bool:
        edges = [edge for edge in self.edges if position not in edge[:2] or mates >> (sum(edge[:2]) - position) & 1]
        mate = self.current[position]
        if mate >= 0 and mates >> mate & 1:
            self.edges = edges
            return True
        return self._adopt(edges, position)

    def settle(self, position: int, opponent: int) -> bool:
        pair = {position, opponent}
        edges = [edge for edge in self.edges if pair.isdisjoint(edge[:2]) or pair.issuperset(edge[:2])]
        if self.current[position] == opponent:
            self.edges = edges
            return True
        return self._adopt(edges, position)

    def split(self, first: int, second: int) -> bool:
        both = first | second

        def survives(edge: Edge) -> bool:
            higher, lower, _ = edge
            if both >> higher & 1 and both >> lower & 1:
                return bool(first >> higher & 1 and second >> lower & 1)
            return not (first >> higher & 1 or first >> lower & 1)

        return self._adopt([edge for edge in self.edges if survives(edge)])

    def exchanged(self, remainder: Sequence[int], pairs: int) -> list[int]:
        local = self.local
        localised = [(local[one], local[other], weight) for one, other, weight in self.edges]
        half = exchanged_half(
            len(self.vertices), localised, [local[position] for position in remainder], pairs, perfect=self.perfect
        )
        return [self.vertices[position] for position in half]


def _weights(bracket: Bracket, *, settles_bye: bool) -> Callable[[int, int], int]:
    """The worth of each legal pair: the criteria from C.21 up to C.6, each in the places above those after it."""
    players, field = bracket.field.players, bracket.field
    inside, following = bracket.member_mask, mask_of(bracket.following)
    before, after = bracket.cost_tables()
    unit_c9 = after.limit
    unit = unit_c9 * (field.rounds_done + 1)
    # C.8 by score: how many of the members with that score can be paired in the next bracket.
    members_by_score = Counter(player.score for player in bracket.competitors(bracket.members))
    score_units: dict[int, int] = {}
    for score in sorted(members_by_score):
        score_units[score] = unit
        unit *= 1 + members_by_score[score]
    unit_pairs_next = unit
    unit_c7 = unit_pairs_next * (1 + (len(bracket.members) + len(bracket.following)) // 2)
    unit_c6 = unit_c7 * before.limit

    def in_bracket(higher: int, lower: int) -> int:
        one, other = players[higher], players[lower]
        saved_before = before.floater(one) + before.floater(other)
        saved_after = after.floater(one) + after.floater(other) - after.pair(one, other)
        return unit_c6 + saved_before * unit_c7 + saved_after

    def weigh(higher: int, lower: int) -> int:
        if inside >> lower & 1:
            return in_bracket(higher, lower)
        if following >> lower & 1:
            return unit_pairs_next + score_units.get(players[higher].score, 0)
        if lower == field.bye and settles_bye:
            return unit_c9 * (field.rounds_done - c9_unplayed_games(players[higher], field.rounds_done))
        return 0

    return weigh
