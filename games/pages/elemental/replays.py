"""A game's steps in the words of a page. Players are called by their numbers, as all readers get the same steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.core.replay import Reason
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.steps import Hand, Step
from games.pages.core.replays import Replay
from games.pages.elemental.words import card_in_words, move_in_words

# Part of a picture's address: raised where the drawing changes, as browsers keep pictures for ever.
DRAWING = 1
CARD_PARAMETERS = frozenset({"card", "attack", "defense"})


@dataclass(frozen=True)
class ElementalReplay(Replay):
    """The steps with the board that they are played on."""

    edition: Edition


@dataclass(frozen=True)
class SeatStanding:
    """A player after a step. `place`: at the end of a complete game. `shown`: the card that was just shown."""

    seat: str
    health: int
    health_share: int
    stars: int
    hand: Hand
    is_mover: bool
    place: int | None

    @property
    def is_out(self) -> bool:
        return not self.health


def standings_of(step: Step, most: int) -> list[SeatStanding]:
    """Every player after a step. `most`: the health that is full."""
    return [
        SeatStanding(
            seat=seat,
            health=health,
            health_share=100 * health // most,
            stars=step.stars[seat],
            hand=step.hands[seat],
            is_mover=seat == step.seat and step.kind != "end",
            place=step.places[seat] if step.places else None,
        )
        for seat, health in step.health.items()
    ]


def title_of(step: Step) -> str:
    """Where a step stands in the game: "Turn 5, player 2: a duel"."""
    if step.kind == "start":
        return _("The start")
    if step.kind == "end":
        return _("The end")
    what = {
        "move": _("a move"),
        "duel": _("a sudden duel") if step.duel is not None and step.duel.sudden else _("a duel"),
        "card": _("a card is drawn"),
        "star_draw": _("a star draw"),
    }[step.kind]
    return _("Turn %(turn)d, player %(seat)s: %(what)s") % {"turn": step.turn, "seat": step.seat, "what": what}


def sentences_of(step: Step) -> list[tuple[str, str]]:
    """Why it came out so, each sentence with its rule's number."""
    return [(sentence_of(reason), reason.rule) for reason in step.reasons]


def sentence_of(reason: Reason) -> str:
    sentence = _(reason.text) % words_of(reason.params)
    return sentence[:1].upper() + sentence[1:]


def words_of(params: Mapping[str, str | int]) -> dict[str, str | int]:
    """Parameters of a sentence with cards and moves in words."""
    return {name: _word(name, value) for name, value in params.items()}


def _word(name: str, value: str | int) -> str | int:
    if isinstance(value, int):
        return value
    if name in CARD_PARAMETERS:
        return card_in_words(value)
    return move_in_words(value) if name == "move" else value


def board_in_words(step: Step) -> str:
    """Where pawns and stars are, for readers who can't see the board."""
    pawns = ", ".join(
        _("player %(seat)s on %(spot)s") % {"seat": seat, "spot": spot} for seat, spot in step.spots.items()
    )
    stars = _("stars on %(spots)s") % {"spots": ", ".join(step.tokens)} if step.tokens else _("no stars on the board")
    return f"{pawns}; {stars}"
