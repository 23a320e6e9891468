"""Matches of several games as they stand: what their games' results come to, and what the next game's set-up is."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from games.engine.core.choices import said_of
from games.engine.registry import game_system
from games.enums import SETTLED_STATES, GameState, Outcome, ResultKind
from games.selectors.games import scores_of_games, seats_of
from games.values.results import SeatScore
from tournaments.enums import EventState, RestForfeited
from tournaments.formats.core.series import (
    SeriesGame,
    SeriesStanding,
    StarterRule,
    series_standing,
    starting_seat,
)
from tournaments.models import Match, MatchGame, Round
from tournaments.models.choices import fixed_variants
from tournaments.models.rules import EventRules
from tournaments.selectors.events import PUBLIC_ROUNDS

FORFEITS = frozenset({ResultKind.FORFEIT.value, ResultKind.DOUBLE_FORFEIT.value})
WAITING_STATES = (GameState.EXPECTED, GameState.CONFLICTING, GameState.REOPENED)


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A result that counts so far, of a match's game by its number: its kind, and what it says of who sits at each
    position."""

    number: int
    kind: str
    seats: tuple[SeatScore, ...]

    @property
    def is_played(self) -> bool:
        return self.kind not in FORFEITS

    @property
    def forfeited(self) -> frozenset[int]:
        """The positions of those who forfeited the game: in a forfeit whoever shares the last place, or everybody."""
        if self.is_played:
            return frozenset()
        last = max((score.place or 0 for score in self.seats), default=0)
        return frozenset(seat for seat, score in enumerate(self.seats) if (score.place or 0) == last)

    @property
    def winner(self) -> int | None:
        won = [seat for seat, score in enumerate(self.seats) if score.outcome == Outcome.WIN]
        return won[0] if won else None

    def scores(self, rules: EventRules) -> tuple[int, int]:
        """Of each seat; what a forfeit counts is the event's rule."""
        if self.is_played:
            return self.seats[0].points or 0, self.seats[1].points or 0
        return rules.forfeit_score(is_won=self.winner == 0), rules.forfeit_score(is_won=self.winner == 1)


def counting_states(rules: EventRules) -> frozenset[str]:
    """The states in which a game's result counts for standings, pairings and the series that it belongs to."""
    states = [*SETTLED_STATES, *([GameState.SUBMITTED] if rules.unconfirmed_counts else [])]
    return frozenset(state.value for state in states)


def series_of(
    best_of: int, results: Iterable[CountedGame], rules: EventRules, *, lot: int, rest_forfeited: str = ""
) -> SeriesStanding:
    """The series that these results make. `lot` is the seat that `decisive_lot` names."""
    games = [SeriesGame(said.number, said.winner, said.scores(rules), said.is_played) for said in results]
    return series_standing(best_of, games, lot=lot, forfeited_by=RestForfeited(rest_forfeited).seats)


def decisive_lot(seed: int, match_key: str) -> int:
    """The seat that wins a series which nothing else decides (H7), drawn by the event's seed."""
    return random.Random(f"{seed}/{match_key}/series").choice((0, 1))


def starting_lot(seed: int, match_key: str, number: int, players: int = 2) -> int:
    """The seat that lots name to start that game of a match (H8), counted from 0."""
    name = f"{seed}/{match_key}" if number == 1 else f"{seed}/{match_key}/{number}"
    return random.Random(name).choice(range(players))


@dataclass(frozen=True, slots=True)
class GameSetUp:
    """The set-up that a series gives one of its games: the seat that starts (None where the table finds out), and the
    variants as in a record."""

    starter: int | None
    variants: dict[str, Any]


def set_up_due(
    standing: SeriesStanding,
    number: int,
    rules: EventRules,
    *,
    seed: int,
    match_key: str,
    system: str,
    drawn: Mapping[str, Any],
) -> GameSetUp:
    """The set-up of the game of that number, by the games before it: the starter (H8), and the loser's golden for all
    later games where the event plays with them (R29), beside what was `drawn` for it."""
    before = [game for game in standing.counted if game.number < number]
    first = starting_lot(seed, match_key, 1) if rules.starter == "lots" else 0
    seat = starting_seat(
        StarterRule(rules.series_starter),
        len(before) + 1,
        first=first,
        lot=starting_lot(seed, match_key, number),
    )
    starter = None if game_system(system).draws_starter else seat + 1
    return GameSetUp(starter, variants_due(standing, number, rules, system, drawn))


def variants_due(
    standing: SeriesStanding, number: int, rules: EventRules, system: str, drawn: Mapping[str, Any]
) -> dict[str, Any]:
    """The variants of the game of that number, by the games before it and what was drawn for it."""
    losers = standing.losers_before(number) if rules.goldens else ()
    return game_system(system).variants_after(
        fixed_variants(system, rules) | dict(drawn), [seat + 1 for seat in losers]
    )


# --- from the rows ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class MatchSeries:
    """A match of several games with all that is known of it. `links` are its games by number, void ones left out;
    `standing` counts what counts so far. `seats` are the players' primary keys."""

    match: Match
    rules: EventRules
    links: tuple[MatchGame, ...]
    standing: SeriesStanding
    seats: tuple[int, int]

    @property
    def own_games(self) -> list[MatchGame]:
        """The games that belong to the series: friendly ones don't."""
        return [link for link in self.links if not link.is_friendly]

    @property
    def pending(self) -> list[MatchGame]:
        """The games that have no result that counts, and may still get one."""
        counting = counting_states(self.rules)
        return [
            link
            for link in self.own_games
            if link.game.state not in counting and link.game.state != GameState.ANNULLED.value
        ]

    @property
    def surplus(self) -> list[MatchGame]:
        """Games of the series that came after its decision."""
        numbers = {game.number for game in self.standing.surplus}
        return [link for link in self.own_games if link.number in numbers]

    @property
    def misfits(self) -> list[MatchGame]:
        """Played games that count, whose bags weren't those that the results before now say."""
        counted = {game.number for game in self.standing.counted if game.is_played}
        return [
            link for link in self.own_games if link.number in counted and link.game.variants != self.variants_of(link)
        ]

    def variants_of(self, link: MatchGame) -> dict[str, Any]:
        """The variants that the game has by the results before it."""
        if link.is_friendly:
            return dict(link.game.variants)
        drawn = said_of(game_system(link.game.system).choices, link.game.variants)
        return variants_due(self.standing, link.number, self.rules, link.game.system, drawn)

    def set_up_of(self, number: int, drawn: Mapping[str, Any] | None = None) -> GameSetUp:
        """What the game of that number is to be set up with, by the results before it; `drawn` for it so far."""
        event, key = self.match.round.stage.event, self.match.key
        return set_up_due(
            self.standing,
            number,
            self.rules,
            seed=event.seed,
            match_key=key,
            system=event.system,
            drawn=drawn or {},
        )


def series_without_a_next_game() -> list[Match]:
    """Matches of several games of running events that are neither decided nor have a game to be played."""
    waiting = MatchGame.objects.filter(
        match=OuterRef("pk"), game__is_void=False, is_friendly=False, game__state__in=WAITING_STATES
    )
    matches = Match.objects.filter(
        ~Exists(waiting),
        best_of__gt=1,
        bye="",
        is_void=False,
        round__state__in=PUBLIC_ROUNDS,
        round__stage__event__state=EventState.RUNNING,
    )
    # In no order of the database's: for that of primary keys SQLite goes through all matches.
    found = series_of_matches(sorted(matches.defer("why").order_by(), key=lambda match: match.pk))
    return [series.match for series in found.values() if not series.standing.is_decided and not series.pending]


def match_series(match: Match) -> MatchSeries:
    """The series of a match as it stands now: five queries."""
    return series_of_matches([match])[match.pk]


def series_of_matches(matches: Sequence[Match]) -> dict[int, MatchSeries]:
    """By primary key, for the matches of several games among these; byes have none. Four queries for any number of
    them, none where there is none."""
    wanted = [match for match in matches if match.best_of > 1 and not match.bye]
    if not wanted:
        return {}
    rounds = Round.objects.select_related("stage__event__club").defer("engine")
    by_key = rounds.in_bulk({match.round_id for match in wanted})
    for match in wanted:
        match.round = by_key[match.round_id]
    rules = {match.round.stage.event_id: match.round.stage.event.settings for match in wanted}
    links = list(
        MatchGame.objects.filter(match__in=[match.pk for match in wanted], game__is_void=False)
        .select_related("game")
        .prefetch_related("game__seats")
        .order_by("number")
    )
    of_match: dict[int, list[MatchGame]] = {match.pk: [] for match in wanted}
    for link in links:
        of_match[link.match_id].append(link)
    results = scores_of_games([link.game_id for link in links])
    return {
        match.pk: _series(match, rules[match.round.stage.event_id], of_match[match.pk], results) for match in wanted
    }


def _series(
    match: Match, rules: EventRules, links: Sequence[MatchGame], results: Mapping[int, tuple[str, dict[int, Any]]]
) -> MatchSeries:
    counting = counting_states(rules)
    seats = _players(links)
    said = [
        CountedGame(link.number, kind, (rows[seats[0]], rows[seats[1]]))
        for link in links
        if not link.is_friendly and link.game.state in counting and link.game_id in results
        for kind, rows in [results[link.game_id]]
    ]
    lot = decisive_lot(match.round.stage.event.seed, match.key)
    standing = series_of(match.best_of, said, rules, lot=lot, rest_forfeited=match.rest_forfeited)
    return MatchSeries(match, rules, tuple(links), standing, seats)


def _players(links: Sequence[MatchGame]) -> tuple[int, int]:
    """The players by seat: in every game of a match they sit as in the first."""
    if not links:
        return 0, 0
    first, second = (seat.player_id for seat in seats_of(links[0].game).values())
    return first, second
