"""Pairs a bracket by itself: quickly, and exactly on the condition that its downfloaters suit what is below.

The criteria become costs, the kinds of players (same score, colour due, floats) get prices, and what the prices leave
tight is the set of all the best pairings (see `duals`). Which of them comes first is then a question of whether
matchings exist, not of weights.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from tournaments.formats.systems.swiss.bracket import Bracket
from tournaments.formats.systems.swiss.competitor import Competitor, Float
from tournaments.formats.systems.swiss.criteria import c9_unplayed_games, colours_forbid
from tournaments.formats.systems.swiss.duals import Costs, tight_kinds
from tournaments.formats.systems.swiss.exchanges import exchanged_half
from tournaments.formats.systems.swiss.matching import Matching, bits

_LEAVES = "leaves unpaired"
_BYE = "has the bye"


class TightBracket:
    """A bracket with its members numbered from 0 in order and, after them, one place for each who is left unpaired.

    `barred` masks members who must not float. `unpaired` is the least number of members that can be left (C.6).
    """

    def __init__(self, bracket: Bracket, barred: int = 0) -> None:
        self.bracket = bracket
        self.barred = barred
        self.players = bracket.competitors(bracket.members)
        self.moved_down = len(bracket.moved_down)
        self.size = len(self.players)
        self.legal = self._local_masks()
        self.bye_candidates = self._localised(bracket.bye_candidates)
        self.before, self.after = bracket.cost_tables()
        self.unpaired = self._least_unpaired()
        self.chooses_bye = bracket.chooses_bye(self.unpaired)

    def _localised(self, mask: int) -> int:
        """A mask over the field as one over the members."""
        residents = self.bracket.residents
        local = (mask >> residents[0] & ((1 << len(residents)) - 1)) << self.moved_down
        for index, position in enumerate(self.bracket.moved_down):
            local |= (mask >> position & 1) << index
        return local

    def _local_masks(self) -> list[int]:
        """Who may meet whom; moved-down players never meet each other here, or they had met in the bracket above."""
        above = (1 << self.moved_down) - 1
        masks = [self._localised(self.bracket.field.legal[position]) for position in self.bracket.members]
        return [mask & ~above if index < self.moved_down else mask for index, mask in enumerate(masks)]

    def _least_unpaired(self) -> int:
        adjacency = list(self.legal)
        if self.bye_candidates:
            guest = 1 << self.size
            adjacency = [
                mask | guest if self.bye_candidates >> index & 1 else mask for index, mask in enumerate(adjacency)
            ]
            adjacency.append(self.bye_candidates)
        matching = Matching(adjacency)
        if self.bye_candidates:
            matching.augment(self.size)
        return matching.maximise() + bool(self.bye_candidates)

    def best(self) -> TightChoice | None:
        """All the best pairings; None where kinds, and players one by one, leave prices without a matching."""
        for kinds in (self._kinds(), list(range(self.size))):
            choice = self._tight(kinds)
            if choice is not None:
                return choice
        return None

    def _kinds(self) -> list[Hashable]:
        floats_matter = bool(self.unpaired or self.moved_down)
        return [self._kind(index, player, floats_matter) for index, player in enumerate(self.players)]

    def _kind(self, index: int, player: Competitor, floats_matter: bool) -> Hashable:
        claim = player.colour
        colour: tuple[Hashable, ...] = (claim.preference, claim.strength)
        if claim.is_absolute:
            colour += (claim.difference, claim.repeated, player.is_topscorer)
        floats: tuple[Hashable, ...] = ()
        if floats_matter:
            relevant = {Float.DOWN if self.unpaired else None, Float.UP if self.moved_down else None}
            floats = tuple(each if each in relevant else None for each in (player.last_float, player.float_before))
        bye: tuple[Hashable, ...] = ()
        if self.bye_candidates:
            bye = (self.bye_candidates >> index & 1, player.games_played if self.chooses_bye else 0)
        return player.score, colour, floats, bye, self.barred >> index & 1

    def _tight(self, kinds: Sequence[Hashable]) -> TightChoice | None:
        members: dict[Hashable, int] = {}
        for index, kind in enumerate(kinds):
            members[kind] = members.get(kind, 0) | 1 << index
        groups = list(members.values())
        places = self._places()
        numbers = [group.bit_count() for group in groups] + [number for _, number in places]
        tight = tight_kinds(self._costs(groups, [name for name, _ in places]), numbers)
        if tight is None:
            return None
        choice = TightChoice(self, self._adjacency(groups, numbers, tight))
        return choice if choice.matching.maximise() == 0 else None

    def _places(self) -> list[tuple[str, int]]:
        """The places for those who are left unpaired, by kind, with their numbers."""
        floating = self.unpaired - bool(self.bye_candidates)
        places = [(_BYE, 1)] if self.bye_candidates else []
        return places + ([(_LEAVES, floating)] if floating else [])

    def _costs(self, groups: Sequence[int], places: Sequence[str]) -> Costs:
        first = [(group & -group).bit_length() - 1 for group in groups]
        costs: list[list[int | None]] = []
        for one, group in zip(first, groups, strict=True):
            row: list[int | None] = []
            for other, other_group in zip(first, groups, strict=True):
                row.append(self._pair_cost(one, group, other, other_group))
            row.extend(self._place_cost(one, place) for place in places)
            costs.append(row)
        for place in places:
            costs.append([self._place_cost(one, place) for one in first] + [None] * len(places))
        return costs

    def _pair_cost(self, one: int, group: int, other: int, other_group: int) -> int | None:
        single = group.bit_count() == 1
        if group == other_group and single:
            return None
        if one < self.moved_down and other < self.moved_down:
            return None
        higher, lower = (one, other) if one <= other else (other, one)
        if single and other_group.bit_count() == 1:
            if not self.legal[one] >> other & 1:
                return None
        elif colours_forbid(self.players[higher], self.players[lower]):
            return None
        return self.after.pair(self.players[higher], self.players[lower])

    def _place_cost(self, one: int, place: str) -> int | None:
        player = self.players[one]
        rounds = self.bracket.field.rounds_done
        cost = self.before.floater(player) * (rounds + 1) * self.after.limit + self.after.floater(player)
        if place == _BYE:
            if not self.bye_candidates >> one & 1:
                return None
            return cost + (c9_unplayed_games(player, rounds) * self.after.limit if self.chooses_bye else 0)
        return None if self.barred >> one & 1 else cost

    def _adjacency(self, groups: Sequence[int], numbers: Sequence[int], tight: Sequence[Sequence[int]]) -> list[int]:
        masks = list(groups)
        at = self.size
        for number in numbers[len(groups) :]:
            masks.append(((1 << number) - 1) << at)
            at += number
        adjacency = [0] * at
        members = (1 << self.size) - 1
        for kind, mask in enumerate(masks):
            reach = 0
            for other in tight[kind]:
                reach |= masks[other]
            for index in bits(mask):
                if index < self.size:
                    adjacency[index] = reach & (self.legal[index] | ~members)
                else:
                    adjacency[index] = reach
        return adjacency


class TightChoice:
    """The best pairings of a bracket as the perfect matchings of a graph (see sequence.Choice), members by number."""

    def __init__(self, tight: TightBracket, adjacency: list[int]) -> None:
        self.tight = tight
        self.matching = Matching(adjacency)

    def mate(self, position: int) -> int:
        mate = self.matching.mate[position]
        return mate if mate < self.tight.size else -1

    def mates(self, position: int) -> int:
        return self.matching.adjacency[position] & self.matching.alive

    def confine(self, position: int, mates: int) -> bool:
        matching = self.matching
        mate = matching.mate[position]
        dropped = matching.adjacency[position] & ~mates
        self._toggle(position, dropped)
        if mates >> mate & 1:
            return True
        matching.part(position)
        if matching.augment(position):
            return True
        matching.join(position, mate)
        self._toggle(position, dropped)
        return False

    def settle(self, position: int, opponent: int) -> bool:
        if not self.matching.force(position, opponent):
            return False
        self.matching.retire(position)
        return True

    def _toggle(self, position: int, others: int) -> None:
        adjacency = self.matching.adjacency
        adjacency[position] ^= others
        for other in bits(others):
            adjacency[other] ^= 1 << position

    def split(self, first: int, second: int) -> bool:
        matching = self.matching
        kept, mates, single = list(matching.adjacency), list(matching.mate), matching.single
        for position in bits(first | second):
            below = (1 << position) - 1
            matching.adjacency[position] &= (
                second & ~below if first >> position & 1 else first & below | ~(first | second)
            )
        for place in range(self.tight.size, len(kept)):
            matching.adjacency[place] &= ~first
        for position in bits(first | second):
            mate = matching.mate[position]
            if mate >= 0 and not matching.adjacency[position] >> mate & 1:
                matching.part(position)
        if matching.maximise() == 0:
            return True
        matching.adjacency[:], matching.mate[:], matching.single = kept, mates, single
        return False

    def exchanged(self, remainder: Sequence[int], pairs: int) -> list[int]:
        matching = self.matching
        edges = [
            (one, other, 0)
            for one in bits(matching.alive)
            for other in bits(matching.adjacency[one] & matching.alive & ~((2 << one) - 1))
        ]
        return exchanged_half(len(matching.adjacency), edges, remainder, pairs, perfect=True)
