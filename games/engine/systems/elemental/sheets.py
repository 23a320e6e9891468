"""The open sheet of a record in progress: its turns, each with the seat of its mover, and the slips beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from games.engine.core.documents import ShapeError
from games.engine.core.game_system import GameEdition
from games.engine.core.multiplayer import SEATS
from games.engine.core.secrets import BegunRecord
from games.engine.systems.elemental.cards import slip_entry
from games.engine.systems.elemental.documents import READER, RECORD_FORMAT, Record, Turn, check_shape
from games.engine.systems.elemental.edition import DEFAULT_EDITION, SHIPPED_EDITIONS, Edition
from games.engine.systems.elemental.messages import violation
from games.engine.systems.elemental.play import RuleBrokenError
from games.engine.systems.elemental.random_player import first_deal
from games.engine.systems.elemental.sheet_play import SheetPlay

MOST_ENTRIES = 999  # nobody draws as often
STARTS = "1"  # the seat that stands for the starter until the first turn says who it is


def sheet_record(
    set_up: Mapping[str, Any], parts: Sequence[Any], edition: Edition, slips: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """A record with the turns of a sheet, as decoded JSON; nothing is checked. The first turn says who starts, where
    the set-up doesn't. Until the slips are known, the first cards of the decks stand for those dealt."""
    players = set_up.get("players", edition.least_players)
    named = [part.get("seat", STARTS) if isinstance(part, Mapping) else STARTS for part in parts[:1]]
    begun = {"players": players, "starter": (named or [STARTS])[0], "slips": slips or first_deal(edition, players)}
    known = {name: said for name, said in set_up.items() if name != "variants"}
    turns = [
        {name: said for name, said in part.items() if name != "seat"} if isinstance(part, Mapping) else part
        for part in parts
    ]
    return {"format": RECORD_FORMAT, **begun, **known, "turns": turns}


def edition_of(set_up: Mapping[str, Any], editions: Mapping[str, GameEdition]) -> Edition:
    """The edition that a set-up names; the default one where it isn't known."""
    key = set_up.get("edition", DEFAULT_EDITION)
    found = SHIPPED_EDITIONS.get(key) or editions.get(key) or SHIPPED_EDITIONS[DEFAULT_EDITION]
    return cast("Edition", found)


def check_sheet(set_up: Mapping[str, Any], parts: Sequence[Any], edition: Edition) -> BegunRecord:
    """The verdict on a sheet's turns, of which each is what `told_turn` made."""
    try:
        record = cast("Record", READER.from_builtins(sheet_record(set_up, parts, edition)))
        check_shape(record, edition)
    except ShapeError as error:  # as where the edition isn't played by so many
        return BegunRecord(0, False, msgspec.to_builtins(violation("schema", None, detail=str(error))))
    play = SheetPlay(record, edition, [part["seat"] for part in parts])
    try:
        play.play(record.turns)
    except RuleBrokenError as broken:
        return BegunRecord(play.played, False, msgspec.to_builtins(broken.violation))
    return BegunRecord(play.played, play.ended is not None)


def told_turn(set_up: Mapping[str, Any], sent: object, edition: Edition) -> dict[str, Any]:
    """A turn with the seat of its mover, in the one way in which it is written. ValueError for what is none."""
    try:
        plain = dict(msgspec.convert(msgspec.to_builtins(sent), dict[str, Any]))
        seat = msgspec.convert(plain.pop("seat", None), str)
        turn = msgspec.convert(plain, Turn)
        document = READER.from_builtins(sheet_record(set_up, [{"seat": seat, **plain}], edition))
        check_shape(document, edition)
        if seat not in SEATS[document.players]:
            raise ShapeError(f"there is no seat {seat!r}")
    except (msgspec.ValidationError, ShapeError, TypeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    return {"seat": seat, **msgspec.to_builtins(turn)}


def told_slip(sent: object) -> str:
    """The slip of one seat as far as it is written. ValueError for what is none."""
    if not isinstance(sent, str):
        raise ValueError("a slip is a text")
    entries = sent.split(" ") if sent else []
    if len(entries) > MOST_ENTRIES or not all(slip_entry(entry) for entry in entries):
        raise ValueError("a slip is cards with blanks between")
    return sent
