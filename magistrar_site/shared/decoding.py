"""Prepares every type that msgspec reads, before any thread runs.

msgspec learns a type when it first reads a value of it. Two threads that do so at once end the process: one uses what
the other hasn't finished. A decoder made at start-up teaches it the type, and the types of all its members.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module

import msgspec

READY: set[type[msgspec.Struct]] = set()  # the types that any thread may read


def decoders_build(modules: Iterable[str]) -> None:
    """Make msgspec learn every `Struct` there is. `modules` are those with types that nothing has imported yet."""
    for name in modules:
        import_module(name)
    for kind in structs():
        try:
            msgspec.json.Decoder(kind)
        except TypeError:
            continue  # has a member that is never read, such as a fraction: every try to read one fails so
        READY.add(kind)


def structs() -> Iterator[type[msgspec.Struct]]:
    """Every type of our own that was imported, each once."""
    seen: set[type[msgspec.Struct]] = set()
    waiting = [msgspec.Struct]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            if kind not in seen:
                seen.add(kind)
                waiting.append(kind)
                yield kind
