"""A game as somebody types it: the engine's verdict, and where in the text the first thing is that is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine.registry import game_system
from games.engine.systems.magistrar.documents import Record
from games.engine.systems.magistrar.notation import format_notation
from games.models import Game
from games.pages.magistrar.reports import ShownReport, shown_report
from games.selectors.editions import StoredEditions
from games.selectors.games import names_of

# A duel on one line: its number, tokens and pawns of both sides.
_ROW = r"\s*((?:[A-Za-z\-–—]\s*){6})"
_DUEL = re.compile(rf"^[ \t>]*(\d)\s*\.{_ROW}/{_ROW}\s{_ROW}/{_ROW}", re.MULTILINE)
_BEGINNING_OF_DUEL = re.compile(r"^[ \t>]*(\d)\s*\..*$", re.MULTILINE)
_OF_TOKENS = frozenset({"bag"})
_LONGEST_LINE = 160
_ROW_LENGTH = 6


@dataclass(frozen=True)
class Spot:
    """A place in a text: its line's number, and the line split before, at and after the place."""

    line: int
    before: str
    here: str
    after: str


@dataclass(frozen=True)
class JudgedText:
    """The verdict on a text, and where to look; `spot` is None where all is well or nothing can be pointed at."""

    report: ShownReport
    spot: Spot | None


def judged_text(game: Game, text: str) -> JudgedText:
    """What the engine says to a text in the notation (or to JSON)."""
    report = game_system(game.system).check_text(text, StoredEditions(game.system))
    plain: dict[str, Any] = msgspec.to_builtins(report)
    first = plain["violations"][0] if plain["violations"] else None
    return JudgedText(shown_report(plain, names_of(game)), _spot(text, first) if first else None)


def beginning_of(system: str, set_up: Mapping[str, Any]) -> str:
    """The tags of a record of this set-up, ready for its first duel."""
    record = game_system(system).parse(msgspec.json.encode({"format": "magistrar-record/1", **set_up, "duels": []}))
    return f"{format_notation(record)}\n1. " if isinstance(record, Record) else "1. "


def _spot(text: str, violation: Mapping[str, Any]) -> Spot | None:
    params = violation["params"]
    if params.get("reason") == "notation":
        return _at_column(text, params["line"], params["column"])
    if violation["duel"] is None:
        return None
    return _in_duel(text, violation)


def _at_column(text: str, line: int, column: int) -> Spot | None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    if not 1 <= line <= len(lines):
        return None
    found, at = lines[line - 1], column - 1
    word = re.match(r"[^\s/]*", found[at:])
    # Within a row of six letters it is the one letter that is wrong.
    length = 1 if word is None or len(word[0]) == _ROW_LENGTH or (at and found[at - 1].isalpha()) else len(word[0])
    return _cut(line, found, at, at + max(1, length))


def _in_duel(text: str, violation: Mapping[str, Any]) -> Spot | None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    number, position = str(violation["duel"]), violation["position"]
    duel = next((found for found in _DUEL.finditer(plain) if found[1] == number), None)
    if duel is not None and position is not None and violation["side"] is not None:
        group = (2 if violation["code"] in _OF_TOKENS else 4) + (violation["side"] == "black")
        at = [match.start() for match in re.finditer(r"\S", duel[group])][position - 1] + duel.start(group)
        return _in_text(plain, at, at + 1)
    begun = next((found for found in _BEGINNING_OF_DUEL.finditer(plain) if found[1] == number), None)
    return _in_text(plain, begun.start(), begun.end()) if begun is not None else None


def _in_text(text: str, start: int, end: int) -> Spot:
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    line = text[line_start : line_end if line_end >= 0 else len(text)]
    return _cut(text.count("\n", 0, start) + 1, line, start - line_start, end - line_start)


def _cut(number: int, line: str, start: int, end: int) -> Spot:
    """The line around a place, no longer than can be read at a glance."""
    end = min(end, start + _LONGEST_LINE)
    before, after = line[max(0, start - _LONGEST_LINE) : start], line[end : end + _LONGEST_LINE]
    return Spot(number, before, line[start:end] or " ", after)
