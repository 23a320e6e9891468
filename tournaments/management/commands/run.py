"""`manage.py run`: everything that `make run` does once the packages are there."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from magistrar_site.settings import environment
from magistrar_site.shared.management.commands.serve import keep_private, refuse_if_taken
from magistrar_site.shared.network import network_address
from tournaments.services.demo_wanted import wants_demo

ORIGIN = re.compile(r"https?://[^/\s]+")


class Command(BaseCommand):
    help = "Set up the database and, the first time, a demo club (DEMO=false: none); say the addresses; serve the site."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--hall", action="store_true", help="be open to phones in this machine's network, too (or HALL=1)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        offer = for_the_hall(wanted=options["hall"] or environment.flag("HALL"))
        refuse_if_taken(*environment.bound())  # before anything is changed that another process works with
        data_dir = Path(settings.DATA_DIR)
        keep_private(data_dir)
        call_command("migrate", verbosity=0)
        call_command("apply_erasures", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if wants_demo(data_dir):
            self.stdout.write(with_origin(self._demo(data_dir / "demo.txt"), environment.site_url()))
        self.stdout.write(offer)
        call_command("serve")

    def _demo(self, path: Path) -> str:
        """What the demo club is and how to sign in: said once, and kept, as nobody else knows the password."""
        if not path.exists():
            self.stdout.write("Setting up the demo club.")
            self.stdout.flush()
            told = StringIO()
            call_command("demo", stdout=told)
            draft = path.with_suffix(".txt.part")
            draft.write_text(told.getvalue(), encoding="utf-8")
            draft.replace(path)
        return path.read_text(encoding="utf-8")


def for_the_hall(*, wanted: bool) -> str:
    """Open the site to phones in the machine's network where that is wanted, at the address that was found; what to say
    about it. What BIND and SITE_URL say already stays."""
    if environment.text("BIND") or environment.text("SITE_URL"):
        return ""
    port = environment.number("PORT", 8000)
    found = network_address()
    if found is None:
        return "No network was found: phones can't reach this site." if wanted else ""
    address = f"http://{found}:{port}"
    if not wanted:
        return f"For phones in the hall (they would reach {address}): HALL=1 make run"
    os.environ["BIND"], os.environ["SITE_URL"] = f"0.0.0.0:{port}", address  # all of this machine's addresses
    return f"Phones in this network reach the site at {address}. What is sent there isn't encrypted."


def with_origin(text: str, origin: str) -> str:
    """The text with its addresses as the site has them now: it was kept when the site ran at another port or host."""
    return ORIGIN.sub(origin.replace("\\", ""), text)
