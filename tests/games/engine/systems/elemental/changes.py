"""Random single changes of documents, as decoded JSON: each keeps the shape, most break a rule."""

import copy
import random
from collections.abc import Callable
from typing import Any

from games.engine.systems.elemental.board import MOVES

Json = dict[str, Any]
CARDS = [element + value for element in "fwgn" for value in "12345"]


def _seat(rng: random.Random, record: Json) -> str:
    return str(rng.randint(1, record["players"]))


def _turns_with(record: Json, name: str) -> list[Json]:
    return [turn for turn in record["turns"] if turn.get(name)]


def move(rng: random.Random, record: Json, turn: Json) -> None:
    turn["move"] = rng.choice(sorted(MOVES))


def starter(rng: random.Random, record: Json, turn: Json) -> None:
    record["starter"] = _seat(rng, record)


def fewer_turns(rng: random.Random, record: Json, turn: Json) -> None:
    del record["turns"][rng.randrange(len(record["turns"])) :]


def one_turn_left_out(rng: random.Random, record: Json, turn: Json) -> None:
    record["turns"].remove(turn)


def turn_repeated(rng: random.Random, record: Json, turn: Json) -> None:
    record["turns"].append(copy.deepcopy(turn))


def slip_entry(rng: random.Random, record: Json, turn: Json) -> None:
    seat = _seat(rng, record)
    entries = record["slips"][seat].split(" ")
    place = rng.randrange(len(entries))
    entries[place] = rng.choice(CARDS)
    record["slips"][seat] = " ".join(entries)


def slip_order(rng: random.Random, record: Json, turn: Json) -> None:
    seat = _seat(rng, record)
    entries = record["slips"][seat].split(" ")
    if len(entries) > 5:
        place = rng.randrange(4, len(entries) - 1)
        entries[place], entries[place + 1] = entries[place + 1], entries[place]
        record["slips"][seat] = " ".join(entries)


def slip_longer(rng: random.Random, record: Json, turn: Json) -> None:
    record["slips"][_seat(rng, record)] += " " + rng.choice([*CARDS, "F2", "f2W3n1"])


def slip_shorter(rng: random.Random, record: Json, turn: Json) -> None:
    seat = _seat(rng, record)
    entries = record["slips"][seat].split(" ")
    record["slips"][seat] = " ".join(entries[: max(4, len(entries) - 1)])


def other_kept(rng: random.Random, record: Json, turn: Json) -> None:
    seat = _seat(rng, record)
    record["slips"][seat] = " ".join(
        entry if entry.islower() else entry[:-2].lower() + entry[-2:].upper()
        for entry in record["slips"][seat].split(" ")
    )


def duel_left_out(rng: random.Random, record: Json, turn: Json) -> None:
    for with_duel in _turns_with(record, "duel")[-3:]:
        with_duel.pop("duel")


def duel_added(rng: random.Random, record: Json, turn: Json) -> None:
    turn.setdefault("duel", {"attack": rng.choice(CARDS), "defense": {}})


def attack_card(rng: random.Random, record: Json, turn: Json) -> None:
    for with_duel in _turns_with(record, "duel")[-1:]:
        with_duel["duel"]["attack"] = rng.choice(CARDS)


def defense_cards(rng: random.Random, record: Json, turn: Json) -> None:
    for with_duel in _turns_with(record, "duel")[-1:]:
        shown = with_duel["duel"].setdefault("defense", {})
        if shown and rng.random() < 0.4:
            shown.pop(rng.choice(sorted(shown)))
        else:
            shown[_seat(rng, record)] = rng.choice(CARDS)


def sudden_duel(rng: random.Random, record: Json, turn: Json) -> None:
    for with_sudden in _turns_with(record, "sudden")[-1:]:
        sudden = rng.choice(with_sudden["sudden"])
        name = rng.choice(("target", "attack", "defense", "no defense", "returns"))
        if name == "target":
            sudden["target"] = _seat(rng, record)
        elif name == "returns":
            _change_returns(rng, sudden)
        elif name == "no defense":
            sudden.pop("defense", None)
        else:
            sudden[name] = rng.choice(CARDS)


def sudden_duel_added(rng: random.Random, record: Json, turn: Json) -> None:
    sudden = {"target": _seat(rng, record), "attack": rng.choice(CARDS), "returns": rng.sample(STARS, 2)}
    turn.setdefault("sudden", []).append(sudden)


def star_draw(rng: random.Random, record: Json, turn: Json) -> None:
    for with_draw in _turns_with(record, "star_draws")[-1:]:
        draw = rng.choice(with_draw["star_draws"])
        if rng.random() < 0.4:
            draw["deck"] = rng.choice(("attack", "defense"))
        else:
            _change_returns(rng, draw)


def star_draw_added(rng: random.Random, record: Json, turn: Json) -> None:
    draw = {"deck": rng.choice(("attack", "defense")), "returns": rng.sample(STARS, 3)}
    turn.setdefault("star_draws", []).append(draw)


def uses_left_out(rng: random.Random, record: Json, turn: Json) -> None:
    for name in ("sudden", "star_draws"):
        for with_use in _turns_with(record, name)[-1:]:
            with_use[name].pop()


STARS = ["b2", "b4", "b6", "d2", "d4", "d6", "f2", "f4", "f6"]


def _change_returns(rng: random.Random, use: Json) -> None:
    place = rng.randrange(len(use["returns"]) + 1)
    use["returns"][place : place + 1] = rng.sample([*STARS, "a1", "z9"], rng.randrange(2))


CHANGES: tuple[Callable[[random.Random, Json, Json], None], ...] = (
    move,
    starter,
    fewer_turns,
    one_turn_left_out,
    turn_repeated,
    slip_entry,
    slip_order,
    slip_longer,
    slip_shorter,
    other_kept,
    duel_left_out,
    duel_added,
    attack_card,
    defense_cards,
    sudden_duel,
    sudden_duel_added,
    star_draw,
    star_draw_added,
    uses_left_out,
)


def changed(rng: random.Random, record: Json) -> Json:
    """A copy of a record of at least one turn with one thing changed."""
    copied = copy.deepcopy(record)
    rng.choice(CHANGES)(rng, copied, rng.choice(copied["turns"]))
    return copied


def changed_score(rng: random.Random, score: Json) -> Json:
    """A copy of a score with one number changed, or without stars; its places stay possible ones."""
    copied = copy.deepcopy(score)
    seat = _seat(rng, score)
    name = rng.choice(("health", "stars", "placings", "no stars"))
    if name == "no stars":
        copied.pop("stars", None)
    elif name != "placings":
        copied.setdefault(name, {})[seat] = rng.choice((0, 0, 1, 2, 3, 12, 13))
    else:
        strengths = [rng.randrange(3) for _ in score["placings"]]
        copied["placings"] = {
            other: 1 + sum(each > own for each in strengths)
            for other, own in zip(sorted(score["placings"]), strengths, strict=True)
        }
    if set(copied.get("stars", score["health"])) != set(score["health"]):
        copied.pop("stars")
    return copied
