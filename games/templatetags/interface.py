"""Building blocks of every page: symbols, states and form fields."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django import template
from django.forms import BaseForm, BoundField, CheckboxInput
from django.templatetags.static import static
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from magistrar_site.shared.concurrent_edit import SUMMARY
from magistrar_site.version import VERSION

register = template.Library()

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
    """A state: `kind` is ok, warn, bad, wait, asked, entries, live or info; `text` is the word beside the sign."""
    return {"kind": kind, "sign": kind, "text": text}


@register.simple_tag
def version() -> str:
    """The version that the site runs."""
    return VERSION


@register.inclusion_tag("components/message.html")
def message(kind: str, text: str, title: str = "") -> dict[str, str]:
    """A message on the page: `kind` is ok, warn, bad or info."""
    return {"kind": kind, "text": text, "title": title}


@register.inclusion_tag("components/field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """A form's field with its label, help and errors; each of several buttons is described as their group is."""
    described = bound.aria_describedby if bound.use_fieldset else ""
    control = bound.as_widget(attrs={"aria-describedby": described}) if described else bound
    return {"field": bound, "control": control, "checkbox": isinstance(bound.field.widget, CheckboxInput)}


@register.inclusion_tag("components/form_errors.html")
def form_errors(form: Any) -> dict[str, Any]:
    """What is wrong with a form as a whole."""
    return {"errors": form.non_field_errors()}


@dataclass(frozen=True, slots=True)
class Mending:
    """Something in a form to mend: what is wrong, in which field, and where that is on the page ("" for the whole)."""

    text: str
    label: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class ToMend:
    """All that is to be mended on a page. `is_listed`: it stands in several places, so that a list leads there."""

    all: list[Mending]

    @property
    def at_fields(self) -> list[Mending]:
        """Those that stand at a field."""
        return [mending for mending in self.all if mending.target]

    @property
    def is_listed(self) -> bool:
        return any(mending.target for mending in self.all)


@register.simple_tag(takes_context=True)
def to_mend(context: template.Context) -> ToMend:
    """What is wrong with the page's forms, as they were validated, in the order of their fields; also what else the
    page refused."""
    # By its type: to ask what is lazy for its class would fetch it.
    values: list[Any] = [value for value in context.flatten().values() if issubclass(type(value), BaseForm)]
    forms: dict[int, BaseForm] = {id(form): form for form in values}
    found = [mending for form in forms.values() if validated(form) for mending in _form_to_mend(form)]
    refusal = context.get("refusal")
    return ToMend(found or ([Mending(str(getattr(refusal, "message", refusal)))] if refusal else []))


@register.simple_tag
def form_to_mend(form: BaseForm) -> ToMend:
    """Likewise of one form."""
    return ToMend(_form_to_mend(form))


def validated(form: BaseForm) -> bool:
    """Whether the form was validated; looking at its errors would do it where no view asked for it."""
    return form.is_bound and form._errors is not None  # type: ignore[attr-defined] # Django names no other way


def _form_to_mend(form: BaseForm) -> list[Mending]:
    named = [name for name in form.fields if name in form.errors]
    whole = form.non_field_errors().as_data()
    # What only sums up the marked fields is nothing more to mend.
    found = [Mending(str(text)) for error in whole if not named or error.code != SUMMARY for text in error]
    place_of = getattr(form, "place_of", lambda name: form[name].label)
    return found + [
        Mending(str(error), "" if form[name].is_hidden else str(place_of(name)), _target(form[name]))
        for name in named
        for error in form.errors[name]
    ]


def _target(bound: BoundField) -> str:
    if bound.is_hidden:
        return ""
    return f"{bound.auto_id}_0" if bound.use_fieldset else bound.id_for_label


@register.filter
def has_errors(form: BaseForm, names: str) -> bool:
    """Whether one of these fields (their names, separated by commas) is to be mended: then what hides it opens."""
    return validated(form) and any(name in form.errors for name in names.split(","))


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
