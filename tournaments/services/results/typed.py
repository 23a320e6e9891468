"""Results as they are typed at the desk: a table, and how its game ended."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from magistrar_site.shared.errors import Invalid

MOST_LINES = 500
# A result that names the player who won, by position (None: nobody): whether it was played, and who.
WINNERS: Mapping[str, tuple[str, int | None]] = {
    "1": ("bare", 0),
    "2": ("bare", 1),
    "0": ("bare", None),
    "=": ("bare", None),
    "1+": ("forfeit", 0),
    "2+": ("forfeit", 1),
    "--": ("forfeit", None),
}
ALL_FORFEIT = "--"
PLAIN_HINTS = ("1", "2", "=", "1+", "2+", "--")
TABLE_HINTS = ("1>3>2", "1>2=3", "1>3+", "--")
PLACING = re.compile(r"\d([>=]\d)*\+?")
SCORE = re.compile(r"-?\d{1,3}:-?\d{1,3}( -?\d{1,3}[-:]-?\d{1,3})*")
LINE = re.compile(r"(?P<table>\d{1,5})(?:\.(?P<number>\d{1,2}))?\s+(?P<result>\S.*)")
# Phones and keyboards make other dashes of two hyphens and of a minus.
DASHES = str.maketrans({"—": "--", "–": "-", "−": "-", "‐": "-", "‑": "-"})


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line: `number` is the game's in a match of several. One of `winner` (of `WINNERS`), `placing` (of the seats, as
    "1>3>2"; `forfeits` where the others didn't come) and `numbers` (the game's declared ones, by position)."""

    table: int
    number: int | None
    winner: str = ""
    placing: str = ""
    forfeits: bool = False
    numbers: tuple[tuple[int, ...], ...] = ()


def typed_lines(text: str) -> list[str]:
    """The lines of a text, separated by commas, semicolons or line ends; each different one once. Invalid
    `nothing_typed`, `too_many_lines`."""
    lines = [" ".join(line.split()) for line in re.split(r"[,;\n]", text) if line.strip()]
    if not lines:
        raise Invalid("nothing_typed", _("Type a table and its result."), fields={"line": _("Such as 12 1.")})
    if len(lines) > MOST_LINES:
        raise Invalid("too_many_lines", _("Type at most %(most)d results at once.") % {"most": MOST_LINES})
    return list(dict.fromkeys(lines))


def typed_line(line: str, *, hints: Sequence[str] = PLAIN_HINTS) -> TypedLine:
    """What a line says. Invalid `unreadable_line`, which names what could stand there (`hints`)."""
    found = LINE.fullmatch(line.translate(DASHES))
    if found is not None:
        table, number = int(found["table"]), int(found["number"]) if found["number"] else None
        result = found["result"]
        if SCORE.fullmatch(re.sub(r"\s*:\s*", ":", result)):
            return TypedLine(table, number, numbers=_numbers(re.sub(r"\s*:\s*", ":", result)))
        if result in WINNERS:
            return TypedLine(table, number, winner=result)
        if PLACING.fullmatch(result):
            return TypedLine(table, number, placing=result.removesuffix("+"), forfeits=result.endswith("+"))
    table_typed = re.match(r"\d{1,5}", line)
    shown = ", ".join(f"{table_typed[0] if table_typed else '12'} {hint}" for hint in hints)
    raise Invalid(
        "unreadable_line", _("There is no result in that. Type one of these: %(results)s") % {"results": shown}
    )


def typed_hints(seats: int, *, has_scores: bool) -> tuple[str, ...]:
    """Results that can be typed at a table of so many, each kind once."""
    if seats > 2:
        return TABLE_HINTS
    return (*PLAIN_HINTS, "23:13") if has_scores else PLAIN_HINTS


def _numbers(result: str) -> tuple[tuple[int, ...], ...]:
    """ "23:13 3-2" as ((23, 13), (3, 2)). What stands between two numbers of the first kind is a colon, since they may
    be negative."""
    first, *others = result.split(" ")
    pairs: list[Sequence[str]] = [first.split(":")]
    pairs += [re.findall(r"^(-?\d+)[-:](-?\d+)$", other)[0] for other in others]
    return tuple(tuple(int(value) for value in pair) for pair in pairs)
