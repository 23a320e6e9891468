"""The quick ways of judging: where they hand over, and that it makes no difference."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.report import encode_report
from games.engine.systems.magistrar.documents import Record, decode_document, encode_document
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.fast_record import FRESH, State, fast_report, is_supplied, play_duels
from games.engine.systems.magistrar.fast_tables import base_tables, game_tables
from games.engine.systems.magistrar.game import GameInPlay
from games.engine.systems.magistrar.phases import fewest_identical, first_wrong_answer
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.rows import FULL_BAG, FULL_STOCK, PAWN_BYTES, PAWN_ROW, by_strength
from games.engine.systems.magistrar.system import MAGISTRAR
from tests.extent import examples
from tests.games.engine.systems.magistrar.changes import changed
from tests.games.engine.systems.magistrar.plain_judge import fewest_by_trying

SHIPPED = SHIPPED_EDITIONS["spiel-das-2021"]
ORDINARY, REVERSED = (1, 2, 3), (3, 2, 1)


def record_of(*duels: dict[str, Any], **members: Any) -> Record:
    document = decode_document(
        json.dumps({"format": "magistrar-record/1", "starter": "white", "duels": list(duels)} | members)
    )
    assert isinstance(document, Record)
    return document


def duel(white: str = "LLLDDD/MMMMMM", black: str = "LLLDDD/WWWWWW", **members: Any) -> dict[str, Any]:
    rows = {"white": white.split("/"), "black": black.split("/")}
    return {
        "tokens": {side: row[0] for side, row in rows.items()},
        "pawns": {side: row[1] for side, row in rows.items()},
        **members,
    }


def looked_up(record: Record) -> tuple[int, State]:
    """How many duels of a base game are looked up, and the state after them."""
    texts: list[str] = []
    state = play_duels(base_tables(record.starter), record.duels, FRESH, texts)
    return len(texts) // 2, state


def settled(*duels: dict[str, Any]) -> int:
    """How many duels of a base game are settled at a glance; the report must be the patient one's."""
    record = record_of(*duels)
    assert MAGISTRAR.check_encoded(encode_document(record)) == encode_report(MAGISTRAR.check_document(record))
    return looked_up(record)[0]


@given(st.integers(0, 2**64))
@examples(300)
def test_play_duels_settles_every_legal_base_game(seed: int) -> None:
    duels, state = looked_up(random_record(random.Random(seed)))
    assert (duels, is_supplied(state, FULL_BAG, FULL_BAG)) == (5, True)


@given(st.integers(0, 2**64))
@examples(300)
def test_play_duels_settles_every_legal_duel_without_spells(seed: int) -> None:
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng))
    game = GameInPlay(SHIPPED, record.variants, record.starter)
    bags = (game.white.bag, game.black.bag)
    texts: list[str] = []
    state = play_duels(game_tables(game, len(record.duels)), record.duels, FRESH, texts)
    assert is_supplied(state, *bags)
    assert len(texts) // 2 == next((at for at, duel in enumerate(record.duels) if duel.spells), len(record.duels))
    assert MAGISTRAR.check_encoded(encode_document(record)) == encode_report(MAGISTRAR.check_document(record))


@given(st.integers(0, 2**64))
@examples(300)
def test_play_duels_settles_no_duel_that_is_broken(seed: int) -> None:
    rng = random.Random(seed)
    value = changed(rng, json.loads(encode_document(random_record(rng))))
    record = decode_document(json.dumps(value))
    assert isinstance(record, Record)
    report = MAGISTRAR.check_document(record)
    duels, state = looked_up(record)
    if is_supplied(state, FULL_BAG, FULL_BAG):
        assert duels == len(report.duels)
    else:
        assert duels > len(report.duels)


@pytest.mark.parametrize(
    "broken",
    [
        duel("SLLDDD/MMMMMM"),
        duel(order=[1, 2, 3, 4, 5, 6]),
        duel(spells=[{"by": "white", "spell": "surge", "direction": "L"}]),
        duel(moves={"white": "L"}),
        duel(moves={"white": "L" * 9}),
        duel("SLLDDD/-MMMMM", moves={"white": "L" * 9}),
        duel("SLLDDD/-MMMMM", moves={"white": "", "black": "L"}),
        duel("LLLDDD/MMMMMM", "LLLDDD/WWWWWM"),
    ],
    ids=[
        "unneeded",
        "order",
        "spell",
        "moves",
        "many moves",
        "moves of a super",
        "other's",
        "identical",
    ],
)
def test_play_duels_stops_before_a_broken_duel(broken: dict[str, Any]) -> None:
    assert settled(broken, duel()) == 0


@pytest.mark.parametrize(
    "overdrawn",
    [duel("LLLDDD/SSSSSS"), duel("SSSLLL/---MMM", moves={"white": "LLL"}), duel("GLLDDD/-MMMMM", moves={"white": "L"})],
    ids=["stock", "bag", "golden"],
)
def test_play_duels_counts_supplies_and_leaves_what_is_overdrawn_to_the_plain_way(overdrawn: dict[str, Any]) -> None:
    assert settled(duel(), overdrawn, duel()) == 3
    record = record_of(duel(), overdrawn, duel())
    assert not is_supplied(looked_up(record)[1], FULL_BAG, FULL_BAG)
    report = json.loads(MAGISTRAR.check_encoded(encode_document(record)))
    assert (report["legal"], len(report["duels"]), report["violations"][0]["duel"]) == (False, 1, 2)


def test_play_duels_clamps_both_levels() -> None:
    white_up = [
        duel("LLLLLL/MMMMMM", "LLLLDD/WWWWWW"),
        duel("LLLLLL/SSSSSM", "LLLLDD/MMWWMW"),
        duel("LLSSDD/MM--WW", "DDLLLL/SSWMMM", moves={"white": "LL"}),
    ]
    black_up = [
        duel("DDDDLL/WWWWWW", "DDDDDD/MMMMMM"),
        duel("DDDDLL/MMWWMW", "DDDDDD/SSSSSM"),
        duel("LLDDDD/SSWMMM", "DDSSLL/MM--WW", moves={"black": "DD"}),
    ]
    assert settled(*white_up) == settled(*black_up) == 3
    assert looked_up(record_of(*white_up))[1][0] == -15
    assert looked_up(record_of(*black_up))[1][1] == 15


def test_fast_report_of_a_game_with_empty_variants_is_that_without() -> None:
    assert fast_report(record_of(duel(), variants={}), SHIPPED) == fast_report(record_of(duel()), SHIPPED)


def test_fast_report_tells_a_wrong_letter_behind_a_broken_duel_first() -> None:
    broken = duel("LLLDDD/MMMMM-")
    data = json.dumps({"format": "magistrar-record/1", "starter": "white", "duels": [broken, duel("X/MMMMMM")]})
    report = json.loads(MAGISTRAR.check_encoded(data))
    assert [found["code"] for found in report["violations"]] == ["schema"]
    assert report["edition"] is None


def stock(weak: int, medium: int, strong: int) -> int:
    spent = (10 - weak) * PAWN_BYTES["W"] + (13 - medium) * PAWN_BYTES["M"] + (5 - strong) * PAWN_BYTES["S"]
    return FULL_STOCK - spent


@given(
    st.text("WMS-", min_size=6, max_size=6),
    st.sampled_from((ORDINARY, REVERSED)),
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 5)),
)
@examples(300)
def test_fewest_identical_is_what_trying_every_placement_finds(
    lead: str, strengths: tuple[int, int, int], left: tuple[int, int, int]
) -> None:
    if sum(left) < 6:
        return
    values = dict(zip("WMS", strengths, strict=True))
    faced = [values[pawn] for pawn in lead if pawn != "-"]
    weak, medium, strong, placed, _ = PAWN_ROW[lead]
    packed = by_strength(weak, medium, strong, strengths)
    expected = fewest_by_trying(faced, 6 - len(faced), dict(zip(strengths, left, strict=True)))
    assert fewest_identical(packed, placed, stock(*left), strengths) == expected


def test_first_wrong_answer_of_no_encounters_is_none() -> None:
    assert first_wrong_answer((), 0b1, "MMMMMM", FULL_STOCK, 0, "MMMMMM", FULL_STOCK, 0) is None


def test_first_wrong_answer_allows_identical_pawns_of_the_last_kind_alone() -> None:
    only_mediums, with_a_weak = stock(0, 6, 0), stock(1, 6, 0)
    order = (1, 2, 3, 4, 5, 6)
    assert first_wrong_answer(order, 0b111111, "MMMMMM", only_mediums, 0, "MMMMMM", only_mediums, 0) is None
    assert first_wrong_answer(order, 0b111111, "MMMMMM", only_mediums, 0, "MMMMMM", with_a_weak, 0) == (1, True)
    assert first_wrong_answer(order, 0b111111, "MMMMMM", with_a_weak, 0, "MMMMMM", only_mediums, 0) == (2, False)


def test_first_wrong_answer_is_wrong_for_a_pawn_that_was_strengthened() -> None:
    only_mediums = stock(0, 6, 0)
    order = (1, 2, 3, 4, 5, 6)
    assert first_wrong_answer(order, 0b1, "SMMMMM", stock(0, 5, 1), 0, "MMMMMM", only_mediums, 0b1) == (1, True)
    third_first = (3, 1, 2, 4, 5, 6)
    wrong = first_wrong_answer(third_first, 0b100, "MMSMMM", stock(0, 5, 1), 0, "MMMMMM", only_mediums, 0b100)
    assert wrong == (3, True)
    assert first_wrong_answer(order, 0b10, "MMMMMM", only_mediums, 0b10, "MSMMMM", stock(0, 5, 1), 0) == (2, False)


# Before duel 4, which white starts, black has two weak pawns and eight mediums left, white ten mediums.
BEFORE_A_FORCED_DUEL = [
    duel("LLLLLL/WWWWWW", "DDDDDD/SSSSSM"),
    duel("DDDDDD/SSSSSM", "LLLLLL/WWWWWW"),
    duel("LLDDDD/WWWWMM", "DDLLLL/MMMMWW"),
]


@pytest.mark.parametrize("variants", [{}, {"golden": {"white": 0, "black": 0}}], ids=["base", "golden"])
@pytest.mark.parametrize("answer, legal", [("-WWMMM", True), ("-WMMMM", False), ("-MMMMM", False)])
def test_fewest_identical_leaves_out_places_that_face_a_super(
    variants: dict[str, Any], answer: str, legal: bool
) -> None:
    fourth = duel("LLLLDD/MMMMMM", f"SDDLLL/{answer}", moves={"black": "."})
    record = record_of(*BEFORE_A_FORCED_DUEL, fourth, starter="black", variants=variants)
    report = json.loads(MAGISTRAR.check_encoded(encode_document(record)))
    assert report["legal"] is legal
    assert encode_report(MAGISTRAR.check_document(record)) == MAGISTRAR.check_encoded(encode_document(record))
    if not legal:
        assert (report["violations"][0]["rule"], report["violations"][0]["duel"]) == ("H2", 4)
