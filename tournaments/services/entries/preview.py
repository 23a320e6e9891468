"""What entering a list would do, line by line: shown before anything is written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from games.selectors.people import players_formerly_called
from games.selectors.players import namesakes, players_called, players_called_elsewhere
from games.services.players import NAME_LENGTH
from magistrar_site.shared.names import fold_name, name_key, plain_name
from magistrar_site.shared.services.facts import canonical
from tournaments.enums import EntryState, EventState
from tournaments.models import Entry, Event
from tournaments.selectors.entries import places_for_newcomers
from tournaments.services.entries.lists.columns import Column, Reading
from tournaments.services.entries.lists.player_list import Doubt, ListedPlayer, PlayerList
from tournaments.services.entries.lists.read import list_read

NEW = "new"  # the answer "somebody new"
SKIP = "skip"  # the answer "not this one"
BACK = "back"  # the answer "take back in"


class LineStatus(StrEnum):
    """What entering a line would do."""

    NEW = "new"  # a player nobody here knows yet
    KNOWN = "known"  # the one player whom this name, and the club beside it, means
    UNCLEAR = "unclear"  # it may mean several players, some of other clubs, or some with a name like it: say which
    LEFT = "left"  # withdrew or pauses: say whether they come back
    EXPELLED = "expelled"  # was excluded from this event
    ENTERED = "entered"  # takes part already
    TWICE = "twice"  # stands further up in the same list
    REFUSED = "refused"  # no name: empty, without a letter, or too long


ENTERABLE = frozenset({LineStatus.NEW, LineStatus.KNOWN, LineStatus.UNCLEAR})
ASKING = frozenset({LineStatus.UNCLEAR, LineStatus.LEFT})  # nobody is entered before these are answered


class Joining(StrEnum):
    """How somebody entered now takes part."""

    PLACE = "place"
    WAITING = "waiting"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line of a list: its number from 1, the name, what would happen, the players it may mean, what else stood
    there, and how the player would take part (None where nobody is entered). `unread`: what stands where the rating
    belongs, and is none; the player is entered without one. `doubt`: what of it can't be told. `sources`: the numbers
    of the columns that name, rating and club came from; `left_out`: what else stands on the line."""

    number: int
    name: str
    status: LineStatus
    player_keys: tuple[str, ...] = ()
    rating: int | None = None
    club: str = ""
    unread: str = ""
    joining: Joining | None = None
    doubt: Doubt = Doubt.NONE
    sources: Mapping[Column, tuple[int, ...]] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

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
        if self.status in {LineStatus.ENTERED, LineStatus.EXPELLED}:
            return set()
        if self.status is LineStatus.LEFT:
            return {BACK, SKIP}
        return {*self.player_keys, NEW, SKIP}


@dataclass(frozen=True, slots=True)
class _Known:
    """Who is known by a plain name (players of the event's club, of others, and those of the club who had it before),
    and who is entered: the states of their entries by the key of the player."""

    own: Mapping[str, Sequence[Any]]
    elsewhere: Mapping[str, Sequence[Any]]
    formerly: Mapping[str, Sequence[Any]]
    entered: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of entering a list, and the list as it was read."""

    lines: list[EntryLine]
    read: PlayerList


def entries_preview(*, event: Event, text: str, reading: Reading | None = None) -> list[EntryLine]:
    """What entering a list would do. Writes nothing. Invalid as `list_read`."""
    return list_preview(event=event, text=text, reading=reading).lines


def list_preview(*, event: Event, text: str, reading: Reading | None = None) -> Preview:
    """As `entries_preview`, with the list."""
    read = list_read(text, reading)
    return Preview(_lines(event, read.players), read)


def _lines(event: Event, listed: Sequence[ListedPlayer]) -> list[EntryLine]:
    names = [player.name for player in listed]
    known = _Known(
        players_called(event.club, names),
        players_called_elsewhere(event.club, names),
        players_formerly_called(event.club, names),
        dict(Entry.objects.filter(event=event).values_list("player__key", "state")),
    )
    meant = [_meant(event, player, known) for player in listed]
    sure = {each.keys[0] for each in meant if each.is_sure}
    seen: set[tuple[str, str]] = set()
    lines = []
    for player, each in zip(listed, meant, strict=True):
        if each.is_only_like:  # a player whom another line means for certain isn't meant here
            each = replace(each, keys=tuple(key for key in each.keys if key not in sure))
        identity = (name_key(player.name), fold_name(player.club))
        status = _status(player, each, entered=known.entered, is_twice=identity in seen)
        seen.add(identity)
        lines.append(
            EntryLine(
                number=player.number,
                name=player.name,
                status=status,
                player_keys=each.keys,
                rating=player.rating,
                club=player.club,
                unread=player.unread,
                doubt=player.doubt,
                sources=player.sources,
                left_out=player.left_out,
            )
        )
    return _with_joining(event, lines)


@dataclass(frozen=True, slots=True)
class _Meant:
    """Keys of the players that a line may mean; `is_sure`: it can only be the one. `is_only_like`: none has the very
    name."""

    keys: tuple[str, ...] = ()
    is_sure: bool = False
    is_only_like: bool = False


def _meant(event: Event, listed: ListedPlayer, known: _Known) -> _Meant:
    """Players with the very name go first; where there is none, those with a name like it, or who had it before, are
    asked about."""
    plain = plain_name(listed.name)
    own, elsewhere = known.own.get(plain, []), known.elsewhere.get(plain, [])
    very = _namesake(event, listed, namesakes(listed.name, own), namesakes(listed.name, elsewhere))
    if listed.key in very.keys:  # our own table says which of them it is
        return _Meant((listed.key,), is_sure=True)
    if very.keys:
        return very
    like = _keys(*own, *elsewhere, *known.formerly.get(plain, []))
    return _Meant(tuple(dict.fromkeys(like)), is_only_like=True)


def _keys(*players: Any) -> tuple[str, ...]:
    return tuple(player.key for player in players)


def _namesake(event: Event, listed: ListedPlayer, own: Sequence[Any], elsewhere: Sequence[Any]) -> _Meant:
    """Of players with the very name: the club beside it decides where it is known; without one, the event's own club
    goes first, and players of others are asked about."""
    club = fold_name(listed.club)
    if club and club != fold_name(event.club.name):
        of_club = [player for player in elsewhere if player.club is not None and fold_name(player.club.name) == club]
        if of_club:
            return _Meant(_keys(*of_club), len(of_club) == 1)
        return _Meant(_keys(*own, *elsewhere))
    if own:
        return _Meant(_keys(*own), len(own) == 1)
    return _Meant(_keys(*elsewhere))


def _status(listed: ListedPlayer, meant: _Meant, *, entered: Mapping[str, str], is_twice: bool) -> LineStatus:
    is_name = any(char.isalpha() for char in fold_name(listed.name)) and len(listed.name) <= NAME_LENGTH
    if not is_name or listed.doubt is Doubt.LETTERS:
        return LineStatus.REFUSED
    if is_twice:
        return LineStatus.TWICE
    if not meant.keys:
        return LineStatus.UNCLEAR if listed.doubt is Doubt.REMARK else LineStatus.NEW
    if meant.is_only_like or not set(meant.keys) <= entered.keys():
        return LineStatus.KNOWN if meant.is_sure else LineStatus.UNCLEAR
    return _OF_STATE.get(entered[meant.keys[0]], LineStatus.ENTERED) if meant.is_sure else LineStatus.ENTERED


# What a line says of somebody whose entry is in such a state.
_OF_STATE: Mapping[str, LineStatus] = {
    EntryState.WITHDRAWN: LineStatus.LEFT,
    EntryState.PAUSED: LineStatus.LEFT,
    EntryState.EXPELLED: LineStatus.EXPELLED,
}


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
