"""The plan of a next season: known answers, one example a rule, and what holds for every league."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.placement.plan import season_plan
from leagues.placement.values import LastSeason, Newcomer, PastPlayer, PlacementError, Playoff, Reason, Settings

SMALL = {"target": 4, "least": 3, "most": 6}


def division(names: str, *, gone: str = "", unfinished: str = "") -> list[PastPlayer]:
    return [PastPlayer(name, returns=name not in gone, finished=name not in unfinished) for name in names]


def newcomer(name: str, **values: Any) -> Newcomer:
    return Newcomer(name, **{"signed_up": "2026-09-01T12:00:00Z", **values})


def plan(*divisions: list[PastPlayer], newcomers: Any = (), playoffs: Any = (), **settings: Any) -> list[str]:
    """Each division as "id:reason id:reason"."""
    season = LastSeason(list(divisions), Settings(**{**SMALL, **settings}), list(playoffs), list(newcomers))
    return [" ".join(f"{placed.id}:{placed.reason}" for placed in each) for each in season_plan(season).divisions]


def test_season_plan_gives_the_known_answers(cases: Path) -> None:
    rows = [json.loads(line) for line in (cases / "league" / "season_plan.jsonl").read_text().splitlines()]

    given_plans = [msgspec.to_builtins(season_plan(msgspec.convert(row["input"], LastSeason))) for row in rows]

    assert given_plans == [row["plan"] for row in rows]


def test_default_is_a_sixth_of_the_upper_division_rounded_up() -> None:
    placed = plan(division("abcdefg"), division("hijklmn"), target=7, most=10)

    assert placed == [
        "a:stays b:stays c:stays d:stays e:stays h:promoted i:promoted",
        "f:relegated g:relegated j:stays k:stays l:stays m:stays n:stays",
    ]


def test_place_of_a_player_who_does_not_return_is_not_passed_on() -> None:
    placed = plan(division("abcd"), division("efgh", gone="e"), up=1, down=1)

    assert placed == ["a:stays b:stays c:stays d:filled", "f:stays g:stays h:stays"]


def test_player_who_withdrew_is_relegated_and_ranks_last() -> None:
    placed = plan(division("abcde", unfinished="b"), division("fghi"), up=1, down=0)

    assert placed == ["a:stays c:stays d:stays e:stays f:promoted", "b:relegated g:stays h:stays i:stays"]


def test_player_in_both_zones_is_promoted() -> None:
    placed = plan(division("abcd"), division("e"), division("fgh"), up=[1, 0], down=[0, 1])

    assert placed == ["a:stays b:stays c:stays d:stays e:promoted", "f:filled g:filled h:filled"]


def test_playoff_winner_of_the_lower_division_changes_places() -> None:
    divisions = division("abcd"), division("efgh")

    assert plan(*divisions, up=1, down=1, playoffs=[Playoff(1, "f")]) == [
        "a:stays b:stays e:promoted f:promoted",
        "c:relegated d:relegated g:stays h:stays",
    ]
    assert plan(*divisions, up=1, down=1, playoffs=[Playoff(1, "g")]) == plan(*divisions, up=1, down=1)


def test_nobody_plays_in_two_playoffs() -> None:
    playoffs = [Playoff(1, "e"), Playoff(2, "g")]

    placed = plan(division("abcd"), division("ef"), division("ghij"), up=0, down=0, playoffs=playoffs)

    assert placed == [
        "a:stays b:stays c:stays e:promoted",
        "d:relegated g:promoted f:filled h:filled i:merged j:merged",
    ]


def test_newcomers_follow_by_rating_then_time_then_id() -> None:
    newcomers = [
        newcomer("z"),
        newcomer("y", signed_up="2026-08-01T12:00:00Z"),
        newcomer("x", rating=1500),
        newcomer("w", rating=1500),
        newcomer("v", rating=1600),
    ]

    assert plan(newcomers=newcomers, most=7) == ["v:new w:new x:new y:new z:merged"]


def test_seeded_newcomer_claims_a_division() -> None:
    placed = plan(division("abcd"), division("efgh"), newcomers=[newcomer("n", division=1)], up=1, down=1)

    assert placed == ["a:stays b:stays c:stays e:promoted n:seeded", "d:relegated f:stays g:stays h:stays"]


def test_seeds_of_a_full_division_are_refused() -> None:
    with pytest.raises(PlacementError, match="division 1: 7 players claim it with the seeded ones, and it takes 6"):
        plan(division("abcdef"), newcomers=[newcomer("n", division=1)])


def test_last_claims_of_a_full_division_wait_for_the_next() -> None:
    placed = plan(division("abcdefgh"), down=0)

    assert placed == ["a:stays b:stays c:stays d:stays", "e:moved_down f:moved_down g:moved_down h:moved_down"]


def test_small_last_division_takes_players_from_the_one_above() -> None:
    placed = plan(division("abcde"), division("fg"), up=0, down=0, most=6, least=3)

    assert placed == ["a:stays b:stays c:stays d:stays", "e:moved_down f:stays g:stays"]


def test_unearned_moves_are_counted() -> None:
    season = LastSeason([division("abcde"), division("fg")], Settings(**SMALL, up=0, down=0))

    assert season_plan(season).unearned_moves == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"least": 5}, "least, target and most must not decrease: they are 5, 4 and 6"),
        ({"target": 7}, "least, target and most must not decrease: they are 3, 7 and 6"),
        ({"least": 4, "target": 4}, "most: 6 is too few beside least 4: it must be at least 7, twice least minus 1"),
        ({"least": 0}, "least: a division has at least 1 player, not 0"),
        ({"up": [1, 1]}, "up: 2 numbers for 1 borders"),
        ({"down": -1}, "down: numbers count from 0"),
        ({"playoff": 2}, "playoff: a border has 0 or 1 pair"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PlacementError) as refused:
        plan(division("abcd"), division("efgh"), **settings)

    assert str(refused.value) == sentence


def test_player_who_is_listed_twice_is_refused() -> None:
    with pytest.raises(PlacementError, match="player a is listed twice"):
        plan(division("abcd"), newcomers=[newcomer("a")])


def test_time_without_an_offset_is_refused() -> None:
    with pytest.raises(PlacementError, match="n: signed_up is a time in UTC"):
        plan(newcomers=[newcomer("n", signed_up="2026-09-01T12:00:00")])


@st.composite
def seasons(draw: st.DrawFn) -> LastSeason:
    least = draw(st.integers(1, 5))
    target = draw(st.integers(least, 8))
    most = draw(st.integers(max(target, 2 * least - 1), 16))
    sizes = draw(st.lists(st.integers(1, 9), max_size=4))
    numbers = iter(range(1000))
    divisions = [
        [PastPlayer(f"p{next(numbers)}", draw(st.booleans()), draw(st.booleans())) for _ in range(size)]
        for size in sizes
    ]
    newcomers = [
        newcomer(f"n{next(numbers)}", rating=draw(st.none() | st.integers(0, 3)))
        for _ in range(draw(st.integers(0, 9)))
    ]
    up, down = (draw(st.none() | st.integers(0, 4)) for _ in range(2))
    return LastSeason(divisions, Settings(target, least, most, up, down), [], newcomers)


@given(seasons())
def test_everybody_who_plays_is_placed_once_in_a_division_of_a_fitting_size(season: LastSeason) -> None:
    settings, divisions = season.settings, season_plan(season).divisions
    playing = {player.id for each in season.divisions for player in each if player.returns}
    playing |= {each.id for each in season.newcomers}

    placed = [player.id for each in divisions for player in each]

    assert len(placed) == len(set(placed))
    assert set(placed) == playing
    assert all(len(each) <= settings.most for each in divisions)
    assert len(divisions) < 2 or all(len(each) >= settings.least for each in divisions)


@given(seasons())
def test_nobody_is_promoted_across_two_borders(season: LastSeason) -> None:
    left = {player.id: number for number, each in enumerate(season.divisions, 1) for player in each}

    for number, each in enumerate(season_plan(season).divisions, 1):
        for player in each:
            if player.reason is Reason.PROMOTED:
                assert number == left[player.id] - 1
            if player.reason is Reason.RELEGATED:
                assert number == left[player.id] + 1
            if player.reason is Reason.STAYS:
                assert number == left[player.id]
