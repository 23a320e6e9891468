"""Matches of several games as pages and the API show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from games.enums import GameState
from games.pages.core.table import TableWords
from games.pages.registry import game_pages
from games.selectors.scores import GameScore, scores_of
from magistrar_site.shared.isolates import isolated
from tournaments.formats.core.series import Ending
from tournaments.models import Match, MatchGame, MatchSeat
from tournaments.selectors.entries import GONE
from tournaments.selectors.rounds.pairings import score_of
from tournaments.selectors.series.matches import MatchSeries, series_of_matches

ENDINGS: Mapping[Ending, Any] = {
    Ending.WINS: gettext_lazy("%(name)s has won %(won)s games first."),
    Ending.GAMES: gettext_lazy("After nine games %(name)s has won more of them."),
    Ending.SCORE: gettext_lazy("After nine games it stands level; %(name)s has the higher score over them."),
    Ending.LOTS: gettext_lazy("After nine games all is level; lots decided for %(name)s."),
    Ending.FORFEIT: gettext_lazy("The rest was forfeited: %(name)s wins."),
}
BOTH_FORFEIT = gettext_lazy("Both forfeited the rest: nobody wins.")

SIDES = ("white", "black")  # whose bags hold goldens, in seat order


@dataclass(frozen=True)
class BagRow:
    """A player's bag in a game, with what lost games before it put there."""

    name: str
    side: str
    goldens: int
    sentence: str
    """What lies in it, in the words of the game."""


@dataclass(frozen=True)
class SeriesGameRow:
    """A game of a series, in the order of the seats: `winner` is a seat, None for a tie and while there is no result
    (`score` is empty then). `right_bags` are those that the results before say, where they weren't those."""

    number: int
    key: str
    state: GameState
    score: str
    starts: int | None
    winner: int | None
    goldens: tuple[int, int]
    right_goldens: tuple[int, int] | None
    is_surplus: bool
    is_friendly: bool
    is_counted: bool
    is_forfeit: bool
    goldens_in_words: str = ""
    wrong_in_words: str = ""

    @property
    def is_open(self) -> bool:
        return self.state in {GameState.EXPECTED, GameState.CONFLICTING, GameState.REOPENED}


@dataclass(frozen=True)
class SeriesView:
    """A series as it stands; everything by seats. `next_bags` are those of the game to be played next, `left` the names
    of those who have withdrawn or were expelled."""

    match_key: str
    best_of: int
    needed: int
    has_goldens: bool
    names: tuple[str, str]
    entries: tuple[str, str]
    won: tuple[int, int]
    to_win: tuple[int, int]
    drawn: int
    scores: tuple[int, int]
    winner: int | None
    ending: str
    games: tuple[SeriesGameRow, ...]
    next_game: SeriesGameRow | None
    next_bags: tuple[BagRow, ...]
    rest_forfeited: str
    takes_friendlies: bool
    left: tuple[str, ...] = ()

    @property
    def is_decided(self) -> bool:
        return bool(self.ending)

    @property
    def score(self) -> str:
        return f"{self.won[0]} : {self.won[1]}"

    @property
    def winner_name(self) -> str:
        return self.names[self.winner] if self.winner is not None else ""

    @property
    def verdict(self) -> str:
        """The decision of the series, as a sentence; empty while it is open."""
        if not self.ending:
            return ""
        if self.winner is None:
            return str(BOTH_FORFEIT)
        return str(ENDINGS[Ending(self.ending)]) % {"name": isolated(self.winner_name), "won": self.won[self.winner]}

    @property
    def is_grand_mage(self) -> bool:
        """R28: best of five with goldens."""
        return self.best_of == 5 and self.has_goldens

    @property
    def wrong_bags(self) -> tuple[SeriesGameRow, ...]:
        return tuple(game for game in self.games if game.right_goldens is not None)

    @property
    def surplus(self) -> tuple[SeriesGameRow, ...]:
        return tuple(game for game in self.games if game.is_surplus)


def series_view(match: Match) -> SeriesView | None:
    """The series of a match; None for a match of one game."""
    return series_views([match]).get(match.pk)


def series_views(matches: Sequence[Match]) -> dict[int, SeriesView]:
    """By primary key, for the matches of several games among these: nine queries for any number of them, none where
    there is none."""
    found = series_of_matches(matches)
    if not found:
        return {}
    seats: dict[int, list[MatchSeat]] = {}
    for seat in (
        MatchSeat.objects.filter(match__in=list(found))
        .select_related("entry__player", "former_player")
        .order_by("match", "position")
    ):
        seats.setdefault(seat.match_id, []).append(seat)
    scores = scores_of(link.game_id for series in found.values() for link in series.links)
    return {pk: _series_view(series, seats[pk], scores) for pk, series in found.items()}


def _series_view(series: MatchSeries, seats: Sequence[MatchSeat], scores: Mapping[int, GameScore]) -> SeriesView:
    standing = series.standing
    games = tuple(_game(series, link, scores[link.game_id]) for link in series.links)
    pending = next(iter(series.pending), None)
    next_game = next((game for game in games if pending is not None and game.number == pending.number), None)
    first, second = (seat.player.public_name for seat in seats)
    names = first, second
    bags = tuple(_bag(series, names[seat], seat, next_game) for seat in (0, 1)) if next_game else ()
    return SeriesView(
        match_key=series.match.key,
        best_of=series.match.best_of,
        needed=standing.needed,
        has_goldens=series.rules.goldens,
        names=names,
        entries=(seats[0].entry.key, seats[1].entry.key),
        won=standing.won,
        to_win=standing.to_win,
        drawn=standing.drawn,
        scores=standing.scores,
        winner=standing.winner,
        ending=standing.ending.value if standing.ending else "",
        games=games,
        next_game=next_game,
        next_bags=bags if series.rules.goldens else (),
        rest_forfeited=series.match.rest_forfeited,
        left=tuple(seat.player.public_name for seat in seats if seat.entry.state in GONE),
        takes_friendlies=series.rules.surplus_games == "friendly",
    )


def _bag(series: MatchSeries, name: str, seat: int, game: SeriesGameRow) -> BagRow:
    words, goldens = _words_of(series), game.goldens[seat]
    return BagRow(name, SIDES[seat], goldens, words.bag(isolated(name), goldens))


def _words_of(series: MatchSeries) -> TableWords:
    return game_pages(series.match.round.stage.event.system).table


def _game(series: MatchSeries, link: MatchGame, score: GameScore) -> SeriesGameRow:
    counted = {game.number for game in series.standing.counted}
    is_counted = link.number in counted and not link.is_friendly
    shows_result = link.is_friendly or is_counted or link in series.surplus
    goldens, words = goldens_by_seat(link.game.variants), _words_of(series)
    right = goldens_by_seat(series.variants_of(link)) if link in series.misfits else None
    return SeriesGameRow(
        number=link.number,
        key=score.key,
        state=score.state,
        score=score_of(score, [1, 2]) if shows_result else "",
        starts=score.starter - 1 if score.starter is not None else None,
        winner=score.winner - 1 if score.winner is not None and shows_result else None,
        goldens=goldens,
        goldens_in_words=words.bags(goldens),
        wrong_in_words=words.wrong_bags(link.number, goldens, right) if right is not None else "",
        right_goldens=right,
        is_surplus=link in series.surplus,
        is_friendly=link.is_friendly,
        is_counted=is_counted,
        is_forfeit=score.is_forfeit,
    )


def goldens_by_seat(variants: Mapping[str, Any]) -> tuple[int, int]:
    """What lost games put into the bags, by seat."""
    golden = variants.get("golden", {})
    return golden.get(SIDES[0], 0), golden.get(SIDES[1], 0)
