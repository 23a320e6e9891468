"""Long pieces of work on a pool's ratings: from the first changed game on, or from the first of all, in slices of short
transactions, into a generation of rows that nobody sees before it is whole. Whoever takes a run up goes on there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec
from django.db.models import Max

from games.selectors.rated_games import (
    TIME_DIGITS,
    RatedResult,
    count_of_rated,
    followed_heads,
    position_of_seat,
    rated_results,
    rating_due,
)
from games.services.rated_games import games_rated
from magistrar_site.shared.services.bulk import rows_insert
from ratings.algorithms.core.values import PlayerKey, RatingState
from ratings.models import Pool, PoolSource, PoolState, Rating, RatingChange, RatingRun
from ratings.selectors.generations import DAY_DIGITS, MEMBERS, Generation, Row, day_begins
from ratings.services.board import Values, last_day_of, points_before, rating_values
from ratings.services.rating_pool import RatingPool, members_of

SEATS = 5_000  # that a slice reads
LEFT_OVERS = 5_000  # rows that are deleted at once
MOST_DUE = 1_000_000


def run_begin(pool: Pool, start: str = "") -> RatingRun:
    """Begin to work the pool out anew from a position on; without one from the first game on. A run that there was is
    begun again: its rows were seen by nobody."""
    state = PoolState.objects.filter(pool=pool).first()
    newest = RatingChange.objects.filter(pool=pool).aggregate(newest=Max("generation"))["newest"] or 0
    shown = state.generation if state else 0
    if state is None:
        start = ""
    # A position that nothing stands at, between what stays and the first game that is rated anew.
    before = start if len(start) <= TIME_DIGITS else start[:-1]
    run, _made = RatingRun.objects.update_or_create(
        pool=pool,
        defaults={
            "generation": max(newest, shown) + 1,
            "start": start,
            "position": before,
            "games": 0,
            "games_total": count_of_rated(pool.key, before),
        },
    )
    return run


class Runner:
    """Works on a pool's run. It keeps the players' states from one slice to the next; where another process did slices
    meanwhile, it reads them anew."""

    def __init__(self) -> None:
        self._at: tuple[int, str] | None = None
        self._states: dict[PlayerKey, RatingState] = {}
        self._last: dict[int, str] = {}
        self._periods = 0  # that there were so far
        self._since: dict[PlayerKey, int] = {}  # how many there were when a player's state was worked out

    def slice_do(self, run: RatingRun) -> bool:
        """Do the next slice, in the caller's transaction, under the pool's lock. False where it was the last."""
        pool = RatingPool(run.pool)
        state = PoolState.objects.filter(pool=run.pool).first()
        shown = Generation(run.pool, state.generation, state.oldest) if state and run.start else None
        coming = Generation(run.pool, run.generation, shown.oldest if shown else run.generation)
        if self._at != (run.generation, run.position):
            self._read_states(pool, coming, run.position)
        until = _end_of_slice(pool, run.position)
        # What is due comes before the results: a result that comes in between is rated and stays due.
        due = rating_due(run.pool.key, after=run.position, until=until, most=MOST_DUE)
        read = rated_results(run.pool.key, after=run.position, until=until)
        if due:  # games that were moved from before this slice into it are followed after the run
            rated_before = coming.changes().filter(game__in=[game.game for game in due], position__lte=run.position)
            later = set(rated_before.values_list("game", flat=True))
            due = [game for game in due if game.game not in later]
            read = [result for result in read if result.game not in later]
        rated = [result for result in read if pool.is_rated(result)]
        rows = self._rated(pool, rated)
        if shown:
            stored = shown.changes().filter(position__gt=run.position)
            rows = _differing(rows, shown.rows(stored.filter(position__lte=until) if until else stored), run)
        _write(run, rows)
        games_rated(due)
        if not until:
            self._finish(pool, run, coming)
            return False
        run.position, run.games = until, run.games + len(read)
        run.save(update_fields=["position", "games"])
        self._at = (run.generation, run.position)
        return True

    def _rated(self, pool: RatingPool, results: Sequence[RatedResult]) -> Iterator[tuple[int, int, tuple[Any, ...]]]:
        """Game, player and members of each row. Of a pool whose players rest, those who play are rested now for the
        periods that they sat out, all others when they play again."""
        players = {player for result in results for player in result.players} if pool.rests else set[int]()
        states: dict[PlayerKey, RatingState] = self._states
        if pool.rests:
            states = {player: self._rested(pool, player) for player in players if player in self._states}
        for result, changes in zip(results, pool.changes(results, states), strict=True):
            for player, change in zip(result.players, changes, strict=True):
                self._last[player] = result.position
                yield result.game, player, members_of(change, result.position)
        if pool.rests:
            self._periods += len({result.position[:DAY_DIGITS] for result in results})
            self._states.update(states)
            self._since.update(dict.fromkeys(states, self._periods))

    def _rested(self, pool: RatingPool, player: PlayerKey) -> RatingState:
        return pool.rested(self._states[player], self._periods - self._since.get(player, self._periods))

    def _read_states(self, pool: RatingPool, coming: Generation, position: str) -> None:
        """The players' states after the game at a position, from the rows that are there."""
        rows = coming.newest_rows(position) if position else []
        days = coming.days("", position) if pool.rests and rows else []
        self._states = {row.player: row.state for row in rows}
        self._last = {row.player: row.position for row in rows}
        self._periods = len(days)
        self._since = {row.player: bisect_right(days, row.position[:DAY_DIGITS]) for row in rows} if days else {}

    def _finish(self, pool: RatingPool, run: RatingRun, coming: Generation) -> None:
        """Write the ratings and show the generation."""
        day = last_day_of(coming)
        before = points_before(pool, coming, day)
        values = (
            {"player_id": player, **rating_values(pool, self._rested(pool, player), position, before.get(player))}
            for player, position in self._last.items()
        )
        Rating.objects.filter(pool=run.pool, generation=coming.number).delete()
        _ratings_write(run, coming, values)
        PoolState.objects.update_or_create(
            pool=run.pool,
            defaults={
                "generation": coming.number,
                "oldest": coming.oldest,
                "last_day_from": day,
                "has_left_overs": True,
            },
        )
        PoolSource.objects.filter(pool=run.pool).delete()
        heads = sorted(followed_heads(run.pool.key).items())
        rows_insert(PoolSource, ("pool_id", "stream", "number"), ((run.pool_id, *head) for head in heads))
        run.delete()
        self._at = None


def _end_of_slice(pool: RatingPool, position: str) -> str:
    """The position up to which the next slice rates games; by periods between two of them. Empty where it is the last
    slice."""
    seats = SEATS
    while end := position_of_seat(pool.pool.key, after=position, number=seats):
        if not pool.is_by_period:
            return end
        if (begins := day_begins(end)) > position:
            return begins
        seats *= 2
    return ""


Rows = Iterator[tuple[int, int, tuple[Any, ...]]]


def _differing(rows: Rows, stored: Sequence[Row], run: RatingRun) -> Rows:
    """The rows that aren't stored so. Those that they replace, and those of games that don't count there any more,
    stand until the run's generation only."""
    waiting = {(row.game, row.player): row for row in stored}
    replaced = []
    for game, player, members in rows:
        row = waiting.pop((game, player), None)
        if row is not None and row.members == members:
            continue
        if row is not None:
            replaced.append(row.pk)
        yield game, player, members
    replaced += [row.pk for row in waiting.values()]
    for first in range(0, len(replaced), SEATS):
        RatingChange.objects.filter(pk__in=replaced[first : first + SEATS]).update(replaced_in=run.generation)


def _write(run: RatingRun, rows: Rows) -> None:
    columns = ("pool_id", "generation", "game_id", "player_id", *MEMBERS)
    written = [(run.pool_id, run.generation, game, player, *members) for game, player, members in rows]
    rows_insert(RatingChange, columns, written)


def _ratings_write(run: RatingRun, coming: Generation, values: Iterable[Values]) -> None:
    rows = iter(values)
    first = next(rows, None)
    if first is None:
        return
    written = (
        (run.pool_id, coming.number, *({**row, "state": msgspec.json.encode(row["state"]).decode()}).values())
        for row in chain([first], rows)
    )
    rows_insert(Rating, ("pool_id", "generation", *first), written)


def left_overs_clear(pool: Pool) -> bool:
    """Delete some of the rows that no generation shows any more; whether there are others."""
    state = PoolState.objects.select_for_update().filter(pool=pool, has_left_overs=True).first()
    if state is None:
        return False
    rows = RatingChange.objects.filter(pool=pool)
    old = [
        *rows.filter(generation__lt=state.oldest).order_by().values_list("pk", flat=True)[:LEFT_OVERS],
        *rows.filter(replaced_in__lte=state.generation).order_by().values_list("pk", flat=True)[:LEFT_OVERS],
    ]
    RatingChange.objects.filter(pk__in=old).delete()
    ratings = Rating.objects.filter(pool=pool, generation__lt=state.generation)
    old_ratings = list(ratings.order_by().values_list("pk", flat=True)[:LEFT_OVERS])
    Rating.objects.filter(pk__in=old_ratings).delete()
    if old or old_ratings:
        return True
    state.has_left_overs = False
    state.save(update_fields=["has_left_overs"])
    return False
