"""The plain judge of records: a table with its tiles, played turn by turn."""

from collections import Counter

from tests.games.engine.systems.cum_laude.plain_points import (
    COLOURS,
    CRYSTALS,
    LETTERS,
    Json,
    Wrong,
    counts,
    finish_points,
    mission_of,
    points_of,
    report,
    seats_of,
)


def record_report(record: Json, edition: Json) -> Json:
    assumed = "board missions movement_cards orders rulings spells"
    try:
        check_set_up(record, edition)
        table = Table(record, edition)
        for turn in record["turns"]:
            table.play(turn)
    except Wrong as wrong:
        return report(record, edition, None, [wrong.found], complete=False, assumed=assumed)
    vp = {
        seat: points_of(
            edition,
            sum(table.counts_for_points(colour) for colour in table.missions[seat]),
            finish_points(edition, table.finishers, seat),
            table.orders[seat],
            table.stock[seat],
            fulfilled=seat in table.fulfilled,
        )
        for seat in table.seats
    }
    own = {
        "ended": table.ended,
        "finishers": table.finishers,
        "turns": len(record["turns"]),
        "missions": table.missions,
        "complete_spells": [colour for colour in COLOURS if table.is_complete(colour)],
        "passed_spells": [colour for colour in COLOURS if colour in table.passed],
        "vp": vp,
    }
    return report(record, edition, own, [], complete=table.ended is not None, assumed=assumed)


def cards_in_game(edition: Json, *, change_places: bool) -> Counter[str]:
    kinds = edition["movement_cards"]["value"]
    copies = {"": kinds["plain"], "s": kinds["step"], "t": kinds["trade"], "a": kinds["again"], "p": kinds["places"]}
    copies["" if change_places else "p"] -= kinds["places"]
    return Counter({letter + symbol: number for letter in LETTERS for symbol, number in copies.items()})


def check_set_up(record: Json, edition: Json) -> None:
    setup, seats = record["setup"], seats_of(record)
    for letter, crystal in zip("WBR", CRYSTALS, strict=True):
        if setup["crystals"].count(letter) > edition["crystals"]["value"][crystal]:
            raise Wrong("crystals", "L2", None, None, None)
    spells = [setup["spells"][colour] for colour in COLOURS]
    for place, spell in enumerate(spells):
        if spell in spells[:place]:
            raise Wrong("dealt_twice", "L3", None, None, place + 1)
    for kind in ("missions", "orders"):
        dealt = [setup[kind][seat] for seat in seats]
        for place, value in enumerate(dealt):
            if value in dealt[:place]:
                raise Wrong("dealt_twice", "L3", None, seats[place], None)
    if setup.get("extra") in setup["orders"].values():
        raise Wrong("dealt_twice", "L7", None, None, None)
    there, used = cards_in_game(edition, change_places=record.get("change_places", False)), Counter[str]()
    for holder, cards in [*((seat, setup["hands"][seat]) for seat in seats), (None, setup["pile"])]:
        for place, card in enumerate(cards):
            used[card] += 1
            if used[card] > there[card]:
                raise Wrong("deck", "L5", None, holder, place + 1)


class Table:
    def __init__(self, record: Json, edition: Json) -> None:
        setup = record["setup"]
        self.edition, self.seats = edition, seats_of(record)
        board = edition["board"]["value"]
        self.desk, self.directions, self.oriels = board["desk"], board["directions"], board["oriels"]
        self.tile_colour = {
            f"{row}{first + place}": colour
            for row, (first, colours) in sorted(board["rows"].items())
            for place, colour in enumerate(colours)
        }
        self.tile_colour[self.desk] = "G"
        self.portals = [self.desk, *(f"{colour}-oriel" for colour in COLOURS)]
        self.crystal_tiles = [tile for tile in self.tile_colour if tile != self.desk]
        kinds = dict(zip("WBR", CRYSTALS, strict=True))
        self.crystals = {
            tile: kinds[letter] for tile, letter in zip(self.crystal_tiles, setup["crystals"], strict=True)
        }
        self.at = {**{colour: f"{colour}-oriel" for colour in COLOURS}, "examiner": self.desk}
        self.needed = {colour: counts(setup["spells"][colour]) for colour in COLOURS}
        self.held = {colour: Counter[str]() for colour in COLOURS}
        self.passed: set[str] = set()
        self.missions = {seat: mission_of(edition, setup["missions"][seat], setup.get("extra")) for seat in self.seats}
        self.orders = {seat: setup["orders"][seat] for seat in self.seats}
        self.stock = {seat: Counter[str]() for seat in self.seats}
        self.fulfilled: set[str] = set()
        self.hands = {seat: list(setup["hands"][seat]) for seat in self.seats}
        cards = cards_in_game(edition, change_places=record.get("change_places", False)).total()
        self.pile = setup["pile"]
        self.left = cards - edition["counts"]["value"]["hand"] * len(self.seats)
        self.taken = 0
        self.discards: list[str] = []
        self.finishers: list[str] = []
        self.ended: str | None = None
        self.who, self.number, self.is_second = record["starter"], 0, False

    def wrong(self, code: str, rule: str, position: int | None = None) -> Wrong:
        return Wrong(code, rule, self.number, self.who, position)

    def is_complete(self, colour: str) -> bool:
        return self.held[colour] == self.needed[colour]

    def counts_for_points(self, colour: str) -> bool:
        if self.edition["rulings"]["counting_spell"]["value"] == "passed":
            return colour in self.passed
        return self.is_complete(colour)

    def can_use(self, colour: str, crystal: str) -> bool:
        return self.held[colour][crystal] < self.needed[colour][crystal]

    # --- A turn, by the numbers of the table of checks

    def play(self, turn: Json) -> None:
        self.number += 1
        if self.ended:
            raise Wrong("after_end", "L34" if self.ended == "finish" else "L35", self.number, None, None)
        self.uncover(turn, "before")
        name = turn["name"]
        self.draw(turn, name)
        if "cards" in turn:
            self.check_movement(name, turn["cards"], turn["to"])
            for card in turn["cards"]:
                self.hands[self.who].remove(card)
            self.discards += turn["cards"]
            self.at[name] = turn["to"]
            self.collect(name)
            self.meet(turn, name)
            if self.ended:
                return
            self.uncover(turn, "moved")
            self.action(turn, name)
            if self.ended:
                return
            self.uncover(turn, "acted")
        elif name == "examiner" or self.can_move(name):
            raise self.wrong("must_move", "L16")
        self.is_second = turn.get("action", {}).get("again", False)
        if self.is_second:
            return
        self.discard(turn.get("discard", []))
        self.who = self.seats[(self.seats.index(self.who) + 1) % len(self.seats)]
        if self.left == 0:
            self.ended = "pile"

    def uncover(self, turn: Json, when: str) -> None:
        if turn.get("order") != when:
            return
        if self.who in self.fulfilled or self.stock[self.who] != counts(self.orders[self.who]):
            raise self.wrong("order", "L27")
        self.fulfilled.add(self.who)

    def draw(self, turn: Json, name: str) -> None:
        counted = self.edition["counts"]["value"]
        colour = "" if name == "examiner" or self.is_second else self.colour_of(self.at[name])
        others = [seat for seat in self.seats if seat != self.who and self.hands[seat]]
        if colour == "B" and others:
            giver = turn.get("from")
            if giver is None or giver == self.who or turn["drew"] not in self.hands[giver]:
                raise self.wrong("draw", "L11")
            self.hands[giver].remove(turn["drew"])
            self.hands[self.who].append(turn["drew"])
            return
        if "from" in turn:
            raise self.wrong("draw", "L11")
        if colour in ("W", "B"):
            for _ in range(counted["white" if colour == "W" else "black"]):
                if self.left:
                    if self.taken == len(self.pile):
                        raise self.wrong("pile", "L6")
                    self.hands[self.who].append(self.pile[self.taken])
                    self.taken += 1
                    self.left -= 1
        elif colour == "G":
            for _ in range(counted["gray"]):
                if self.discards:
                    self.hands[self.who].append(self.discards.pop())

    def colour_of(self, tile: str) -> str:
        if tile.endswith("-oriel"):
            return "W" if self.oriels[tile.removesuffix("-oriel")]["colour"] == "white" else "B"
        return self.tile_colour[tile]

    def discard(self, cards: list[str]) -> None:
        over = len(self.hands[self.who]) - self.edition["counts"]["value"]["hand_limit"]
        if len(cards) != max(over, 0) or Counter(cards) - Counter(self.hands[self.who]):
            raise self.wrong("discard", "L12")
        for card in cards:
            self.hands[self.who].remove(card)
        self.discards += cards

    # --- Moving

    def beside(self, tile: str, direction: str) -> str:
        """The name of the place one step away, which may be no tile."""
        up, along = self.directions[direction]
        return f"{chr(ord(tile[0]) + up)}{int(tile[1:]) + along}"

    def steps(self, tile: str, card: str | None) -> set[str]:
        """Where an apprentice comes by a step: in the direction of a card's colour, in any without one."""
        found = set()
        for colour, oriel in self.oriels.items():
            if tile == f"{colour}-oriel" and (card is None or card in oriel["out"]):
                found.add(oriel["door"])
            if tile == oriel["door"] and (card is None or card in oriel["in"]):
                found.add(f"{colour}-oriel")
        if not tile.endswith("-oriel"):
            for direction in COLOURS if card is None else [card]:
                if self.beside(tile, direction) in self.tile_colour:
                    found.add(self.beside(tile, direction))
        return found

    def with_jumps(self, tiles: set[str]) -> set[str]:
        return tiles | set(self.portals) if tiles & set(self.portals) else tiles

    def ends(self, name: str, colours: list[str]) -> set[str]:
        """Where cards of these colours can bring an apprentice."""
        by_colour = set(colours) == {name}
        places = self.with_jumps({self.at[name]})
        for colour in colours:
            reached: set[str] = set()
            for tile in places:
                reached |= self.steps(tile, None if by_colour else colour)
            places = self.with_jumps(reached)
        return places

    def examiner_ends(self, colours: list[str]) -> set[str]:
        start, apprentices = self.at["examiner"], {self.at[colour] for colour in COLOURS}
        found = set()
        for direction in COLOURS:
            tile = start
            while self.beside(tile, direction) in self.tile_colour:
                tile = self.beside(tile, direction)
                if tile in apprentices:
                    break
            found.add(tile)
        if len(set(colours)) == 1:
            found.add(self.at[colours[0]])
        return found & set(self.tile_colour) - {start}

    def check_movement(self, name: str, cards: list[str], to: str) -> None:
        for place, card in enumerate(cards):
            if cards[: place + 1].count(card) > self.hands[self.who].count(card):
                raise self.wrong("hand", "L19", place + 1)
        if name == "examiner" and len(cards) != self.edition["counts"]["value"]["examiner_cards"]:
            raise self.wrong("examiner_cards", "L17")
        if to == self.at[name]:
            raise self.wrong("same_tile", "L20")
        colours = [LETTERS[card[0]] for card in cards]
        if name == "examiner":
            if to not in self.examiner_ends(colours):
                raise self.wrong("movement", "L17")
        elif to not in self.ends(name, colours):
            raise self.wrong("movement", "L13" if set(colours) == {name} else "L14")
        if self.who in self.fulfilled and self.is_for_stock(name, to):
            raise self.wrong("no_crystals", "L28")

    def is_for_stock(self, name: str, tile: str) -> bool:
        return tile in self.crystals and (name == "examiner" or not self.can_use(name, self.crystals[tile]))

    def can_move(self, name: str) -> bool:
        """Trying out every choice of cards, in every order (LH7)."""
        hand = [LETTERS[card[0]] for card in self.hands[self.who]]
        ends: set[str] = set()
        for number in range(1, hand.count(name) + 1):
            ends |= self.ends(name, [name] * number)
        seen = set()
        waiting = [(tile, tuple(sorted(hand))) for tile in self.with_jumps({self.at[name]})]
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            tile, left = state
            for place, colour in enumerate(left):
                for after in self.with_jumps(self.steps(tile, colour)):
                    ends.add(after)
                    waiting.append((after, left[:place] + left[place + 1 :]))
        ends.discard(self.at[name])
        if self.who in self.fulfilled:
            ends = {tile for tile in ends if not self.is_for_stock(name, tile)}
        return bool(ends)

    # --- Meetings

    def collect(self, name: str) -> None:
        tile = self.at[name]
        if tile not in self.crystals:
            return
        if self.is_for_stock(name, tile):
            self.stock[self.who][self.crystals.pop(tile)] += 1
        else:
            self.held[name][self.crystals.pop(tile)] += 1

    def meet(self, turn: Json, name: str) -> None:
        tile, exams, takes = self.at[name], turn.get("exams", []), turn.get("takes", [])
        finishes = turn.get("finish", False) and "action" not in turn
        if name == "examiner":
            self.exam([colour for colour in COLOURS if self.at[colour] == tile], exams, finishes=finishes)
            return
        if tile == self.at["examiner"]:
            if takes:
                raise self.wrong("take", "L23", 1)
            self.exam([name], exams, finishes=finishes)
            return
        taken_from = set()
        for place, take in enumerate(takes):
            giver, crystal = take["from"], take["take"]
            if (
                giver == name
                or self.at[giver] != tile
                or giver in taken_from
                or giver in self.passed
                or not self.held[giver][crystal]
                or not self.can_use(name, crystal)
            ):
                raise self.wrong("take", "L23", place + 1)
            taken_from.add(giver)
            self.held[giver][crystal] -= 1
            self.held[name][crystal] += 1
        if exams:
            raise self.wrong("exam", "L25", 1)
        if finishes:
            self.finish([name] if tile == self.desk else [])

    def exam(self, met: list[str], exams: list[Json], *, finishes: bool) -> None:
        failing = [colour for colour in met if not self.is_complete(colour) and colour not in self.passed]
        self.passed |= {colour for colour in met if self.is_complete(colour)}
        if finishes:
            self.finish(met)
            return
        for place, exam in enumerate(exams):
            if exam["who"] not in failing or not self.hold(exam):
                raise self.wrong("exam", "L25", place + 1)
            failing.remove(exam["who"])
        if any(self.held[colour].total() for colour in failing):
            raise self.wrong("exam", "L25")

    def hold(self, exam: Json) -> bool:
        who = exam["who"]
        if "give" in exam:
            crystal = exam["give"]
            if self.who in self.fulfilled or not self.stock[self.who][crystal] or not self.can_use(who, crystal):
                return False
            self.stock[self.who][crystal] -= 1
            self.held[who][crystal] += 1
            return True
        without = [tile for tile in self.crystal_tiles if tile not in self.crystals]
        empty = [tile for tile in without if tile not in self.at.values()] or without
        if not self.held[who][exam["lose"]] or exam["on"] not in empty:
            return False
        self.held[who][exam["lose"]] -= 1
        self.crystals[exam["on"]] = exam["lose"]
        return True

    def finish(self, met: list[str]) -> None:
        self.finishers = [
            seat
            for seat in self.seats
            if set(self.missions[seat]) & set(met) and all(map(self.counts_for_points, self.missions[seat]))
        ]
        if not self.finishers:
            raise self.wrong("finish", "L34")
        self.ended = "finish"

    # --- Additional actions

    def action(self, turn: Json, name: str) -> None:
        symbols = {card[1:] for card in turn["cards"]}
        if "action" not in turn:
            if name != "examiner" and self.who not in self.fulfilled and self.some_action(symbols):
                raise self.wrong("action_missing", "L29")
            return
        action = turn["action"]
        if self.who in self.fulfilled:
            raise self.wrong("action", "L28")
        kinds = {"step": "s", "steal": "t", "give": "t", "again": "a", "places": "p"}
        if name == "examiner" or kinds[next(each for each in kinds if each in action)] not in symbols:
            raise self.wrong("action", "L29")
        if "step" in action:
            tile = self.at["examiner"]
            if action["step"] not in {self.beside(tile, direction) for direction in COLOURS}:
                raise self.wrong("action", "L30")
            self.at["examiner"] = action["step"]
            self.collect("examiner")
            met = [colour for colour in COLOURS if self.at[colour] == action["step"]]
            self.exam(met, action.get("exams", []), finishes=turn.get("finish", False))
        elif "steal" in action:
            self.trade(action["from"], self.who, action["from"], action["steal"])
        elif "give" in action:
            self.trade(self.who, action["to"], action["to"], action["give"])
        elif "places" in action:
            one, other = action["places"]
            if self.at[one] == self.at[other]:
                raise self.wrong("action", "L33")
            self.at[one], self.at[other] = self.at[other], self.at[one]

    def trade(self, giver: str, taker: str, partner: str, crystal: str) -> None:
        if partner == self.who or partner in self.fulfilled or not self.stock[giver][crystal]:
            raise self.wrong("action", "L31")
        self.stock[giver][crystal] -= 1
        self.stock[taker][crystal] += 1

    def some_action(self, symbols: set[str]) -> bool:
        partners = [seat for seat in self.seats if seat != self.who and seat not in self.fulfilled]
        can_trade = any(self.stock[seat].total() + self.stock[self.who].total() for seat in partners)
        can_change = len({self.at[colour] for colour in COLOURS}) > 1
        return bool(symbols & {"s", "a"}) or ("t" in symbols and can_trade) or ("p" in symbols and can_change)
