"""The form of a score of the elemental duel: places follow from health and stars as far as these tell them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

from games.engine.systems.elemental.system import ELEMENTAL
from games.models import Game
from games.pages.core.answers import Answer, EntryPage, HandIn, Outcome, Sent
from games.pages.core.context import Addresses, GameContext, SeatContext
from games.pages.registry import game_pages

NAMES = ("Ada", "Bo", "Cleo", "Dan")
Numbers = tuple[int | str, ...]


def context(players: int = 3) -> GameContext:
    seats = tuple(
        SeatContext(seat, str(seat), "", name.lower(), name, False) for seat, name in enumerate(NAMES[:players], 1)
    )
    game = Game(key="k", system="elemental", edition="elemental-2022", played_at=timezone.now(), least_grade="score")
    return GameContext(game=game, seats=seats, addresses=Addresses("/games/k/"), may_submit=True)


def sent(health: Numbers, places: Numbers = (), stars: Numbers = ()) -> Answer:
    posted = QueryDict(mutable=True)
    posted["idempotency_key"] = "x"
    for column, values in (("health", health), ("place", places), ("stars", stars)):
        posted.update({f"{column}_{seat}": str(value) for seat, value in enumerate(values, 1)})
    return game_pages("elemental").entries["score"].answer(context(len(health)), Sent("POST", posted, MultiValueDict()))


def document(answer: Answer) -> dict[str, Any]:
    assert isinstance(answer, HandIn)
    report = ELEMENTAL.check(answer.body)
    assert report.legal, report.violations
    written: dict[str, Any] = json.loads(answer.body)
    return written


@pytest.mark.parametrize(
    ("health", "stars", "placings"),
    [
        ((3, 0), (), [1, 2]),
        ((5, 7, 0), (), [2, 1, 3]),
        ((5, 5, 0), (3, 1, ""), [1, 2, 3]),
        ((5, 5, 5), (2, 2, 2), [1, 1, 1]),
    ],
)
def test_places_that_are_left_out_follow_from_health_and_stars(
    health: Numbers, stars: Numbers, placings: list[int]
) -> None:
    written = document(sent(health, (), stars))

    assert list(written["placings"].values()) == placings
    assert list(written.get("stars", {}).values()) == [star or 0 for star in stars]
    assert (written["players"], written["edition"]) == (len(health), "elemental-2022")


def test_order_in_which_players_fell_is_typed() -> None:
    written = document(sent((0, 6, 0, 0), (2, 1, 3, 4)))

    assert written["placings"] == {"1": 2, "2": 1, "3": 3, "4": 4}


@pytest.mark.parametrize(
    ("health", "places", "stars", "wrong"),
    [
        ((5, 0, 0), (), (), ["place_2", "place_3"]),
        ((5, 5), (), (), ["place_1", "place_2"]),
        ((5, 4, 0), (), (2, "", ""), ["stars_2"]),
        ((5, "", 0), (), (), ["health_2"]),
        ((5, 4, 0), (1, 2, 4), (), ["place_3"]),
        ((5, 4, 0), (1, 3, 3), (), ["__all__"]),
    ],
)
def test_what_is_missing_is_said_at_its_field(
    health: Numbers, places: Numbers, stars: Numbers, wrong: list[str]
) -> None:
    answer = sent(health, places, stars)

    assert isinstance(answer, EntryPage)
    assert answer.form is not None
    assert (answer.status, list(answer.form.errors)) == (422, wrong)


@pytest.mark.parametrize(
    ("health", "places", "stars", "field"),
    [
        ((13, 0), (1, 2), (), "health_1"),
        ((5, 0), (1, 2), (1, 2), "stars_2"),
        ((5, 4), (2, 1), (), "place_1"),
        ((2, 0), (1, 2), (), "health_1"),
    ],
)
def test_what_the_rules_forbid_is_said_at_the_number(
    health: Numbers, places: Numbers, stars: Numbers, field: str
) -> None:
    answer = sent(health, places, stars)
    assert isinstance(answer, HandIn)

    page = answer.again(context(len(health)), Outcome(report=json.loads(ELEMENTAL.check_encoded(answer.body))))

    assert page.form is not None
    assert list(page.form.errors) == [field]
    assert page.report is None


def test_result_slip_has_a_line_for_each_player() -> None:
    pages = game_pages("elemental")

    slip = pages.slip(context(4).seats)

    assert [slip.count(f">{column}</th>") for column in ("Place", "Health", "Stars")] == [1, 1, 1]
    assert slip.count('class="seat-number"') == 4
    assert "place" in pages.slip_hint()
