"""Names as people type them, and the three keys that they are matched by, the same on every database.

`name_key` is for "the same name": only letter case, punctuation and ways to write an umlaut make no difference.
`fold_name` is for sorting and searching: without the marks that people leave out when they type. `plain_name` is for
"it may be the same name": "Hamalainen", "Hämäläinen" and "Haemaelaeinen" are one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache

# A single letter may fold to eighteen; what is stored and searched by is never longer than this.
FOLDED_LENGTH = 220

# German's own expansions: "Müller" and "Mueller" are the same name.
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Letters that decomposition leaves alone.
_EXPANDED = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "þ": "th", "ð": "d", "ı": "i", "ħ": "h", "ŧ": "t", "ə": "e"}
)
# Scripts whose marks people leave out: accents, the points of Hebrew, the vowel signs of Arabic. In all others (the
# scripts of India and Southeast Asia, Tibetan, kana) a mark makes another word.
_LOOSE_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC", "SYRIAC"})
# Cyrillic letters that only happen to be made of another and a mark: "й" is no accented "и".
_WHOLE_LETTERS = frozenset("йїўѓќ")
# One letter on two keyboards: Persian and Arabic kaf and yeh; and the stroke that only stretches a word.
_ARABIC = str.maketrans({"ک": "ك", "ی": "ي", "ى": "ي", "ە": "ه", "ہ": "ه", "ـ": None})
_DOUBLED = re.compile(r"([aou])e|(a)a")

ZWNJ, ZWJ = "\u200c", "\u200d"
_INVISIBLE_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # fillers, and the blank of Braille
_JOINED = frozenset({"Lo", "Mn", "Mc", "So", "Sk"})  # categories that a joiner stands between: scripts and emoji
_NO_MARKS = re.compile(r"[\u034f\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # variants of a sign, and a joiner of graphemes
_DOT_ABOVE = "i\u0307"  # the small letter of the Turkish İ
_VIRAMA = 9
_FLAG, _FIRST_TAG, _LAST_TAG = "\U0001f3f4", "\U000e0020", "\U000e007f"


def clean_name(name: str) -> str:
    """The name as typed, normalised to NFC, runs of white space made one blank. What can't be seen is dropped, but for
    what joins letters (Persian, the scripts of India) and emoji."""
    if name.isascii() and name.isprintable():
        return " ".join(name.split())
    text, cleaned = name, _clean_once(name)
    while cleaned != text:  # what comes together when something is dropped may compose
        text, cleaned = cleaned, _clean_once(cleaned)
    return cleaned


def _clean_once(name: str) -> str:
    text = unicodedata.normalize("NFC", name)
    return " ".join("".join(_visible(text)).split())


def _visible(text: str) -> Iterator[str]:
    before = ""
    for at, char in enumerate(text):
        if char.isspace():
            kept = " "
        elif char in _INVISIBLE_LETTERS:
            continue
        elif char in {ZWNJ, ZWJ}:
            if not _joins(char, before, text[at + 1 : at + 2]):
                continue
            kept = char
        elif _FIRST_TAG <= char <= _LAST_TAG:
            if before != _FLAG and not _FIRST_TAG <= before <= _LAST_TAG:
                continue
            kept = char
        elif char.isprintable():
            kept = char
        else:
            continue
        yield kept
        before = kept


def _joins(joiner: str, before: str, after: str) -> bool:
    """Whether a joiner changes how its neighbours look. Between Latin letters it only hides."""
    if not before or unicodedata.category(before) not in _JOINED:
        return False
    if after and unicodedata.category(after) in _JOINED:
        return True
    return joiner == ZWJ and unicodedata.combining(before) == _VIRAMA  # a half letter, at a word's end too


def name_key(name: str) -> str:
    """The key that two spellings of the same name share: lower case, umlauts written out, one blank for punctuation,
    letters that only look different (full width, mathematical) made plain. Marks are part of it. Idempotent."""
    return _settled(name, _key_once)


def fold_name(name: str) -> str:
    """The key to sort and search by: a `name_key` without the marks that people leave out. Idempotent."""
    return _settled(name, _fold_once)[:FOLDED_LENGTH].strip()


def plain_name(name: str) -> str:
    """The key of names that may be the same: folded, and no difference between a vowel, its umlaut and the umlaut
    written out."""
    return undotted(fold_name(name))


def undotted(folded: str) -> str:
    """A folded text as somebody types it who leaves the dots and rings away: "mueller" as "muller", "aase" as "ase"."""
    return _DOUBLED.sub(r"\1\2", folded)


def _settled(name: str, step: Callable[[str], str]) -> str:
    text, made = name, step(name)
    while made != text:  # a letter may decompose into one that has a case again
        text, made = made, step(made)
    return made


def _key_once(name: str) -> str:
    text = unicodedata.normalize("NFKC", clean_name(name)).casefold().replace(_DOT_ABOVE, "i")
    text = unicodedata.normalize("NFC", _NO_MARKS.sub("", text)).translate(_UMLAUTS)
    return " ".join("".join(_words(text.replace(ZWNJ, "").replace(ZWJ, ""))).split())


def _words(text: str) -> Iterator[str]:
    """Letters and digits with their marks; a blank for everything else."""
    is_word = False
    for char in text:
        is_word = char.isalnum() or (is_word and unicodedata.category(char) in {"Mn", "Mc"})
        yield char if is_word else " "


def _fold_once(name: str) -> str:
    text = _key_once(name)
    if text.isascii():
        return text
    text = text.translate(_EXPANDED).translate(_ARABIC)
    folded = "".join(char if char in _WHOLE_LETTERS else unicodedata.normalize("NFKD", char) for char in text)
    kept, script = [], ""
    for char in folded:
        if char in _WHOLE_LETTERS or not unicodedata.combining(char):
            script = _script(char)
            kept.append(char)
        elif script not in _LOOSE_SCRIPTS:
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


@lru_cache(maxsize=4096)
def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]
