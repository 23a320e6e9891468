"""`manage.py first_admin`: the first account that runs a new site, or another one beside it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from magistrar_site.accounts.management.accounts import account_called
from magistrar_site.accounts.selectors.users import is_run_by_nobody
from magistrar_site.accounts.services.entry import account_empower, first_link_path
from magistrar_site.shared.acts import act_of_system


class Command(BaseCommand):
    help = "Print the link that makes the first account that runs this site; or let an account run it, by its address."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", nargs="?", help="e-mail address of an account that shall run the site")

    def handle(self, *, email: str | None, **options: Any) -> None:
        if email:
            account_empower(act=act_of_system("first_admin"), user=account_called(email))
            self.stdout.write(f"{email} runs this site now. Its pages for that: {settings.SITE_URL}/admin/")
        elif is_run_by_nobody():
            self.stdout.write(f"{settings.SITE_URL}{first_link_path()}")
        else:
            raise CommandError(
                "Somebody runs this site already. For one more: manage.py first_admin ADDRESS, with the address of an "
                "account. For a forgotten password: manage.py password_link ADDRESS."
            )
