"""Sheets: what can have happened is scored, what can't is refused by the number of its check."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.magistrar.derive import sheet_of
from games.engine.systems.magistrar.documents import encode_document
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.system import MAGISTRAR
from tests.extent import examples

PLACE = ("code", "rule", "duel", "side")
CARDS = ["radiance", "eclipse", "inversion", "stillness"]


def haul(light: int = 0, dark: int = 0, super: str = "", golden: str = "") -> dict[str, Any]:
    return {"light": light, "dark": dark, "super": super, "golden": golden}


def even(**white: Any) -> dict[str, Any]:
    """A duel that black wins 3 dark tokens in, and white 3 light ones."""
    return {"white": {**haul(light=3), **white}, "black": haul(dark=3)}


def checked(*duels: dict[str, Any], variants: dict[str, Any] | None = None, **members: Any) -> dict[str, Any]:
    sheet = {
        "format": "magistrar-sheet/1",
        "starter": "white",
        "duels": list(duels),
        "variants": variants or {},
        **members,
    }
    report: dict[str, Any] = json.loads(MAGISTRAR.check_encoded(json.dumps(sheet)))
    return report


def refused(report: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Where the violations of a refused sheet stand."""
    assert report["legal"] == (not report["violations"])
    return [tuple(found[key] for key in PLACE) for found in report["violations"]]


@given(st.integers(0, 2**64))
@examples(300)
def test_sheet_of_a_random_game_is_accepted_with_the_same_score(seed: int) -> None:
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng), duels=rng.choice((5, 5, 4, 2, 0)))
    of_record = json.loads(MAGISTRAR.check_encoded(encode_document(record)))
    of_sheet = json.loads(MAGISTRAR.check_encoded(encode_document(sheet_of(record))))
    for duel in of_record["duels"]:
        duel["encounters"] = None
    assert of_sheet == {**of_record, "format": "magistrar-sheet/1"}


def test_sheet_of_no_duels_is_scored_at_the_start() -> None:
    report = checked()
    assert (report["legal"], report["complete"], report["winner"]) == (True, False, None)
    assert report["honoris"] == {"white": -5, "black": -5}
    assert report["assumed"] == []


def test_sheet_is_scored_without_encounters() -> None:
    report = checked({"white": haul(light=4), "black": haul(dark=2)}, claim={"white": 8, "black": -1})
    assert report["duels"] == [
        {
            "encounters": None,
            "points": {"white": 4, "black": 2},
            "winner": "white",
            "level": {"white": -4, "black": 2},
        }
    ]
    assert report["honoris"] == {"white": 3 + 5, "black": -1}
    assert report["claim"] == "agrees"
    assert report["assumed"] == ["track"]


def test_s1_refuses_more_encounters_than_a_duel_has() -> None:
    assert refused(checked(even())) == []
    report = checked(even(), even(dark=1))
    assert refused(report) == [("sheet", "S1", 2, None)]
    assert len(report["duels"]) == 1
    assert len(checked(even(), even(), even(dark=1), even())["duels"]) == 2


def test_s1_counts_five_under_narrow_bridge() -> None:
    variants = {"duel_cards": ["narrow_bridge", "clash"]}
    assert refused(checked({"white": haul(3), "black": haul(2)}, variants=variants)) == []
    assert refused(checked(even(), variants=variants)) == [("sheet", "S1", 1, None)]
    assert refused(checked({"white": haul(3), "black": haul(2)}, even(), variants=variants)) == []


@pytest.mark.parametrize("token", ["light", "dark"])
def test_s2_refuses_more_of_a_colour_than_the_bag_holds(token: str) -> None:
    def game(last: int) -> dict[str, Any]:
        duels = [{"white": haul(**{token: 6}), "black": haul()} for _ in range(2)]
        return checked(*duels, {"white": haul(**{token: last}), "black": haul(3)})

    assert refused(game(2)) == []
    assert refused(game(3)) == [("sheet", "S2", None, "white")]
    assert len(game(3)["duels"]) == 2


def test_s2_is_not_checked_with_aurora() -> None:
    duels = [{"white": haul(), "black": haul(dark=6)}] * 2 + [{"white": haul(), "black": haul(dark=3)}]
    assert refused(checked(*duels)) == [("sheet", "S2", None, "black")]
    assert refused(checked(*duels, variants={"mages": {"white": "aurora", "black": "bahar"}})) == []
    assert refused(checked(*duels, variants={"mages": {"white": "silas", "black": "bahar"}})) == [
        ("sheet", "S2", None, "black")
    ]


def test_s3_refuses_more_supers_than_a_side_has() -> None:
    assert refused(checked({"white": haul(super="LD"), "black": haul(dark=4)})) == []
    assert refused(checked({"white": haul(super="LD."), "black": haul(dark=3)})) == [("sheet", "S3", None, "white")]


def test_s3_refuses_more_goldens_than_a_side_has() -> None:
    duel = {"white": haul(), "black": haul(golden="LL")}
    for golden, expected in ((2, []), (1, [("sheet", "S3", None, "black")])):
        assert refused(checked(duel, variants={"golden": {"white": 2, "black": golden}})) == expected
    assert refused(checked(duel)) == [("sheet", "S3", None, "black")]


def five(*, white_supers: str, black_supers: str, undecided: int) -> list[dict[str, Any]]:
    """A complete game: supers in duel 3, encounters undecided in duels 4 and 5, the rest shared out evenly."""
    third = {
        "white": haul(3 - len(white_supers), super=white_supers),
        "black": haul(0, 3 - len(black_supers), black_supers),
    }
    fourth = {"white": haul(3 - min(undecided, 3)), "black": haul(light=3)}
    fifth = {"white": haul(3 - max(undecided - 3, 0)), "black": haul(dark=3)}
    return [even(), even(), third, fourth, fifth]


def test_s4_refuses_different_numbers_of_won_supers_in_a_complete_game() -> None:
    good = five(white_supers="L", black_supers="D", undecided=1)
    bad = five(white_supers="L", black_supers="", undecided=2)
    assert refused(checked(*good)) == []
    assert refused(checked(*bad)) == [("sheet", "S4", None, None)]
    assert len(checked(*bad)["duels"]) == 4
    assert refused(checked(*bad[:4])) == []
    assert refused(checked(*bad, variants={"golden": {"white": 1, "black": 0}})) == []
    assert refused(checked(*bad, variants={"golden": {"white": 0, "black": 0}})) == [("sheet", "S4", None, None)]
    assert refused(checked(*bad, variants={"duel_cards": CARDS})) == [("sheet", "S4", None, None)]
    narrow = [*bad[:3], {"white": haul(1), "black": haul(light=3)}, bad[4]]
    assert refused(checked(*narrow, variants={"duel_cards": [*CARDS[:3], "narrow_bridge"]})) == []


def test_s5_refuses_fewer_undecided_encounters_than_supers_not_won() -> None:
    assert refused(checked(*five(white_supers="", black_supers="", undecided=2))) == []
    bad = five(white_supers="", black_supers="", undecided=1)
    assert refused(checked(*bad)) == [("sheet", "S5", None, "white"), ("sheet", "S5", None, "black")]
    assert refused(checked(*bad[:4])) == []
    assert refused(checked(*bad, variants={"golden": {"white": 1, "black": 0}})) == []


def test_s6_refuses_early_undecided_encounters_that_no_super_explains() -> None:
    two = {"white": haul(2), "black": haul(dark=3)}
    four = {"white": haul(1, super="L"), "black": haul(dark=3)}
    assert refused(checked(two, two)) == []
    assert refused(checked(two, two, four)) == [("sheet", "S6", None, "white")]
    assert refused(checked(two, even(), {**four, "black": haul(light=1, dark=3)})) == []
    assert refused(checked(even(), two, two, two)) == []
    assert refused(checked(two, two, four, variants={"golden": {"white": 0, "black": 1}})) == []
    cards = ["radiance", "narrow_bridge", "clash"]
    assert refused(checked(two, two, four, variants={"duel_cards": cards})) == []


def test_s7_refuses_more_wins_with_pawns_than_pawns_allow() -> None:
    def game(last: int, **members: Any) -> dict[str, Any]:
        return checked(
            {"white": haul(6), "black": haul()},
            {"white": haul(0, 6), "black": haul()},
            {"white": haul(last), "black": haul(6 - last)},
            **members,
        )

    assert refused(game(3)) == []
    assert refused(game(4)) == [("sheet", "S7", None, "white")]
    for card in ("reinforcement", "upheaval", "giant_slayer"):
        assert refused(game(4, variants={"duel_cards": [*CARDS[:2], card]})) == []
    assert refused(game(4, variants={"duel_cards": CARDS})) == [("sheet", "S7", None, "white")]
    assert refused(game(4, variants={"mages": {"white": "silas", "black": "wotan"}})) == []
    assert refused(game(4, variants={"mages": {"white": "silas", "black": "bahar"}})) == [
        ("sheet", "S7", None, "white")
    ]


def supers_won() -> dict[str, Any]:
    return {"white": haul(3, super="L"), "black": haul(1, super="D")}


EMPTY = {"white": {}, "black": {}}


@pytest.mark.parametrize(
    "duels, last",
    [
        ([even(), even(), EMPTY], 3),
        ([even(), even(), {"white": haul(1), "black": haul(1)}], 3),
        ([{"white": haul(2), "black": haul(3)}] * 2 + [EMPTY] * 3, 3),  # as many undecided as S5 and S6 ask for
        (
            [
                even(),
                even(),
                supers_won(),
                {"white": haul(3), "black": haul(1)},
                {"white": haul(0, 2), "black": haul(2)},
            ],
            5,
        ),
    ],
)
def test_s8_refuses_what_no_legal_record_gives(duels: list[dict[str, Any]], last: int) -> None:
    report = checked(*duels)
    assert refused(report) == [("sheet", "S8", None, None)]
    assert report["violations"][0]["params"]["last"] == last
    assert len(report["duels"]) == last - 1


def test_s8_is_asked_without_variants_alone() -> None:
    sheet = [even(), even(), EMPTY]
    assert refused(checked(*sheet, variants={"golden": {"white": 0, "black": 0}})) == [("sheet", "S8", None, None)]
    for variants in (
        {"golden": {"white": 1, "black": 0}},
        {"duel_cards": CARDS},
        {"mages": {"white": "silas", "black": "bahar"}},
    ):
        assert refused(checked(*sheet, variants=variants)) == []


def test_checks_are_asked_in_their_order() -> None:
    assert refused(checked({"white": haul(light=15), "black": haul()})) == [("sheet", "S1", 1, None)]


def surge(by: str, direction: str = "L") -> dict[str, Any]:
    return {"by": by, "spell": "surge", "direction": direction}


def test_surge_of_a_sheet_moves_the_pawn_once() -> None:
    variants = {"mages": {"white": "silas", "black": "bahar"}}
    report = checked({**even(), "spells": [surge("white")]}, variants=variants)
    assert report["level"] == {"white": -5, "black": 3}
    twice = checked({**even(), "spells": [surge("white")]}, {**even(), "spells": [surge("white")]}, variants=variants)
    assert refused(twice) == [("spell", "R25", 2, "white")]
    assert len(twice["duels"]) == 1


def test_spells_that_decide_nothing_in_a_sheet_are_ignored() -> None:
    spells = [
        {"by": "white", "spell": name, "position": 99}
        for name in ("exchange_tokens", "strengthen_pawn", "reinforcement")
    ]
    assert refused(checked({**even(), "spells": spells})) == []


def test_an_impossible_sheet_is_told_before_a_wrong_spell() -> None:
    report = checked({**even(), "spells": [surge("white")]}, even(dark=1))
    assert refused(report) == [("sheet", "S1", 2, None)]
    assert report["duels"] == []


def test_last_word_gives_an_equal_duel_to_the_responder() -> None:
    cards = {"duel_cards": ["last_word", "reversal"]}
    assert checked(even(), variants=cards)["duels"][0]["winner"] == "black"
    assert checked(even(), variants=cards, starter="black")["duels"][0]["winner"] == "white"
