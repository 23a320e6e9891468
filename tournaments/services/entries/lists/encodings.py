"""Which encoding a file of names was saved in. Files don't say, so each that people's programs use is tried, and the
one whose letters stand as letters stand in names is taken: a capital at the beginning of a word, no sign inside it."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import Invalid

_ZIP = b"PK\x03\x04"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")  # bytes that no text has; 1A ends old DOS files
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
MOST_CUT = 8  # letters that may be cut on a line of UTF-8
REPLACEMENT = "\ufffd"  # stands where a letter was lost


class Encoding(StrEnum):
    UTF_8 = "UTF-8"
    UTF_8_BROKEN = "UTF-8, not everywhere"
    UTF_16 = "UTF-16"
    WINDOWS = "Windows-1252"
    CENTRAL = "Windows-1250"
    CYRILLIC = "Windows-1251"
    TURKISH = "Windows-1254"
    DOS = "DOS (850)"
    DOS_US = "DOS (437)"
    DOS_CENTRAL = "DOS (852)"
    DOS_TURKISH = "DOS (857)"
    MAC = "Mac Roman"
    LATIN_1 = "ISO-8859-1"

    @property
    def is_sure(self) -> bool:
        """Whether the file itself tells; the others are guesses, so that the letters should be looked at."""
        return self in {Encoding.UTF_8, Encoding.UTF_16}


# The first of several that fit equally well is taken.
_CODECS = {
    Encoding.WINDOWS: "cp1252",
    Encoding.DOS: "cp850",
    Encoding.DOS_US: "cp437",
    Encoding.MAC: "mac_roman",
    Encoding.CENTRAL: "cp1250",
    Encoding.TURKISH: "cp1254",
    Encoding.CYRILLIC: "cp1251",
    Encoding.LATIN_1: "latin-1",
    Encoding.DOS_CENTRAL: "cp852",
    Encoding.DOS_TURKISH: "cp857",
}
# Letters of names by how common they are where people use these encodings; others get 1.
_COMMON = {
    char: points
    for points, chars in ((4, "äöüßéèáíóúñçåøæëïêôâãàîûù"), (3, "ěščřžýćłśżęąńőűğşıÇ"), (2, "þð"))
    for char in chars
}
_PLAIN_VOWELS = frozenset("aeiouyæøœı")
_BEHIND_VOWELS = frozenset("ëïüíéúîûğıýěę")  # accented vowels behind another: "Noël", "María", "Benoît"
_BEFORE_VOWELS = frozenset("íìúüéèëýãõěę")  # and before one: "García", "João"
_BEHIND_CONSONANTS = frozenset("łčćśńšžçñřěţż")
_QUOTES = frozenset("„“”‚‘’–—…€")


def list_decode(data: bytes) -> tuple[str, Encoding]:
    """The text of a file, and what it was encoded in. In UTF-8 that is broken, only the lines that aren't UTF-8 are
    read as something else. Invalid `not_text` for a spreadsheet's own format and for everything that is no text, or
    doesn't say that it is UTF-16."""
    if data.startswith(_ZIP) or data[:8] == _OLD_OFFICE:
        message = _("This is a spreadsheet’s own file. Save it as CSV, or copy the cells and paste them.")
        raise Invalid("not_text", message, fields={"file": message})
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", "replace"), Encoding.UTF_16
    if _NO_TEXT.search(data):  # UTF-16 that doesn't say so is among it: read as anything else it loses letters
        message = _("This file isn’t text that can be read. Save the list as CSV or text in UTF-8, or paste it.")
        raise Invalid("not_text", message, fields={"file": message})
    try:
        return data.decode("utf-8-sig"), Encoding.UTF_8
    except UnicodeDecodeError:
        return _decoded_by_lines(data.removeprefix(b"\xef\xbb\xbf"))


def _decoded_by_lines(data: bytes) -> tuple[str, Encoding]:
    lines = [line for line in _LINE.findall(data) if line]
    read = [_utf_8(line) for line in lines]
    unread = b"".join(line for line, text in zip(lines, read, strict=True) if text is None)
    encoding = likeliest(unread)
    texts = [
        line.decode(_CODECS[encoding], "replace") if text is None else text
        for line, text in zip(lines, read, strict=True)
    ]
    is_mixed = any(text is not None and not text.isascii() for text in read)
    return "".join(texts), Encoding.UTF_8_BROKEN if is_mixed else encoding


def _utf_8(line: bytes) -> str | None:
    """The line as UTF-8, with a sign for each letter that was cut; None where it is something else. A cut letter has
    its first byte; in another encoding hardly two bytes in a row are a letter of UTF-8."""
    parts: list[str] = []
    while len(parts) <= 2 * MOST_CUT:
        try:
            text = "".join([*parts, line.decode()])
        except UnicodeDecodeError as error:
            if error.reason == "invalid start byte":
                return None
            parts += [line[: error.start].decode(), REPLACEMENT]
            line = line[error.end :]
        else:
            lost = text.count(REPLACEMENT)
            whole = sum(char > "\x7f" for char in text) - lost
            return text if not parts or whole >= lost else None
    return None


def likeliest(data: bytes) -> Encoding:
    """The encoding in which the letters of a text stand most as in names."""
    scores = {encoding: _score(data, codec) for encoding, codec in _CODECS.items()}
    return max(scores, key=lambda encoding: scores[encoding])


def _score(data: bytes, codec: str) -> int:
    """Points for each letter beyond ASCII, and off for signs where letters should be."""
    text = data.decode(codec, "replace")
    return sum(
        -4
        if char == "ı" and codec not in {"cp1254", "cp857"}  # Turkish has an encoding of its own
        else _points(text[at - 1] if at else " ", char, text[at + 1] if at + 1 < len(text) else " ")
        for at, char in enumerate(text)
        if char > "\x7f"
    )


def _points(before: str, char: str, after: str) -> int:
    if char == REPLACEMENT or unicodedata.category(char) == "Cc":
        return -20
    if not char.isalpha() or char in "ªºƒﬁﬂ":
        if char in _QUOTES and not (before.isalpha() and after.isalpha()):
            return 0
        return -8 if before.isalpha() or after.isalpha() else -2
    script = unicodedata.name(char, "").partition(" ")[0]
    if script != "LATIN":  # all letters of a word are of one script; one alone is a misread accent
        around = [unicodedata.name(other, "").partition(" ")[0] for other in (before, after) if other.isalpha()]
        return 3 if around and all(other == script for other in around) else -8
    if char.isupper() and before.isalpha() and (before.islower() or after.islower()):
        return -6
    if char.islower() and (not before.isalpha() or (before.isupper() and after.isupper())):
        return -5
    if before > "\x7f" and before.isalpha() and after > "\x7f" and after.isalpha():
        return -3  # accents in a row are another script, misread
    return _common_points(before.lower(), char, after.lower())


def _common_points(before: str, char: str, after: str) -> int:
    """How likely a Latin letter is between its neighbours."""
    points, small = _COMMON.get(char, _COMMON.get(char.lower(), 1)), char.lower()
    is_vowel = _plain(small) in _PLAIN_VOWELS
    vowel_before, vowel_after = _plain(before) in _PLAIN_VOWELS, _plain(after) in _PLAIN_VOWELS - {"y"}
    consonant_before, consonant_after = before.isalpha() and not vowel_before, after.isalpha() and not vowel_after
    if small == "ß":
        return points if vowel_before else -4
    if (small == "ğ" and consonant_before) or (small in "ñç" and consonant_after):
        return -4
    if is_vowel and vowel_before and small not in _BEHIND_VOWELS and after not in {"o", "e"}:
        points -= 3
    if is_vowel and vowel_after and small not in _BEFORE_VOWELS:
        points -= 2
    if not is_vowel and consonant_before and (consonant_after or small not in _BEHIND_CONSONANTS):
        points -= 3
    return points


def _plain(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[:1]


_TWICE = re.compile(r"[ÂÃÄÅÐÑØÙ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€")


def repair_text(text: str) -> str:
    """Lines that are UTF-8 read as Windows-1252 ("MÃ¼ller") as they were meant; all others as they are."""
    if not _TWICE.search(text):
        return text
    return "".join(_repair_line(line) for line in text.splitlines(keepends=True))


def _repair_line(line: str) -> str:
    if not _TWICE.search(line):
        return line
    try:
        return b"".join(_byte(char) for char in line).decode()
    except (UnicodeEncodeError, UnicodeDecodeError):
        return line


def _byte(char: str) -> bytes:
    """As Windows-1252, in which five bytes are no letter and pass as they are."""
    try:
        return char.encode("cp1252")
    except UnicodeEncodeError:
        return char.encode("latin-1")
