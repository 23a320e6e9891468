"""`manage.py unlock`: somebody who was locked out after wrong passwords may try again at once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from magistrar_site.accounts.management.accounts import account_called
from magistrar_site.accounts.services.accounts import account_open
from magistrar_site.accounts.services.entry import account_unlock
from magistrar_site.shared.acts import act_of_system


class Command(BaseCommand):
    help = "Let the owner of an account try to sign in again at once, after wrong passwords."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the account's e-mail address")
        parser.add_argument(
            "--without-second-factor", action="store_true", help="also take the second factor away, which was lost"
        )
        parser.add_argument("--open", action="store_true", help="also open the account again, which was closed")

    def handle(self, *, email: str, without_second_factor: bool, open: bool, **options: Any) -> None:
        act, user = act_of_system("unlock"), account_called(email)
        account_unlock(act=act, user=user, second_factor=without_second_factor)
        if open:
            account_open(act=act, user=user)
        self.stdout.write(f"{user.email} can try to sign in again.")
        if not user.is_active and not open:
            self.stdout.write("But the account is closed: --open opens it again.")
