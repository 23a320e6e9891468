"""Prints the standings of a tournament report file (TRF-16 or TRF-26), without a database."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.core.standings import StandingRow, standings
from tournaments.formats.core.tiebreaks.catalogue import TIE_BREAKS, UnknownTieBreakError, tie_breaks_for
from tournaments.formats.core.tiebreaks.rulesets import RULESETS
from tournaments.formats.core.tiebreaks.value import TieBreakValue
from tournaments.trf.conversion import to_stage_state
from tournaments.trf.errors import TrfError
from tournaments.trf.reader import decode_trf, read_trf

UNREADABLE = 2


class Command(BaseCommand):
    help = "Print the standings of a TRF file, one JSON line a player, in rank order."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="TRF-16 or TRF-26 file, or - for standard input")
        parser.add_argument(
            "--tie-breaks", default="BH,BHC1,SB", help=f"codes in order, with commas between: {' '.join(TIE_BREAKS)}"
        )
        parser.add_argument("--ruleset", choices=sorted(RULESETS), default="fide-2026")
        parser.add_argument("--lots-seed", type=int, default=0, help="what LOT is drawn from")

    def handle(self, *, file: str, tie_breaks: str, ruleset: str, lots_seed: int, **options: Any) -> None:
        codes = [code.strip() for code in tie_breaks.split(",") if code.strip()]
        try:
            tie_breaks_for(codes)
        except UnknownTieBreakError as error:
            raise CommandError(f"there is no tie-break {error.args[0]}", returncode=UNREADABLE) from error
        except ValueError as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        try:
            state = to_stage_state(read_trf(decode_trf(_bytes_of(file))))
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}", returncode=UNREADABLE) from error
        except TrfError as error:
            raise CommandError(f"{file}: {error}", returncode=UNREADABLE) from error
        for row in standings(state, codes, ruleset=ruleset, lots_seed=lots_seed):
            self.stdout.write(json.dumps(_line(row)))


def _bytes_of(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _line(row: StandingRow) -> dict[str, float | int | None]:
    values = {value.code: _number(value) for value in row.values}
    return {"id": row.number, "rank": row.rank, "points": row.points / 2, **values}


def _number(value: TieBreakValue) -> float | int | None:
    """As shown, but unrounded: an average of Buchholz has no end in decimals."""
    if value.exact is None:
        return None
    return int(value.exact) if value.scale == 1 and value.exact.denominator == 1 else float(value.exact)
