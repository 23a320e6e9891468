"""What entering a list would do, line by line: shown before anything is written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.selectors.players import players_called, players_called_elsewhere
from games.services.players import NAME_LENGTH
from magistrar_site.shared.names import fold_name
from magistrar_site.shared.services.facts import canonical
from tournaments.enums import EventState
from tournaments.models import Entry, Event
from tournaments.selectors.entries import places_for_newcomers
from tournaments.services.entry_lists import ListedPlayer, list_read

NEW = "new"  # the answer "somebody new"
SKIP = "skip"  # the answer "not this one"


class LineStatus(StrEnum):
    """What entering a line would do."""

    NEW = "new"  # a player nobody here knows yet
    KNOWN = "known"  # the one player whom this name, and the club beside it, means
    UNCLEAR = "unclear"  # it may mean several players of the club, or some of other clubs: say which
    ENTERED = "entered"  # takes part already
    TWICE = "twice"  # stands further up in the same list
    REFUSED = "refused"  # no name: empty, without a letter, or too long


ENTERABLE = frozenset({LineStatus.NEW, LineStatus.KNOWN, LineStatus.UNCLEAR})


class Joining(StrEnum):
    """How somebody entered now takes part."""

    PLACE = "place"
    WAITING = "waiting"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line of a list: its number from 1, the name, what would happen, the players it may mean, what else stood
    there, and how the player would take part (None where nobody is entered). `unread`: what stands where the rating
    belongs, and is none; the player is entered without one."""

    number: int
    name: str
    status: LineStatus
    player_keys: tuple[str, ...] = ()
    rating: int | None = None
    club: str = ""
    unread: str = ""
    joining: Joining | None = None

    @property
    def is_unread(self) -> bool:
        """Whether something on the line would be left out without a word."""
        return self.status is LineStatus.REFUSED or bool(self.unread and self.status in ENTERABLE)

    @property
    def is_too_long(self) -> bool:
        """Whether there is a name, and more of it than is kept."""
        return len(self.name) > NAME_LENGTH

    def answers(self) -> set[str]:
        """What may be chosen for the line."""
        if self.status is LineStatus.REFUSED:
            return {SKIP}
        if self.status is LineStatus.ENTERED:
            return set()
        return {*self.player_keys, NEW, SKIP}


@dataclass(frozen=True, slots=True)
class _Known:
    """Who is known by a folded name: players of the event's club, and of others."""

    own: Mapping[str, Sequence[Any]]
    elsewhere: Mapping[str, Sequence[Any]]


def entries_preview(*, event: Event, text: str) -> list[EntryLine]:
    """What entering a list would do. Writes nothing. Invalid as `list_read`."""
    listed = list_read(text).players
    names = [player.name for player in listed]
    known = _Known(players_called(event.club, names), players_called_elsewhere(event.club, names))
    entered = set(Entry.objects.filter(event=event).values_list("player__key", flat=True))
    seen: set[tuple[str, str]] = set()
    lines = []
    for player in listed:
        keys, is_sure = _meant(event, player, known)
        identity = (fold_name(player.name), fold_name(player.club))
        status = _status(player, keys, is_sure=is_sure, entered=entered, is_twice=identity in seen)
        seen.add(identity)
        lines.append(EntryLine(player.number, player.name, status, keys, player.rating, player.club, player.unread))
    return _with_joining(event, lines)


def _meant(event: Event, listed: ListedPlayer, known: _Known) -> tuple[tuple[str, ...], bool]:
    """Keys of the players that a line may mean, and whether it can only be the one. The club beside a name decides
    where it is known; without one, the event's own club goes first, and players of others are asked about."""
    folded, club = fold_name(listed.name), fold_name(listed.club)
    own, elsewhere = known.own.get(folded, []), known.elsewhere.get(folded, [])
    if club and club != fold_name(event.club.name):
        of_club = [player for player in elsewhere if player.club is not None and fold_name(player.club.name) == club]
        if of_club:
            return tuple(player.key for player in of_club), len(of_club) == 1
        return tuple(player.key for player in (*own, *elsewhere)), False
    if own:
        return tuple(player.key for player in own), len(own) == 1
    return tuple(player.key for player in elsewhere), False


def _status(
    listed: ListedPlayer, keys: Sequence[str], *, is_sure: bool, entered: set[str], is_twice: bool
) -> LineStatus:
    if not any(char.isalpha() for char in fold_name(listed.name)) or len(listed.name) > NAME_LENGTH:
        return LineStatus.REFUSED
    if is_twice:
        return LineStatus.TWICE
    if not keys:
        return LineStatus.NEW
    if is_sure or set(keys) <= entered:
        return LineStatus.ENTERED if set(keys) <= entered else LineStatus.KNOWN
    return LineStatus.UNCLEAR


def _with_joining(event: Event, lines: Iterable[EntryLine]) -> list[EntryLine]:
    """The lines with how each would take part: who comes after the last free place waits, in a running event too."""
    free = places_for_newcomers(event)
    placed = Joining.LATE if event.state == EventState.RUNNING else Joining.PLACE
    shown = []
    for line in lines:
        joining = None
        if line.status in ENTERABLE:
            joining = placed if free is None or free > 0 else Joining.WAITING
            free = None if free is None else free - 1
        shown.append(replace(line, joining=joining))
    return shown


def preview_digest(lines: Iterable[EntryLine]) -> str:
    """SHA-256 (hex) of a preview: who confirms one says by it what was shown."""
    shown = [
        [line.number, line.name, line.status.value, line.player_keys, line.rating, line.club, line.unread, line.joining]
        for line in lines
    ]
    return hashlib.sha256(canonical(shown)).hexdigest()
