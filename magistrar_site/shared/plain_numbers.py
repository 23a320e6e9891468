"""Numbers as people write them, in a few digits. No exponents: one short word of them takes all memory there is."""

from __future__ import annotations

import re
from fractions import Fraction

_PLAIN = re.compile(r"(?=[.,]?[0-9])[0-9]{0,9}(?:[.,][0-9]{0,3})?|[0-9]{1,9}/[1-9][0-9]{0,2}", re.ASCII)


def plain_number(text: str) -> Fraction | None:
    """The value of "12", "12.5", "12,5", ".5" or "1/2", none of them negative; None for anything else."""
    word = text.strip()
    return Fraction(word.replace(",", ".")) if _PLAIN.fullmatch(word) else None
