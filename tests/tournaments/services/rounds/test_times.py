"""When games are played: by the agreed time, else the round's, else the event's; ratings and titles follow."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from games.models import Game
from games.selectors.rated_games import rated_results
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.facts import FactPayload
from magistrar_site.shared.models import Fact
from magistrar_site.shared.services.facts import fact_append
from ratings.models import Rating, RatingChange
from ratings.selectors.pools import is_stale, pool_by_key
from ratings.services.ratings import ratings_refresh
from tests.evening import NAMES, NOW, Evening, entry_at, game_of
from tests.tournaments.services.test_bundle import forget
from tournaments.models import Event, Match, Round
from tournaments.selectors.events import stage_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.rounds.change import match_turn
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.states import round_close
from tournaments.services.rounds.times import match_agree, round_schedule
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.bundle import bundle_verify
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

JUNE = datetime(2026, 6, 12, 18, 0, tzinfo=UTC)
MAY = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)


def the_round(event: Event, number: int = 1) -> Round:
    return Round.objects.get(stage__event=event, number=number)


def played(evening: Evening, name: str = "League", names: tuple[str, ...] = NAMES[:2]) -> tuple[Event, Match]:
    """An event of two with its first game played and confirmed."""
    event = evening.started(names, name=name)
    (match,) = [match for match in evening.publish(event, 1) if not match.bye]
    evening.play(match)
    return event, match


def times(event: Event) -> set[datetime]:
    return set(Game.objects.filter(stream=event.stream).values_list("played_at", flat=True))


def test_game_has_its_rounds_time_where_none_was_agreed(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    round_schedule(act=evening.act(), round_=draft, starts_at=JUNE)
    round_publish(act=evening.act(), round_=draft)
    assert times(event) == {JUNE}


def test_round_published_ahead_is_played_when_the_event_starts(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    evening.later(days=-2)
    evening.publish(event, 1)
    assert (the_round(event).starts_at, times(event)) == (NOW, {NOW})


def test_round_without_a_start_is_played_when_it_is_published(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    evening.later(days=30)
    evening.publish(event, 1)
    assert times(event) == {NOW + timedelta(days=30)}


def test_league_game_of_june_is_rated_after_an_evening_in_may(evening: Evening) -> None:
    league, match = played(evening)
    evening.later(days=56)
    other, _match = played(evening, "Evening in May")
    order = [Game.objects.get(pk=result.game).stream for result in rated_results(league.pool)]
    assert order == [league.stream, other.stream]
    ratings_refresh(pool_key=league.pool)
    before = RatingChange.objects.filter(game=game_of(match)).values_list("position", flat=True)[0]

    round_schedule(act=evening.act(), round_=the_round(league), starts_at=JUNE)

    assert is_stale(pool_by_key(league.pool))
    ratings_refresh(pool_key=league.pool)
    after = RatingChange.objects.filter(game=game_of(match)).values_list("position", flat=True)[0]
    assert before < RatingChange.objects.filter(game__stream=other.stream).values_list("position", flat=True)[0] < after
    assert set(Rating.objects.values_list("last_played_at", flat=True)) == {JUNE}
    assert str(event_verify(event=league)).startswith("verified")


@pytest.mark.both_databases
def test_agreed_time_goes_before_the_rounds_and_can_be_taken_back(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    first, second = evening.publish(event, 1)
    match_agree(act=evening.act(), match=first, agreed_at=JUNE)
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY)
    assert (game_of(first).played_at, game_of(second).played_at) == (JUNE, MAY)
    match_agree(act=evening.act(), match=first, agreed_at=None)
    assert times(event) == {MAY}
    standings_refresh(event_key=event.key)
    assert str(event_verify(event=event)).startswith("verified")
    assert bundle_verify(data=bundle_of(event)).holds


def test_moving_a_game_without_a_result_leaves_ratings_alone(evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    (match,) = evening.publish(event, 1)
    match_agree(act=evening.act(), match=match, agreed_at=JUNE)
    assert not is_stale(pool_by_key(event.pool))


def test_turned_match_keeps_the_time_that_its_two_agreed_on(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    match = evening.publish(event, 1)[0]
    match_agree(act=evening.act(), match=match, agreed_at=JUNE)
    match_turn(act=evening.act(why="Mixed up."), round_=the_round(event), match=match.key)
    (turned,) = Match.objects.filter(is_void=False, agreed_at=JUNE)
    assert (turned.key != match.key, game_of(turned).played_at) == (True, JUNE)
    assert str(event_verify(event=event)).startswith("verified")


def test_times_in_a_closed_round_change_with_a_reason(evening: Evening) -> None:
    event, match = played(evening)
    round_close(act=evening.act(), round_=the_round(event))
    for change in (
        lambda why: match_agree(act=evening.act(why=why), match=match, agreed_at=JUNE),
        lambda why: round_schedule(act=evening.act(why=why), round_=the_round(event), starts_at=JUNE),
    ):
        with pytest.raises(Invalid) as refused:
            change("")
        assert refused.value.code == "reason_missing"
        change("It was played in June.")
    assert times(event) == {JUNE}


def test_byes_have_no_time_and_players_set_none(evening: Evening) -> None:
    event = evening.started(NAMES[:3])
    matches = evening.publish(event, 1)
    (bye,) = [match for match in matches if match.bye]
    (match,) = [match for match in matches if not match.bye]
    with pytest.raises(Invalid) as refused:
        match_agree(act=evening.act(), match=bye, agreed_at=JUNE)
    assert refused.value.code == "is_bye"
    with pytest.raises(NotAllowed):
        match_agree(act=evening.by(entry_at(match, 0)), match=match, agreed_at=JUNE)
    with pytest.raises(Invalid):
        match_agree(act=evening.act(), match=match, agreed_at=datetime(1, 1, 1, tzinfo=UTC))
    match.round.matches.update(is_void=True)
    with pytest.raises(DomainError) as stale:
        match_agree(act=evening.act(), match=match, agreed_at=JUNE)
    assert stale.value.code == "stale"


def test_chain_of_an_older_version_still_verifies(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games carry the event's start, a scheduled round moved none, and publishing said no start."""
    monkeypatch.setattr("tournaments.services.rounds.matches.time_of_games", lambda agreed, round_, event: event)
    monkeypatch.setattr("tournaments.services.rounds.times.games_move", lambda **_all: None)
    monkeypatch.setattr("tournaments.services.rounds.publish.fact_append", appended_without("starts_at"))
    monkeypatch.setattr("tournaments.services.rounds.times.fact_append", appended_without("moves_games"))
    event = evening.started(NAMES[:2], name="Of an older version")
    evening.later(hours=1)
    round_publish(act=evening.act(), round_=round_pair(act=evening.act(), stage=stage_of(event), number=1))
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=JUNE)
    assert times(event) == {NOW}
    assert str(event_verify(event=event)).startswith("verified")


def appended_without(member: str) -> Callable[..., Fact]:
    """Facts as a version appends them that doesn't know that member."""

    def append(*, fact: FactPayload, **rest: Any) -> Fact:
        return fact_append(fact=replace(fact, **{member: UNSET}), **rest)

    return append


def last_payload(event: Event) -> dict[str, Any]:
    return dict(Fact.objects.filter(stream_id=event.stream, kind="round.scheduled").latest("number").payload)


def test_round_has_a_window_that_stays_until_it_is_taken_away(evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    evening.publish(event, 1)
    week = timedelta(days=7)
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY)
    assert "ends_at" not in last_payload(event)  # as it was written before rounds had an end
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY, ends_at=MAY + week)
    assert last_payload(event)["ends_at"] == (MAY + week).isoformat()
    facts = Fact.objects.count()
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY, ends_at=MAY + week)
    assert Fact.objects.count() == facts
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY + timedelta(days=1))
    found = the_round(event)
    assert (found.starts_at, found.ends_at) == (MAY + timedelta(days=1), MAY + week)
    standings_refresh(event_key=event.key)
    assert str(event_verify(event=event)).startswith("verified")
    assert bundle_verify(data=bundle_of(event)).holds
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY, ends_at=None)
    assert (the_round(event).ends_at, last_payload(event)["ends_at"]) == (None, None)


def test_changed_end_of_a_round_is_found(evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    evening.publish(event, 1)
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY, ends_at=JUNE)
    standings_refresh(event_key=event.key)
    Round.objects.update(ends_at=JUNE + timedelta(hours=1))
    assert "ends_at" in str(event_verify(event=event))


@pytest.mark.parametrize("ends_at", [MAY, MAY - timedelta(days=1)])
def test_round_does_not_end_before_it_starts(evening: Evening, ends_at: datetime) -> None:
    event = evening.started(NAMES[:2])
    evening.publish(event, 1)
    with pytest.raises(Invalid) as caught:
        round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY, ends_at=ends_at)
    assert (caught.value.code, list(caught.value.fields)) == ("ends_too_early", ["ends_at"])
    assert the_round(event).ends_at is None


def test_window_comes_with_an_imported_event(evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    evening.publish(event, 1)
    round_schedule(act=evening.act(), round_=the_round(event), starts_at=MAY, ends_at=JUNE)
    data = bundle_of(event)
    forget(event)
    brought_in = event_import(act=evening.act(), data=data)
    assert the_round(brought_in).ends_at == JUNE
