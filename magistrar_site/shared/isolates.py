"""Names inside sentences: a name that is written from right to left (Hebrew, Arabic) is isolated, so that what stands
beside it keeps its place: "A – B, 7 : 2".

In templates it happens by itself: names come from the database as `Name`. Sentences made in Python say `isolated`. What
is data (the API, CSV, files) has names as they were typed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db import models
from django.utils.html import escape
from django.utils.safestring import SafeString

FSI, PDI = "\u2068", "\u2069"  # first strong isolate, pop directional isolate
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def is_right_to_left(text: str) -> bool:
    """Whether any letter is written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in text)


def isolated(name: str) -> str:
    """A name for a sentence. Isolated twice is once."""
    text = str(name)
    return f"{FSI}{text}{PDI}" if is_right_to_left(text) and not text.startswith(FSI) else text


def isolated_list(names: Iterable[str], separator: str = ", ") -> str:
    """Names for a sentence, one after the other."""
    return separator.join(isolated(name) for name in names)


class Name(str):
    """A name from the database: as typed wherever it is data, isolated wherever a template shows it."""

    __slots__ = ()

    def __html__(self) -> SafeString:
        return escape(isolated(self))


class NameField(models.CharField[str, str]):
    """Text whose values are names that may be written from right to left."""

    def from_db_value(self, value: str | None, *_context: Any) -> str | None:
        return Name(value) if value and is_right_to_left(value) else value

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """To migrations it is plain text."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
