from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import http_date
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import conditional_page
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer
from rest_framework.views import APIView

from magistrar_site.shared.api.once import HEADER, once
from magistrar_site.shared.api.query import check_query
from magistrar_site.shared.errors import NotFound


@dataclass(frozen=True)
class Deprecated:
    """Since when a view is one that shall go, and from when on it may be gone (None: not fixed yet)."""

    since: datetime
    until: datetime | None = None

    def say(self, response: HttpResponse) -> None:
        """The headers of RFC 9745 and RFC 8594."""
        response["Deprecation"] = f"@{int(self.since.timestamp())}"
        if self.until is not None:
            response["Sunset"] = http_date(self.until.timestamp())


class ApiView(APIView):
    """What all our views share. Reads carry an ETag and answer If-None-Match; every response says how much of the rate
    limit is left. `scope` is what a token needs for writing."""

    scope = "organise"
    is_public = True  # whether anybody may read
    keeps_secret = False  # whether responses hold something that no cache may keep
    throttle_scope: str | None = None
    deprecated: Deprecated | None = None  # of a view that shall go (docs/api.md, "What stays")
    answers_once = True  # whether the header Idempotency-Key is looked at here; else the view's service does

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        check_query(self, request)
        handler = getattr(self, "post", None)
        if self.answers_once and request.method == "POST" and HEADER in request.headers and handler is not None:
            setattr(self, "post", partial(once, handler=handler))  # noqa: B010 # views without it have no such member

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return conditional_page(super().as_view(**initkwargs))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if getattr(response, "exception", False):  # a refusal is JSON, whatever was asked for
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        finished = super().finalize_response(request, response, *args, **kwargs)
        finish(request._request, finished, keeps_secret=self.keeps_secret)
        if self.deprecated is not None:
            self.deprecated.say(finished)
        return finished


def finish(request: HttpRequest, response: HttpResponse, *, keeps_secret: bool = False) -> None:
    """The headers that every response of the API carries."""
    for name, value in getattr(request, "rate_headers", {}).items():
        response[name] = value
    patch_vary_headers(response, ["Authorization", "Cookie"])
    if keeps_secret:
        patch_cache_control(response, private=True, no_store=True)
    else:
        patch_cache_control(response, private=True, no_cache=True)


class NoSuchAddressView(ApiView):
    """Answers for every address under the API that isn't one, in the envelope."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        hint = _("There is nothing at this address. Addresses end with a slash; /api/v1/docs/ lists them.")
        raise NotFound("not_found", hint)


def body_params(serializer: type[BaseSerializer[Any]], request: Request) -> dict[str, Any]:
    """The request's body as the serializer reads it; refused with 400 where it can't, or where it has a member that
    the serializer doesn't know: a misspelt one would be left out without a word."""
    reader = serializer(data=request.data)
    unknown = _unknown_members(reader, request.data)
    if not reader.is_valid() or unknown:
        raise ValidationError({**dict(reader.errors), **unknown})
    return dict(reader.validated_data)


def _unknown_members(field: Any, value: Any) -> dict[str, Any]:
    """What is wrong with members that nobody reads, by name and, further in, by the place where they stand."""
    match field, value:
        case Serializer(), Mapping():
            known = {name: inner for name, inner in field.fields.items() if not inner.read_only}
            said = {name: [_("There is no such member.")] for name in value if name not in known}
            inner = {name: _unknown_members(known[name], value[name]) for name in value if name in known}
            return said | {name: errors for name, errors in inner.items() if errors}
        case ListSerializer(), list():
            found = {str(index): _unknown_members(field.child, inner) for index, inner in enumerate(value)}
            return {index: errors for index, errors in found.items() if errors}
    return {}


def query_params(serializer: type[BaseSerializer[Any]], request: Request) -> dict[str, Any]:
    """The query string as the serializer reads it; refused with 400 where it can't."""
    reader = serializer(data=request.query_params)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)
