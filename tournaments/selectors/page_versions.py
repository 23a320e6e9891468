"""The version of a public page, as one short text: it differs whenever the page may. One query each."""

from __future__ import annotations

import copy
import hashlib
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import CharField, Count, F, Func, IntegerField, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.models import Stream
from tournaments.enums import OVER, EntryState
from tournaments.models import (
    Announcement,
    ArbiterCall,
    Challenge,
    CheckIn,
    CheckInSession,
    Entry,
    Event,
    Holiday,
    MatchGame,
    Penalty,
    Standing,
    StandingTable,
)
from tournaments.selectors.events import PUBLIC_ROUNDS


@dataclass(frozen=True)
class VersionedEvent:
    """An event with its club, the newest fact (number, digest), and the version of all its pages show: facts, names,
    and what was worked out from the facts."""

    event: Event
    head: tuple[int, str]
    version: str

    def __copy__(self) -> VersionedEvent:
        """With an event whose attributes may be set."""
        return replace(self, event=copy.copy(self.event))


@dataclass(frozen=True)
class VersionedGame:
    """A game's place in its event, and the version of all that its page shows to everybody."""

    match_game: MatchGame
    version: str


def versioned_event(slug: str) -> VersionedEvent:
    """NotFound where there is no such event."""
    entries = Entry.objects.filter(event=OuterRef("pk")).order_by()
    head = Stream.objects.filter(name=Concat(Value("event:"), OuterRef("key")))
    tables = StandingTable.objects.filter(stage__event=OuterRef("pk")).order_by()
    event: Any = (
        Event.objects.filter(slug=slug)
        .select_related("club")
        .annotate(
            head_number=Subquery(head.values("number")),
            head_digest=Subquery(head.values("digest")),
            made_from=_one(tables, "MAX", "made_from"),
            tables=_one(tables, "COUNT", "pk"),
            names=_names(Entry.objects.filter(event=OuterRef(OuterRef("pk"))), "player__key"),
            hidden=_one(entries.filter(player__hides_name=True), "COUNT", "pk"),
        )
        .first()
    )
    if event is None:
        raise NotFound("no_such_event", _("There is no event at this address."))
    shown = (event.name, event.state, event.starts_at, event.time_zone, event.rules, event.entry_rules, event.club.name)
    made = (event.head_number, event.head_digest, event.made_from, event.tables, event.names, event.hidden)
    parts = shown, made, event.public_answers
    return VersionedEvent(event, (event.head_number or 0, event.head_digest or ""), _version(*parts))


def versioned_game(key: str) -> VersionedGame:
    """NotFound for a game of no event."""
    seats = MatchGame.objects.filter(pk=OuterRef(OuterRef("pk")), game__seats__isnull=False)
    hidden = MatchGame.objects.filter(pk=OuterRef("pk"), game__seats__player__hides_name=True).order_by()
    found: Any = (
        MatchGame.objects.filter(game__key=key)
        .select_related("game", "match__round__stage__event__club")
        .defer("match__round__engine")
        .annotate(names=_names(seats, "game__seats__player__key"), hidden=_one(hidden, "COUNT", "pk"))
        .first()
    )
    if found is None:
        raise NotFound("no_such_game", _("There is no game at this address."))
    game, round_ = found.game, found.match.round
    shown = (
        game.state,
        game.result_fact,
        game.time_fact,
        game.set_aside_to,
        game.is_void,
        game.variants,
        found.match.table,
    )
    around = (round_.state, round_.number, round_.stage.event.state, round_.stage.event.name)
    return VersionedGame(found, _version(shown, around, (found.names, found.hidden)))


# What a player's own page shows of a match: the match, its game, and who sits there.
_MATCH = "seats__match__"
_OWN_MATCH = (
    f"{_MATCH}round__state",
    f"{_MATCH}round__number",
    f"{_MATCH}key",
    f"{_MATCH}table",
    f"{_MATCH}bye",
    f"{_MATCH}is_void",
    f"{_MATCH}games__game__key",
    f"{_MATCH}games__game__state",
    f"{_MATCH}games__game__result_fact",
    f"{_MATCH}games__game__set_aside_to",
    f"{_MATCH}games__game__is_void",
    f"{_MATCH}games__game__variants",
    f"{_MATCH}games__game__submissions__fact_number",
    f"{_MATCH}games__game__submissions__confirmations__fact_number",
    f"{_MATCH}games__game__appeals__fact_number",
    f"{_MATCH}games__game__appeals__decided_fact",
    f"{_MATCH}calls__key",
    f"{_MATCH}calls__taken_at",
    f"{_MATCH}calls__closed_at",
    f"{_MATCH}seats__entry__player__name",
    f"{_MATCH}seats__entry__player__hides_name",
)
_OWN_ENTRY = (
    "state",
    "event__state",
    "points",
    "session",
    "session_closed",
    "arrived",
    "ahead",
    "told",
    "tellings",
    "penalty",
    "challenges",
    "accepted",
    "ended",
    "told_away",
)


def entry_page_version(key: str) -> str:
    """The version of all that only a player's own page shows: their matches, their points, whether they are expected
    and whether they are here, what is announced, and what the arbiter gave them. Their rank moves with everyone's
    results, so it is news only together with something of their own: otherwise all phones of a large event would fetch
    their pages after each result. NotFound where there is no such entry."""
    session = CheckInSession.objects.filter(event=OuterRef("event")).order_by("-number")
    standing = Standing.objects.filter(entry=OuterRef("pk")).order_by("-table__stage__number", "-table__after_round")
    ahead = Entry.objects.filter(event=OuterRef("event"), state=EntryState.WAITING, pk__lt=OuterRef("pk")).order_by()
    penalties = Penalty.objects.filter(entry=OuterRef("pk"), is_taken_back=False).order_by()
    told = Announcement.objects.filter(event=OuterRef("event")).order_by()
    # On a ladder each challenge and each holiday changes who may challenge whom.
    challenges = Challenge.objects.filter(stage__event=OuterRef("event")).order_by()
    holidays = Holiday.objects.filter(entry__event=OuterRef("event")).order_by()
    rows = list(
        Entry.objects.filter(key=key)
        .annotate(
            points=Subquery(standing.values("points")[:1]),
            session=Subquery(session.values("number")[:1]),
            session_closed=Subquery(session.values("closed_at")[:1]),
            arrived=_one(CheckIn.objects.filter(entry=OuterRef("pk")).order_by(), "MAX", "session__number"),
            ahead=_one(ahead, "COUNT", "pk"),
            told=_one(told, "MAX", "pk"),
            tellings=_one(told, "COUNT", "pk"),
            penalty=_one(penalties, "SUM", "fact_number"),
            challenges=_one(challenges, "COUNT", "pk"),
            accepted=_one(challenges, "SUM", "accepted_fact"),
            ended=_one(challenges, "SUM", "ended_fact"),
            told_away=_one(holidays, "MAX", "fact_number"),
        )
        .order_by()
        .values_list(*_OWN_MATCH, *_OWN_ENTRY)
    )
    if not rows:
        raise NotFound("no_such_entry", _("This entry doesn’t exist any more. Ask at the desk."))
    matches = {repr(row[: len(_OWN_MATCH)]) for row in rows if row[0] in PUBLIC_ROUNDS}  # a draft is nobody's news
    return _version(sorted(matches), rows[0][len(_OWN_MATCH) :])


def desk_version(event: Event) -> str:
    """The version of what the pages that run an event show beside the facts: the calls for the arbiter. One query."""
    calls = ArbiterCall.objects.filter(match__round__stage__event=event).order_by()
    counts = calls.aggregate(Count("pk"), Count("taken_at"), Count("closed_at"), Max("pk"))
    return _version(*counts.values())


def is_over(event: Event) -> bool:
    """Whether nothing more is to be expected."""
    return event.state in OVER


def _names(players: QuerySet[Any], key: str) -> Coalesce:
    """How many facts the players have in their own chains: one more with every change of a name."""
    streams = players.order_by().annotate(stream=Concat(Value("player:"), F(key), output_field=CharField()))
    return _one(Stream.objects.filter(name__in=streams.values("stream")), "SUM", "number")


def _one(rows: QuerySet[Any], function: str, field: str) -> Coalesce:
    """An aggregate of all rows as a subquery; 0 without rows."""
    total = rows.annotate(one=Func(F(field), function=function, output_field=IntegerField()))
    return Coalesce(Subquery(total.values("one"), output_field=IntegerField()), 0)


def _version(*values: object) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()[:20]
