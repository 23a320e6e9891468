"""A player who answers the engine's questions by chance, as a phone's page does it: by the tables and the
answers that are offered, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from games.engine.systems.cum_laude.dealing import seeded_card
from games.engine.systems.cum_laude.dealt import dealt_play
from games.engine.systems.cum_laude.documents import Record, Turn
from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS
from games.engine.systems.cum_laude.guide import Guide, Question, Tables, tower_tables
from games.engine.systems.cum_laude.random_player import _RandomPlay
from games.engine.systems.cum_laude.system import CUM_LAUDE

EDITION = SHIPPED_EDITIONS["spieltrieb-2017"]
TABLES = tower_tables(EDITION.tower)
TRIES = 400


def ends(movement: Mapping[str, Any], cards: Sequence[str], tables: Tables = TABLES) -> list[str]:
    """The tiles where a movement with these cards can end, as the page's script walks the tables."""
    found: set[str] = set()
    for way in movement["ways"]:
        places = set(movement["start"])
        for card in cards:
            name = way.get(card[0], "")
            table = movement.get("tables", {}).get(name) or tables.get(name, {})
            places = {after for place in places for after in table.get(place, ())}
        found |= places
    return sorted((found & EDITION.tower.numbers.keys()) - set(movement["barred"]))


def answer_to(rng: random.Random, question: Mapping[str, Any]) -> dict[str, Any]:
    """An answer by chance to a question as JSON."""
    movement = question.get("movement")
    if movement:
        number = 3 if len(movement["ways"]) > 2 else 0
        for _try in range(TRIES):
            cards = rng.sample(movement["hand"], number or min(len(movement["hand"]), rng.choice((1, 1, 2, 3))))
            tiles = ends(movement, cards)
            if tiles:
                return {"cards": cards, "to": rng.choice(tiles)}
        raise AssertionError("the figure that is asked for can't be moved")
    if question.get("discard"):
        hand = [card if isinstance(card, str) else card["card"] for card in question["hand"]]
        return {"discard": rng.sample(hand, question["discard"])}
    found = rng.choice(question["answers"])
    answer: dict[str, Any] = found.get("answer", found)
    return answer


def guide_after(set_up: Mapping[str, Any], seed: str, parts: Sequence[Any]) -> Guide:
    """The game after these parts, its next turn to be chosen."""
    guide = Guide(dealt_play(set_up, seed, EDITION).dealt, EDITION, seed)
    for number, part in enumerate(parts, 1):
        guide.play_part(number, part)
    return guide


class _DealtRandomPlay(_RandomPlay):
    """Masters by chance in a dealt game: the seed says which card they draw from somebody."""

    def __init__(self, rng: random.Random, dealt: Record, seed: str, *, may_end: bool) -> None:
        super().__init__(rng, dealt, EDITION)
        self.seed = seed
        self.may_end = may_end

    def _finishes(self, met: list[int]) -> bool:
        return self.may_end and self.seat in self.may_finish(met) and super()._finishes(met)

    def _draw_from_master(self, turn: Turn) -> None:
        hand = self.masters[int(turn.giver or 0) - 1].hand
        self.drew = seeded_card(self.seed, self.number, hand)
        super()._draw_from_master(msgspec.structs.replace(turn, drew=self.drew))


def dealt_parts(set_up: Mapping[str, Any], seed: str, chance: int, *, may_end: bool = True) -> list[dict[str, Any]]:
    """The open parts of a whole dealt game, played by chance with a liking for what pays. `may_end`: players end it
    where they may."""
    play = _DealtRandomPlay(random.Random(chance), dealt_play(set_up, seed, EDITION).dealt, seed, may_end=may_end)
    turns = [msgspec.structs.replace(turn, drew=UNSET) for turn in play.turns()]
    return [CUM_LAUDE.told_dealt_part(set_up, [], msgspec.to_builtins(turn), EDITION) for turn in turns]


class ToldTurn:
    """Answers the engine's questions as a turn tells it."""

    def __init__(self, part: Mapping[str, Any]) -> None:
        self.part = part
        self.takes = list(part.get("takes", ()))
        self.exams = [*part.get("exams", ()), *part.get("action", {}).get("exams", ())]
        self.order = part.get("order")

    def answer(self, question: Question) -> dict[str, Any]:
        offered = [dict(each) for each in question.answers]
        answer = self._answer(question)
        assert not offered or answer in offered, (question.kind, answer, self.part)
        return answer

    def _answer(self, question: Question) -> dict[str, Any]:
        part = self.part
        match question.kind:
            case "figure":
                return self._uncovers("before") or {"figure": part["name"]}
            case "giver":
                return {"from": part["from"]}
            case "pass":
                return {"pass": True}
            case "movement":
                return {"cards": list(part["cards"]), "to": part["to"]}
            case "take":
                return self.takes.pop(0) if self.takes else {"done": True}
            case "finish":
                return {"finish": "finish" in part and self._is_last_meeting()}
            case "exam":
                exam = self.exams[0] if self.exams else {"done": True}
                return (
                    {name: told for name, told in exam.items() if name != "on"} if "on" in exam else self.exams.pop(0)
                )
            case "on":
                return {"on": self.exams.pop(0)["on"]}
            case "discard":
                return {"discard": list(part["discard"])}
            case _:
                return self._action(question)

    def _is_last_meeting(self) -> bool:
        is_first, self.met = not getattr(self, "met", False), True
        return "action" not in self.part or not is_first

    def _uncovers(self, when: str) -> dict[str, Any] | None:
        if self.order != when:
            return None
        self.order = None
        return {"order": when}

    def _action(self, question: Question) -> dict[str, Any]:
        if question.kind == "order":
            when = question.answers[0]["order"]
            return self._uncovers(when) or {"done": True}
        if question.kind == "with":
            return {"with": self.part["action"]["places"][1]}
        uncovers = self._uncovers("moved")
        if uncovers:
            return uncovers
        action = {name: told for name, told in self.part["action"].items() if name != "exams"}
        return {"places": action["places"][0]} if "places" in action else action
