"""What a player has played: every counting result, and what it adds up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import Coalesce

from games.engine.core.numbers import NumberSpec
from games.engine.registry import GAME_SYSTEMS, game_system
from games.enums import Outcome, ResultKind, outcome_of
from games.models import Game, Player, SeatNumber, SeatResult
from games.selectors.editions import part_in_words
from games.values.results import name_of_seat
from magistrar_site.shared.public_epoch import public_epoch
from magistrar_site.shared.web_cache import cached, release

FEW_GAMES = 200  # are read each time
KEPT_SECONDS = 3600
ALL = Q()

Head = tuple[int, int, int, int]


class Opponent(NamedTuple):
    """Somebody a game was played against: the player's key and public name."""

    key: str
    name: str


@dataclass(frozen=True)
class PlayedGame:
    """A counting result from one player's side, against all opponents in the order of their seats. `score` is the
    game's own, None where it isn't known; `score_against` is None against more than one opponent too. `mage` is empty
    in a game without mages, `started` None in one in which nobody is said to start. `seat` is what the game calls the
    player's seat."""

    game_pk: int
    game_key: str
    played_at: datetime
    kind: str
    grade: str
    outcome: str
    opponents: tuple[Opponent, ...]
    score: int | None
    score_against: int | None
    started: bool | None
    mage: str
    seat: str = ""

    @property
    def opponent(self) -> Opponent | None:
        """The only opponent; None where there are several."""
        return self.opponents[0] if len(self.opponents) == 1 else None


@dataclass
class Tally:
    """Games won, tied and lost, and the scores of those in which they are known; None where they are of none."""

    name: str = ""
    key: str = ""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: int | None = None
    score_against: int | None = None
    best: int | None = None

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, game: PlayedGame | RecordedGame) -> None:
        self.wins += game.outcome == Outcome.WIN
        self.draws += game.outcome == Outcome.DRAW
        self.losses += game.outcome == Outcome.LOSS
        if game.score is not None and game.score_against is not None:
            self.score = (self.score or 0) + game.score
            self.score_against = (self.score_against or 0) + game.score_against
            self.best = game.score if self.best is None else max(self.best, game.score)


class RecordedGame(NamedTuple):
    """A counting result from one player's side, without names: `opponents` are primary keys of players."""

    played_at: datetime
    order: int
    game_key: str
    game_pk: int
    kind: str
    grade: str
    outcome: str
    opponents: tuple[int, ...]
    score: int | None
    score_against: int | None
    started: bool | None
    mage: str
    seat: str
    stream: str
    system: str = ""
    counted: tuple[tuple[str, int], ...] = ()
    """What is only counted of the player, by the keys of the system's numbers."""


@dataclass(frozen=True)
class Counted:
    """What is only counted of a player in the games of one system in which it is known: each number with its sum."""

    system: str
    games: int
    numbers: tuple[tuple[NumberSpec, int], ...]


@dataclass(frozen=True)
class Highlights:
    """What stands out among games that were really played: the first that was won, the first of the best score, the
    most in a row that were won, and how many of the newest ended alike."""

    first_win: PlayedGame | None = None
    best: PlayedGame | None = None
    longest_run: int = 0
    run: int = 0


@dataclass(frozen=True)
class EventGames:
    """A player's games of one stream: what they add up to, and their primary keys."""

    tally: Tally
    games: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """What a player's counting results add up to: all, those that the player started and those that the other did, with
    each mage, and against the opponents of the most games. `games` are primary keys, newest first; `newest` are the
    first of them. `events` has the newest streams."""

    games: list[int]
    newest: list[PlayedGame]
    tally: Tally
    starting: Tally
    responding: Tally
    mages: list[Tally]
    opponents: list[Tally]
    highlights: Highlights = Highlights()
    counted: list[Counted] = field(default_factory=list)
    events: Mapping[str, EventGames] = field(default_factory=dict)


def record_of(player: Player) -> list[PlayedGame]:
    """All counting results of a player, newest first."""
    return _named(_newest_first(_games_by_stream(player)))


def games_of_record(player: Player, games: Collection[int]) -> list[PlayedGame]:
    """Some of a player's counting results, by primary key of the game, newest first."""
    return _named(_newest_first(_games_by_stream(player, Q(result__game__in=games))))


def record_summary(player: Player, *, newest: int, opponents: int, version: tuple[int, ...] | None = None) -> Record:
    """What a player's games add up to. Of many games it is kept, under what it depends on (`version`, where the caller
    asked for it already); so are the games of each stream, so that a new result reads its own stream's games again and
    no others."""
    state = record_version(player) if version is None else version
    if state[0] <= FEW_GAMES:
        return _summed_up(_newest_first(_games_by_stream(player)), newest, opponents)
    seen = "-".join(map(str, (*state, newest, opponents)))

    def make() -> Record:
        return _summed_up(_newest_first(_kept_games(player, _heads(player))), newest, opponents)

    return cached(f"record:{player.key}:{seen}:{public_epoch()}", make, seconds=KEPT_SECONDS)


def _summed_up(games: list[RecordedGame], shown: int, opponents: int) -> Record:
    met = _most_met(games, opponents)
    first_win, best, longest, run = _outstanding(games)
    marked = [*games[:shown], *(game for game in (first_win, best) if game is not None)]
    names = _names({*met, *(pk for game in marked for pk in game.opponents)})
    chosen = sorted(met, key=lambda pk: (-met[pk], names[pk].name))[:opponents]
    against = {pk: Tally(name=names[pk].name, key=names[pk].key) for pk in chosen}
    for game in games:
        if game.kind == ResultKind.PLAYED and len(game.opponents) == 1 and game.opponents[0] in against:
            against[game.opponents[0]].add(game)
    return Record(
        games=[game.game_pk for game in games],
        newest=[_with_names(game, names) for game in games[:shown]],
        tally=tally_of(games),
        starting=tally_of(game for game in games if game.started),
        responding=tally_of(game for game in games if game.started is False),
        mages=by_mage(games),
        opponents=list(against.values()),
        highlights=Highlights(
            first_win=_with_names(first_win, names) if first_win else None,
            best=_with_names(best, names) if best else None,
            longest_run=longest,
            run=run,
        ),
        counted=counted_of(games),
        events=_by_event(games, shown),
    )


def _outstanding(newest_first: Sequence[RecordedGame]) -> tuple[RecordedGame | None, RecordedGame | None, int, int]:
    """What `Highlights` says, without names."""
    played = [game for game in newest_first if game.kind == ResultKind.PLAYED]
    longest = running = 0
    first_win: RecordedGame | None = None
    best: RecordedGame | None = None
    for game in reversed(played):
        has_won = game.outcome == Outcome.WIN
        running = running + 1 if has_won else 0
        longest = max(longest, running)
        if has_won and first_win is None:
            first_win = game
        if game.score is not None and (best is None or best.score is None or game.score > best.score):
            best = game
    run = next((at for at, game in enumerate(played) if game.outcome != played[0].outcome), len(played))
    return first_win, best, longest, run


def _by_event(newest_first: Sequence[RecordedGame], most: int) -> dict[str, EventGames]:
    """The games of the newest streams."""
    found: dict[str, list[RecordedGame]] = {}
    for game in newest_first:
        if game.stream in found or len(found) < most:
            found.setdefault(game.stream, []).append(game)
    return {
        stream: EventGames(tally_of(games), tuple(game.game_pk for game in games)) for stream, games in found.items()
    }


def _most_met(games: Sequence[RecordedGame], most: int) -> dict[int, int]:
    """The opponents with the most games, by primary key with their number; all who have as many as the last of them."""
    met = Counter(game.opponents[0] for game in games if game.kind == ResultKind.PLAYED and len(game.opponents) == 1)
    counts = sorted(met.values(), reverse=True)
    least = counts[most - 1] if len(counts) > most else 0
    return {pk: count for pk, count in met.items() if count >= least}


def _kept_games(player: Player, heads: Mapping[str, Head]) -> dict[str, list[RecordedGame]]:
    """A player's games by stream, read from the database where they changed since they were kept."""
    name = f"{release()}:games-of-record:{player.key}"
    kept: dict[str, tuple[Head, list[RecordedGame]]] = cache.get(name) or {}
    changed = [stream for stream, head in heads.items() if stream not in kept or kept[stream][0] != head]
    read = _games_by_stream(player, Q(result__game__stream__in=changed) if len(changed) <= FEW_GAMES else ALL)
    games = {stream: read.get(stream, []) if stream in set(changed) else kept[stream][1] for stream in heads}
    cache.set(name, {stream: (head, games[stream]) for stream, head in heads.items()}, KEPT_SECONDS)
    return games


def _newest_first(by_stream: Mapping[str, list[RecordedGame]]) -> list[RecordedGame]:
    games = sorted((game for games in by_stream.values() for game in games), key=lambda game: game.game_key)
    return sorted(games, key=lambda game: (game.played_at, game.order), reverse=True)


VOID = Count("pk", filter=Q(is_void=True))


def record_version(player: Player) -> tuple[int, ...]:
    """What a player's record depends on but for names: how many games there are, how many of them are void, and sums
    over the games. A change of a result or of a time is a later fact with a higher number, so it makes another sum."""
    games = Game.objects.filter(seats__player=player)
    sums = {name: Coalesce(Sum(name), 0) for name in ("pk", "result_fact", "time_fact")}
    found = games.aggregate(count=Count("pk"), void=VOID, **{f"{name}_sum": each for name, each in sums.items()})
    return tuple(found.values())


def _heads(player: Player) -> dict[str, Head]:
    """By stream what a player's games in it depend on: how many there are, how many of them are void, and the newest
    facts about a result and about a time."""
    games = Game.objects.filter(seats__player=player).order_by()
    rows = games.values_list("stream").annotate(
        count=Count("pk"), void=VOID, result=Max("result_fact"), time=Max("time_fact")
    )
    return {stream: (count, void, result, time) for stream, count, void, result, time in rows}


def _games_by_stream(player: Player, of: Q = ALL) -> dict[str, list[RecordedGame]]:
    """The counting results of a player that meet a condition, by stream: two queries."""
    mine = Q(result__game__seats__player=player, result__is_current=True, result__game__is_void=False)
    rows = SeatResult.objects.filter(mine & of).order_by()
    numbers = SeatNumber.objects.filter(seat_result__in=rows.values("pk"), key__in=_number_keys())
    scores = {(seat, key): value for seat, key, value in numbers.values_list("seat_result", "key", "value").order_by()}
    seats: dict[int, list[tuple[Any, ...]]] = {}
    for row in rows.values_list("result__game", "seat__number", "seat__player", "place", "pk", *_OF_GAME):
        seats.setdefault(row[0], []).append(row)
    by_stream: dict[str, list[RecordedGame]] = {}
    for rows_of_game in seats.values():
        stream, game = _recorded(player, rows_of_game, scores)
        by_stream.setdefault(stream, []).append(game)
    return by_stream


def _number_keys() -> set[str]:
    """What the game systems call their score, and what they only count."""
    return {
        spec.key
        for system in GAME_SYSTEMS.values()
        for spec in system.numbers
        if spec.is_statistic or spec is system.numbers[0]
    }


_OF_GAME = (
    "result__game__stream",
    "result__game__key",
    "result__game__played_at",
    "result__game__order",
    "result__game__system",
    "result__game__starter",
    "result__game__variants",
    "result__kind",
    "result__grade",
    "result__winner",
)


def _recorded(
    player: Player, seats: list[tuple[Any, ...]], scores: Mapping[tuple[int, str], int]
) -> tuple[str, RecordedGame]:
    """A game of a player from the rows of its seats, and its stream."""
    own, *others = sorted(seats, key=lambda row: (row[2] != player.pk, row[1]))
    (
        pk,
        number,
        _player,
        place,
        seat_pk,
        stream,
        key,
        played_at,
        order,
        system,
        starter,
        variants,
        kind,
        grade,
        winner,
    ) = own
    score = game_system(system).numbers[0].key
    return stream, RecordedGame(
        played_at=played_at,
        order=order,
        game_key=key,
        game_pk=pk,
        kind=kind,
        grade=grade,
        outcome=outcome_of(place, is_shared=winner is None),
        opponents=tuple(other[2] for other in others),
        score=scores.get((seat_pk, score)),
        score_against=scores.get((others[0][4], score)) if len(others) == 1 else None,
        started=None if starter is None else number == starter,
        mage=variants.get("mages", {}).get(name_of_seat(system, number), ""),
        seat=name_of_seat(system, number),
        stream=stream,
        system=system,
        counted=tuple(
            (spec.key, scores[seat_pk, spec.key])
            for spec in game_system(system).numbers
            if spec.is_statistic and (seat_pk, spec.key) in scores
        ),
    )


def _named(games: Sequence[RecordedGame]) -> list[PlayedGame]:
    """The games with their opponents' public names: one query."""
    names = _names({pk for game in games for pk in game.opponents})
    return [_with_names(game, names) for game in games]


def _with_names(game: RecordedGame, names: Mapping[int, Opponent]) -> PlayedGame:
    return PlayedGame(
        game_pk=game.game_pk,
        game_key=game.game_key,
        played_at=game.played_at,
        kind=game.kind,
        grade=game.grade,
        outcome=game.outcome,
        opponents=tuple(names[pk] for pk in game.opponents),
        score=game.score,
        score_against=game.score_against,
        started=game.started,
        mage=game.mage,
        seat=game.seat,
    )


def _names(players: Collection[int]) -> dict[int, Opponent]:
    """Keys and public names by primary key."""
    rows = (
        Player.objects.filter(pk__in=players).only("key", "name", "hides_name", "erased_at", "merged_into").order_by()
    )
    return {player.pk: Opponent(player.key, player.public_name) for player in rows}


def tally_of(games: Iterable[PlayedGame | RecordedGame]) -> Tally:
    """What the games that were really played add up to; forfeits are no games."""
    tally = Tally()
    for game in games:
        if game.kind == ResultKind.PLAYED:
            tally.add(game)
    return tally


def counted_of(games: Iterable[RecordedGame]) -> list[Counted]:
    """What is only counted of a player, by system, in the games that were really played."""
    known: dict[str, list[dict[str, int]]] = {}
    for game in games:
        if game.counted and game.kind == ResultKind.PLAYED:
            known.setdefault(game.system, []).append(dict(game.counted))
    return [
        Counted(
            system,
            len(rows),
            tuple(
                (spec, sum(row.get(spec.key, 0) for row in rows))
                for spec in game_system(system).numbers
                if spec.is_statistic
            ),
        )
        for system, rows in sorted(known.items())
    ]


def head_to_head(games: Iterable[PlayedGame]) -> list[Tally]:
    """One tally an opponent, most games first."""
    tallies: dict[str, Tally] = {}
    for game in games:
        if game.kind == ResultKind.PLAYED and game.opponent is not None:
            key, name = game.opponent
            tallies.setdefault(key, Tally(name=name, key=key)).add(game)
    return sorted(tallies.values(), key=lambda tally: (-tally.games, tally.name))


def by_mage(games: Iterable[PlayedGame | RecordedGame]) -> list[Tally]:
    """One tally for each mage that was played, most games first; `key` is the mage's."""
    tallies: dict[str, Tally] = {}
    for game in games:
        if game.mage and game.kind == ResultKind.PLAYED:
            tallies.setdefault(game.mage, Tally(name=part_in_words(game.mage), key=game.mage)).add(game)
    return sorted(tallies.values(), key=lambda tally: (-tally.games, tally.name))
