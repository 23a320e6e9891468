"""Reads tournament report files, TRF 2016 and TRF 2026 alike, strictly: what is ambiguous is refused."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import MappingProxyType

from tournaments.formats.core.state import Colour
from tournaments.trf.consistency import check_consistency
from tournaments.trf.document import (
    LAST_ROUND,
    AbnormalPoints,
    AnnouncedByes,
    AnnulledGame,
    Dialect,
    Document,
    ForbiddenGroup,
    PlayerLine,
    Result,
)
from tournaments.trf.errors import TrfError
from tournaments.trf.fields import Line
from tournaments.trf.player_line import read_player
from tournaments.trf.scoring_lines import SCORING_CODES, read_scoring

_HEADER_CODES = frozenset(
    "012 022 032 042 052 062 072 082 092 102 112 122 132 172 182 202 212 222".split()  # noqa: SIM905 -- a list of codes
)
_TEAM_CODES = frozenset({"013", "300", "310", "320", "330", "352", "362"})
_TRF26_CODES = frozenset({"142", "152", "162", "192", "240", "250", "260", "299"})
_BYE_LETTERS = {"F": Result.FULL_BYE, "H": Result.HALF_BYE, "Z": Result.ZERO_BYE}
_ABNORMAL_LETTERS = {
    "W": Result.WIN,
    "D": Result.DRAW,
    "L": Result.LOSS,
    "F": Result.FULL_BYE,
    "H": Result.HALF_BYE,
    "Z": Result.ZERO_BYE,
    "+": Result.FORFEIT_WIN,
    "-": Result.FORFEIT_LOSS,
    " ": None,
}
_LINE_END = re.compile(r"\r\n|\r|\n")


def decode_trf(data: bytes) -> str:
    """The text of a file, which is UTF-8 with or without a mark. Raises TrfError at the first byte that isn't."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = _LINE_END.split(data[: error.start].decode("utf-8-sig", errors="replace"))
        raise TrfError(len(before), len(before[-1]) + 1, "the file is not UTF-8") from error


def read_trf(text: str) -> Document:
    """The document a TRF-16 or TRF-26 text holds. Lines end with CR, LF or both. Raises TrfError."""
    gathered = _Gathered()
    for number, line_text in enumerate(_LINE_END.split(text), 1):
        if line_text.strip() and not line_text.startswith("###"):
            gathered.add(Line(number, line_text))
    document = gathered.document()
    check_consistency(document)
    return document


@dataclass
class _Gathered:
    """What has been read so far."""

    players: list[PlayerLine] = field(default_factory=list)
    header: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    scoring: list[Line] = field(default_factory=list)
    forbidden: list[ForbiddenGroup] = field(default_factory=list)
    forbidden_by_round: list[ForbiddenGroup] = field(default_factory=list)
    avoided: list[ForbiddenGroup] = field(default_factory=list)
    byes: list[AnnouncedByes] = field(default_factory=list)
    abnormal: list[AbnormalPoints] = field(default_factory=list)
    annulled: list[AnnulledGame] = field(default_factory=list)
    absent_next: list[int] = field(default_factory=list)
    acceleration: dict[int, dict[int, int]] = field(default_factory=dict)
    acceleration_lines: dict[int, Line] = field(default_factory=dict)
    planned_rounds: int | None = None
    first_colour: Colour | None = None
    system: str = ""
    other: list[str] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)

    def add(self, line: Line) -> None:
        if len(line.text) < 3:
            raise line.fail(1, "a line begins with a code of three characters")
        code = line.code
        self.codes.add(code)
        if code in _TEAM_CODES:
            raise line.fail(1, f"record {code}: team tournaments are not supported")
        if code in _HEADER_CODES:
            self.header[code].append(line.text[4:].rstrip())
        elif code in SCORING_CODES:
            self.scoring.append(line)
        elif code in _READERS:
            _READERS[code](self, line)
        else:
            self.other.append(line.text)

    def document(self) -> Document:
        is_26 = bool(self.codes & _TRF26_CODES)
        return Document(
            players=tuple(self._accelerated(player) for player in self.players),
            dialect=Dialect.TRF26 if is_26 else Dialect.TRF16,
            header=MappingProxyType({code: tuple(texts) for code, texts in self.header.items()}),
            planned_rounds=self.planned_rounds,
            first_colour=self.first_colour,
            scoring=read_scoring(self.scoring),
            system=self.system,
            forbidden=self._forbidden(),
            avoided=tuple(self.avoided),
            byes=tuple(self.byes),
            abnormal=tuple(self.abnormal),
            annulled=tuple(self.annulled),
            absent_next=tuple(self.absent_next),
            other=tuple(self.other),
        )

    def _forbidden(self) -> tuple[ForbiddenGroup, ...]:
        """XXP can't say rounds: where MGF lines do, they go before it."""
        exact = {pair for group in self.forbidden_by_round for pair in _pairs(group)}
        found: list[ForbiddenGroup] = []
        for group in self.forbidden:
            pairs = _pairs(group)
            if pairs.isdisjoint(exact):
                found.append(group)
            else:
                found += [replace(group, players=tuple(sorted(pair))) for pair in sorted(pairs - exact, key=sorted)]
        return (*found, *self.forbidden_by_round)

    def _accelerated(self, player: PlayerLine) -> PlayerLine:
        by_round = self.acceleration.pop(player.number, None)
        if by_round is None:
            return player
        last = max(by_round)
        return replace(player, acceleration=tuple(by_round.get(number, 0) for number in range(1, last + 1)))

    def accelerate(self, line: Line, player: int, round_number: int, points: int) -> None:
        self.acceleration.setdefault(player, {})[round_number] = points
        self.acceleration_lines[player] = line


def _read_001(gathered: _Gathered, line: Line) -> None:
    gathered.players.append(read_player(line))


def _read_rounds_planned(gathered: _Gathered, line: Line) -> None:
    planned = line.whole(4, len(line.text), "number of rounds")
    if planned == 0 or gathered.planned_rounds not in (None, planned):
        raise line.fail(5, "the number of rounds is 0 or said twice")
    gathered.planned_rounds = planned


def _set_first_colour(gathered: _Gathered, line: Line, column: int, colour: Colour) -> None:
    if gathered.first_colour not in (None, colour):
        raise line.fail(column, "the initial colour is said twice, and not the same")
    gathered.first_colour = colour


def _read_152(gathered: _Gathered, line: Line) -> None:
    letter = line.text[4:].strip(" ").upper()
    if letter not in ("W", "B"):
        raise line.fail(5, f"initial colour {letter!r} is neither W nor B")
    _set_first_colour(gathered, line, 5, Colour.WHITE if letter == "W" else Colour.BLACK)


def _read_xxc(gathered: _Gathered, line: Line) -> None:
    for column, word in line.words(4):
        if word in ("white1", "black1"):
            _set_first_colour(gathered, line, column, Colour.WHITE if word == "white1" else Colour.BLACK)
        elif word == "rank":
            raise line.fail(column, "pairing by rank instead of starting number is not supported")
        else:
            raise line.fail(column, f"option {word!r} is not known")


def _read_192(gathered: _Gathered, line: Line) -> None:
    gathered.system = line.text[4:].strip(" ")


def _read_240(gathered: _Gathered, line: Line) -> None:
    letter = line.field(5, 5).upper()
    if letter not in _BYE_LETTERS:
        raise line.fail(5, f"kind of bye {letter!r} is none of F, H, Z")
    round_number = line.whole(7, 9, "round")
    players = tuple(line.numbers(11, "player"))
    gathered.byes.append(AnnouncedByes(_BYE_LETTERS[letter], round_number, players, line.place))


def _read_250(gathered: _Gathered, line: Line) -> None:
    if line.field(5, 8).strip(" ") and line.half_points(5, 8, "match points"):
        raise line.fail(5, "match points in an individual tournament")
    points = line.half_points(10, 13, "fictitious points")
    rounds = range(line.whole(15, 17, "first round"), line.whole(19, 21, "last round") + 1)
    players = range(line.whole(23, 26, "first player"), line.whole(28, 31, "last player") + 1)
    if points <= 0 or not rounds or not players or rounds.start == 0 or players.start == 0:
        raise line.fail(10, "no points, or a range that ends before it begins")
    for player in players:
        for round_number in rounds:
            gathered.accelerate(line, player, round_number, points)


def _read_xxa(gathered: _Gathered, line: Line) -> None:
    player = line.whole(5, 8, "player")
    for round_number, first in enumerate(range(10, len(line.text.rstrip(" ")) + 1, 5), 1):
        if line.field(first, first + 3).strip(" "):
            gathered.accelerate(line, player, round_number, line.half_points(first, first + 3, "fictitious points"))


def _pairs(group: ForbiddenGroup) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in combinations(sorted(set(group.players)), 2)}


def _read_260(gathered: _Gathered, line: Line) -> None:
    gathered.forbidden.append(_group_by_round(line))


def _read_mgf(gathered: _Gathered, line: Line) -> None:
    gathered.forbidden_by_round.append(_group_by_round(line))


def _read_mga(gathered: _Gathered, line: Line) -> None:
    gathered.avoided.append(_group_by_round(line))


def _read_mgn(gathered: _Gathered, line: Line) -> None:
    round_number, players = line.whole(5, 7, "round"), line.numbers(9, "player")
    if round_number == 0 or len(set(players)) != 2 or len(players) != 2:
        raise line.fail(5, "no round, or other than two players")
    gathered.annulled.append(AnnulledGame(round_number, players[0], players[1], line.place))


def _group_by_round(line: Line) -> ForbiddenGroup:
    first, last = line.whole(5, 7, "first round"), line.whole(9, 11, "last round")
    players = line.numbers(13, "player")
    if len(players) < 2 or last < first or first == 0:
        raise line.fail(5, "fewer than two players, or rounds that end before they begin")
    return ForbiddenGroup(tuple(players), first, None if last == LAST_ROUND else last, line.place)


def _read_xxp(gathered: _Gathered, line: Line) -> None:
    players = []
    for column, word in line.words(4):
        if not (word.isascii() and word.isdigit() and int(word)):
            raise line.fail(column, f"player {word!r} is not a starting number")
        players.append(int(word))
    gathered.forbidden.append(ForbiddenGroup(tuple(players), place=line.place))


def _read_xxz(gathered: _Gathered, line: Line) -> None:
    for column, word in line.words(4):
        if not (word.isascii() and word.isdigit() and int(word)):
            raise line.fail(column, f"player {word!r} is not a starting number")
        gathered.absent_next.append(int(word))


def _read_299(gathered: _Gathered, line: Line) -> None:
    letter = line.field(5, 5).upper() or " "
    if letter not in _ABNORMAL_LETTERS:
        raise line.fail(5, f"kind of result {letter!r} is not known")
    points = line.half_points(13, 17, "points")
    round_number = line.whole_or(20, 22, "round", 0) or None
    players = tuple(line.numbers(24, "player"))
    gathered.abnormal.append(AbnormalPoints(_ABNORMAL_LETTERS[letter], points, round_number, players, line.place))


_READERS: dict[str, Callable[[_Gathered, Line], None]] = {
    "001": _read_001,
    "142": _read_rounds_planned,
    "XXR": _read_rounds_planned,
    "152": _read_152,
    "XXC": _read_xxc,
    "192": _read_192,
    "240": _read_240,
    "250": _read_250,
    "XXA": _read_xxa,
    "260": _read_260,
    "XXP": _read_xxp,
    "MGA": _read_mga,
    "MGB": _read_240,
    "MGF": _read_mgf,
    "MGN": _read_mgn,
    "XXZ": _read_xxz,
    "299": _read_299,
}
