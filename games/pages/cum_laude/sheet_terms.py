"""What the sheet's script adds up and checks with: tables that the engine's functions fill, and sentences."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _

from games.engine.core.multiplayer import MOST_SEATS
from games.engine.systems.cum_laude.edition import ORDER_SIZE, SPELL_SIZE, Edition
from games.engine.systems.cum_laude.messages import SENTENCES
from games.engine.systems.cum_laude.names import COLOURS, CRYSTALS, NO_CRYSTALS
from games.engine.systems.cum_laude.points import victory_points
from games.engine.systems.cum_laude.state import mission_colours
from games.pages.cum_laude.words import CRYSTAL_WORDS, counts_in_words, mission_in_words

MOST_SPELLS = 3  # of a mission, with two players (L7)


def sheet_terms(edition: Edition, players: int) -> dict[str, Any]:
    """The edition as plain JSON values. `missions`: the apprentices of each, by the extra order with two players, else
    by "". `points`: for so many spells of the mission, finishers, matching and other crystals."""
    extras = list(edition.orders) if players == 2 else [""]
    return {
        "players": players,
        "crystals": edition.crystals,
        "spell_size": SPELL_SIZE,
        "orders": edition.orders,
        "missions": {
            mission: {
                extra: [COLOURS[number] for number in mission_colours(edition, mission, extra or None)]
                for extra in extras
            }
            for mission in edition.missions
        },
        "points": points_tables(edition),
    }


def points_tables(edition: Edition) -> dict[str, Any]:
    """Victory points by what they are for (L36)."""

    def points(**given: Any) -> int:
        nothing: dict[str, Any] = {"spells": 0, "finishers": 1, "is_finisher": False, "fulfilled": False}
        crystals = {"order": NO_CRYSTALS, "stock": NO_CRYSTALS}
        return victory_points(edition, **{**nothing, **crystals, **given}).total

    all_crystals = sum(edition.crystals)
    return {
        "spells": [points(spells=number) for number in range(MOST_SPELLS + 1)],
        "finish": [0, *(points(finishers=number, is_finisher=True) for number in range(1, MOST_SEATS + 1))],
        "order": points(fulfilled=True),
        "matching": [points(order=(number, 0, 0), stock=(number, 0, 0)) for number in range(ORDER_SIZE + 1)],
        "mismatching": [points(stock=(number, 0, 0)) for number in range(all_crystals + 1)],
    }


def sheet_words(edition: Edition) -> dict[str, Any]:
    """Sentences in the reader's language. `%(name)s` is filled by the script."""
    rules = ("S1", "S2", "S4", "S5", "S6", "S7", "S8")
    return {
        "rules": {rule: _(SENTENCES.template("sheet", rule, {})) for rule in rules}
        | {"S2 extra": _(SENTENCES.template("sheet", "S2", {"reason": "S2 extra"}))},
        "missions": {mission: mission_in_words(mission) for mission in edition.missions},
        "orders": {order: counts_in_words(order) for order in edition.orders},
        "numbers": {
            "whole": str(forms.IntegerField.default_error_messages["invalid"]),
            "least": str(MinValueValidator.message) % {"limit_value": 0},
            "most": str(MaxValueValidator.message),
        },
        "crystals": [str(CRYSTAL_WORDS[crystal]) for crystal in CRYSTALS],
        "spells": _("%(points)s for spells"),
        "finish": _("%(points)s for finishing"),
        "order": _("%(points)s for the order"),
        "matching": _("%(points)s for matching crystals"),
        "mismatching": _("%(points)s for others"),
    }
