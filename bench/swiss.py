"""Time of pairing round 5 by the Dutch system, one process, best of three. `python -m bench.swiss`

For comparison, on another machine: bbpPairings 6.0.0 takes 0.3 s for 200 players and 55 s for 1,000, FIDE's own program
1.7 s and 5.5 s (5,000: 270 s and 7.7 GB). The pairs are the same as theirs wherever they could be compared.
"""

from __future__ import annotations

import resource
import sys
import time

from tests.tournaments.formats.systems.swiss.simulated import Chances, Simulation
from tournaments.formats.core.state import StageState
from tournaments.formats.systems.swiss.dutch_2026 import pair_round

SIZES_AND_TARGETS = ((200, 0.5), (1000, 4.0), (2000, None), (5000, 60.0))
ROUND, ROUNDS, REPEATS, SEED = 5, 9, 3, 2026
CHANCES = Chances(absence=0.02, forfeit=0.01)


def seconds(state: StageState) -> float:
    """The least of several measurements."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        pair_round(state)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    for players, target in SIZES_AND_TARGETS:
        state = Simulation(SEED, players, ROUNDS, CHANCES).play_to(ROUND - 1)
        measured = seconds(state)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # KiB on Linux
        wanted = f" (target {target} s)" if target is not None else ""
        sys.stdout.write(f"Swiss, round {ROUND} of {players} players: {measured:.3f} s{wanted}, {memory:.0f} MB\n")


if __name__ == "__main__":
    main()
