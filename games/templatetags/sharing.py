"""What other sites show of a page that is shared: Open Graph, with absolute addresses."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import get_language

register = template.Library()

# What of an address's query leads to another thing: a step of a game, a round or stage, a leaderboard, a page.
LEADING = ("step", "stage", "round", "pool", "page")
LOCALES = {"en": "en_GB", "de": "de_DE", "nl": "nl_NL"}


@register.inclusion_tag("components/open_graph.html", takes_context=True)
def open_graph(
    context: dict[str, Any], title: str, description: str = "", kind: str = "website", picture: str = ""
) -> dict[str, str]:
    """The page's title and a sentence about it, and its address with what of the query says what is shown. `picture`:
    the address of a PNG of 1200 x 630; by default the site's, as what reads these tags shows no SVG."""
    request = context["request"]
    shown = urlencode([(name, request.GET[name][:20]) for name in LEADING if request.GET.get(name)])
    language = get_language() or "en"
    return {
        "title": title,
        "description": description,
        "kind": kind,
        "url": settings.SITE_URL + request.path + (f"?{shown}" if shown else ""),
        "image": picture or settings.SITE_URL + static("img/share.png"),
        "locale": LOCALES.get(language, language),
    }
