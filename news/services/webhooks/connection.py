"""One request to another program, over https.

The name is looked up once, each of its addresses is checked, and the connection is made to one of these very addresses;
the certificate is checked by the name. No proxy is used and no redirect followed. Of the answer the status is read, and
nothing else.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from news.enums import Trouble
from news.values.addresses import is_public

CONNECT_SECONDS = 5  # for each address
MOST_SECONDS = 10  # for all of it, but the look-up of the name
MOST_READ = 16 * 1024  # bytes of an answer before its status is known
MOST_ADDRESSES = 3  # that are tried
PORT = 443


def looked_up(host: str, port: int) -> list[str]:
    """The numeric addresses of a name, each once, in the system's order. OSError where there is none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(address[0]) for *_kind, address in found))


@dataclass(frozen=True)
class Network:
    """What a request goes through. Tests put their own server in its place; the site has no other than this."""

    look_up: Callable[[str, int], Sequence[str]] = looked_up
    allows: Callable[[str], bool] = is_public
    context: Callable[[], ssl.SSLContext] = ssl.create_default_context
    seconds: float = MOST_SECONDS


INTERNET = Network()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: the status, or why there is none."""

    status: int | None
    trouble: Trouble
    milliseconds: int


class _NoHttpError(Exception):
    """The answer isn't HTTP."""


def post(url: str, *, body: bytes, headers: Mapping[str, str], network: Network = INTERNET) -> Answer:
    """Send a body. Never raises for what the other side does."""
    began = time.monotonic()
    status, trouble = None, Trouble.NONE
    try:
        status = _post(urlsplit(url), body, headers, network)
        trouble = _trouble_of(status)
    except _RefusedError as refused:
        trouble = refused.trouble
    except ssl.SSLCertVerificationError:
        trouble = Trouble.CERTIFICATE
    except TimeoutError:
        trouble = Trouble.TIME
    except (_NoHttpError, ValueError):
        trouble = Trouble.ANSWER
    except OSError:  # ssl.SSLError is one
        trouble = Trouble.CONNECTION
    if trouble in (Trouble.CONNECTION, Trouble.ANSWER) and time.monotonic() - began >= network.seconds:
        trouble = Trouble.TIME  # the connection was ended from here
    return Answer(status, trouble, int((time.monotonic() - began) * 1000))


def _trouble_of(status: int) -> Trouble:
    if 200 <= status < 300:
        return Trouble.NONE
    if status == 410:
        return Trouble.GONE
    return Trouble.REDIRECT if 300 <= status < 400 else Trouble.STATUS


class _RefusedError(Exception):
    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


def _post(url: SplitResult, body: bytes, headers: Mapping[str, str], network: Network) -> int:
    host, port = url.hostname or "", url.port or PORT
    addresses = _checked(host, port, network)
    until = time.monotonic() + network.seconds
    with _connected(addresses, port, until) as plain:
        plain.settimeout(_left(until))
        tls = network.context().wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
        # A timeout of the socket counts anew with each byte; this ends the whole.
        ending = threading.Timer(_left(until), _end, [tls])
        ending.daemon = True
        ending.start()
        try:
            tls.do_handshake()
            tls.sendall(_request(url, host, port, body, headers))
            return _status(tls)
        finally:
            ending.cancel()
            tls.close()


def _checked(host: str, port: int, network: Network) -> Sequence[str]:
    """The addresses of a name, all of them public ones: of a name that has others too, none is taken."""
    try:
        addresses = network.look_up(host, port)
    except (OSError, UnicodeError):
        raise _RefusedError(Trouble.NAME) from None
    if not addresses:
        raise _RefusedError(Trouble.NAME)
    if not all(network.allows(address) for address in addresses):
        raise _RefusedError(Trouble.ADDRESS)
    return addresses


def _connected(addresses: Sequence[str], port: int, until: float) -> socket.socket:
    """A connection to one of the numeric addresses: no name is looked up here."""
    *first, last = addresses[:MOST_ADDRESSES]
    for address in first:
        try:
            return socket.create_connection((address, port), timeout=min(CONNECT_SECONDS, _left(until)))
        except OSError:
            continue
    return socket.create_connection((last, port), timeout=min(CONNECT_SECONDS, _left(until)))


def _left(until: float) -> float:
    """The seconds until then. TimeoutError where there are none."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _end(tls: ssl.SSLSocket) -> None:
    with suppress(OSError):  # it ended by itself
        socket.socket.shutdown(tls, socket.SHUT_RDWR)  # whoever reads from it is woken


def _request(url: SplitResult, host: str, port: int, body: bytes, headers: Mapping[str, str]) -> bytes:
    target = f"{url.path or '/'}{f'?{url.query}' if url.query else ''}"
    lines = [
        f"POST {target} HTTP/1.1",
        f"Host: {host}{'' if port == PORT else f':{port}'}",
        "User-Agent: Magistrar-Webhooks/1",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Accept: */*",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _status(tls: ssl.SSLSocket) -> int:
    """The status of the answer; answers in between (1xx) are passed over."""
    read = b""
    while True:
        piece = tls.recv(1024)
        if not piece or len(read) > MOST_READ:
            raise _NoHttpError
        read += piece
        while b"\r\n" in read:
            status = _status_of_line(read.partition(b"\r\n")[0])
            if status >= 200:
                return status
            _head, ends, rest = read.partition(b"\r\n\r\n")
            if not ends:
                break
            read = rest


def _status_of_line(line: bytes) -> int:
    version, _space, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise _NoHttpError
    return int(rest[:3])
