"""`manage.py serve`: the site by Gunicorn, in this process."""

from __future__ import annotations

import errno
import os
import socket
import sys
from argparse import ArgumentParser
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from magistrar_site.settings import environment

PORTS_TRIED = 50
ANSWER_SECONDS = 10  # a site with much to do takes its time to say that it is one
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # where all of them are listened at, it is here too


OWNER_ALONE = 0o077  # the bits that others don't get
MANIFEST = "staticfiles.json"


class Command(BaseCommand):
    help = "Serve the site by Gunicorn (gunicorn.conf.py). Without Redis, what is due is worked off here too."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bind", help="address and port, by default BIND or 127.0.0.1 and PORT or 8000")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["bind"]:
            os.environ["BIND"] = options["bind"]
        refuse_if_taken(*environment.bound())
        keep_private(Path(settings.DATA_DIR))
        if not is_collected():
            call_command("collectstatic", interactive=False, verbosity=0)
        self.stdout.write(f"Magistrar is at {environment.site_url()} (Ctrl+C ends it).")
        self.stdout.flush()
        # Gunicorn takes this process over, so that a signal to it arrives without anybody in between.
        os.chdir(settings.BASE_DIR)
        os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "--log-level", "warning", "magistrar_site.wsgi"])


def keep_private(folder: Path) -> None:
    """Let nobody but its owner read what is in the folder: the database, its key, the demo's password. What belongs to
    somebody else stays. (The settings see to what is written from now on.)"""
    folder.mkdir(parents=True, exist_ok=True)
    for path in (folder, *folder.rglob("*")):
        with suppress(OSError):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~OWNER_ALONE & 0o7777)


def is_collected() -> bool:
    """Whether there are the static files that pages name, or pages need none collected."""
    return not settings.STATIC_COLLECTED or (Path(settings.STATIC_ROOT) / MANIFEST).is_file()


def refuse_if_taken(*addresses: str) -> None:
    """CommandError, with what to do, where a `host:port` can't be listened at (Gunicorn would try for a while and give
    up). Sockets of other kinds aren't looked at."""
    for address in addresses:
        host, port = host_and_port(address)
        if port is None:
            continue
        error = _refusal(host, port)
        if error is not None:
            raise CommandError(_said(host, port, error))


def host_and_port(address: str) -> tuple[str, int | None]:
    """ "[::1]:8000" as ("[::1]", 8000); no port for what has none, such as unix:/run/site."""
    host, _, port = address.rpartition(":")
    is_network = bool(host) and host not in {"unix", "fd"} and port.isdecimal()
    return host, int(port) if is_network else None


def _refusal(host: str, port: int) -> OSError | None:
    family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
            probe.listen(1)
        except OSError as error:
            return error
    return None


def _said(host: str, port: int, error: OSError) -> str:
    """Why it can't be listened there, and what to do."""
    if error.errno == errno.EADDRINUSE and _is_magistrar(host, port):
        return (
            f"Magistrar is running already at port {port}: open http://localhost:{port} in a browser. To start it "
            f"again, end that one first (Ctrl+C where it was started); to run another beside it: {_other(host, port)}"
        )
    if error.errno == errno.EADDRINUSE:
        return f"Another program uses port {port}. Take another port: {_other(host, port)}"
    if error.errno == errno.EACCES:
        return f"Port {port} is for administrators alone. Take one from 1024 on: {_other(host, 7999)}"
    return f"Can't listen at {host}:{port}: {error.strerror}. BIND names an address of this machine: 127.0.0.1:{port}."


def _is_magistrar(host: str, port: int) -> bool:
    connection = HTTPConnection(ANY_ADDRESS.get(host, host).strip("[]"), port, timeout=ANSWER_SECONDS)
    with suppress(OSError, ValueError):
        try:
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            return answer.getheader("X-Request-ID") is not None and b'"database"' in answer.read(200)
        finally:
            connection.close()
    return False


def _other(host: str, port: int) -> str:
    """The command that takes the next free port."""
    free = next((other for other in range(port + 1, port + PORTS_TRIED) if _refusal(host, other) is None), port + 1)
    return f"BIND={host}:{free} make run" if environment.text("BIND") else f"PORT={free} make run"
