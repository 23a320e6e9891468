"""What stands above an event: a league, whose division it is. Apps above this one register themselves, and are asked
only about events that were made from one of their presets, so that all others cost nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from django.utils.functional import Promise

from magistrar_site.shared.errors import DomainError
from tournaments.models import Entry, Event


class Step(StrEnum):
    """A step in an event's life that may be somebody else's to take."""

    REOPEN = "reopen"
    CANCEL = "cancel"
    RESTORE = "restore"
    DELETE = "delete"
    FORMAT = "format"
    REASSIGN = "reassign"  # an entry's player is another one
    TIMES = "times"  # a round is played at another time
    TAKE_OVER = "take_over"  # an entry's player is another one from now on


@dataclass(frozen=True, slots=True)
class Parent:
    """What an event is a part of: its name and the path of its page."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something for one player: a sentence, and the path of the page where they act."""

    text: str | Promise
    path: str


class Overseer(Protocol):
    """`presets` are those of the events that it is asked about."""

    presets: frozenset[str]

    def refusal(self, event: Event, step: Step) -> DomainError | None:
        """Why the step can't be taken with the event itself; None where it can."""
        ...

    def round_window(self, event: Event, number: int) -> tuple[datetime, datetime] | None:
        """The window in which that round is played; None where it isn't said."""
        ...

    def parent(self, event: Event) -> Parent | None:
        """What the event is a part of."""
        ...

    def notices(self, entry: Entry) -> Sequence[Notice]:
        """What the player of the entry should know or answer."""
        ...

    def own_notices(self, subjects: Collection[str], user_key: str) -> Sequence[Notice]:
        """What somebody should know or answer who opened these personal links, or is signed in with this account ("":
        none), where no entry of an event says it yet."""
        ...

    def page_of_link(self, subject: str) -> str | None:
        """The path of the page that a personal link opens which belongs to no entry of an event; None where it isn't
        known here."""
        ...


_overseers: list[Overseer] = []


def overseer_register(overseer: Overseer) -> None:
    """Called once by an app above, when it is ready."""
    _overseers.append(overseer)


def overseer_of(event: Event) -> Overseer | None:
    """Who stands above the event; None for most."""
    return next((overseer for overseer in _overseers if event.preset in overseer.presets), None)


def own_notices(subjects: Collection[str], user_key: str) -> list[Notice]:
    """What somebody should know or answer beside their events."""
    return [notice for overseer in _overseers for notice in overseer.own_notices(subjects, user_key)]


def page_of_link(subject: str) -> str | None:
    """The page of a personal link that belongs to no entry of an event."""
    return next((path for overseer in _overseers if (path := overseer.page_of_link(subject))), None)


def notices_of(entry: Entry) -> Sequence[Notice]:
    """What the player of an entry should know or answer, by what stands above the event."""
    overseer = overseer_of(entry.event)
    return overseer.notices(entry) if overseer else ()


def parent_of(event: Event) -> Parent | None:
    """What the event is a part of; None for most."""
    overseer = overseer_of(event)
    return overseer.parent(event) if overseer else None


def refuse_overseen(event: Event, step: Step) -> None:
    """DomainError where the step isn't the event's own to take."""
    overseer = overseer_of(event)
    refusal = overseer.refusal(event, step) if overseer else None
    if refusal is not None:
        raise refusal
