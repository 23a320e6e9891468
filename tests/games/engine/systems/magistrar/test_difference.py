"""Where two accounts of one game first part."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine.core.evidence import Difference
from games.engine.systems.magistrar.canonical import canonical_document
from games.engine.systems.magistrar.derive import score_of, sheet_of
from games.engine.systems.magistrar.difference import first_difference
from games.engine.systems.magistrar.documents import (
    Score,
    SideCounts,
    SideInts,
    SideMages,
    SideMoves,
    SideRows,
    StrengthenPawn,
    Surge,
    Triumph,
    Variants,
)
from games.engine.systems.magistrar.random_player import random_record, random_variants
from tests.extent import examples
from tests.games.engine.systems.magistrar.single_change import with_a_change

GAME = random_record(random.Random(11), starter="white")


def with_duel(document, number: int, **members: object):
    duels = list(document.duels)
    duels[number - 1] = replace(duels[number - 1], **members)
    return replace(document, duels=tuple(duels))


def changed(row: str, position: int, letter: str) -> str:
    return row[: position - 1] + letter + row[position:]


@examples(100)
@given(st.integers(0, 2**32), st.integers(0, 5))
def test_first_difference_of_a_game_at_all_its_grades_is_none(seed, duels):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng), duels=duels)
    accounts = [record, canonical_document(record), sheet_of(record)]
    if duels == 5:
        accounts.append(score_of(record))
    assert [first_difference(one, other) for one in accounts for other in accounts] == [None] * len(accounts) ** 2


@examples(100)
@given(st.integers(0, 2**32))
def test_first_difference_of_two_games_is_found_from_both_ends(seed):
    rng = random.Random(seed)
    one, other = (random_record(rng, variants=random_variants(rng)) for _ in range(2))
    forth, back = first_difference(one, other), first_difference(other, one)
    assert forth is not None
    assert back == replace(forth, first=forth.second, second=forth.first)


@examples(150)
@given(st.integers(0, 2**32), st.integers(0, 4))
def test_first_difference_of_a_single_change_is_in_its_duel(seed, place):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng))
    duels = list(record.duels)
    duels[place] = with_a_change(rng, duels[place])
    changed = replace(record, duels=tuple(duels))
    found = first_difference(record, changed)
    if canonical_document(changed) == canonical_document(record):
        assert found is None
    else:
        assert found.part == place + 1
        assert found.first != found.second


@pytest.mark.parametrize(
    "other, expected",
    [
        (replace(GAME, edition="house"), Difference("edition", "spiel-das-2021", "house")),
        (replace(GAME, starter="black"), Difference("starter", "white", "black")),
        (
            replace(GAME, variants=Variants(mages=SideMages("wotan", "silas"))),
            Difference("mages", None, "wotan", seat=1),
        ),
        (
            replace(GAME, variants=Variants(duel_cards=("clash", "storm"))),
            Difference("duel_cards", None, "clash storm"),
        ),
        (replace(GAME, variants=Variants(golden=SideCounts(0, 2))), Difference("golden", 0, 2, seat=2)),
        (replace(GAME, duels=GAME.duels[:3]), Difference("duels", 5, 3, part=4)),
        (replace(GAME, claim=SideInts(1, 2), meta={"by": "Anna"}), None),
        (replace(GAME, variants=Variants(golden=SideCounts(0, 0))), None),
    ],
)
def test_first_difference_in_the_set_up(other, expected):
    assert first_difference(GAME, other) == expected


def test_first_difference_in_duel_cards_names_the_duel():
    one = replace(GAME, duels=(), variants=Variants(duel_cards=("clash", "storm", "truce", "eclipse")))
    other = replace(one, variants=Variants(duel_cards=("clash", "truce")))
    assert first_difference(one, other) == Difference("duel_cards", "storm", "truce", part=2)


def test_first_difference_ignores_cards_of_duels_to_come():
    one = replace(GAME, duels=(), variants=Variants(duel_cards=("clash", "storm", "truce", "eclipse")))
    assert first_difference(one, replace(one, variants=Variants(duel_cards=("clash",)))) is None


def test_first_difference_in_a_row_is_the_lowest_position_and_white_first():
    duel = GAME.duels[1]
    tokens = SideRows(changed(duel.tokens.white, 5, "G"), changed(duel.tokens.black, 3, "G"))
    expected = Difference("tokens", duel.tokens.black[2], "G", part=2, seat=2, position=3)
    assert first_difference(GAME, with_duel(GAME, 2, tokens=tokens)) == expected
    pawns = SideRows(changed(duel.pawns.white, 3, "-"), changed(duel.pawns.black, 3, "-"))
    expected = Difference("pawns", duel.pawns.white[2], "-", part=2, seat=1, position=3)
    assert first_difference(GAME, with_duel(GAME, 2, pawns=pawns)) == expected


def test_first_difference_in_the_order_of_play():
    order = GAME.duels[4].order
    said = [" ".join(map(str, one)) for one in (order, order[::-1])]
    assert first_difference(GAME, with_duel(GAME, 5, order=order[::-1])) == Difference("order", *said, part=5)
    assert first_difference(GAME, with_duel(GAME, 1, order=())) == Difference("order", None, "", part=1)


def test_first_difference_in_moves():
    other = with_duel(GAME, 3, moves=SideMoves(GAME.duels[2].moves.white, "LLL"))
    assert first_difference(GAME, other) == Difference("moves", GAME.duels[2].moves.black, "LLL", part=3, seat=2)


def test_first_difference_in_spells():
    one = with_duel(GAME, 1, spells=(StrengthenPawn("black", 4), StrengthenPawn("black", 2)))
    other = with_duel(GAME, 1, spells=(StrengthenPawn("black", 2), Surge("white", "L")))
    assert first_difference(one, other) == Difference("strengthen_pawn", "2 4", "2", part=1, seat=2)
    assert first_difference(GAME, other) == Difference("strengthen_pawn", None, "2", part=1, seat=2)
    assert first_difference(
        with_duel(GAME, 1, spells=(Surge("white", "D"),)), with_duel(GAME, 1, spells=(Surge("white", "L"),))
    ) == Difference("surge", "D", "L", part=1, seat=1)


def test_first_difference_ignores_the_order_of_spells_and_a_waived_triumph():
    spells = (StrengthenPawn("black", 4), StrengthenPawn("black", 2))
    waived = (*reversed(spells), Triumph("white", "."))
    assert first_difference(with_duel(GAME, 1, spells=spells), with_duel(GAME, 1, spells=waived)) is None


def test_first_difference_of_sheets_names_what_was_won():
    sheet = sheet_of(GAME)
    black = sheet.duels[2].black
    other = with_duel(sheet, 3, black=replace(black, dark=black.dark + 1, light=black.light + 1))
    expected = Difference("light", black.light, black.light + 1, part=3, seat=2)
    assert first_difference(sheet, other) == expected
    assert first_difference(GAME, other) == expected
    assert first_difference(with_duel(sheet, 3, spells=(Surge("black", "L"),)), sheet) == Difference(
        "surge", "L", None, part=3, seat=2
    )


def test_first_difference_of_sheets_ignores_the_order_of_directions():
    sheet = sheet_of(GAME)
    one, other = (with_duel(sheet, 1, white=replace(sheet.duels[0].white, super=letters)) for letters in ("LD", "DL"))
    assert first_difference(one, other) is None


def test_first_difference_with_a_score_names_honoris_then_markers():
    score = score_of(GAME)
    honoris = SideInts(score.honoris.white, score.honoris.black + 3)
    expected = Difference("honoris", score.honoris.black, honoris.black, seat=2)
    assert [first_difference(one, replace(score, honoris=honoris)) for one in (GAME, sheet_of(GAME), score)] == [
        expected
    ] * 3
    markers = SideCounts(score.markers.white + 1, score.markers.black)
    assert first_difference(replace(score, markers=markers), GAME) == Difference(
        "markers", markers.white, score.markers.white, seat=1
    )


def test_first_difference_with_a_score_ignores_the_set_up_that_only_one_knows():
    rng = random.Random(2)
    variants = Variants(SideMages("wotan", "silas"), ("clash", "storm", "truce", "eclipse"), SideCounts(1, 1))
    record = random_record(rng, variants=variants)
    bare = Score(score_of(record).honoris, score_of(record).markers)
    assert first_difference(record, bare) is None
    assert first_difference(bare, record) is None
    known = replace(score_of(record), variants=replace(variants, golden=SideCounts(1, 0)))
    assert first_difference(record, known) == Difference("golden", 1, 0, seat=2)
    known = replace(score_of(record), variants=replace(variants, mages=SideMages("wotan", "bahar")))
    assert first_difference(record, known) == Difference("mages", "silas", "bahar", seat=2)


def test_first_difference_of_an_unfinished_game_and_a_score_is_its_length():
    unfinished = replace(GAME, duels=GAME.duels[:3])
    assert first_difference(unfinished, score_of(GAME)) == Difference("duels", 3, 5, part=4)
    assert first_difference(score_of(GAME), sheet_of(unfinished)) == Difference("duels", 5, 3, part=4)


def test_first_difference_across_grades_counts_an_illegal_record_as_far_as_it_is_legal():
    broken = with_duel(GAME, 4, tokens=SideRows("SSSSSS", "SSSSSS"))
    assert first_difference(broken, sheet_of(GAME)) == Difference("duels", 3, 5, part=4)
    assert first_difference(broken, score_of(GAME)) == Difference("duels", 3, 5, part=4)


def test_first_difference_across_grades_of_an_unknown_set_up_does_not_raise():
    record = replace(GAME, variants=Variants(mages=SideMages("merlin", "silas")))
    sheet = replace(sheet_of(GAME), variants=record.variants)
    assert first_difference(record, sheet) == Difference("duels", 0, 5, part=1)
