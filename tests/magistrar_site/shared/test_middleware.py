from __future__ import annotations

import io
import logging
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from magistrar_site.logs import request_id as current_request_id
from magistrar_site.shared.middleware import (
    content_security_policy,
    policy_adding,
    policy_header,
    read_away,
    request_id,
    request_size,
)

MIB = 1024 * 1024


def answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse(current_request_id.get())


def test_request_id_is_the_proxys(rf: RequestFactory) -> None:
    response = request_id(answer)(rf.get("/", headers={"X-Request-ID": "abc-123.DEF_4"}))

    assert (response["X-Request-ID"], response.content) == ("abc-123.DEF_4", b"abc-123.DEF_4")  # type: ignore[attr-defined]


@pytest.mark.parametrize("given", ["", "short", "with space", "x" * 65, "line\nbreak1"])
def test_request_id_that_is_malformed_is_replaced(rf: RequestFactory, given: str) -> None:
    response = request_id(answer)(rf.get("/", headers={"X-Request-ID": given}))

    assert len(response["X-Request-ID"]) == 32
    assert response["X-Request-ID"] != given


@pytest.mark.django_db
def test_request_id_stays_for_djangos_own_line_and_is_forgotten_then(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    monkeypatch.setattr(logging.getLogger("django.request"), "filters", [lambda _record: _note(written)])

    response = client.get("/nothing-here/")

    assert (written, current_request_id.get()) == ([response["X-Request-ID"]], "-")


def _note(written: list[str]) -> bool:
    written.append(current_request_id.get())
    return True


def test_content_security_policy_allows_nothing_inline(rf: RequestFactory) -> None:
    policy = content_security_policy(answer)(rf.get("/"))["Content-Security-Policy"]

    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy


def test_policy_adding_is_for_its_view_alone(rf: RequestFactory) -> None:
    exceptional = content_security_policy(policy_adding({"style-src": ["'sha256-abc='"]})(answer))

    assert "; style-src 'self' 'sha256-abc=';" in exceptional(rf.get("/"))["Content-Security-Policy"]
    assert "sha256" not in content_security_policy(answer)(rf.get("/"))["Content-Security-Policy"]


def test_policy_header_keeps_the_order() -> None:
    assert policy_header({"b": ["x", "y"], "a": ["z"]}, {"a": ["w"]}) == "b x y; a z w"


def test_request_size_at_the_limit_passes(rf: RequestFactory) -> None:
    request = rf.post("/api/v1/", data=b"x" * MIB, content_type="text/plain")

    assert request_size(answer)(request).status_code == 200


def test_request_size_over_the_limit_is_413_with_the_envelope(rf: RequestFactory) -> None:
    request = rf.post("/api/v1/games/check/", data=b"x" * (MIB + 1), content_type="text/plain")

    response: Any = request_size(answer)(request)

    assert response.status_code == 413
    assert b'{"code": "too_large", "message": "That is more than 1024 KiB' in response.content
    assert request.read() == b""


@pytest.mark.django_db
def test_request_size_over_the_limit_is_413_for_forms_and_files(client: Client) -> None:
    upload = io.BytesIO(b"x" * (MIB + 1))
    upload.name = "record.json"

    response = client.post("/accounts/login/", {"record": upload})

    assert response.status_code == 413
    assert "That is more than 1024 KiB" in response.text


def test_read_away_stops_where_the_body_ends(rf: RequestFactory) -> None:
    request = rf.post("/", data=b"x" * 10, content_type="text/plain")

    read_away(request, 1000)

    assert request.read() == b""


@pytest.mark.django_db
def test_every_answer_carries_the_security_headers(client: Client) -> None:
    response = client.get("/healthz")

    assert {name: response[name] for name in ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")} == {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
    }
    assert response["Cross-Origin-Opener-Policy"] == response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Content-Security-Policy" in response
    assert "X-Request-ID" in response
