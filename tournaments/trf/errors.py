"""What is wrong with a tournament report file, and where."""

from __future__ import annotations


class TrfError(Exception):
    """A file that can't be read, is ambiguous, or contradicts itself.

    `line` and `column` are one-based; columns count characters (not bytes), as FIDE's position tables do.
    """

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column
        self.message = message


class TrfLimitError(ValueError):
    """A document that an edition of the format can't hold."""
