"""What the recorder says where a game is noted from paper, in the reader's language: it asks what happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.systems.cum_laude.noted import DRAWN
from games.pages.cum_laude.recorder.words import Sayings, answer_in_words, exam_in_words, turn_in_words
from games.pages.cum_laude.words import card_in_words, figure_in_words


def words_of_the_noter() -> dict[str, str]:
    """Those that differ from the words of a game that is dealt here."""
    return {
        "cards_chosen": _("Tap the cards in the order in which they were played, then a tile."),
        "cleared": _("Everything that was noted is cleared."),
        "begin_again": _("Note what was dealt"),
        "drawn_left": _("{n} more"),
    }


def sayings_of(mover: str) -> Sayings:
    """How a turn of this player is asked for. `mover`: their name."""
    return Sayings(lambda kind, figure, number: _question(kind, figure, number, mover), noted_answer_in_words)


def _question(kind: str, figure: str, number: int, mover: str) -> str:
    if kind == "drawn":
        drawn = ngettext(
            "Which card did %(name)s draw from the pile?",
            "Which %(number)d cards did %(name)s draw from the pile?",
            number,
        )
        return drawn % {"name": mover, "number": number}
    if kind == "discard":
        discarded = ngettext(
            "The hand of %(name)s was over the limit: which card was discarded?",
            "The hand of %(name)s was over the limit: which %(number)d cards were discarded?",
            number,
        )
        return discarded % {"name": mover, "number": number}
    sentences = {
        "figure": _("Which figure did %(name)s name?"),
        "giver": _("From whom did %(name)s draw a card?"),
        "drew": _("Which card did %(name)s draw?"),
        "pass": _("%(figure)s can’t be moved with the cards of %(name)s."),
        "movement": _("How did %(name)s move: %(figure)s?"),
        "take": _("Did %(figure)s take crystals?"),
        "finish": _("Did somebody end the game here?"),
        "exam": _("Exam: what happened to those who failed?"),
        "on": _("On which empty tile was the crystal put?"),
        "order": _("Did %(name)s uncover the order?"),
        "action": _("Which action did %(name)s carry out?"),
        "with": _("With whom did %(figure)s change places?"),
    }
    return sentences[kind] % {"figure": figure_in_words(figure) if figure else "", "name": mover}


def noted_answer_in_words(answer: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if "drew" in answer:
        return card_in_words(answer["drew"])
    if "who" in answer and "give" in answer:
        return exam_in_words(answer)
    if "order" in answer:
        return _("Order uncovered")
    return answer_in_words(answer, names)


def noted_turn_in_words(part: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """A turn in one line, with the cards that were drawn."""
    told = [turn_in_words(part, names)]
    drawn = [*part.get(DRAWN, ()), *([part["drew"]] if "drew" in part else [])]
    if drawn:
        told.append(_("drawn: %(cards)s") % {"cards": ", ".join(map(card_in_words, drawn))})
    return " · ".join(told)
