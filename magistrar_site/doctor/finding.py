from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    OK = "ok"
    NOTE = "note"  # a choice, and what it means
    WARNING = "warning"  # works, but may hurt
    PROBLEM = "problem"  # doesn't work


@dataclass(frozen=True)
class Finding:
    """What a check found: a stable name for programs, a plain sentence, and what to do (empty where nothing is)."""

    check: str
    level: Level
    says: str
    do: str = ""


def ok(check: str, says: str) -> Finding:
    return Finding(check, Level.OK, says)


def note(check: str, says: str, do: str = "") -> Finding:
    return Finding(check, Level.NOTE, says, do)


def warning(check: str, says: str, do: str) -> Finding:
    return Finding(check, Level.WARNING, says, do)


def problem(check: str, says: str, do: str) -> Finding:
    return Finding(check, Level.PROBLEM, says, do)
