"""A round's clock, and what is wished for before it is paired."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, Max, OuterRef, Prefetch, Q, QuerySet

from games.enums import GameState, ResultKind, Side
from magistrar_site.shared.selectors.facts import facts_of_kind
from tournaments.enums import ByeKind, RoundState
from tournaments.models import (
    ByeRequest,
    Entry,
    Event,
    FixedTable,
    Match,
    MatchGame,
    MatchSeat,
    PrizeCategory,
    Round,
    SeparatedPair,
    Stage,
)
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import STANDS

FORFEITS = (ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT)


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock as it shows at an instant. `ends_at` is None while it doesn't run; `remaining` never exceeds the
    whole time, so that a server's clock that jumps back costs nobody anything, and is never negative."""

    minutes: int
    remaining: timedelta
    ends_at: datetime | None
    is_started: bool
    is_paused: bool

    @property
    def is_over(self) -> bool:
        return self.is_started and not self.remaining

    @property
    def remaining_minutes(self) -> int:
        """Whole minutes, begun ones counted."""
        return -(-int(self.remaining.total_seconds()) // 60)


def clock_of(round_: Round, now: datetime) -> Clock | None:
    """The clock worked out from the stored instants; None where the round has none."""
    if not round_.clock_minutes:
        return None
    whole = timedelta(minutes=round_.clock_minutes)
    started, paused = round_.clock_started_at, round_.clock_paused_at
    if started is None:
        return Clock(round_.clock_minutes, whole, None, is_started=False, is_paused=False)
    end = started + whole + timedelta(seconds=round_.clock_paused_seconds)
    remaining = min(max(end - (paused or now), timedelta()), whole)
    return Clock(
        round_.clock_minutes, remaining, None if paused else end, is_started=True, is_paused=paused is not None
    )


def clock_values(round_: Round) -> dict[str, Any]:
    """The clock as facts say it: minutes, instants in ISO 8601, whole seconds."""
    started, paused = round_.clock_started_at, round_.clock_paused_at
    return {
        "minutes": round_.clock_minutes,
        "started_at": started.isoformat() if started else None,
        "paused_at": paused.isoformat() if paused else None,
        "paused_seconds": round_.clock_paused_seconds,
    }


def time_of_games(agreed_at: datetime | None, round_starts_at: datetime | None, event_starts_at: datetime) -> datetime:
    """When the games of a match are played: as its two agreed, else when its round is, else when the event starts.
    Games of one time are in the order of rounds and tables."""
    return agreed_at or round_starts_at or event_starts_at


def paired_matches(round_: Round) -> QuerySet[Match]:
    """The matches of a round that count, by table, with who sits there and how far their games are. Three queries."""
    seats = MatchSeat.objects.select_related("entry__player").order_by("position")
    games = MatchGame.objects.filter(STANDS).select_related("game").order_by("number")
    matches = Match.objects.filter(round=round_, is_void=False).order_by("table", "key")
    matches = matches.select_related("round__stage").defer("round__engine")
    return matches.prefetch_related(Prefetch("seats", queryset=seats), Prefetch("games", queryset=games))


def bye_requests_of(stage: Stage) -> QuerySet[ByeRequest]:
    """By round, then by pairing number, with entries and players."""
    requests = ByeRequest.objects.filter(stage=stage).select_related("entry__player")
    return requests.order_by("round_number", "entry__number", "entry__key")


def byes_asked_for(stage: Stage, number: int) -> dict[int, ByeKind]:
    """Kinds by the entry's primary key, for one round."""
    requests = ByeRequest.objects.filter(stage=stage, round_number=number)
    return {entry: ByeKind(kind) for entry, kind in requests.values_list("entry_id", "kind")}


def latecomers_of(stage: Stage) -> set[str]:
    """Keys of the entries that came after the stage's first round was paired. Two queries."""
    stream = stage.event.stream
    drafts = facts_of_kind(stream, "round.drafted").filter(payload__stage=stage.number, payload__round=1)
    paired = drafts.aggregate(last=Max("number"))["last"]
    if paired is None:
        return set()
    late = facts_of_kind(stream, "entry.came_late").filter(number__gt=paired)
    return {payload["entry"] for payload in late.values_list("payload", flat=True)}


def bye_requests_of_entry(entry: Entry) -> QuerySet[ByeRequest]:
    return ByeRequest.objects.filter(entry=entry).select_related("stage").order_by("stage", "round_number")


def separated_pairs_of(event: Event) -> QuerySet[SeparatedPair]:
    return SeparatedPair.objects.filter(event=event).select_related("first__player", "second__player")


def fixed_tables_of(event: Event) -> QuerySet[FixedTable]:
    return FixedTable.objects.filter(event=event).select_related("entry__player", "partner__player")


def prize_categories_of(event: Event) -> QuerySet[PrizeCategory]:
    return PrizeCategory.objects.filter(event=event).select_related("club").order_by("pk")


def newest_round(stage: Stage) -> Round | None:
    """The round with the highest number that counts, drafts included."""
    rounds = Round.objects.filter(stage=stage).exclude(state=RoundState.UNDONE)
    return rounds.select_related("stage__event__club").order_by("-number").first()


def takers_of(stage: Stage) -> QuerySet[Entry]:
    """Who takes part in a stage: in the first who has a number, in later ones who was seeded."""
    entries = Entry.objects.filter(event=stage.event, number__isnull=False)
    return entries.filter(seeds__stage=stage) if stage.number > 1 else entries


def unseated_entries(round_: Round, states: Iterable[str]) -> QuerySet[Entry]:
    """Entries in one of the states, that take part in the round's stage and have no seat in the round."""
    seated = Q(seats__round=round_, seats__is_void=False)
    entries = takers_of(round_.stage).filter(state__in=list(states))
    return entries.exclude(pk__in=Entry.objects.filter(seated).values("pk")).select_related("player").order_by("number")


@dataclass(frozen=True, slots=True)
class Meetings:
    """What came of a stage's earlier rounds, by the entries' primary keys: how often two met over the board (or still
    do), and who has had points without playing (C.04.3 C.2: no pairing-allocated bye any more)."""

    met: Mapping[frozenset[int], int]
    without_play: frozenset[int]


def meetings_before(stage: Stage, number: int) -> Meetings:
    """Of the rounds before that one. Two queries."""
    here = Q(match__round__stage=stage, match__round__number__lt=number, match__is_void=False)
    seats = MatchSeat.objects.filter(here, round__state__in=PUBLIC_ROUNDS).order_by("match", "position")
    sitting: dict[int, list[int]] = defaultdict(list)
    without_play: set[int] = set()
    annulled: set[int] = set()
    # An annulled game was not played; in a match of several another one takes its place.
    void = MatchGame.objects.filter(
        match=OuterRef("match"), match__best_of=1, game__state=GameState.ANNULLED, is_friendly=False
    )
    rows = seats.annotate(is_annulled=Exists(void))
    for match, bye, entry, is_annulled in rows.values_list("match_id", "match__bye", "entry_id", "is_annulled"):
        sitting[match].append(entry)
        if is_annulled:
            annulled.add(match)
        if bye in {ByeKind.PAIRING, ByeKind.FULL}:
            without_play.add(entry)
    results = MatchGame.objects.filter(here, game__results__is_current=True, is_friendly=False)
    played = results.exclude(game__results__kind__in=FORFEITS).values("match")  # a series was played if one game was
    forfeits = results.filter(game__results__kind__in=FORFEITS).exclude(match__in=played)
    for match, winner in forfeits.values_list("match_id", "game__results__winner"):
        pair = sitting.pop(match, [])
        if winner and len(pair) == 2:
            without_play.add(pair[0 if winner == Side.WHITE else 1])  # position 0 has the white pieces
    met = Counter(frozenset(pair) for match, pair in sitting.items() if len(pair) == 2 and match not in annulled)
    return Meetings(met, frozenset(without_play))
