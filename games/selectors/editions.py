"""Editions that can be played with: those that ship with a game system, and the clubs' own."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from games.engine.core.game_system import GameEdition
from games.engine.registry import GAME_SYSTEMS, game_system
from games.models import Club, ClubEdition, Game
from magistrar_site.shared.errors import NotFound

KEY_LENGTH = 60
TITLE_LENGTH = 100
_KEY = re.compile(rf"[a-z0-9][a-z0-9._-]{{0,{KEY_LENGTH - 1}}}")


def part_in_words(key: str) -> str:
    """The name of a part of an edition, from its key: "high_stakes" is "High stakes"."""
    return key.replace("_", " ").capitalize()


class StoredEditions(Mapping[str, GameEdition]):
    """The clubs' editions of a game system by key, read from the database when one is asked for: what the engine is
    handed beside the shipped ones. Its length and iteration ask the database too."""

    def __init__(self, system: str) -> None:
        self._system = system

    def _rows(self) -> QuerySet[ClubEdition]:
        return ClubEdition.objects.filter(system=self._system)

    def __getitem__(self, key: str) -> GameEdition:
        if not _KEY.fullmatch(key):
            raise KeyError(key)
        row = self._rows().filter(key=key).values_list("data", flat=True).first()
        if row is None:
            raise KeyError(key)
        return _read(self._system, row)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows().values_list("key", flat=True))

    def __len__(self) -> int:
        return self._rows().count()


@lru_cache(maxsize=64)
def _read(system: str, data: str) -> GameEdition:
    """Reading an edition builds its tables, so it is done once for each content."""
    return game_system(system).read_edition(data)


def playable_edition(system: str, key: str) -> GameEdition:
    """The edition of that key, shipped or a club's. KeyError for an unknown one."""
    shipped = game_system(system).editions.get(key)
    return shipped if shipped is not None else StoredEditions(system)[key]


def players_of_edition(system: str, key: str) -> tuple[int, ...]:
    """The numbers of players that a game can have by that edition, the least first. KeyError for an unknown one."""
    return game_system(system).players_of(playable_edition(system, key))


def edition_title(system: str, key: str) -> str:
    """What people call the edition of that key; the key itself where there is none."""
    shipped = game_system(system).editions.get(key)
    if shipped is not None:
        return shipped.title
    row = ClubEdition.objects.filter(system=system, key=key).first() if _KEY.fullmatch(key) else None
    return str(row) if row is not None else key


@dataclass(frozen=True)
class EditionView:
    """An edition, shipped or a club's: what it is called, and what it says. `row` is None for one that ships with its
    game."""

    system: str
    key: str
    title: str
    digest: str
    row: ClubEdition | None
    data: Mapping[str, Any]


def edition_view(key: str) -> EditionView:
    """The edition of that key, of whatever game. NotFound where there is none."""
    shipped = next((view for view in shipped_editions() if view.key == key), None)
    return shipped if shipped is not None else edition_view_of(club_edition(key))


def edition_view_of(row: ClubEdition) -> EditionView:
    return EditionView(row.system, row.key, str(row), row.digest, row, edition_content(row))


def shipped_editions() -> list[EditionView]:
    """What ships with the games that events are played with, in their order."""
    return [
        EditionView(system.key, edition.key, edition.title, edition.content_hash, None, edition.as_data())
        for system in GAME_SYSTEMS.values()
        for edition in system.editions.values()
    ]


def edition_titles(club: Club, system: str = "magistrar") -> dict[str, str]:
    """What the club's events may be played with: titles by key, shipped ones first, only the newest version of each."""
    own = {row.key: str(row) for row in newest_editions(club).filter(system=system)}
    return {key: edition.title for key, edition in game_system(system).editions.items()} | own


def newest_editions(club: Club) -> QuerySet[ClubEdition]:
    """The newest version of each of the club's editions, by title."""
    return ClubEdition.objects.filter(club=club, followed_by=None).order_by("title", "key")


def editions_of_club(club: Club) -> QuerySet[ClubEdition]:
    """All versions, newest first within a title, each with whether it was played with (`was_used`) and followed
    (`has_newer`)."""
    used = Game.objects.filter(system=OuterRef("system"), edition=OuterRef("key"))
    newer = ClubEdition.objects.filter(follows=OuterRef("pk"))
    rows = ClubEdition.objects.filter(club=club).select_related("follows", "club")
    return rows.annotate(was_used=Exists(used), has_newer=Exists(newer)).order_by("title", "-version", "key")


def club_edition(key: str) -> ClubEdition:
    """With its club and what it follows; NotFound where there is none."""
    found = ClubEdition.objects.select_related("club", "follows").filter(key=key) if _KEY.fullmatch(key) else None
    edition = found.first() if found is not None else None
    if edition is None:
        raise NotFound("no_such_edition", _("There is no edition at this address."))
    return edition


def follower_of(edition: ClubEdition) -> ClubEdition | None:
    """The next version."""
    return ClubEdition.objects.filter(follows=edition).first()


def newest_version(edition: ClubEdition) -> ClubEdition:
    """The last of the versions that follow it; itself where none does."""
    while (newer := follower_of(edition)) is not None:
        edition = newer
    return edition


def edition_seen(edition: ClubEdition) -> str:
    """SHA-256 (hex) of all that an organiser may change of this version: a page says by it what it showed."""
    return hashlib.sha256(f"{edition.key}\n{edition.title}\n{edition.digest}".encode()).hexdigest()


def edition_content(edition: ClubEdition) -> dict[str, Any]:
    """What it says, as the engine's edition files have it."""
    content: dict[str, Any] = json.loads(edition.data)
    return content


def is_used(edition: ClubEdition, *, stream: str | None = None) -> bool:
    """Whether a game was arranged with it, anywhere or on a stream: then it stays as it is."""
    games = Game.objects.filter(system=edition.system, edition=edition.key)
    return (games.filter(stream=stream) if stream is not None else games).exists()


def editions_on_stream(stream: str) -> list[tuple[str, str, str, dict[str, Any]]]:
    """System, key, digest and data of the clubs' editions that games of the stream were arranged with, by key."""
    used = Game.objects.filter(stream=stream).order_by().values_list("system", "edition").distinct()
    rows = ClubEdition.objects.filter(key__in=[edition for _system, edition in used]).order_by("key")
    return [(row.system, row.key, row.digest, edition_content(row)) for row in rows]
