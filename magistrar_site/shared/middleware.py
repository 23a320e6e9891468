"""What every response carries and every request must keep to. (The site's own middleware; the rest is Django's.)"""

from __future__ import annotations

import io
import re
import uuid
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.core.handlers.wsgi import LimitedStream
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from magistrar_site.logs import request_id as current_request_id
from magistrar_site.shared.form_pages import page_of_form

PROGRAMS = ("/api/",)  # have their own envelope

GetResponse = Callable[[HttpRequest], HttpResponseBase]
View = TypeVar("View", bound=Callable[..., HttpResponseBase])

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
READ_AWAY_BYTES = 8 * 1024 * 1024  # how much of a body that is too long is read, so that the answer arrives


def request_id(get_response: GetResponse) -> GetResponse:
    """Give each request an id, the one that a proxy gave it where that is well-formed; log lines and the response
    carry it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        identity = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        current_request_id.set(identity)
        response = get_response(request)
        response["X-Request-ID"] = identity
        return response

    return middleware


@receiver(request_finished, dispatch_uid="magistrar.request_id")
def forget_request_id(**_kwargs: Any) -> None:
    """Django writes its own line about an answer after the last middleware: the id stays until the answer is sent."""
    current_request_id.set("-")


def content_security_policy(get_response: GetResponse) -> GetResponse:
    """Send the Content-Security-Policy of the settings, with what the view adds to it (`policy_adding`), or that of
    what other sites may show in a frame (`framed_anywhere`)."""
    usual = policy_header(settings.CSP)
    framed = policy_header({**settings.CSP, "frame-ancestors": ["*"], "form-action": ["'none'"]})

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        added: Mapping[str, list[str]] = getattr(response, "csp_added", {})
        response["Content-Security-Policy"] = policy_header(settings.CSP, added) if added else usual
        response["Permissions-Policy"] = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        if getattr(response, "is_framed_anywhere", False):
            response["Content-Security-Policy"] = framed
            response["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return middleware


def policy_header(policy: Mapping[str, list[str]], added: Mapping[str, list[str]] | None = None) -> str:
    """The header's value: each directive's sources, followed by the added ones."""
    extra = added or {}
    return "; ".join(f"{name} {' '.join([*sources, *extra.get(name, [])])}" for name, sources in policy.items())


def policy_adding(added: Mapping[str, list[str]]) -> Callable[[View], View]:
    """Decorator: this view's pages may use these sources too. Say beside it why they must."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(*args: Any, **kwargs: Any) -> HttpResponseBase:
            response = view(*args, **kwargs)
            response.csp_added = added  # type: ignore[attr-defined]  # read by the middleware above
            return response

        return wrapped  # type: ignore[return-value]  # the same call signature

    return decorate


def framed_anywhere(view: View) -> View:
    """Decorator: other sites may show what this view answers in a frame. It must have no form and set no cookie."""

    @wraps(view)
    def wrapped(*args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(*args, **kwargs)
        response.is_framed_anywhere = True  # type: ignore[attr-defined]  # read by `content_security_policy`
        response.xframe_options_exempt = True  # type: ignore[attr-defined]  # read by Django's XFrameOptionsMiddleware
        return response

    return wrapped  # type: ignore[return-value]  # the same call signature


def address_without_nul(get_response: GetResponse) -> GetResponse:
    """An address with a NUL leads nowhere: 404 before anything is looked up by it, since PostgreSQL refuses to."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info:
            raise Http404
        return get_response(request)

    return middleware


def request_size(get_response: GetResponse) -> GetResponse:
    """Answer 413 to a body longer than DATA_UPLOAD_MAX_MEMORY_SIZE, files included, before anything looks at it; a few
    addresses take more (LARGER_BODIES)."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        limit = most_bytes(request.path_info)
        take_in_chunks(request, limit + 1)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) <= limit:
            return get_response(request)
        read_away(request, min(int(length), max(limit, READ_AWAY_BYTES)))
        return too_large(request, limit)

    return middleware


def most_bytes(path: str) -> int:
    """How long a body may be that is sent to an address."""
    larger = (most for pattern, most in settings.LARGER_BODIES.items() if re.fullmatch(pattern, path))
    most: int = next(larger, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return most


def take_in_chunks(request: HttpRequest, most: int) -> None:
    """Give a body that comes in chunks, without saying its length, the length that it has: Django would take it for an
    empty one. At most `most` bytes are read; the server has to see where the body ends (`wsgi.input_terminated`)."""
    chunked = "chunked" in request.headers.get("Transfer-Encoding", "").lower()
    if chunked and not request.META.get("CONTENT_LENGTH") and request.META.get("wsgi.input_terminated"):
        body = request.META["wsgi.input"].read(most)
        request.META["CONTENT_LENGTH"] = str(len(body))
        request._stream = LimitedStream(io.BytesIO(body), len(body))  # type: ignore[assignment] # as WSGIRequest does


def read_away(request: HttpRequest, length: int) -> None:
    """Read up to `length` bytes of the body and forget them: a client that still sends wouldn't see the answer."""
    while length > 0:
        chunk = request.read(min(length, 65536))
        if not chunk:
            return
        length -= len(chunk)


def too_large(request: HttpRequest, limit: int) -> HttpResponse:
    """The answer 413: the API's envelope under /api/, a page elsewhere."""
    message = _("That is more than %(limit)d KiB, the most that can be sent at once.") % {"limit": limit // 1024}
    if request.path.startswith("/api/"):
        return JsonResponse({"code": "too_large", "message": message, "fields": {}}, status=413)
    try:
        return HttpResponse(render_to_string("413.html", {"message": message}, request), status=413)
    except TemplateDoesNotExist:
        return HttpResponse(message, content_type="text/plain; charset=utf-8", status=413)


def lead_to_form_page(get_response: GetResponse) -> GetResponse:
    """Middleware. Asked for, what takes only forms leads to the form's page; any other 405 has a page that says so."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code != 405 or request.path.startswith(PROGRAMS) or response.streaming:
            return response
        if request.method in {"GET", "HEAD"} and request.path_info != "/":
            query = request.META.get("QUERY_STRING", "")
            return HttpResponseRedirect(page_of_form(request) + (f"?{query}" if query else ""))
        return _method_refused(request, response)

    return middleware


def _method_refused(request: HttpRequest, response: Any) -> HttpResponse:
    page = render(request, "405.html", status=405)
    page["Allow"] = response["Allow"]
    return page
