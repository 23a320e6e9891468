"""What every rating system of the registry has to hold, golden files included."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.algorithms.core.system import RatingOptionsError, RatingSystem, UnknownRatingSystemError
from ratings.algorithms.core.units import as_points, as_share
from ratings.algorithms.core.values import PlayerKey, RatedGame, RatingChange, RatingState, Side
from ratings.algorithms.registry import RATING_SYSTEMS, rating_system
from tests.extent import examples
from tests.ratings.algorithms.strategies import PLAYERS, game_lists

GOLDEN = Path(__file__).parent / "golden"
SYSTEMS = sorted(RATING_SYSTEMS)
DOCS = Path(__file__).resolve().parents[3] / "docs" / "rules" / "ratings.md"

every_system = pytest.mark.parametrize("key", SYSTEMS)


def golden_games() -> list[RatedGame]:
    with (GOLDEN / "games.csv").open(newline="") as file:
        return [
            RatedGame(number, row["white"], row["black"], int(2 * Decimal(row["score"])), row["date"])
            for number, row in enumerate(csv.DictReader(file), start=1)
        ]


def golden_row(row: RatingChange) -> list[str]:
    deviation = "" if row.deviation is None else str(as_points(row.deviation))
    volatility = "" if row.volatility is None else str(as_share(row.volatility))
    return [
        str(row.game),
        row.side,
        str(row.player),
        str(as_points(row.before)),
        str(as_share(row.expected)),
        "" if row.k is None else str(row.k),
        str(as_points(row.change)),
        str(as_points(row.after)),
        str(row.games),
        "provisional" if row.provisional else "",
        deviation,
        volatility,
    ]


@every_system
def test_history_is_the_golden_one(key: str) -> None:
    with (GOLDEN / f"{key}.csv").open(newline="") as file:
        expected = list(csv.reader(file))
    system = rating_system(key)
    history = system.rate(golden_games(), system.read_options({}), {}).history
    assert [golden_row(row) for row in history] == expected


@every_system
def test_rules_page_has_a_section_on_it(key: str) -> None:
    assert f"(`{key}`)" in DOCS.read_text()


def assert_chained(games: Iterable[RatedGame], history: tuple[RatingChange, ...], newcomer: RatingState) -> None:
    """Two rows a game, white's first; a player's rating before a game is that after his last."""
    last: dict[Any, tuple[int, int]] = {}
    sides = [(game.key, side, game.player(side)) for game in games for side in (Side.WHITE, Side.BLACK)]
    assert [(row.game, row.side, row.player) for row in history] == sides
    for row in history:
        rating, played = last.get(row.player, (newcomer.rating, 0))
        assert (row.before, row.after, row.games) == (rating, rating + row.change, played + 1)
        last[row.player] = (row.after, row.games)


@every_system
@examples(30)
@given(games=game_lists())
def test_history_is_chained(key: str, games: list[RatedGame]) -> None:
    system = rating_system(key)
    options = system.read_options({})
    assert_chained(games, system.rate(games, options, {}).history, system.newcomer(options))


@every_system
@examples(30)
@given(games=game_lists(), share=st.floats(0, 1))
def test_resuming_gives_what_rating_at_once_gives(key: str, games: list[RatedGame], share: float) -> None:
    system = rating_system(key)
    options = system.read_options({})
    cut = int(share * len(games))
    whole = system.rate(games, options, {})
    first = system.rate(games[:cut], options, {})
    second = system.rate(iter(games[cut:]), options, first.states)
    assert first.history + second.history == whole.history
    assert second.states == whole.states


@pytest.mark.parametrize("key", ["fide", "glicko2"])
@examples(30)
@given(games=game_lists(), last=st.sampled_from("abc"))
def test_resuming_between_periods_gives_what_rating_at_once_gives(key: str, games: list[RatedGame], last: str) -> None:
    system = rating_system(key)
    options = system.read_options({"rated_by": "period"})
    whole = system.rate(games, options, {})
    first = system.rate([game for game in games if game.period <= last], options, {})
    second = system.rate([game for game in games if game.period > last], options, first.states)
    assert (first.history + second.history, second.states) == (whole.history, whole.states)
    assert_chained(games, whole.history, system.newcomer(options))


@every_system
@examples(30)
@given(games=game_lists())
def test_names_do_not_matter(key: str, games: list[RatedGame]) -> None:
    system = rating_system(key)
    options = system.read_options({})
    other: dict[PlayerKey, int] = dict(zip(PLAYERS, reversed(range(len(PLAYERS))), strict=True))
    renamed = [RatedGame(game.key, other[game.white], other[game.black], game.score, game.period) for game in games]
    expected = {other[player]: state for player, state in system.rate(games, options, {}).states.items()}
    assert system.rate(renamed, options, {}).states == expected


@every_system
@examples(30)
@given(games=game_lists())
def test_swapping_the_sides_changes_no_rating(key: str, games: list[RatedGame]) -> None:
    system = rating_system(key)
    options = system.read_options({})
    swapped = [RatedGame(game.key, game.black, game.white, 2 - game.score, game.period) for game in games]
    assert system.rate(swapped, options, {}).states == system.rate(games, options, {}).states


@every_system
def test_rating_leaves_the_start_alone(key: str) -> None:
    system = rating_system(key)
    options = system.read_options({})
    start: dict[PlayerKey, RatingState] = {"Anna": system.newcomer(options)}
    rated = system.rate([RatedGame(1, "Anna", "Bert", 2)], options, start)
    assert start == {"Anna": system.newcomer(options)}
    assert set(rated.states) == {"Anna", "Bert"}


@every_system
def test_initial_is_a_newcomers_rating(key: str) -> None:
    system: RatingSystem[Any] = rating_system(key)
    options = system.read_options({"initial": 1200})
    newcomer = system.newcomer(options)
    assert (newcomer.rating, newcomer.games, newcomer.peak) == (120_000_000, 0, 120_000_000)
    assert system.is_provisional(newcomer, options) is True
    assert (newcomer.deviation is not None) == system.has_deviation


@every_system
@pytest.mark.parametrize("given_options", [{"colour": 1}, {"initial": -1}, {"initial": "high"}, {"floor": 1.5}])
def test_unknown_and_impossible_options_are_refused(key: str, given_options: dict[str, object]) -> None:
    with pytest.raises(RatingOptionsError):
        rating_system(key).read_options(given_options)


def test_unknown_system_is_refused() -> None:
    with pytest.raises(UnknownRatingSystemError):
        rating_system("ingo")


def test_golden_files_are_those_of_the_registry() -> None:
    assert {path.stem for path in GOLDEN.glob("*.csv")} == {"games", *SYSTEMS}
