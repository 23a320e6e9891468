"""Scores: are the Honoris and markers possible on the track."""

import json
from typing import Any

import pytest

from games.engine.registry import game_system

SYSTEM = game_system("magistrar")
HIGH = {"duel_cards": ["high_stakes", "clash", "truce", "storm"]}


def checked(
    honoris: tuple[int, int], markers: tuple[int, int], variants: dict[str, Any] | None = None, **members: Any
) -> dict[str, Any]:
    score = {
        "format": "magistrar-score/1",
        "honoris": {"white": honoris[0], "black": honoris[1]},
        "markers": {"white": markers[0], "black": markers[1]},
        "variants": variants or {},
        **members,
    }
    report: dict[str, Any] = json.loads(SYSTEM.check_encoded(json.dumps(score)))
    return report


def test_possible_score_is_reported_without_duels_and_levels() -> None:
    assert checked((24, 10), (2, 1), starter="black", meta={"table": 4}) == {
        "system": "magistrar",
        "format": "magistrar-score/1",
        "edition": "spiel-das-2021",
        "engine": "1",
        "legal": True,
        "complete": True,
        "winner": "white",
        "honoris": {"white": 24, "black": 10},
        "markers": {"white": 2, "black": 1},
        "level": {"white": None, "black": None},
        "claim": None,
        "duels": [],
        "violations": [],
        "assumed": ["track"],
    }


@pytest.mark.parametrize(
    "honoris, markers, winner",
    [((0, 5), (1, 2), "black"), ((5, 5), (0, 2), "black"), ((5, 5), (2, 0), "white"), ((5, 5), (2, 2), None)],
)
def test_winner_has_more_honoris_then_more_markers(
    honoris: tuple[int, int], markers: tuple[int, int], winner: str | None
) -> None:
    report = checked(honoris, markers)
    assert (report["legal"], report["winner"]) == (True, winner)


def test_ends_of_the_track_rest_on_nothing_assumed() -> None:
    assert checked((35, 0), (0, 1))["assumed"] == []
    assert checked((35, -3), (0, 0))["assumed"] == ["track"]


@pytest.mark.parametrize(
    "honoris, markers, rule, sides",
    [
        ((10, 15), (3, 3), "R4", [None]),
        ((4, 10), (0, 1), "R19", ["white"]),
        ((10, 41), (1, 1), "R19", ["black"]),
        ((2, 2), (0, 0), "R19", ["white", "black"]),
        ((-6, -5), (0, 0), "R19", ["white"]),
    ],
)
def test_impossible_score_is_refused(
    honoris: tuple[int, int], markers: tuple[int, int], rule: str, sides: list[str | None]
) -> None:
    report = checked(honoris, markers)
    assert (report["legal"], report["complete"], report["honoris"]) == (False, True, None)
    assert [(found["code"], found["rule"], found["side"]) for found in report["violations"]] == [
        ("score", rule, side) for side in sides
    ]


def test_five_markers_in_all_are_possible() -> None:
    assert checked((10, 5), (3, 2))["legal"]


@pytest.mark.parametrize(
    "honoris, markers, legal",
    [
        ((9, -5), (1, 0), False),  # 9 = -1 + 10, for one marker
        ((-1, 9), (0, 1), False),
    ],
)
def test_ten_honoris_for_a_marker_need_high_stakes(
    honoris: tuple[int, int], markers: tuple[int, int], legal: bool
) -> None:
    assert checked(honoris, markers)["legal"] is legal
    assert checked(honoris, markers, HIGH)["legal"] is True


def test_high_stakes_can_be_nobodys_and_only_one_sides() -> None:
    assert checked((0, 0), (1, 1), HIGH)["legal"] is True
    both = checked((9, 9), (1, 1), HIGH)
    assert [found["side"] for found in both["violations"]] == ["white", "black"]
    assert checked((5, 9), (0, 0), HIGH)["violations"][0]["side"] == "black"


def test_score_of_a_complete_game_needs_four_cards() -> None:
    report = checked((0, 0), (1, 1), {"duel_cards": HIGH["duel_cards"][:3]})
    assert (report["violations"][0]["code"], report["complete"]) == ("schema", False)


def test_score_names_the_assumed_mages_and_cards() -> None:
    report = checked((0, 0), (1, 1), {"mages": {"white": "wotan", "black": "aurora"}, **HIGH})
    assert report["assumed"] == [
        "cards.clash",
        "cards.high_stakes",
        "cards.storm",
        "cards.truce",
        "mages.aurora",
        "mages.wotan",
    ]


def test_numbers_of_any_length_are_refused_in_words() -> None:
    assert checked((10**50, 0), (1, 1))["violations"][0]["params"]["honoris"] == 10**50
    assert checked((0, 0), (10**50, 1))["violations"][0]["rule"] == "R4"
