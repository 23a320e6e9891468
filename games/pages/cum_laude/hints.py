"""What to do about a record or a sheet that breaks a rule: a sentence for each code of a violation."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

_SET_UP = gettext_lazy("Compare what is noted of the deal with the cards and crystals of the table.")
_TURN = gettext_lazy("What comes before this turn is in order.")
HINTS: Mapping[str, StrOrPromise] = {
    "crystals": gettext_lazy("Count the crystals on the tower once more."),
    "dealt_twice": _SET_UP,
    "deck": _SET_UP,
    "after_end": gettext_lazy("Leave this turn out, and what follows it."),
    "order": gettext_lazy("Leave the order covered here, or correct how the crystals came to the stock."),
    "draw": gettext_lazy("Note whose card was drawn, and which, where a black tile says so, and nowhere else."),
    "pile": gettext_lazy("Note the draw pile as far as cards were drawn from it."),
    "must_move": gettext_lazy("Note the movement, or correct the hand that makes it possible."),
    "hand": gettext_lazy("Look which card was played, or correct an earlier draw or discard of this player."),
    "examiner_cards": gettext_lazy("Note every card that was played."),
    "same_tile": gettext_lazy("Note the tile where the movement ended."),
    "movement": gettext_lazy("Look at the cards, their order and the tile."),
    "no_crystals": gettext_lazy("The movement must be taken back: another tile, or another figure."),
    "take": gettext_lazy("Correct this crystal or leave it out."),
    "exam": gettext_lazy("Look who stood on the examiner’s tile, and what their spells lacked."),
    "finish": gettext_lazy("The game goes on: note the rest of the turn."),
    "action": gettext_lazy("Choose an action of a card that was played, or correct the cards."),
    "action_missing": gettext_lazy("Note the action. One that can be carried out must be."),
    "discard": gettext_lazy("Note the cards that were discarded at the end of the turn."),
}
"""By code. `schema`, `sheet` and `score` say it themselves."""
_SET_UP_CODES = frozenset({"crystals", "dealt_twice", "deck"})


def with_hint(sentence: str, code: str, *, name: str = "") -> str:
    """A violation's sentence with where it stands, if it doesn't say so itself, and what to do. `name`: the player in
    whose deal it stands, empty for the piles."""
    hint = HINTS.get(code)
    if hint is None:
        return sentence
    if code == "deck":
        where = _("The hand of %(name)s:") % {"name": name} if name else _("The draw pile:")
        return f"{where} {sentence} {hint}"
    return f"{sentence} {hint}" if code in _SET_UP_CODES else f"{sentence} {hint} {_TURN}"
