"""The speed of Magistrar's judge: `python -m bench.engine [--records N]`.

From the bytes of a document to the bytes of its report, on one core, as a multiple of the floor: the same bytes only
decoded into typed structs, and the same reports only encoded, by msgspec. Beside that python-chess reading games, with
a ply counted for a pawn; how many records for four players are judged in a second; and `check_games` over
a large file: peak memory, and what a second worker gains.
"""

import argparse
import io
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import msgspec

from games.engine.core.game_system import GameSystem
from games.engine.registry import game_system
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.engine.systems.elemental.system import ELEMENTAL
from games.engine.systems.magistrar.derive import sheet_of
from games.engine.systems.magistrar.documents import Document, encode_document
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.report import Report
from tests.games.engine.systems.magistrar.changes import changed

SEED = 2021
DOCUMENTS = 300  # of each kind
ROUNDS = 40
PAWNS_IN_A_GAME = 56  # 28 a side, all placed in a base game
WANTED = {"base": 3.0, "variants": 8.0, "broken": 15.0, "sheets": 8.0}
WANTED_OF_FOUR: tuple[tuple[GameSystem, int], ...] = ((ELEMENTAL, 8_000), (CUM_LAUDE, 1_500))

SYSTEM = game_system("magistrar")
DECODER: msgspec.json.Decoder[Document] = msgspec.json.Decoder(Document)
ENCODER = msgspec.json.Encoder()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def documents(rng: random.Random) -> dict[str, list[bytes]]:
    """Seeded documents of each kind, as bytes."""
    base = [random_record(rng) for _ in range(DOCUMENTS)]
    mixed = [random_record(rng, variants=random_variants(rng)) for _ in range(DOCUMENTS)]
    return {
        "base": [encode_document(record) for record in base],
        "variants": [encode_document(record) for record in mixed],
        "broken": list(broken(rng, [json.loads(encode_document(record)) for record in (*base, *mixed)])),
        "sheets": [encode_document(sheet_of(record)) for record in (*base, *mixed)],
    }


def broken(rng: random.Random, records: list[dict[str, Any]]) -> Iterator[bytes]:
    """Each record with one thing changed, as often as it takes until it is illegal."""
    for record in records:
        data = b""
        while not data or SYSTEM.check(data).legal:
            data = json.dumps(changed(rng, record), separators=(",", ":")).encode()
        yield data


def floor(rows: list[bytes], reports: list[Report]) -> None:
    """Decode every document and encode every report, and nothing between."""
    for row, report in zip(rows, reports, strict=True):
        DECODER.decode(row)
        ENCODER.encode(report)


def judged(rows: list[bytes]) -> None:
    for row in rows:
        SYSTEM.check_encoded(row)


def seconds(*works: Callable[[], None]) -> list[float]:
    """The least processor time of each work, measured in turns so that all meet the same conditions."""
    least = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for place, work in enumerate(works):
            start = time.process_time()
            work()
            least[place] = min(least[place], time.process_time() - start)
    return least


def measure_judge(rows: dict[str, list[bytes]]) -> None:
    """Print each kind's time and its multiple of the floor."""
    for kind, data in rows.items():
        reports = [SYSTEM.check(row) for row in data]
        lowest, ours = seconds(partial(floor, data, reports), partial(judged, data))
        ratio = ours / lowest
        each, least = ours / len(data) * 1e6, lowest / len(data) * 1e6
        say(
            f"{kind:9} {each:6.1f} us a document, floor {least:4.1f} us: {ratio:4.1f} times (wanted {WANTED[kind]:.0f})"
        )


def measure_chess(rng: random.Random, base: list[bytes]) -> None:
    """Print how many plies python-chess reads in a second, and how many pawns the judge."""
    text, plies = random_chess_games(rng, 20)

    def read() -> None:
        stream = io.StringIO(text)
        while chess.pgn.read_game(stream) is not None:
            pass

    of_chess, ours = seconds(read, lambda: judged(base))
    say(f"python-chess {plies / of_chess:12,.0f} plies a second")
    say(f"this judge   {len(base) * PAWNS_IN_A_GAME / ours:12,.0f} pawns a second")


def measure_records_of_four(rng: random.Random) -> None:
    """Print how many random records for four players are judged in a second, from bytes to bytes, and what that is as a
    multiple of only decoding them."""
    for system, wanted in WANTED_OF_FOUR:
        edition = next(iter(system.editions.values()))
        games = (
            system.random_game(rng, players=4, starter=None, edition=edition, variants={}) for _ in range(DOCUMENTS)
        )
        rows = [system.encode(game) for game in games]
        lowest, ours = seconds(partial(decoded, system, rows), partial(judged_by, system, rows))
        say(
            f"{system.key:10} {len(rows) / ours:9,.0f} records of four players a second (wanted {wanted:,}), "
            f"{ours / lowest:.1f} times their decoding"
        )


def decoded(system: GameSystem, rows: list[bytes]) -> None:
    for row in rows:
        system.parse(row)


def judged_by(system: GameSystem, rows: list[bytes]) -> None:
    for row in rows:
        system.check_encoded(row)


def random_chess_games(rng: random.Random, number: int) -> tuple[str, int]:
    """Random chess games as PGN, and how many plies they have."""
    texts, plies = [], 0
    for _ in range(number):
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        board = game.board()
        while not board.is_game_over() and board.ply() < 80:
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
        plies += board.ply()
        texts.append(str(game))
    return "\n\n".join(texts), plies


def measure_command(rows: list[bytes], records: int) -> None:
    """Print speed and peak memory of `check_games` over a file of so many documents, with one worker and with two."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        block = b"\n".join(rows) + b"\n"
        for _ in range(records // len(rows)):
            file.write(block)
        file.flush()
        took = []
        for workers in ("1", "2"):
            start = time.perf_counter()
            command = [sys.executable, "manage.py", "check_games", file.name, "--workers", workers]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False, cwd=Path(__file__).resolve().parent.parent)
            took.append(time.perf_counter() - start)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            say(
                f"check_games --workers {workers}: {records / took[-1]:9,.0f} documents a second, {peak:.0f} MB at most"
            )
        say(f"a second worker gains {took[0] / took[1]:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=60_000, help="documents for check_games (0: none)")
    options = parser.parse_args()
    rng = random.Random(SEED)
    rows = documents(rng)
    measure_judge(rows)
    measure_chess(rng, rows["base"])
    measure_records_of_four(rng)
    if options.records:
        measure_command([*rows["base"], *rows["variants"]], options.records)


if __name__ == "__main__":
    main()
