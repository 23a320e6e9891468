"""A legal record told step by step: it is played once more, and each thing that happens is written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.core.messages import gettext_noop as _
from games.engine.core.replay import Reason
from games.engine.systems.cum_laude.documents import Action, Exam, Record, Take, Turn
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.judge import points_of
from games.engine.systems.cum_laude.names import CARDS, COLOURS, EXAMINER, EXAMINER_NUMBER
from games.engine.systems.cum_laude.play import Play
from games.engine.systems.cum_laude.points import placings
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS
from games.engine.systems.cum_laude.steps import MasterSoFar, SpellSoFar, Step, StepKind
from games.engine.systems.cum_laude.tower import WHITE

FIGURE_NAMES = (*COLOURS, EXAMINER)

_DEALT = _("Dealt to each player: a mission, an order and %(cards)s movement cards.")
_BY_COLOUR = _("Each card of the apprentice’s own colour is a step in any direction.")
_BY_DIRECTION = _("Each card is a step in the direction of its colour.")
_EXAMINER_LINE = _("The examiner goes in a line, up to an apprentice or to the wall.")
_EXAMINER_DIRECT = _("Three cards of one colour bring the examiner to the apprentice of that colour.")
_REASONS_OF_MOVES = {"L13": _BY_COLOUR, "L14": _BY_DIRECTION, "L17": _EXAMINER_LINE, "L18": _EXAMINER_DIRECT}


def replay_steps(record: Record, edition: Edition) -> tuple[Step, ...]:
    """The steps of a legal record, from the deal to who wins, or to where it breaks off."""
    told = _ToldPlay(record, edition)
    dealt: dict[str, str | int] = {"cards": edition.data.counts.value.hand}
    told.tell("start", Reason("L6", _DEALT, dealt))
    told.play(record.turns)
    if told.ended:
        told.tell_end()
    return tuple(told.steps)


class _ToldPlay(Play):
    """A play that tells its steps."""

    def __init__(self, record: Record, edition: Edition) -> None:
        super().__init__(record, edition)
        self.spell_names = record.setup.spells
        self.steps: list[Step] = []

    def tell(self, kind: StepKind, *reasons: Reason, **told: Any) -> None:
        names = self.tower.names
        self.steps.append(
            Step(
                kind,
                self.number,
                self.seats[self.seat] if self.number else None,
                at={name: names[tile] for name, tile in zip(FIGURE_NAMES, self.at, strict=True)},
                crystals={names[tile]: CRYSTAL_LETTERS[crystal] for tile, crystal in self.crystals.items()},
                spells={
                    colour: SpellSoFar(self.spell_names[colour], _letters(spell.held), spell.is_passed)
                    for colour, spell in zip(COLOURS, self.spells, strict=True)
                },
                masters={
                    seat: MasterSoFar(_letters(master.stock), tuple(master.hand), master.is_fulfilled)
                    for seat, master in zip(self.seats, self.masters, strict=True)
                },
                pile=self.pile_size - self.drawn,
                discarded=len(self.discarded),
                reasons=reasons,
                **told,
            )
        )

    def tell_end(self) -> None:
        """The last step: why the game is over, and who has how many points."""
        vp = points_of(self)
        if self.ended == "finish":
            who: dict[str, str | int] = {"seats": ", ".join(self.seats[seat] for seat in self.finishers)}
            reason = Reason("L34", _("The game was ended. Finished: %(seats)s."), who)
        else:
            reason = Reason("L35", _("The draw pile is used up, so the game is over."))
        points = {seat: each.total for seat, each in vp.items()}
        self.tell("end", reason, places=placings(vp, self.seats), points=points)

    @property
    def _who(self) -> dict[str, str | int]:
        return {"seat": self.seats[self.seat]}

    def _pass_by(self, turn: Turn, figure: int) -> None:
        super()._pass_by(turn, figure)
        text = _("Player %(seat)s names a figure that can’t move, and passes.")
        self.tell("pass", Reason("L16", text, self._who), figure=turn.name)

    def _uncover(self) -> None:
        super()._uncover()
        text = _("Player %(seat)s uncovers the order: the stock is exactly its crystals.")
        self.tell("order", Reason("L27", text, self._who))

    def _draw(self, turn: Turn, figure: int) -> None:
        drawn, discarded = self.drawn, len(self.discarded)
        super()._draw(turn, figure)
        colour = self.tower.colour[self.at[figure]]
        if turn.giver:
            text = _("Black tile: player %(seat)s draws a card of player %(giver)s.")
            reason = Reason("L11", text, {**self._who, "giver": turn.giver})
        elif self.drawn > drawn:
            params = {**self._who, "number": self.drawn - drawn}
            if colour == WHITE:
                text = _("White tile: player %(seat)s draws from the draw pile (%(number)s).")
                reason = Reason("L10", text, params)
            else:
                text = _("Nobody else has a card, so player %(seat)s draws from the draw pile (%(number)s).")
                reason = Reason("LH4", text, params)
        elif len(self.discarded) < discarded:
            text = _("Gray tile: player %(seat)s draws from the discard pile (%(number)s).")
            reason = Reason("L10", text, {**self._who, "number": discarded - len(self.discarded)})
        else:
            return
        self.tell("draw", reason, figure=turn.name)

    def _move(self, cards: Sequence[str], figure: int, tile: int) -> None:
        rule, _reached = self._reached(figure, [CARDS[card] for card in cards])
        if figure == EXAMINER_NUMBER and tile not in self.tower.line_ends(self.at[figure], self._apprentices()):
            rule = "L18"
        reasons = [Reason(rule, _REASONS_OF_MOVES[rule])]
        crystal = self.crystals.get(tile)
        is_for_stock = self._crystal_for_stock(figure, tile)
        super()._move(cards, figure, tile)
        if crystal is not None:
            reasons.append(self._why_crystal(is_for_stock=is_for_stock))
        where = self.tower.names[tile]
        self.tell("move", *reasons, figure=FIGURE_NAMES[figure], cards=tuple(cards), tile=where)

    def _why_crystal(self, *, is_for_stock: bool) -> Reason:
        """L22: where the crystal of a tile goes."""
        if is_for_stock:
            return Reason("L22", _("The crystal of the tile goes to the stock of player %(seat)s."), self._who)
        return Reason("L22", _("The crystal of the tile goes on the apprentice’s spell."))

    def _take(self, figure: int, tile: int, takes: Sequence[Take]) -> None:
        super()._take(figure, tile, takes)
        if takes:
            text = _("The apprentice takes a crystal from each of: %(givers)s.")
            givers: dict[str, str | int] = {"givers": ", ".join(take.giver for take in takes)}
            self.tell("take", Reason("L23", text, givers), figure=FIGURE_NAMES[figure])

    def _pass(self, met: list[int]) -> list[int]:
        before = [spell.is_passed for spell in self.spells]
        failing = super()._pass(met)
        for figure in met:
            if self.spells[figure].is_passed and not before[figure]:
                reason = Reason("L24", _("The spell is complete, so the apprentice passes the exam."))
                self.tell("exam", reason, figure=COLOURS[figure])
        return failing

    def _is_examined(self, figure: int, exam: Exam) -> bool:
        is_possible = super()._is_examined(figure, exam)
        if exam.give:
            text = _("The apprentice fails and gets a crystal from the stock of player %(seat)s.")
            self.tell("exam", Reason("L25", text, self._who), figure=exam.who)
        else:
            text = _("The apprentice fails and loses a crystal, which is put on %(tile)s.")
            where: dict[str, str | int] = {"tile": exam.on or ""}
            self.tell("exam", Reason("L25", text, where), figure=exam.who, tile=exam.on)
        return is_possible

    def _act(self, turn: Turn, action: Action, figure: int) -> None:
        if action.again:
            self.tell("action", Reason("L32", _("Player %(seat)s has a second turn, without drawing."), self._who))
        super()._act(turn, action, figure)

    def _move_examiner(self, tile: int) -> None:
        crystal = self.crystals.get(tile)
        super()._move_examiner(tile)
        where = self.tower.names[tile]
        reasons = [Reason("L30", _("The examiner moves one tile, to %(tile)s."), {"tile": where})]
        if crystal is not None:
            reasons.append(self._why_crystal(is_for_stock=True))
        self.tell("action", *reasons, figure=EXAMINER, tile=where)

    def _carry_out(self, action: Action) -> None:
        super()._carry_out(action)
        if action.steal:
            text = _("Player %(seat)s steals a crystal from player %(giver)s.")
            self.tell("action", Reason("L31", text, {**self._who, "giver": action.giver or ""}))
        elif action.give:
            text = _("Player %(seat)s gives a crystal to player %(taker)s.")
            self.tell("action", Reason("L31", text, {**self._who, "taker": action.taker or ""}))
        elif action.places:
            self.tell("action", Reason("L33", _("Two apprentices change places.")), figure=action.places[0])

    def _discard(self, cards: Sequence[str]) -> None:
        super()._discard(cards)
        if cards:
            text = _("Player %(seat)s discards down to the limit of the hand (%(number)s).")
            reason = Reason("L12", text, {**self._who, "number": len(cards)})
            self.tell("discard", reason, cards=tuple(cards))

    def _apprentices(self) -> int:
        return sum({1 << tile for tile in self.at[:EXAMINER_NUMBER]})


def _letters(numbers: Sequence[int]) -> str:
    """Crystals by their letters: WWB."""
    return "".join(letter * number for letter, number in zip(CRYSTAL_LETTERS, numbers, strict=True))
