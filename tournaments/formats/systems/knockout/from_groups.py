"""Seeding a bracket from the places of an earlier stage: winners apart, and who comes from one group as far apart as
can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby, pairwise

from tournaments.formats.core.qualifying import Qualifier
from tournaments.formats.systems.knockout.seeding import bracket_size, standard_seeding


def seeds_from_stage(qualified: Sequence[Qualifier]) -> tuple[int, ...]:
    """The pairing numbers of the earlier stage in the order of the seeds. All winners of groups come first, then all
    seconds, and so on, each in the order of the groups; within such a row places are exchanged until those of one group
    meet as late as can be. ValueError outside of a bracket's size."""
    size = bracket_size(len(qualified))
    rows = [list(row) for _rank, row in groupby(sorted(qualified, key=_by_rank), key=lambda place: place.rank)]
    # Seconds start out in the opposite order, so that a winner is far from the second of his own group.
    seeds = [place for at, row in enumerate(rows) for place in (row if at % 2 == 0 else reversed(row))]
    bounds = [0]
    for row in rows:
        bounds.append(bounds[-1] + len(row))
    line = {seed: at for at, seed in enumerate(standard_seeding(size))}
    best = _cost(seeds, line)
    improved = True
    while improved:
        improved = False
        for start, end in list(pairwise(bounds))[1:]:
            for one, other in combinations(range(start, end), 2):
                seeds[one], seeds[other] = seeds[other], seeds[one]
                cost = _cost(seeds, line)
                if cost < best:
                    best, improved = cost, True
                else:
                    seeds[one], seeds[other] = seeds[other], seeds[one]
    return tuple(place.number for place in seeds)


def _by_rank(place: Qualifier) -> tuple[int, int]:
    return place.rank, place.group


def _cost(seeds: Sequence[Qualifier], line: dict[int, int]) -> tuple[int, ...]:
    """How many pairs of one group would meet in round 1, in round 2, and so on, as long as both win."""
    places: dict[int, list[int]] = {}
    for seed, place in enumerate(seeds, 1):
        places.setdefault(place.group, []).append(line[seed])
    if len(places) == 1:
        return ()
    counts = [0] * len(line).bit_length()
    for own in places.values():
        for one, other in combinations(own, 2):
            counts[(one ^ other).bit_length() - 1] += 1
    return tuple(counts)
