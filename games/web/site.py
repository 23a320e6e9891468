"""Pages that belong to the site as a whole and read no data."""

from __future__ import annotations

from django.conf import settings
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
    """Who runs the site, in the words that its settings give."""
    return render(request, "site/imprint.html", {"text": settings.IMPRINT})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site keeps of people, with what its settings add."""
    return render(request, "site/privacy.html", {"text": settings.PRIVACY})
