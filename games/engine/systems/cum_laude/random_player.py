"""Masters who choose by chance among what is legal, with a liking for what pays: for tests, benches and the demo."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from games.engine.systems.cum_laude.dealing import boxed, dealt_from
from games.engine.systems.cum_laude.documents import Action, Exam, Figure, Record, SetUp, Take, Turn
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import CARDS, COLOURS, CRYSTALS, EXAMINER, EXAMINER_NUMBER
from games.engine.systems.cum_laude.play import Play
from games.engine.systems.cum_laude.tower import BLACK

NAMES: tuple[Figure, ...] = (*COLOURS, "examiner")
MOST_TURNS = 2000  # many times the longest games; where nobody draws enough cards a game may never end
TRIES = 8  # choices of cards that are weighed for a movement
LIKELY, SELDOM, OWN = 0.8, 0.2, 0.6
CARDS_PLAYED = (1, 1, 1, 1, 2, 3)  # how many, as likely as they stand here


class Movement(NamedTuple):
    """Cards that can be played for a figure, and a tile to which they bring it."""

    figure: int
    cards: tuple[str, ...]
    tile: int


def random_record(
    rng: random.Random, *, players: int, starter: int | None, edition: Edition, change_places: bool
) -> Record:
    """A complete legal record; as repeatable as `rng`. Lots decide who starts where `starter` is None (LH1)."""
    dealt = Record(
        players=players,
        starter=str(starter or rng.randint(1, players)),
        setup=_random_set_up(rng, players, edition, change_places=change_places),
        turns=(),
        edition=edition.key,
        change_places=change_places,
    )
    turns = tuple(_RandomPlay(rng, dealt, edition).turns())
    return Record(dealt.players, dealt.starter, dealt.setup, turns, dealt.edition, dealt.change_places)


def _random_set_up(rng: random.Random, players: int, edition: Edition, *, change_places: bool) -> SetUp:
    pieces = boxed(edition, change_places=change_places)
    for each in pieces:
        rng.shuffle(each)
    return dealt_from(pieces, edition, players)


class _RandomPlay(Play):
    """A game whose turns are chosen while it is played, by the same steps as a record's."""

    def __init__(self, rng: random.Random, dealt: Record, edition: Edition) -> None:
        super().__init__(dealt, edition)
        self.rng = rng

    def turns(self) -> Iterator[Turn]:
        """The turns up to the end of the game. ValueError for an edition in which games needn't end."""
        while not self.ended:
            self.number += 1
            if self.number > MOST_TURNS:
                raise ValueError(f"no game of the edition {self.edition.key!r} ended in {MOST_TURNS} turns")
            turn = Turn(**self._random_turn())
            yield turn
            self._pass_on(turn)

    def _random_turn(self) -> dict[str, Any]:
        told: dict[str, Any] = {}
        self._maybe_uncover(told, "before")
        examiner = self._examiner_movements()
        movement = self.rng.choice(examiner) if examiner and self.rng.random() < SELDOM else None
        if movement is None:
            own = self.rng.random() < OWN
            figure = self.rng.choice(self.master.mission) if own else self.rng.randrange(EXAMINER_NUMBER)
            told |= {"name": NAMES[figure], **self._draws(figure)}
            movement = self._movement(figure)
        else:
            told["name"] = EXAMINER
        if movement is not None:
            self._play_movement(told, movement)
        if not self.ended and not ("action" in told and told["action"].again is True):
            told |= self._discards()
        return told

    def _play_movement(self, told: dict[str, Any], movement: Movement) -> None:
        figure, cards, tile = movement
        told |= {"cards": cards, "to": self.tower.names[tile]}
        self._check_movement(cards, figure, tile)
        self._move(cards, figure, tile)
        if figure == EXAMINER_NUMBER:
            told |= self._exam_of(self.apprentices_at(tile))
        elif tile == self.at[EXAMINER_NUMBER]:
            told |= self._exam_of([figure])
        else:
            told |= self._takes(figure, tile)
            if tile == self.tower.desk and self._finishes([figure]):
                told["finish"] = True
                self._finish([figure])
        if self.ended:
            return
        self._maybe_uncover(told, "moved")
        if figure != EXAMINER_NUMBER and not self.master.is_fulfilled:
            told |= self._acts(cards)
        if not self.ended:
            self._maybe_uncover(told, "acted")

    def _maybe_uncover(self, told: dict[str, Any], when: str) -> None:
        if self.master.can_uncover() and self.rng.random() < LIKELY:
            told["order"] = when
            self._uncover()

    # --- Cards --------------------------------------------------------------------------------------------------

    def _draws(self, figure: int) -> dict[str, Any]:
        """Draw, from another master where the tile says so (L11)."""
        told: dict[str, Any] = {}
        givers = [seat for seat, other in enumerate(self.masters) if other.hand and seat != self.seat]
        if not self.is_second and self.tower.colour[self.at[figure]] == BLACK and givers:
            giver = self.rng.choice(givers)
            told = {"giver": self.seats[giver], "drew": self.rng.choice(self.masters[giver].hand)}
        self._draw(Turn(NAMES[figure], **told), figure)
        return told

    def _discards(self) -> dict[str, Any]:
        over = len(self.master.hand) - self.edition.data.counts.value.hand_limit
        if over <= 0:
            return {}
        cards = tuple(self.rng.sample(self.master.hand, over))
        self._discard(cards)
        return {"discard": cards}

    # --- Moving -------------------------------------------------------------------------------------------------

    def _examiner_movements(self) -> list[Movement]:
        """Some movements of the examiner; three cards must be there for it."""
        number, hand = self.edition.data.counts.value.examiner_cards, self.master.hand
        if len(hand) < number:
            return []
        chosen = [tuple(self.rng.sample(hand, number))]
        chosen += [
            tuple(same[:number]) for colour in range(len(COLOURS)) if len(same := self._of_colour(colour)) >= number
        ]
        return [movement for cards in chosen for movement in self._ends(EXAMINER_NUMBER, cards)]

    def _of_colour(self, colour: int) -> list[str]:
        return [card for card in self.master.hand if CARDS[card] == colour]

    def _movement(self, figure: int) -> Movement | None:
        """A movement of an apprentice, a good one of some; None where there is none at all."""
        hand = self.master.hand
        found: list[Movement] = []
        for _try in range(TRIES if hand else 0):
            number = min(self.rng.choice(CARDS_PLAYED), len(hand))
            found += self._ends(figure, tuple(self.rng.sample(hand, number)))
        if not found and self.can_move(figure, self.seat):
            found = self._any_movement(figure)
        if not found:
            return None
        return max(found, key=lambda movement: self._worth(movement) + 2 * self.rng.random())

    def _any_movement(self, figure: int) -> list[Movement]:
        """The movements by some choice of cards, where any choice makes one."""
        while True:
            number = self.rng.randint(1, len(self.master.hand))
            found = self._ends(figure, tuple(self.rng.sample(self.master.hand, number)))
            if found:
                return found

    def _ends(self, figure: int, cards: tuple[str, ...]) -> list[Movement]:
        """The movements of a figure that these cards make, in this order."""
        _rule, reached = self._reached(figure, [CARDS[card] for card in cards])
        fulfilled, start = self.master.is_fulfilled, self.at[figure]
        return [
            Movement(figure, cards, tile)
            for tile in self.tower.numbers.values()
            if reached >> tile & 1 and tile != start and not (fulfilled and self._crystal_for_stock(figure, tile))
        ]

    def _worth(self, movement: Movement) -> int:
        """How well a movement suits the master: crystals for own apprentices and for the order, exams passed."""
        figure, _cards, tile = movement
        crystal, master = self.crystals.get(tile), self.master
        is_own, worth = figure in master.mission, 0
        if crystal is not None:
            if not self._crystal_for_stock(figure, tile):
                worth = 4 if is_own else 0
            else:
                worth = 2 if master.stock[crystal] < master.order[crystal] else -1
        if is_own and tile in (self.at[EXAMINER_NUMBER], self.tower.desk) and self.spells[figure].is_complete:
            worth += 9
        return worth

    # --- Meetings -----------------------------------------------------------------------------------------------

    def _takes(self, figure: int, tile: int) -> dict[str, Any]:
        takes = []
        others = [giver for giver in self.apprentices_at(tile) if giver != figure]
        self.rng.shuffle(others)
        for giver in others:
            held = self.spells[giver].held
            usable = [number for number in range(len(CRYSTALS)) if held[number] and self.spells[figure].can_use(number)]
            if usable and not self.spells[giver].is_passed and self.rng.random() < LIKELY:
                takes.append(Take(COLOURS[giver], CRYSTALS[self.rng.choice(usable)]))
                self._take(figure, tile, takes[-1:])
        return {"takes": tuple(takes)} if takes else {}

    def _finishes(self, met: list[int]) -> bool:
        return bool(self.may_finish(met)) and self.rng.random() < LIKELY

    def _exam_of(self, met: list[int]) -> dict[str, Any]:
        """An exam, as members of a turn or of a step (L24 to L26, L34)."""
        failing = self._pass(met)
        if self._finishes(met):
            self._finish(met)
            return {"finish": True}
        self.rng.shuffle(failing)
        exams = []
        for figure in failing:
            choices = [*self._gifts(figure), *self._losses(figure)]
            if choices:
                exams.append(self.rng.choice(choices))
                self._is_examined(figure, exams[-1])
        return {"exams": tuple(exams)} if exams else {}

    def _gifts(self, figure: int) -> list[Exam]:
        if self.master.is_fulfilled:
            return []
        stock, spell = self.master.stock, self.spells[figure]
        return [
            Exam(COLOURS[figure], give=CRYSTALS[number])
            for number in range(len(CRYSTALS))
            if stock[number] and spell.can_use(number)
        ]

    def _losses(self, figure: int) -> list[Exam]:
        held = [crystal for number, crystal in enumerate(CRYSTALS) if self.spells[figure].held[number]]
        if not held:
            return []
        tile = self.rng.choice([tile for tile in self.tower.crystal_tiles if self.is_empty(tile)])
        return [Exam(COLOURS[figure], lose=crystal, on=self.tower.names[tile]) for crystal in held]

    # --- Additional actions -------------------------------------------------------------------------------------

    def _acts(self, cards: Sequence[str]) -> dict[str, Any]:
        """One of the actions that the cards allow, if any can be carried out (L29)."""
        symbols = {card[1:] for card in cards}
        choices: list[Action] = []
        if "a" in symbols:
            choices.append(Action(again=True))
        if "t" in symbols:
            choices += self._trades()
        if "p" in symbols:
            choices += self._changes()
        if "s" in symbols and (not choices or self.rng.random() < LIKELY):
            return self._random_step()
        if not choices:
            return {}
        action = self.rng.choice(choices)
        self._carry_out(action)
        return {"action": action}

    def _random_step(self) -> dict[str, Any]:
        beside = self.tower.neighbours(self.at[EXAMINER_NUMBER])
        tile = self.rng.choice([tile for tile in self.tower.names if beside >> tile & 1])
        self._move_examiner(tile)
        told = self._exam_of(self.apprentices_at(tile))
        exams = told.pop("exams", UNSET)
        return {"action": Action(step=self.tower.names[tile], exams=exams), **told}

    def _trades(self) -> Iterator[Action]:
        for seat, other in enumerate(self.masters):
            if seat == self.seat or other.is_fulfilled:
                continue
            for number, crystal in enumerate(CRYSTALS):
                if other.stock[number]:
                    yield Action(steal=crystal, giver=self.seats[seat])
                if self.master.stock[number]:
                    yield Action(give=crystal, taker=self.seats[seat])

    def _changes(self) -> Iterator[Action]:
        for one in range(EXAMINER_NUMBER):
            for other in range(one):
                if self.at[one] != self.at[other]:
                    yield Action(places=(COLOURS[one], COLOURS[other]))
