"""Why a challenge isn't possible, in a sentence with the day from which it will be."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from magistrar_site.shared.errors import DomainError
from tournaments.formats.systems.ladder import LadderRules, Refusal, RefusalCode

REFUSALS: Mapping[RefusalCode, str | Promise] = {
    RefusalCode.NOT_ON_LADDER: gettext_lazy("Only players who are on the ladder challenge each other."),
    RefusalCode.NOT_ABOVE: gettext_lazy("Only players who stand above can be challenged."),
    RefusalCode.OWN_OPEN: gettext_lazy("One challenge at a time: another one of yours is still open."),
    RefusalCode.RESTING: gettext_lazy("You two have played each other recently."),
    RefusalCode.INCOMING: gettext_lazy("This player has enough open challenges."),
    RefusalCode.AWAY: gettext_lazy("This player is away."),
}


def refusal_words(refusal: Refusal, rules: LadderRules) -> str:
    """The reason, and from when it will be gone at the latest, where that is known."""
    if refusal.code is RefusalCode.TOO_FAR:
        reason = _("Too far above: at most %(reach)d places can be challenged.") % {"reach": rules.reach}
    else:
        reason = str(REFUSALS[refusal.code])
    if refusal.possible_from is None:
        return reason
    return reason + " " + _("Possible from %(moment)s at the latest.") % {"moment": moment_words(refusal.possible_from)}


def moment_words(moment: datetime) -> str:
    """Day and time in the zone that the moment is given in."""
    day = formats.date_format(moment, "SHORT_DATE_FORMAT")
    return _("%(day)s, %(time)s") % {"day": day, "time": formats.time_format(moment, "H:i")}


def refused(refusal: Refusal, rules: LadderRules) -> DomainError:
    """The refusal as an error: its code is that of the reason."""
    return DomainError(f"challenge_{refusal.code.value}", refusal_words(refusal, rules))
