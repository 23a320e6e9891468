"""What an edition says, value by value, with where each is from: of any system's data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.selectors.editions import part_in_words

PROVENANCES = {
    "printed": gettext_lazy("printed"),
    "derived": gettext_lazy("follows from what is printed"),
    "assumed": gettext_lazy("assumed"),
}
HEAD = frozenset({"key", "title", "version"})
"""The members that name an edition. They are no part of what it says."""


def own_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """What an edition says, without the members that name it."""
    return {name: value for name, value in data.items() if name not in HEAD}


def edition_sources(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Where each stated value is from ("printed", "derived" or "assumed"), by its place in words."""
    for place, value in _members(own_data(data), ()):
        if _is_stated(value):
            yield " – ".join(place), value["provenance"]


def edition_values(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every value by its place in words, and in brackets where it is from."""
    for place, value in _members(own_data(data), ()):
        if not _is_stated(value):
            yield " – ".join(place), str(value)
            continue
        for inner, said in _single(value["value"], place):
            yield " – ".join(inner), f"{said} ({PROVENANCES[value['provenance']]})"


def _is_stated(value: Any) -> bool:
    return isinstance(value, Mapping) and value.keys() == {"value", "provenance"} and value["provenance"] in PROVENANCES


def _members(value: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The stated values of the data, and the single ones that nobody states a source of."""
    if _is_stated(value):
        yield place, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _members(inner, (*place, part_in_words(str(name))))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value, 1):
            yield from _members(inner, (*place, str(number)))
    else:
        yield place, value


def _single(value: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The single values of a stated one. Its names are the game's own."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _single(inner, (*place, str(name)))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value, 1):
            yield from _single(inner, (*place, str(number)))
    else:
        yield place, str(value)
