"""Pages that belong to the site as a whole and read no data."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language


# Choosing a language guards nothing, and without a token in every page's footer public pages set no cookie.
@csrf_exempt
@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """Keep the chosen language in a cookie and go back."""
    return set_language(request)


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    return render(request, "site/imprint.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "site/privacy.html")
