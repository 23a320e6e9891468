"""The rules once more, position by position and as plainly as can be: what the judge is held against in tests.

Written from the numbered rules, sharing no code with the judge. Takes a record as decoded JSON of the right shape and
returns what its report must say; of the violations only the first.
"""

from typing import Any

SIDES = ("white", "black")
OTHER = {"white": "black", "black": "white"}
TRACK = [-5, -3, -1, 1, 3, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35]
RULE_OF_SPELL = {
    "exchange_tokens": "R23",
    "strengthen_pawn": "R24",
    "surge": "R25",
    "reinforcement": "R27",
    "triumph": "R27",
}
SPELL_OF_MAGE = {"aurora": "exchange_tokens", "wotan": "strengthen_pawn", "silas": "surge", "bahar": None}
USES = {"aurora": 2, "wotan": 2, "silas": 1, "bahar": 0}


class FoundWrong(Exception):  # noqa: N818 # it is a finding, not an error
    """The violations of a failing phase: (code, rule, side, position), unsorted."""

    def __init__(self, found: list[tuple[str, str, str | None, int | None]]) -> None:
        self.found = sorted(found, key=lambda wrong: (wrong[3] or 0, wrong[2] == "black"))


class Game:
    def __init__(self, record: dict[str, Any]) -> None:
        variants = record.get("variants", {})
        self.mages = variants.get("mages", {})
        self.cards = variants.get("duel_cards", [])
        golden = variants.get("golden", {"white": 0, "black": 0})
        self.bag = {side: {"L": 14, "D": 14, "S": 2, "G": golden[side]} for side in SIDES}
        self.stock = {side: {"S": 5, "M": 13, "W": 10} for side in SIDES}
        self.uses = {side: USES.get(self.mages.get(side, ""), 0) for side in SIDES}
        self.level = dict.fromkeys(SIDES, 0)
        self.markers = dict.fromkeys(SIDES, 0)
        self.marker_honoris = dict.fromkeys(SIDES, 0)
        self.first = record["starter"]

    def give(self, side: str, spell: str) -> bool:
        """Whether the side's mage gives that spell and a use is left; takes the use."""
        if SPELL_OF_MAGE.get(self.mages.get(side, "")) != spell:
            return False
        self.uses[side] -= 1
        return self.uses[side] >= 0


def plain_report(record: dict[str, Any]) -> dict[str, Any]:
    game = Game(record)
    duels: list[dict[str, Any]] = []
    report = {"complete": len(record["duels"]) == 5, "duels": duels}
    for number, duel in enumerate(record["duels"], 1):
        try:
            duels.append(play(game, number, duel))
        except FoundWrong as wrong:
            code, rule, side, position = wrong.found[0]
            first = {"code": code, "rule": rule, "duel": number, "side": side, "position": position}
            nothing = dict.fromkeys(("winner", "honoris", "markers", "level", "claim"))
            return {**report, **nothing, "legal": False, "violations": [first]}
    honoris = {side: TRACK[abs(game.level[side])] + game.marker_honoris[side] for side in SIDES}
    ranked = {side: (honoris[side], game.markers[side]) for side in SIDES}
    winner = None
    if report["complete"] and ranked["white"] != ranked["black"]:
        winner = max(SIDES, key=lambda side: ranked[side])
    claim = record.get("claim")
    return {
        **report,
        "legal": True,
        "winner": winner,
        "honoris": honoris,
        "markers": game.markers,
        "level": game.level,
        "claim": None if claim is None else "agrees" if claim == honoris else "differs",
        "violations": [],
    }


def play(game: Game, number: int, duel: dict[str, Any]) -> dict[str, Any]:
    card = game.cards[number - 1] if number < 5 and game.cards else None
    starter = game.first if number % 2 == 1 else OTHER[game.first]
    if card == "reversal":
        starter = OTHER[starter]
    responder = OTHER[starter]
    fought = [1, 2, 3, 4, 5] if card == "narrow_bridge" else [1, 2, 3, 4, 5, 6]
    spells = duel.get("spells", [])
    pawns = {side: dict(enumerate(duel["pawns"][side], 1)) for side in SIDES}

    wrong: list[tuple[str, str, str | None, int | None]] = []
    for side in SIDES:
        left = dict(game.bag[side])
        for position, token in enumerate(duel["tokens"][side], 1):
            left[token] -= 1
            if left[token] < 0:
                wrong.append(("bag", "R6", side, position))
    stop_if(wrong)

    tokens = {side: dict(enumerate(duel["tokens"][side], 1)) for side in SIDES}
    swapped: set[int] = set()
    for spell in spells:
        if spell["spell"] != "exchange_tokens":
            continue
        side, position = spell["by"], spell["position"]
        given = game.give(side, "exchange_tokens")
        if (
            not given
            or position not in range(1, 7)
            or position in swapped
            or not {tokens[s][position] for s in SIDES} <= {"L", "D"}
        ):
            wrong.append(("spell", "R23", side, position))
        else:
            swapped.add(position)
            tokens["white"][position], tokens["black"][position] = tokens["black"][position], tokens["white"][position]
    stop_if(wrong)

    for side in SIDES:
        for position in range(1, 7):
            placed = pawns[side][position] != "-"
            if position not in fought:
                if placed:
                    wrong.append(("pawn_unneeded", "R27", side, position))
            elif tokens[side][position] in "SG":
                if placed:
                    wrong.append(("pawn_unneeded", "H1", side, position))
            elif not placed:
                wrong.append(("pawn_missing", "R7", side, position))
    stop_if(wrong)

    for side in SIDES:
        for kind in "SMW":
            where = [position for position in range(1, 7) if pawns[side][position] == kind]
            if len(where) > game.stock[side][kind]:
                wrong.append(("pawn_supply", "R2", side, where[game.stock[side][kind]]))
    stop_if(wrong)

    contested = [p for p in fought if tokens["white"][p] in "LD" and tokens["black"][p] in "LD"]
    one_by_one = number == 5 or card == "clash"
    order = duel.get("order")
    if (order is None) if one_by_one else (order is not None):
        stop_if([("order", "R17", None, None)])
    if one_by_one and sorted(order) != contested:
        stop_if([("order", "R17", None, None)])

    base = {"W": 3, "M": 2, "S": 1} if card == "upheaval" else {"W": 1, "M": 2, "S": 3}
    raised: set[tuple[str, int]] = set()
    reinforced: set[str] = set()
    for spell in spells:
        if spell["spell"] not in ("strengthen_pawn", "reinforcement"):
            continue
        side, position = spell["by"], spell["position"]
        if spell["spell"] == "strengthen_pawn":
            good = game.give(side, "strengthen_pawn")
        else:
            good = card == "reinforcement" and side not in reinforced
            reinforced.add(side)
        if not good or pawns[side].get(position, "-") == "-" or (side, position) in raised:
            wrong.append(("spell", RULE_OF_SPELL[spell["spell"]], side, position))
        raised.add((side, position))
    stop_if(wrong)

    def strength(side: str, position: int) -> int:
        return base[pawns[side][position]] + ((side, position) in raised)

    identical = [p for p in contested if strength("white", p) == strength("black", p)]
    if one_by_one:
        left = {side: dict(game.stock[side]) for side in SIDES}
        leader = starter
        for p in order:
            answerer = OTHER[leader]
            others = any(count and base[kind] != strength(leader, p) for kind, count in left[answerer].items())
            if p in identical and others:
                stop_if([("identical_pawn", "H5", answerer, p)])
            for side in SIDES:
                left[side][pawns[side][p]] -= 1
            leader = answerer
    elif identical:
        fewest = fewest_by_trying(
            [strength(starter, p) for p in contested],
            sum(1 for p in fought if tokens[starter][p] in "SG" and tokens[responder][p] not in "SG"),
            {base[kind]: count for kind, count in game.stock[responder].items()},
        )
        if len(identical) > fewest:
            stop_if([("identical_pawn", "H2" if fewest else "R8", responder, identical[0])])

    encounters: list[str | None] = []
    for p in range(1, 7):
        encounters.append(encounter(p, card, fought, tokens, pawns, raised, strength))
    letters: dict[str, list[tuple[str, str]]] = {}
    for side in SIDES:
        won = [tokens[side][p] for p in range(1, 7) if encounters[p - 1] == side and tokens[side][p] in "SG"]
        moves = duel.get("moves", {}).get(side, "")
        if len(won) != len(moves):
            wrong.append(("super_moves", "R13", side, None))
        letters[side] = list(zip(won, moves, strict=False))
    stop_if(wrong)

    points = {
        side: sum(2 if tokens[side][p] == "G" else 1 for p in range(1, 7) if encounters[p - 1] == side)
        for side in SIDES
    }
    winner: str | None = None
    if card != "truce":
        if points["white"] != points["black"]:
            winner = max(SIDES, key=lambda side: points[side])
        else:
            bahar = [side for side in SIDES if game.mages.get(side) == "bahar"]
            winner = bahar[0] if bahar else responder if card == "last_word" else None

    direction = {"L": -1, "D": 1, ".": 0}
    extra = dict.fromkeys(SIDES, 0)
    triumphed: set[str] = set()
    for spell in spells:
        side = spell["by"]
        if spell["spell"] == "surge":
            if not game.give(side, "surge"):
                wrong.append(("spell", "R25", side, None))
            extra[side] += 2 * direction[spell["direction"]]
        if spell["spell"] == "triumph":
            if card != "triumph" or side != winner or points[side] < 5 or side in triumphed:
                wrong.append(("spell", "R27", side, None))
            triumphed.add(side)
            extra[side] += 2 * direction[spell["direction"]]
    stop_if(wrong)

    for side in SIDES:
        spaces = extra[side]
        for p in range(1, 7):
            if encounters[p - 1] == side and tokens[side][p] in "LD":
                step = -1 if tokens[side][p] == "L" else 1
                if card == "inversion":
                    step = -step
                if (card, tokens[side][p]) in (("radiance", "L"), ("eclipse", "D")):
                    step *= 2
                spaces += step
        for token, letter in letters[side]:
            reach = {"S": 2, "G": 3}[token] + (card == "storm")
            spaces += reach * direction[letter]
        if card == "stillness":
            spaces = 0
        game.level[side] = max(-15, min(15, game.level[side] + spaces))
        for token in duel["tokens"][side]:
            game.bag[side][token] -= 1
        for pawn in pawns[side].values():
            if pawn != "-":
                game.stock[side][pawn] -= 1
    if winner:
        game.markers[winner] += 1
        game.marker_honoris[winner] += 10 if card == "high_stakes" else 5
    return {"encounters": encounters, "points": points, "winner": winner, "level": dict(game.level)}


def stop_if(wrong: list[tuple[str, str, str | None, int | None]]) -> None:
    if wrong:
        raise FoundWrong(wrong)


def encounter(p: int, card: Any, fought: Any, tokens: Any, pawns: Any, raised: Any, strength: Any) -> str | None:
    if p not in fought:
        return None
    rank = {side: "LDSG".index(tokens[side][p]) for side in SIDES}
    power = {side: max(0, rank[side] - 1) for side in SIDES}  # 1 for a super, 2 for a golden energy
    if power["white"] != power["black"]:
        return max(SIDES, key=lambda side: power[side])
    if power["white"]:
        return None
    for side in SIDES:
        small, big = (side, p), pawns[OTHER[side]][p]
        if card == "giant_slayer" and pawns[side][p] == "W" and small not in raised and big == "S":
            return side
    if strength("white", p) == strength("black", p):
        return None
    return max(SIDES, key=lambda side: strength(side, p))


def fewest_by_trying(faced: list[int], free: int, stock: dict[int, int]) -> int:
    """H2's minimum by trying out which pawn goes where; `free` pawns go where they face a super energy."""
    pawns = [strength for strength, count in stock.items() for _ in range(min(count, len(faced) + free))]
    best = len(faced)
    seen: set[tuple[int, ...]] = set()
    # More of a kind than places change nothing, so few permutations differ.
    for chosen in _arrangements(pawns, len(faced)):
        if chosen not in seen:
            seen.add(chosen)
            best = min(best, sum(1 for own, other in zip(chosen, faced, strict=True) if own == other))
    return best


def _arrangements(pawns: list[int], number: int) -> set[tuple[int, ...]]:
    left = {strength: pawns.count(strength) for strength in set(pawns)}

    def extend(chosen: tuple[int, ...]) -> set[tuple[int, ...]]:
        if len(chosen) == number:
            return {chosen}
        found: set[tuple[int, ...]] = set()
        for strength, count in left.items():
            if chosen.count(strength) < count:
                found |= extend((*chosen, strength))
        return found

    return extend(())
