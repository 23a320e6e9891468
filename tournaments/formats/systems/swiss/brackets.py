"""Pairs one bracket the quickest way that is exact for it."""

from __future__ import annotations

from tournaments.formats.systems.swiss.bracket import Bracket, PairedBracket, mask_of, paired_bracket
from tournaments.formats.systems.swiss.completion import suits_what_is_below
from tournaments.formats.systems.swiss.joint import pair_jointly, pair_with_next
from tournaments.formats.systems.swiss.sequence import Sequenced, first_in_sequence
from tournaments.formats.systems.swiss.tight import TightBracket

# How often another single downfloater is looked for before everything below is taken into account at once.
_ATTEMPTS = 40
# From how many players below the next bracket on it pays to leave them out first.
_MANY_BELOW = 60


def pair_bracket(bracket: Bracket) -> PairedBracket:
    """The bracket's pairing: by itself if what it leaves suits what is below, else jointly with all of that."""
    return _pair_alone(bracket) or _pair_narrowly(bracket) or pair_jointly(bracket)


def _pair_narrowly(bracket: Bracket) -> PairedBracket | None:
    """With the next bracket only, where there are many players below it."""
    if bracket.bye_candidates or bracket.below.bit_count() - len(bracket.following) < _MANY_BELOW:
        return None
    return pair_with_next(bracket)


def _pair_alone(bracket: Bracket) -> PairedBracket | None:
    barred, first_cost = 0, None
    for _ in range(_ATTEMPTS):
        tight = TightBracket(bracket, barred)
        paired = _paired(tight)
        if paired is None:
            return None
        floaters = mask_of(paired.floaters)
        leaves_one = len(paired.floaters) == 1 and tight.unpaired == 1
        if first_cost is not None and (not leaves_one or _c7_cost(tight, paired) != first_cost):
            return None
        if suits_what_is_below(bracket, floaters, bye_is_open=bracket.bye_is_open and paired.bye is None):
            return paired
        if not leaves_one:
            return None
        # Every other single downfloater that C.6 and C.7 allow is still to be preferred to one who doesn't suit (C.8).
        first_cost = _c7_cost(tight, paired)
        barred |= 1 << bracket.members.index(paired.floaters[0])
    return None


def _c7_cost(tight: TightBracket, paired: PairedBracket) -> int:
    return sum(tight.before.floater(player) for player in tight.bracket.competitors(paired.floaters))


def _paired(tight: TightBracket) -> PairedBracket | None:
    choice = tight.best()
    if choice is None:
        return None
    above = range(tight.moved_down)
    sequenced = first_in_sequence(choice, tight.players, above, range(tight.moved_down, tight.size))
    members = tight.bracket.members
    pairs = tuple((members[higher], members[lower]) for higher, lower in sequenced.pairs)
    return paired_bracket(tight.bracket, Sequenced(pairs, sequenced.moved_down_pairs, sequenced.exchanges))
