"""What is said to a form that isn't from here."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.views.csrf import csrf_failure

METHODS = ("GET", "HEAD", "POST")  # of pages; the API looks at its own


def form_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that has expired; 405 for a method that no page takes, of which no form speaks."""
    if request.method not in METHODS:
        return HttpResponseNotAllowed(METHODS)
    refusal: Any = csrf_failure(request, reason=reason)
    answer: HttpResponse = refusal
    return answer
