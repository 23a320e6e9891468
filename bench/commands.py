"""What commands without a database cost: `python -m bench.commands`.

Processor time of whole processes, the least of several: how long each takes to start and do next to nothing, beside a
command of the site; and `trf_pair` for 1,000 and 5,000 players, whose ratio shows how it grows.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.tournaments.formats.systems.swiss.simulated import Chances, Simulation
from tests.tournaments.trf.written import file, player_line
from tournaments.formats.core.state import Cell, CellKind, Entrant

ROOT = Path(__file__).resolve().parent.parent
REPEATS, START_WANTED, PAIR_WANTED = 3, 0.3, 4.0
ROUNDS_DONE, ROUNDS, SEED = 4, 9, 2026
CHANCES = Chances(absence=0.02)
SMALL, LARGE = 1000, 5000
# As it is where nothing forbids Python to keep what it has compiled.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
BYES = {CellKind.PAIRING_BYE: "U", CellKind.HALF_BYE: "H", CellKind.FULL_BYE: "F", CellKind.ZERO_BYE: "Z"}


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def seconds(*arguments: str) -> float:
    """The least processor time of `manage.py` with these arguments."""
    least = float("inf")
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=ENVIRONMENT, capture_output=True, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def report(players: int) -> str:
    """A tournament report file of an event played by chance."""
    state = Simulation(SEED, players, ROUNDS, CHANCES).play_to(ROUNDS_DONE)
    return file(f"XXR {ROUNDS}", *map(line_of, state.entrants))


def line_of(entrant: Entrant) -> str:
    points = sum(cell.points for cell in entrant.cells)
    rounds = "  ".join(map(column_of, entrant.cells))
    return player_line(entrant.number, f"{points / 2:.1f}", rounds, rating=str(entrant.rating))


def column_of(cell: Cell) -> str:
    if cell.opponent is None or cell.colour is None:
        return f"0000 - {BYES[cell.kind]}"
    return f"{cell.opponent:4d} {cell.colour.value[0]} {'0=1'[cell.points]}"


def main() -> None:
    starts = {
        "check_games": ("check_games", os.devnull),
        "berger": ("berger", "8"),
        "bracket": ("bracket", "8"),
    }
    for name, arguments in starts.items():
        say(f"{name:14} {seconds(*arguments):.2f} s of processor time (wanted {START_WANTED})")
    say(f"{'help check':14} {seconds('help', 'check'):.2f} s: a command of the site")
    took = {}
    for players in (SMALL, LARGE):
        with tempfile.NamedTemporaryFile("w", suffix=".trf") as trf:
            trf.write(report(players))
            trf.flush()
            took[players] = seconds("trf_pair", trf.name)
        wanted = f" (wanted {PAIR_WANTED})" if players == LARGE else ""
        say(f"trf_pair, round {ROUNDS_DONE + 1} of {players} players: {took[players]:.2f} s of processor time{wanted}")
    say(f"{LARGE // SMALL} times the players take {took[LARGE] / took[SMALL]:.1f} times as long")


if __name__ == "__main__":
    main()
