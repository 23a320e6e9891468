"""A game's steps in the words of a page."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from games.engine.core.replay import Reason
from games.engine.registry import game_system
from games.engine.systems.magistrar.steps import Step
from games.models import Game, GameResult
from games.pages.magistrar.reports import BROKEN_OFF, SIDE_WORDS, WORDS
from games.selectors.editions import StoredEditions

# Part of a picture's address: raised where the drawing changes, as browsers keep pictures for ever.
DRAWING = 1
# The parameters of a reason's sentence that hold words of the formats.
WORD_PARAMETERS = frozenset({"side", "spell", "token", "white_pawn", "black_pawn"})


@dataclass(frozen=True)
class Replay:
    """The steps of a game's present result. `version` names what was handed in, the engine and the drawing: the same
    version is the same pictures for ever."""

    steps: tuple[Step, ...]
    version: str

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    def number(self, wanted: str | None) -> int:
        """The step that an address asks for, 0 to `last`; the last one where it asks for none that there is."""
        if wanted is None or not (wanted.isascii() and wanted.isdigit()) or len(wanted) > 4:
            return self.last
        return min(int(wanted), self.last)

    def duel_starts(self) -> list[tuple[int, int]]:
        """Each duel with the number of its first step."""
        first: dict[int, int] = {}
        for number, step in enumerate(self.steps):
            if step.duel:
                first.setdefault(step.duel, number)
        return list(first.items())


def replay_of(game: Game, result: GameResult | None) -> Replay | None:
    """The game told by its present result, one that was broken off as far as it is proven; None where there is no
    result, or its evidence tells no steps."""
    submission = result.submission if result is not None else None
    if result is None or submission is None or not (submission.accepted or result.kind in BROKEN_OFF):
        return None
    system = game_system(game.system)
    document = system.parse(bytes(submission.body))
    if document is None:
        return None
    steps = cast("tuple[Step, ...]", system.replay(document, StoredEditions(game.system)))
    made_of = f"{submission.digest} {game.edition_digest} {system.engine_version} {DRAWING}"
    return Replay(steps, hashlib.sha256(made_of.encode()).hexdigest()[:16]) if steps else None


def title_of(step: Step) -> str:
    """Where a step stands in the game: "Duel 2, encounter 3"."""
    if step.kind == "start":
        return _("The start")
    if step.kind == "end":
        return _("The end")
    place = _("Duel %(number)d") % {"number": step.duel}
    if step.kind == "draw":
        return _("%(duel)s: the tokens are drawn") % {"duel": place}
    if step.kind == "place":
        return _("%(duel)s: %(side)s places") % {"duel": place, "side": SIDE_WORDS[str(step.side)]}
    if step.kind == "duel":
        return _("%(duel)s: the score") % {"duel": place}
    return _("%(duel)s, encounter %(number)d") % {"duel": place, "number": step.position}


def sentences_of(step: Step) -> list[tuple[str, str]]:
    """Why it came out so, each sentence with its rule's number."""
    return [(_sentence(reason), reason.rule) for reason in step.reasons]


def _sentence(reason: Reason) -> str:
    filled = {name: _word(name, value) for name, value in reason.params.items()}
    sentence = _(reason.text) % filled
    return sentence[:1].upper() + sentence[1:]


def _word(name: str, value: str | int) -> str:
    if name in WORD_PARAMETERS:
        return str(WORDS.get(str(value), value))
    return str(value).replace("-", "−") if isinstance(value, int) else value


def moves_of(step: Step) -> list[str]:
    """What the step moved: "White moves 2 towards dark"."""
    said = []
    for side, spaces in (("white", step.moves.white), ("black", step.moves.black)):
        if spaces:
            template = (
                _("%(side)s moves %(spaces)d towards dark")
                if spaces > 0
                else _("%(side)s moves %(spaces)d towards light")
            )
            said.append(template % {"side": SIDE_WORDS[side], "spaces": abs(spaces)})
    return said


def board_in_words(step: Step) -> str:
    """What lies on the board, for who can't see it: encounter by encounter."""
    if step.board is None:
        return ""
    rows = zip(step.board.white, step.board.black, step.board.outcomes, strict=True)
    lines = []
    for number, (white, black, outcome) in enumerate(rows, 1):
        words = [" ".join(str(WORDS[word]) for word in (place.token, place.pawn) if word) for place in (white, black)]
        line = _("%(number)d: White %(white)s, Black %(black)s") % {
            "number": number,
            "white": words[0],
            "black": words[1],
        }
        lines.append(line + _outcome(outcome))
    return "; ".join(lines)


def _outcome(outcome: str | None) -> str:
    if outcome is None:
        return ""
    return " – " + (_("nobody wins") if outcome == "nobody" else _("%(side)s wins") % {"side": SIDE_WORDS[outcome]})
