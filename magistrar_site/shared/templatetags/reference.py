"""How the API's reference page writes what the OpenAPI document says."""

from __future__ import annotations

import re

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from magistrar_site.shared.api.reference import Type

register = template.Library()

CODE = re.compile(r"`([^`]+)`")


@register.filter
def marked(text: str) -> SafeString:
    """What stands between backticks is code."""
    return mark_safe(CODE.sub(r"<code>\1</code>", conditional_escape(text)))


@register.filter
def typed(pieces: Type) -> SafeString:
    """A type, with a link to each shape in it."""
    return format_html("<code>{}</code>", format_html_join("", "{}", ((_piece(p.text, p.shape),) for p in pieces)))


def _piece(text: str, shape: str) -> SafeString | str:
    return format_html('<a href="#shape-{}">{}</a>', shape, text) if shape else text
