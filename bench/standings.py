"""Tables after a result: an event of 1,000 players and nine rounds, `python -m bench.standings [PLAYERS ROUNDS]`.

Processor time of this process, the least of several: a result of the last round, one of the first, and nothing new. On
SQLite in memory; `--postgresql` measures on a server of its own that writes durably.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from itertools import count

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

from bench.databases import fresh, load

PLAYERS, ROUNDS, REPEATS = 1000, 9, 5
LIMIT = 0.4  # seconds, of a result in the last round


def measure(players: int, rounds: int) -> bool:
    from django.db.models import F

    from games.models import GameResult, SeatResult
    from magistrar_site.shared.models import Stream
    from tests.tournaments.played_event import PLACES, played_event
    from tournaments.services.stages.standings import standings_refresh

    event, _evening = played_event(players, rounds, left_open=players // 10)
    gc.collect()
    gc.freeze()  # as workers do
    numbers = count()

    def refreshed(round_: int = 0) -> float:
        """Seconds after another result in that round."""
        if round_:
            of_round = GameResult.objects.filter(game__order=round_).order_by("pk")
            result = of_round[next(numbers)]
            result.winner = 2 if result.winner == 1 else 1
            result.save()
            for row in result.seats.select_related("seat"):
                place = PLACES[result.winner][row.seat.number - 1]
                SeatResult.objects.filter(pk=row.pk).update(place=place)
        Stream.objects.filter(name=event.stream).update(number=F("number") + 1)
        started = time.process_time()
        standings_refresh(event_key=event.key)
        return time.process_time() - started

    sys.stdout.write(f"{players:,} players, {rounds} rounds; load {load()}\n")
    sys.stdout.write(f"all tables for the first time: {refreshed():.2f} s\n")
    last = min(refreshed(rounds) for _repeat in range(REPEATS))
    over = last > LIMIT
    sys.stdout.write(f"result of the last round: {last:.2f} s{' TOO MUCH' if over else ''}\n")
    sys.stdout.write(f"result of the first round: {min(refreshed(1) for _repeat in range(REPEATS)):.2f} s\n")
    sys.stdout.write(f"nothing new: {min(refreshed() for _repeat in range(REPEATS)):.2f} s\n")
    return not over


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", type=int, nargs="?", default=PLAYERS)
    parser.add_argument("rounds", type=int, nargs="?", default=ROUNDS)
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args()
    with fresh(on_postgresql=given.postgresql):
        return 0 if measure(given.players, given.rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
