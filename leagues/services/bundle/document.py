"""A season's file: a ZIP with the league's facts, and the bundle of each event of the season."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from magistrar_site.shared.facts import FactValue
from tournaments.services.bundle.document import (
    ENCODER,
    MOST_BYTES,
    BundleError,
    Head,
    Key,
    Number,
    document_decode,
    facts_chunks,
    facts_decode,
)

FORMAT: Literal["magistrar-league/1"] = "magistrar-league/1"
LEAGUE_FILE = "league.json"
MOST_EVENTS = 600
EARLIEST_DATE = (1980, 1, 1, 0, 0, 0)  # of a ZIP: the same season gives the same bytes


class LeagueDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The league's part. `season` is the number of the season whose events lie beside it; `public`: the facts are as
    everybody may see them."""

    format: Literal["magistrar-league/1"]
    league: Key
    season: Number
    head: Head
    facts: list[msgspec.Raw]
    public: bool = False


class ReadSeason(msgspec.Struct, frozen=True):
    """A season's file as it was read. `events` are the bundles of its events, by key, as bytes."""

    league: str
    season: int
    head: tuple[int, str]
    facts: list[FactValue]
    is_public: bool
    events: dict[str, bytes]

    @property
    def stream(self) -> str:
        return f"league:{self.league}"


def league_chunks(
    *, league: str, season: int, head: tuple[int, str], facts: Iterable[FactValue], public: bool
) -> Iterator[bytes]:
    """The league's part, a fact a line."""
    encode = ENCODER.encode
    yield b'{"format":' + encode(FORMAT) + b',\n"league":' + encode(league) + b',\n"season":' + encode(season)
    yield b',\n"head":' + encode(Head(*head)) + b",\n"
    if public:
        yield b'"public":true,\n'
    yield from facts_chunks(facts)


def season_file(league: bytes, events: Iterable[tuple[str, bytes]]) -> bytes:
    """The whole file. `events`: key and bundle of each, in any order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in [(LEAGUE_FILE, league), *sorted((_name(key), data) for key, data in events)]:
            archive.writestr(zipfile.ZipInfo(name, EARLIEST_DATE), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _name(key: str) -> str:
    return f"events/{key}.json"


def season_decode(data: bytes) -> ReadSeason:
    """Read a season's file. BundleError for anything that isn't one."""
    if len(data) > MOST_BYTES:
        raise BundleError(f"The file has {len(data):,} bytes; a season has at most {MOST_BYTES:,}.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = dict(_unpacked(archive))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise BundleError(f"The file is no ZIP: {error}") from None
    league = files.pop(LEAGUE_FILE, None)
    if league is None:
        raise BundleError(f"The file has no {LEAGUE_FILE}.")
    outer = document_decode(league, LeagueDocument)
    facts = facts_decode(league, outer.facts)
    if not outer.public and any(fact.redacted for fact in facts):
        raise BundleError("Facts are redacted, and the bundle doesn't say that it is public.")
    events = {name.removeprefix("events/").removesuffix(".json"): content for name, content in files.items()}
    return ReadSeason(outer.league, outer.season, (outer.head.number, outer.head.digest), facts, outer.public, events)


def _unpacked(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """The members by name, as long as all together are no more than a bundle may have."""
    members = archive.infolist()
    if len(members) > MOST_EVENTS + 1:
        raise BundleError(f"The file has {len(members):,} members; a season has at most {MOST_EVENTS + 1:,}.")
    left = MOST_BYTES
    for member in members:
        with archive.open(member) as stream:
            content = stream.read(left + 1)
        left -= len(content)
        if left < 0:
            raise BundleError(f"Unpacked, the file has more than {MOST_BYTES:,} bytes.")
        if member.filename != LEAGUE_FILE and not (
            member.filename.startswith("events/") and member.filename.endswith(".json")
        ):
            raise BundleError(f"The file has {member.filename!r}, which no season has.")
        yield member.filename, content
