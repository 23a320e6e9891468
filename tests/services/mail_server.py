"""A mail server that takes every mail: the part of SMTP that sending needs."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string
from email.message import Message


class _Session(socketserver.StreamRequestHandler):
    """One connection of somebody who sends."""

    server: MailServer

    def handle(self) -> None:
        self._say("220 tests")
        while line := self.rfile.readline().decode().strip():
            word = line[:4].upper()
            if word == "DATA":
                self._say("354 go on")
                self.server.taken.append(message_from_string(self._text()))
            elif word == "QUIT":
                self._say("221 bye")
                return
            self._say("250 ok")

    def _say(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())

    def _text(self) -> str:
        lines = []
        while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
            lines.append(line.removeprefix("."))
        return "\n".join(lines)


class MailServer(socketserver.ThreadingTCPServer):
    """`taken` are the mails so far."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.taken: list[Message] = []

    @property
    def variables(self) -> dict[str, str]:
        """What a process needs to send its mails here."""
        return {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(self.server_address[1]), "EMAIL_TLS": "false"}


@contextmanager
def mail_server() -> Iterator[MailServer]:
    with MailServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
