"""The quality criteria of a bracket (C.04.3 Art. 2.4, C.6 to C.21): one criterion, one function, one line of the table.

Each criterion counts what it wants little of, for a pair of the bracket or for a player who leaves it unpaired. The
table's order is the rules' order: a smaller count of an earlier criterion outweighs everything after it. Criteria that
go by score are compared from the highest score down. C.6 (as many pairs as can be) and C.8 (what the next bracket can
make of the downfloaters) are not sums over one bracket; they are seen to in `bracket` and `joint`. C.1 to C.3 make a
pair impossible (`is_legal_pair`); C.4 and C.5 are in `completion` and `byes`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.formats.systems.swiss.colours import is_due_more
from tournaments.formats.systems.swiss.competitor import Competitor, Float

PairCount = Callable[[Competitor, Competitor], bool]
FloaterCount = Callable[[Competitor, int], bool]


def is_legal_pair(one: Competitor, other: Competitor) -> bool:
    """C.1 (they haven't played each other) and C.3 (not the same absolute colour, but for topscorers).

    Pairs that the event forbids are not seen here.
    """
    return other.number not in one.opponents and not colours_forbid(one, other)


def colours_forbid(one: Competitor, other: Competitor) -> bool:
    """C.3: two players who are both absolutely due the same colour don't meet, unless one is a topscorer."""
    claim, rival = one.colour, other.colour
    return (
        claim.is_absolute
        and rival.is_absolute
        and claim.preference is rival.preference
        and not (one.is_topscorer or other.is_topscorer)
    )


def _wants_same(one: Competitor, other: Competitor) -> bool:
    return one.colour.preference is not None and one.colour.preference is other.colour.preference


def _floats_up(higher: Competitor, lower: Competitor) -> bool:
    return higher.score > lower.score


def c7_moved_down_again(player: Competitor, resident_score: int) -> bool:
    """C.7: the scores of the downfloaters. How many residents float is settled by C.6 and the moved-down players."""
    return player.score > resident_score


def c10_wide_difference(higher: Competitor, lower: Competitor) -> bool:
    """C.10: topscorers, or their opponents, whose colour difference goes beyond two."""
    both_wide = higher.colour.is_widely_unbalanced and lower.colour.is_widely_unbalanced
    return both_wide and _wants_same(higher, lower)


def c11_three_in_a_row(higher: Competitor, lower: Competitor) -> bool:
    """C.11: topscorers, or their opponents, who get the same colour three times in a row."""
    claim, rival = higher.colour, lower.colour
    if not (claim.is_absolute and rival.is_absolute and claim.preference is rival.preference):
        return False
    if claim.difference == rival.difference:
        return claim.repeated is not None and claim.repeated is rival.repeated
    loser = rival if claim.difference > rival.difference else claim
    return loser.repeated is not None and loser.repeated is not loser.preference


def c12_colour_denied(higher: Competitor, lower: Competitor) -> bool:
    """C.12: players who don't get the colour they are due."""
    return _wants_same(higher, lower)


def c13_strong_colour_denied(higher: Competitor, lower: Competitor) -> bool:
    """C.13: players who don't get the colour they are strongly due."""
    claim, rival = higher.colour, lower.colour
    both_due = is_due_more(claim) and is_due_more(rival)
    return both_due and not (claim.is_absolute and rival.is_absolute) and _wants_same(higher, lower)


def c14_downfloat_repeated(player: Competitor, resident_score: int) -> bool:
    """C.14: resident downfloaters who floated down the round before."""
    return player.score == resident_score and player.last_float is Float.DOWN


def c15_upfloat_repeated(higher: Competitor, lower: Competitor) -> bool:
    """C.15: opponents of moved-down players who floated up the round before."""
    return _floats_up(higher, lower) and lower.last_float is Float.UP


def c16_downfloat_two_rounds_before(player: Competitor, resident_score: int) -> bool:
    """C.16: resident downfloaters who floated down two rounds before."""
    return player.score == resident_score and player.float_before is Float.DOWN


def c17_upfloat_two_rounds_before(higher: Competitor, lower: Competitor) -> bool:
    """C.17: opponents of moved-down players who floated up two rounds before."""
    return _floats_up(higher, lower) and lower.float_before is Float.UP


def c18_downfloat_again_from_above(player: Competitor, resident_score: int) -> bool:
    """C.18: the score differences of moved-down players who floated down the round before."""
    return player.score > resident_score and player.last_float is Float.DOWN


def c20_downfloat_from_above_two_rounds_before(player: Competitor, resident_score: int) -> bool:
    """C.20: the score differences of moved-down players who floated down two rounds before."""
    return player.score > resident_score and player.float_before is Float.DOWN


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of the table. `by_score` criteria are compared score by score, the highest first; a pair counts at its
    higher player's score. `can_count` bounds how many of these players can add to the count in one bracket."""

    article: str
    of_pair: PairCount | None = None
    of_floater: FloaterCount | None = None
    by_score: bool = False
    can_count: Callable[[Competitor], bool] = lambda player: True


def _is_wide(player: Competitor) -> bool:
    return player.colour.is_widely_unbalanced


def _is_absolute(player: Competitor) -> bool:
    return player.colour.is_absolute


def _has_preference(player: Competitor) -> bool:
    return player.colour.preference is not None


def _is_due_more(player: Competitor) -> bool:
    return is_due_more(player.colour)


def _floated_up_last(player: Competitor) -> bool:
    return player.last_float is Float.UP


def _floated_up_before(player: Competitor) -> bool:
    return player.float_before is Float.UP


BEFORE_NEXT_BRACKET: tuple[Criterion, ...] = (Criterion("C.7", of_floater=c7_moved_down_again, by_score=True),)
# C.19 and C.21 count the same pairs as C.15 and C.17, but weigh them by score.
AFTER_NEXT_BRACKET: tuple[Criterion, ...] = (
    Criterion("C.10", of_pair=c10_wide_difference, can_count=_is_wide),
    Criterion("C.11", of_pair=c11_three_in_a_row, can_count=_is_absolute),
    Criterion("C.12", of_pair=c12_colour_denied, can_count=_has_preference),
    Criterion("C.13", of_pair=c13_strong_colour_denied, can_count=_is_due_more),
    Criterion("C.14", of_floater=c14_downfloat_repeated),
    Criterion("C.15", of_pair=c15_upfloat_repeated, can_count=_floated_up_last),
    Criterion("C.16", of_floater=c16_downfloat_two_rounds_before),
    Criterion("C.17", of_pair=c17_upfloat_two_rounds_before, can_count=_floated_up_before),
    Criterion("C.18", of_floater=c18_downfloat_again_from_above, by_score=True),
    Criterion("C.19", of_pair=c15_upfloat_repeated, by_score=True, can_count=_floated_up_last),
    Criterion("C.20", of_floater=c20_downfloat_from_above_two_rounds_before, by_score=True),
    Criterion("C.21", of_pair=c17_upfloat_two_rounds_before, by_score=True, can_count=_floated_up_before),
)


def c9_unplayed_games(player: Competitor, rounds_done: int) -> int:
    """C.9: the unplayed games of the player who gets the pairing-allocated bye."""
    return rounds_done - player.games_played


@dataclass(frozen=True, slots=True)
class _Component:
    """A criterion at one score (None: at any), with what one count of it weighs and how far it can count."""

    criterion: Criterion
    score: int | None
    weight: int
    radix: int


class CostTable:
    """Turns the criteria of one bracket into whole numbers: the smaller the sum over its pairs and floaters, the
    better the bracket, criterion by criterion. Every such sum is below `limit`."""

    def __init__(
        self, moved_down: Sequence[Competitor], residents: Sequence[Competitor], criteria: Sequence[Criterion]
    ) -> None:
        self._resident_score = residents[0].score
        scores = sorted({player.score for player in moved_down})
        has_topscorers = any(player.is_topscorer for player in (*moved_down, *residents))
        components: list[_Component] = []
        weight = 1
        for criterion in reversed(criteria):
            if criterion.article in _LAST_ROUND_ONLY and not has_topscorers:
                continue
            for score in scores if criterion.by_score else [None]:
                radix = 1 + self._most(criterion, score, moved_down, residents)
                if radix > 1:
                    components.append(_Component(criterion, score, weight, radix))
                    weight *= radix
        self.components = tuple(reversed(components))
        self.limit = weight
        self._pair_parts = [(c.criterion.of_pair, c.score, c.weight) for c in self.components if c.criterion.of_pair]
        self._floater_parts = [
            (c.criterion.of_floater, c.score, c.weight) for c in self.components if c.criterion.of_floater
        ]

    def _most(
        self,
        criterion: Criterion,
        score: int | None,
        moved_down: Sequence[Competitor],
        residents: Sequence[Competitor],
    ) -> int:
        """No bracket counts more than this."""
        everybody = (*moved_down, *residents)
        if criterion.of_floater is not None:
            of_floater = criterion.of_floater
            at_score = [player for player in everybody if score is None or player.score == score]
            return sum(of_floater(player, self._resident_score) for player in at_score)
        if criterion.article in _OF_MOVED_DOWN:
            above = sum(score is None or player.score == score for player in moved_down)
            return min(above, sum(criterion.can_count(player) for player in residents))
        return sum(criterion.can_count(player) for player in everybody) // 2

    def pair(self, higher: Competitor, lower: Competitor) -> int:
        """What pairing these two costs."""
        return sum(
            weight
            for count, score, weight in self._pair_parts
            if (score is None or score == higher.score) and count(higher, lower)
        )

    def floater(self, player: Competitor) -> int:
        """What leaving this player unpaired costs."""
        return sum(
            weight
            for count, score, weight in self._floater_parts
            if (score is None or score == player.score) and count(player, self._resident_score)
        )

    def counts(self, cost: int) -> dict[str, int]:
        """The counts by article in a sum of costs, those by score added up."""
        found: dict[str, int] = {}
        for component in self.components:
            count, cost = divmod(cost, component.weight)
            article = component.criterion.article
            found[article] = found.get(article, 0) + count
        return found


_LAST_ROUND_ONLY = frozenset({"C.10", "C.11"})
_OF_MOVED_DOWN = frozenset({"C.15", "C.17", "C.19", "C.21"})
