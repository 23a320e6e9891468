"""Starting the site: where it can't listen, it says what to do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core.management import CommandError

from magistrar_site.settings import environment
from magistrar_site.shared.management.commands import serve
from magistrar_site.shared.management.commands.serve import host_and_port, refuse_if_taken


class Healthy(BaseHTTPRequestHandler):
    """Answers as the site does."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("X-Request-ID", "r-1")
        self.end_headers()
        self.wfile.write(b'{"status": "ok", "database": true}')

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()


def said(address: str) -> str:
    with pytest.raises(CommandError) as caught:
        refuse_if_taken(address)
    return str(caught.value)


def test_port_of_another_program_is_named_with_a_free_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BIND", raising=False)
    monkeypatch.setattr(serve, "ANSWER_SECONDS", 0.2)
    with closing(socket.create_server(("127.0.0.1", 0), backlog=1)) as other:
        port = other.getsockname()[1]
        text = said(f"127.0.0.1:{port}")
    assert text.startswith(f"Another program uses port {port}. Take another port: PORT=")
    assert text.endswith(" make run")
    refuse_if_taken(f"127.0.0.1:{port}")


def test_site_that_runs_already_is_named(site: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIND", f"0.0.0.0:{site}")
    assert said(f"127.0.0.1:{site}").startswith(
        f"Magistrar is running already at port {site}: open http://localhost:{site} in a browser."
    )
    assert "BIND=127.0.0.1:" in said(f"127.0.0.1:{site}")


def test_address_of_another_machine_is_said() -> None:
    assert "BIND names an address of this machine" in said("192.0.2.1:8000")


def test_sockets_without_a_port_are_left_to_gunicorn() -> None:
    refuse_if_taken("unix:/run/site.sock", "fd://3")
    assert host_and_port("[::1]:8000") == ("[::1]", 8000)


@pytest.mark.parametrize(
    ("variables", "url"),
    [
        ({}, "http://localhost:8000"),
        ({"PORT": "8400"}, "http://localhost:8400"),
        ({"BIND": "0.0.0.0:8500", "PORT": "8400"}, "http://localhost:8500"),
        ({"BIND": "unix:/run/site.sock,[::1]:8600"}, "http://localhost:8600"),
        ({"BIND": "unix:/run/site.sock"}, "http://localhost:8000"),
        ({"SITE_URL": "https://magistrar.example", "PORT": "8400"}, "https://magistrar.example"),
    ],
)
def test_site_is_reached_where_it_listens(variables: dict[str, str], url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BIND", "PORT", "SITE_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert environment.site_url() == url
