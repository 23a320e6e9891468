"""Which duels of a base game can be laid out: the same answer as from playing every one in every way."""

import random

import pytest

from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.layouts import Counts, can_be_laid_out
from games.engine.systems.magistrar.placements_terms import won_supers
from games.engine.systems.magistrar.random_player import random_record
from games.engine.systems.magistrar.record_check import check_record
from tests.extent import sampled
from tests.games.engine.systems.magistrar.plain_layouts import can_be_played

(EDITION,) = SHIPPED_EDITIONS.values()
FULL = (3, 3, 0, 0, 0)


def counts_of_a_game(rng: random.Random, duels: int) -> list[list[int]]:
    """Wins with pawns and with supers of both sides in each duel of a random legal game."""
    record = random_record(rng, duels=duels)
    counts = []
    for duel, report in zip(record.duels, check_record(record, EDITION).duels, strict=True):
        supers = [
            won_supers(6, duel.tokens.white, duel.tokens.black),
            won_supers(6, duel.tokens.black, duel.tokens.white),
        ]
        counts.append([report.points.white - supers[0], report.points.black - supers[1], *supers])
    return counts


def with_undecided(counts: list[list[int]]) -> tuple[Counts, ...]:
    return tuple((*duel, 6 - sum(duel)) for duel in counts)  # type: ignore[misc]


def passes_the_sums(counts: list[list[int]]) -> bool:
    """S1 and S3 to S7."""
    white, black, white_supers, black_supers = map(sum, zip(*counts, strict=True))
    undecided = [6 - sum(duel) for duel in counts]
    ties = 2 - max(white_supers, black_supers)
    complete = len(counts) == 5
    return (
        min(map(min, counts)) >= 0
        and min(undecided) >= 0
        and max(white, black) <= 15
        and ties >= 0
        and sum(undecided[:2]) <= ties
        and not (complete and (white_supers != black_supers or sum(undecided) < ties))
    )


def changed_counts(rng: random.Random) -> tuple[Counts, ...]:
    """The duels of a random game with wins changed, such that no sum gives it away."""
    while True:
        counts = counts_of_a_game(rng, rng.choice((5, 5, 4, 3)))
        for _ in range(40):
            other = [list(duel) for duel in counts]
            for _ in range(rng.randint(1, 6)):
                other[rng.randrange(len(other))][rng.choice((0, 0, 1, 1, 2, 3))] += rng.choice((-1, -1, 1))
            if passes_the_sums(other):
                return with_undecided(other)


@pytest.mark.parametrize("seed", sampled(range(120), 4))
def test_changed_games_are_possible_exactly_if_they_can_be_played(seed: int) -> None:
    rng = random.Random(seed)
    counts, starter, only_fewest = changed_counts(rng), rng.randint(0, 1), rng.random() < 0.8
    found = can_be_laid_out(counts, starter, only_fewest=only_fewest)
    assert found == can_be_played(counts, starter, only_fewest=only_fewest), (counts, starter, only_fewest)


@pytest.mark.parametrize("third, fewest, any_number", [((1, 2, 0, 0, 3), True, True), ((1, 1, 0, 0, 4), False, True)])
def test_duel_3_leaves_three_undecided_at_most(third: Counts, fewest: bool, any_number: bool) -> None:
    """The responder has used up 12 of 15 strong and weak pawns at the most, and faces six mediums."""
    duels = ((6, 0, 0, 0, 0), FULL, third)
    for only_fewest, possible in ((True, fewest), (False, any_number)):
        assert can_be_laid_out(duels, 0, only_fewest=only_fewest) is possible


@pytest.mark.parametrize(
    "duels, starters",
    [
        (((0, 4, 0, 1, 1), (1, 4, 1, 0, 0), (6, 0, 0, 0, 0), (1, 3, 0, 0, 2), (6, 0, 0, 0, 0)), (0,)),
        (((3, 3, 0, 0, 0), (2, 4, 0, 0, 0), (4, 0, 0, 1, 1), (4, 0, 0, 0, 2), (1, 4, 1, 0, 0)), (1,)),
        ((FULL, FULL, FULL, (2, 2, 0, 0, 2), (0, 0, 0, 0, 6)), (0, 1)),
        ((FULL, FULL, FULL, FULL, (2, 0, 0, 0, 4)), (0, 1)),
        ((FULL, FULL, FULL, FULL, (0, 0, 0, 0, 6)), (0, 1)),
    ],
)
def test_who_starts_can_decide(duels: tuple[Counts, ...], starters: tuple[int, ...]) -> None:
    for starter in (0, 1):
        assert can_be_laid_out(duels, starter, only_fewest=True) is (starter in starters)


def test_no_duels_are_possible() -> None:
    assert can_be_laid_out((), 0, only_fewest=True)
