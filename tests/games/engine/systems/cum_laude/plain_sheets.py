"""The plain judge of sheets and scores."""

from collections import Counter
from itertools import product

from tests.games.engine.systems.cum_laude.plain_points import (
    COLOURS,
    CRYSTALS,
    Json,
    counts,
    finish_points,
    mission_of,
    points_of,
    report,
    seats_of,
)


def sheet_report(sheet: Json, edition: Json) -> Json:
    seats, masters = seats_of(sheet), sheet["masters"]
    stock = {seat: Counter(masters[seat].get("stock", {})) for seat in seats}
    missions = {seat: mission_of(edition, masters[seat]["mission"], sheet.get("extra")) for seat in seats}
    complete, finishers = sheet["complete_spells"], sheet.get("finishers", [])
    found: list[Json] = []

    def add(rule: str, seat: str | None = None) -> None:
        found.append({"code": "sheet", "rule": rule, "turn": None, "seat": seat, "position": None})

    for rule, name in (("S1", "mission"), ("S2", "order")):
        for place, seat in enumerate(seats):
            if masters[seat][name] in [masters[earlier][name] for earlier in seats[:place]]:
                add(rule, seat)
    if sheet.get("extra") in [masters[seat]["order"] for seat in seats]:
        add("S2")
    if "spells" in sheet and len(set(sheet["spells"].values())) < len(COLOURS):
        add("S3")
    used = sum(stock.values(), Counter[str]())
    there = edition["crystals"]["value"]
    if any(used[crystal] > there[crystal] for crystal in CRYSTALS):
        add("S4")
    if "spells" in sheet:
        needed = sum((counts(sheet["spells"][colour]) for colour in complete), used)
        if any(needed[crystal] > there[crystal] for crystal in CRYSTALS):
            add("S5")
    elif used.total() + 6 * len(complete) > sum(there.values()):
        add("S5")
    for seat in seats:
        if masters[seat].get("fulfilled", False) and stock[seat] != counts(masters[seat]["order"]):
            add("S6", seat)
    could = [seat for seat in seats if set(missions[seat]) <= set(complete)]
    for seat in seats:
        if seat in finishers and seat not in could:
            add("S7", seat)
    had_to_share = {colour for seat in could if seat not in finishers for colour in missions[seat]}
    for seat in seats:
        if seat in finishers and seat in could and set(missions[seat]) <= had_to_share:
            add("S8", seat)
    own = None
    if not found:
        own = {
            "ended": "finish" if finishers else "pile",
            "finishers": [seat for seat in seats if seat in finishers],
            "missions": missions,
            "complete_spells": [colour for colour in COLOURS if colour in complete],
            "vp": {
                seat: points_of(
                    edition,
                    len(set(missions[seat]) & set(complete)),
                    finish_points(edition, finishers, seat),
                    masters[seat]["order"],
                    stock[seat],
                    fulfilled=masters[seat].get("fulfilled", False),
                )
                for seat in seats
            },
        }
    return report(sheet, edition, own, found, complete=True, assumed="missions orders rulings")


def score_report(score: Json, edition: Json) -> Json:
    seats, tie_break = seats_of(score), score.get("tie_break", {})
    ways = {seat: ways_to_make(edition, score["vp"][seat], tie_break.get(seat), len(seats)) for seat in seats}
    found = [
        {"code": "score", "rule": "T1", "turn": None, "seat": seat, "position": None}
        for seat in seats
        if not ways[seat]
    ]
    if not found and not any(fits(edition, choice) for choice in product(*ways.values())):
        found = [{"code": "score", "rule": "T2", "turn": None, "seat": None, "position": None}]
    parts = ("spells", "finish", "order", "matching", "mismatching")
    vp = {
        seat: {"total": score["vp"][seat], **dict.fromkeys(parts), "tie_break": tie_break.get(seat)} for seat in seats
    }
    return report(score, edition, None if found else {"vp": vp}, found, complete=True, assumed="rulings")


def ways_to_make(edition: Json, vp: int, tie_break: int | None, players: int) -> list[tuple[int, str, int]]:
    """The ways to make these points: spells, finish, and the fewest crystals in stock."""
    points, all_spells = edition["points"]["value"], 3 if players == 2 else 2
    most = sum(edition["crystals"]["value"].values())
    found: dict[tuple[int, str], int] = {}
    for spells in range(all_spells + 1):
        for finish in ("", "finish", "finish_shared"):
            if finish and spells < all_spells:
                continue
            rest = vp - points["spell"] * spells - (points[finish] if finish else 0)
            stocks = [5] if rest == points["order"] and tie_break in (None, 5) else []
            for matching in range(6) if tie_break is None else [tie_break]:
                stocks += [
                    matching + others
                    for others in range(most - matching + 1)
                    if points["matching"] * matching + points["mismatching"] * others == rest
                ]
            if stocks:
                found[spells, finish] = min(stocks)
    return [(spells, finish, stock) for (spells, finish), stock in found.items()]


def fits(edition: Json, choice: tuple[tuple[int, str, int], ...]) -> bool:
    finishes = [finish for _spells, finish, _stock in choice if finish]
    if finishes not in ([], ["finish"]) and (set(finishes) != {"finish_shared"} or len(finishes) < 2):
        return False
    in_stock = sum(stock for _spells, _finish, stock in choice)
    return bool(in_stock + 6 * max(choice)[0] <= sum(edition["crystals"]["value"].values()))
