"""What places are worth (T3, T9 to T11), exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tournaments.formats.core.format import FormatOptionError, FormatOptions
from tournaments.formats.systems.tables.format import Tables

HALF = Fraction(1, 2)


def points(options: FormatOptions, *places: int, forfeited: tuple[int, ...] = ()) -> list[Fraction]:
    scale = Tables().points_scale(options)
    return [Fraction(won, scale) for won in Tables().points_of_table(places, options, forfeited)]


def bye(options: FormatOptions) -> Fraction:
    return Fraction(Tables().points_of_bye(options), Tables().points_scale(options))


def test_linear_points_are_worth_the_same_to_every_winner() -> None:
    options: FormatOptions = {"most": 5}
    assert points(options, 1, 2, 3, 4) == [3, 2, 1, 0]
    assert points(options, 3, 1, 2) == [0, 3, 3 * HALF]
    assert points(options, 1, 2, 3, 4, 5) == [3, Fraction(9, 4), 3 * HALF, Fraction(3, 4), 0]


def test_podium_drops_the_worst_places_of_a_small_table_and_repeats_the_last_of_a_large_one() -> None:
    options: FormatOptions = {"points": "podium", "list": "5 3 2 1", "most": 6}
    assert points(options, 1, 2, 3) == [5, 3, 2]
    assert points(options, 6, 5, 4, 3, 2, 1) == [1, 1, 1, 2, 3, 5]


def test_winner_takes_all() -> None:
    assert points({"points": "winner"}, 2, 1, 2, 4) == [0, 1, 0, 0]
    assert points({"points": "winner"}, 1, 1, 1) == [Fraction(1, 3)] * 3


def test_shared_place_gets_the_mean_of_the_places_it_covers() -> None:
    options: FormatOptions = {"points": "podium", "list": "4 2 1 0"}
    assert points(options, 1, 2, 2, 4) == [4, 3 * HALF, 3 * HALF, 0]
    assert points(options, 1, 1, 1, 4) == [Fraction(7, 3)] * 3 + [Fraction(0)]


def test_points_listed_by_size() -> None:
    options: FormatOptions = {"points": "by_size", "list": "3: 4 2 0; 4: 7 4 2 0"}
    assert points(options, 1, 2, 3) == [4, 2, 0]
    assert points(options, 1, 2, 3, 4) == [7, 4, 2, 0]
    assert bye(options) == 3


def test_forfeit_leaves_the_points_of_the_full_table_to_the_others() -> None:
    assert points({}, 3, 1, 3, 2, forfeited=(1, 3)) == [0, 3, 0, 2]


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({}, 3 * HALF),
        ({"points": "podium", "list": "5 3 2 1"}, 5 * HALF),
        ({"points": "winner"}, 0),
        ({"size": 3, "most": 3}, 1),
        ({"size": 2, "least": 2, "most": 2}, HALF),
    ],
)
def test_bye_is_worth_the_middle_of_a_table(options: FormatOptions, worth: Fraction) -> None:
    assert bye(options) == worth


@examples(200)
@given(
    st.sampled_from(["linear", "podium", "winner"]),
    st.lists(st.integers(0, 20), min_size=4, max_size=4),
    st.lists(st.integers(0, 5), min_size=2, max_size=6),
)
def test_table_gives_out_all_its_points(rule: str, entries: list[int], strength: list[int]) -> None:
    """However places are shared, nothing is rounded away."""
    options: FormatOptions = {"points": rule, "size": 4, "least": 2, "most": 6}
    if rule == "podium":
        options = {**options, "list": " ".join(map(str, sorted(entries, reverse=True)))}
    places = [1 + sum(other > own for other in strength) for own in strength]
    assert sum(points(options, *places)) == sum(points(options, *range(1, len(places) + 1)))
    by_place = dict(zip(places, points(options, *places), strict=True))
    assert [by_place[place] for place in sorted(by_place)] == sorted(by_place.values(), reverse=True)


@pytest.mark.parametrize(
    ("options", "key", "said"),
    [
        ({"points": "podium", "list": "5 3"}, "list", "2 entries for a table of 4"),
        ({"points": "podium", "list": "5 3 x 1"}, "list", '"x" isn\'t a whole number of points'),
        ({"points": "podium", "list": "1 2 3 4"}, "list", "a better place is worth less than a worse one"),
        ({"points": "by_size", "list": "3: 2 1 0"}, "list", "points are listed for 3, not for 3, 4"),
        ({"points": "by_size", "list": "3: 2 1 0; 3: 2 1 0"}, "list", "points are listed twice for 3"),
        ({"points": "by_size", "list": "five"}, "list", "isn't a size with its points"),
        ({"points": "linear", "list": "1 0"}, "list", "not for linear"),
        ({"least": 5}, "least", "at most the size"),
        ({"size": 5}, "most", "at least the size"),
    ],
)
def test_options_that_do_not_fit_together_are_refused(options: FormatOptions, key: str, said: str) -> None:
    with pytest.raises(FormatOptionError, match=said) as refused:
        Tables().rounds_for(12, options)
    assert refused.value.key == key
