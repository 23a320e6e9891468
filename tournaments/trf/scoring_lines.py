"""The records that say what results are worth: 162 (TRF 2026), XXS and BBx (shared extensions of TRF 2016)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tournaments.formats.core.state import Scoring
from tournaments.trf.errors import TrfLimitError
from tournaments.trf.fields import Line, parse_half_points
from tournaments.trf.worth import written_half_points

# What each code sets. A pairing-allocated bye follows a win until it is given a value of its own (162 "P").
_FIELDS_162 = {
    "W": ("win", "full_bye", "forfeit_win", "pairing_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss"),
    "P": ("pairing_bye",),
}
_FIELDS_BB = {
    "BBW": ("win", "full_bye", "forfeit_win", "pairing_bye"),
    "BBD": ("draw", "half_bye"),
    "BBL": ("loss",),
    "BBZ": ("zero_bye",),
    "BBF": ("forfeit_loss",),
    "BBU": ("pairing_bye",),
}
_FIELDS_XXS = {
    "W": ("win", "full_bye", "forfeit_win", "pairing_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
_OWN_BYE = frozenset({"P", "PAB", "BBU"})
_BY_COLOUR = {"WW": "BW", "BW": "WW", "WD": "BD", "BD": "WD", "WL": "BL", "BL": "WL"}

SCORING_CODES = frozenset({"162", "XXS", *_FIELDS_BB})


def read_scoring(lines: list[Line]) -> Scoring:
    """The scoring that all scoring records of a file give together, in half points; the usual one without any."""
    settings = [setting for line in lines for setting in _settings(line)]
    byes_are_own = any(code in _OWN_BYE for _, _, code, _, _ in settings)
    scoring = Scoring()
    for _, _, code, fields, points in settings:
        kept = [name for name in fields if name != "pairing_bye" or code in _OWN_BYE or not byes_are_own]
        worth: dict[str, Any] = dict.fromkeys(kept, points)
        scoring = replace(scoring, **worth)
    _refuse_unequal_colours(settings)
    return scoring


Setting = tuple[Line, int, str, tuple[str, ...], int]


def _settings(line: Line) -> list[Setting]:
    if line.code == "162":
        return _settings_162(line)
    if line.code == "XXS":
        return _settings_xxs(line)
    return [(line, 5, line.code, _FIELDS_BB[line.code], line.half_points(4, len(line.text), "points"))]


def _settings_162(line: Line) -> list[Setting]:
    settings: list[Setting] = []
    for column in range(6, len(line.text.rstrip(" ")) + 1, 9):
        code = line.field(column, column)
        if code == "X":
            raise line.fail(column, "points for unknown results are not supported")
        if code not in _FIELDS_162:
            raise line.fail(column, f"result code {code!r} is none of W, D, L, A, P")
        points = line.half_points(column + 1, column + 4, f"points for {code}")
        settings.append((line, column, code, _FIELDS_162[code], points))
    return settings


def _settings_xxs(line: Line) -> list[Setting]:
    settings: list[Setting] = []
    for column, word in line.words(4):
        code, equals, value = word.partition("=")
        if not equals or code not in _FIELDS_XXS:
            raise line.fail(column, f"{word!r} is not a known CODE=points")
        points = parse_half_points(line, value, column + len(code) + 1, f"points for {code}")
        settings.append((line, column, code, _FIELDS_XXS[code], points))
    return settings


def _refuse_unequal_colours(settings: list[Setting]) -> None:
    """Results that are worth something else for each colour exist in XXS; nothing here ranks by them."""
    given = {code: points for _, _, code, _, points in settings}
    for line, column, code, _, points in settings:
        partner = _BY_COLOUR.get(code)
        if partner is not None and given.get(partner, points) != points:
            raise line.fail(column, f"{code} and {partner} differ: a result is worth the same for both colours here")


def scoring_line_16(scoring: Scoring) -> Iterator[str]:
    """The XXS line of a scoring, none for the usual one."""
    if scoring == Scoring():
        return
    implied = _implied(scoring)
    words = [
        f"W={written_half_points(scoring.win)}",
        f"D={written_half_points(scoring.draw)}",
        f"L={written_half_points(scoring.loss)}",
    ]
    for code in ("FPB", "FW", "HPB", "PAB", "ZPB", "FL"):
        (name,) = _FIELDS_XXS[code]
        if getattr(scoring, name) != getattr(implied, name):
            words.append(f"{code}={written_half_points(getattr(scoring, name))}")
    yield "XXS " + " ".join(words)


def scoring_line_26(scoring: Scoring) -> Iterator[str]:
    """The 162 line of a scoring, none for the usual one. TrfLimitError where 162 has no code for a difference."""
    if scoring == Scoring():
        return
    given = {"W": scoring.win, "D": scoring.draw, "L": scoring.loss, "A": scoring.zero_bye, "P": scoring.pairing_bye}
    for code, points in given.items():
        for name in _FIELDS_162[code]:
            if name != "pairing_bye" and getattr(scoring, name) != points:
                raise TrfLimitError(
                    f"record 162 can't say that {name} is worth {written_half_points(getattr(scoring, name))}"
                )
    yield "162  " + "    ".join(f"{code}{written_half_points(points):>4}" for code, points in given.items())


def _implied(scoring: Scoring) -> Scoring:
    """What a file with only this scoring's win, draw and loss would mean."""
    return Scoring(
        win=scoring.win,
        draw=scoring.draw,
        loss=scoring.loss,
        pairing_bye=scoring.win,
        half_bye=scoring.draw,
        full_bye=scoring.win,
        forfeit_win=scoring.win,
    )
