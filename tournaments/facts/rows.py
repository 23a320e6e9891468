"""The state rows of an event, in the same values as the fold: to be compared with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from games.selectors.editions import editions_on_stream
from games.selectors.game_rows import games_of_rows
from games.values.state import ReplayedEdition, shown
from magistrar_site.shared.facts import Difference
from tournaments.enums import EventState as Progress
from tournaments.facts.settings import columns_of
from tournaments.facts.state import (
    ReplayedAnnouncement,
    ReplayedBye,
    ReplayedChallenge,
    ReplayedClock,
    ReplayedEntry,
    ReplayedEvent,
    ReplayedHoliday,
    ReplayedMatch,
    ReplayedPenalty,
    ReplayedPrize,
    ReplayedRound,
    ReplayedSession,
    ReplayedStage,
    ReplayedState,
    about_nothing,
)
from tournaments.models import (
    Announcement,
    ByeRequest,
    Challenge,
    CheckIn,
    CheckInSession,
    Entry,
    Event,
    EventAbout,
    FixedTable,
    Holiday,
    Match,
    MatchGame,
    MatchSeat,
    Penalty,
    PrizeCategory,
    Round,
    SeparatedPair,
    Stage,
)
from tournaments.models.abouts import ABOUT_TEXTS


def rows_state(event: Event) -> ReplayedState:
    """The event as its rows have it now."""
    return ReplayedState(
        event=_event(event),
        stages={stage.number: _stage(stage) for stage in Stage.objects.filter(event=event).order_by("number")},
        entries={row.key: _entry(row) for row in Entry.objects.filter(event=event).select_related("player")},
        sessions=_sessions(event),
        byes={
            (row.stage.number, row.round_number, row.entry.key): ReplayedBye(str(row.kind), row.by_player)
            for row in ByeRequest.objects.filter(stage__event=event).select_related("stage", "entry")
        },
        tables={
            (row.entry.key, row.partner.key if row.partner else None): row.table
            for row in FixedTable.objects.filter(event=event).select_related("entry", "partner")
        },
        apart={
            frozenset({row.first.key, row.second.key}): str(row.how)
            for row in SeparatedPair.objects.filter(event=event).select_related("first", "second")
        },
        prizes={
            row.key: ReplayedPrize(
                row.key,
                row.name,
                row.places,
                row.rating_from,
                row.rating_below,
                row.club.key if row.club else None,
                tuple(row.amounts),
                row.currency,
                str(row.sharing),
            )
            for row in PrizeCategory.objects.filter(event=event).select_related("club")
        },
        announcements={
            row.key: ReplayedAnnouncement(row.key, row.text, row.said_at, row.by_mail)
            for row in Announcement.objects.filter(event=event)
        },
        penalties={
            row.key: ReplayedPenalty(
                row.key,
                row.entry.key,
                row.stage.number,
                row.round_number,
                str(row.kind),
                row.amount,
                row.given_at,
                row.fact_number,
                row.is_taken_back,
            )
            for row in Penalty.objects.filter(stage__event=event).select_related("entry", "stage")
        },
        rounds=_rounds(event),
        challenges={
            row.key: ReplayedChallenge(
                row.key,
                row.stage.number,
                row.challenger.key,
                row.challenged.key,
                row.made_at,
                row.made_fact,
                row.accepted_at,
                row.accepted_fact,
                row.match.key if row.match else None,
                str(row.outcome),
                row.ended_at,
                row.ended_fact,
            )
            for row in Challenge.objects.filter(stage__event=event).select_related(
                "stage", "challenger", "challenged", "match"
            )
        },
        holidays=[
            ReplayedHoliday(row.entry.key, row.said_at, row.fact_number, row.first, row.last)
            for row in Holiday.objects.filter(entry__event=event).select_related("entry").order_by("fact_number")
        ],
        editions=_editions(event),
        games=games_of_rows(event.stream),
    )


def _editions(event: Event) -> dict[str, ReplayedEdition]:
    """The clubs' editions that games of the event were arranged with."""
    return {
        key: ReplayedEdition(system, key, digest, data)
        for system, key, digest, data in editions_on_stream(event.stream)
    }


def _event(event: Event) -> ReplayedEvent:
    return ReplayedEvent(
        key=event.key,
        club=event.club.key,
        name=event.name,
        preset=event.preset,
        system=event.system,
        columns=columns_of(event),
        rules=event.rules,
        seed=event.seed if _has_started(event) else 0,
        created_at=event.created_at,
        state=str(event.state),
        entry_rules=event.entry_rules,
        about=about_nothing() | _about(event),
    )


def _about(event: Event) -> dict[str, str | None]:
    found = EventAbout.objects.filter(event=event).values(*ABOUT_TEXTS).first()
    return {name: str(text) for name, text in found.items()} if found else {}


def _has_started(event: Event) -> bool:
    """Whether it runs, is over, or was cancelled after its start."""
    if event.state == Progress.CANCELLED:
        return Stage.objects.filter(event=event, planned_rounds__gt=0).exists()
    return event.state in {Progress.RUNNING, Progress.FINISHED}


def _stage(stage: Stage) -> ReplayedStage:
    return ReplayedStage(
        number=stage.number,
        format=stage.format,
        options=stage.options,
        best_of=stage.best_of,
        planned_rounds=stage.planned_rounds,
        state=str(stage.state),
        takes=stage.takes,
        closed_fact=stage.closed_fact,
        seeds=dict(stage.seeds.values_list("entry__key", "number")),
    )


def _entry(entry: Entry) -> ReplayedEntry:
    return ReplayedEntry(
        key=entry.key,
        player=entry.player.key,
        entered_at=entry.entered_at,
        number=entry.number,
        rating=entry.rating,
        state=str(entry.state),
        by_player=entry.by_player,
        is_claim=entry.is_claim,
        counts_former=entry.counts_former,
    )


def _sessions(event: Event) -> dict[int, ReplayedSession]:
    sessions = {
        row.number: ReplayedSession(row.number, row.opened_at, row.closed_at)
        for row in CheckInSession.objects.filter(event=event).order_by("number")
    }
    check_ins = CheckIn.objects.filter(session__event=event).order_by("pk")
    for number, entry, at, by_player in check_ins.values_list("session__number", "entry__key", "at", "by_player"):
        sessions[number].here[entry] = (at, by_player)
    return sessions


def _rounds(event: Event) -> list[ReplayedRound]:
    matches: dict[int, dict[str, ReplayedMatch]] = {}
    for row in Match.objects.filter(round__stage__event=event).select_related("goes_on").order_by("pk"):
        says = ReplayedMatch(
            row.key,
            row.table,
            str(row.bye),
            row.best_of,
            (),
            agreed_at=row.agreed_at,
            has_place=row.has_place,
            opens_at=row.opens_at,
            closes_at=row.closes_at,
            is_extended=row.is_extended,
            is_void=row.is_void,
            rest_forfeited=str(row.rest_forfeited),
            bracket=row.bracket,
            goes_on=row.goes_on.key if row.goes_on else None,
            goes_on_by=row.goes_on_by,
        )
        matches.setdefault(row.round_id, {})[row.key] = says
    for match, round_, entry, is_void, former in (
        MatchSeat.objects.filter(round__stage__event=event)
        .order_by("match", "position")
        .values_list("match__key", "round_id", "entry__key", "is_void", "former_player__key")
    ):
        says = matches[round_][match]
        if former is not None:
            says.former[entry] = former
        # A seat's copy of `is_void` that isn't its match's shows as a seat that nobody has.
        says.entries = (*says.entries, entry if is_void == says.is_void else f"{entry} ({is_void=})")
    for match, round_, number, game, is_friendly in MatchGame.objects.filter(
        match__round__stage__event=event
    ).values_list("match__key", "match__round_id", "number", "game__key", "is_friendly"):
        matches[round_][match].games[number] = game
        if is_friendly:
            matches[round_][match].friendly.add(number)
    return [
        ReplayedRound(
            stage=row.stage.number,
            number=row.number,
            drafted=0,
            state=str(row.state),
            starts_at=row.starts_at,
            ends_at=row.ends_at,
            fact_number=row.fact_number,
            clock=ReplayedClock(row.clock_minutes, row.clock_started_at, row.clock_paused_at, row.clock_paused_seconds),
            matches=matches.get(row.pk, {}),
        )
        for row in Round.objects.filter(stage__event=event).select_related("stage").order_by("pk")
    ]


def state_differences(said: ReplayedState, rows: ReplayedState) -> Iterator[Difference]:
    """The differences between the rows and the facts: event, stages, entries, rounds with matches, games with
    everything around them. What was erased from the facts can't be compared and isn't. Where rows are missing or too
    many, the difference names them."""
    yield from value_differences("event", said.event, rows.event, said.the_event().changed_by)
    yield from value_differences("stage", said.stages, rows.stages, 0)
    yield from value_differences("entry", said.entries, rows.entries, 0)
    yield from value_differences("check-in", said.sessions, rows.sessions, 0)
    yield from value_differences("bye asked for", said.byes, rows.byes, 0)
    yield from value_differences("fixed tables", said.tables, rows.tables, 0)
    yield from value_differences("pairs kept apart", said.apart, rows.apart, 0)
    yield from value_differences("prize", said.prizes, rows.prizes, 0)
    yield from value_differences("announcement", said.announcements, rows.announcements, 0)
    yield from value_differences("penalty", said.penalties, rows.penalties, 0)
    yield from value_differences("edition", said.editions, rows.editions, 0)
    yield from value_differences("challenge", said.challenges, rows.challenges, 0)
    yield from value_differences("holiday", said.holidays, rows.holidays, 0)
    yield from value_differences("round", said.rounds, rows.rounds, 0)
    yield from value_differences("game", said.games, rows.games, 0)


ERASABLE = frozenset({"name", "text", "body", "idempotency_key"})


def value_differences(what: str, said: Any, found: Any, number: int) -> Iterator[Difference]:
    """The differences between two values of replayed state, member by member; `number` is that of the fact that they
    are about, 0 where none says it."""
    if is_dataclass(said) and type(said) is type(found):
        number = getattr(said, "changed_by", number) or number
        for member in fields(said):
            one, other = getattr(said, member.name), getattr(found, member.name)
            if member.name in {"columns", "about"}:
                for name in one:
                    if member.name == "columns" or one[name] is not None:
                        yield from value_differences(f"{what}, {name}", one[name], other[name], number)
            elif member.compare and not (one is None and member.name in ERASABLE):
                yield from value_differences(f"{what}, {member.name}", one, other, number)
    elif isinstance(said, dict) and isinstance(found, dict) and any(map(is_dataclass, (said | found).values())):
        for key in [*said, *(key for key in found if key not in said)]:
            yield from value_differences(f"{what} {key}", said.get(key), found.get(key), number)
    elif isinstance(said, list) and isinstance(found, list):
        for index in range(max(len(said), len(found))):
            one, other = (values[index] if index < len(values) else None for values in (said, found))
            yield from value_differences(f"{what} {index + 1}", one, other, number)
    elif said != found:
        yield Difference(number or _changed_by(said), what, shown(said), shown(found))


def _changed_by(value: Any) -> int:
    return getattr(value, "changed_by", 0)
