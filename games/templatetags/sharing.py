"""What other sites show of a page that is shared: Open Graph, with absolute addresses."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import get_language

register = template.Library()

LOCALES = {"en": "en_GB", "de": "de_DE", "nl": "nl_NL"}


@register.inclusion_tag("components/open_graph.html", takes_context=True)
def open_graph(context: dict[str, Any], title: str, description: str = "", kind: str = "website") -> dict[str, str]:
    """The page's title and a sentence about it. The picture is the site's: what reads these tags shows no SVG."""
    language = get_language() or "en"
    return {
        "title": title,
        "description": description,
        "kind": kind,
        "url": settings.SITE_URL + context["request"].path,
        "image": settings.SITE_URL + static("img/share.png"),
        "locale": LOCALES.get(language, language),
    }
