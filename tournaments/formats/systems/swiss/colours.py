"""Who has which colour (C.04.3 Art. 5): the first of the rules that tells the two apart."""

from __future__ import annotations

from enum import StrEnum

from tournaments.formats.core.state import Colour
from tournaments.formats.systems.swiss.competitor import ColourClaim, Competitor, Strength


class ColourRule(StrEnum):
    """The rules of Art. 5.2 in their order."""

    BOTH_GRANTED = "5.2.1"
    STRONGER = "5.2.2"
    ALTERNATION = "5.2.3"
    HIGHER_RANKED = "5.2.4"
    INITIAL = "5.2.5"


def allocate_colours(one: Competitor, other: Competitor, first_colour: Colour) -> tuple[Colour, ColourRule]:
    """The colour of `one` against `other`, and the rule that decided."""
    claim, rival = one.colour, other.colour
    if claim.preference is not rival.preference:
        preference = claim.preference or (rival.preference.other if rival.preference else Colour.WHITE)
        return preference, ColourRule.BOTH_GRANTED
    higher = one if one.outranks(other) else other
    if claim.preference is None:
        colour = first_colour if higher.place % 2 == 0 else first_colour.other
        return colour if higher is one else colour.other, ColourRule.INITIAL
    stronger = _stronger(claim, rival)
    if stronger is not None:
        return claim.preference if stronger is claim else claim.preference.other, ColourRule.STRONGER
    last = _last_difference(claim, rival)
    if last is not None:
        return last.other, ColourRule.ALTERNATION
    colour = claim.preference
    return colour if higher is one else colour.other, ColourRule.HIGHER_RANKED


def _stronger(claim: ColourClaim, rival: ColourClaim) -> ColourClaim | None:
    """Which of two claims to the same colour is the stronger, None where neither: between two absolute ones, the one
    with the wider colour difference."""
    if claim.is_absolute and rival.is_absolute:
        if claim.difference == rival.difference:
            return None
        return claim if claim.difference > rival.difference else rival
    if claim.strength == rival.strength:
        return None
    return claim if claim.strength > rival.strength else rival


def _last_difference(claim: ColourClaim, rival: ColourClaim) -> Colour | None:
    """The colour of the claimant in the most recent games in which the two had different colours."""
    for colour, other in zip(reversed(claim.history), reversed(rival.history), strict=False):
        if colour is not other:
            return colour
    return None


def is_due_more(claim: ColourClaim) -> bool:
    """Whether a claim is at least strong (C.13)."""
    return claim.strength >= Strength.STRONG
