"""Reading a notation text piece by piece, knowing line and column."""

import json
import re
from typing import Any

from games.engine.core.messages import gettext_noop as _

# Blanks, line breaks, and the marks of a mail quoted in a reply, which stand at the beginning of a line.
_BLANK = re.compile(r"(?:\s|(?:(?<=\n)|\A)>[> ]*)*")
_COMMENT = re.compile(r"\{([^}]*)\}|;([^\n]*)")
_CLOSING = {'"': '"', "“": "”", "„": "“"}

_COMMENT_OPEN = _("This comment isn’t closed: “}” is missing.")
_QUOTE_OPEN = _("The quotation mark isn’t closed on this line.")
_BAD_JSON = _("This isn’t JSON.")
_EXPECTED = _("“%(expected)s” is expected here.")
_EXPECTED_NOT = _("“%(expected)s” is expected here, not “%(found)s”.")


class NotationError(ValueError):
    """The text isn't in the notation. `line` and `column` count from 1.

    `template` is an English sentence to be translated and filled with `params`; `message` is it filled.
    """

    def __init__(self, line: int, column: int, template: str, params: dict[str, str | int]) -> None:
        filled = template % params
        self.message = filled[:1].upper() + filled[1:]
        super().__init__(f"Line {line}, column {column}: {self.message}")
        self.line = line
        self.column = column
        self.template = template
        self.params = params


class Scanner:
    """A place in a text.

    `comments`: those passed so far, each with the place where it begins. `in_tag`: whether the place is inside a tag,
    where braces and semicolons don't begin a comment.
    """

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.place = 0
        self.comments: list[tuple[int, str]] = []
        self.in_tag = False

    def error(self, template: str, /, at: int | None = None, **params: str | int) -> NotationError:
        """What is wrong at a place, by default the one reached."""
        place = self.place if at is None else at
        line = self.text.count("\n", 0, place) + 1
        column = place - (self.text.rfind("\n", 0, place) + 1) + 1
        return NotationError(line, column, template, params)

    def skip(self) -> None:
        """Pass blanks and comments."""
        while True:
            blank = _BLANK.match(self.text, self.place)
            self.place = blank.end() if blank else self.place
            if self.in_tag or self.text[self.place : self.place + 1] not in ("{", ";"):
                return
            comment = _COMMENT.match(self.text, self.place)
            if comment is None:
                raise self.error(_COMMENT_OPEN)
            self.comments.append((self.place, (comment[1] or comment[2] or "").strip()))
            self.place = comment.end()

    def next(self) -> str:
        """The next character after blanks and comments, without passing it; empty at the end."""
        self.skip()
        return self.text[self.place : self.place + 1]

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What follows blanks and comments, if it is of this pattern; it is not passed."""
        self.skip()
        return pattern.match(self.text, self.place)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """As `match`; what matches is passed."""
        found = self.match(pattern)
        if found:
            self.place = found.end()
        return found

    def demand(self, mark: str) -> None:
        """Pass this mark. Raises `NotationError` where something else follows."""
        found = self.next()
        if found != mark:
            raise self.error(_EXPECTED_NOT if found else _EXPECTED, expected=mark, found=found)
        self.place += 1

    def quoted(self) -> str | None:
        """Pass a text in quotation marks; None where none follows. A backslash stands before a mark or backslash."""
        opening, begun = self.next(), self.place
        if opening not in _CLOSING or not opening:
            return None
        text, at = "", self.place + 1
        while (letter := self.text[at : at + 1]) != _CLOSING[opening]:
            if letter in ("", "\n"):
                raise self.error(_QUOTE_OPEN, at=begun)
            if letter == "\\" and self.text[at + 1 : at + 2] in ("\\", _CLOSING[opening]):
                at += 1
                letter = self.text[at]
            text += letter
            at += 1
        self.place = at + 1
        return text

    def json(self) -> Any:
        """Pass a JSON value."""
        self.skip()
        try:
            value, self.place = json.JSONDecoder().raw_decode(self.text, self.place)
        except json.JSONDecodeError as error:
            raise self.error(_BAD_JSON, at=error.pos) from error
        except (RecursionError, ValueError) as error:  # nested too deeply; a number of too many digits
            raise self.error(_BAD_JSON) from error
        return value
