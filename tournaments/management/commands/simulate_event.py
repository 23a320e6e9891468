"""`manage.py simulate_event`: play a random event through the real services and engines, in a database of its own."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.registry import GAME_SYSTEMS
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.throwaway import throwaway_database
from tournaments.formats.core.capabilities import pairs_by_score
from tournaments.formats.registry import FORMATS, format_for
from tournaments.selectors.events import rounds_of
from tournaments.selectors.stages import stage_numbered
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.events.presets import PRESETS, presets_of
from tournaments.services.simulate.event import event_simulate
from tournaments.services.simulate.invariants import broken
from tournaments.services.simulate.output import trf_of_event
from tournaments.services.simulate.world import Plan, World
from tournaments.trf.errors import TrfLimitError

DOES_NOT_HOLD, UNUSABLE = 1, 2
MOST_PLAYERS = 2000


class Command(BaseCommand):
    help = (
        "Play a random event: legal games by random players at mixed grades, byes, forfeits, disputes and rulings, "
        "withdrawals, late entries, corrections. The same seed gives the same bytes. Of rounds of tables --system says "
        "which game is played."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        playable = sorted({preset.format for preset in PRESETS.values()} & set(FORMATS))
        parser.add_argument("--format", required=True, choices=playable)
        parser.add_argument("--players", required=True, type=_number_from(1, MOST_PLAYERS), metavar="N")
        parser.add_argument(
            "--rounds",
            type=_number_from(1, 999),
            default=0,
            metavar="R",
            help="at most so many, as far as the event plans them; all by default. Of a ladder: days",
        )
        parser.add_argument("--seed", type=int, default=0, metavar="S")
        parser.add_argument(
            "--absences",
            type=_probability,
            default=0.05,
            metavar="P",
            help="how likely each is to miss a round, 0 to 1",
        )
        parser.add_argument(
            "--variants",
            choices=sorted({way for system in GAME_SYSTEMS.values() for way in system.ways}),
            default="base",
            help="what is drawn or chosen at the table beside the base game, as the event's rule says it",
        )
        parser.add_argument(
            "--system", choices=sorted(GAME_SYSTEMS), default=None, metavar="GAME", help="the game that is played"
        )
        parser.add_argument(
            "--final", type=_number_from(2, 256), default=0, metavar="K", help="tables: final tables for the best K"
        )
        parser.add_argument("--output", metavar="FILE", help="x.json: the event's bundle; x.trf: a Swiss as TRF")

    def handle(self, *, format: str, output: str | None, **options: Any) -> None:  # the option's name
        suffix = Path(output).suffix if output else ""
        if output and suffix not in {".json", ".trf"}:
            raise CommandError(f"{output}: name a file x.json or x.trf", returncode=UNUSABLE)
        if suffix == ".trf" and not pairs_by_score(format_for(format)):
            raise CommandError(f"{output}: only a Swiss can be written as TRF", returncode=UNUSABLE)
        plan = Plan(
            format,
            options["players"],
            options["rounds"],
            options["seed"],
            options["absences"],
            rules={"variants": options["variants"]} if options["variants"] != "base" else {},
            as_paired=suffix == ".trf",  # such a file says nothing of changes by hand
            system=_system(format, options["system"]),
            final="final_tables" if options["final"] else "",
            qualifiers=options["final"],
        )
        with throwaway_database():
            world = _play(plan)
            sentences, played = broken(world.event), len(rounds_of(stage_numbered(world.event, 1)))
            if output:
                _write(output, bundle_of(world.event) if suffix == ".json" else _trf(output, world))
        if played < plan.rounds and format != "ladder":
            self.stderr.write(f"rounds: {played} of the {plan.rounds} asked for: this event plans no more")
        for sentence in sentences:
            self.stderr.write(sentence)
        for name, count in sorted(world.happened.items()):
            self.stderr.write(f"{name}: {count}")
        self.stdout.write(f"{'broken' if sentences else 'holds'} {format} {plan.players} seed {plan.seed}")
        if sentences:
            sys.exit(DOES_NOT_HOLD)


def _play(plan: Plan) -> World:
    try:
        return event_simulate(plan)
    except DomainError as error:
        raise CommandError(str(error.message), returncode=UNUSABLE) from None


def _trf(output: str, world: World) -> bytes:
    try:
        return trf_of_event(world.event).encode()
    except TrfLimitError as error:
        raise CommandError(f"{output}: {error}", returncode=UNUSABLE) from None


def _system(format: str, named: str | None) -> str:
    """The game that is played in a format: the one that was named, else that of the first preset of it."""
    of_presets = dict.fromkeys(preset.system for preset in PRESETS.values() if preset.format == format)
    others = (system for system in GAME_SYSTEMS if any(preset.format == format for preset in presets_of(system)))
    games = list(dict.fromkeys((*of_presets, *others)))
    if named is not None and named not in games:
        raise CommandError(f"{named} isn't played as {format}: choose {', '.join(games)}", returncode=UNUSABLE)
    return named or games[0]


def _write(output: str, data: bytes) -> None:
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise CommandError(f"{output}: {error.strerror or error}", returncode=UNUSABLE) from None


def _number_from(least: int, most: int) -> Any:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= most:
            raise ArgumentTypeError(f"a number from {least} to {most} is expected, not {text}")
        return int(text)

    return read


def _probability(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise ArgumentTypeError(f"a number from 0 to 1 is expected, not {text}")
    return value
