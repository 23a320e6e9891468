"""What the commands on tournament report files share: reading one, and the words when that fails."""

import sys
from pathlib import Path

from django.core.management.base import CommandError

from tournaments.formats.core.state import RoundPairing
from tournaments.formats.systems.swiss.reasons import REASONS
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
        raise unreadable(file, error) from error


def refuse_other_systems(file: str, document: Document) -> None:
    """CommandError (exit 2) where the file names another pairing system than the Dutch one (record 192)."""
    if document.system and "DUTCH" not in document.system:
        error = TrfError(1, 1, f"the file is paired by {document.system} (record 192), which is not supported")
        raise unreadable(file, error)


def unreadable(file: str, error: TrfError) -> CommandError:
    """The error of a file, as a command ends with it."""
    return CommandError(f"{file}: {error}", returncode=UNREADABLE)


def words_for_block(pairing: RoundPairing) -> str:
    """What blocks a round, in English."""
    return " ".join(REASONS[code] % dict(parameters) for code, parameters in pairing.blocked)
