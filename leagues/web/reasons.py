"""The reasons of a placement in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import SeasonEntry
from leagues.placement.values import Reason
from leagues.services.seasons.placement import PlannedPlayer

REASON_WORDS: Mapping[Reason, str | Promise] = {
    Reason.MERGED: gettext_lazy("moved up: the last division was too small"),
    Reason.MOVED_DOWN: gettext_lazy("moved down: the division above is full"),
    Reason.SEEDED: gettext_lazy("newcomer, given this division"),
    Reason.NEW: gettext_lazy("newcomer"),
    Reason.FILLED: gettext_lazy("moved up to fill the division"),
    Reason.PROMOTED: gettext_lazy("promoted"),
    Reason.RELEGATED: gettext_lazy("relegated"),
    Reason.STAYS: gettext_lazy("stays"),
}


def planned_reason(player: PlannedPlayer, number: int) -> str:
    """The reason of a planned player, with last season's place or the rating that it rests on."""
    said = str(REASON_WORDS[player.reason])
    if player.by_hand:
        return _("moved by hand")
    if player.left is not None:
        return _("%(reason)s (place %(place)d in division %(division)d)") % {
            "reason": said,
            "place": player.place,
            "division": player.left,
        }
    if player.rating is not None:
        return _("%(reason)s (rating %(rating)d)") % {"reason": said, "rating": player.rating}
    return said


def placed_reason(entry: SeasonEntry) -> str:
    """The reason of a placed player."""
    if entry.division and entry.moved_to == entry.division.number:
        return _("moved by hand")
    return str(REASON_WORDS[Reason(entry.reason)]) if entry.reason else _("took over as a reserve")
