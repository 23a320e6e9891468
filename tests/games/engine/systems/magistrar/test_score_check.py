"""Scores: are the Honoris and markers possible on the track."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.magistrar.derive import score_of
from games.engine.systems.magistrar.documents import SideCounts, Variants, encode_document
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.system import MAGISTRAR
from tests.extent import examples

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
    report: dict[str, Any] = json.loads(MAGISTRAR.check_encoded(json.dumps(score)))
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


def on_the_track(level: int) -> int:
    return (-5, -3, -1, 1, 3, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35)[level]


def ended(levels: tuple[int, int], markers: tuple[int, int], variants: dict[str, Any] | None = None) -> bool:
    """Whether the score of these levels and markers is accepted, whichever side has which."""
    honoris = [on_the_track(level) + 5 * won for level, won in zip(levels, markers, strict=True)]
    report = checked((honoris[0], honoris[1]), markers, variants)
    assert report["legal"] or [found["rule"] for found in report["violations"]] == ["R15"]
    assert report["legal"] == checked((honoris[1], honoris[0]), (markers[1], markers[0]), mirrored(variants))["legal"]
    return bool(report["legal"])


def mirrored(variants: dict[str, Any] | None) -> dict[str, Any] | None:
    golden = (variants or {}).get("golden")
    return {"golden": {"white": golden["black"], "black": golden["white"]}} if golden else variants


def test_nobody_wins_all_five_markers_without_a_golden_super_energy() -> None:
    assert checked((60, 35), (5, 0))["violations"][0]["rule"] == "R15"
    assert not ended((7, 3), (5, 0))
    assert not ended((7, 3), (5, 0), {"golden": {"white": 0, "black": 4}})
    assert ended((7, 3), (5, 0), {"golden": {"white": 1, "black": 0}})


@pytest.mark.parametrize(
    "markers, golden, farthest",
    [
        ((4, 0), (0, 0), 13),
        ((3, 0), (0, 0), 14),
        ((2, 0), (0, 0), 15),
        ((4, 1), (0, 0), 15),
        ((5, 0), (1, 0), 13),
        ((5, 0), (2, 0), 14),
        ((5, 0), (1, 1), 15),
        ((4, 0), (1, 0), 14),
        ((3, 0), (1, 0), 15),
    ],
)
def test_side_without_a_marker_stands_no_farther_than_its_points_take_it(
    markers: tuple[int, int], golden: tuple[int, int], farthest: int
) -> None:
    variants = {"golden": {"white": golden[0], "black": golden[1]}}
    assert [ended((1, level), markers, variants) for level in range(16)] == [level <= farthest for level in range(16)]


@pytest.mark.parametrize("golden, level", [(0, 13), (1, 15)])
def test_four_markers_and_the_farthest_of_the_other_side_take_an_odd_level_or_the_end_of_the_track(
    golden: int, level: int
) -> None:
    variants = {"golden": {"white": 0, "black": golden}}
    out_of_reach = [other for other in range(16) if not ended((other, level), (4, 0), variants)]
    assert out_of_reach == [0, 2, 4, 6, 8, 10]
    assert ended((0, level - 1), (4, 0), variants)


def test_who_started_can_decide_whether_a_game_ends_so() -> None:
    honoris = (on_the_track(2) + 20, on_the_track(15))
    variants = {"golden": {"white": 0, "black": 2}}
    assert checked(honoris, (4, 0), variants)["legal"]
    assert checked(honoris, (4, 0), variants, starter="black")["legal"]
    assert not checked(honoris, (4, 0), variants, starter="white")["legal"]


def test_both_sides_move_by_as_many_spaces_where_every_duel_is_equal() -> None:
    assert not ended((3, 4), (0, 0))
    assert not ended((14, 13), (0, 0))
    assert ended((3, 5), (0, 0))
    assert ended((4, 15), (0, 0))
    assert ended((3, 4), (0, 0), {"golden": {"white": 1, "black": 0}})
    assert ended((3, 4), (1, 1))


def test_with_mages_or_cards_any_levels_go_with_any_markers() -> None:
    assert ended((15, 15), (5, 0), {"mages": {"white": "silas", "black": "bahar"}})
    assert ended((3, 4), (0, 0), {"duel_cards": ["radiance", "clash", "storm", "upheaval"]})


def test_truce_leaves_four_markers() -> None:
    found = checked((10, 5), (3, 2), HIGH)["violations"]
    assert [(one["rule"], one["params"]["most"]) for one in found] == [("R4", 4)]
    assert checked((16, 5), (2, 2), HIGH)["legal"]


def test_high_stakes_are_somebodys_where_all_markers_are_taken() -> None:
    cards = {"duel_cards": ["high_stakes", "clash", "upheaval", "storm"]}
    assert not checked((10, 5), (3, 2), cards)["legal"]
    assert checked((15, 5), (3, 2), cards)["legal"]
    assert checked((10, 5), (2, 2), cards)["legal"]


@given(st.integers(0, 2**64))
@examples(200)
def test_score_of_a_random_game_is_accepted(seed: int) -> None:
    rng = random.Random(seed)
    variants = random_variants(rng) if rng.random() < 0.3 else only_golden(rng)
    record = random_record(rng, variants=variants)
    assert MAGISTRAR.check(encode_document(score_of(record))).legal


def only_golden(rng: random.Random) -> Variants:
    white = rng.randint(0, 2)
    return Variants(golden=SideCounts(white, rng.randint(0, 2)))
