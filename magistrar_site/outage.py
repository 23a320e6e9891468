"""Remembering that Redis was away, so that one slow attempt isn't followed by another in the same breath."""

from __future__ import annotations

import time

SPARED_SECONDS = 5.0


class Outage:
    """Whether something failed just now. Each process keeps its own; threads may share it."""

    def __init__(self) -> None:
        self._until = 0.0

    def __bool__(self) -> bool:
        return time.monotonic() < self._until

    def begin(self) -> None:
        """It failed: spare it for `SPARED_SECONDS`."""
        self._until = time.monotonic() + SPARED_SECONDS

    def end(self) -> None:
        """It answered, or shall be asked again at once."""
        self._until = 0.0
