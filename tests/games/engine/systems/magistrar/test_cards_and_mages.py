"""What each mage and each duel card does, by hand-made duels."""

import json
from typing import Any

import pytest

from games.engine.systems.magistrar.system import MAGISTRAR

CARDS = ["stillness", "eclipse", "radiance", "inversion"]


def duel(
    white: str = "LLLDDD/MMMMMM", black: str = "LLLDDD/WWWWWW", moves: tuple[str, str] = ("", ""), **members: Any
) -> dict[str, Any]:
    """A duel by rows of tokens and pawns, `TOKENS/PAWNS` a side."""
    rows = {"white": white.split("/"), "black": black.split("/")}
    return {
        "tokens": {side: row[0] for side, row in rows.items()},
        "pawns": {side: row[1] for side, row in rows.items()},
        "moves": {"white": moves[0], "black": moves[1]},
        **members,
    }


def checked(
    *duels: dict[str, Any], card: str | None = None, mages: tuple[str, str] | None = None, **golden: int
) -> Any:
    """The report of a game that white starts; `card` is drawn for duel 1."""
    variants: dict[str, Any] = {}
    if card is not None:
        variants["duel_cards"] = [card, *(other for other in CARDS if other != card)][:4]
    if mages is not None:
        variants["mages"] = {"white": mages[0], "black": mages[1]}
    if golden:
        variants["golden"] = {"white": golden.get("white", 0), "black": golden.get("black", 0)}
    record = {"format": "magistrar-record/1", "starter": "white", "duels": list(duels), "variants": variants}
    report = json.loads(MAGISTRAR.check_encoded(json.dumps(record)))
    assert report == json.loads(MAGISTRAR.check_encoded(json.dumps({**record, "meta": {"a": 1}})))
    return report


def scored(report: Any) -> tuple[Any, ...]:
    """Winner and levels of the first duel, which must be legal."""
    assert report["violations"] == []
    first = report["duels"][0]
    return first["winner"], first["level"]["white"], first["level"]["black"]


def wrong(report: Any) -> tuple[Any, ...]:
    found = report["violations"][0]
    return tuple(found[key] for key in ("code", "rule", "duel", "side", "position"))


BOTH_WIN = ("LLLLDD/SSSSMM", "LDDDDD/WWWWSS")  # white wins LLLL, black DD


@pytest.mark.parametrize(
    "card, expected",
    [
        (None, ("white", -4, 2)),
        ("radiance", ("white", -8, 2)),
        ("eclipse", ("white", -4, 4)),
        ("inversion", ("white", 4, -2)),
        ("stillness", ("white", 0, 0)),
        ("truce", (None, -4, 2)),
        ("upheaval", ("black", 2, 2)),
        ("giant_slayer", ("black", 0, 4)),
        ("last_word", ("white", -4, 2)),
        ("storm", ("white", -4, 2)),
        ("reversal", ("white", -4, 2)),
        ("reinforcement", ("white", -4, 2)),
        ("triumph", ("white", -4, 2)),
    ],
)
def test_card_changes_what_a_duel_comes_to(card: str | None, expected: tuple[Any, ...]) -> None:
    assert scored(checked(duel(*BOTH_WIN), card=card)) == expected


def test_high_stakes_marker_is_worth_ten_and_counts_once() -> None:
    report = checked(duel(*BOTH_WIN), card="high_stakes")
    assert (report["honoris"], report["markers"]) == ({"white": 3 + 10, "black": -1}, {"white": 1, "black": 0})


def test_narrow_bridge_leaves_position_six_out() -> None:
    fought = ("LLLDDS/MMMMM-", "LLLDDL/WWWWW-")
    assert scored(checked(duel(*fought), card="narrow_bridge")) == ("white", -1, 0)
    assert checked(duel(*fought), card="narrow_bridge")["duels"][0]["encounters"][5] is None
    placed = duel("LLLDDL/MMMMMM", fought[1])
    assert wrong(checked(placed, card="narrow_bridge")) == ("pawn_unneeded", "R27", 1, "white", 6)
    moved = duel(*fought, moves=("D", ""))
    assert wrong(checked(moved, card="narrow_bridge")) == ("super_moves", "R13", 1, "white", None)


def test_clash_is_played_encounter_by_encounter() -> None:
    assert wrong(checked(duel(), card="clash")) == ("order", "R17", 1, None, None)
    assert scored(checked(duel(order=[3, 1, 2, 6, 5, 4]), card="clash")) == ("white", 0, 0)
    unneeded = checked(duel(order=[3, 1, 2, 6, 5, 4]))
    assert wrong(unneeded) == ("order", "R17", 1, None, None)
    # White leads at 2, black answers; black leads at 1, and white answers with the same though it has others left.
    identical = duel("LLLDDD/WMMMMM", "LLLDDD/WWWWWW", order=[2, 1, 3, 4, 5, 6])
    assert wrong(checked(identical, card="clash")) == ("identical_pawn", "H5", 1, "white", 1)
    identical["order"] = [1, 2, 3, 4, 5, 6]
    assert wrong(checked(identical, card="clash")) == ("identical_pawn", "H5", 1, "black", 1)


def test_clash_of_super_energies_alone_has_an_empty_order() -> None:
    supers = duel("SSGGDD/----MM", "LLLLSS/WWWW--", moves=("....", ".."), order=[])
    assert scored(checked(supers, card="clash", white=2)) == ("white", 0, 0)


def test_last_word_and_equilibrium_settle_an_equal_duel() -> None:
    equal = duel("LLLDDD/MMMWWW", "LLLDDD/WWWMMM")
    assert scored(checked(equal))[0] is None
    assert scored(checked(equal, card="last_word"))[0] == "black"
    assert scored(checked(equal, card="last_word", mages=("bahar", "wotan")))[0] == "white"
    assert scored(checked(equal, card="truce", mages=("bahar", "wotan")))[0] is None
    assert scored(checked(equal, mages=("wotan", "bahar")))[0] == "black"


def test_reversal_makes_the_other_side_answer() -> None:
    identical = duel("LLLDDD/MMMMMM", "LLLDDD/MWWWWW")
    assert wrong(checked(identical)) == ("identical_pawn", "R8", 1, "black", 1)
    assert wrong(checked(identical, card="reversal")) == ("identical_pawn", "R8", 1, "white", 1)


def test_storm_lets_supers_move_further() -> None:
    supers = duel("SGLLLL/--MMMM", "LLDDDD/WWWWWW", moves=("DD", ""))
    assert scored(checked(supers, white=1)) == ("white", 2 + 3 - 4, 0)
    assert scored(checked(supers, card="storm", white=1)) == ("white", 3 + 4 - 4, 0)


def test_golden_beats_super_moves_three_and_counts_twice() -> None:
    duel_of_supers = duel("GSGLLL/---MWW", "SSLLLL/--WWMM", moves=("D.", ""))
    report = checked(duel_of_supers, white=2)
    assert report["duels"][0] == {
        "encounters": ["white", None, "white", "white", "black", "black"],
        "points": {"white": 5, "black": 2},
        "winner": "white",
        "level": {"white": 3 - 1, "black": -2},
    }


def test_golden_against_golden_moves_nobody() -> None:
    report = checked(duel("GLLLLL/-MMMMM", "GLLLLL/-WWWWW"), white=1, black=1)
    assert report["duels"][0]["encounters"][0] is None


def test_golden_that_was_not_added_is_not_in_the_bag() -> None:
    assert wrong(checked(duel("GLLLLL/-MMMMM"), black=1)) == ("bag", "R6", 1, "white", 1)


def spell(by: str, name: str, where: int | str) -> dict[str, Any]:
    return {"by": by, "spell": name, "direction" if isinstance(where, str) else "position": where}


def test_wotan_strengthens_a_pawn_beyond_strong() -> None:
    wotan = ("wotan", "bahar")
    strong = duel("LLLDDD/SMMMMM", "LLLDDD/SWWWWW", spells=[spell("white", "strengthen_pawn", 1)])
    assert scored(checked(strong, mages=wotan)) == ("white", 0, 0)
    level = duel("LLLDDD/MMMMMM", "LLLDDD/SWWWWW", spells=[spell("white", "strengthen_pawn", 1)])
    assert wrong(checked(level, mages=wotan)) == ("identical_pawn", "R8", 1, "black", 1)


def test_strengthened_pawn_that_faces_a_super_is_wasted() -> None:
    faced = duel("LLLDDD/MMMMMM", "SLLDDD/-WWWWW", moves=("", "."), spells=[spell("white", "strengthen_pawn", 1)])
    assert scored(checked(faced, mages=("wotan", "bahar")))[0] == "white"


@pytest.mark.parametrize("position, legal", [(0, False), (1, True), (6, True), (7, False), (-1, False), (2, False)])
def test_strengthening_needs_a_pawn_at_its_position(position: int, legal: bool) -> None:
    played = duel("LSLDDD/M-MMMM", moves=(".", ""), spells=[spell("white", "strengthen_pawn", position)])
    report = checked(played, mages=("wotan", "bahar"))
    assert report["legal"] is legal
    if not legal:
        assert wrong(report) == ("spell", "R24", 1, "white", position)


def test_giant_slayer_is_an_unstrengthened_weak_pawn() -> None:
    slain = duel("LLLDDD/SMMMMM", "LLLDDD/WWWWWW")
    assert checked(slain, card="giant_slayer")["duels"][0]["encounters"][0] == "black"
    wotan = {"spells": [spell("black", "strengthen_pawn", 1)]}
    assert (
        checked({**slain, **wotan}, card="giant_slayer", mages=("silas", "wotan"))["duels"][0]["encounters"][0]
        == "white"
    )
    raised = {"spells": [spell("white", "strengthen_pawn", 1)]}
    assert (
        checked({**slain, **raised}, card="giant_slayer", mages=("wotan", "silas"))["duels"][0]["encounters"][0]
        == "black"
    )
    white_slays = duel("LLLDDD/WMMMMM", "LLLDDD/SWWWWW")
    assert checked(white_slays, card="giant_slayer")["duels"][0]["encounters"][0] == "white"
    spelled = {**white_slays, "spells": [spell("black", "surge", "L")]}
    assert checked(spelled, card="giant_slayer", mages=("wotan", "silas"))["duels"][0]["encounters"][0] == "white"


def test_reinforcement_strengthens_one_pawn_a_side() -> None:
    both = [spell("white", "reinforcement", 1), spell("black", "reinforcement", 1)]
    assert scored(checked(duel(spells=both), card="reinforcement"))[0] == "white"
    second = [*both, spell("white", "reinforcement", 2)]
    assert wrong(checked(duel(spells=second), card="reinforcement")) == ("spell", "R27", 1, "white", 2)
    assert wrong(checked(duel(spells=both))) == ("spell", "R27", 1, "white", 1)


def test_a_pawn_is_strengthened_once_by_whatever_means() -> None:
    spells = [spell("white", "reinforcement", 1), spell("white", "strengthen_pawn", 1)]
    report = checked(duel(spells=spells), card="reinforcement", mages=("wotan", "silas"))
    assert wrong(report) == ("spell", "R24", 1, "white", 1)


def test_aurora_exchanges_tokens_for_the_duel_alone() -> None:
    aurora = ("aurora", "wotan")
    exchanged = duel("DLLLLL/MMMMMM", "LDDDDD/WWWWWW", spells=[spell("white", "exchange_tokens", 1)])
    assert scored(checked(exchanged, mages=aurora)) == ("white", -6, 0)
    alike = duel("LLLLLL/MMMMMM", "LDDDDD/WWWWWW", spells=[spell("white", "exchange_tokens", 1)])
    assert scored(checked(alike, mages=aurora)) == ("white", -6, 0)
    wasted = duel("LLLLLD/MMMMM-", "LDDDDL/WWWWW-", spells=[spell("white", "exchange_tokens", 6)])
    assert scored(checked(wasted, mages=aurora, card="narrow_bridge")) == ("white", -5, 0)


@pytest.mark.parametrize(
    "spells, expected",
    [
        ([spell("white", "exchange_tokens", 1)], ("spell", "R23", 1, "white", 1)),
        ([spell("white", "exchange_tokens", 2)], ("spell", "R23", 1, "white", 2)),
        ([spell("white", "exchange_tokens", 0)], ("spell", "R23", 1, "white", 0)),
        ([spell("white", "exchange_tokens", 7)], ("spell", "R23", 1, "white", 7)),
        ([spell("white", "exchange_tokens", 3)] * 2, ("spell", "R23", 1, "white", 3)),
        ([spell("white", "exchange_tokens", place) for place in (5, 4, 3)], ("spell", "R23", 1, "white", 3)),
        ([spell("black", "exchange_tokens", 3)], ("spell", "R23", 1, "black", 3)),
    ],
    ids=["own super", "other's super", "0", "7", "twice", "third", "not given"],
)
def test_wrong_exchange_is_named(spells: list[dict[str, Any]], expected: tuple[Any, ...]) -> None:
    played = duel("SLLLLL/-MMMMM", "LSDDDD/W-WWWW", moves=(".", "."), spells=spells)
    assert wrong(checked(played, mages=("aurora", "silas"))) == expected


def test_silas_surges_once_a_game() -> None:
    surge = [spell("black", "surge", "D")]
    silas = ("wotan", "silas")
    assert scored(checked(duel(spells=surge), mages=silas)) == ("white", 0, 2)
    again = checked(duel(spells=surge), duel(black="LLLDDD/SSSSSW", spells=surge), mages=silas)
    assert wrong(again) == ("spell", "R25", 2, "black", None)
    assert scored(checked(duel(spells=surge), mages=silas, card="stillness")) == ("white", 0, 0)
    assert wrong(checked(duel(spells=surge))) == ("spell", "R25", 1, "black", None)


@pytest.mark.parametrize("direction, level", [("L", -2), ("D", 2), (".", 0)])
def test_triumph_moves_the_winner_by_five_points(direction: str, level: int) -> None:
    report = checked(duel(spells=[spell("white", "triumph", direction)]), card="triumph")
    assert scored(report) == ("white", level, 0)


@pytest.mark.parametrize(
    "card, spells",
    [
        ("triumph", [spell("black", "triumph", ".")]),
        ("triumph", [spell("white", "triumph", "L")] * 2),
        ("stillness", [spell("white", "triumph", "L")]),
    ],
    ids=["loser", "second", "other card"],
)
def test_wrong_triumph_is_named(card: str, spells: list[dict[str, Any]]) -> None:
    assert wrong(checked(duel(spells=spells), card=card)) == ("spell", "R27", 1, spells[0]["by"], None)


def test_triumph_counts_a_golden_twice_and_needs_five_points() -> None:
    triumph = {"spells": [spell("white", "triumph", "L")]}
    four = duel("LLLLDD/MMMMWW", "LLLLDD/WWWWMM", **triumph)
    assert wrong(checked(four, card="triumph")) == ("spell", "R27", 1, "white", None)
    golden = duel("GLLLDD/-MMMWW", "LLLLDD/WWWWMM", moves=(".", ""), **triumph)
    assert scored(checked(golden, card="triumph", white=1)) == ("white", -5, 2)


def test_violations_stand_by_position_and_white_first() -> None:
    report = checked(duel("LLLDDD/M-MM-M", "LLLDDD/W-WWWW"))
    assert [(found["position"], found["side"]) for found in report["violations"]] == [
        (2, "white"),
        (2, "black"),
        (5, "white"),
    ]


def test_spells_of_both_sides_stand_white_first() -> None:
    spells = [spell("black", "surge", "L"), spell("white", "surge", "L")]
    report = checked(duel(spells=spells))
    assert [found["side"] for found in report["violations"]] == ["white", "black"]


def test_supply_is_told_at_the_first_pawn_too_many_of_each_kind() -> None:
    first = duel("LLLLLL/SSSSMM", "LLLLLL/WWWWWW")
    second = duel("DDDDDD/SSSMMM", "DDDDDD/WWWWWM")
    report = checked(first, second)
    assert [(found["code"], found["side"], found["position"]) for found in report["violations"]] == [
        ("pawn_supply", "white", 2),
        ("pawn_supply", "black", 5),
    ]


def test_level_never_passes_fifteen() -> None:
    game = [
        duel("LLLLLL/MMMMMM", "DDDDDD/WWWWWW"),
        duel("LLLLLL/SSSSSM", "DDDDDD/MMWWMW"),
        duel("LLSSDD/MM--WW", "DDLLLL/SSWMMM", moves=("LL", "")),
    ]
    report = checked(*game)
    assert [played["level"]["white"] for played in report["duels"]] == [-6, -12, -15]
