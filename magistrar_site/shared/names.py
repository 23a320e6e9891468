"""Names as people type them, and the folded key that they are searched and matched by, the same on every database."""

from __future__ import annotations

import unicodedata

# A single letter may fold to eighteen; what is stored and searched by is never longer than this.
FOLDED_LENGTH = 220

# Letters that decomposition leaves alone, and German's own expansions: "Müller" and "Mueller" are the same person.
_EXPANDED = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "þ": "th", "ð": "d", "ı": "i"}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def clean_name(name: str) -> str:
    """Normalised to NFC, control characters dropped, runs of white space made one blank."""
    visible = "".join(" " if char.isspace() else char for char in name if char.isspace() or char.isprintable())
    return " ".join(unicodedata.normalize("NFC", visible).split())


def fold_name(name: str) -> str:
    """The search key: lower case, without accents or punctuation, umlauts written out; words in their order. Letters
    that only look different (full width, mathematical) become the plain ones. Folding it again changes nothing."""
    text, folded = name, _fold_once(name)
    while folded != text:  # a letter may decompose into one that has a case again
        text, folded = folded, _fold_once(folded)
    return folded[:FOLDED_LENGTH].strip()


def _fold_once(name: str) -> str:
    text = unicodedata.normalize("NFKC", clean_name(name)).casefold().translate(_UMLAUTS).translate(_EXPANDED)
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return " ".join("".join(char if char.isalnum() else " " for char in plain).split())
