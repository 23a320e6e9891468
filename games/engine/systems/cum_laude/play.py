"""The play of a record, turn by turn, up to the first thing that is wrong (cum-laude-record, section 1).

The order of the checks in `Play.turn` is that of the numbered table there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from games.engine.core.multiplayer import SeatViolation
from games.engine.systems.cum_laude.documents import Action, Exam, Record, Take, Turn
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.messages import violation
from games.engine.systems.cum_laude.names import CARDS, COLOURS, CRYSTALS, EXAMINER, EXAMINER_NUMBER
from games.engine.systems.cum_laude.state import Master, State
from games.engine.systems.cum_laude.tower import BLACK, WHITE, mask_of

FIGURES: dict[str, int] = {**{colour: number for number, colour in enumerate(COLOURS)}, EXAMINER: EXAMINER_NUMBER}
CRYSTAL_NUMBERS: dict[str, int] = {crystal: number for number, crystal in enumerate(CRYSTALS)}


class RuleBrokenError(Exception):
    """The first rule that a record breaks."""

    def __init__(self, broken: SeatViolation) -> None:
        super().__init__(broken.message)
        self.violation = broken


class Play(State):
    """A game while its record is played. `seat` and `master`: whose turn it is; `is_second`: it is a second turn;
    `number`: the turn's place in the record, from 1."""

    def __init__(self, record: Record, edition: Edition) -> None:
        super().__init__(record, edition)
        self.seat = int(record.starter) - 1
        self.is_second = False
        self.number = 0

    @property
    def master(self) -> Master:
        return self.masters[self.seat]

    def play(self, turns: Sequence[Turn]) -> None:
        """Play all turns. Raises RuleBrokenError."""
        for number, turn in enumerate(turns, 1):
            self.play_turn(number, turn)

    def play_turn(self, number: int, turn: Turn) -> None:
        """Play the next turn, which has that number. Raises RuleBrokenError."""
        self.number = number
        if self.ended:
            rule = "L34" if self.ended == "finish" else "L35"
            raise RuleBrokenError(violation("after_end", rule, turn=number))
        self._turn(turn)
        self._pass_on(turn)

    def _pass_on(self, turn: Turn) -> None:
        """The second turn of the same master (L32, LH18), or the next master's; the end after the last draw, when the
        turn with its second ones is over (L35, LH23)."""
        self.is_second = turn.is_again
        if self.ended or self.is_second:
            return
        self.seat = (self.seat + 1) % len(self.masters)
        if self.drawn == self.pile_size:
            self.ended = "pile"

    def _refuse(self, code: str, rule: str, position: int | None = None, **params: str | int) -> NoReturn:
        raise RuleBrokenError(
            violation(code, rule, turn=self.number, seat=self.seats[self.seat], position=position, **params)
        )

    # --- A turn -------------------------------------------------------------------------------------------------

    def _turn(self, turn: Turn) -> None:
        """Name, draw, move, meet, act and discard, in this order (L8)."""
        figure = FIGURES[turn.name]
        if turn.order == "before":
            self._uncover()
        self._draw(turn, figure)
        if turn.cards and turn.to:
            tile = self.tower.numbers[turn.to]
            self._check_movement(turn.cards, figure, tile)
            self._move(turn.cards, figure, tile)
            self._meet(turn, figure, tile)
            if self.ended:
                return
            if turn.order == "moved":
                self._uncover()
            if turn.action:
                self._act(turn, turn.action, figure)
                if self.ended:
                    return
            elif figure != EXAMINER_NUMBER:
                self._require_no_action(turn.cards)
            if turn.order == "acted":
                self._uncover()
        else:
            self._pass_by(turn, figure)
        if not turn.is_again:
            self._discard(turn.discard or ())

    def _pass_by(self, turn: Turn, figure: int) -> None:
        """A figure is named and not moved: only an apprentice that can't be (L9, LH3, L16)."""
        if figure == EXAMINER_NUMBER or self.can_move(figure, self.seat):
            self._refuse("must_move", "L16", figure=turn.name)

    def _uncover(self) -> None:
        """Uncover the order, at one of the times that LH16 knows (L27)."""
        if not self.master.can_uncover():
            self._refuse("order", "L27")
        self.master.is_fulfilled = True

    def _draw(self, turn: Turn, figure: int) -> None:
        """Draw by the colour of the figure's tile (L10, L11, LH4)."""
        if figure == EXAMINER_NUMBER or self.is_second:
            if turn.giver:
                self._refuse("draw", "L11")
            return
        counts, colour = self.edition.data.counts.value, self.tower.colour[self.at[figure]]
        others = any(other.hand for seat, other in enumerate(self.masters) if seat != self.seat)
        if colour == BLACK and others:
            self._draw_from_master(turn)
            return
        if turn.giver:
            self._refuse("draw", "L11")
        if colour in (WHITE, BLACK):
            wanted = counts.white if colour == WHITE else counts.black
            self._draw_from_pile(min(wanted, self.pile_size - self.drawn))
        elif self.discarded and counts.gray:
            self.master.hand += self.discarded[-counts.gray :]
            del self.discarded[-counts.gray :]

    def _draw_from_pile(self, number: int) -> None:
        end = self.drawn + number
        if end > len(self.pile):
            self._refuse("pile", "L6")
        self.master.hand += self.pile[self.drawn : end]
        self.drawn = end

    def _draw_from_master(self, turn: Turn) -> None:
        giver = int(turn.giver) - 1 if turn.giver else self.seat
        if giver == self.seat or turn.drew not in self.masters[giver].hand:
            self._refuse("draw", "L11")
        self.masters[giver].hand.remove(turn.drew)
        self.master.hand.append(turn.drew)

    def _discard(self, cards: Sequence[str]) -> None:
        """Discard down to the limit of the hand, in the order given (L12, LH6)."""
        hand = self.master.hand
        over = max(0, len(hand) - self.edition.data.counts.value.hand_limit)
        if len(cards) != over:
            self._refuse("discard", "L12", needed=over, number=len(cards))
        for card in cards:
            if card not in hand:
                self._refuse("discard", "L12", needed=over, number=len(cards))
            hand.remove(card)
            self.discarded.append(card)

    # --- Moving -------------------------------------------------------------------------------------------------

    def _check_movement(self, cards: Sequence[str], figure: int, tile: int) -> None:
        """Take the cards from the hand, if they bring the figure to the tile (L19, L20, LH8)."""
        master, start = self.master, self.at[figure]
        left = list(master.hand)
        for position, card in enumerate(cards, 1):
            if card not in left:
                self._refuse("hand", "L19", position, card=card)
            left.remove(card)
        is_examiner = figure == EXAMINER_NUMBER
        needed = self.edition.data.counts.value.examiner_cards
        if is_examiner and len(cards) != needed:
            self._refuse("examiner_cards", "L17", needed=needed, number=len(cards))
        if tile == start:
            self._refuse("same_tile", "L20", tile=self.tower.names[tile])
        rule, reached = self._reached(figure, [CARDS[card] for card in cards])
        if not reached >> tile & 1:
            self._refuse("movement", rule, tile=self.tower.names[tile])
        if master.is_fulfilled and self._crystal_for_stock(figure, tile):
            self._refuse("no_crystals", "L28", tile=self.tower.names[tile])
        master.hand = left

    def _reached(self, figure: int, colours: Sequence[int]) -> tuple[str, int]:
        """The tiles to which cards of these colours bring a figure, and the rule that says so."""
        start = self.at[figure]
        if figure == EXAMINER_NUMBER:
            return "L17", self._examiner_ends(colours)
        if all(colour == figure for colour in colours):
            return "L13", self.tower.by_colour(start, len(colours))
        return "L14", self.tower.by_direction(start, colours)

    def _examiner_ends(self, colours: Sequence[int]) -> int:
        """Where these cards can bring the examiner (L17, L18)."""
        apprentices = self.at[:EXAMINER_NUMBER]
        ends = mask_of(self.tower.line_ends(self.at[EXAMINER_NUMBER], mask_of(apprentices)))
        if len(set(colours)) == 1:
            ends |= 1 << apprentices[colours[0]] & self.tower.tiles
        return ends

    def _crystal_for_stock(self, figure: int, tile: int) -> bool:
        """Whether the crystal on a tile would go to the master's stock (L22)."""
        crystal = self.crystals.get(tile)
        return crystal is not None and (figure == EXAMINER_NUMBER or not self.spells[figure].can_use(crystal))

    def _move(self, cards: Sequence[str], figure: int, tile: int) -> None:
        """Put the played cards on the discard pile (LH6), and the figure on its tile."""
        self.discarded += cards
        self.at[figure] = tile
        self._collect(figure, tile)

    def _collect(self, figure: int, tile: int) -> None:
        """Take the tile's crystal for the apprentice's spell, or else for the master's stock (L22)."""
        is_for_stock = self._crystal_for_stock(figure, tile)
        crystal = self.crystals.pop(tile, None)
        if crystal is not None:
            if is_for_stock:
                self.master.stock[crystal] += 1
            else:
                self.spells[figure].add(crystal)

    # --- Meetings -----------------------------------------------------------------------------------------------

    def _meet(self, turn: Turn, figure: int, tile: int) -> None:
        """The meeting at the end of a movement: an exam, or takings and the desk (L23 to L26, L34)."""
        finishes = turn.finish is True and not turn.action
        takes, exams = turn.takes or (), turn.exams or ()
        if figure == EXAMINER_NUMBER:
            self._examine(self.apprentices_at(tile), exams, finishes=finishes)
        elif tile == self.at[EXAMINER_NUMBER]:
            if takes:
                self._refuse("take", "L23", 1)
            self._examine([figure], exams, finishes=finishes)
        else:
            self._take(figure, tile, takes)
            if exams:
                self._refuse("exam", "L25", 1)
            if finishes:
                self._finish([figure] if tile == self.tower.desk else [])

    def _take(self, figure: int, tile: int, takes: Sequence[Take]) -> None:
        """Take crystals from other apprentices, each of which counts at once (L23, LH13)."""
        taken_from: set[int] = set()
        for position, take in enumerate(takes, 1):
            giver, crystal = FIGURES[take.giver], CRYSTAL_NUMBERS[take.crystal]
            spell, own = self.spells[giver], self.spells[figure]
            is_met = giver != figure and self.at[giver] == tile and giver not in taken_from
            if not (is_met and not spell.is_passed and spell.held[crystal] and own.can_use(crystal)):
                self._refuse("take", "L23", position)
            taken_from.add(giver)
            spell.remove(crystal)
            own.add(crystal)

    def _examine(self, met: list[int], exams: Sequence[Exam], *, finishes: bool) -> None:
        """An exam of the apprentices that meet the examiner (L24 to L26, LH14, LH22)."""
        failing = self._pass(met)
        if finishes:
            self._finish(met)
            return
        for position, exam in enumerate(exams, 1):
            if FIGURES[exam.who] not in failing or not self._is_examined(FIGURES[exam.who], exam):
                self._refuse("exam", "L25", position)
            failing.remove(FIGURES[exam.who])
        if any(any(self.spells[figure].held) for figure in failing):
            self._refuse("exam", "L25", reason="missing")

    def _pass(self, met: list[int]) -> list[int]:
        """Those that are complete pass, the others fail (L24). What passed once stays complete (LH14)."""
        for figure in met:
            self.spells[figure].is_passed = self.spells[figure].is_complete
        return [figure for figure in met if not self.spells[figure].is_passed]

    def _is_examined(self, figure: int, exam: Exam) -> bool:
        """Carry out a loss or a gift; False where it isn't possible."""
        spell, stock = self.spells[figure], self.master.stock
        if exam.give:
            crystal = CRYSTAL_NUMBERS[exam.give]
            if self.master.is_fulfilled or not stock[crystal] or not spell.can_use(crystal):
                return False
            stock[crystal] -= 1
            spell.add(crystal)
            return True
        crystal, tile = CRYSTAL_NUMBERS[exam.lose or ""], self.tower.numbers[exam.on or ""]
        if not spell.held[crystal] or not self.is_empty(tile):
            return False
        spell.remove(crystal)
        self.crystals[tile] = crystal
        return True

    def _finish(self, met: list[int]) -> None:
        """End the game: one master does, and all who may finish share it (L34, LH21)."""
        self.finishers = self.may_finish(met)
        if not self.finishers:
            self._refuse("finish", "L34")
        self.ended = "finish"

    # --- Additional actions -------------------------------------------------------------------------------------

    def _act(self, turn: Turn, action: Action, figure: int) -> None:
        """The additional action (L29 to L33)."""
        master = self.master
        if master.is_fulfilled:
            self._refuse("action", "L28")
        symbols = {card[1:] for card in turn.cards or ()}
        if figure == EXAMINER_NUMBER or action.symbol not in symbols:
            self._refuse("action", "L29")
        if action.step:
            self._step(self.tower.numbers[action.step], action.exams or (), finishes=turn.finish is True)
        else:
            self._carry_out(action)

    def _carry_out(self, action: Action) -> None:
        """An action but the step (L31 to L33, LH19)."""
        if action.steal and action.giver:
            self._trade(int(action.giver) - 1, self.seat, int(action.giver) - 1, action.steal)
        elif action.give and action.taker:
            self._trade(self.seat, int(action.taker) - 1, int(action.taker) - 1, action.give)
        elif action.places:
            one, other = (FIGURES[colour] for colour in action.places)
            if self.at[one] == self.at[other]:
                self._refuse("action", "L33")
            self.at[one], self.at[other] = self.at[other], self.at[one]

    def _step(self, tile: int, exams: Sequence[Exam], *, finishes: bool) -> None:
        if not self.tower.neighbours(self.at[EXAMINER_NUMBER]) >> tile & 1:
            self._refuse("action", "L30", tile=self.tower.names[tile])
        self._move_examiner(tile)
        self._examine(self.apprentices_at(tile), exams, finishes=finishes)

    def _move_examiner(self, tile: int) -> None:
        self.at[EXAMINER_NUMBER] = tile
        self._collect(EXAMINER_NUMBER, tile)

    def _trade(self, giver: int, taker: int, other: int, name: str) -> None:
        crystal = CRYSTAL_NUMBERS[name]
        if other == self.seat or self.masters[other].is_fulfilled or not self.masters[giver].stock[crystal]:
            self._refuse("action", "L31")
        self.masters[giver].stock[crystal] -= 1
        self.masters[taker].stock[crystal] += 1

    def _require_no_action(self, cards: Sequence[str]) -> None:
        """Without an action none of the symbols played may be possible (L29, LH17)."""
        if self.master.is_fulfilled:
            return
        symbols = {card[1:] for card in cards}
        if symbols & {"s", "a"} or ("t" in symbols and self._can_trade()) or ("p" in symbols and self._can_change()):
            self._refuse("action_missing", "L29")

    def _can_trade(self) -> bool:
        own = any(self.master.stock)
        return any(
            not other.is_fulfilled and (own or any(other.stock))
            for seat, other in enumerate(self.masters)
            if seat != self.seat
        )

    def _can_change(self) -> bool:
        return len(set(self.at[:EXAMINER_NUMBER])) > 1
