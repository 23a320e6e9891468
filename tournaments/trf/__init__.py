"""Tournament report files (FIDE C.04.A Annex 2): TRF 2016 and TRF 2026. Pure: text in, frozen values out, and back."""

from tournaments.trf.conversion import to_stage_state
from tournaments.trf.document import Document
from tournaments.trf.errors import TrfError
from tournaments.trf.reader import decode_trf, read_trf

__all__ = ["Document", "TrfError", "decode_trf", "read_trf", "to_stage_state"]
