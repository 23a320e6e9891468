"""`manage.py trf_pair`: pair the next round of a tournament report file, without a database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.systems.swiss.systems import PAIRING_SYSTEMS
from tournaments.management.trf_files import (
    DOES_NOT_HOLD,
    UNREADABLE,
    load_document,
    state_for_pairing,
    words_for_block,
)
from tournaments.trf.errors import TrfError


class Command(BaseCommand):
    help = "Pair the next round of a TRF-16 or TRF-26 file: the number of pairs, then a line a pair, white first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="TRF-16 or TRF-26 file, or - for standard input")
        parser.add_argument("--system", choices=sorted(PAIRING_SYSTEMS), default="dutch-2026")

    def handle(self, *, file: str, system: str, **options: Any) -> None:
        document = load_document(file)
        if document.planned_rounds is None:
            error = TrfError(
                1, 1, "the number of rounds (142 or XXR) is missing, and the last round is paired otherwise"
            )
            raise CommandError(f"{file}: {error}", returncode=UNREADABLE)
        if document.rounds_paired >= document.planned_rounds:
            raise CommandError(f"{file}: all {document.planned_rounds} rounds are paired", returncode=DOES_NOT_HOLD)
        pairing = PAIRING_SYSTEMS[system](state_for_pairing(file, document))
        if pairing.blocked:
            raise CommandError(f"{file}: no legal pairing: {words_for_block(pairing)}", returncode=DOES_NOT_HOLD)
        self.stdout.write(str(len(pairing.pairs)))
        for pair in pairing.pairs:
            self.stdout.write(f"{pair.white} {pair.black or 0}")
