"""A turn as it is chosen: question by question, each with the answers that are legal.

The engine's own steps are taken while the questions are answered, as `Play` takes them: no rule is stated here but the
order in which a turn goes (L8). An answer is an object as in a turn, with one choice: `{"figure": "red"}`,
`{"cards": ["r"], "to": "i7"}`, `{"take": "white", "from": "blue"}`. `{"done": true}` leaves a choice.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import UNSET

from games.engine.systems.cum_laude.dealt import DealtPlay
from games.engine.systems.cum_laude.documents import Action, Exam, Figure, Turn
from games.engine.systems.cum_laude.names import CARDS, COLOUR_LETTERS, COLOURS, CRYSTALS, EXAMINER, EXAMINER_NUMBER
from games.engine.systems.cum_laude.play import CRYSTAL_NUMBERS, FIGURES, RuleBrokenError
from games.engine.systems.cum_laude.tower import BLACK, Tower

Answer = Mapping[str, Any]
Tables = dict[str, dict[str, list[str]]]
DONE = {"done": True}
ANY = "any"
FIGURE_NAMES: tuple[Figure, ...] = (*COLOURS, "examiner")
NAMES: tuple[str, ...] = FIGURE_NAMES


class Movement(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where cards bring a figure, as tables to be walked. In each of the `ways` a card's letter names the table of its
    step: from a place to places. `start`: where a walk begins; `barred`: tiles where it may not end. Places that are no
    tiles lie on the way. `tables`: those that aren't of the tower itself (`tower_tables`)."""

    ways: tuple[dict[str, str], ...]
    start: tuple[str, ...]
    barred: tuple[str, ...]
    hand: tuple[str, ...]
    tables: Tables = {}


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is chosen next: one of the `answers`; a movement; so many cards of the hand to discard; or so many that were
    drawn, of those in `hand`, each as often as it is there."""

    kind: str
    answers: tuple[Answer, ...] = ()
    movement: Movement | None = None
    discard: int = 0
    draw: int = 0
    hand: tuple[str, ...] = ()
    figure: str = ""


Asking = Generator[Question, Answer, None]


class WrongAnswerError(ValueError):
    """An answer that isn't one of those that are offered."""


def tower_tables(tower: Tower) -> Tables:
    """Where one step leads from each tile, jumps included: in any direction, and by the letter of a card."""
    numbers = tower.numbers
    tables = {ANY: {name: _names(tower, tower.any_step(1 << tile)) for name, tile in numbers.items()}}
    for letter, colour in COLOUR_LETTERS.items():
        tables[letter] = {name: _names(tower, tower.step(1 << tile, colour)) for name, tile in numbers.items()}
    return tables


def _names(tower: Tower, places: int) -> list[str]:
    reached = tower.jumps(places)
    return [name for name, tile in tower.numbers.items() if reached >> tile & 1]


class Guide(DealtPlay):
    """A dealt game whose next turn is chosen. `chosen`: the members of the turn so far. `binds`: a figure that is named
    can't be taken back, as its player has seen cards by it."""

    binds = True

    def asked(self, answers: Sequence[Answer], *, until_drawn: bool = False) -> Question | None:
        """The question after these answers; None once the turn is whole. WrongAnswerError for an answer that isn't
        offered. `until_drawn`: answers that follow on cards that are drawn are left unread, as whoever gave them hadn't
        seen these: not even whether they are legal is told."""
        self.chosen: dict[str, Any] = {}
        self.has_drawn = self.begun is not None
        asking, question = self._ask(), None
        try:
            question = next(asking, None)
            for answer in answers:
                if question is None:
                    raise WrongAnswerError("the turn is whole already")
                self._require(question, answer)
                question = _next(asking, answer)
                if until_drawn and self.has_drawn and self.begun is None:
                    break
        except RuleBrokenError as error:
            raise WrongAnswerError(error.violation.message) from error
        return question

    def _require(self, question: Question, answer: Answer) -> None:
        if question.answers and answer not in question.answers:
            raise WrongAnswerError("this isn't offered")
        if question.movement and not _has_shape(answer, ("cards", "to"), self.tower):
            raise WrongAnswerError("cards and a tile are needed")
        if question.discard and not _has_shape(answer, ("discard",), self.tower):
            raise WrongAnswerError("cards are needed")
        if question.draw and not _has_shape(answer, ("drawn",), self.tower):
            raise WrongAnswerError("cards are needed")

    # --- The turn -----------------------------------------------------------------------------------------------

    def _ask(self) -> Asking:
        if self.begun is None:
            yield from self._ask_name()
        else:
            begun = {"name": self.begun.name, "from": self.begun.giver, "order": self.begun.order}
            self.chosen |= {name: value for name, value in begun.items() if value is not UNSET}
        figure = FIGURES[self.chosen["name"]]
        if figure != EXAMINER_NUMBER and not self.can_move(figure, self.seat):
            yield Question("pass", ({"pass": True},), figure=NAMES[figure])
        else:
            yield from self._ask_movement(figure)
            if self.ended:
                return
        if not ("action" in self.chosen and "again" in self.chosen["action"]):
            yield from self._ask_discard()

    def _ask_name(self) -> Asking:
        self.number += 1
        answer: Answer = {}
        while "figure" not in answer:
            figures: list[Answer] = [
                {"figure": name} for name in NAMES if name != EXAMINER or self._examiner_can_move()
            ]
            answer = yield Question("figure", (*figures, *self._uncoverings("before")))
            if "order" in answer:
                self._choose_order(answer)
        self.chosen["name"] = answer["figure"]
        figure = FIGURES[answer["figure"]]
        giver: str | Any = UNSET
        if figure != EXAMINER_NUMBER and not self.is_second and self.tower.colour[self.at[figure]] == BLACK:
            givers = tuple(
                {"from": name} for seat, name in enumerate(self.seats) if seat != self.seat and self.masters[seat].hand
            )
            if givers:
                answer = yield Question("giver", givers, figure=NAMES[figure])
                giver = self.chosen["from"] = answer["from"]
        yield from self._ask_draw(Turn(FIGURE_NAMES[figure], giver=giver), figure)

    def _ask_draw(self, turn: Turn, figure: int) -> Asking:
        """The deal says what is drawn."""
        self._draw(turn, figure)
        yield from ()

    def _ask_movement(self, figure: int) -> Asking:
        answer = yield Question("movement", movement=self._movement(figure), figure=NAMES[figure])
        cards, tile = tuple(answer["cards"]), self.tower.numbers[answer["to"]]
        self.chosen |= {"cards": list(cards), "to": answer["to"]}
        self._check_movement(cards, figure, tile)
        self._move(cards, figure, tile)
        if figure == EXAMINER_NUMBER:
            yield from self._ask_exam(self.apprentices_at(tile), self.chosen)
        elif tile == self.at[EXAMINER_NUMBER]:
            yield from self._ask_exam([figure], self.chosen)
        else:
            yield from self._ask_takes(figure, tile)
            if tile == self.tower.desk:
                yield from self._ask_finish([figure])
        if not self.ended:
            yield from self._ask_action(figure, cards)

    def _ask_discard(self) -> Asking:
        over = len(self.master.hand) - self.edition.data.counts.value.hand_limit
        if over > 0:
            answer = yield Question("discard", discard=over, hand=tuple(self.master.hand))
            self._discard(answer["discard"])
            self.chosen["discard"] = list(answer["discard"])

    def _uncoverings(self, when: str) -> tuple[Answer, ...]:
        return ({"order": when},) if self.master.can_uncover() else ()

    def _choose_order(self, answer: Answer) -> None:
        self._uncover()
        self.chosen["order"] = answer["order"]

    # --- Movements ----------------------------------------------------------------------------------------------

    def _examiner_can_move(self) -> bool:
        """A master who names the examiner must be able to move it (LH3)."""
        needed, colours = self.edition.data.counts.value.examiner_cards, [CARDS[card] for card in self.master.hand]
        if len(colours) < needed:
            return False
        reached = self._examiner_ends([0, 1])  # of two colours: along its lines
        for colour in range(len(COLOURS)):
            if colours.count(colour) >= needed:
                reached |= self._examiner_ends([colour])
        barred = self._barred(EXAMINER_NUMBER)
        return any(reached >> tile & 1 for tile in self.tower.names if tile not in barred)

    def _barred(self, figure: int) -> set[int]:
        """Tiles where a movement may not end (L20, L28)."""
        barred = {self.at[figure]}
        if self.master.is_fulfilled:
            barred |= {tile for tile in self.crystals if self._crystal_for_stock(figure, tile)}
        return barred

    def _movement(self, figure: int) -> Movement:
        start, letters = 1 << self.at[figure], list(COLOUR_LETTERS)
        tables: Tables = {}
        if figure == EXAMINER_NUMBER:
            ways, tables = self._examiner_ways()
            begins: Sequence[str] = [self.tower.names[self.at[figure]]]
        else:
            ways = ({letters[figure]: ANY}, {letter: letter for letter in letters})
            begins = _names(self.tower, start)
        barred = sorted(self.tower.names[tile] for tile in self._barred(figure))
        return Movement(ways, tuple(begins), tuple(barred), tuple(self.master.hand), tables)

    def _examiner_ways(self) -> tuple[tuple[dict[str, str], ...], Tables]:
        """So many cards of any colours along a line; of one colour, straight to its apprentice (L17, L18)."""
        letters = list(COLOUR_LETTERS)
        tables = {"line": self._after_cards("line", [0, 1])}
        for colour, letter in enumerate(letters):
            tables[f"to {letter}"] = self._after_cards(letter, [colour])
        return (dict.fromkeys(letters, "line"), *({letter: f"to {letter}"} for letter in letters)), tables

    def _after_cards(self, way: str, colours: Sequence[int]) -> dict[str, list[str]]:
        """The table of the examiner's cards: each leads one place on, the last one to where these colours bring it."""
        needed = self.edition.data.counts.value.examiner_cards
        reached = self._examiner_ends(colours)
        ends = [name for name, tile in self.tower.numbers.items() if reached >> tile & 1]
        places = [self.tower.names[self.at[EXAMINER_NUMBER]], *(f"{way} {card}" for card in range(1, needed))]
        return {place: [after] for place, after in pairwise(places)} | {places[-1]: ends}

    # --- Meetings -----------------------------------------------------------------------------------------------

    def _ask_takes(self, figure: int, tile: int) -> Asking:
        takes: list[dict[str, Any]] = []
        while offered := tuple(self._takings(figure, tile, takes)):
            answer = yield Question("take", (*offered, DONE), figure=NAMES[figure])
            if answer == DONE:
                break
            takes.append(dict(answer))
            self.spells[FIGURES[answer["from"]]].remove(CRYSTAL_NUMBERS[answer["take"]])
            self.spells[figure].add(CRYSTAL_NUMBERS[answer["take"]])
        if takes:
            self.chosen["takes"] = takes

    def _takings(self, figure: int, tile: int, takes: Sequence[Answer]) -> Iterator[Answer]:
        """The crystals that the apprentice may take from the others on its tile, one from each (L23)."""
        had = {take["from"] for take in takes}
        for giver in self.apprentices_at(tile):
            spell = self.spells[giver]
            if giver == figure or COLOURS[giver] in had or spell.is_passed:
                continue
            for number, crystal in enumerate(CRYSTALS):
                if spell.held[number] and self.spells[figure].can_use(number):
                    yield {"take": crystal, "from": COLOURS[giver]}

    def _ask_finish(self, met: list[int]) -> Asking:
        """Whether the master ends the game; the others say so by themselves (LH21)."""
        if self._is_asked_to_finish(met):
            answer = yield Question("finish", ({"finish": True}, {"finish": False}))
            if answer["finish"]:
                self._finish(met)
                self.chosen["finish"] = True

    def _is_asked_to_finish(self, met: list[int]) -> bool:
        return self.seat in self.may_finish(met)

    def _ask_exam(self, met: list[int], told: dict[str, Any]) -> Asking:
        """An exam (L24 to L26, LH14): who fails loses a crystal or gets one. `told`: where the exams are told."""
        failing = self._pass(met)
        yield from self._ask_finish(met)
        if self.ended:
            return
        exams: list[dict[str, Any]] = []
        while offered := tuple(answer for figure in failing for answer in self._outcomes(figure)):
            is_free = not any(any(self.spells[figure].held) for figure in failing)
            answer = yield Question("exam", (*offered, DONE) if is_free else offered)
            if answer == DONE:
                break
            exam = dict(answer)
            if "lose" in exam:
                empty = tuple(
                    {"on": self.tower.names[tile]} for tile in self.tower.crystal_tiles if self.is_empty(tile)
                )
                exam |= yield Question("on", empty, figure=exam["who"])
            self._is_examined(FIGURES[exam["who"]], msgspec.convert(exam, Exam))
            failing.remove(FIGURES[exam["who"]])
            exams.append(exam)
        if exams:
            told["exams"] = exams

    def _outcomes(self, figure: int) -> Iterator[Answer]:
        spell = self.spells[figure]
        for number, crystal in enumerate(CRYSTALS):
            if spell.held[number]:
                yield {"who": COLOURS[figure], "lose": crystal}
        for number, crystal in enumerate(CRYSTALS):
            if not self.master.is_fulfilled and self.master.stock[number] and spell.can_use(number):
                yield {"who": COLOURS[figure], "give": crystal}

    # --- Additional actions -------------------------------------------------------------------------------------

    def _ask_action(self, figure: int, cards: Sequence[str]) -> Asking:
        actions = () if figure == EXAMINER_NUMBER else tuple(self._actions({card[1:] for card in cards}))
        uncoverings = self._uncoverings("moved")
        if actions:
            answer = yield Question("action", (*actions, *uncoverings))
        elif uncoverings:
            answer = yield Question("order", (*uncoverings, DONE))
        else:
            return
        if "order" in answer:
            self._choose_order(answer)
        elif answer != DONE:
            yield from self._carry_out_answer(answer)
            if not self.ended and (uncoverings := self._uncoverings("acted")):
                answer = yield Question("order", (*uncoverings, DONE))
                if answer != DONE:
                    self._choose_order(answer)

    def _carry_out_answer(self, answer: Answer) -> Asking:
        action = dict(answer)
        self.chosen["action"] = action
        if "step" in action:
            tile = self.tower.numbers[action["step"]]
            self._move_examiner(tile)
            yield from self._ask_exam(self.apprentices_at(tile), action)
            return
        if "places" in action:
            one = FIGURES[action["places"]]
            others = tuple({"with": name} for name, other in FIGURES.items() if self._can_change_with(one, other))
            chosen = yield Question("with", others, figure=action["places"])
            action["places"] = [action["places"], chosen["with"]]
        self._carry_out(msgspec.convert(action, Action))

    def _actions(self, symbols: set[str]) -> Iterator[Answer]:
        """The actions that cards with these symbols allow and that can be carried out (L29, LH17)."""
        if self.master.is_fulfilled:
            return
        if "s" in symbols:
            beside = self.tower.neighbours(self.at[EXAMINER_NUMBER])
            yield from ({"step": name} for name, tile in self.tower.numbers.items() if beside >> tile & 1)
        if "a" in symbols:
            yield {"again": True}
        if "t" in symbols:
            yield from self._trades()
        if "p" in symbols:
            everybody = FIGURES.values()
            yield from (
                {"places": name}
                for name, figure in FIGURES.items()
                if any(self._can_change_with(figure, other) for other in everybody)
            )

    def _trades(self) -> Iterator[Answer]:
        for seat, other in enumerate(self.masters):
            if seat == self.seat or other.is_fulfilled:
                continue
            for number, crystal in enumerate(CRYSTALS):
                if other.stock[number]:
                    yield {"steal": crystal, "from": self.seats[seat]}
            for number, crystal in enumerate(CRYSTALS):
                if self.master.stock[number]:
                    yield {"give": crystal, "to": self.seats[seat]}

    def _can_change_with(self, one: int, other: int) -> bool:
        """Two apprentices on different tiles change places (L33, LH19)."""
        return EXAMINER_NUMBER not in (one, other) and self.at[one] != self.at[other]


def _next(asking: Asking, answer: Answer) -> Question | None:
    try:
        return asking.send(answer)
    except StopIteration:
        return None


def _has_shape(answer: Answer, members: Sequence[str], tower: Tower) -> bool:
    if set(answer) != set(members):
        return False
    cards = answer[members[0]]
    if not isinstance(cards, list) or not cards or not all(isinstance(card, str) and card in CARDS for card in cards):
        return False
    return "to" not in members or (isinstance(answer["to"], str) and answer["to"] in tower.numbers)
