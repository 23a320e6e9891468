"""Tables that fill themselves: what a function gives, kept by its argument."""

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MOST_KEPT = 1 << 14


class Table(dict[Key, Value]):
    """What `make` gives for each key, worked out when it is first asked for. What `make` raises, the look-up raises.

    A full table keeps what it has and works out the rest anew, so that no input fills the memory.
    """

    __slots__ = ("make",)

    def __init__(self, make: Callable[[Key], Value]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Key) -> Value:
        value = self.make(key)
        if len(self) < MOST_KEPT:
            self[key] = value
        return value
