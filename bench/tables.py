"""Rounds of tables: pairs that meet again and time, against the best known. `python -m bench.tables [minute]`

For schedules made ahead the best known is no pair twice (the tables of the social golfer problem). For rounds by the
standings it is what a search of twenty times the length finds from other lots, or with `minute` what searches from one
lot after the other find in a minute of processor time. Repeated meetings may be 1 more; where they are as many,
differences of points above 1.5 times the best would be a fault.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import count

from tests.tournaments.formats.played_stages import PlayedStage
from tournaments.formats.core.format import FormatOptions
from tournaments.formats.systems.tables.format import Tables
from tournaments.formats.systems.tables.schedule import pairs_again, schedule
from tournaments.formats.systems.tables.search import search
from tournaments.formats.systems.tables.seating import moves_for, seat_round
from tournaments.formats.systems.tables.sizes import TableSizes
from tournaments.formats.systems.tables.straight import nearest_cut

# Players, table size, rounds, and the pairs that meet again in the best schedule known.
SCHEDULES = (
    (16, 4, 5, 0),
    (20, 4, 5, 0),
    (24, 4, 6, 0),
    (32, 4, 7, 0),
    (15, 3, 6, 0),
    (25, 5, 5, 0),
    (28, 4, 9, 0),
    (18, 3, 7, 0),
    (40, 4, 7, 0),
)
COMPARED = ((16, 5), (16, 6), (20, 5), (24, 6), (32, 7), (50, 6))
TIMED = ((200, 6, 2.0), (1000, 6, 20.0))
LONGER, STARTS, SEED, MINUTE = 20, 1, 2026, 60.0
SIZES = TableSizes(4, 3, 5)
OPTIONS: FormatOptions = {"size": 4, "least": 3, "most": 5}


def before_round(players: int, number: int) -> PlayedStage:
    """A stage in which all rounds before that one are played."""
    stage = PlayedStage(Tables(), players, SEED, OPTIONS)
    for _round in range(number - 1):
        stage.add(stage.seating())
    return stage


def schedules() -> None:
    for players, size, rounds, known in SCHEDULES:
        schedule.cache_clear()
        start = time.perf_counter()
        made = schedule(players, TableSizes(size, size - 1, size + 1), rounds)
        seconds = time.perf_counter() - start
        sys.stdout.write(
            f"{players} players in tables of {size}, {rounds} rounds ahead: {pairs_again(made)} pairs meet again "
            f"(best known {known}), {seconds:.2f} s\n"
        )


def compared(seconds: float = 0) -> None:
    """Rounds by the standings against longer searches: for so many seconds each, or of one lot."""
    for players, number in COMPARED:
        state = before_round(players, number).state
        made = seat_round(state, number, random.Random(SEED), SIZES, "lots")
        points = {entrant.number: entrant.points for entrant in state.entrants}
        field = made.field
        nearest = nearest_cut([points[one] for one in made.order], SIZES.cut(players))
        least = 0, field.price(nearest)[1]
        best = made.price
        began = time.process_time()
        for start in count():
            if time.process_time() - began > seconds if seconds else start == STARTS:
                break
            found = search(field, nearest, random.Random(start), least, LONGER * moves_for(players))
            best = min(best, field.price(found))
        ratio = made.price[1] / best[1] if made.price[0] == best[0] and best[1] else 1.0
        sys.stdout.write(
            f"{players} players, round {number}: repeated meetings {made.price[0]} (best {best[0]}, straight "
            f"{made.straight[0]}), differences of points {ratio:.2f} times the best\n"
        )


def timed() -> None:
    for players, number, target in TIMED:
        stage = before_round(players, number)
        start = time.process_time()
        made = seat_round(stage.state, number, random.Random(SEED), SIZES, "lots")
        seconds = time.process_time() - start
        sys.stdout.write(
            f"{players} players, round {number}: {seconds:.2f} s on one core (target {target} s), repeated meetings "
            f"{made.price[0]}\n"
        )


def main() -> None:
    schedules()
    compared(MINUTE if "minute" in sys.argv[1:] else 0)
    timed()


if __name__ == "__main__":
    main()
