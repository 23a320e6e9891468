"""The tags of a notation text: the set-up of the game, and notes."""

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

from msgspec import UNSET, UnsetType

from games.engine.core.messages import gettext_noop as _
from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    FORMATS,
    RECORD_FORMAT,
    SCORE_FORMAT,
    SideCounts,
    SideInts,
    SideMages,
    Variants,
)
from games.engine.systems.magistrar.notation_scanner import Scanner
from games.engine.systems.magistrar.notation_words import (
    COMMENTS,
    DASHES,
    INTEGER,
    TAG_BY_LETTERS,
    grade_of,
    mistaken_tag,
)
from games.engine.systems.magistrar.report import Side

T = TypeVar("T")

_FORMAT_BY_GRADE = {grade_of(format): format for format in FORMATS}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_UNQUOTED = re.compile(r"[^\]\n]*")

_TAG_NAME = _("A tag begins with its name: letters, digits and “_”.")
_TAG_UNCLOSED = _("The tag isn’t closed: “]” is missing.")
_TAG_TWICE = _("The tag %(tag)s appears twice.")
_TAG_MISTAKEN = _("There is no tag %(name)s. Did you mean %(tag)s? If not, put it in the tag Meta.")
_TAG_MISSING = _("The tag %(tag)s is missing.")
_TAG_UNFIT = _("The tag %(tag)s doesn’t belong to this format.")
_FORMAT = _("The format is magistrar-record/1, magistrar-sheet/1 or magistrar-score/1, not “%(value)s”.")
_STARTER = _("The starter is white or black, not “%(value)s”.")
_PAIR = _("Expected here: white’s and black’s values with a slash between them, such as “wotan/bahar”.")
_INTEGERS = _("Expected here: white’s and black’s numbers with a slash between them, such as “24/10”.")
_NOT_NEGATIVE = _("These numbers can’t be negative.")
_META = _('The tag Meta holds a JSON object, such as {"table": 4}.')


class _UnreadableError(Exception):
    """A tag's value isn't what the tag asks for."""

    def __init__(self, template: str, **params: str | int) -> None:
        super().__init__(template)
        self.template = template
        self.params = params


class Tags:
    """Reads all tags at a scanner's place, then says what each holds. Raises `NotationError` for what can't be read."""

    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self._values: dict[str, tuple[int, Any]] = {}
        self._notes: dict[str, tuple[int, str]] = {}
        while scanner.next() == "[":
            self._pass_tag()
        self.format: str = self._read("Format", _format, RECORD_FORMAT)
        for tag in ("Claim",) if self.format == SCORE_FORMAT else ("Honoris", "Markers"):
            if tag in self._values:
                raise scanner.error(_TAG_UNFIT, at=self._values[tag][0], tag=tag)

    def edition(self) -> str:
        return cast("str", self._read("Edition", str.lower, DEFAULT_EDITION))

    def starter(self) -> Side | UnsetType:
        return cast("Side | UnsetType", self._read("Starter", _starter, UNSET))

    def variants(self) -> Variants:
        return Variants(
            mages=self._read("Mages", _mages, UNSET),
            duel_cards=self._read("DuelCards", lambda value: tuple(value.lower().split()), UNSET),
            golden=self._read("Golden", _counts, UNSET),
        )

    def claim(self) -> SideInts | UnsetType:
        return cast("SideInts | UnsetType", self._read("Claim", _integers, UNSET))

    def honoris(self) -> SideInts:
        return self.required("Honoris", cast("SideInts | UnsetType", self._read("Honoris", _integers, UNSET)))

    def markers(self) -> SideCounts:
        return self.required("Markers", cast("SideCounts | UnsetType", self._read("Markers", _counts, UNSET)))

    def required(self, tag: str, value: T | UnsetType) -> T:
        """The tag's value; raises `NotationError` where it was left out."""
        if isinstance(value, UnsetType):
            raise self.scanner.error(_TAG_MISSING, at=0, tag=tag)
        return value

    def meta(self, duels_begin: list[int]) -> dict[str, Any] | UnsetType:
        """The tag Meta and the notes; the text's comments, each with the number of duels that began before it."""
        begins, given = self._values.get("Meta", (0, {}))
        if not isinstance(given, dict):
            raise self.scanner.error(_META, at=begins)
        meta = dict(given)
        for name, (begins, note) in self._notes.items():
            if name in meta:
                raise self.scanner.error(_TAG_TWICE, at=begins, tag=name)
            meta[name] = note
        comments = self.scanner.comments
        if comments:
            if COMMENTS in meta:
                raise self.scanner.error(_TAG_TWICE, at=comments[0][0], tag=COMMENTS)
            meta[COMMENTS] = [
                {"duel": sum(begin < place for begin in duels_begin), "text": text} for place, text in comments
            ]
        return meta if meta or "Meta" in self._values else UNSET

    def _pass_tag(self) -> None:
        scanner = self.scanner
        scanner.demand("[")
        scanner.in_tag = True
        named = scanner.take(_NAME)
        if named is None:
            raise scanner.error(_TAG_NAME)
        name = named[0]
        tag = TAG_BY_LETTERS.get(name.lower())
        meant = None if tag else mistaken_tag(name)
        if meant:
            raise scanner.error(_TAG_MISTAKEN, at=named.start(), name=name, tag=meant)
        if (tag or name) in (self._values if tag else self._notes):
            raise scanner.error(_TAG_TWICE, at=named.start(), tag=tag or name)
        scanner.skip()
        begins = scanner.place
        if tag is None:
            self._notes[name] = (begins, self._text())
        else:
            self._values[tag] = (begins, scanner.json() if tag == "Meta" else self._text())
        if scanner.next() != "]":
            raise scanner.error(_TAG_UNCLOSED)
        scanner.demand("]")
        scanner.in_tag = False

    def _text(self) -> str:
        """A tag's value in quotation marks; without them, what stands before the bracket on that line."""
        quoted = self.scanner.quoted()
        if quoted is not None:
            return quoted
        unquoted = self.scanner.take(_UNQUOTED)
        return " ".join(unquoted[0].split()) if unquoted else ""

    def _read(self, tag: str, read: Callable[[str], T], otherwise: T | UnsetType) -> Any:
        """What a tag says, read by `read`; `otherwise` where the tag is left out."""
        if tag not in self._values:
            return otherwise
        begins, value = self._values[tag]
        try:
            return read(value)
        except _UnreadableError as wrong:
            raise self.scanner.error(wrong.template, at=begins, **wrong.params) from None


def _format(value: str) -> str:
    format = _FORMAT_BY_GRADE.get(value.lower(), value.lower())
    if format not in FORMATS:
        raise _UnreadableError(_FORMAT, value=value)
    return format


def _starter(value: str) -> Side:
    if value.lower() not in ("white", "black"):
        raise _UnreadableError(_STARTER, value=value)
    return cast("Side", value.lower())


def _mages(value: str) -> SideMages:
    return SideMages(*_pair(value.lower(), _PAIR))


def _integers(value: str) -> SideInts:
    return SideInts(*_numbers(value))


def _counts(value: str) -> SideCounts:
    white, black = _numbers(value)
    if white < 0 or black < 0:
        raise _UnreadableError(_NOT_NEGATIVE)
    return SideCounts(white, black)


def _numbers(value: str) -> tuple[int, int]:
    white, black = _pair(value.translate(DASHES), _INTEGERS)
    if not (INTEGER.fullmatch(white) and INTEGER.fullmatch(black)):
        raise _UnreadableError(_INTEGERS)
    return int(white), int(black)


def _pair(value: str, template: str) -> tuple[str, str]:
    parts = [part.strip() for part in value.split("/")]
    if len(parts) != 2 or not all(parts):
        raise _UnreadableError(template)
    return parts[0], parts[1]
