"""What was remarkable in an event: upsets, the closest games, the highest scores, and when games were handed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from games.engine.core.numbers import NumberSpec
from games.engine.registry import game_system
from games.selectors.scores import GameScore, scores_of, times_handed_in
from ratings.selectors.ratings import winners_expected
from tournaments.models import Event, MatchGame
from tournaments.selectors.events import PUBLIC_ROUNDS

MOST_LISTED = 5
EVEN = 0.5


@dataclass(frozen=True)
class NotedGame:
    """A game with the number that it is noted for: what was expected of the winner (from 0 to 1), how far the two best
    were apart, or the score of `seat`."""

    game: GameScore
    number: float
    seat: int | None = None

    @property
    def names(self) -> str:
        """All players, in the order of their seats."""
        return " – ".join(name for _key, name in self.game.players.values())

    @property
    def name(self) -> str:
        """The player that it is noted for; empty where it is all of them."""
        return "" if self.seat is None else self.game.players[self.seat][1]

    @property
    def score(self) -> str:
        """The scores of all seats in one line."""
        return " : ".join(str(self.game.points.get(seat, "–")) for seat in self.game.players).replace("-", "−")

    @property
    def own_score(self) -> str:
        """The score of the seat that it is noted for."""
        return str(round(self.number)).replace("-", "−")

    @property
    def percent(self) -> int:
        """An expectation in percent, at least 1."""
        return max(1, round(100 * self.number))


@dataclass(frozen=True)
class CountedPlayer:
    """What is only counted of a player in an event: the numbers in the order of `EventStatistics.counted_numbers`, in
    the games of which they are known."""

    key: str
    name: str
    games: int
    sums: tuple[int, ...]


@dataclass(frozen=True)
class EventStatistics:
    """`number`: the game's own score, as its system declares it, None where it has none. `hours`: from the first to the
    last hour of a day in the event's zone in which games were handed in, how many. `counted`: what the system only
    counts of a game, by player, most of the first number first."""

    number: NumberSpec | None
    game_count: int
    upsets: Sequence[NotedGame]
    closest: Sequence[NotedGame]
    highest: Sequence[NotedGame]
    hours: Sequence[tuple[int, int]]
    counted_numbers: Sequence[NumberSpec] = ()
    counted: Sequence[CountedPlayer] = ()

    @property
    def busiest(self) -> int:
        return max((count for _hour, count in self.hours), default=0)


def event_statistics(event: Event) -> EventStatistics:
    """The statistics of the games with results in published rounds, in five queries for any number of games."""
    places = MatchGame.objects.filter(
        match__round__stage__event=event,
        match__round__state__in=PUBLIC_ROUNDS,
        match__is_void=False,
        game__is_void=False,
        is_friendly=False,
    )
    scores = [score for score in scores_of(places.values_list("game", flat=True)).values() if score.has_result]
    keys = [score.pk for score in scores]
    numbers = game_system(event.system).numbers
    spec = next(iter(numbers), None)
    counted_numbers = [each for each in numbers if each.is_statistic]
    return EventStatistics(
        number=spec,
        game_count=len(scores),
        upsets=_upsets(scores, winners_expected(keys)),
        closest=_closest(scores),
        highest=_highest(scores, spec),
        hours=_hours(event, keys),
        counted_numbers=counted_numbers,
        counted=_counted(scores, counted_numbers),
    )


def _upsets(scores: Iterable[GameScore], expected: dict[int, float]) -> list[NotedGame]:
    """The games whose winner was expected to lose, the least expected first."""
    found = [NotedGame(score, expected[score.pk], score.winner) for score in scores if score.pk in expected]
    return _first([noted for noted in found if noted.number < EVEN], lambda noted: noted.number)


def _closest(scores: Iterable[GameScore]) -> list[NotedGame]:
    """The games whose two best scores were the least apart. A game that wasn't played has no score."""
    found = [NotedGame(score, _margin(score)) for score in scores if len(score.points) > 1 and not score.is_forfeit]
    return _first(found, lambda noted: noted.number)


def _margin(score: GameScore) -> int:
    """How far the two best placed seats are apart."""
    best = sorted(score.points, key=lambda seat: score.places.get(seat, len(score.points)))
    return abs(score.points[best[0]] - score.points[best[1]])


def _highest(scores: Iterable[GameScore], spec: NumberSpec | None) -> list[NotedGame]:
    """The best scores of a player in a game, which are the lowest where less is better."""
    sign = 1 if spec is not None and spec.better == "less" else -1
    found = [
        NotedGame(score, value, seat)
        for score in scores
        if not score.is_forfeit
        for seat, value in score.points.items()
    ]
    return _first(found, lambda noted: sign * noted.number)


def _counted(scores: Iterable[GameScore], specs: Sequence[NumberSpec]) -> list[CountedPlayer]:
    """What is only counted, by player, in the games of which something of it is known."""
    names: dict[str, str] = {}
    found: dict[str, list[list[int]]] = {}
    for score in scores:
        for seat, (key, name) in score.players.items():
            known = [score.numbers.get(spec.key, {}).get(seat) for spec in specs]
            if any(value is not None for value in known):
                names[key] = name
                found.setdefault(key, []).append([value or 0 for value in known])
    rows = [
        CountedPlayer(key, names[key], len(games), tuple(map(sum, zip(*games, strict=True))))
        for key, games in found.items()
    ]
    return sorted(rows, key=lambda row: ([-number for number in row.sums], row.name))


def _first(found: list[NotedGame], key: Callable[[NotedGame], float]) -> list[NotedGame]:
    """The first of them by that key; equal ones in the order of their games."""
    return sorted(found, key=lambda noted: (key(noted), noted.game.pk))[:MOST_LISTED]


def _hours(event: Event, games: Iterable[int]) -> list[tuple[int, int]]:
    zone = ZoneInfo(event.time_zone)
    counts = Counter(at.astimezone(zone).hour for at in times_handed_in(games).values())
    return [(hour, counts[hour]) for hour in range(min(counts), max(counts) + 1)] if counts else []
