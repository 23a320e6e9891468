"""How to share a game or an event: its address, the code for a frame on another site, and files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.enums import RoundState
from tournaments.selectors.sharing import may_be_shared

if TYPE_CHECKING:
    from tournaments.models import Event
    from tournaments.web.shown_game import ShownGame

register = template.Library()

GAME_HEIGHT, TABLE_HEIGHT = 900, 480  # pixels of a frame


@dataclass(frozen=True)
class Frame:
    """What is shown in a frame, in a word or two, and the code that puts it on another site."""

    label: str
    code: str


@register.inclusion_tag("tournaments/share.html")
def share_game(shown: ShownGame) -> dict[str, Any]:
    """How to share a game; nothing of one that others may not show."""
    round_, key, language = shown.match_game.match.round, shown.game.key, get_language()
    if round_.state == RoundState.DRAFT or not may_be_shared(shown.event):
        return {}
    is_told = shown.result is not None and shown.result.submission_id is not None
    return {
        "title": shown.players,
        "address": settings.SITE_URL + reverse("tournaments:game", args=[key]),
        "frames": [_frame("", shown.players, reverse("tournaments:embed_game", args=[language, key]), GAME_HEIGHT)],
        "download": reverse("tournaments:game_download", args=[key]) if is_told else "",
        "picture": reverse("tournaments:game_picture", args=[key, language]),
    }


@register.inclusion_tag("tournaments/share.html")
def share_event(event: Event) -> dict[str, Any]:
    """How to share an event; nothing of one that others may not show."""
    if not may_be_shared(event):
        return {}
    frames = [
        _frame(label, event.name, reverse(f"tournaments:embed_{name}", args=[get_language(), event.slug]), TABLE_HEIGHT)
        for name, label in _tables(event)
    ]
    address = settings.SITE_URL + reverse("tournaments:event", args=[event.slug])
    return {"title": event.name, "address": address, "frames": frames}


def _tables(event: Event) -> tuple[tuple[str, str], ...]:
    """The tables that others may show, by the name of their address."""
    if event.has_ladder:
        return (("standings", _("Ladder")),)
    return ("standings", _("Standings")), ("pairings", _("Pairings"))


def _frame(label: str, title: str, path: str, height: int) -> Frame:
    code = format_html(
        '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy"></iframe>',
        settings.SITE_URL + path,
        title,
        height,
    )
    return Frame(label, str(code))


@register.simple_tag
def picture_of_game(shown: ShownGame) -> str:
    """The address of the picture of a game's result, for Open Graph; empty where there is none to be shown."""
    if shown.match_game.match.round.state == RoundState.DRAFT or not may_be_shared(shown.event):
        return ""
    return settings.SITE_URL + reverse("tournaments:game_picture", args=[shown.game.key, get_language()])
