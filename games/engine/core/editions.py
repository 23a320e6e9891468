"""The common part of all systems' editions: values with their provenance, reading, refusing, shipping.

An edition is data: a msgspec struct with `key`, `title` and `version`, whose other values are `Stated`. A system says
which data can't be played, and makes the rest playable.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from games.engine.core.game_system import EditionRefusedError, GameEdition

T = TypeVar("T")
Provenance = Literal["printed", "derived", "assumed"]
EditionKey = Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9._-]{0,79}\Z")]
Title = Annotated[str, Meta(min_length=1, max_length=200)]
Version = Annotated[int, Meta(ge=1)]

Problem = tuple[str, str, dict[str, str | int]]
"""Why a value of an edition can't be played: its dotted place, an English template and its parameters."""


class Stated(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value and where it is from: stated in a rulebook, following from what is, or ours."""

    value: T
    provenance: Provenance


class EditionHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The members with which the data of every edition begins."""

    key: EditionKey
    title: Title
    version: Version


Data = TypeVar("Data", bound=EditionHead)
Edition = TypeVar("Edition", bound=GameEdition)


class EditionError(EditionRefusedError):
    """The data is no playable edition. `problems` is empty where its shape as a whole is wrong."""

    def __init__(self, detail: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(detail)
        self.problems = tuple(problems)

    def sentences(self) -> Mapping[str, tuple[str, Mapping[str, str | int]]]:
        return {place: (template, params) for place, template, params in self.problems}


class PlayableEdition(Generic[Data]):
    """A playable edition: its data, and the hash of its canonical form. A system adds what its judge looks up."""

    __slots__ = ("content_hash", "data", "key")

    def __init__(self, data: Data) -> None:
        self.data = data
        self.key = data.key
        self.content_hash = hashlib.sha256(canonical_edition(data)).hexdigest()

    @property
    def title(self) -> str:
        return self.data.title

    def as_data(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self.data)
        return plain


def canonical_edition(data: EditionHead) -> bytes:
    """The edition as JSON in UTF-8 with sorted members and no blanks: what its content hash is taken over."""
    return msgspec.json.encode(data, order="sorted")


def refuse_problems(problems: Iterable[Problem]) -> None:
    """Raise EditionError with everything that is wrong, if anything is."""
    found = tuple(problems)
    if found:
        raise EditionError("; ".join(f"{place}: {template % params}" for place, template, params in found), found)


def edition_data(data: bytes | str, kind: type[Data]) -> Data:
    """The well-shaped data of an edition's JSON. Raises EditionError, whatever the input."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError) as error:
        raise EditionError(str(error)) from error


def shipped_editions(package: str, read: Callable[[bytes], Edition]) -> dict[str, Edition]:
    """The editions in the folder `editions` of a system's package, by key, in the order of the files' names."""
    folder = resources.files(package) / "editions"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    editions = [read(file.read_bytes()) for file in files]
    return {edition.key: edition for edition in editions}
