"""Random single changes of documents, as decoded JSON: each keeps the shape, most break a rule."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]
COLOURS = ["red", "black", "yellow", "green", "blue", "brown"]
CRYSTALS = ["white", "blue", "red"]
CARDS = [letter + symbol for letter in "rkygbn" for symbol in ("", "", "s", "t", "a", "p")]
TILES = [f"{row}{number}" for row in "abcdefghi" for number in range(max(1, ord(row) - 100), min(9, ord(row) - 92) + 1)]
CRYSTAL_TILES = [tile for tile in TILES if tile != "e5"]
PORTALS = ["e5", *(f"{colour}-oriel" for colour in COLOURS)]


def _seat(rng: random.Random, record: Json) -> str:
    return str(rng.randint(1, record["players"]))


def _last(record: Json, name: str, inside: str = "") -> Iterator[Json]:
    """The last turn that has the member, or whose action has it."""
    having = [turn for turn in record["turns"] if name in (turn.get(inside, {}) if inside else turn)]
    yield from having[-1:]


def named(rng: random.Random, record: Json, turn: Json) -> None:
    names = COLOURS if "takes" in turn else [*COLOURS, "examiner"]
    turn["name"] = rng.choice(names)


def drawn_from(rng: random.Random, record: Json, turn: Json) -> None:
    if "from" in turn and rng.random() < 0.3:
        del turn["from"], turn["drew"]
    elif rng.random() < 0.5 and "from" in turn:
        turn["from"] = _seat(rng, record)
    else:
        turn |= {"from": turn.get("from", _seat(rng, record)), "drew": rng.choice(CARDS)}


def card(rng: random.Random, record: Json, turn: Json) -> None:
    if "cards" in turn:
        turn["cards"][rng.randrange(len(turn["cards"]))] = rng.choice(CARDS)


def card_more_or_less(rng: random.Random, record: Json, turn: Json) -> None:
    if "cards" in turn:
        if len(turn["cards"]) > 1 and rng.random() < 0.5:
            turn["cards"].pop()
        else:
            turn["cards"].insert(0, rng.choice(CARDS))


def card_order(rng: random.Random, record: Json, turn: Json) -> None:
    turn.get("cards", []).reverse()


def tile(rng: random.Random, record: Json, turn: Json) -> None:
    if "to" in turn:
        turn["to"] = rng.choice(TILES + PORTALS * 3)


def passed(rng: random.Random, record: Json, turn: Json) -> None:
    for name in ("cards", "to", "takes", "exams", "action", "finish"):
        turn.pop(name, None)
    if turn.get("order") != "before":
        turn.pop("order", None)


def takes(rng: random.Random, record: Json, turn: Json) -> None:
    for other in _last(record, "takes"):
        take = rng.choice(other["takes"])
        take[rng.choice(("from", "take"))] = ""
        take["from"] = take["from"] or rng.choice(COLOURS)
        take["take"] = take["take"] or rng.choice(CRYSTALS)
    if rng.random() < 0.5 and "cards" in turn and turn["name"] != "examiner":
        turn.setdefault("takes", []).append({"from": rng.choice(COLOURS), "take": rng.choice(CRYSTALS)})


def take_twice(rng: random.Random, record: Json, turn: Json) -> None:
    for other in _last(record, "takes"):
        other["takes"].append({**other["takes"][0], "take": rng.choice(CRYSTALS)})


def _random_exam(rng: random.Random) -> Json:
    if rng.random() < 0.4:
        return {"who": rng.choice(COLOURS), "give": rng.choice(CRYSTALS)}
    return {"who": rng.choice(COLOURS), "lose": rng.choice(CRYSTALS), "on": rng.choice(CRYSTAL_TILES)}


def exams(rng: random.Random, record: Json, turn: Json) -> None:
    for other in _last(record, "exams"):
        _change_exams(rng, other["exams"])


def exams_of_step(rng: random.Random, record: Json, turn: Json) -> None:
    for other in _last(record, "exams", "action"):
        _change_exams(rng, other["action"]["exams"])


def _change_exams(rng: random.Random, held: list[Json]) -> None:
    kind = rng.randrange(5)
    if kind == 0 or not held:
        held.append(_random_exam(rng))
    elif kind == 1:
        held.pop(rng.randrange(len(held)))
    elif kind == 2:
        held.append(dict(held[0]))
    elif kind == 3:
        held[0]["who"] = rng.choice(COLOURS)
    elif "on" in held[0]:
        held[0]["on"] = rng.choice(CRYSTAL_TILES)
    else:
        held[0]["give"] = rng.choice(CRYSTALS)


def exam_added(rng: random.Random, record: Json, turn: Json) -> None:
    if "step" in turn.get("action", {}) and "finish" not in turn:
        turn["action"].setdefault("exams", []).append(_random_exam(rng))
    elif "cards" in turn and "finish" not in turn:
        turn.setdefault("exams", []).append(_random_exam(rng))


def action(rng: random.Random, record: Json, turn: Json) -> None:
    if "cards" not in turn or "finish" in turn:
        return
    one, other = rng.sample(COLOURS, 2)
    turn["action"] = rng.choice(
        (
            {"step": rng.choice(TILES)},
            {"steal": rng.choice(CRYSTALS), "from": _seat(rng, record)},
            {"give": rng.choice(CRYSTALS), "to": _seat(rng, record)},
            {"places": [one, other]},
            {"again": True},
        )
    )
    if "again" in turn["action"]:
        turn.pop("discard", None)


def action_changed(rng: random.Random, record: Json, turn: Json) -> None:
    for name in ("step", "steal", "give", "places"):
        for other in _last(record, name, "action"):
            done = other["action"]
            if name == "step":
                done["step"] = rng.choice(TILES)
            elif name == "places":
                done["places"] = rng.sample(COLOURS, 2)
            elif rng.random() < 0.5:
                done[name] = rng.choice(CRYSTALS)
            else:
                done["from" if name == "steal" else "to"] = _seat(rng, record)


def action_left_out(rng: random.Random, record: Json, turn: Json) -> None:
    if "finish" not in turn:
        turn.pop("action", None)


def uncovered(rng: random.Random, record: Json, turn: Json) -> None:
    if "order" in turn:
        del turn["order"]
    elif "cards" in turn and "finish" not in turn:
        turn["order"] = rng.choice(("before", "moved", "acted"))
    else:
        turn["order"] = "before"


def discarded(rng: random.Random, record: Json, turn: Json) -> None:
    for other in _last(record, "discard"):
        other["discard"] = [rng.choice(CARDS) for _ in range(rng.randrange(3))]
    if "action" not in turn and "finish" not in turn:
        turn.setdefault("discard", []).append(rng.choice(CARDS))


def finish(rng: random.Random, record: Json, turn: Json) -> None:
    for other in _last(record, "finish"):
        del other["finish"]
        return
    if "cards" in turn and "action" not in turn:
        for name in ("exams", "discard", "order"):
            turn.pop(name, None)
        turn["finish"] = True


def fewer_turns(rng: random.Random, record: Json, turn: Json) -> None:
    del record["turns"][rng.randrange(len(record["turns"])) :]


def turn_left_out(rng: random.Random, record: Json, turn: Json) -> None:
    record["turns"].remove(turn)


def turn_added(rng: random.Random, record: Json, turn: Json) -> None:
    record["turns"].append({"name": rng.choice([*COLOURS, "examiner"])})


def starter(rng: random.Random, record: Json, turn: Json) -> None:
    record["starter"] = _seat(rng, record)


def shorter_pile(rng: random.Random, record: Json, turn: Json) -> None:
    del record["setup"]["pile"][rng.randrange(len(record["setup"]["pile"])) :]


def dealt_card(rng: random.Random, record: Json, turn: Json) -> None:
    cards = rng.choice([*record["setup"]["hands"].values(), record["setup"]["pile"]])
    cards[rng.randrange(len(cards))] = rng.choice(CARDS)


def dealt_twice(rng: random.Random, record: Json, turn: Json) -> None:
    setup = record["setup"]
    dealt = setup[rng.choice(("spells", "missions", "orders"))]
    one, other = rng.choice(sorted(dealt)), rng.choice(sorted(dealt))
    dealt[one] = dealt[other]
    if "extra" in setup and rng.random() < 0.5:
        setup["extra"] = setup["orders"]["1"]


def crystals(rng: random.Random, record: Json, turn: Json) -> None:
    letters = list(record["setup"]["crystals"])
    if rng.random() < 0.5:
        letters[rng.randrange(len(letters))] = rng.choice("WBR")
    else:
        rng.shuffle(letters)
    record["setup"]["crystals"] = "".join(letters)


def other_cards(rng: random.Random, record: Json, turn: Json) -> None:
    record["change_places"] = not record.get("change_places", False)


CHANGES: tuple[Callable[[random.Random, Json, Json], None], ...] = (
    named,
    drawn_from,
    card,
    card_more_or_less,
    card_order,
    tile,
    passed,
    takes,
    take_twice,
    exams,
    exams_of_step,
    exam_added,
    action,
    action_changed,
    action_left_out,
    uncovered,
    discarded,
    finish,
    fewer_turns,
    turn_left_out,
    turn_added,
    starter,
    shorter_pile,
    dealt_card,
    dealt_twice,
    crystals,
    other_cards,
)


def changed(rng: random.Random, record: Json) -> Json:
    """A copy of a record of at least one turn with one thing changed."""
    copied = copy.deepcopy(record)
    rng.choice(CHANGES)(rng, copied, rng.choice(copied["turns"]))
    return copied


def changed_sheet(rng: random.Random, sheet: Json, edition: Json) -> Json:
    """A copy of a sheet with one thing changed."""
    copied = copy.deepcopy(sheet)
    master = copied["masters"][_seat(rng, sheet)]
    kind = rng.randrange(7)
    if kind == 0:
        master["mission"] = rng.choice(sorted(edition["missions"]["value"]))
    elif kind == 1:
        master["order"] = rng.choice(sorted(edition["orders"]["value"]))
    elif kind == 2:
        master["fulfilled"] = not master.get("fulfilled", False)
    elif kind == 3:
        master.setdefault("stock", {})[rng.choice(CRYSTALS)] = rng.choice((0, 1, 2, 3, 9, 20))
    elif kind == 4:
        copied["complete_spells"] = rng.sample(COLOURS, rng.randrange(7))
    elif kind == 5:
        seats = sorted(sheet["masters"])
        copied["finishers"] = rng.sample(seats, rng.randrange(len(seats) + 1))
    elif "spells" in copied and rng.random() < 0.5:
        del copied["spells"]
    else:
        copied["spells"] = {colour: rng.choice(edition["spells"]["value"]) for colour in COLOURS}
    return copied


def changed_score(rng: random.Random, score: Json) -> Json:
    """A copy of a score with one number changed, or without the crystals that match."""
    copied = copy.deepcopy(score)
    kind = rng.randrange(4)
    if kind == 0:
        copied.pop("tie_break", None)
    elif kind == 1 and "tie_break" in copied:
        copied["tie_break"][_seat(rng, score)] = rng.randrange(6)
    else:
        copied["vp"][_seat(rng, score)] += rng.choice((-40, -9, -2, -1, 1, 2, 3, 5, 9))
    return copied
