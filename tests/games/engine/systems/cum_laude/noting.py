"""Whole games as they are noted from paper, part by part."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec

from games.engine.systems.cum_laude.canonical import canonical_turn
from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.guide import Question
from games.engine.systems.cum_laude.play import Play
from games.engine.systems.cum_laude.random_player import random_record
from tests.games.engine.systems.cum_laude.guided import EDITION, ToldTurn


def random_noted(chance: int, *, players: int, change_places: bool, starter: int = 1) -> tuple[Record, dict[str, Any]]:
    """A random game, and its set-up."""
    record = random_record(
        random.Random(chance), players=players, starter=starter, edition=EDITION, change_places=change_places
    )
    variants = {"change_places": True} if change_places else {}
    return record, {"players": players, "starter": str(starter), "edition": EDITION.key, "variants": variants}


def noted_parts(record: Record) -> list[dict[str, Any]]:
    """The parts by which a record is noted."""
    setup = msgspec.to_builtins(record.setup)
    play, parts = Play(record, EDITION), [{"setup": {name: said for name, said in setup.items() if name != "pile"}}]
    for number, turn in enumerate(record.turns, 1):
        before = play.drawn
        play.play_turn(number, turn)
        drawn = list(record.setup.pile[before : play.drawn])
        plain = msgspec.to_builtins(canonical_turn(turn))
        parts.append({**plain, "drawn": drawn} if drawn else plain)
    told: list[dict[str, Any]] = json.loads(json.dumps(parts))
    return told


class NotedTurn(ToldTurn):
    """Answers the engine's questions as a noted turn tells it."""

    def _answer(self, question: Question) -> dict[str, Any]:
        if question.kind == "drew":
            return {"drew": self.part["drew"]}
        if question.kind == "drawn":
            return {"drawn": self.part["drawn"]}
        return super()._answer(question)
