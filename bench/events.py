"""Events by chance: `python -m bench.events [--cores N] [--database N] [--players N]`.

10,000 random events on the pure cores, each held to what must always hold (tests/tournaments/formats/simulated_events);
some through the services on a database in memory, verified; and one big bundle, verified: how long each takes.
"""

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")

import django  # the settings' name comes first

CORES_EVENTS, DATABASE_EVENTS, PLAYERS = 10_000, 40, 100
FORMATS = ("swiss", "round_robin", "knockout", "double_elimination")
BLOCK = 250


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def play_block(first: int) -> tuple[Counter[str], list[str]]:
    """A block of events on the cores: how many of each format, and what didn't hold."""
    from tests.tournaments.formats.simulated_events import SimulatedEvent, broken

    played: Counter[str] = Counter()
    sentences = []
    for seed in range(first, first + BLOCK):
        event = SimulatedEvent(seed).play()
        played[event.format.key] += 1
        sentences += [f"seed {seed}, {event.format.key}: {sentence}" for sentence in broken(event)]
    return played, sentences


def on_the_cores(count: int) -> list[str]:
    started, played, sentences = time.perf_counter(), Counter[str](), list[str]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for of_block, found in pool.map(play_block, range(0, count, BLOCK)):
            played += of_block
            sentences += found
    seconds = time.perf_counter() - started
    kinds = ", ".join(f"{number} {name}" for name, number in sorted(played.items()))
    say(f"cores: {played.total():,} events in {seconds:.0f} s ({kinds}); {len(sentences)} don't hold")
    return sentences


def on_the_database(count: int) -> list[str]:
    from magistrar_site.shared.throwaway import throwaway_database
    from tournaments.services.simulate.event import event_simulate
    from tournaments.services.simulate.invariants import broken
    from tournaments.services.simulate.world import Plan

    started, sentences = time.perf_counter(), list[str]()
    with throwaway_database():
        for seed in range(count):
            plan = Plan(FORMATS[seed % len(FORMATS)], 4 + seed % 7, seed=seed, absences=0.1)
            sentences += [f"seed {seed}, {plan.format}: {sentence}" for sentence in broken(event_simulate(plan).event)]
    say(f"database: {count} events in {time.perf_counter() - started:.0f} s; {len(sentences)} don't hold")
    return sentences


def one_big_event(players: int) -> None:
    from magistrar_site.shared.throwaway import throwaway_database
    from tournaments.services.bundle.exporting import bundle_of
    from tournaments.services.simulate.event import event_simulate
    from tournaments.services.simulate.world import Plan
    from tournaments.services.verify.bundle import bundle_verify

    with throwaway_database():
        data = bundle_of(event_simulate(Plan("swiss", players, rounds=5, seed=1)).event)
    started = time.perf_counter()
    verdict = bundle_verify(data=data)
    seconds = time.perf_counter() - started
    say(f"bundle: {players} players, 5 rounds, {verdict.head[0]:,} facts, {len(data) / 1e6:.1f} MB: {seconds:.1f} s")
    if not verdict.holds:
        raise SystemExit(str(verdict))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", type=int, default=CORES_EVENTS)
    parser.add_argument("--database", type=int, default=DATABASE_EVENTS)
    parser.add_argument("--players", type=int, default=PLAYERS)
    arguments = parser.parse_args()
    django.setup()
    sentences = [*on_the_cores(arguments.cores), *on_the_database(arguments.database)]
    one_big_event(arguments.players)
    for sentence in sentences:
        say(sentence)
    if sentences:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
