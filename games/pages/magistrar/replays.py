"""A game's steps in the words of a page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.core.replay import Reason
from games.engine.systems.magistrar.steps import Step
from games.pages.magistrar.reports import SIDE_WORDS, WORDS

# Part of a picture's address: raised where the drawing changes, as browsers keep pictures for ever.
DRAWING = 1
# The parameters of a reason's sentence that hold words of the formats.
WORD_PARAMETERS = frozenset({"side", "spell", "token", "white_pawn", "black_pawn"})


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
