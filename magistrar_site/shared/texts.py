"""Text as every database can keep it."""

from __future__ import annotations

import re
from typing import Any

# What PostgreSQL refuses in text and JSON: NUL, and halves of surrogate pairs.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
REPLACEMENT = "\ufffd"


def storable_text(text: str) -> str:
    """The text with every character that a database refuses replaced by U+FFFD."""
    return _UNSTORABLE.sub(REPLACEMENT, text)


def storable(value: Any) -> Any:
    """Plain JSON values with all their texts, keys too, made storable."""
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    return value
