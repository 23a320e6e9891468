"""What a file of games that can't be read is refused with."""

from __future__ import annotations


class UnreadableGamesError(ValueError):
    """A file of games that can't be read; the message names the line."""
