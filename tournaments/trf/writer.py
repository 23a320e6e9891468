"""Writes tournament report files, TRF 2016 and TRF 2026. What an edition has no record for is an error, never dropped.

Columns count characters, so that a name with umlauts moves nothing; a name longer than its field is cut.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from tournaments.formats.core.state import Colour
from tournaments.trf.acceleration_lines import accelerations_16, accelerations_26
from tournaments.trf.document import (
    ABSENT,
    LAST_ROUND,
    AnnouncedByes,
    Dialect,
    Document,
    ForbiddenGroup,
    PlayerLine,
    Result,
    RoundEntry,
)
from tournaments.trf.errors import TrfLimitError
from tournaments.trf.scoring_lines import scoring_line_16, scoring_line_26
from tournaments.trf.worth import written_half_points

LINE_END = "\r\n"
_NAME_WIDTH = 33
_LARGEST_NUMBER = 9999
_LARGEST_POINTS = 199  # half points: 99.5 fills four columns
_COLOUR_LETTERS = {Colour.WHITE: "w", Colour.BLACK: "b", None: "-"}
_BYE_LETTERS = {Result.FULL_BYE: "F", Result.HALF_BYE: "H", Result.ZERO_BYE: "Z"}


def write_trf(document: Document, dialect: Dialect | None = None) -> str:
    """The text of the file, in the document's own edition or the one given. Raises TrfLimitError where numbers are too
    large for their columns, or the edition can't say what the document says."""
    lines = _lines_26(document) if (dialect or document.dialect) is Dialect.TRF26 else _lines_16(document)
    return "".join(f"{line.rstrip(' ') if line[:3] != '001' else line}{LINE_END}" for line in lines)


def _lines_16(document: Document) -> Iterator[str]:
    if document.abnormal:
        raise TrfLimitError("TRF 2016 has no record for abnormal points (299)")
    yield from _header(document)
    yield from _comments(document)
    if document.planned_rounds is not None:
        yield f"XXR {document.planned_rounds}"
    if document.first_colour is not None:
        yield f"XXC {document.first_colour.value}1"
    yield from scoring_line_16(document.scoring)
    for player in document.players:
        yield _player_line(_with_announced_bye(document, player))
    for player in document.players:
        yield from accelerations_16(player)
    for group in document.forbidden:
        if group.last is None:
            yield "XXP " + " ".join(str(number) for number in group.players)
        if group.first != 1 or group.last is not None:
            yield _group_line("MGF", group)
    for group in document.avoided:
        yield _group_line("MGA", group)
    if document.absent_next:
        yield "XXZ " + " ".join(str(number) for number in document.absent_next)
    for byes in document.byes:
        if byes.round > document.rounds_paired + 1:
            yield _byes_line("MGB", byes)
    yield from _annulled(document)
    yield from document.other


def _lines_26(document: Document) -> Iterator[str]:
    yield from _header(document)
    yield from _comments(document)
    if document.planned_rounds is not None:
        yield f"142 {document.planned_rounds}"
    if document.first_colour is not None:
        yield f"152 {'W' if document.first_colour is Colour.WHITE else 'B'}"
    yield from scoring_line_26(document.scoring)
    if document.system:
        yield f"192 {document.system}"
    for player in document.players:
        yield _player_line(player)
    for byes in document.byes:
        yield _byes_line("240", byes)
    if document.absent_next:
        yield f"240 Z {document.rounds_paired + 1:03d}" + _numbers(document.absent_next)
    yield from accelerations_26(document.players)
    for group in document.forbidden:
        yield _group_line("260", group)
    for group in document.avoided:
        yield _group_line("MGA", group)
    for record in document.abnormal:
        kind = (
            " " if record.kind is None else record.kind.value.translate({ord("1"): "W", ord("="): "D", ord("0"): "L"})
        )
        points = written_half_points(record.points)
        yield f"299 {kind}       {points:>5}  {record.round or 0:03d}" + _numbers(record.players)
    yield from _annulled(document)
    yield from document.other


def _annulled(document: Document) -> Iterator[str]:
    for game in document.annulled:
        yield f"MGN {game.round:03d}" + _numbers(game.players)


def _numbers(players: tuple[int, ...]) -> str:
    return "".join(f" {number:4d}" for number in players)


def _group_line(code: str, group: ForbiddenGroup) -> str:
    last = LAST_ROUND if group.last is None else group.last
    return f"{code} {group.first:03d} {last:03d}" + _numbers(group.players)


def _byes_line(code: str, byes: AnnouncedByes) -> str:
    return f"{code} {_BYE_LETTERS[byes.kind]} {byes.round:03d}" + _numbers(byes.players)


def _comments(document: Document) -> Iterator[str]:
    for text in document.comments:
        yield f"### {_one_line(text)}"


def _header(document: Document) -> Iterator[str]:
    for code in sorted(document.header):
        for text in document.header[code]:
            yield f"{code} {_one_line(text)}"


def _one_line(text: str) -> str:
    """Text as it can stand in a line: composed characters, no line ends or tabs."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _with_announced_bye(document: Document, player: PlayerLine) -> PlayerLine:
    """TRF 2016 announces a bye of the next round in that round's column; for later ones there are MGB lines."""
    following = document.rounds_paired + 1
    announced = [byes for byes in document.byes if player.number in byes.players and byes.round <= following]
    rounds = player.rounds
    for byes in announced:
        if byes.round != following or len(rounds) >= following:
            raise TrfLimitError(f"TRF 2016 can't announce a bye of player {player.number} in round {byes.round}")
        missed = (ABSENT,) * (following - 1 - len(rounds))
        rounds = (*rounds, *missed, RoundEntry(None, None, byes.kind))
    return replace(player, rounds=rounds)


def _player_line(player: PlayerLine) -> str:
    for value, what in ((player.number, "starting number"), (player.rating, "rating"), (player.rank or 0, "rank")):
        if not 0 <= value <= _LARGEST_NUMBER:
            raise TrfLimitError(f"{what} {value} of player {player.number} doesn't fit into four columns")
    if player.points < 0:
        raise TrfLimitError(f"player {player.number} has less than 0 points: more were deducted than were won")
    if player.points > _LARGEST_POINTS:
        raise TrfLimitError(f"the points of player {player.number} don't fit into four columns")
    fields = (
        f"001 {player.number:4d} {_cut(player.sex, 1)}{_cut(player.title, 3):>3} {_cut(player.name, _NAME_WIDTH)} "
        f"{player.rating or '':>4} {_cut(player.federation, 3)} {_cut(player.fide_id, 11, right=True)} "
        f"{_cut(player.birth, 10)} {written_half_points(player.points):>4} {player.rank or '':>4}"
    )
    return fields + "".join(_round_column(entry) for entry in player.rounds)


def _cut(text: str, width: int, *, right: bool = False) -> str:
    cut = _one_line(text)[:width]
    return cut.rjust(width) if right else cut.ljust(width)


def _round_column(entry: RoundEntry) -> str:
    opponent = "0000" if entry.opponent is None else f"{entry.opponent:4d}"
    return f"  {opponent} {_COLOUR_LETTERS[entry.colour]} {entry.result.value}"
