"""A system's own report: what is asked of each, and its JSON."""

import json
from typing import Protocol

import msgspec


class SystemReport(Protocol):
    """A system's answer to one document, in its own members. `judged` of the system says it in seats and numbers.

    A report is a value: a msgspec struct that is the same for the same bytes, edition and engine version, names no
    person and holds no time. `format` and `edition` are as sent, None where they can't be told.
    """

    @property
    def system(self) -> str: ...

    @property
    def format(self) -> str | None: ...

    @property
    def edition(self) -> str | None: ...

    @property
    def engine(self) -> str: ...

    @property
    def legal(self) -> bool: ...

    @property
    def complete(self) -> bool: ...


_ENCODER = msgspec.json.Encoder()
# What some readers take for the end of a line, though JSON doesn't.
_LINE_BREAKS = tuple((mark.encode(), f"\\u{ord(mark):04x}".encode()) for mark in ("\x85", "\u2028", "\u2029"))


def encode_report(report: SystemReport) -> bytes:
    """The report as JSON in UTF-8, without line breaks, members in the order of the fields."""
    try:
        encoded = _ENCODER.encode(report)
    except (UnicodeEncodeError, OverflowError):
        # Echoed as sent: half a surrogate pair, as the escape that it was; a number beyond 64 bits.
        return _encode_patiently(report)
    if not encoded.isascii():
        for line_break, escape in _LINE_BREAKS:
            encoded = encoded.replace(line_break, escape)
    return encoded


def _encode_patiently(report: SystemReport) -> bytes:
    return json.dumps(msgspec.to_builtins(report), ensure_ascii=True, separators=(",", ":")).encode("ascii")
