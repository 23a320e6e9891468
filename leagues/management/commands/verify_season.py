"""`manage.py verify_season`: replay a league and its events from their facts and say whether everything follows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from leagues.selectors.leagues import league_by_slug
from leagues.services.bundle.verifying import season_verify
from leagues.services.verify import LeagueVerdict, league_verify
from magistrar_site.shared.errors import DomainError
from tournaments.services.bundle.document import MOST_BYTES, BundleError

DOES_NOT_HOLD, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Replay a league from its facts: the chain, placements and honours anew, rows, and every event of its seasons. "
        "Prints the first difference and where it is, or `verified` with number and digest of the league's newest fact."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "league", metavar="BUNDLE or CLUB/LEAGUE", help="a season's bundle (x.zip), or a league's address"
        )

    def handle(self, *, league: str, **options: Any) -> None:
        verdict = _of_bundle(league) if league.endswith(".zip") or Path(league).is_file() else _here(league)
        self.stdout.write(str(verdict))
        if not verdict.holds:
            sys.exit(DOES_NOT_HOLD)


def _here(address: str) -> LeagueVerdict:
    club, _slash, slug = address.partition("/")
    try:
        return league_verify(league=league_by_slug(club, slug))
    except DomainError as error:
        raise CommandError(f"{address}: {error.message}", returncode=UNREADABLE) from None
    except DatabaseError as error:
        raise CommandError(f"{address}: the database can't be read: {error}", returncode=UNREADABLE) from None


def _of_bundle(name: str) -> LeagueVerdict:
    try:
        with Path(name).open("rb") as stream:
            return season_verify(data=stream.read(MOST_BYTES + 1))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}", returncode=UNREADABLE) from None
    except BundleError as error:
        place = f"{name}, line {error.line}" if error.line else name
        raise CommandError(f"{place}: {error.message}", returncode=UNREADABLE) from None
    except DomainError as error:
        raise CommandError(f"{name}: {error.message}", returncode=UNREADABLE) from None
