"""The tables that a page looks up say what the engine says, for every case that a duel can come to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine.systems.magistrar import arena_tables as tables
from games.engine.systems.magistrar.arena_terms import arena_terms
from games.engine.systems.magistrar.documents import DEFAULT_EDITION, Record, SideMages, Variants
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.effects import BASE_DUEL, SURGE, DuelRules
from games.engine.systems.magistrar.placements_terms import (
    KINDS,
    answer_may_be_identical,
    fewest_identical,
)

EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
UPHEAVAL = replace(BASE_DUEL, strengths=(3, 2, 1))
RULES = st.sampled_from([BASE_DUEL, UPHEAVAL, replace(BASE_DUEL, strengths=(1, 1, 2))])
STOCK = st.fixed_dictionaries(
    {"W": st.integers(0, 10), "M": st.integers(0, 13), "S": st.integers(0, 5)}
) | st.fixed_dictionaries(dict.fromkeys(KINDS, st.integers(0, 3)))
FACED = st.lists(st.integers(1, 4), max_size=6)


@given(RULES, STOCK, FACED)
def test_equal_pawns_are_forced_where_the_engine_says_so(
    rules: DuelRules, stock: dict[str, int], faced: list[int]
) -> None:
    forced, strengths = tables.forced_equals(rules), tables.strengths(rules)

    def is_forced(kind: str) -> bool:
        others = sum(stock.values()) - stock[kind]
        least = forced[kind][others] if others < len(forced[kind]) else None
        return least is not None and faced.count(strengths[kind]) >= least

    assert any(map(is_forced, KINDS)) == (fewest_identical(rules, faced, stock) > 0)


@given(RULES, STOCK, st.integers(1, 4))
def test_equal_answers_are_those_of_the_engine(rules: DuelRules, stock: dict[str, int], lead: int) -> None:
    left = "".join(kind for kind in KINDS if stock[kind])
    if lead in tables.strengths(rules).values():
        assert (lead in tables.equal_answers(rules)[left]) == answer_may_be_identical(rules, lead, stock)


def test_marker_goes_by_points_then_by_mage_and_card() -> None:
    last_word, truce = replace(BASE_DUEL, equal_goes_to_responder=True), replace(BASE_DUEL, marker_given=False)
    plain = tables.marker_takers(BASE_DUEL, "white", None)
    assert [plain[white][black] for white, black in ((4, 2), (2, 4), (12, 11), (3, 3))] == ["w", "b", "w", "-"]
    assert tables.marker_takers(last_word, "white", None)[3][3] == "b"
    assert tables.marker_takers(last_word, "black", None)[3][3] == "w"
    assert tables.marker_takers(last_word, "white", "white")[3][3] == "w"
    assert set("".join(tables.marker_takers(truce, "white", "white"))) == {"-"}


def test_triumph_is_the_marker_winners_with_the_points_for_it() -> None:
    rules = replace(BASE_DUEL, triumph_points=5, triumph_spaces=2)
    may = tables.triumphant(rules, "white", None)
    assert [may[white][black] for white, black in ((5, 1), (1, 6), (4, 2), (5, 5), (6, 5))] == ["w", "b", "-", "-", "w"]
    assert tables.triumphant(BASE_DUEL, "white", None) == ()
    assert tables.triumph_spaces(rules) == {"L": -2, "D": 2, ".": 0}
    assert tables.triumph_spaces(BASE_DUEL) == {"L": 0, "D": 0, ".": 0}


def test_nothing_moves_under_stillness() -> None:
    still = replace(BASE_DUEL, scoring_pawns_move=False, triumph_points=5, triumph_spaces=2)
    assert tables.super_spaces(BASE_DUEL) == {"S": {"L": -2, "D": 2, ".": 0}, "G": {"L": -3, "D": 3, ".": 0}}
    assert tables.token_spaces(BASE_DUEL) == {"L": -1, "D": 1}
    supers = [spaces for by_direction in tables.super_spaces(still).values() for spaces in by_direction.values()]
    moved = {*supers, *tables.token_spaces(still).values(), *tables.triumph_spaces(still).values()}
    assert moved == {0}


def test_surge_is_the_mages_alone_however_often() -> None:
    surger = next(name for name, power in EDITION.mages.items() if power.effect == SURGE)
    other = next(name for name, power in EDITION.mages.items() if power.effect != SURGE)
    game = Record(starter="white", duels=(), variants=Variants(mages=SideMages(surger, other)))
    spaces = EDITION.mages[surger].spaces
    for duel in arena_terms(game, EDITION).duels:
        assert duel.scoring.surge == {"white": {"L": -spaces, "D": spaces}, "black": {"L": 0, "D": 0}}


def test_supers_beat_what_they_do_on_the_board() -> None:
    assert tables.BEATEN_BY == {"S": "LD", "G": "LDS"}


@pytest.mark.parametrize("starter", ["white", "black"])
def test_sides_take_turns_only_encounter_by_encounter(starter: str) -> None:
    other = {"white": "black", "black": "white"}[starter]
    duels = arena_terms(Record(starter=starter, duels=()), EDITION).duels  # type: ignore[arg-type]
    assert duels[0].leads.plain == (starter,) * 7
    assert duels[1].leads.plain == (other,) * 7
    assert duels[4].leads.plain == (starter, other, starter, other, starter, other, starter)
    assert duels[4].leads.supers == (starter,) * 7
