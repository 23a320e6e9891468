"""The contents of messages to webhooks, version 1. What is here stays: a member may be added, none is removed or gets
another meaning without a new version (docs/webhooks.md)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

VERSION = 1


class ClubData(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    name: str
    url: str


class EventData(msgspec.Struct, frozen=True, kw_only=True):
    """`state` as in the API."""

    key: str
    name: str
    club: ClubData
    system: str
    state: str
    starts_at: str
    url: str
    api: str


class PlayerData(msgspec.Struct, frozen=True, kw_only=True):
    """`name` as the public reads it: a code for players who hide theirs."""

    key: str
    name: str


class EntryData(msgspec.Struct, frozen=True, kw_only=True):
    """`entry` and `state` are null where the entry is there no more."""

    entry: str | None
    state: str | None
    player: PlayerData


class SeatData(msgspec.Struct, frozen=True, kw_only=True):
    """A player's seat. `place` and `numbers` (the declared numbers of the game's system) are of the result that counts
    now."""

    seat: int
    entry: str | None
    player: PlayerData
    place: int | None
    numbers: dict[str, int]


class GameData(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it stands now. `kind` and `grade` are empty without a result."""

    key: str
    stage: int
    round: int
    table: int
    number: int
    state: str
    kind: str
    grade: str
    seats: list[SeatData]
    url: str
    api: str


class PairingData(msgspec.Struct, frozen=True, kw_only=True):
    """One player alone has no opponent; `bye` says why, in English."""

    match: str
    table: int
    bye: str
    players: list[PlayerData]


class RoundData(msgspec.Struct, frozen=True, kw_only=True):
    stage: int
    number: int
    state: str
    starts_at: str | None
    pairings: list[PairingData]
    url: str


class LineData(msgspec.Struct, frozen=True, kw_only=True):
    """`points` as text, in whole and half points."""

    rank: int
    player: PlayerData
    points: str


class StandingsData(msgspec.Struct, frozen=True, kw_only=True):
    """The first ten lines; the API has all. `made_from`: the number of the event's fact up to which they know."""

    stage: int
    after_round: int
    made_from: int
    lines: list[LineData]
    url: str
    api: str


class LeagueData(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    name: str
    club: ClubData
    url: str


class SeasonData(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    number: int
    name: str
    state: str
    league: LeagueData
    url: str


class MessageData(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened. `stream` and `sequence` order what happened in one event or league: a higher sequence is later.
    The members after them are there where the type has them."""

    stream: str = ""
    sequence: int = 0
    event: EventData | None = None
    entry: EntryData | None = None
    round: RoundData | None = None
    game: GameData | None = None
    standings: StandingsData | None = None
    season: SeasonData | None = None
    text: str = ""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a request. `timestamp` is when it happened."""

    type: str
    version: Literal[1] = 1
    timestamp: str
    data: MessageData


def message_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a message."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Message)}
