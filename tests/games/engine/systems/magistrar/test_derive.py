"""Coarser evidence from finer: it is accepted, and comes to the same."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine.systems.magistrar.derive import NotDerivableError, proven_sheet, score_of, sheet_of
from games.engine.systems.magistrar.documents import SideInts, SideRows, decode_document, encode_document
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, make_edition
from games.engine.systems.magistrar.judge import judge
from games.engine.systems.magistrar.random_player import random_record, random_variants
from tests.extent import examples

RECORD = {
    "format": "magistrar-record/1",
    "starter": "white",
    "variants": {
        "mages": {"white": "aurora", "black": "silas"},
        "duel_cards": ["triumph"],
        "golden": {"white": 1, "black": 0},
    },
    "claim": {"white": 8, "black": -3},
    "meta": {"table": 4},
    "duels": [
        {
            "tokens": {"white": "SLGLLD", "black": "SDSDLD"},
            "pawns": {"white": "-S-SMM", "black": "-M-WWW"},
            "moves": {"white": "D"},
            "spells": [
                {"by": "white", "spell": "exchange_tokens", "position": 2},
                {"by": "black", "spell": "surge", "direction": "L"},
                {"by": "white", "spell": "triumph", "direction": "D"},
            ],
        }
    ],
}


def document(value: object):
    return decode_document(json.dumps(value))


def as_json(value) -> dict[str, object]:
    return json.loads(encode_document(value))


def test_sheet_of_counts_what_each_side_won_after_exchanges():
    assert as_json(sheet_of(document(RECORD))) == {
        "format": "magistrar-sheet/1",
        "starter": "white",
        "variants": RECORD["variants"],
        "claim": RECORD["claim"],
        "meta": RECORD["meta"],
        "duels": [
            {
                "white": {"light": 2, "dark": 2, "golden": "D"},
                "black": {},
                "spells": [
                    {"by": "black", "spell": "surge", "direction": "L"},
                    {"by": "white", "spell": "triumph", "direction": "D"},
                ],
            }
        ],
    }


def test_sheet_of_keeps_supers_and_goldens_apart_by_position():
    tokens = {"white": "GSGLLL", "black": "LLLLLL"}
    pawns = {"white": "---WWW", "black": "MMMMMM"}
    duel = {"tokens": tokens, "pawns": pawns, "moves": {"white": "L.D"}}
    record = {**RECORD, "variants": {"golden": {"white": 2, "black": 0}}, "duels": [duel]}
    assert as_json(sheet_of(document(record)))["duels"] == [
        {"white": {"super": ".", "golden": "LD"}, "black": {"light": 3}}
    ]


@examples(300)
@given(st.integers(0, 2**32), st.integers(0, 5))
def test_sheet_of_a_legal_record_is_accepted_and_comes_to_the_same(seed, duels):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng), duels=duels)
    ours, theirs = judge(record, {}), judge(sheet_of(record), {})
    assert theirs.violations == ()
    assert (theirs.honoris, theirs.markers, theirs.winner, theirs.level) == (
        ours.honoris,
        ours.markers,
        ours.winner,
        ours.level,
    )
    assert [(duel.points, duel.winner) for duel in theirs.duels] == [(duel.points, duel.winner) for duel in ours.duels]


@examples(200)
@given(st.integers(0, 2**32))
def test_score_of_a_legal_record_is_accepted_and_comes_to_the_same(seed):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng))
    ours, score = judge(record, {}), score_of(record)
    theirs = judge(score, {})
    assert theirs.violations == ()
    assert (theirs.honoris, theirs.markers, theirs.winner) == (ours.honoris, ours.markers, ours.winner)
    assert score_of(sheet_of(record)) == score


def test_score_of_keeps_set_up_and_meta():
    record = replace(random_record(random.Random(5), starter="black"), claim=SideInts(1, 2), meta={"table": 4})
    score = as_json(score_of(record))
    assert (score["starter"], score["meta"]) == ("black", {"table": 4})
    assert "claim" not in score


def test_score_of_an_unfinished_game_is_refused():
    with pytest.raises(NotDerivableError) as caught:
        score_of(random_record(random.Random(5), duels=4))
    assert (caught.value.report.complete, str(caught.value)) == (False, "The game isn't complete.")


def broken_in_duel_3():
    record = random_record(random.Random(5))
    duels = list(record.duels)
    duels[2] = replace(duels[2], tokens=SideRows("SSSSSS", "SSSSSS"))
    return replace(record, duels=tuple(duels))


def test_sheet_of_an_illegal_record_is_refused():
    with pytest.raises(NotDerivableError) as caught:
        sheet_of(broken_in_duel_3())
    report = caught.value.report
    assert report.violations[0].duel == 3
    assert str(caught.value) == "; ".join(found.message for found in report.violations)


def test_proven_sheet_goes_as_far_as_the_record_is_legal():
    record = broken_in_duel_3()
    assert proven_sheet(record).duels == sheet_of(replace(record, duels=record.duels[:2])).duels


def test_proven_sheet_of_a_sheet_goes_as_far_as_it_is_possible():
    sheet = sheet_of(random_record(random.Random(5)))
    impossible = replace(
        sheet, duels=(*sheet.duels[:3], replace(sheet.duels[3], white=replace(sheet.duels[3].white, light=9)))
    )
    assert proven_sheet(impossible).duels == sheet.duels[:3]
    assert proven_sheet(sheet) == sheet


def test_proven_sheet_of_a_game_that_its_edition_does_not_know_is_empty():
    record = document({**RECORD, "variants": {"mages": {"white": "merlin", "black": "silas"}}})
    assert proven_sheet(record).duels == ()


def test_derivation_by_another_edition_goes_by_its_track():
    shipped = SHIPPED_EDITIONS["spiel-das-2021"].data
    track = tuple(replace(level, value=level.value + 1) for level in shipped.track)
    house = make_edition(replace(shipped, key="house", track=track))
    record = random_record(random.Random(5))
    there, here = score_of(replace(record, edition="house"), house), score_of(record)
    assert (there.edition, there.markers) == ("house", here.markers)
    assert there.honoris == SideInts(here.honoris.white + 1, here.honoris.black + 1)
