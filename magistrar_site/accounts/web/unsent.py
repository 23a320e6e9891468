"""What was typed and couldn't be taken, because the form had expired or whoever sent it was no longer signed in: it is
shown or kept, and sent again with one press."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from magistrar_site.shared.api.throttling import within_rate

METHODS = ("GET", "HEAD", "POST")  # of pages; the API looks at its own
FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
TOKEN = "csrfmiddlewaretoken"  # the field's name
SECRETS = re.compile(r"password|secret|^code$|^token$", re.IGNORECASE)
MOST_LETTERS = 350_000  # a list of players of the longest kind, and what stands beside it
IN_SESSION = "unsent"
KEPT_SECONDS = 2 * 3600


@dataclass(frozen=True, slots=True)
class Unsent:
    """A form that was sent: its address on this site, and its fields in their order, a name as often as it was sent."""

    action: str
    fields: list[tuple[str, str]]


def unsent_of(request: HttpRequest) -> Unsent | None:
    """What was sent, without the token. None where it can't or mustn't be shown again: files, secrets, what no form
    sends, and more than a page can carry."""
    if request.method != "POST" or request.content_type not in FORMS or request.FILES:
        return None
    pairs = [(name, str(value)) for name, values in request.POST.lists() for value in values if name != TOKEN]
    if any(SECRETS.search(name) for name, _value in pairs):
        return None
    if sum(len(name) + len(value) for name, value in pairs) > MOST_LETTERS:
        return None
    return Unsent(request.get_full_path(), pairs)


def lacks_link(request: HttpRequest) -> bool:
    """Whether a form made for somebody at a game (it has the field `as`) was sent by nobody: his personal link has to
    be opened in this browser again."""
    return "as" in request.POST and not request.user.is_authenticated and not request.link_subjects()  # type: ignore[attr-defined] # see PersonalLinkMiddleware


def is_from_here(request: HttpRequest) -> bool:
    """Whether the browser says that the form stood on a page of this site. What others made it send is never offered
    for sending again: one press would do what they want."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return False
    try:
        sent_by = urlsplit(request.headers.get("Origin") or request.headers.get("Referer", ""))
    except ValueError:
        return False
    origin = f"{sent_by.scheme}://{sent_by.netloc}"
    return origin in {f"{request.scheme}://{request.get_host()}", settings.SITE_URL}


def form_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that has expired, with all that was typed where it is from here; 405 for a method that no page
    takes, of which no form speaks."""
    if request.method not in METHODS:
        return HttpResponseNotAllowed(METHODS)
    unsent = unsent_of(request) if is_from_here(request) else None
    context = {"unsent": unsent, "page": request.get_full_path(), "lacks_link": lacks_link(request)}
    return render(request, "403_csrf.html", context, status=403)


def keep_in_session(request: HttpRequest) -> HttpResponse | None:
    unsent = unsent_of(request)
    if unsent is None or not within_rate(request, "unsent"):
        return None
    request.session[IN_SESSION] = {**asdict(unsent), "at": int(time.time())}
    request.session.set_expiry(KEPT_SECONDS)  # signing in gives the session its usual time
    messages.info(request, _("You were signed out in the meantime. What you typed is kept: sign in and send it again."))
    return redirect_to_login(reverse("accounts:unsent"))


@never_cache
@require_safe
@login_required
def unsent_page(request: HttpRequest) -> HttpResponse:
    """The form that was typed while signed out, to be sent now."""
    kept: Mapping[str, Any] = request.session.get(IN_SESSION, {})
    if not kept or time.time() - kept["at"] > KEPT_SECONDS:
        return redirect(settings.LOGIN_REDIRECT_URL)
    unsent = Unsent(kept["action"], [(name, value) for name, value in kept["fields"]])
    return render(request, "account/unsent.html", {"unsent": unsent, "page": unsent.action})
