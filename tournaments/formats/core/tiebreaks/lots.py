"""Drawing of lots (LOT): one seed, one draw, however often the table is made.

Each entrant's lot is a hash of seed and pairing number, so that an entrant who joins or leaves changes nobody else's.
The value shown is the place in the draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import Part, PartKind, TieBreakValue


def _lot(seed: int, number: int) -> bytes:
    return hashlib.sha256(f"lot:{seed}:{number}".encode()).digest()


def _places(results: Results, numbers: Sequence[int]) -> Values:
    drawn = sorted(results.records, key=lambda number: _lot(results.lots_seed, number))
    place = {number: at for at, number in enumerate(drawn, start=1)}
    return {
        number: TieBreakValue("LOT", place[number], parts=(Part(None, None, place[number], PartKind.LOT),))
        for number in numbers
    }


TIE_BREAKS = (
    TieBreak(
        "LOT",
        TieBreakWords(
            _("Drawing of lots"),
            _("The place in a draw that everybody can repeat from the event’s stored seed."),
            pgettext_noop("column of the standings", "Lots"),
        ),
        "C.07 4",
        _places,
        lower_first=True,
        for_two=False,
    ),
)
