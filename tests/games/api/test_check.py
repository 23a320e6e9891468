from __future__ import annotations

import random
from typing import Any

import pytest
from django.core.cache import cache
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.settings import api_settings
from rest_framework.test import APIClient

from games.engine.core.report import encode_report
from games.engine.registry import game_system
from games.engine.systems.magistrar.derive import score_of, sheet_of
from games.engine.systems.magistrar.documents import encode_document
from games.engine.systems.magistrar.random_player import random_record
from tests.extent import examples

CHECK = "/api/v1/games/check/"
LIMIT = 256 * 1024
RECORD = random_record(random.Random(1))
BODIES = {
    "record": encode_document(RECORD),
    "sheet": encode_document(sheet_of(RECORD)),
    "score": encode_document(score_of(RECORD)),
    "nothing": b"",
    "blank": b" \n",
    "no JSON": b"Anna won",
    "not UTF-8": b"\xff\xfe\x00",
    "NaN": b'{"format": NaN}',
    "brackets": b"[" * LIMIT,
    "objects": b'{"a":' * 40_000,
    "half a surrogate": b'{"format": "\\ud800", "edition": "\\udc00"}',
    "a number without end": b"9" * LIMIT,
    "a null": b"null",
    "two documents": encode_document(RECORD) + b"\n" + encode_document(RECORD),
    "as long as may be": b" " * LIMIT,
}
KINDS = [
    "application/json",
    "application/json; charset=utf-16",
    "application/json; charset=bz2",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "",
    "no kind at all",
]


@pytest.fixture(autouse=True)
def _unlimited() -> None:
    """No test meets the rate limit that another has used up."""
    cache.clear()


@pytest.fixture
def client() -> APIClient:
    return APIClient(enforce_csrf_checks=True)


def report_on(body: bytes) -> bytes:
    """What `check_games` prints for it: of JSON, or of a game in the text notation."""
    engine, text = game_system("magistrar"), body.decode("utf-8", "replace")
    return encode_report(engine.check_text(text)) if engine.is_notation(text) else engine.check_encoded(body)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_check_answers_any_body_with_the_engines_report(client: APIClient, body: bytes, kind: str) -> None:
    response: Any = client.generic("POST", CHECK, body, content_type=kind)  # type: ignore[arg-type] # takes bytes too

    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert response.content == report_on(body)


@given(body=st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
@examples(60)
def test_check_answers_random_bytes(body: bytes) -> None:
    response = APIClient().post(CHECK, body, content_type="application/json")

    assert (response.status_code, response.content) == (200, report_on(body.removeprefix(b"\xef\xbb\xbf")))


def test_check_passes_over_a_byte_order_mark(client: APIClient) -> None:
    response = client.post(CHECK, b"\xef\xbb\xbf" + BODIES["record"], content_type="application/json")

    assert response.content == report_on(BODIES["record"])


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "nonsense", "*/*"])
def test_check_answers_json_whatever_is_accepted(client: APIClient, accept: str) -> None:
    response = client.post(CHECK, BODIES["score"], content_type="text/plain", headers={"accept": accept})

    assert (response.status_code, response.content) == (200, report_on(BODIES["score"]))


@pytest.mark.parametrize("credentials", ["Token nonsense", "Link nonsense", "Basic YTpi"])
def test_check_asks_nobody_who_he_is(client: APIClient, credentials: str) -> None:
    headers = {"authorization": credentials}

    assert client.post(CHECK, b"{}", content_type="text/plain", headers=headers).status_code == 200


@pytest.mark.parametrize("size", [LIMIT + 1, 1024 * 1024 + 1])
def test_check_refuses_what_is_too_long(client: APIClient, size: int) -> None:
    response = client.post(CHECK, b" " * size, content_type="application/json")

    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert sorted(response.json()) == ["code", "fields", "message"]


@pytest.mark.django_db  # so that it runs on Redis as well
@pytest.mark.slow
def test_check_refuses_who_asks_too_often(client: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magistrar_site.shared.api.throttling.time.time", lambda: 1_000_000_020.0)
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "check", "2/min")
    responses: list[Any] = [client.post(CHECK, b"{}", content_type="text/plain") for _ in range(3)]

    assert [response.status_code for response in responses] == [200, 200, 429]
    assert [response["RateLimit"] for response in responses] == [
        '"check";r=1;t=60',
        '"check";r=0;t=60',
        '"check";r=0;t=60',
    ]
    assert [response["RateLimit-Policy"] for response in responses] == ['"check";q=2;w=60'] * 3
    assert responses[2]["Retry-After"] == "60"
    assert responses[2].json()["code"] == "throttled"


def test_check_takes_nothing_but_post(client: APIClient) -> None:
    response = client.get(CHECK)

    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
