from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from games.models import Club
from magistrar_site.accounts.models import ApiToken, User
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.services.tokens import token_create
from magistrar_site.shared.acts import Act, Actor

API = "/api/v1"

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return User.objects.create_user("anna@example.org", "a long password", name="Anna")


@pytest.fixture
def browser(user: User) -> APIClient:
    """A signed-in browser that knows its CSRF token."""
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(user)
    client.get(f"{API}/me/")
    client.credentials(HTTP_X_CSRFTOKEN=client.cookies["csrftoken"].value)
    return client


def program(user: User, *scopes: str, **options: Any) -> APIClient:
    act = Act(actor=Actor("user", user.key), at=timezone.now())
    _token, secret = token_create(act=act, user=user, name="test", scopes=scopes, **options)
    return APIClient(headers={"authorization": f"Token {secret}"})


def found_club(client: APIClient) -> Any:
    return client.post(f"{API}/clubs/", {"name": "Magierbund"}, format="json")


def test_me_says_who_is_asking(user: User, browser: APIClient) -> None:
    link = APIClient(headers={"authorization": f"Link {link_token(subject='0123456789ab')}"})
    account = {"kind": "user", "key": user.key, "name": "Anna"}

    assert APIClient().get(f"{API}/me/").json() == {"kind": "nobody", "key": "", "name": "", "scopes": None}
    assert browser.get(f"{API}/me/").json() == {**account, "scopes": None}
    assert program(user, "submit", "read").get(f"{API}/me/").json() == {**account, "scopes": ["read", "submit"]}
    assert link.get(f"{API}/me/").json() == {"kind": "link", "key": "0123456789ab", "name": "", "scopes": None}


def test_token_is_shown_once_and_works_until_it_is_revoked(browser: APIClient) -> None:
    made = browser.post(f"{API}/tokens/", {"name": "Bot", "scopes": ["read", "organise"]}, format="json").json()
    client = APIClient(headers={"authorization": f"Token {made['secret']}"})
    (shown,) = browser.get(f"{API}/tokens/").json()["results"]

    assert found_club(client).status_code == 201
    assert (shown["name"], shown["prefix"], "secret" in shown) == ("Bot", made["secret"][:8], False)
    assert made["secret"] not in str(ApiToken.objects.values())
    assert browser.delete(f"{API}/tokens/{made['prefix']}/").status_code == 204
    refused = client.get(f"{API}/clubs/")
    assert (refused.status_code, refused.json()["code"], refused["WWW-Authenticate"]) == (401, "bad_token", "Token")


def test_secret_is_kept_by_no_cache(browser: APIClient) -> None:
    made = browser.post(f"{API}/tokens/", {"name": "Bot", "scopes": ["read"]}, format="json")

    assert made["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("secret", ["", "nonsense", "00000000_x", "\u00e4\u00f6", "x" * 5000])
def test_wrong_token_is_refused_even_for_reading(secret: str) -> None:
    response = APIClient(headers={"authorization": f"Token {secret}"}).get(f"{API}/clubs/")

    assert (response.status_code, response.json()["code"]) == (401, "bad_token")


@pytest.mark.parametrize("header", ["Bearer abc", "Basic YTpi", "Tokenabc", "\u00e4 x"])
def test_unknown_scheme_is_refused_even_for_reading(header: str) -> None:
    response = APIClient(headers={"authorization": header}).get(f"{API}/clubs/")

    assert (response.status_code, response.json()["code"]) == (401, "unknown_scheme")
    assert response["WWW-Authenticate"] == "Token"


def test_expired_token_is_refused(user: User) -> None:
    client = program(user, "read", expires_at=timezone.now() - timedelta(seconds=1))

    assert client.get(f"{API}/clubs/").status_code == 401


def test_token_of_a_closed_account_is_refused(user: User) -> None:
    client = program(user, "read")
    User.objects.update(is_active=False)

    assert client.get(f"{API}/clubs/").status_code == 401


@pytest.mark.parametrize(
    "scopes, reads, founds, submits",
    [
        (["read"], 200, 403, 403),
        (["organise"], 403, 201, 403),
        (["submit"], 403, 403, 404),
        (["read", "submit", "organise"], 200, 201, 404),
    ],
)
def test_token_does_what_its_scopes_say(user: User, scopes: list[str], reads: int, founds: int, submits: int) -> None:
    client = program(user, *scopes)
    address, headers = f"{API}/games/none/submissions/", {"idempotency-key": "x"}
    handed_in = client.post(address, b"{}", content_type="text/plain", headers=headers)

    assert client.get(f"{API}/clubs/").status_code == reads
    assert found_club(client).status_code == founds
    assert handed_in.status_code == submits


def test_missing_scope_is_named(user: User) -> None:
    refusal = found_club(program(user, "read")).json()

    assert (refusal["code"], "organise" in refusal["message"]) == ("scope_missing", True)
    assert not Club.objects.exists()


def test_token_makes_no_tokens(user: User) -> None:
    client = program(user, "read", "submit", "organise")
    made = client.post(f"{API}/tokens/", {"name": "More", "scopes": ["read"]}, format="json")

    assert made.status_code == 403
    assert client.get(f"{API}/tokens/").status_code == 403
    assert ApiToken.objects.count() == 1


def test_token_of_somebody_else_is_not_there(browser: APIClient) -> None:
    other = User.objects.create_user("eve@example.org", "a long password")
    program(other, "read")
    prefix = ApiToken.objects.get().prefix

    assert browser.delete(f"{API}/tokens/{prefix}/").status_code == 404
    assert ApiToken.objects.get().revoked_at is None


@pytest.mark.parametrize(
    "wanted, field",
    [
        ({"name": "Bot", "scopes": []}, "scopes"),
        ({"name": "Bot", "scopes": ["everything"]}, "scopes.0"),
        ({"name": "x" * 61, "scopes": ["read"]}, "name"),
        ({"scopes": ["read"]}, "name"),
        ({"name": "Bot", "scopes": ["read"], "expires_at": "soon"}, "expires_at"),
    ],
)
def test_token_that_cannot_be_is_refused(browser: APIClient, wanted: dict[str, Any], field: str) -> None:
    response = browser.post(f"{API}/tokens/", wanted, format="json")

    assert (response.status_code, list(response.json()["fields"])) == (400, [field])
    assert not ApiToken.objects.exists()


def test_session_without_csrf_token_writes_nothing(browser: APIClient) -> None:
    browser.credentials()
    response = found_club(browser)

    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")
    assert not Club.objects.exists()


def test_session_with_csrf_token_writes(browser: APIClient) -> None:
    assert found_club(browser).status_code == 201


def test_nobody_founds_no_club() -> None:
    response = found_club(APIClient())

    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    assert not Club.objects.exists()


def test_link_founds_no_club() -> None:
    response = found_club(APIClient(headers={"authorization": f"Link {link_token(subject='0123456789ab')}"}))

    assert (response.status_code, response.json()["code"]) == (403, "sign_in")


def test_rate_is_counted_for_each_account_apart(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magistrar_site.shared.api.throttling.time.time", lambda: 1_000_000_020.0)
    other = User.objects.create_user("eve@example.org", "a long password")
    first, second = program(user, "read"), program(other, "read")

    assert [client.get(f"{API}/clubs/")["RateLimit"] for client in (first, first, second)] == [
        '"user";r=1199;t=60',
        '"user";r=1198;t=60',
        '"user";r=1199;t=60',
    ]
    assert APIClient().get(f"{API}/clubs/")["RateLimit"] == '"anon";r=599;t=60'


@pytest.mark.parametrize("rows", [1, 3])
def test_tokens_take_few_queries(
    user: User, browser: APIClient, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(rows):
        program(user, "read")

    with django_assert_num_queries(4):  # session, account, count, rows
        assert browser.get(f"{API}/tokens/").json()["count"] == rows
