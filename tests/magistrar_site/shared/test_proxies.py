"""Whose address counts: the visitor's, as a trusted proxy says it; a stranger's word on it is worth nothing."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from magistrar_site.settings.security import trusted_proxies
from magistrar_site.shared.proxies import visitor_address
from tests.evening import PASSWORD, Evening

PROXY, VISITOR, STRANGER = "10.0.0.1", "198.51.100.7", "203.0.113.9"
TRUSTED = [ip_network("10.0.0.0/24"), ip_network("127.0.0.1"), ip_network("2001:db8::/64")]


def seen(settings: Any, peer: str, trusted: Any = TRUSTED, **headers: str) -> HttpRequest:
    """The request as the site sees it."""
    settings.TRUSTED_PROXIES = trusted
    request = RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers)
    visitor_address(lambda _request: HttpResponse())(request)
    return request


@pytest.mark.parametrize(
    ("peer", "hops", "address"),
    [
        (PROXY, VISITOR, VISITOR),
        (PROXY, f"{STRANGER}, {VISITOR}", VISITOR),  # the visitor wrote the first one
        (PROXY, f"{VISITOR}, 10.0.0.2", VISITOR),  # two proxies of ours
        (PROXY, f"{STRANGER}, {PROXY}, {VISITOR}, 10.0.0.2", VISITOR),
        (PROXY, "", PROXY),
        (PROXY, "nonsense", PROXY),
        (PROXY, f"nonsense, {VISITOR}:51234", VISITOR),
        (PROXY, "[2001:DB8:1::7]:51234", "2001:db8:1::7"),
        (PROXY, f"::ffff:{VISITOR}", VISITOR),
        ("2001:db8::1", VISITOR, VISITOR),
        ("", VISITOR, VISITOR),  # a proxy on a socket file
        (STRANGER, VISITOR, STRANGER),
    ],
)
def test_address_is_the_one_that_the_outermost_trusted_proxy_saw(
    settings: Any, peer: str, hops: str, address: str
) -> None:
    assert seen(settings, peer, **{"X-Forwarded-For": hops}).META["REMOTE_ADDR"] == address


def test_headers_of_a_proxy_are_dropped_where_a_stranger_sends_them(settings: Any) -> None:
    sent = {"X-Forwarded-For": VISITOR, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}

    assert sorted(name for name in seen(settings, STRANGER, **sent).META if "FORWARDED" in name) == []
    assert len([name for name in seen(settings, PROXY, **sent).META if "FORWARDED" in name]) == 3
    assert seen(settings, "127.0.0.1", [], **sent).META["REMOTE_ADDR"] == "127.0.0.1"


def test_peer_without_an_address_is_this_machine(settings: Any) -> None:
    assert seen(settings, "", []).META["REMOTE_ADDR"] == "127.0.0.1"


def test_trusted_proxies_are_named_or_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert trusted_proxies() == []
    monkeypatch.setenv("BEHIND_PROXY", "true")
    assert ip_network("127.0.0.0/8") in trusted_proxies()
    monkeypatch.setenv("TRUSTED_PROXIES", "10.1.2.3, 172.16.0.0/12")
    assert trusted_proxies() == [ip_network("10.1.2.3/32"), ip_network("172.16.0.0/12")]


def sign_in(address: str, password: str, peer: str = "127.0.0.1", **headers: str) -> int:
    """The status of an attempt from an address, by a proxy on this machine."""
    response = Client().post(
        "/accounts/login/",
        {"login": "organiser@example.org", "password": password},
        REMOTE_ADDR=peer,
        headers={"X-Forwarded-For": address, **headers},
    )
    return int(response.status_code)


@pytest.fixture
def behind_proxy(settings: Any) -> None:
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]


@pytest.mark.django_db
@pytest.mark.one_database
def test_wrong_passwords_of_one_visitor_lock_nobody_else_out(behind_proxy: None) -> None:
    Evening()
    wrong = [sign_in(STRANGER, "wrong") for _attempt in range(12)]

    assert set(wrong) == {200}  # the form, with what is wrong
    assert (sign_in(STRANGER, PASSWORD), sign_in(VISITOR, PASSWORD)) == (200, 302)


@pytest.mark.django_db
@pytest.mark.one_database
def test_who_claims_another_address_each_time_is_still_stopped() -> None:
    Evening()
    for attempt in range(12):
        sign_in(f"198.51.100.{attempt}", "wrong", peer=STRANGER)

    assert sign_in("198.51.100.99", PASSWORD, peer=STRANGER) == 200


@pytest.mark.django_db
@pytest.mark.one_database
def test_who_names_another_host_or_another_address_of_their_network_each_time_is_still_stopped(
    behind_proxy: None,
) -> None:
    Evening()
    for attempt in range(5):
        sign_in(f"2001:db8:7:7::{attempt + 1:x}", "wrong", Host=f"localhost:{attempt + 1}")

    assert sign_in("2001:db8:7:7:8::9", PASSWORD, Host="localhost") == 200
    assert sign_in("2001:db8:7:8::1", PASSWORD, Host="localhost") == 302


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("address", ["/accounts/password/reset/", "/accounts/signup/"])
def test_limits_of_forms_count_the_visitor(behind_proxy: None, settings: Any, address: str) -> None:
    settings.EMAIL_HOST = "mail.example"

    def send(visitor: str, attempt: int) -> int:
        data = {"email": f"nobody{attempt}@example.org"}
        return int(Client().post(address, data, headers={"X-Forwarded-For": visitor}).status_code)

    assert [send(STRANGER, attempt) for attempt in range(21)][-1] == 429
    assert send(VISITOR, 99) != 429


@pytest.mark.django_db
@pytest.mark.one_database
def test_limits_of_the_api_count_the_visitor(behind_proxy: None) -> None:
    def left(visitor: str) -> str:
        response = Client().get("/api/v1/clubs/", headers={"X-Forwarded-For": visitor})
        return str(response["RateLimit"]).split(";")[1]

    assert [left(STRANGER), left(STRANGER), left(VISITOR)] == ["r=599", "r=598", "r=599"]
    assert [left("2001:db8:7:7::1"), left("2001:db8:7:7:8::9"), left("2001:db8:7:8::1")] == ["r=599", "r=598", "r=599"]
