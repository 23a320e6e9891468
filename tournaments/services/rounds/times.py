"""The times at which rounds and matches are played. Their games carry that time, so ratings and titles follow when it
changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from games.enums import Action
from games.services.games import games_lock, games_move
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import ProposalState, RoundAction, TimeChange
from tournaments.facts.rounds import MatchAgreed, MatchWindowSet, RoundScheduled
from tournaments.models import AgreedPlace, Event, Match, MatchGame, Proposal, Round
from tournaments.selectors.fixtures.windows import window_of
from tournaments.selectors.overseers import Step, refuse_overseen
from tournaments.selectors.rounds.clock import time_of_games
from tournaments.services.fixtures.planning import fixtures_plan
from tournaments.services.permissions import refuse_own, require_event
from tournaments.services.rounds.states import round_locked, stale_round
from tournaments.services.zone_times import require_year
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Game


def round_schedule(
    *, act: Act, round_: Round, starts_at: datetime, ends_at: datetime | UnsetType | None = UNSET
) -> Round:
    """As `round_time_set`, for an event of its own. DomainError where what stands above the event says its times."""
    refuse_overseen(round_.stage.event, Step.TIMES)
    return round_time_set(act=act, round_=round_, starts_at=starts_at, ends_at=ends_at)


@transaction.atomic
def round_time_set(
    *, act: Act, round_: Round, starts_at: datetime, ends_at: datetime | UnsetType | None = UNSET
) -> Round:
    """Set when the round starts, and until when it is played (None: not said; UNSET: as before), as everybody is told.
    Its games move to the start, but for those of matches with a time of their own. The same times once more are no
    change. A closed round needs a reason (Invalid `reason_missing`). Invalid `year_out_of_range`, `ends_too_early`."""
    require_event(act, round_.stage.event, Action.PAIR)
    links = MatchGame.objects.filter(match__round=round_, match__agreed_at=None, match__opens_at=None)
    games, found = _round_locked(act, round_, links)
    require_year(starts_at, field="starts_at")
    end = found.ends_at if ends_at is UNSET else ends_at
    if end is not None:
        require_year(end, field="ends_at")
        if end <= starts_at:
            raise Invalid(
                "ends_too_early",
                _("The round would end before it starts."),
                fields={"ends_at": _("Choose a time after the start.")},
            )
    is_same = (found.starts_at, found.ends_at) == (starts_at, end)
    if is_same and all(game.played_at == starts_at for game in games):
        return found
    event = found.stage.event
    scheduled = RoundScheduled(
        stage=found.stage.number,
        round=found.number,
        starts_at=starts_at,
        ends_at=UNSET if end == found.ends_at else end,
        moves_games=True,
    )
    fact = fact_append(act=act, stream=event.stream, fact=scheduled)
    found.starts_at, found.ends_at, found.time_fact = starts_at, end, fact.number
    found.save(update_fields=["starts_at", "ends_at", "time_fact"])
    games_move(stream=event.stream, games=games, played_at=starts_at, fact_number=fact.number)
    _tell(event)
    return found


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played: `kind` is one of `enums.PlaceKind`, `text` an address (postal or of a web page), the
    name of a club or nothing."""

    kind: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """A match's own window, as its columns have it."""

    opens_at: datetime | None
    closes_at: datetime | None
    is_extended: bool


@transaction.atomic
def match_agree(
    *, act: Act, match: Match, agreed_at: datetime | None, place: Place | UnsetType | None = UNSET
) -> Match:
    """The staff notes down when the two of a match agreed to play; None: when their round is played. The match's games
    move there. `place`: None takes it away, left out it stays as long as there is a time. The same once more is no
    change. In a closed round it needs a reason (Invalid `reason_missing`).
    What the two proposed is overtaken. NotAllowed `own_game` where whoever plays in the match would set its time alone;
    Invalid `is_bye`, `year_out_of_range`; DomainError `stale` for a match that was taken back."""
    require_event(act, match.round.stage.event, Action.PAIR)
    if window_of(match) is not None:
        refuse_own(act, match)
    found = match_time_set(act=act, match=match, agreed_at=agreed_at, place=place)
    proposals = Proposal.objects.filter(match=match.pk, state=ProposalState.OPEN)
    proposals.update(state=ProposalState.OUTDATED, answered_at=act.at)
    return found


def match_time_set(
    *,
    act: Act,
    match: Match,
    agreed_at: datetime | None,
    place: Place | UnsetType | None = UNSET,
    change: TimeChange | None = None,
) -> Match:
    """As `match_agree`, with all that follows from another time; permission and transaction are the caller's.
    `change`: how it came about, where that isn't seen by the times alone."""
    games, round_ = _round_locked(act, match.round, MatchGame.objects.filter(match=match))
    found = Match.objects.filter(pk=match.pk, is_void=False).first()
    if found is None:
        raise stale_round(round_)
    if found.bye:
        raise Invalid("is_bye", _("A bye has no start time."))
    if agreed_at is not None:
        require_year(agreed_at, field="agreed_at")
    known = AgreedPlace.objects.filter(match=found).first()
    before = Place(known.kind, known.place) if known is not None else None
    where = None if agreed_at is None else before if isinstance(place, UnsetType) else place
    if (found.agreed_at, before) == (agreed_at, where):
        return found
    if where is None:
        AgreedPlace.objects.filter(match=found).delete()
    else:
        AgreedPlace.objects.update_or_create(match=found, defaults={"kind": where.kind, "place": where.text})
    event = round_.stage.event
    number = agreed_time_set(act, round_, found, agreed_at, change=change, has_place=where is not None)
    played_at = time_of_games(agreed_at, found.opens_at or round_.starts_at, event.starts_at)
    games_move(stream=event.stream, games=games, played_at=played_at, fact_number=number)
    _tell(event)
    return found


def agreed_time_set(
    act: Act,
    round_: Round,
    match: Match,
    agreed_at: datetime | None,
    *,
    change: TimeChange | None = None,
    has_place: bool,
) -> int:
    """Write a match's time; the number of its fact. Permission and locks are the caller's."""
    if change is None:
        change = TimeChange.CHANGED if match.agreed_at is not None else TimeChange.AGREED
    agreed = MatchAgreed(
        stage=round_.stage.number,
        round=round_.number,
        match=match.key,
        entries=[seat.entry.key for seat in match.seats.select_related("entry").order_by("position")],
        agreed_at=agreed_at,
        change=TimeChange.CANCELLED if agreed_at is None else change,
        has_place=has_place,
    )
    fact = fact_append(act=act, stream=round_.stage.event.stream, fact=agreed)
    match.agreed_at, match.has_place, match.time_fact = agreed_at, has_place, fact.number
    match.save(update_fields=["agreed_at", "has_place", "time_fact"])
    return fact.number


@transaction.atomic
def match_window_set(
    *,
    act: Act,
    match: Match,
    opens_at: datetime | None = None,
    closes_at: datetime | None = None,
    by_rule: bool = False,
) -> Match:
    """Give a match a window of its own (None: its round's start or end), in which it is to be played; or extend it.
    Games without an agreed time move to its start. `by_rule`: the event's rule extends it, which it does once. The same
    once more is no change. Permission is the caller's. Invalid `is_bye`, `year_out_of_range`, `ends_too_early`;
    DomainError `stale`."""
    games, round_ = _round_locked(act, match.round, MatchGame.objects.filter(match=match))
    found = Match.objects.filter(pk=match.pk, is_void=False).first()
    if found is None:
        raise stale_round(round_)
    if found.bye:
        raise Invalid("is_bye", _("A bye has no start time."))
    for name, instant in (("opens_at", opens_at), ("closes_at", closes_at)):
        if instant is not None:
            require_year(instant, field=name)
    start, end = opens_at or round_.starts_at, closes_at or round_.ends_at
    if start is not None and end is not None and end <= start:
        raise Invalid(
            "ends_too_early",
            _("The time to play would end before it starts."),
            fields={"closes_at": _("Choose a time after the start.")},
        )
    window = Window(opens_at, closes_at, is_extended=by_rule or (found.is_extended and closes_at is not None))
    if window == Window(found.opens_at, found.closes_at, is_extended=found.is_extended):
        return found
    event = round_.stage.event
    number = _window_write(act, round_, found, window, by_rule=by_rule)
    played_at = time_of_games(found.agreed_at, start, event.starts_at)
    games_move(stream=event.stream, games=games, played_at=played_at, fact_number=number)
    _tell(event)
    return found


def _window_write(act: Act, round_: Round, match: Match, window: Window, *, by_rule: bool = False) -> int:
    """Write a match's own window; the number of its fact."""
    said = MatchWindowSet(
        match=match.key,
        entries=[seat.entry.key for seat in match.seats.select_related("entry").order_by("position")],
        opens_at=window.opens_at,
        closes_at=window.closes_at,
        by_rule=by_rule,
        is_extended=window.is_extended,
    )
    fact = fact_append(act=act, stream=round_.stage.event.stream, fact=said)
    match.opens_at, match.closes_at, match.is_extended = window.opens_at, window.closes_at, window.is_extended
    match.time_fact = fact.number
    match.save(update_fields=["opens_at", "closes_at", "is_extended", "time_fact"])
    return fact.number


def match_time_carry(act: Act, round_: Round, old: Match, new: Match) -> None:
    """The same two sit in another match now: what they agreed on stays, and so does the window. The new match has no
    games yet; permission and locks are the caller's."""
    if old.opens_at or old.closes_at:
        _window_write(act, round_, new, Window(old.opens_at, old.closes_at, is_extended=old.is_extended))
    if old.agreed_at is not None:
        has_place = AgreedPlace.objects.filter(match=old.pk).update(match=new) > 0
        agreed_time_set(act, round_, new, old.agreed_at, has_place=has_place)
    Proposal.objects.filter(match=old.pk).update(match=new)


def _round_locked(act: Act, round_: Round, links: QuerySet[MatchGame]) -> tuple[list[Game], Round]:
    """The games and the round under their locks: games first, then the stream, the order in which results lock."""
    links = links.filter(match__is_void=False)
    games = games_lock(games=links.values_list("game_id", flat=True))
    found = round_locked(act, round_, RoundAction.SCHEDULE)
    if set(links.values_list("game_id", flat=True)) != {game.pk for game in games}:
        raise stale_round(found)  # a game was arranged meanwhile
    return games, found


def _tell(event: Event) -> None:
    """Tables follow, and what is due at the end of a window is planned anew."""
    fixtures_plan(event)
    transaction.on_commit(lambda: event_changed.send(sender=Round, event_key=event.key))
