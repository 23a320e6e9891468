"""`manage.py serve`: the site by Gunicorn, in this process."""

from __future__ import annotations

import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from magistrar_site.settings import environment


class Command(BaseCommand):
    help = "Serve the site by Gunicorn (gunicorn.conf.py). Without Redis, what is due is worked off here too."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bind", help="address and port, by default BIND or 127.0.0.1 and PORT or 8000")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["bind"]:
            os.environ["BIND"] = options["bind"]
        addresses = environment.words("BIND", f"127.0.0.1:{environment.number('PORT', 8000)}")
        for address in addresses:
            refuse_if_taken(address)
        self.stdout.write(f"Magistrar is at {settings.SITE_URL} (Ctrl+C ends it).")
        self.stdout.flush()
        # Gunicorn takes this process over, so that a signal to it arrives without anybody in between.
        os.chdir(settings.BASE_DIR)
        os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "--log-level", "warning", "magistrar_site.wsgi"])


def refuse_if_taken(address: str) -> None:
    """CommandError where something else listens at `host:port` (Gunicorn would try again for a while and give up)."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or not host or host == "unix":
        return
    family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), int(port)))
        except OSError as error:
            raise CommandError(
                f"Can't listen at {address}: {error.strerror}. PORT=8001 make run takes another."
            ) from error
