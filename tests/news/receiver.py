"""A real https server on this machine, with an authority of its own, that takes messages as another program would."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from news.services.webhooks.connection import Network

NAME = "hooks.example.org"


@dataclass
class Receiver:
    """A server: what it got, and what it answers. `looked_up` counts how often its name was."""

    port: int
    authority: Path
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    looked_up: int = 0

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}/in?x=1"

    def network(self, addresses: Sequence[str] = ("127.0.0.1",), **options: Any) -> Network:
        """The network of a test: the name leads here, and addresses of this machine are allowed."""

        def look_up(_host: str, _port: int) -> Sequence[str]:
            self.looked_up += 1
            return addresses

        def allows(address: str) -> bool:
            return ipaddress.ip_address(address).is_loopback

        def context() -> ssl.SSLContext:
            return ssl.create_default_context(cafile=str(self.authority))

        return Network(**{"look_up": look_up, "allows": allows, "context": context, **options})


@contextmanager
def receiver(name: str = NAME) -> Iterator[Receiver]:
    """A server whose certificate is for the name."""
    authority, certificate = certificates(name)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.got.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body))
            self.send_response(found.status)
            for key, value in found.headers.items():
                self.send_header(key, value)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    found = Receiver(server.server_address[1], authority)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def raw_server(answer: bytes, *, name: str = NAME, after: float = 0) -> Iterator[Receiver]:
    """A server that says these bytes over TLS, whatever it gets, after so many seconds, and then nothing more, with the
    line left open."""
    authority, certificate = certificates(name)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    listening = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def serve() -> None:
        try:
            plain, _address = listening.accept()
            with context.wrap_socket(plain, server_side=True) as tls:
                tls.recv(65536)
                ended.wait(after)
                tls.sendall(answer)
                ended.wait(20)
        except OSError:
            pass

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield Receiver(listening.getsockname()[1], authority)
    finally:
        ended.set()
        listening.close()
        thread.join(1)


@lru_cache
def certificates(name: str) -> tuple[Path, Path]:
    """An authority, and a certificate of it for the name with its key, as files."""
    folder = Path(tempfile.mkdtemp(prefix="magistrar-tls-"))
    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of a test")])
    now = datetime.now(UTC)

    def begun(subject: x509.Name, public: Any) -> x509.CertificateBuilder:
        builder = x509.CertificateBuilder().subject_name(subject).issuer_name(authority_name).public_key(public)
        builder = builder.serial_number(x509.random_serial_number())
        return builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))

    identifier = x509.SubjectKeyIdentifier.from_public_key(authority_key.public_key())
    usage = x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=True,
        crl_sign=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
    root = begun(authority_name, authority_key.public_key())
    root = root.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    root = root.add_extension(usage, critical=True).add_extension(identifier, critical=False)
    leaf = begun(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), key.public_key())
    leaf = leaf.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    leaf = leaf.add_extension(
        x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False
    )
    authority, certificate = folder / "authority.pem", folder / "server.pem"
    authority.write_bytes(root.sign(authority_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    certificate.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + leaf.sign(authority_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    )
    return authority, certificate
