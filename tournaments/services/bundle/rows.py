"""Writing an event's rows as its facts say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction

from games.selectors.clubs import clubs_by_key
from games.selectors.players import players_by_key
from tournaments.facts.state import ReplayedMatch, ReplayedRound, ReplayedState
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
    StageSeed,
)
from tournaments.services.rounds.change import BY_HAND
from tournaments.services.stages.plan import event_pages_mark

if TYPE_CHECKING:
    from games.models import Club, Player

BATCH = 500
Pairs = Sequence[Mapping[str, Any]]


@transaction.atomic
def event_rows_create(
    *, club: Club, slug: str, state: ReplayedState, games: Mapping[str, int], pairings: Mapping[int, Pairs]
) -> Event:
    """The event with stages, entries, rounds and matches. `games`: primary keys by key; `pairings`: the pairing
    system's own, by the number of the drafting fact. Players must be there."""
    said = state.the_event()
    event = Event.objects.create(
        key=said.key,
        club=club,
        name=said.name or f"#{said.key[:6]}",
        slug=slug,
        state=said.state,
        preset=said.preset,
        system=said.system,
        **said.columns,
        rules=dict(said.rules),
        entry_rules=dict(said.entry_rules),
        seed=said.seed or said.drawn,
        created_at=said.created_at,
    )
    if any(said.about.values()):
        EventAbout.objects.create(event=event, **{name: text or "" for name, text in said.about.items()})
    stages = {
        number: Stage.objects.create(
            event=event,
            number=number,
            format=stage.format,
            options=dict(stage.options),
            planned_rounds=stage.planned_rounds,
            best_of=stage.best_of,
            state=stage.state,
            takes=stage.takes,
            closed_fact=stage.closed_fact,
        )
        for number, stage in sorted(state.stages.items())
    }
    event_pages_mark(event)
    entries = _entries(event, state)
    StageSeed.objects.bulk_create(
        StageSeed(stage=stages[number], entry=entries[key], number=seed)
        for number, stage in state.stages.items()
        for key, seed in stage.seeds.items()
    )
    _sessions(event, state, entries)
    _wishes(event, state, stages, entries)
    Announcement.objects.bulk_create(
        Announcement(key=said.key, event=event, text=said.text or "", said_at=said.said_at, by_mail=said.by_mail)
        for said in state.announcements.values()
    )
    Penalty.objects.bulk_create(
        Penalty(
            key=said.key,
            entry=entries[said.entry],
            stage=stages[said.stage],
            round_number=said.round,
            kind=said.kind,
            amount=said.amount,
            given_at=said.given_at,
            fact_number=said.fact_number,
            is_taken_back=said.is_taken_back,
        )
        for said in state.penalties.values()
    )
    former = players_by_key(
        player for round_ in state.rounds for match in round_.matches.values() for player in match.former.values()
    )
    for round_ in state.rounds:
        _round(stages[round_.stage], round_, pairings.get(round_.drafted, ()), entries, games, former)
    _ladder(state, stages, entries)
    return event


def _ladder(state: ReplayedState, stages: Mapping[int, Stage], entries: Mapping[str, Entry]) -> None:
    matches = {
        match.key: match for match in Match.objects.filter(round__stage__in=stages.values(), key__in=_accepted(state))
    }
    Challenge.objects.bulk_create(
        Challenge(
            key=said.key,
            stage=stages[said.stage],
            challenger=entries[said.challenger],
            challenged=entries[said.challenged],
            made_at=said.made_at,
            made_fact=said.made_fact,
            accepted_at=said.accepted_at,
            accepted_fact=said.accepted_fact,
            match=matches[said.match] if said.match else None,
            outcome=said.outcome,
            ended_at=said.ended_at,
            ended_fact=said.ended_fact,
        )
        for said in state.challenges.values()
    )
    Holiday.objects.bulk_create(
        Holiday(
            entry=entries[said.entry],
            said_at=said.said_at,
            fact_number=said.fact_number,
            first=said.first,
            last=said.last,
        )
        for said in state.holidays
    )


def _accepted(state: ReplayedState) -> list[str]:
    return [said.match for said in state.challenges.values() if said.match]


def _entries(event: Event, state: ReplayedState) -> dict[str, Entry]:
    players = players_by_key(entry.player for entry in state.entries.values())
    entries = {
        key: Entry(
            key=key,
            event=event,
            player=players[entry.player],
            number=entry.number,
            rating=entry.rating,
            state=entry.state,
            by_player=entry.by_player,
            is_claim=entry.is_claim,
            counts_former=entry.counts_former,
            entered_at=entry.entered_at,
        )
        for key, entry in state.entries.items()
    }
    Entry.objects.bulk_create(entries.values(), batch_size=BATCH)
    return entries


def _sessions(event: Event, state: ReplayedState, entries: Mapping[str, Entry]) -> None:
    for said in state.sessions.values():
        session = CheckInSession.objects.create(
            event=event, number=said.number, opened_at=said.opened_at, closed_at=said.closed_at
        )
        CheckIn.objects.bulk_create(
            CheckIn(session=session, entry=entries[key], at=at, by_player=by_player)
            for key, (at, by_player) in said.here.items()
        )


def _wishes(event: Event, state: ReplayedState, stages: Mapping[int, Stage], entries: Mapping[str, Entry]) -> None:
    ByeRequest.objects.bulk_create(
        ByeRequest(stage=stages[stage], entry=entries[key], round_number=number, kind=bye.kind, by_player=bye.by_player)
        for (stage, number, key), bye in state.byes.items()
    )
    FixedTable.objects.bulk_create(
        FixedTable(event=event, entry=entries[key], partner=entries[partner] if partner else None, table=table)
        for (key, partner), table in state.tables.items()
    )
    for pair, how in state.apart.items():
        first, second = sorted((entries[key] for key in pair), key=lambda entry: entry.pk)
        SeparatedPair.objects.create(event=event, first=first, second=second, how=how)
    clubs = clubs_by_key(prize.club for prize in state.prizes.values() if prize.club)
    PrizeCategory.objects.bulk_create(
        PrizeCategory(
            key=prize.key,
            event=event,
            name=prize.name or f"#{prize.key[:6]}",
            places=prize.places,
            rating_from=prize.rating_from,
            rating_below=prize.rating_below,
            club=clubs[prize.club] if prize.club else None,
            amounts=list(prize.amounts),
            currency=prize.currency,
            sharing=prize.sharing,
        )
        for prize in state.prizes.values()
    )


def _round(
    stage: Stage,
    said: ReplayedRound,
    pairs: Pairs,
    entries: Mapping[str, Entry],
    games: Mapping[str, int],
    former: Mapping[str, Player],
) -> None:
    round_ = Round.objects.create(
        stage=stage,
        number=said.number,
        state=said.state,
        starts_at=said.starts_at,
        ends_at=said.ends_at,
        fact_number=said.fact_number,
        engine=[dict(pair) for pair in pairs],
        clock_minutes=said.clock.minutes,
        clock_started_at=said.clock.started_at,
        clock_paused_at=said.clock.paused_at,
        clock_paused_seconds=said.clock.paused_seconds,
        time_fact=said.time_fact,
    )
    matches = {key: _match(round_, match, pairs, entries) for key, match in said.matches.items()}
    Match.objects.bulk_create(matches.values(), batch_size=BATCH)
    MatchSeat.objects.bulk_create(
        (
            MatchSeat(
                match=matches[key],
                round=round_,
                entry=entries[entry],
                position=position,
                former_player=former[match.former[entry]] if entry in match.former else None,
                is_void=match.is_void,
            )
            for key, match in said.matches.items()
            for position, entry in enumerate(match.entries)
        ),
        batch_size=BATCH,
    )
    MatchGame.objects.bulk_create(
        (
            MatchGame(match=matches[key], game_id=games[game], number=number, is_friendly=number in match.friendly)
            for key, match in said.matches.items()
            for number, game in match.games.items()
        ),
        batch_size=BATCH,
    )


def _match(round_: Round, said: ReplayedMatch, pairs: Pairs, entries: Mapping[str, Entry]) -> Match:
    return Match(
        key=said.key,
        round=round_,
        table=said.table,
        bye=said.bye,
        best_of=said.best_of,
        agreed_at=said.agreed_at,
        has_place=said.has_place,
        opens_at=said.opens_at,
        closes_at=said.closes_at,
        is_extended=said.is_extended,
        time_fact=said.time_fact,
        rest_forfeited=said.rest_forfeited,
        is_void=said.is_void,
        bracket=said.bracket,
        goes_on=entries[said.goes_on] if said.goes_on else None,
        goes_on_by=said.goes_on_by,
        why=[*_why_of_system(said, pairs), *(list(BY_HAND) * said.by_hand)],
    )


def _why_of_system(said: ReplayedMatch, pairs: Pairs) -> list[Any]:
    """What the pairing system said of this pair."""
    if not said.of_system:
        return []
    own = next((pair for pair in pairs if set(pair["entries"]) == set(said.entries)), None)
    return list(own["why"]) if own else []
