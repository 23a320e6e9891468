"""How a page says no."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from magistrar_site.accounts.web.unsent import is_from_here, lacks_link, unsent_of
from magistrar_site.shared.errors import DomainError, NotAllowed

PAGES = frozenset({400, 403, 404, 413, 429})


class RefusalMiddleware:
    """Shows a DomainError that no view turned into a message on its form: a page of its status, in the error's words.
    What a player sent without his link isn't lost: it can be sent again from there, once the link is opened.
    The API has its own envelope and never comes here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, DomainError) or request.path.startswith("/api/"):
            return None
        template = f"{exception.status}.html" if exception.status in PAGES else "refused.html"
        context: dict[str, Any] = {"message": exception.message, "code": exception.code}
        if isinstance(exception, NotAllowed) and request.method == "POST" and lacks_link(request):
            context["unsent"] = unsent_of(request) if is_from_here(request) else None
        return render(request, template, context, status=exception.status)


def put_on_form(form: Form, refusal: DomainError) -> int:
    """Write what was refused beside the fields that it is about, or above the form; returns the HTTP status."""
    placed = False
    for name, text in refusal.fields.items():
        if name in form.fields and text:
            form.add_error(name, str(text))
            placed = True
    if not placed:
        form.add_error(None, str(refusal.message))
    return refusal.status
