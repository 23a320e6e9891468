"""`manage.py simulate_season`: play a random season of a league, week by week, in a database of its own."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.registry import DEFAULT_JUDGE, GAME_SYSTEMS
from leagues.services.bundle.exporting import season_bundle
from leagues.services.presets import plays_leagues
from leagues.services.simulate.invariants import broken
from leagues.services.simulate.season import SeasonPlay, SeasonScenario, season_simulate
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.throwaway import throwaway_database

DOES_NOT_HOLD, UNUSABLE = 1, 2
MOST_DIVISIONS, MOST_PLAYERS, MOST_WEEKS = 30, 600, 60


class Command(BaseCommand):
    help = (
        "Play a random season: sign-up, placement, weeks of agreed times, absences, no-shows, withdrawals, reserves, "
        "moved matchdays, corrections, closing, and the placement of the next season. Says whether everything holds. "
        "The same seed gives the same bytes."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--divisions", required=True, type=_number(1, MOST_DIVISIONS), metavar="D")
        parser.add_argument("--players", required=True, type=_number(2, MOST_PLAYERS), metavar="N")
        parser.add_argument("--weeks", required=True, type=_number(1, MOST_WEEKS), metavar="W")
        playable = sorted(system for system in GAME_SYSTEMS if plays_leagues(system))
        parser.add_argument("--system", choices=playable, default=DEFAULT_JUDGE, help="the game that is played")
        parser.add_argument("--seed", type=int, default=0, metavar="S")
        parser.add_argument("--output", metavar="FILE", help="x.zip: the first season's bundle")

    def handle(  # the options' names
        self, *, divisions: int, players: int, weeks: int, seed: int, system: str, output: str | None, **_: Any
    ) -> None:
        if players < 2 * divisions:
            raise CommandError(f"{divisions} divisions need {2 * divisions} players", returncode=UNUSABLE)
        with throwaway_database():
            playing = _played(SeasonScenario(divisions, players, weeks, seed, system=system))
            sentences = broken(playing)
            if output:
                _write(output, season_bundle(act=playing.world.act(), season=playing.first))
        for sentence in sentences:
            self.stderr.write(sentence)
        for name, count in sorted(playing.world.happened.items()):
            self.stderr.write(f"{name}: {count}")
        for name, count in sorted(playing.world.refused.items()):
            self.stderr.write(f"refused: {name}: {count}")
        verdict = "broken" if sentences else "holds"
        self.stdout.write(f"{verdict} {divisions} divisions, {players} players, {weeks} weeks, seed {seed}")
        if sentences:
            sys.exit(DOES_NOT_HOLD)


def _played(scenario: SeasonScenario) -> SeasonPlay:
    try:
        return season_simulate(scenario)
    except DomainError as error:
        raise CommandError(str(error.message), returncode=UNUSABLE) from None


def _write(output: str, data: bytes) -> None:
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise CommandError(f"{output}: {error.strerror or error}", returncode=UNUSABLE) from None


def _number(least: int, most: int) -> Any:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= most:
            raise ArgumentTypeError(f"a number from {least} to {most} is expected, not {text}")
        return int(text)

    return read
