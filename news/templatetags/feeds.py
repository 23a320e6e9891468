from __future__ import annotations

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def feed_link(name: str, title: str, *place: str) -> SafeString:
    """For a page's head: where feed readers find the feed of that name: `site`, `club`, `event`, `league`, `player`."""
    address = feed_address(name, *place)
    return format_html('<link rel="alternate" type="application/atom+xml" title="{}" href="{}">', title, address)


@register.simple_tag
def feed_address(name: str, *place: str) -> str:
    """The feed's address, in the language of the page."""
    language = get_language()
    code = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    return reverse(f"news:{name}_feed", args=[code, *place])
