"""Editions that can be played with: those that ship with a game system, and the clubs' own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.engine.core.game_system import GameEdition
from games.engine.registry import game_system
from games.models import Club, ClubEdition, Game
from magistrar_site.shared.errors import NotFound


class StoredEditions(Mapping[str, GameEdition]):
    """The clubs' editions of a game system by key, read from the database when one is asked for: what the engine is
    handed beside the shipped ones. Its length and iteration ask the database too."""

    def __init__(self, system: str) -> None:
        self._system = system

    def _rows(self) -> QuerySet[ClubEdition]:
        return ClubEdition.objects.filter(system=self._system)

    def __getitem__(self, key: str) -> GameEdition:
        if "\0" in key or len(key) > 60:
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


def edition_titles(club: Club, system: str = "magistrar") -> dict[str, str]:
    """What the club's events may be played with: titles by key, shipped ones first, only the newest version of each."""
    newest = ClubEdition.objects.filter(club=club, system=system, followed_by=None)
    own = {row.key: f"{row.title} ({row.version})" for row in newest.order_by("title", "key")}
    return {key: edition.title for key, edition in game_system(system).editions.items()} | own


def editions_of_club(club: Club) -> QuerySet[ClubEdition]:
    """All versions, newest first within a title."""
    return ClubEdition.objects.filter(club=club).select_related("follows").order_by("title", "-version", "key")


def club_edition(key: str) -> ClubEdition:
    """With its club; NotFound where there is none."""
    edition = ClubEdition.objects.select_related("club").filter(key=key).first()
    if edition is None:
        raise NotFound("no_such_edition", _("There is no edition at this address."))
    return edition


def is_used(edition: ClubEdition) -> bool:
    """Whether a game was arranged with it: then it stays as it is."""
    return Game.objects.filter(system=edition.system, edition=edition.key).exists()
