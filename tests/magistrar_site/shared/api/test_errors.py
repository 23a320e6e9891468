from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, UnreadablePostError
from django.test import RequestFactory
from rest_framework import exceptions
from rest_framework.test import APIClient

from magistrar_site.shared.api.errors import exception_handler, server_error
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed, NotFound


def shown(error: Exception) -> tuple[int, dict[str, Any]]:
    response = exception_handler(error, {})
    assert response is not None
    return response.status_code, response.data


@pytest.mark.parametrize(
    "error, status, code",
    [
        (DomainError("stale", "Look again."), 409, "stale"),
        (NotAllowed("not_yours", "No."), 403, "not_yours"),
        (NotFound("gone", "Gone."), 404, "gone"),
        (Invalid("wrong", "Wrong."), 422, "wrong"),
        (Http404("x"), 404, "not_found"),
        (PermissionDenied("x"), 403, "permission_denied"),
        (RequestDataTooBig("x"), 413, "too_large"),
        (SuspiciousOperation("x"), 400, "bad_request"),
        (UnreadablePostError("x"), 400, "bad_request"),
        (exceptions.ParseError(), 400, "parse_error"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.UnsupportedMediaType("x/y"), 415, "unsupported_media_type"),
        (exceptions.Throttled(30), 429, "throttled"),
    ],
)
def test_refusal_is_the_envelope(error: Exception, status: int, code: str) -> None:
    given, body = shown(error)

    assert (given, body["code"], sorted(body)) == (status, code, ["code", "fields", "message"])
    assert body["message"]


def test_wrong_inputs_are_named_by_their_path() -> None:
    detail: Any = {"choices": [{}, {"line": ["Too small.", "Odd."]}], "name": ["Missing."], "non_field_errors": ["No."]}

    assert shown(exceptions.ValidationError(detail))[1]["fields"] == {
        "choices.1.line": "Too small. Odd.",
        "name": "Missing.",
        "": "No.",
    }


def test_throttled_says_when_to_come_back() -> None:
    response = exception_handler(exceptions.Throttled(12.0), {})

    assert response is not None
    assert response["Retry-After"] == "12"


def test_bug_is_no_refusal() -> None:
    assert exception_handler(KeyError("x"), {}) is None


@pytest.mark.parametrize("path, kind", [("/api/v1/presets/", "application/json"), ("/healthz", "text/html")])
def test_bug_is_answered_in_the_manner_of_the_place(rf: RequestFactory, path: str, kind: str) -> None:
    response = server_error(rf.get(path))

    assert (response.status_code, response["Content-Type"].partition(";")[0]) == (500, kind)
    if kind == "application/json":
        assert sorted(json.loads(response.content)) == ["code", "fields", "message"]


def test_bug_in_a_view_is_the_envelope(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.api.events.PRESETS", None)
    response = APIClient(raise_request_exception=False).get("/api/v1/presets/")

    assert (response.status_code, response.json()["code"]) == (500, "server_error")
