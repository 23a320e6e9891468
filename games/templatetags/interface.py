"""Building blocks of every page: symbols, states and form fields."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.forms import BoundField, CheckboxInput
from django.templatetags.static import static
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

register = template.Library()

WHOLE_POINT = 2
DECIMAL = re.compile(r"[+−]?[0-9]+[.][0-9]+")
COLOURED = frozenset({"light", "dark", "super", "golden"})


@register.simple_tag
def icon(name: str, label: str = "", size: str = "") -> SafeString:
    """A symbol of the sprite. With a `label` it is an image with that name; without one it is decoration."""
    classes = "icon" + (f" icon-{name}" if name in COLOURED else "") + (f" icon-{size}" if size else "")
    href = f"{static('img/sprite.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="{}" role="img" aria-label="{}"><use href="{}"></use></svg>', classes, label, href
        )
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"></use></svg>', classes, href)


@register.inclusion_tag("components/badge.html")
def badge(kind: str, text: str) -> dict[str, str]:
    """A state: `kind` is ok, warn, bad, wait, live or info; `text` is the word beside the sign."""
    signs = {"live": "starter"}
    return {"kind": kind, "sign": signs.get(kind, kind), "text": text}


@register.inclusion_tag("components/message.html")
def message(kind: str, text: str, title: str = "") -> dict[str, str]:
    """A message on the page: `kind` is ok, warn, bad or info."""
    return {"kind": kind, "text": text, "title": title}


@register.inclusion_tag("components/field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """A form's field with its label, help and errors."""
    return {"field": bound, "checkbox": isinstance(bound.field.widget, CheckboxInput)}


@register.inclusion_tag("components/form_errors.html")
def form_errors(form: Any) -> dict[str, Any]:
    """What is wrong with a form as a whole."""
    return {"errors": form.non_field_errors()}


@register.filter
def signed(number: int | float | None) -> str:
    """A change with its sign, a real minus, and nothing for None."""
    if number is None:
        return ""
    text = f"{number:+}" if isinstance(number, int) else f"{number:+.1f}"
    return written(text) if number else "0"


@register.filter
def minus(number: int | float | str | None) -> str:
    """A number with a real minus sign and the decimal sign of the reader's language; a dash for None."""
    return "–" if number is None else written(str(number))


def written(number: str) -> str:
    """A number in figures as the reader's language writes it. Other texts stay as they are, but for the minus."""
    text = number.replace("-", "−")
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR"))) if DECIMAL.fullmatch(text) else text


@register.filter
def half_points(points: int | None) -> str:
    """Points that are stored as a whole number of halves: 3 is 1½."""
    if points is None:
        return "–"
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


@register.filter
def points_in_words(points: int) -> str:
    """Half points as "1 point", "1½ points", "0 points"."""
    number = 1 if points == WHOLE_POINT else 2
    return ngettext("%(points)s point", "%(points)s points", number) % {"points": half_points(points)}
