"""Who takes part: typed or pasted names, matched to known players, shown before anything is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.players import player_by_key, players_called
from games.services.players import NAME_LENGTH, player_create
from magistrar_site.accounts.services.links import link_revoke, link_token
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.names import clean_name, fold_name
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EntryState, EventState
from tournaments.models import Entry, Event
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed

MOST_LINES = 1000
# "1. Anna", "2) Anna", "- Anna": how people number what they paste.
_BULLET = re.compile(r"^\s*(?:\d{1,4}\s*[.):]\s+|[-*•]\s+)")


class LineStatus(StrEnum):
    """What entering a pasted line would do."""

    NEW = "new"  # a player nobody here knows yet
    KNOWN = "known"  # the one player of the club with this name
    UNCLEAR = "unclear"  # several players of the club have this name: say which
    ENTERED = "entered"  # takes part already
    TWICE = "twice"  # stands further up in the same list
    REFUSED = "refused"  # no name


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line of a pasted list: its number from 1, the name, what would happen, and the players it may mean."""

    number: int
    name: str
    status: LineStatus
    player_keys: tuple[str, ...] = ()


def entries_preview(*, event: Event, text: str) -> list[EntryLine]:
    """What entering a pasted list, one name a line, would do. Writes nothing. Invalid `too_many_lines` over 1,000."""
    names = [(number, clean_name(_BULLET.sub("", line))) for number, line in enumerate(text.splitlines(), 1)]
    names = [(number, name) for number, name in names if name]
    if len(names) > MOST_LINES:
        raise Invalid("too_many_lines", _("At most 1,000 names at a time."), fields={"names": _("Split the list.")})
    known = players_called(event.club, [name for _number, name in names])
    entered = set(Entry.objects.filter(event=event).values_list("player__key", flat=True))
    lines: list[EntryLine] = []
    seen: set[str] = set()
    for number, name in names:
        folded = fold_name(name)
        keys = tuple(player.key for player in known.get(folded, []))
        status = _status(folded, name, keys, entered=entered, seen=seen)
        seen.add(folded)
        lines.append(EntryLine(number, name, status, keys))
    return lines


def _status(folded: str, name: str, keys: tuple[str, ...], *, entered: set[str], seen: set[str]) -> LineStatus:
    if not folded or len(name) > NAME_LENGTH:
        return LineStatus.REFUSED
    if folded in seen:
        return LineStatus.TWICE
    if not keys:
        return LineStatus.NEW
    if len(keys) > 1 and not set(keys) <= entered:
        return LineStatus.UNCLEAR
    return LineStatus.ENTERED if set(keys) <= entered else LineStatus.KNOWN


@transaction.atomic
def entries_add(*, act: Act, event: Event, text: str, choices: Mapping[int, str] | None = None) -> list[Entry]:
    """Enter everybody of a pasted list who isn't entered yet; all of them or, where a line needs an answer, nobody.

    `choices` answers unclear lines, and may overrule known ones: line number to a player's key, or to "new".
    Invalid `unclear_names` names the lines. DomainError `started`.
    """
    require_event(act, event, Action.MANAGE_ENTRIES)
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().select_related("club").get(pk=event.pk)
    if event.state not in {EventState.DRAFT, EventState.OPEN}:
        raise DomainError("started", _("The event has started, so nobody can be entered any more."))
    lines, choices = entries_preview(event=event, text=text), choices or {}
    open_lines = [
        line for line in lines if line.status is LineStatus.UNCLEAR and choices.get(line.number) not in _answers(line)
    ]
    if open_lines:
        raise Invalid(
            "unclear_names",
            _("Some names belong to several players of the club. Choose who is meant."),
            fields={f"line_{line.number}": _("Choose who is meant.") for line in open_lines},
        )
    return [_entry_of_line(act, event, line, choices) for line in lines if line.status in _ENTERABLE]


_ENTERABLE = {LineStatus.NEW, LineStatus.KNOWN, LineStatus.UNCLEAR}


def _answers(line: EntryLine) -> set[str]:
    return {*line.player_keys, "new"}


def _entry_of_line(act: Act, event: Event, line: EntryLine, choices: Mapping[int, str]) -> Entry:
    chosen = choices.get(line.number) if choices.get(line.number) in _answers(line) else None
    key = chosen or (line.player_keys[0] if line.status is LineStatus.KNOWN else "new")
    player = player_create(act=act, name=line.name, club=event.club) if key == "new" else player_by_key(key)
    if Entry.objects.filter(event=event, player=player).exists():
        raise Invalid(
            "entered_twice",
            _("%(name)s takes part already.") % {"name": player.name},
            fields={f"line_{line.number}": _("Takes part already.")},
        )
    entry = Entry.objects.create(key=act.ids.key(), event=event, player=player, entered_at=act.at)
    payload = {"entry": entry.key, "player": player.key}
    fact_append(act=act, stream=event.stream, kind="entry.added", payload=payload)
    return entry


@transaction.atomic
def entry_remove(*, act: Act, entry: Entry) -> None:
    """Take an entry back before the event has started. DomainError `started`: afterwards people withdraw."""
    event = entry.event
    require_event(act, event, Action.MANAGE_ENTRIES)
    stream_lock(stream=event.stream)
    if entry.number is not None:
        raise DomainError("started", _("The event has started: withdraw this player instead."))
    payload = {"entry": entry.key, "player": entry.player.key}
    fact_append(act=act, stream=event.stream, kind="entry.removed", payload=payload)
    Entry.objects.filter(pk=entry.pk).delete()


@transaction.atomic
def entry_withdraw(*, act: Act, entry: Entry) -> None:
    """The player leaves a running event: keeps what was played and is paired no more."""
    event = entry.event
    require_event(act, event, Action.MANAGE_ENTRIES)
    stream_lock(stream=event.stream)
    if entry.state == EntryState.WITHDRAWN:
        return
    fact_append(act=act, stream=event.stream, kind="entry.withdrawn", payload={"entry": entry.key})
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.WITHDRAWN)
    transaction.on_commit(lambda: event_changed.send(sender=Entry, event_key=event.key))


def personal_link(*, act: Act, entry: Entry) -> str:
    """The token of a player's personal link, to be handed over by the desk."""
    require_event(act, entry.event, Action.DESK)
    return link_token(subject=entry.key)


@transaction.atomic
def personal_link_replace(*, act: Act, entry: Entry) -> str:
    """Revoke a player's link, wherever it went, and make a new one."""
    require_event(act, entry.event, Action.DESK)
    link_revoke(subject=entry.key, at=act.at)
    fact_append(act=act, stream=entry.event.stream, kind="entry.link_replaced", payload={"entry": entry.key})
    return link_token(subject=entry.key)
