"""Reading the documents of games for 2 to N players: strict, and never raising anything but ShapeError."""

from __future__ import annotations

import json
from typing import Generic, TypeVar

import msgspec

Document = TypeVar("Document")


class ShapeError(ValueError):
    """The input isn't a document. The message says what is wrong and where, in English."""


class DocumentReader(Generic[Document]):
    """Reads a system's documents: a union of structs that `format` tells apart, or one of them."""

    def __init__(self, kind: type[Document]) -> None:
        self._kind = kind
        self._decoder: msgspec.json.Decoder[Document] = msgspec.json.Decoder(kind)

    def decode(self, data: bytes | str) -> Document:
        """The document in JSON. ShapeError for anything else."""
        try:
            return self._decoder.decode(data)
        except (ValueError, RecursionError) as error:
            raise ShapeError(str(error)) from error

    def from_builtins(self, value: object) -> Document:
        """The document in decoded JSON, or one that is typed already. ShapeError for anything else."""
        try:
            return msgspec.convert(value, self._kind)
        except (ValueError, RecursionError) as error:
            raise ShapeError(str(error)) from error


def sent_names(data: object) -> tuple[str | None, str | None]:
    """The format and the edition that a broken document names, where they are strings that UTF-8 can write. `data`: its
    JSON, or that decoded."""
    value = data
    if isinstance(data, bytes | str):
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return None, None
    if not isinstance(value, dict):
        return None, None
    return _name(value.get("format")), _name(value.get("edition"))


def _name(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    try:
        value.encode()
    except UnicodeEncodeError:
        return None
    return value
