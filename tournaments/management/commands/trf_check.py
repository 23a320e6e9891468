"""`manage.py trf_check`: pair every round of tournament report files again and compare, without a database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.core.state import Pair, RoundPairing
from tournaments.formats.systems.swiss.systems import PAIRING_SYSTEMS, PairRound
from tournaments.management.trf_files import (
    DOES_NOT_HOLD,
    HOLDS,
    UNREADABLE,
    load_document,
    state_for_pairing,
    words_for_block,
)
from tournaments.trf.conversion import WrittenPair, pairs_of_round
from tournaments.trf.document import Document


class Command(BaseCommand):
    help = "Pair every round of TRF files again from the rounds before it, and compare pairs and colours."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="TRF-16 or TRF-26 files, or - for standard input")
        parser.add_argument("--system", choices=sorted(PAIRING_SYSTEMS), default="dutch-2026")

    def handle(self, *, files: list[str], system: str, **options: Any) -> None:
        worst = HOLDS
        for file in files:
            try:
                worst = max(worst, self._check(file, PAIRING_SYSTEMS[system]))
            except CommandError as error:
                self.stderr.write(str(error))
                worst = UNREADABLE
        if worst != HOLDS:
            raise SystemExit(worst)

    def _check(self, file: str, pair: PairRound) -> int:
        document = load_document(file)
        verdict = HOLDS
        for round_number in range(1, document.rounds_paired + 1):
            state = state_for_pairing(file, document, rounds_done=round_number - 1)
            difference = _difference(document, round_number, pair(state))
            self.stdout.write(f"{file} round {round_number}: {difference or 'same'}")
            if difference:
                verdict = DOES_NOT_HOLD
        return verdict


def _difference(document: Document, round_number: int, pairing: RoundPairing) -> str:
    """What differs, empty where nothing does."""
    if pairing.blocked:
        return f"no legal pairing: {words_for_block(pairing)}"
    written = pairs_of_round(document, round_number)
    colourless = {pair.players for pair in written if not pair.has_colours}
    made = {_as_written(pair, colourless) for pair in pairing.pairs}
    only_written, only_made = sorted(written - made), sorted(made - written)
    if not only_written and not only_made:
        return ""
    return f"the file has {_pair_list(only_written)}, the system {_pair_list(only_made)}"


def _as_written(pair: Pair, colourless: set[frozenset[int | None]]) -> WrittenPair:
    """The pair as the file has it: without colours where it is silent on them, as for some forfeits."""
    players = frozenset((pair.white, pair.black))
    if pair.black is not None and players in colourless:
        return WrittenPair(min(pair.white, pair.black), max(pair.white, pair.black), has_colours=False)
    return WrittenPair(pair.white, pair.black)


def _pair_list(pairs: list[WrittenPair]) -> str:
    return " ".join(f"{pair.first}-{pair.second or 0}" for pair in pairs) or "nothing"
