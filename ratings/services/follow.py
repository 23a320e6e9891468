"""A few changed results: rated from the states that are stored, and followed through the games of those players alone
whose states come out differently, until nobody's does."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Mapping, Sequence

import msgspec
from django.db.models import Max, Min

from games.selectors.rated_games import (
    DueGame,
    RatedResult,
    rated_results,
    rated_results_of,
    rating_due,
)
from games.services.rated_games import games_rated
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.services.bulk import rows_update
from ratings.algorithms.core.values import PlayerKey, RatingState
from ratings.models import PoolSource, PoolState, Rating, RatingChange
from ratings.selectors.generations import AT_ONCE, DAY_DIGITS, MEMBERS, Generation, Row, day_begins, rows_of_games
from ratings.services.board import days_follow, last_day_of, ratings_follow
from ratings.services.rating_pool import RatingPool, members_of

MOST_GAMES = 100  # that one transaction follows
MOST_DUE = 1_000_000
MOST_SEATS = 4_000  # of a period that is rated in one transaction


class TooFarError(Exception):
    """More follows from the changed results than one transaction should do: from the position `start` on."""

    def __init__(self, start: str) -> None:
        super().__init__(start)
        self.start = start


def results_follow(pool: RatingPool, state: PoolState, due: Sequence[DueGame]) -> None:
    """Bring a pool's rows in line with these games, in the caller's transaction, under the pool's lock. TooFarError
    before anything is written."""
    generation = Generation(pool.pool, state.generation, state.oldest)
    if len(due) > MOST_GAMES:
        raise TooFarError(first_place(pool, generation))
    change = PeriodChange(pool, generation, due) if pool.is_by_period else Walk(pool, generation, due)
    change.work_out()
    change.write()
    day = last_day_of(generation)
    moved = ratings_follow(pool, generation, sorted(change.players), day, change.states)
    if not change.rewritten <= moved:
        public_epoch_begin()  # histories changed of players whose rating comes out as it was
    if day != state.last_day_from:
        days_follow(pool, generation, day)
        state.last_day_from = day
        state.save(update_fields=["last_day_from"])
    _sources_follow(pool, due)
    games_rated(due)


def first_place(pool: RatingPool, generation: Generation) -> str:
    """Where the first of all due games stands or stood; by periods, where its period begins."""
    due = rating_due(pool.pool.key, most=MOST_DUE)
    places = [game.position for game in due]
    for first in range(0, len(due), AT_ONCE):
        rows = generation.changes().filter(game__in=[game.game for game in due[first : first + AT_ONCE]])
        places += [was for was in rows.aggregate(was=Min("position")).values() if was]
    first_of_all = min(places)
    return day_begins(first_of_all) if pool.is_by_period else first_of_all


def _sources_follow(pool: RatingPool, due: Sequence[DueGame]) -> None:
    heads: dict[str, int] = {}
    for game in due:
        heads[game.stream] = max(game.number, heads.get(game.stream, 0))
    stored = {row.stream: row for row in PoolSource.objects.filter(pool=pool.pool, stream__in=heads)}
    for stream, number in heads.items():
        row = stored.get(stream)
        if row is None:
            PoolSource.objects.create(pool=pool.pool, stream=stream, number=number)
        elif row.number < number:
            PoolSource.objects.filter(pk=row.pk).update(number=number)


class _Change:
    """What is to be written for some due games: rows that are new, that differ and that go, and the players whose
    ratings follow. `states` are those of players whose state isn't that after their last game."""

    def __init__(self, pool: RatingPool, generation: Generation, due: Sequence[DueGame]) -> None:
        self.pool, self.generation = pool, generation
        self.due = {game.game for game in due}
        self.stored = rows_of_games(generation, self.due)
        self.results = {
            game: result for game, result in rated_results_of(pool.pool.key, self.due).items() if pool.is_rated(result)
        }
        self.players: set[int] = set()
        self.states: Mapping[PlayerKey, RatingState] = {}
        self.resting: Mapping[PlayerKey, RatingState] = {}
        self.new: list[RatingChange] = []
        self.changed: list[RatingChange] = []
        self.gone: list[int] = []
        self.rewritten: set[int] = set()  # players of stored rows that change or go

    def work_out(self) -> None:
        raise NotImplementedError

    def places(self) -> dict[str, int]:
        """Where something changed: the positions of the due games, as they are and as they were, with the games."""
        was = {row.position: game for game, rows in self.stored.items() for row in rows}
        return was | {result.position: game for game, result in self.results.items()}

    def note(self, game: int, player: int, members: tuple[object, ...], row: Row | None) -> None:
        """A row as it should be, and the stored one at its place."""
        if row is not None and row.members == members:
            return
        self.players.add(player)
        values = dict(zip(MEMBERS, members, strict=True))
        of = {"pool": self.pool.pool, "generation": self.generation.number, "game_id": game, "player_id": player}
        if row is None:
            self.new.append(RatingChange(**of, **values))
        else:
            self.rewritten.add(player)
            self.changed.append(RatingChange(pk=row.pk, **of, **values))

    def drop(self, row: Row) -> None:
        self.players.add(row.player)
        self.rewritten.add(row.player)
        self.gone.append(row.pk)

    def write(self) -> None:
        if self.gone:
            RatingChange.objects.filter(pk__in=self.gone).delete()
        RatingChange.objects.bulk_create(self.new, batch_size=500)
        RatingChange.objects.bulk_update(self.changed, MEMBERS_OF_MODEL, batch_size=100)


MEMBERS_OF_MODEL = [name.removesuffix("_id") for name in MEMBERS]


class Walk(_Change):
    """Game by game, in the order of play. `after` holds the state after the last game so far of each player whose
    stored one is another; None is that of somebody without a game."""

    def work_out(self) -> None:
        self.after: dict[PlayerKey, RatingState | None] = {}
        self.waiting = self.places()
        self.order = sorted(self.waiting)
        first = self.order[0] if self.order else ""
        games = 0
        while self.order:
            position = heapq.heappop(self.order)
            game = self.waiting.pop(position)
            games += 1
            if games > MOST_GAMES + len(self.due):
                raise TooFarError(first)
            self._at(position, game)

    def _at(self, position: str, game: int) -> None:
        """What stands at one position: a game that counts, or the hole that one left."""
        if game not in self.due:
            self.stored |= rows_of_games(self.generation, [game])
            self.results |= rated_results_of(self.pool.pool.key, [game])
        rows = {row.player: row for row in self.stored.get(game, []) if row.position == position}
        result = self.results.get(game)
        if result is None or result.position != position:
            for row in rows.values():
                self.after[row.player] = self._before(row.player, position)
                self.drop(row)
                self._next(row.player, position)
            return
        for player in rows.keys() - set(result.players):
            self.after[player] = self._before(player, position)
            self.drop(rows[player])
            self._next(player, position)
        self._rate(result, rows)

    def _rate(self, result: RatedResult, rows: Mapping[int, Row]) -> None:
        befores = {player: self._before(player, result.position) for player in result.players}
        states: dict[PlayerKey, RatingState] = {
            player: before for player, before in befores.items() if before is not None
        }
        for changes in self.pool.changes([result], states):
            for player, change in zip(result.players, changes, strict=True):
                row = rows.get(player)
                self.note(result.game, player, members_of(change, result.position), row)
                if row is not None and row.state == change.state:
                    self.after.pop(player, None)
                else:
                    self.after[player] = change.state
                    self._next(player, result.position)

    def _before(self, player: int, position: str) -> RatingState | None:
        if player in self.after:
            return self.after[player]
        row = self.generation.newest_row(player, position)
        return row.state if row else None

    def _next(self, player: int, position: str) -> None:
        """The next game of a player has another state to go on from."""
        later = self.generation.changes().filter(player=player, position__gt=position).exclude(game__in=self.due)
        for at, game in later.order_by("position").values_list("position", "game_id")[:1]:
            if at not in self.waiting:
                self.waiting[at] = game
                heapq.heappush(self.order, at)


class PeriodChange(_Change):
    """By periods: the newest one is rated anew from the states before it, or a new one from those after it."""

    stored_ratings: Sequence[tuple[int, PlayerKey, RatingState]] = ()

    def work_out(self) -> None:
        days = {position[:DAY_DIGITS] for position in self.places()}
        if not days:
            return
        day = min(days)
        begins = day_begins(day)
        newest = self.generation.changes().aggregate(newest=Max("position"))["newest"] or ""
        results = rated_results(self.pool.pool.key, after=begins, most=MOST_SEATS)
        results = [result for result in results if self.pool.is_rated(result)]
        is_newest = day >= newest[:DAY_DIGITS] and {result.position[:DAY_DIGITS] for result in results} == {day}
        if not is_newest or sum(len(result.players) for result in results) > MOST_SEATS // 2:
            raise TooFarError(begins)
        rows = {
            (row.game, row.player): row
            for row in self.generation.rows(self.generation.changes().filter(position__gt=begins))
        }
        players = {player for result in results for player in result.players} | {player for _game, player in rows}
        if day > newest[:DAY_DIGITS]:
            states = self._rest()
        else:
            states = self._states_before(begins, players)
        for result, changes in zip(results, self.pool.changes(results, states), strict=True):
            for player, change in zip(result.players, changes, strict=True):
                row = rows.pop((result.game, player), None)
                self.note(result.game, player, members_of(change, result.position), row)
        for row in rows.values():
            self.drop(row)
        self.players |= players
        self.states = {player: states[player] for player in states if player in players}
        self.resting = {player: state for player, state in states.items() if player not in players}

    def _rest(self) -> dict[PlayerKey, RatingState]:
        """Everybody's state before a period that begins: as it stands. Rating the period lets those rest who don't play
        in it."""
        stored = self.generation.ratings().order_by().values_list("pk", "player_id", "state")
        self.stored_ratings = [(pk, player, RatingState(**state)) for pk, player, state in stored]
        return {player: state for _pk, player, state in self.stored_ratings}

    def _states_before(self, begins: str, players: set[int]) -> dict[PlayerKey, RatingState]:
        rows = self.generation.newest_rows_of(players, begins)
        first = min((row.position for row in rows), default=begins)
        days = self.generation.days(first, begins) if self.pool.rests else []
        return {
            row.player: self.pool.rested(row.state, len(days) - bisect_right(days, row.position[:DAY_DIGITS]))
            for row in rows
        }

    def write(self) -> None:
        super().write()
        provisional = self.pool.system.is_provisional
        rows = [
            (msgspec.json.encode(rested).decode(), provisional(rested, self.pool.options), pk)
            for pk, player, state in self.stored_ratings
            if (rested := self.resting.get(player)) is not None and rested != state
        ]
        rows_update(Rating, ("state", "is_provisional"), rows)
