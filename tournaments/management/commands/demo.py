from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.urls import reverse

from magistrar_site.accounts.selectors.users import user_by_email
from magistrar_site.shared.acts import act_of_system
from tournaments.services.demo import ORGANISER, Demo, demo_create


class Command(BaseCommand):
    help = "Makes a demo club with a finished, a running and an upcoming event. Does nothing where it exists already."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if user_by_email(ORGANISER) is not None:
            self.stdout.write("The demo club exists already.")
            return
        with transaction.atomic():  # all of it, with its password told, or nothing
            told = self._told(demo_create(act=act_of_system("demo")))
        self.stdout.write(told)

    def _told(self, demo: Demo) -> str:
        def address(name: str, *args: str) -> str:
            return settings.SITE_URL.rstrip("/") + reverse(name, args=args)

        lines = [
            "",
            "Magistrar is ready:",
            f"  Home and leaderboard   {address('tournaments:home')}",
            f"  Tonight's event        {address('tournaments:event', demo.running_slug)}",
            f"  With mages and cards   {address('tournaments:event', demo.drawn_slug)}",
            f"  At tables of four      {address('tournaments:event', demo.tables_slug)}",
            f"  At two tables          {address('tournaments:event', demo.small_tables_slug)}",
            f"  A finished event       {address('tournaments:event', demo.finished_slug)}",
            f"  An event to start      {address('tournaments:event', demo.open_slug)}",
            f"  A ladder               {address('tournaments:event', demo.ladder_slug)}",
            *(f"  {page.title:<22} {settings.SITE_URL.rstrip('/')}{page.path}" for page in demo.more),
            "",
            "Sign in as the organiser of the demo club:",
            f"  {address('account_login')}",
            f"  e-mail {demo.email}   password {demo.password}",
            "",
            f"Or open {demo.player_name}'s personal link, as the player would on a phone:",
            f"  {address('accounts:link', demo.player_token)}",
            "",
        ]
        return "\n".join(lines)
