"""What the buttons of a round's page do: each reads its fields and calls one service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import UNSET, UnsetType

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from tournaments.models import Round
from tournaments.selectors.rounds.matches import paired_matches
from tournaments.services.rounds.change import (
    bye_give,
    entries_pair,
    entries_swap,
    match_move,
    match_turn,
    match_unpair,
)
from tournaments.services.rounds.clock import clock_extend, clock_pause, clock_set, clock_start
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.states import round_close, round_reopen, round_start
from tournaments.services.rounds.times import match_agree, round_schedule
from tournaments.services.rounds.undo import round_discard, round_undo
from tournaments.services.zone_times import instant_of

# The fields of the page that take a whole number.
NUMBERS = {
    "table": gettext_lazy("Table"),
    "minutes": gettext_lazy("Minutes to play"),
    "more": gettext_lazy("More minutes for everybody"),
}


Step = Callable[[Act, Round, Mapping[str, Any], int | None], object]


def _number(post: Mapping[str, Any], field: str) -> int:
    """A whole number of the form; Invalid where it is none."""
    text = str(post.get(field, "")).strip()
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        message = _("%(field)s: type a whole number.") % {"field": NUMBERS[field]}
        raise Invalid("no_number", message, fields={field: _("Type a whole number.")})
    return int(text)


def _two(post: Mapping[str, Any]) -> tuple[str, str]:
    """The two players that are ticked, in the order of the page."""
    ticked = post.getlist("entry")  # type: ignore[attr-defined] # a QueryDict
    if len(ticked) != 2:
        raise Invalid("two_players", _("Tick two players."), fields={"entry": _("Tick two players.")})
    return ticked[0], ticked[1]


def _one(post: Mapping[str, Any]) -> str:
    ticked = post.getlist("entry")  # type: ignore[attr-defined] # a QueryDict
    if len(ticked) != 1:
        raise Invalid("one_player", _("Tick one player."), fields={"entry": _("Tick one player.")})
    return str(ticked[0])


def _move(act: Act, round_: Round, post: Mapping[str, Any], seen: int | None) -> Round:
    """The table at which the ticked player sits gets the number."""
    entry = _one(post)
    match = next((row for row in paired_matches(round_) if entry in [seat.entry.key for seat in row.seats.all()]), None)
    key = match.key if match else ""
    return match_move(act=act, round_=round_, match=key, table=_number(post, "table"), seen=seen)


def _swap(act: Act, round_: Round, post: Mapping[str, Any], seen: int | None) -> Round:
    first, second = _two(post)
    return entries_swap(act=act, round_=round_, first=first, second=second, seen=seen)


def _pair(act: Act, round_: Round, post: Mapping[str, Any], seen: int | None) -> Round:
    ticked = post.getlist("entry")  # type: ignore[attr-defined] # a QueryDict
    if len(ticked) < 2:
        _two(post)
    return entries_pair(act=act, round_=round_, entries=ticked, seen=seen)


def _instant(round_: Round, post: Mapping[str, Any], field: str) -> datetime:
    """A date and time in the event's zone; a time alone is on the round's day."""
    event, text = round_.stage.event, str(post.get(field, "")).strip()
    day = (round_.starts_at or event.starts_at).astimezone(ZoneInfo(event.time_zone)).date()
    try:
        shown = datetime.fromisoformat(text if "-" in text else f"{day}T{text}")
    except ValueError:
        message = _("Type a date and time like 2026-03-06 19:30.")
        raise Invalid("no_such_time", message, fields={field: message}) from None
    return instant_of(shown.replace(tzinfo=None), event.time_zone, field=field)


def _agree(act: Act, round_: Round, post: Mapping[str, Any], _seen: int | None) -> Round:
    """The match of the ticked player gets the time; an empty one takes it back."""
    entry = _one(post)
    match = paired_matches(round_).filter(seats__entry__key=entry[:12]).first()
    if match is None:
        raise Invalid("not_seated", _("This player has no opponent in this round."))
    agreed_at = _instant(round_, post, "agreed_at") if str(post.get("agreed_at", "")).strip() else None
    match_agree(act=act, match=match, agreed_at=agreed_at)
    return round_


# The buttons of the page, by name. Those of a line carry the match as their value.
CHANGES: Mapping[str, tuple[Step, str | Promise]] = {
    "swap": (_swap, gettext_lazy("Swapped.")),
    "pair": (_pair, gettext_lazy("Paired.")),
    "bye": (
        lambda act, round_, post, seen: bye_give(
            act=act, round_=round_, entry=_one(post), kind=str(post.get("kind", "")), seen=seen
        ),
        gettext_lazy("The bye is given."),
    ),
    "move": (_move, gettext_lazy("Moved.")),
    "agree": (_agree, gettext_lazy("The time is set.")),
    "turn": (
        lambda act, round_, post, seen: match_turn(act=act, round_=round_, match=str(post["turn"]), seen=seen),
        gettext_lazy("The other one starts now."),
    ),
    "unpair": (
        lambda act, round_, post, seen: match_unpair(act=act, round_=round_, match=str(post["unpair"]), seen=seen),
        gettext_lazy("Taken back."),
    ),
}


STATES: Mapping[str, tuple[Step, str | Promise]] = {
    "publish": (
        lambda act, round_, post, seen: round_publish(act=act, round_=round_, seen=seen),
        gettext_lazy("The round is published."),
    ),
    "discard": (
        lambda act, round_, post, seen: round_discard(act=act, round_=round_),
        gettext_lazy("The draft is discarded."),
    ),
    "start": (
        lambda act, round_, post, seen: round_start(act=act, round_=round_),
        gettext_lazy("The round is running."),
    ),
    "close": (
        lambda act, round_, post, seen: round_close(act=act, round_=round_),
        gettext_lazy("The round is closed."),
    ),
    "reopen": (
        lambda act, round_, post, seen: round_reopen(act=act, round_=round_),
        gettext_lazy("The round is open again. Close it when everything is corrected."),
    ),
    "undo": (
        lambda act, round_, post, seen: round_undo(act=act, round_=round_, seen=seen),
        gettext_lazy("The round is undone. It can be paired again."),
    ),
}


def _schedule(act: Act, round_: Round, post: Mapping[str, Any], _seen: int | None) -> Round:
    ends_at: datetime | UnsetType | None = UNSET  # a page from before rounds had an end says nothing of it
    if "ends_at" in post:
        ends_at = _instant(round_, post, "ends_at") if str(post["ends_at"]).strip() else None
    return round_schedule(act=act, round_=round_, starts_at=_instant(round_, post, "starts_at"), ends_at=ends_at)


CLOCK: Mapping[str, tuple[Step, str | Promise]] = {
    "set": (
        lambda act, round_, post, seen: clock_set(act=act, round_=round_, minutes=_number(post, "minutes")),
        gettext_lazy("The clock is set."),
    ),
    "go": (lambda act, round_, post, seen: clock_start(act=act, round_=round_), gettext_lazy("The clock is running.")),
    "pause": (
        lambda act, round_, post, seen: clock_pause(act=act, round_=round_),
        gettext_lazy("The clock is paused."),
    ),
    "extend": (
        lambda act, round_, post, seen: clock_extend(act=act, round_=round_, minutes=_number(post, "more")),
        gettext_lazy("Everybody has more time."),
    ),
    "schedule": (_schedule, gettext_lazy("The time is set.")),
}
