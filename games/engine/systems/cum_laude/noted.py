"""A game that was dealt at a table, as its parts tell it. The first one is `{"setup": {...}}` as in a record, without
the pile. Each further part is a turn as in a record, with the cards that were drawn from the pile in it: `"drawn"`.
Piled up they are the record's pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.core.documents import ShapeError
from games.engine.core.multiplayer import SEATS
from games.engine.core.secrets import BegunRecord
from games.engine.systems.cum_laude.canonical import canonical_turn
from games.engine.systems.cum_laude.dealt import CHANGE_PLACES
from games.engine.systems.cum_laude.documents import RECORD_FORMAT, Record, SetUp, Turn, check_set_up, check_turn
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.guide import NAMES, Asking, Guide, Question, WrongAnswerError
from games.engine.systems.cum_laude.names import CARDS
from games.engine.systems.cum_laude.play import Play, RuleBrokenError
from games.engine.systems.cum_laude.set_up_check import set_up_violation

SETUP = "setup"
DRAWN = "drawn"


class NotedGuide(Guide):
    """A game that is noted, whose next turn is chosen: it asks which cards were drawn. `left`: the cards that nobody
    has been told of yet."""

    binds = False

    def __init__(self, noted: Record, edition: Edition) -> None:
        super().__init__(noted, edition, seed="")
        self.left = Counter(edition.cards_played_with(change_places=noted.change_places))
        self.left.subtract(card for hand in noted.setup.hands.values() for card in hand)
        self._is_asking = False
        self._wanted = 0

    def play_part(self, number: int, part: Any) -> None:
        turn, drawn = _turn_of(part)
        self.number = number
        if not self.ended:
            self._note(drawn)
        self.play_turn(number, turn)
        if self.drawn < len(self.pile):
            self._refuse("pile", "L6", reason="noted")
        self.told.append(turn)

    def record(self) -> Record:
        record = super().record()
        return msgspec.structs.replace(record, setup=msgspec.structs.replace(record.setup, pile=tuple(self.pile)))

    def _note(self, cards: Sequence[str]) -> None:
        """Put the cards on the pile from which they are drawn next."""
        for position, card in enumerate(cards, 1):
            if not self.left[card]:
                self._refuse("deck", "L5", position, card=card)
            self.left[card] -= 1
        self.pile = (*self.pile, *cards)

    def _ask_draw(self, turn: Turn, figure: int) -> Asking:
        if turn.giver:
            hand = sorted(set(self.masters[int(turn.giver) - 1].hand))
            answer = yield Question("drew", tuple({"drew": card} for card in hand), figure=NAMES[figure])
            self.chosen["drew"] = answer["drew"]
            turn = msgspec.structs.replace(turn, drew=answer["drew"])
        self._is_asking = True
        self._draw(turn, figure)
        self._is_asking = False
        if self._wanted:
            left = tuple(card for card, number in self.left.items() for _copy in range(number))
            answer = yield Question("drawn", draw=self._wanted, hand=left, figure=NAMES[figure])
            if len(answer["drawn"]) != self._wanted:
                raise WrongAnswerError("so many cards are drawn")
            self._note(answer["drawn"])
            self._draw_from_pile(self._wanted)
            self.chosen[DRAWN] = list(answer["drawn"])

    def _is_asked_to_finish(self, met: list[int]) -> bool:
        """Whoever notes the game knows what all did."""
        return bool(self.may_finish(met))

    def _draw_from_pile(self, number: int) -> None:
        """While a turn is chosen, how many cards are drawn is known before which ones."""
        if self._is_asking:
            self._wanted = number
        else:
            super()._draw_from_pile(number)

    def _draw_from_master(self, turn: Turn) -> None:
        Play._draw_from_master(self, turn)


def is_noted(part: Mapping[str, Any]) -> bool:
    """Whether a part has what only parts of a noted game have."""
    return SETUP in part or DRAWN in part


def noted_play(set_up: Mapping[str, Any], parts: Sequence[Any], edition: Edition) -> NotedGuide:
    """The game after these parts, which are legal; the next turn is to be chosen."""
    play = NotedGuide(_record_of(set_up, parts[0], edition), edition)
    for number, part in enumerate(parts[1:], 1):
        play.play_part(number, part)
    return play


def check_noted_parts(set_up: Mapping[str, Any], parts: Sequence[Any], edition: Edition) -> BegunRecord:
    """How many of the parts are legal, whether the game is over, and the first thing that is wrong."""
    if not parts:
        return BegunRecord(0, is_over=False)
    record = _record_of(set_up, parts[0], edition)
    broken = set_up_violation(record, edition)
    if broken is not None:
        return BegunRecord(0, is_over=False, violation=msgspec.to_builtins(broken))
    play = NotedGuide(record, edition)
    for number, part in enumerate(parts[1:], 1):
        ended = play.ended is not None
        try:
            play.play_part(number, part)
        except RuleBrokenError as error:
            return BegunRecord(number, ended, msgspec.to_builtins(error.violation))
    return BegunRecord(len(parts), play.ended is not None)


def told_part(set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: Edition) -> dict[str, Any]:
    """The next part, in the one way in which it is written. ValueError for what is none."""
    if not isinstance(sent, Mapping):
        raise ValueError("a part is an object")
    seats = SEATS[set_up["players"]]
    try:
        if not before:
            return _told_set_up(sent, edition, seats)
        turn, drawn = _turn_of(sent)
        check_turn(turn, edition, seats, f"turns[{len(before) - 1}]")
    except (msgspec.ValidationError, ShapeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if any(card not in CARDS for card in drawn):
        raise ValueError("cards are drawn")
    told = _plain(canonical_turn(turn))
    return {**told, DRAWN: list(drawn)} if drawn else told


def noted_record(set_up: Mapping[str, Any], parts: Sequence[Any], edition: Edition) -> dict[str, Any]:
    """The record as decoded JSON."""
    turns = [{name: said for name, said in part.items() if name != DRAWN} for part in parts[1:]]
    pile = [card for part in parts[1:] for card in part.get(DRAWN, ())]
    told: dict[str, Any] = msgspec.to_builtins(_record_of(set_up, parts[0], edition))
    return {"format": RECORD_FORMAT, **told, SETUP: {**told[SETUP], "pile": pile}, "turns": turns}


def _told_set_up(sent: Mapping[str, Any], edition: Edition, seats: tuple[str, ...]) -> dict[str, Any]:
    dealt = sent.get(SETUP)
    if sent.keys() != {SETUP} or not isinstance(dealt, Mapping) or "pile" in dealt:
        raise ValueError("the first part is what was dealt, without the pile")
    setup = msgspec.convert({**dealt, "pile": ()}, SetUp)
    check_set_up(setup, edition, seats)
    told = _plain(setup)
    del told["pile"]
    return {SETUP: told}


def _plain(told: SetUp | Turn) -> dict[str, Any]:
    """As JSON gives it back, so that what is sent twice is equal."""
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told))
    return decoded


def _turn_of(part: Mapping[str, Any]) -> tuple[Turn, tuple[str, ...]]:
    drawn = msgspec.convert(part.get(DRAWN, ()), tuple[str, ...])
    return msgspec.convert({name: said for name, said in part.items() if name != DRAWN}, Turn), drawn


def _record_of(set_up: Mapping[str, Any], part: Mapping[str, Any], edition: Edition) -> Record:
    """What was dealt, before any turn."""
    return Record(
        players=set_up["players"],
        starter=set_up["starter"],
        setup=msgspec.convert({**part[SETUP], "pile": ()}, SetUp),
        turns=(),
        edition=edition.key,
        change_places=bool((set_up.get("variants") or {}).get(CHANGE_PLACES)),
    )
