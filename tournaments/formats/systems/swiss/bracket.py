"""A bracket and its pairing (C.04.3 1.3, 2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.systems.swiss.competitor import Competitor
from tournaments.formats.systems.swiss.criteria import AFTER_NEXT_BRACKET, BEFORE_NEXT_BRACKET, CostTable
from tournaments.formats.systems.swiss.field import Field
from tournaments.formats.systems.swiss.matching import bits
from tournaments.formats.systems.swiss.sequence import Sequenced


@dataclass(frozen=True, slots=True)
class Bracket:
    """Positions in the field, each tuple in order: moved-down players, residents, the residents of the next bracket;
    and a mask of all below. `bye_is_open` says that the pairing-allocated bye has still to be given."""

    field: Field
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]
    below: int
    bye_is_open: bool

    @property
    def members(self) -> tuple[int, ...]:
        return self.moved_down + self.residents

    @property
    def score(self) -> int:
        """The score of the residents."""
        return self.field.players[self.residents[0]].score

    def competitors(self, positions: tuple[int, ...]) -> list[Competitor]:
        return [self.field.players[position] for position in positions]

    @property
    def member_mask(self) -> int:
        return mask_of(self.members)

    @property
    def bye_candidates(self) -> int:
        """The members who may get the bye, none where it is given or has nobody here."""
        return self.field.bye_candidates & self.member_mask if self.bye_is_open else 0

    def chooses_bye(self, unpaired: int) -> bool:
        """Whether C.9 has a say: where one member alone stays unpaired, and that is for the bye."""
        return unpaired == 1 and self.bye_candidates != 0

    def cost_tables(self) -> tuple[CostTable, CostTable]:
        """The criteria before C.8 and those after C.9, for this bracket."""
        above, here = self.competitors(self.moved_down), self.competitors(self.residents)
        return CostTable(above, here, BEFORE_NEXT_BRACKET), CostTable(above, here, AFTER_NEXT_BRACKET)


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """The pairs (higher, lower), those of moved-down players first, and the positions of those left unpaired, in order.
    `bye` is the position that got the bye, if this bracket settled it."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    moved_down_pairs: int
    exchanges: int
    bye: int | None = None


def paired_bracket(bracket: Bracket, sequenced: Sequenced) -> PairedBracket:
    """The bracket with these pairs. The bye is settled as soon as one player only is left who can have it: all its
    candidates have the same score (C.5), so that none come after their bracket."""
    paired = mask_of([position for pair in sequenced.pairs for position in pair])
    floaters = bracket.member_mask & ~paired
    candidates = floaters & bracket.bye_candidates
    bye = candidates.bit_length() - 1 if candidates.bit_count() == 1 else None
    if bye is not None:
        floaters &= ~candidates
    return PairedBracket(sequenced.pairs, positions_of(floaters), sequenced.moved_down_pairs, sequenced.exchanges, bye)


def mask_of(positions: Iterable[int]) -> int:
    """The bits of these positions."""
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


def positions_of(mask: int) -> tuple[int, ...]:
    """The positions of the set bits, ascending."""
    return tuple(bits(mask))
