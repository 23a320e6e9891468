"""A game's steps in the words of a page. Players are called by their numbers, as all readers get the same steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.core.replay import Reason
from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import COLOUR_LETTERS, COLOURS, CRYSTALS, SYMBOLS
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS, mission_colours
from games.engine.systems.cum_laude.steps import Step
from games.pages.core.replays import Replay
from games.pages.cum_laude.words import CRYSTAL_WORDS, figure_in_words, params_in_words, tile_in_words

# Part of a picture's address: raised where the drawing changes, as browsers keep pictures for ever.
DRAWING = 1
_SYMBOLS = "".join(SYMBOLS.values())


class Secrets(NamedTuple):
    """What a player was dealt face down: the apprentices of the mission, and the order as documents call it."""

    mission: tuple[str, ...]
    order: str


@dataclass(frozen=True)
class CumLaudeReplay(Replay):
    """The steps with the edition that they are played by, and what each player was dealt, by seat. From one step to the
    next little changes, so what was drawn is kept."""

    edition: Edition
    dealt: Mapping[str, Secrets]
    _drawn: dict[Hashable, SafeString] = field(default_factory=dict, compare=False, repr=False)

    def once(self, key: Hashable, drawn: Callable[[], SafeString]) -> SafeString:
        """What is drawn for a key, drawn once."""
        if key not in self._drawn:
            self._drawn[key] = drawn()
        return self._drawn[key]


@dataclass(frozen=True)
class ShownTurn:
    """A turn in the list of turns: where its steps begin, and what happened in a line."""

    number: int
    seat: str
    figure: str
    tile: str
    cards: tuple[str, ...]
    step: int


def dealt_in(record: Record, edition: Edition) -> dict[str, Secrets]:
    """What each player of a record was dealt."""
    setup = record.setup
    extra = setup.extra or None
    return {
        seat: Secrets(tuple(COLOURS[number] for number in mission_colours(edition, mission, extra)), setup.orders[seat])
        for seat, mission in setup.missions.items()
    }


def title_of(step: Step) -> str:
    """Where a step stands in the game: "Turn 5, player 2: Red moves"."""
    if step.kind == "start":
        return _("The start")
    if step.kind == "end":
        return _("The end")
    figure = figure_in_words(step.figure) if step.figure else ""
    what = {
        "order": _("an order is uncovered"),
        "draw": _("%(figure)s is named") % {"figure": figure},
        "pass": _("a pass"),
        "move": _("%(figure)s moves") % {"figure": figure},
        "take": _("%(figure)s takes crystals") % {"figure": figure},
        "exam": _("an exam of %(figure)s") % {"figure": figure},
        "action": _("an additional action"),
        "discard": _("cards are discarded"),
    }[step.kind]
    return _("Turn %(turn)d, player %(seat)s: %(what)s") % {"turn": step.turn, "seat": step.seat, "what": what}


def sentences_of(step: Step) -> list[tuple[str, str]]:
    """Why it came out so, each sentence with its rule's number."""
    return [(sentence_of(reason), reason.rule) for reason in step.reasons]


def sentence_of(reason: Reason) -> str:
    return _(reason.text) % params_in_words(reason.params)


def tower_in_words(step: Step) -> str:
    """Where the figures are, for readers who can't see the tower."""
    figures = ", ".join(
        _("%(figure)s on %(tile)s") % {"figure": figure_in_words(figure), "tile": tile_in_words(tile)}
        for figure, tile in step.at.items()
    )
    left = len(step.crystals)
    crystals = ngettext("%(number)d crystal on the tower", "%(number)d crystals on the tower", left) % {"number": left}
    return f"{figures}; {crystals}"


def crystals_in_words(step: Step) -> list[tuple[str, str]]:
    """The tiles on which crystals of each colour lie."""
    lying = {
        crystal: ", ".join(sorted(tile for tile, of_tile in step.crystals.items() if of_tile == letter))
        for letter, crystal in zip(CRYSTAL_LETTERS, CRYSTALS, strict=True)
    }
    return [(str(CRYSTAL_WORDS[crystal]), tiles) for crystal, tiles in lying.items() if tiles]


def sorted_hand(cards: Sequence[str]) -> list[str]:
    """A hand by colours in their order, plain cards first."""
    letters = "".join(COLOUR_LETTERS)
    return sorted(cards, key=lambda card: (letters.index(card[0]), _SYMBOLS.find(card[1:]) if card[1:] else -1))


def turns_of(replay: CumLaudeReplay) -> list[ShownTurn]:
    """Every turn with the figure that was named, and where it came to; none of a turn that is told by no step."""
    starts = dict(replay.part_starts())
    moves = {step.turn: step for step in replay.steps if step.kind in ("move", "pass")}
    return [
        ShownTurn(
            turn,
            move.seat or "",
            move.figure or "",
            tile_in_words(move.tile) if move.tile else "",
            move.cards,
            starts[turn],
        )
        for turn, move in sorted(moves.items())
    ]
