"""What two versions of a game differ on, in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from games.engine.core.evidence import Difference
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import CARDS, COLOURS, CRYSTALS, EXAMINER
from games.pages.cum_laude.words import (
    APPRENTICES,
    CRYSTAL_WORDS,
    TOPICS,
    card_in_words,
    counts_in_words,
    crystal_in_words,
    figure_in_words,
    mission_in_words,
    tile_in_words,
)

OF_TURNS: Mapping[str, StrOrPromise] = {
    "take": gettext_lazy("the crystal taken"),
    "who": gettext_lazy("who was examined"),
    "lose": gettext_lazy("the crystal lost at the exam"),
    "on": gettext_lazy("where the lost crystal was put"),
    "give": gettext_lazy("the crystal given"),
    "steal": gettext_lazy("the crystal stolen"),
    "step": gettext_lazy("where the examiner stepped"),
    "places": gettext_lazy("who changed places"),
    "again": gettext_lazy("the second turn"),
    "masters": gettext_lazy("what the player has"),
}
"""What turns and sheets are made of, beside `TOPICS`."""
UNCOVERED: Mapping[str, StrOrPromise] = {
    "before": gettext_lazy("uncovered before the figure was named"),
    "moved": gettext_lazy("uncovered after the movement"),
    "acted": gettext_lazy("uncovered after the action"),
}


def topic_of(difference: Difference) -> str:
    """What it is that two versions differ on."""
    what, topic = difference.what, ""
    if what in CRYSTALS and difference.seat:
        topic = _("crystals in stock: %(crystal)s") % {"crystal": CRYSTAL_WORDS[what]}
    elif what in COLOURS:
        topic = _("the spell of %(apprentice)s") % {"apprentice": APPRENTICES[what]}
    else:
        topic = str(OF_TURNS.get(what) or TOPICS.get(what) or what)
    if what in ("cards", "hands", "pile", "discard") and difference.position:
        topic = _("%(topic)s (card %(number)d)") % {"topic": topic, "number": difference.position}
    return topic


def said_of(difference: Difference, edition: Edition) -> tuple[str, str]:
    """What each version says of it."""
    first, second = difference.first, difference.second
    if difference.what == "crystals":
        return _first_tile(str(first), str(second), edition)
    return value_in_words(difference.what, first), value_in_words(difference.what, second)


def _first_tile(first: str, second: str, edition: Edition) -> tuple[str, str]:
    """The first tile on which the crystals differ."""
    names = [edition.tower.names[tile] for tile in edition.tower.crystal_tiles]
    tile, one, other = next(
        (name, one, other) for name, one, other in zip(names, first, second, strict=False) if one != other
    )
    said = [_("%(tile)s: %(crystal)s") % {"tile": tile, "crystal": crystal_in_words(each)} for each in (one, other)]
    return said[0], said[1]


def value_in_words(what: str, value: str | int | None) -> str:
    """A value that two versions differ on, as documents write it."""
    if value is None:
        return _("none")
    if value is True or value is False:
        return _("yes") if value else _("no")
    text = str(value)
    if text[:1] in ("{", "["):
        return _several(what, json.loads(text))
    if what in ("starter", "from", "to", "finishers") and text.isdigit():
        return _("Player %(seat)s") % {"seat": text}
    if what == "order" and text in UNCOVERED:
        return str(UNCOVERED[text])
    return _named(what, text)


def _named(what: str, text: str) -> str:
    """A name of a document by what it stands for: colours are apprentices, and crystals where crystals change hands."""
    if what in ("take", "lose", "give", "steal"):
        return crystal_in_words(text)
    if text in COLOURS or text == EXAMINER:
        return figure_in_words(text)
    if text in CARDS and what in ("cards", "hands", "pile", "discard", "drew"):
        return card_in_words(text)
    if what in ("missions", "mission"):
        return mission_in_words(text)
    if what in (*COLOURS, "orders", "order", "extra") and len(text) == 3 and text.isdigit():
        return counts_in_words(text)
    return tile_in_words(text) if what in ("to", "on", "step") else text


def _several(what: str, value: Any) -> str:
    """A part of a turn or a sheet."""
    if what == "takes":
        return ", ".join(
            _("%(crystal)s from %(figure)s")
            % {"crystal": crystal_in_words(take["take"]), "figure": figure_in_words(take["from"])}
            for take in value
        )
    if what == "exams":
        return exams_in_words(value)
    if what == "action":
        return action_in_words(value)
    if what == "places":
        return _("%(first)s and %(second)s") % dict(zip(("first", "second"), map(figure_in_words, value), strict=True))
    if what == "stock":
        return stock_in_words(value)
    if what == "masters":
        return _("mission %(mission)s, order %(order)s, stock: %(stock)s") % {
            "mission": mission_in_words(value["mission"]),
            "order": counts_in_words(value["order"]),
            "stock": stock_in_words(value.get("stock", {})),
        }
    if what in ("cards", "discard"):
        return ", ".join(map(card_in_words, value))
    return _("noted")


def stock_in_words(stock: Mapping[str, int]) -> str:
    """The crystals of a stock by colour."""
    counted = [(stock.get(crystal, 0), CRYSTAL_WORDS[crystal]) for crystal in CRYSTALS]
    said = [_("%(number)s %(crystal)s") % {"number": number, "crystal": word} for number, word in counted if number]
    return ", ".join(said) or _("none")


def exams_in_words(exams: Sequence[Mapping[str, str]]) -> str:
    """What became of the apprentices that failed."""
    return ", ".join(
        _("%(figure)s loses %(crystal)s to %(tile)s")
        % {
            "figure": figure_in_words(exam["who"]),
            "crystal": crystal_in_words(exam["lose"]),
            "tile": tile_in_words(exam["on"]),
        }
        if "lose" in exam
        else _("%(figure)s gets %(crystal)s")
        % {"figure": figure_in_words(exam["who"]), "crystal": crystal_in_words(exam["give"])}
        for exam in exams
    )


def action_in_words(action: Mapping[str, Any]) -> str:
    """An additional action."""
    if "step" in action:
        step = _("the examiner steps to %(tile)s") % {"tile": tile_in_words(action["step"])}
        return f"{step}; {exams_in_words(action['exams'])}" if action.get("exams") else step
    if "steal" in action:
        said = {"crystal": crystal_in_words(action["steal"]), "seat": action["from"]}
        return _("steals %(crystal)s from player %(seat)s") % said
    if "give" in action:
        said = {"crystal": crystal_in_words(action["give"]), "seat": action["to"]}
        return _("gives %(crystal)s to player %(seat)s") % said
    if "places" in action:
        return _("%(figures)s change places") % {"figures": _several("places", action["places"])}
    return _("a second turn")
