"""What happens on a ladder, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from magistrar_site.shared.isolates import isolated
from tournaments.formats.systems.ladder import MoveCause, Refusal
from tournaments.models import Entry
from tournaments.selectors.ladder import LadderNow
from tournaments.selectors.ladder_views import ChallengeView, MoveView
from tournaments.services.ladder.words import moment_words, refusal_words

register = template.Library()

HOW: Mapping[str, str | Promise] = {
    "won": gettext_lazy("the challenger won"),
    "lost": gettext_lazy("the challenger lost"),
    "drawn": gettext_lazy("a tie"),
    "forfeit_won": gettext_lazy("won without playing"),
    "forfeit_lost": gettext_lazy("lost without playing"),
    "unplayed": gettext_lazy("not played"),
    "declined": gettext_lazy("declined"),
    "unanswered": gettext_lazy("not answered in time"),
    "withdrawn": gettext_lazy("withdrawn"),
    "annulled": gettext_lazy("annulled"),
}

MOVES: Mapping[MoveCause, str | Promise] = {
    MoveCause.JOINED: gettext_lazy("{name} joined at place {after}"),
    MoveCause.LEFT: gettext_lazy("{name} left from place {before}"),
    MoveCause.GONE: gettext_lazy("{name} left from place {before}: no game for too long"),
    MoveCause.IDLE: gettext_lazy("{name} moved from place {before} to {after}: no game for too long"),
    MoveCause.CHALLENGE: gettext_lazy("{name} moved up to place {after}, from {before}"),
}


@register.simple_tag
def ladder_moved(moved: int | None) -> SafeString | str:
    """How many places somebody gained or lost lately, by sign and in words."""
    if moved is None:
        return format_html('<span class="muted">{}</span>', _("new"))
    if not moved:
        return format_html('<span class="muted" aria-hidden="true">–</span>')
    places = abs(moved)
    said = (
        ngettext("%(count)d place up", "%(count)d places up", places)
        if moved > 0
        else ngettext("%(count)d place down", "%(count)d places down", places)
    ) % {"count": places}
    sign = "▲" if moved > 0 else "▼"
    return format_html('<span aria-hidden="true">{} {}</span><span class="unseen">{}</span>', sign, places, said)


@register.simple_tag
def ladder_pair(challenge: ChallengeView) -> SafeString:
    """Who challenges whom, with links to both."""
    return format_html(
        _("{challenger} against {challenged}"),
        challenger=_linked(challenge.challenger),
        challenged=_linked(challenge.challenged),
    )


def _linked(entry: Entry) -> SafeString:
    address = reverse("tournaments:player", args=[entry.player.key])
    return format_html('<a class="in-text" href="{}">{}</a>', address, entry.player.public_name)


@register.simple_tag
def ladder_until(challenge: ChallengeView) -> str:
    """What an open challenge waits for, and until when."""
    if challenge.deadline is None:
        return ""
    until = {"moment": moment_words(_here(challenge.deadline))}
    if not challenge.is_accepted:
        return _("to be answered by %(moment)s") % until
    if challenge.agreed_at is not None and challenge.agreed_at > challenge.made_at:
        agreed = {"agreed": moment_words(_here(challenge.agreed_at))}
        return _("agreed for %(agreed)s, to be played by %(moment)s") % (until | agreed)
    return _("accepted, to be played by %(moment)s") % until


def _here(moment: datetime) -> datetime:
    return timezone.localtime(moment)


@register.simple_tag
def ladder_how(challenge: ChallengeView) -> str:
    """How a challenge that is over ended."""
    return str(HOW.get(challenge.how, ""))


@register.simple_tag
def ladder_move(move: MoveView) -> SafeString:
    """A move, in a sentence."""
    words = str(MOVES[move.cause])
    return format_html(words, name=_linked(move.entry), before=move.before or "", after=move.after or "")


@register.simple_tag
def ladder_refusal(refusal: Refusal, now: LadderNow) -> str:
    """Why somebody can't be challenged, and from when they can."""
    return refusal_words(refusal, now.rules)


@register.simple_tag
def ladder_stakes(challenge: ChallengeView) -> str:
    """What declining or not answering costs, to the challenged player."""
    return _("Declining, or not answering by %(moment)s, counts as a loss: %(name)s takes your place.") % {
        "moment": moment_words(_here(challenge.deadline or challenge.made_at)),
        "name": isolated(challenge.challenger.player.public_name),
    }
