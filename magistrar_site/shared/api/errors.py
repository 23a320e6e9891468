"""The one error envelope: {"code", "message", "fields"}, whatever went wrong and wherever."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from magistrar_site.shared.errors import DomainError, NotFound
from magistrar_site.shared.service_unavailable import ServiceUnavailable, unavailability_of

log = logging.getLogger(__name__)

CHALLENGE = "Token"  # what WWW-Authenticate asks for


def envelope(code: str, message: object, fields: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The body of every refusal."""
    texts = {name: str(text) for name, text in (fields or {}).items()}
    return {"code": code, "message": str(message), "fields": texts}


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The response to anything that a client can cause; None for a bug, which is a 500."""
    refusal = _as_refusal(error)
    if refusal is None:
        return None
    set_rollback()
    body = envelope(refusal.code, refusal.message, refusal.fields)
    return Response(body, status=refusal.status, headers=_headers(error, refusal))


def _headers(error: Exception, refusal: DomainError) -> dict[str, str]:
    headers = {}
    if refusal.status == 401:
        headers["WWW-Authenticate"] = CHALLENGE
    wait = getattr(error, "wait", None) or getattr(refusal, "wait", None)
    if wait is not None:
        headers["Retry-After"] = str(int(wait))
    return headers


def _as_refusal(error: Exception) -> DomainError | None:
    match error:
        case DomainError():
            return error
        case Http404():
            return NotFound("not_found", _("There is nothing at this address."))
        case PermissionDenied():
            return DomainError("permission_denied", _("This isn’t allowed."), status=403)
        case RequestDataTooBig():
            return DomainError("too_large", _("That is more than can be sent at once."), status=413)
        case SuspiciousOperation() | UnreadablePostError():
            return DomainError("bad_request", _("The request couldn’t be read."), status=400)
        case exceptions.ValidationError():
            fields = dict(_flat(error.detail))
            return DomainError("invalid", _("Something in the request is missing or wrong."), fields=fields, status=400)
        case exceptions.APIException():
            return DomainError(error.default_code, str(error.detail), status=error.status_code)
    refusal = unavailability_of(error)
    if refusal is not None:
        log.error("The service lacks something: %s", refusal.code, exc_info=error)
    return refusal


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The messages of a validation error by the path of the input: "choices.0.line"."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            yield from _flat(inner, _joined(path, str(name)))
    elif isinstance(detail, list) and any(isinstance(inner, list | Mapping) for inner in detail):
        for index, inner in enumerate(detail):
            yield from _flat(inner, _joined(path, str(index)))
    elif isinstance(detail, list):
        yield path, " ".join(str(message) for message in detail)
    else:
        yield path, str(detail)


def _joined(path: str, name: str) -> str:
    if name == "non_field_errors":
        return path
    return f"{path}.{name}" if path else name


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to what nobody foresaw (the site's handler500): 503 where the machine lacks something for a while, 500
    for a bug; the envelope under /api/, a page elsewhere. The page is made without looking anything up."""
    refusal = unavailability_of(sys.exc_info()[1])
    if refusal is not None:
        return service_unavailable_response(request, refusal)
    if request.path.startswith("/api/"):
        message = _("Something went wrong here. It has been noted; nothing was changed.")
        return JsonResponse(envelope("server_error", message), status=500)
    return defaults.server_error(request)


def service_unavailable_response(request: HttpRequest, refusal: ServiceUnavailable) -> HttpResponse:
    headers = {"Retry-After": str(refusal.wait)}
    if request.path.startswith("/api/"):
        return JsonResponse(envelope(refusal.code, refusal.message), status=refusal.status, headers=headers)
    return HttpResponse(
        render_to_string("503.html", {"message": refusal.message}), status=refusal.status, headers=headers
    )
