"""Ratings that follow results one change at a time are those of working them out from the first game, to the digit."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.models import Count
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from games.models import Game
from magistrar_site.shared.public_epoch import public_epoch
from ratings.models import Pool, PoolSource, PoolState, Rating, RatingChange, RatingRun
from ratings.selectors.generations import Generation, shown_changes, shown_ratings
from ratings.selectors.leaderboards import leaderboard_rows
from ratings.selectors.pools import is_stale, pools_to_clear, stale_pools
from ratings.selectors.ratings import ratings_of
from ratings.services import follow, ratings, runs
from ratings.services.proof import rating_differences
from ratings.services.rating_pool import RatingPool
from ratings.services.ratings import ratings_clear, ratings_rebuild, ratings_refresh
from tests.extent import examples
from tests.ratings.services.random_results import BEGINNING, Results

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SYSTEMS = [
    pytest.param("elo", {}, id="elo"),
    pytest.param("elo", {"k": 400, "floor": 1400}, id="elo-floor"),
    pytest.param("fide", {}, id="fide"),
    pytest.param("fide", {"rated_by": "period"}, id="fide-by-period"),
    pytest.param("glicko2", {}, id="glicko2"),
    pytest.param("glicko2", {"rated_by": "period"}, id="glicko2-by-period"),
]
ACTS = st.sampled_from(["play", "play", "play", "correct", "annul", "void", "forfeit", "move"])
STEPS = st.lists(st.lists(ACTS, min_size=1, max_size=3), min_size=1, max_size=8)


def shown(pool: Pool) -> Any:
    """All that readers see of a pool, by keys."""
    changes = shown_changes().filter(pool=pool).order_by("position", "player__key")
    members = ("position", "game__key", "player__key", "opponent__key", "score", "before", "after", "expected", "k")
    rows = [
        (row.player.key, row.rank, row.previous_rank, row.value, row.games, row.state, row.last_played_at)
        for row in leaderboard_rows(pool)
    ]
    return list(changes.values_list(*members, "games", "peak", "deviation", "volatility", "is_provisional")), rows


def assert_games_are_counted(pool: Pool) -> None:
    """Pages take a rating's number of games for that of the changes that are shown."""
    counts = dict(shown_changes().filter(pool=pool).values_list("player").annotate(n=Count("pk")).order_by())
    assert dict(shown_ratings().filter(pool=pool).values_list("player", "games")) == counts


def assert_as_from_the_start(pool: Pool) -> None:
    assert not is_stale(pool)
    assert_games_are_counted(pool)
    assert list(rating_differences(pool_key=pool.key)) == []
    followed = shown(pool)
    sources = dict(PoolSource.objects.values_list("stream", "number"))
    with transaction.atomic():
        for model in (PoolState, PoolSource, Rating, RatingChange):
            model._default_manager.all().delete()
        ratings_refresh(pool_key=pool.key)
        assert shown(pool) == followed
        rebuilt = dict(PoolSource.objects.values_list("stream", "number"))
        transaction.set_rollback(True)
    assert sources == rebuilt


@pytest.mark.parametrize("system, options", SYSTEMS)
@examples(40)
@given(seed=st.integers(0, 1000), steps=STEPS, begins_with=st.integers(0, 12), most=st.sampled_from([0, 2, 100]))
def test_random_changes_give_what_a_rebuild_gives(
    system: str, options: dict[str, Any], seed: int, steps: list[list[str]], begins_with: int, most: int
) -> None:
    """Late results, corrections, annulments, moves and undone pairings; followed one by one, or by runs in slices of a
    few games where more follows from them than `most`."""
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(follow, "MOST_GAMES", most)
        patch.setattr(runs, "SEATS", 6)
        patch.setattr(runs, "LEFT_OVERS", 3)
        results = Results(system, options, seed=seed)
        if begins_with:
            results.plays([results.time() for _game in range(begins_with)])
        ratings_refresh(pool_key="city")
        for step in steps:
            for what in step:
                results.act(what)
            ratings_refresh(pool_key="city")
            assert list(rating_differences(pool_key="city")) == []
        assert_as_from_the_start(results.pool)
        before = shown(results.pool)
        while ratings_clear(pool_key="city"):
            pass
        assert (shown(results.pool), pools_to_clear()) == (before, [])
        assert not RatingChange.objects.exclude(pk__in=shown_changes()).exists()
        assert not Rating.objects.exclude(pk__in=shown_ratings()).exists()
        transaction.set_rollback(True)


@pytest.mark.parametrize("change", ["play", "correct", "annul", "move"])
def test_readers_see_the_old_ratings_until_a_run_is_done(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "MOST_GAMES", 3)
    monkeypatch.setattr(runs, "SEATS", 20)
    monkeypatch.setattr(ratings, "MOST_AT_ONCE", 0)
    results = Results("elo", {})
    games = results.plays([BEGINNING + timedelta(days=day) for day in range(40)])
    ratings_refresh(pool_key="city")
    before = shown(results.pool)
    if change == "play":
        results.play(BEGINNING + timedelta(days=2))
    else:
        getattr(results, change)(games[2])
    if change == "move":
        Game.objects.filter(pk=games[2].pk).update(played_at=BEGINNING + timedelta(days=30))
    assert ratings_refresh(pool_key="city", slices=0) is False
    first = RatingRun.objects.get().generation
    seen = []
    while not ratings_refresh(pool_key="city", slices=1):
        run = RatingRun.objects.get()
        assert stale_pools() == ["city"]
        if run.generation != first:
            continue  # it is done, and one for what came in meanwhile has begun
        assert shown(results.pool) == before
        seen.append((run.games, run.games_total))
        if len(seen) == 2:
            results.play(BEGINNING + timedelta(days=1))  # comes in behind the run, and is followed after it
            results.correct(games[39])
    assert len(seen) == 3
    assert shown(results.pool) != before
    assert stale_pools() == []
    assert_as_from_the_start(results.pool)


def test_a_rebuild_goes_on_where_it_was_stopped_and_is_seen_when_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "SEATS", 10)
    monkeypatch.setattr(ratings, "MOST_AT_ONCE", 0)
    results = Results("elo", {})
    results.plays([results.time() for _game in range(40)])
    ratings_refresh(pool_key="city")
    before = shown(results.pool)
    Pool.objects.update(options={"initial": 1000})
    ratings_rebuild(pool_key="city")
    for _slice in range(3):  # each as if by another process
        assert ratings_refresh(pool_key="city", slices=1) is False
        assert shown(results.pool) == before
    assert 0 < RatingRun.objects.get().games < 40
    ratings_refresh(pool_key="city")
    assert len(shown(results.pool)[0]) == 80
    assert shown(results.pool) != before
    assert_as_from_the_start(Pool.objects.get())


def test_a_new_result_touches_the_rows_of_its_players_alone() -> None:
    """However many games there are: the same queries, and the others' rows as they were."""
    results = Results("elo", {}, players=20)
    counts = []
    for size in (10, 200):
        results.plays([results.time() for _game in range(size)])
        ratings_refresh(pool_key="city")
        others = set(RatingChange.objects.values_list("pk", "after"))
        game = results.play(BEGINNING + timedelta(days=9 + size))
        players = [seat.player_id for seat in game.seats.all()]
        ratings_before = set(Rating.objects.exclude(player__in=players).values_list("pk", "value", "points"))
        with CaptureQueriesContext(connection) as queries:
            ratings_refresh(pool_key="city")
        counts.append(len(queries))
        assert set(RatingChange.objects.exclude(game=game).values_list("pk", "after")) == others
        unmoved = Rating.objects.exclude(player__in=players).values_list("pk", "value", "points")
        assert set(unmoved) == ratings_before
        assert Rating.objects.filter(player__in=players, last_played_at=game.played_at).count() == 2
    assert counts[0] == counts[1] <= 35
    assert_as_from_the_start(results.pool)


def test_a_rank_is_the_same_alone_and_in_the_leaderboard() -> None:
    results = Results("elo", {}, players=12)
    results.plays([results.time() for _game in range(60)])
    ratings_refresh(pool_key="city")
    rows = {row.player.key: row for row in leaderboard_rows(results.pool)}
    assert any(row.previous_rank != row.rank for row in rows.values())
    for key, row in rows.items():
        (alone,) = ratings_of(key)
        assert (alone.rank, alone.previous_rank) == (row.rank, row.previous_rank)


def test_index_of_what_is_due_is_used_and_holds_nothing_else() -> None:
    results = Results("elo", {})
    results.plays([results.time() for _game in range(30)])
    ratings_refresh(pool_key="city")
    results.play()
    with CaptureQueriesContext(connection) as queries:
        assert stale_pools() == ["city"]
    (due,) = (query["sql"] for query in queries if "rated_fact" in query["sql"])
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
        cursor.execute(f"{explain} {due}")
        plan = str(cursor.fetchall())
    assert "game_rating_due" in plan


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("system, options", [("elo", {}), ("glicko2", {"rated_by": "period"})])
def test_result_that_comes_in_while_a_slice_reads_stays_due(
    system: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer: nothing comes in during a slice.")
    results = Results(system, options)
    results.plays([BEGINNING + timedelta(hours=number) for number in range(5)])
    late = results.play(BEGINNING + timedelta(hours=2))
    Game.objects.filter(pk=late.pk).update(state="expected", result_fact=0)
    ratings_refresh(pool_key="city")
    ratings_rebuild(pool_key="city")
    readers = [runs.rating_due, runs.rated_results]

    def hand_in() -> None:
        Game.objects.filter(pk=late.pk).update(state="agreed", result_fact=99)
        connections.close_all()

    def with_late_result(*args: Any, **options: Any) -> Any:
        """The second of the two queries finds what came in after the first."""
        reader = readers.pop(0)
        if not readers:
            thread = threading.Thread(target=hand_in)
            thread.start()
            thread.join()
        return reader(*args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(runs, "rating_due", with_late_result)
        patch.setattr(runs, "rated_results", with_late_result)
        ratings_refresh(pool_key="city", slices=1)
    assert not readers
    while not ratings_refresh(pool_key="city"):
        pass
    assert RatingChange.objects.filter(game=late).exists()
    assert list(rating_differences(pool_key="city")) == []


@pytest.mark.django_db(transaction=True)
def test_corrections_that_leave_every_rating_as_it_was_begin_an_epoch() -> None:
    """The history of a player then shows other rows beside the same rating: pages that were kept go."""
    results = Results("fide", {"rated_by": "period"}, players=2)
    games = [results.play(BEGINNING), results.play(BEGINNING + timedelta(hours=1))]
    first = results.players[0]
    ratings_refresh(pool_key="city")
    for won, lost in (games, games[::-1]):
        results.decide(won, won.seats.get(player=first).number)
        results.decide(lost, 3 - lost.seats.get(player=first).number)
        epoch = public_epoch()
        ratings_refresh(pool_key="city")
    scores = RatingChange.objects.filter(player=first).order_by("position").values_list("score", flat=True)
    assert scores[0] < scores[1]
    assert public_epoch() != epoch


@pytest.mark.parametrize("system, options", SYSTEMS)
@pytest.mark.parametrize("is_partial", [False, True])
def test_game_that_is_moved_behind_a_run_that_has_rated_it_is_followed_after_it(
    system: str, options: dict[str, Any], is_partial: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = Results(system, options)
    games = results.plays([BEGINNING + timedelta(days=number) for number in range(8)])
    ratings_refresh(pool_key="city")
    monkeypatch.setattr(ratings, "MOST_AT_ONCE", 0)
    monkeypatch.setattr(runs, "SEATS", 4)
    if is_partial:
        results.correct(games[1])
        state = PoolState.objects.get()
        shown_now = Generation(results.pool, state.generation, state.oldest)
        runs.run_begin(results.pool, follow.first_place(RatingPool(results.pool), shown_now))
    else:
        ratings_rebuild(pool_key="city")
    assert ratings_refresh(pool_key="city", slices=2) is False
    Game.objects.filter(pk=games[1].pk).update(played_at=BEGINNING + timedelta(days=20), time_fact=results.fact())
    ratings_refresh(pool_key="city")
    assert_as_from_the_start(results.pool)
