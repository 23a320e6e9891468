"""The plain judge's points and report, the same for records, sheets and scores."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]
COLOURS = ["red", "black", "yellow", "green", "blue", "brown"]
CRYSTALS = ["white", "blue", "red"]
LETTERS = dict(zip("rkygbn", COLOURS, strict=True))


class Wrong(Exception):  # noqa: N818 # it is a finding, not an error
    def __init__(self, code: str, rule: str, turn: int | None, seat: str | None, position: int | None) -> None:
        self.found = {"code": code, "rule": rule, "turn": turn, "seat": seat, "position": position}


def report(document: Json, edition: Json, own: Json | None, found: list[Json], *, complete: bool, assumed: str) -> Json:
    """`own`: the system's members of a legal document."""
    seats = seats_of(document)
    places = winner = claim = None
    if own is not None and complete:
        strengths = [(own["vp"][seat]["total"], own["vp"][seat]["tie_break"] or 0) for seat in seats]
        places = {
            seat: 1 + sum(other > mine for other in strengths) for seat, mine in zip(seats, strengths, strict=True)
        }
        first = [seat for seat in seats if places[seat] == 1]
        winner = first[0] if len(first) == 1 else None
        if "claim" in document:
            claim = "agrees" if document["claim"] == places else "differs"
    members = ("ended", "finishers", "turns", "missions", "complete_spells", "passed_spells", "vp")
    names = [name for name in assumed.split() if provenance(edition, name) == "assumed"]
    return {
        "system": "cum-laude",
        "format": document["format"],
        "edition": document.get("edition", "spieltrieb-2017"),
        "engine": "1",
        "legal": own is not None,
        "complete": own is not None and complete,
        "players": document["players"],
        "winner": winner,
        "placings": places,
        "claim": claim,
        **{name: (own or {}).get(name) for name in members},
        "violations": found,
        "assumed": names,
    }


def provenance(edition: Json, name: str) -> str:
    stated = edition["rulings"]["counting_spell"] if name == "rulings" else edition[name]
    return str(stated["provenance"])


def seats_of(document: Json) -> list[str]:
    return [str(number + 1) for number in range(document["players"])]


def counts(name: str) -> Counter[str]:
    return Counter({crystal: int(digit) for crystal, digit in zip(CRYSTALS, name, strict=True)})


def mission_of(edition: Json, mission: str, extra: str | None) -> list[str]:
    colours = mission.split("-")
    if extra is not None:
        colours.append(edition["missions"]["value"][mission][edition["orders"]["value"][extra] - 1])
    return colours


def points_of(edition: Json, spells: int, finish: int, order: str, stock: Counter[str], *, fulfilled: bool) -> Json:
    points = edition["points"]["value"]
    matching = sum(min(stock[crystal], number) for crystal, number in counts(order).items())
    told = {
        "spells": points["spell"] * spells,
        "finish": finish,
        "order": points["order"] if fulfilled else 0,
        "matching": 0 if fulfilled else points["matching"] * matching,
        "mismatching": 0 if fulfilled else points["mismatching"] * (stock.total() - matching),
    }
    return {"total": sum(told.values()), **told, "tie_break": matching}


def finish_points(edition: Json, finishers: Iterable[str], seat: str) -> int:
    points, all_of_them = edition["points"]["value"], list(finishers)
    if seat not in all_of_them:
        return 0
    return int(points["finish"] if len(all_of_them) == 1 else points["finish_shared"])
