"""A game that a seed deals, as its open parts tell it: what everybody at the table sees.

A part is a turn as in a record, without the card that was drawn from another master (`drew`): the seed says which one
it is. The last part may be no more than begun (`"begun": true`): a figure was named and cards were drawn, which binds
the master (LH3).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from games.engine.core.deals import BegunGame
from games.engine.core.documents import ShapeError
from games.engine.core.multiplayer import SEATS
from games.engine.systems.cum_laude.canonical import canonical_turn
from games.engine.systems.cum_laude.dealing import seeded_card, seeded_set_up
from games.engine.systems.cum_laude.documents import RECORD_FORMAT, Record, Sheet, Turn, check_turn
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import EXAMINER_NUMBER
from games.engine.systems.cum_laude.play import FIGURES, Play, RuleBrokenError

BEGUN = "begun"
BEGUN_MEMBERS = ("name", "from", "order")
CHANGE_PLACES = "change_places"  # the only variant
SOME_CARD = "r"  # stands for a drawn card where it isn't told


class DealtPlay(Play):
    """A dealt game while it is played. `told`: the turns so far as a record has them. `begun`: the turn that is begun.
    `last`: whose part was played last. `has_drawn`: cards were drawn in the turn. `ends`: the
    seats that alone may end the game now; None: all."""

    def __init__(self, dealt: Record, edition: Edition, seed: str) -> None:
        super().__init__(dealt, edition)
        self.dealt = dealt
        self.seed = seed
        self.told: list[Turn] = []
        self.begun: Turn | None = None
        self.last: int | None = None
        self.has_drawn = False
        self.ends: Collection[int] | None = None
        self._drew: str | None = None

    def play_part(self, number: int, part: Any) -> None:
        """Play the next part. Raises RuleBrokenError; then the game is no good any more."""
        turn, is_begun = turn_of_part(part)
        mover = self.seat
        if is_begun:
            self._begin(number, turn)
        else:
            self._drew = None
            self.play_turn(number, turn)
            self.told.append(msgspec.structs.replace(turn, drew=self._drew) if self._drew else turn)
        self.last = mover

    def record(self) -> Record:
        """The record of the whole turns so far."""
        return msgspec.structs.replace(self.dealt, turns=tuple(self.told))

    def _begin(self, number: int, turn: Turn) -> None:
        if self.ended:
            self.play_turn(number, turn)  # which is refused
        self.number = number
        if turn.order == "before":
            self._uncover()
        self._draw(turn, FIGURES[turn.name])
        if FIGURES[turn.name] == EXAMINER_NUMBER:
            self._refuse("must_move", "L16", figure=turn.name)  # nothing is drawn for it, so it is named as it moves
        self.begun = turn

    def _draw(self, turn: Turn, figure: int) -> None:
        held = len(self.master.hand)
        super()._draw(turn, figure)
        self.has_drawn = len(self.master.hand) > held

    def _finish(self, met: list[int]) -> None:
        """Refused for those who may not end the game just as where nobody may: missions are hidden (LH21)."""
        if self.ends is not None and not {seat + 1 for seat in self.may_finish(met)} & set(self.ends):
            self._refuse("finish", "L34")
        super()._finish(met)

    def _draw_from_master(self, turn: Turn) -> None:
        giver = int(turn.giver) - 1 if turn.giver else self.seat
        hand = self.masters[giver].hand
        if giver == self.seat or not hand:
            self._refuse("draw", "L11")
        self._drew = seeded_card(self.seed, self.number, hand)
        super()._draw_from_master(msgspec.structs.replace(turn, drew=self._drew))


def dealt_play(set_up: Mapping[str, Any], seed: str, edition: Edition) -> DealtPlay:
    """The game as it was dealt."""
    players, variants = set_up["players"], set_up.get("variants") or {}
    change_places = bool(variants.get(CHANGE_PLACES))
    dealt = Record(
        players=players,
        starter=set_up["starter"],
        setup=seeded_set_up(seed, edition, players, change_places=change_places),
        turns=(),
        edition=edition.key,
        change_places=change_places,
    )
    return DealtPlay(dealt, edition, seed)


def played_parts(
    set_up: Mapping[str, Any],
    seed: str,
    parts: Sequence[Any],
    edition: Edition,
    ends: Collection[int] | None = None,
) -> tuple[DealtPlay, BegunGame]:
    """The game after its parts, as far as they are legal, and the verdict on them. `ends`: the seats that alone may end
    the game with the last part."""
    play, legal, broken = dealt_play(set_up, seed, edition), 0, None
    for number, part in enumerate(parts, 1):
        play.ends = ends if number == len(parts) else None
        try:
            play.play_part(number, part)
        except RuleBrokenError as error:
            broken = msgspec.to_builtins(error.violation)
            break
        legal = number
        if play.begun:
            break
    if broken is not None:
        play = dealt_play(set_up, seed, edition)
        for number, part in enumerate(parts[:legal], 1):
            play.play_part(number, part)
    verdict = BegunGame(
        legal,
        play.ended is not None,
        broken,
        to_play=None if play.ended else play.seat + 1,
        last=None if play.last is None else play.last + 1,
        is_bound=play.begun is not None,
    )
    return play, verdict


def turn_of_part(part: Any) -> tuple[Turn, bool]:
    """A part as it was kept, and whether it is no more than begun."""
    members = {name: value for name, value in part.items() if name != BEGUN}
    return msgspec.convert(members, Turn), BEGUN in part


def told_part(players: int, before: Sequence[Any], sent: object, edition: Edition) -> dict[str, Any]:
    """The next part, in the one way in which it is written. ValueError for what is none."""
    if not isinstance(sent, Mapping) or (before and BEGUN in before[-1]):
        raise ValueError("a turn is an object, after whole turns")
    members = {name: value for name, value in sent.items() if name != BEGUN}
    is_begun = BEGUN in sent
    if "drew" in members or sent.get(BEGUN, True) is not True or (is_begun and not members.keys() <= {*BEGUN_MEMBERS}):
        raise ValueError("the deal says which card is drawn; a turn that is begun has a figure and nobody's card")
    try:
        turn = msgspec.convert(members, Turn)
        whole = msgspec.structs.replace(turn, drew=SOME_CARD) if turn.giver is not UNSET else turn
        check_turn(whole, edition, SEATS[players], f"turns[{len(before)}]")
    except (msgspec.ValidationError, ShapeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(canonical_turn(turn)))
    return {**told, BEGUN: True} if is_begun else told


def goes_on(begun: Mapping[str, Any], part: Mapping[str, Any]) -> bool:
    """Whether a turn has the figure, the giver and the order uncovered before them that were begun."""
    said = {name: value for name, value in part.items() if name in ("name", "from") or value == "before"}
    return BEGUN not in part and {**begun, BEGUN: True} == {**said, BEGUN: True}


def part_without_end(
    set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], edition: Edition
) -> dict[str, Any] | None:
    """What stays of the last part once it is taken back: the figure that was named, where cards were drawn for it."""
    begun = {name: value for name, value in parts[-1].items() if name in BEGUN_MEMBERS}
    if begun.get("order", "before") != "before":
        del begun["order"]
    if begun["name"] == "examiner" or BEGUN in parts[-1]:
        return None
    play, _verdict = played_parts(set_up, seed, [*parts[:-1], {**begun, BEGUN: True}], edition)
    return {**begun, BEGUN: True} if play.begun and play.has_drawn else None


def part_ended_by(
    set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], seat: int, edition: Edition
) -> dict[str, Any] | None:
    """The last part as it is told where this seat ends the game at its last meeting (L34, LH22); None where the seat
    may not, be it because the game was ended like that."""
    if not parts or BEGUN in parts[-1] or "finish" in parts[-1]:
        return None
    left = {name: value for name, value in parts[-1].items() if name not in ("discard", "finish")}
    if left.get("order", "before") != "before":
        del left["order"]
    at_step = {name: value for name, value in left.get("action", {}).items() if name == "step"}
    at_move = {name: value for name, value in left.items() if name not in ("action", "exams")}
    tries = [{**left, "action": at_step}] if at_step else []
    for ended in (*tries, at_move):
        whole = {**ended, "finish": True}
        if "cards" not in whole:
            continue
        play, verdict = played_parts(set_up, seed, [*parts[:-1], whole], edition)
        if verdict.legal == len(parts) and seat - 1 in play.finishers:
            return whole
    return None


def dealt_record(set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], edition: Edition) -> dict[str, Any]:
    play, _verdict = played_parts(set_up, seed, parts, edition)
    told: dict[str, Any] = msgspec.to_builtins(play.record())
    return {**told, "format": RECORD_FORMAT}


def is_sheet_of_deal(sheet: Sheet, seed: str, edition: Edition) -> bool:
    """Whether the seed dealt the missions, the orders and, where the sheet tells them, the spells. What
    `change_places` says has no effect on a sheet, nor on these heaps."""
    setup = seeded_set_up(seed, edition, sheet.players, change_places=sheet.change_places)
    return (
        {seat: (master.mission, master.order) for seat, master in sheet.masters.items()}
        == {seat: (setup.missions[seat], setup.orders[seat]) for seat in setup.missions}
        and sheet.extra == setup.extra
        and (sheet.spells is UNSET or sheet.spells == setup.spells)
    )


def is_of_deal(record: Record, seed: str, edition: Edition) -> bool:
    """Whether the seed dealt what the record says, pile and all, and drew the cards that it tells."""
    setup = seeded_set_up(seed, edition, record.players, change_places=record.change_places)
    if msgspec.structs.replace(record.setup, pile=()) != msgspec.structs.replace(setup, pile=()):
        return False
    if setup.pile[: len(record.setup.pile)] != record.setup.pile:
        return False
    play = DealtPlay(msgspec.structs.replace(record, turns=()), edition, seed)
    parts = [msgspec.to_builtins(msgspec.structs.replace(turn, drew=UNSET)) for turn in record.turns]
    try:
        for number, part in enumerate(parts, 1):
            play.play_part(number, part)
    except RuleBrokenError:
        return False
    return tuple(map(canonical_turn, play.told)) == tuple(map(canonical_turn, record.turns))
