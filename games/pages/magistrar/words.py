"""Why a document doesn't count, in Magistrar's words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.enums import Grade

REFUSALS: Mapping[str, Promise] = {
    "unfinished": _(
        "The game isn’t finished: it needs five duels. If it ended early, tell an arbiter, who decides from what you "
        "handed in."
    ),
    "sides_swapped": _("The sides look swapped: the other player starts this game. Check who is White."),
}
GRADE_TOO_LOW = _("This event asks for more than the final score: hand in a sheet or a record.")
RECORDS_ONLY = _(
    "This event accepts nothing but a record: the tokens and pawns of each encounter. Record the game place by place, "
    "type it, or paste it."
)


def grade_wanted(least_grade: str) -> Promise:
    """What an event accepts at least, in a sentence."""
    return RECORDS_ONLY if least_grade == Grade.RECORD else GRADE_TOO_LOW
