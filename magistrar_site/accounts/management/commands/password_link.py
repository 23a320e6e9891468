"""`manage.py password_link`: a link for a new password, where no mail can bring it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from magistrar_site.accounts.management.accounts import account_called
from magistrar_site.accounts.services.entry import password_link_path
from magistrar_site.shared.acts import act_of_system


class Command(BaseCommand):
    help = "Print a link by which the owner of an account chooses a new password. It is good for three days, once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the account's e-mail address")

    def handle(self, *, email: str, **options: Any) -> None:
        path = password_link_path(act=act_of_system("password_link"), user=account_called(email))
        self.stdout.write(f"{settings.SITE_URL}{path}")
