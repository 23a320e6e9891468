"""The form of a score of Magia Cum Laude: victory points, and crystals that match of all players or of none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.pages.core.answers import EntryPage, HandIn, Outcome
from tests.games.pages.cum_laude.forms import answered, context

Numbers = tuple[int | str, ...]


def fields(points: Numbers, matching: Numbers = ()) -> dict[str, Any]:
    columns = (("victory_points", points), ("matching", matching))
    return {f"{name}_{seat}": value for name, values in columns for seat, value in enumerate(values, 1)}


@pytest.mark.parametrize(("matching", "places"), [((), [1, 1, 3]), ((2, 3, 0), [2, 1, 3])])
def test_matching_crystals_decide_where_they_are_known(matching: Numbers, places: list[int]) -> None:
    answer = answered("score", fields((13, 13, -1), matching))

    assert isinstance(answer, HandIn)
    report = CUM_LAUDE.check(answer.body)
    assert report.placings is not None
    assert (report.legal, list(report.placings.values())) == (True, places)


@pytest.mark.parametrize(
    ("points", "matching", "wrong"),
    [((5, ""), (), ["victory_points_2"]), ((5, 4), (2, ""), ["matching_2"]), ((5, 4), (2, 6), ["matching_2"])],
)
def test_what_is_missing_is_said_at_its_field(points: Numbers, matching: Numbers, wrong: list[str]) -> None:
    answer = answered("score", fields(points, matching))

    assert isinstance(answer, EntryPage)
    assert answer.form is not None
    assert (answer.status, list(answer.form.errors)) == (422, wrong)


def test_points_that_nobody_can_have_are_said_at_their_field() -> None:
    answer = answered("score", fields((40, 2)))
    assert isinstance(answer, HandIn)

    page = answer.again(context(2), Outcome(report=json.loads(CUM_LAUDE.check_encoded(answer.body))))

    assert page.form is not None
    assert list(page.form.errors) == ["victory_points_1"]
