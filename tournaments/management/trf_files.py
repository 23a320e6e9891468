"""What the commands on tournament report files share: reading one, and the words when that fails."""

import sys
from pathlib import Path

from django.core.management.base import CommandError

from tournaments.formats.core.state import RoundPairing, StageState
from tournaments.formats.systems.swiss.baku import with_baku_acceleration
from tournaments.formats.systems.swiss.reasons import REASONS
from tournaments.trf.conversion import to_stage_state
from tournaments.trf.document import Document
from tournaments.trf.errors import TrfError
from tournaments.trf.reader import decode_trf, read_trf

HOLDS, DOES_NOT_HOLD, UNREADABLE = 0, 1, 2


def load_document(file: str) -> Document:
    """The document in that file, or on standard input for "-"; CommandError (exit 2) naming file, line and column."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return read_trf(decode_trf(data))
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=UNREADABLE) from error
    except TrfError as error:
        raise _unreadable(file, error) from error


def state_for_pairing(file: str, document: Document, *, rounds_done: int | None = None) -> StageState:
    """The stage to pair the next round of (see to_stage_state), with the acceleration that the file asks for.

    CommandError (exit 2) where it names another pairing system than the Dutch one (192), or a result is missing.
    """
    if document.system and "DUTCH" not in document.system:
        raise _unreadable(file, TrfError(1, 1, f"record 192: pairing by {document.system} is not supported"))
    try:
        state = to_stage_state(document, rounds_done=rounds_done)
    except TrfError as error:
        raise _unreadable(file, error) from error
    # Virtual points that a file writes itself (250, XXA) go before the method it names (192).
    writes_points = any(player.acceleration for player in document.players)
    return with_baku_acceleration(state) if document.is_baku and not writes_points else state


def _unreadable(file: str, error: TrfError) -> CommandError:
    return CommandError(f"{file}: {error}", returncode=UNREADABLE)


def words_for_block(pairing: RoundPairing) -> str:
    """What blocks a round, in English."""
    return " ".join(REASONS[code] % dict(parameters) for code, parameters in pairing.blocked)
