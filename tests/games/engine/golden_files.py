"""Golden files: documents with the reports that they got, so that a change of any answer is seen.

`python -m tests.games.engine.golden_files magistrar` writes a system's file anew, after a change that is meant.
Documents come from the random player, from changing them, and from telling them at coarser grades.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.engine.registry import game_system
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.engine.systems.elemental.system import ELEMENTAL
from games.engine.systems.magistrar.derive import score_of, sheet_of
from games.engine.systems.magistrar.documents import encode_document
from games.engine.systems.magistrar.random_player import random_record, random_variants
from tests.games.engine.systems.magistrar.changes import changed
from tests.toy_system import TOY

GOLDEN = Path(__file__).parent / "golden"
SEED = 2021


def magistrar_documents() -> Iterator[Any]:
    """Legal games of every variant mix, complete and unfinished; each changed, and told at coarser grades."""
    rng = random.Random(SEED)
    for number in range(40):
        record = random_record(rng, variants=random_variants(rng), duels=5 if number % 3 else number % 5)
        value = json.loads(encode_document(record))
        yield value
        if record.duels:
            yield changed(rng, value)
        sheet = json.loads(encode_document(sheet_of(record)))
        yield sheet
        if sheet["duels"]:
            sheet["duels"][-1]["white"]["light"] = sheet["duels"][-1]["white"].get("light", 0) + 2
            yield sheet
        if len(record.duels) == 5:
            score = json.loads(encode_document(score_of(record)))
            yield score
            yield {**score, "honoris": {"white": score["honoris"]["white"] + 1, "black": score["honoris"]["black"]}}
    yield {"format": "magistrar-record/9", "edition": "none"}
    yield []


def toy_documents() -> Iterator[Any]:
    """Records and scores of the made-up game: complete, unfinished, too long, and with bids that are too high."""
    rng = random.Random(SEED)
    edition = next(iter(TOY.editions.values()))
    for number in range(8):
        game = TOY.random_game(rng, players=3, starter=None, edition=edition, variants={})
        record = json.loads(TOY.encode(game))
        yield {**record, "turns": record["turns"][:number]} if number < 4 else record
        yield {**record, "turns": [*record["turns"], [1, 2, 3]]}
        yield {**record, "turns": [[0, number + 3, 1], *record["turns"][1:]]}
        score = json.loads(TOY.encode(TOY.at_grade(game, "score", edition)))
        yield score
        yield {**score, "won": [4, 1, 0]}
    yield {"format": "toy-record/2"}
    yield []


def elemental_documents() -> Iterator[Any]:
    """Records and scores of 2 to 4 players: complete, unfinished, and with one thing changed."""
    rng = random.Random(SEED)
    edition = ELEMENTAL.editions["elemental-2022"]
    for number in range(12):
        players = 2 + number % 3
        game = ELEMENTAL.random_game(rng, players=players, starter=None, edition=edition, variants={})
        record = json.loads(ELEMENTAL.encode(game))
        turns = record["turns"]
        yield {**record, "claim": dict.fromkeys(record["slips"], 1)} if number == 0 else record
        yield {**record, "turns": turns[: number * 3]}
        yield {**record, "turns": [*turns, {"move": "N1E1"}]}
        yield {**record, "turns": [*turns[:number], {"move": "S6W6"}, *turns[number:]]}
        score = json.loads(ELEMENTAL.encode(ELEMENTAL.at_grade(game, "score", edition)))
        yield score
        yield {**score, "health": {**score["health"], "1": 13}}
    yield {"format": "elemental-record/2", "edition": "elemental-2022"}
    yield []


def cum_laude_documents() -> Iterator[Any]:
    """Records, sheets and scores of 2 to 6 players: complete, unfinished, and with one thing changed."""
    rng = random.Random(SEED)
    edition = CUM_LAUDE.editions["spieltrieb-2017"]
    for number in range(10):
        variants = {"change_places": number % 3 == 0}
        game = CUM_LAUDE.random_game(rng, players=2 + number % 5, starter=None, edition=edition, variants=variants)
        record = json.loads(CUM_LAUDE.encode(game))
        turns = record["turns"]
        yield {**record, "claim": dict.fromkeys(record["setup"]["hands"], 1)} if number == 0 else record
        yield {**record, "turns": turns[: number * 4]}
        yield {**record, "turns": [*turns, {"name": "red"}]}
        yield {**record, "turns": [*turns[:number], {"name": "examiner"}, *turns[number:]]}
        sheet = json.loads(CUM_LAUDE.encode(CUM_LAUDE.at_grade(game, "sheet", edition)))
        yield sheet
        yield {**sheet, "finishers": ["1", "2"]}
        score = json.loads(CUM_LAUDE.encode(CUM_LAUDE.at_grade(game, "score", edition)))
        yield score
        yield {**score, "vp": {**score["vp"], "1": 27 - number}}
    yield {"format": "cum-laude-sheet/2", "edition": "spieltrieb-2017"}
    yield []


DOCUMENTS = {
    "magistrar": magistrar_documents,
    "elemental": elemental_documents,
    "cum-laude": cum_laude_documents,
    "toy": toy_documents,
}


def write(system_key: str) -> None:
    """Write the golden file of a system anew."""
    system = TOY if system_key == TOY.key else game_system(system_key)
    folder = GOLDEN / system_key
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "documents.jsonl").open("w", encoding="utf-8") as lines:
        for document in DOCUMENTS[system_key]():
            data = json.dumps(document, separators=(",", ":"))
            report = system.check_encoded(data).decode()
            lines.write(f'{{"document":{data},"report":{report}}}\n')


if __name__ == "__main__":
    write(sys.argv[1])
