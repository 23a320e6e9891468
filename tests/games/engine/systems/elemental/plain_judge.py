"""The rules once more, step by step and as plainly as can be: what the judge is held against in tests.

Written from the numbered rules, sharing no code with the judge. Takes a document as decoded JSON of the right shape,
and an edition as its data; returns the report, with bare violations (code, rule, turn, seat, position).
"""

from collections import Counter
from typing import Any

Json = dict[str, Any]
AROUND = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}


class Wrong(Exception):  # noqa: N818 # it is a finding, not an error
    def __init__(self, code: str, rule: str, turn: int | None, seat: str | None, position: int | None) -> None:
        self.found = {"code": code, "rule": rule, "turn": turn, "seat": seat, "position": position}


def plain_report(document: Json, edition: Json) -> Json:
    """The report on a document of the right shape."""
    if document["format"] == "elemental-score/1":
        return score_report(document, edition)
    game = Game(document, edition)
    found = None
    try:
        game.deal()
        for turn in document["turns"]:
            game.play(turn)
        game.look_for_cards_left()
    except Wrong as wrong:
        found = wrong.found
    played = len(document["turns"])
    if found and found["code"] != "slip_long":
        played = (found["turn"] or 1) - 1
    legal, ended = found is None, game.ended if found is None else None
    places = places_of(game.seats, [game.rank(seat) for seat in game.seats]) if ended else None
    return {
        **head(document, legal=legal, complete=legal and ended is not None, places=places),
        "ended": ended,
        "turns": played,
        "health": game.health if legal else None,
        "stars": game.stars if legal else None,
        "knock_outs": [each for each in game.knock_outs if each["turn"] <= played],
        "duels": [each for each in game.duels if each["turn"] <= played],
        "violations": [found] if found else [],
        "assumed": assumed_of(edition, game.rests_on | ({"rounds"} if ended == "limit" else set())) if legal else [],
    }


def head(document: Json, *, legal: bool, complete: bool, places: Json | None) -> Json:
    first = [seat for seat, place in (places or {}).items() if place == 1]
    claim = document.get("claim")
    return {
        "system": "elemental",
        "format": document["format"],
        "edition": document.get("edition", "elemental-2022"),
        "engine": "1",
        "legal": legal,
        "complete": complete,
        "players": document["players"],
        "winner": first[0] if len(first) == 1 else None,
        "placings": places,
        "claim": None if claim is None or places is None else "agrees" if claim == places else "differs",
    }


def places_of(seats: list[str], strengths: list[Any]) -> Json:
    return {seat: 1 + sum(other > own for other in strengths) for seat, own in zip(seats, strengths, strict=True)}


def assumed_of(edition: Json, names: set[str]) -> list[str]:
    def provenance(name: str) -> str:
        value = edition
        for part in name.split("."):
            value = value[part]
        return str(value["provenance"])

    return sorted(name for name in names if provenance(name) == "assumed")


class Game:
    def __init__(self, record: Json, edition: Json) -> None:
        self.edition = edition
        self.seats = [str(number + 1) for number in range(record["players"])]
        self.slips = {seat: record["slips"][seat].split(" ") for seat in self.seats}
        self.next_entry = dict.fromkeys(self.seats, 0)
        self.hands: dict[str, dict[str, list[str]]] = {seat: {"attack": [], "defense": []} for seat in self.seats}
        corners = edition["corners"]["value"][str(record["players"])]
        self.where = {seat: (ord(spot[0]) - 96, int(spot[1:])) for seat, spot in zip(self.seats, corners, strict=True)}
        self.tokens = set(edition["star_spots"]["value"])
        self.stars = dict.fromkeys(self.seats, 0)
        self.health = dict.fromkeys(self.seats, edition["health"]["value"])
        self.fell: dict[str, int] = {}
        self.heap = {kind: Counter(edition["decks"][kind]["value"]) for kind in ("attack", "defense")}
        self.row: dict[str, list[str]] = {"attack": [], "defense": []}
        self.discards: dict[str, list[str]] = {"attack": [], "defense": []}
        self.duels: list[Json] = []
        self.knock_outs: list[Json] = []
        self.ended: str | None = None
        self.rests_on = {"board", "corners", "decks.attack", "decks.defense", "star_spots"}
        first = int(record["starter"]) - 1
        self.round_table = self.seats[first:] + self.seats[:first]
        self.waiting = list(self.round_table)
        self.round = 1
        self.turn = 0
        self.mover = ""

    def rank(self, seat: str) -> tuple[int, ...]:
        if seat in self.fell:
            return 0, self.fell[seat], 0
        return 1, self.health[seat], self.stars[seat]

    def wrong(self, code: str, rule: str, position: int | None = None, seat: str | None = None) -> Wrong:
        return Wrong(code, rule, self.turn, seat or self.mover, position)

    def deal(self) -> None:
        for seat in self.seats:
            for kind in ("attack", "defense"):
                for _ in range(self.edition["hand"][kind]["value"]):
                    self.next_entry[seat] += 1
                    card = self.slips[seat][self.next_entry[seat] - 1]
                    if not self.heap[kind][card]:
                        raise Wrong("draw", "E5", None, seat, self.next_entry[seat])
                    self.heap[kind][card] -= 1
                    self.hands[seat][kind].append(card)

    def look_for_cards_left(self) -> None:
        for seat in self.seats:
            if self.next_entry[seat] < len(self.slips[seat]):
                raise Wrong("slip_long", "E13", None, seat, self.next_entry[seat] + 1)

    # --- A turn

    def play(self, turn: Json) -> None:
        self.turn += 1
        if self.ended:
            raise Wrong("after_end", "EH17", self.turn, None, None)
        self.mover = next(seat for seat in self.waiting if seat not in self.fell)
        self.waiting = self.waiting[self.waiting.index(self.mover) + 1 :]
        self.walk(turn["move"])
        met = [seat for seat in self.present() if seat != self.mover and self.where[seat] == self.where[self.mover]]
        if met and self.hands[self.mover]["attack"]:
            if "duel" not in turn:
                raise self.wrong("duel_missing", "E11")
            self.duel(turn["duel"]["attack"], turn["duel"].get("defense", {}), met, None)
        elif "duel" in turn:
            raise self.wrong("duel_unneeded", "EH9" if met else "E11")
        use = 0
        for sudden in turn.get("sudden", []):
            use += 1
            self.may_use("sudden_duel_stars", "E12", use)
            if sudden["target"] == self.mover or sudden["target"] in self.fell:
                raise self.wrong("target", "E12", use)
            self.give_back(sudden["returns"], "sudden_duel_stars", use)
            shown = {sudden["target"]: sudden["defense"]} if "defense" in sudden else {}
            self.duel(sudden["attack"], shown, [sudden["target"]], use)
        if not met and not self.ended:
            self.draw_card()
        for star_draw in turn.get("star_draws", []):
            use += 1
            self.may_use("star_draw_stars", "E14", use)
            self.star_draw(star_draw, use)
        if not self.ended and all(seat in self.fell for seat in self.waiting):
            if self.round == self.edition["rounds"]["value"]:
                self.ended = "limit"
            self.round += 1
            self.waiting = list(self.round_table)

    def present(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.fell]

    def walk(self, move: str) -> None:
        rows = self.edition["board"]["value"]
        for leg in (move[:2], move[2:]):
            for step in range(int(leg[1])):
                column = self.where[self.mover][0] + AROUND[leg[0]][0]
                row = self.where[self.mover][1] + AROUND[leg[0]][1]
                if not (1 <= column <= len(rows[0]) and 1 <= row <= len(rows)):
                    if step == 0:
                        raise self.wrong("move", "EH4")
                    self.rests_on.add("rulings.boundary")
                    if self.edition["rulings"]["boundary"]["value"] == "move":
                        return
                    break
                self.where[self.mover] = column, row
                spot = f"{chr(96 + column)}{row}"
                if spot in self.tokens:
                    self.tokens.remove(spot)
                    self.stars[self.mover] += 1
                if any(self.where[other] == (column, row) for other in self.present() if other != self.mover):
                    return

    # --- Stars

    def may_use(self, cost: str, rule: str, use: int) -> None:
        if self.ended:
            raise self.wrong("after_end", "EH17", use)
        if self.stars[self.mover] < self.edition[cost]["value"]:
            raise self.wrong("stars", rule, use)

    def give_back(self, spots: list[str], cost: str, use: int) -> None:
        number = self.edition[cost]["value"]
        free = set(self.edition["star_spots"]["value"]) - self.tokens
        if len(spots) != number or len(set(spots)) != number or not free.issuperset(spots):
            raise self.wrong("star_spot", "EH10", use)
        self.tokens.update(spots)
        self.stars[self.mover] -= number

    # --- Duels

    def duel(self, attack: str, shown: Json, attacked: list[str], use: int | None) -> None:
        if attack not in self.hands[self.mover]["attack"]:
            raise self.wrong("card", "E16", use)
        for seat in self.seats:
            if seat not in attacked:
                if seat in shown:
                    raise self.wrong("defender", "E15", use, seat)
            elif seat not in shown:
                if self.hands[seat]["defense"]:
                    raise self.wrong("defense_missing", "EH9", use, seat)
            elif shown[seat] not in self.hands[seat]["defense"]:
                raise self.wrong("card", "E16", use, seat)
        self.discard(self.mover, "attack", attack)
        told = []
        for seat in attacked:
            card = shown.get(seat)
            value = 0
            if card:
                self.discard(seat, "defense", card)
                value = self.worth(attack, card)
            damage = max(int(attack[1]) - value, 0)
            self.health[seat] = max(self.health[seat] - damage, 0)
            told.append({"seat": seat, "defense": card, "value": value, "damage": damage, "health": self.health[seat]})
        self.duels.append(
            {
                "turn": self.turn,
                "sudden": use is not None,
                "attacker": self.mover,
                "attack": attack,
                "defenders": told,
            }
        )
        for seat in attacked:
            if self.health[seat] == 0:
                self.knock_out(seat)

    def worth(self, attack: str, defense: str) -> int:
        counters = {element: each["value"] for element, each in self.edition["counters"].items()}
        value = int(defense[1])
        if counters.get(attack[0]) == defense[0]:
            if value % 2:
                self.rests_on.add("rulings.half")
                return (value + 1 if self.edition["rulings"]["half"]["value"] == "up" else value - 1) // 2
            return value // 2
        return 2 * value if counters.get(defense[0]) == attack[0] else value

    def knock_out(self, seat: str) -> None:
        self.stars[self.mover] += self.stars[seat]
        self.stars[seat] = 0
        for kind in ("attack", "defense"):
            for card in list(self.hands[seat][kind]):
                self.discard(seat, kind, card)
        self.health[self.mover] += self.edition["knock_out_health"]["value"]
        if self.health[self.mover] > self.edition["health_max"]["value"]:
            self.health[self.mover] = self.edition["health_max"]["value"]
            self.rests_on.add("health_max")
        self.fell[seat] = len(self.duels)
        self.knock_outs.append({"turn": self.turn, "duel": len(self.duels), "seat": seat, "by": self.mover})
        if len(self.present()) == 1:
            self.ended = "survivor"

    # --- Cards

    def discard(self, seat: str, kind: str, card: str) -> None:
        self.hands[seat][kind].remove(card)
        self.discards[kind].append(card)

    def cards_of(self, kind: str) -> int:
        return self.heap[kind].total() + len(self.row[kind]) + len(self.discards[kind])

    def take(self, kind: str, card: str) -> bool:
        if not self.heap[kind].total() and self.row[kind]:
            return self.row[kind].pop(0) == card
        if not self.heap[kind].total():
            self.heap[kind], self.discards[kind] = Counter(self.discards[kind]), []
        self.heap[kind][card] -= 1
        return self.heap[kind][card] >= 0

    def entry(self) -> str:
        place = self.next_entry[self.mover]
        return self.slips[self.mover][place] if place < len(self.slips[self.mover]) else ""

    def draw_card(self) -> None:
        column, row = self.where[self.mover]
        rows = self.edition["board"]["value"]
        kind = "attack" if rows[len(rows) - row][column - 1] == "M" else "defense"
        if not self.cards_of(kind):
            return
        entry, number = self.entry(), self.next_entry[self.mover] + 1
        if len(entry) != 2 or not entry.islower():
            raise self.wrong("slip", "E13", number)
        if not self.take(kind, entry):
            raise self.wrong("draw", "E13", number)
        self.hands[self.mover][kind].append(entry)
        self.next_entry[self.mover] += 1

    def star_draw(self, star_draw: Json, use: int) -> None:
        kind = star_draw["deck"]
        most = min(self.edition["star_draw_cards"]["value"], self.cards_of(kind))
        if not most:
            raise self.wrong("deck_empty", "EH11", use)
        self.give_back(star_draw["returns"], "star_draw_stars", use)
        entry, number = self.entry(), self.next_entry[self.mover] + 1
        if sum(letter.isupper() for letter in entry) != 1 or len(entry) != 2 * most:
            raise self.wrong("slip", "E14", number)
        cards = [entry[place : place + 2] for place in range(0, len(entry), 2)]
        if not all(self.take(kind, card.lower()) for card in cards):
            raise self.wrong("draw", "E14", number)
        self.hands[self.mover][kind] += [card.lower() for card in cards if card != card.lower()]
        self.row[kind] += [card for card in cards if card == card.lower()]
        self.next_entry[self.mover] += 1


# --- Scores


def score_report(score: Json, edition: Json) -> Json:
    seats = [str(number + 1) for number in range(score["players"])]
    found = first_impossibility(score, edition, seats)
    alive = [seat for seat in seats if score["health"][seat]]
    legal = found is None
    names = {"health_max"} | ({"rounds"} if len(alive) > 1 else set())
    return {
        **head(score, legal=legal, complete=legal, places={s: score["placings"][s] for s in seats} if legal else None),
        "ended": ("survivor" if len(alive) == 1 else "limit") if legal else None,
        "turns": None,
        "health": {seat: score["health"][seat] for seat in seats} if legal else None,
        "stars": {seat: score["stars"][seat] for seat in seats} if legal and "stars" in score else None,
        "knock_outs": [],
        "duels": [],
        "violations": [] if found is None else [found],
        "assumed": assumed_of(edition, names) if legal else [],
    }


def first_impossibility(score: Json, edition: Json, seats: list[str]) -> Json | None:
    def wrong(rule: str, seat: str | None) -> Json:
        return {"code": "score", "rule": rule, "turn": None, "seat": seat, "position": None}

    health, stars, places = score["health"], score.get("stars"), score["placings"]
    most = edition["health_max"]["value"]
    too_healthy = [seat for seat in seats if health[seat] > most]
    if too_healthy:
        return wrong("S1", too_healthy[0])
    alive = [seat for seat in seats if health[seat] > 0]
    if not alive:
        return wrong("S2", None)
    if len(alive) > 1 and edition["rounds"]["value"] is None:
        return wrong("S3", None)
    if stars is not None:
        dead_with_stars = [seat for seat in seats if stars[seat] and seat not in alive]
        if dead_with_stars:
            return wrong("S4", dead_with_stars[0])
        if sum(stars.values()) > len(edition["star_spots"]["value"]):
            return wrong("S4", None)
    for one in seats:
        if any(misplaced(score, one, other) for other in seats):
            return wrong("S5", one)
    if len(alive) == 1:
        last = [seat for seat in seats if places[seat] == 2]
        if health[alive[0]] < min(most, 1 + edition["knock_out_health"]["value"] * len(last)):
            return wrong("S6", alive[0])
    return None


def misplaced(score: Json, one: str, other: str) -> bool:
    health, stars, places = score["health"], score.get("stars"), score["placings"]
    if health[one] > health[other]:
        return bool(places[one] >= places[other])
    if health[one] < health[other]:
        return bool(places[one] <= places[other])
    if health[one] == 0 or stars is None:
        return False
    if stars[one] > stars[other]:
        return bool(places[one] >= places[other])
    if stars[one] < stars[other]:
        return bool(places[one] <= places[other])
    return bool(places[one] != places[other])
