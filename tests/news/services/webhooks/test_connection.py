"""A message goes to a checked address over https, or not at all. The server is a real one."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Sequence
from typing import Any

import pytest

from news.enums import Trouble
from news.services.webhooks.connection import Answer, Network, post
from tests.news.receiver import NAME, Receiver, raw_server, receiver

BODY = b'{"type":"test"}'


def sent(to: Receiver, network: Network | None = None) -> Answer:
    return post(to.url, body=BODY, headers={"webhook-id": "m1"}, network=network or to.network())


def test_message_arrives_with_its_headers_by_the_name() -> None:
    with receiver() as server:
        answer = sent(server)

    assert (answer.status, answer.trouble, server.looked_up) == (204, Trouble.NONE, 1)
    path, headers, body = server.got[0]
    assert (path, body, headers["host"], headers["webhook-id"]) == ("/in?x=1", BODY, f"{NAME}:{server.port}", "m1")
    assert headers["content-type"] == "application/json"


def test_name_that_leads_inside_the_network_is_not_called() -> None:
    with receiver() as server:
        site = Network(look_up=lambda _host, _port: ["127.0.0.1"])  # what the site itself uses, but for the look-up
        assert sent(server, site).trouble == Trouble.ADDRESS
        mixed = Network(look_up=lambda _host, _port: ["93.184.216.34", "10.0.0.1"])
        assert sent(server, mixed).trouble == Trouble.ADDRESS
    assert server.got == []


def test_name_is_looked_up_once_so_a_second_answer_is_never_used() -> None:
    """DNS rebinding: the first look-up says an address that is allowed, every later one another."""
    asked: list[str] = []

    def look_up(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["169.254.169.254"]

    with receiver() as server, pytest.MonkeyPatch.context() as patched:
        found = socket.getaddrinfo

        def watched(host: str, *args: object, **options: object) -> object:
            assert host == "127.0.0.1", f"{host} was looked up again"
            return found(host, *args, **options)  # type: ignore[arg-type]

        patched.setattr(socket, "getaddrinfo", watched)
        network = server.network(look_up=look_up)
        assert sent(server, network).status == 204
        assert sent(server, network).trouble == Trouble.ADDRESS

    assert (asked, len(server.got)) == ([NAME, NAME], 1)


def test_certificate_for_another_name_or_of_an_unknown_authority_is_refused() -> None:
    with receiver("other.example.org") as server:
        assert sent(server).trouble == Trouble.CERTIFICATE
    with receiver() as server:
        assert sent(server, server.network(context=ssl.create_default_context)).trouble == Trouble.CERTIFICATE
        assert server.got == []


@pytest.mark.parametrize(
    ("status", "trouble"),
    [(200, Trouble.NONE), (302, Trouble.REDIRECT), (400, Trouble.STATUS), (410, Trouble.GONE), (503, Trouble.STATUS)],
)
def test_status_says_whether_it_was_taken_and_no_redirect_is_followed(status: int, trouble: Trouble) -> None:
    with receiver() as server:
        server.status, server.headers = status, {"Location": server.url}
        answer = sent(server)

    assert (answer.status, answer.trouble, len(server.got)) == (status, trouble, 1)


@pytest.mark.parametrize(
    ("said", "status", "trouble"),
    [
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204, Trouble.NONE),
        (b"SSH-2.0-OpenSSH_9.6\r\n", None, Trouble.ANSWER),
        (b"HTTP/1.1 \xff\xff\xff\r\n", None, Trouble.ANSWER),
        (b"x" * 40_000, None, Trouble.ANSWER),
        (b"HTTP/1.1 100 Continue\r\nX: " + b"y" * 40_000, None, Trouble.ANSWER),
    ],
)
def test_answer_is_read_up_to_its_status_and_no_further(said: bytes, status: int | None, trouble: Trouble) -> None:
    with raw_server(said) as server:
        answer = sent(server, server.network(seconds=5))

    assert (answer.status, answer.trouble) == (status, trouble)


def test_server_that_says_nothing_costs_a_limited_time() -> None:
    with raw_server(b"HTT") as server:
        began = time.monotonic()
        answer = sent(server, server.network(seconds=0.2))

    assert (answer.status, answer.trouble, time.monotonic() - began < 3) == (None, Trouble.TIME, True)


@pytest.mark.slow
def test_server_may_take_longer_for_its_answer_than_for_the_connection() -> None:
    with raw_server(b"HTTP/1.1 204 No Content\r\n\r\n", after=5.5) as server:
        answer = sent(server)

    assert (answer.status, answer.trouble, 5500 <= answer.milliseconds < 10_000) == (204, Trouble.NONE, True)


def test_time_of_connecting_counts_too() -> None:
    with raw_server(b"HTTP/1.1 204 No Content\r\n\r\n", after=0.3) as server, pytest.MonkeyPatch.context() as patched:
        connect = socket.create_connection

        def slowly(*args: Any, **options: Any) -> socket.socket:
            time.sleep(0.3)
            return connect(*args, **options)

        patched.setattr(socket, "create_connection", slowly)
        answer = sent(server, server.network(seconds=0.5))

    assert (answer.status, answer.trouble, answer.milliseconds < 800) == (None, Trouble.TIME, True)


def test_nobody_there_is_no_connection_and_no_name_no_address() -> None:
    with receiver() as server:
        port = server.port
    assert sent(Receiver(port, server.authority)).trouble == Trouble.CONNECTION

    def nowhere(_host: str, _port: int) -> Sequence[str]:
        raise socket.gaierror

    assert sent(server, server.network(look_up=nowhere)).trouble == Trouble.NAME
