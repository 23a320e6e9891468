"""`manage.py export_season`: a season of a league as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from leagues.selectors.leagues import league_by_slug
from leagues.selectors.seasons import season_numbered
from leagues.services.bundle.exporting import bundle_of_season
from magistrar_site.shared.errors import DomainError

UNUSABLE = 2


class Command(BaseCommand):
    help = (
        "Write a season's bundle (docs/formats/season-bundle.md): the facts of its league, and the bundles of its "
        "events, in one ZIP file that `verify_season` reads."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", metavar="CLUB/LEAGUE", help="the league's address")
        parser.add_argument("number", metavar="NUMBER", type=int, help="the season's number")
        parser.add_argument("file", metavar="FILE", help="where to; a file that isn't there yet")
        parser.add_argument("--public", action="store_true", help="leave names, texts and private facts out")

    def handle(self, *, league: str, number: int, file: str, public: bool, **options: Any) -> None:
        club, _slash, slug = league.partition("/")
        try:
            season = season_numbered(league_by_slug(club, slug), number)
        except DomainError as error:
            raise CommandError(f"{league} {number}: {error.message}", returncode=UNUSABLE) from None
        try:
            with Path(file).open("xb") as stream:
                stream.write(bundle_of_season(season, is_public=public))
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}", returncode=UNUSABLE) from None
