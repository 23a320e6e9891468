"""Tournament report files (FIDE C.04.A Annex 2): TRF 2016 and TRF 2026. Pure: text in, frozen values out, and back."""

from tournaments.trf.building import PlayerDetails, to_document
from tournaments.trf.conversion import to_stage_state
from tournaments.trf.document import Document
from tournaments.trf.errors import TrfError, TrfLimitError
from tournaments.trf.reader import decode_trf, read_trf
from tournaments.trf.writer import write_trf

__all__ = [
    "Document",
    "PlayerDetails",
    "TrfError",
    "TrfLimitError",
    "decode_trf",
    "read_trf",
    "to_document",
    "to_stage_state",
    "write_trf",
]
