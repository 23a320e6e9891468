"""Where the handbook helps with a page (`handbook.chapters`)."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.urls import reverse

from magistrar_site.handbook.chapters import chapter_of

register = template.Library()


@register.simple_tag(takes_context=True)
def help_here(context: template.Context) -> str:
    """The address of the chapter for the page that is shown; of the contents where no page is known."""
    request: HttpRequest | None = context.get("request")
    match = request.resolver_match if request else None
    slug, _hash, anchor = chapter_of(match.view_name).partition("#") if match else ("", "", "")
    if not slug:
        return reverse("handbook:contents")
    return reverse("handbook:chapter", args=[slug]) + (f"#{anchor}" if anchor else "")
