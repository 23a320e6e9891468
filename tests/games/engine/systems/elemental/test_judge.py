"""The judge agrees with a second, plain writing of the rules, and its fast way with its plain way."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.report import encode_report
from games.engine.systems.elemental import judge as judges
from games.engine.systems.elemental.documents import Record, check_shape
from games.engine.systems.elemental.edition import SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.elemental.fast_play import play_fast
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.system import ELEMENTAL
from tests.extent import examples
from tests.games.engine.systems.elemental.changes import Json, changed, changed_score
from tests.games.engine.systems.elemental.plain_judge import plain_report

SHIPPED = SHIPPED_EDITIONS["elemental-2022"]
NARROW = {
    "board": ["MWMW", "WMWM", "MWMW", "WMWM", "MWMW"],
    "corners": {"2": ["a1", "d5"], "3": ["a1", "a5", "d5"], "4": ["a1", "a5", "d5", "d1"]},
    "star_spots": ["b2", "b4", "c2", "c4", "a3", "d3"],
}


def other_edition(*changes: Json, **values: Any) -> Edition:
    """The shipped edition under another key with some values changed; dots lead into parts."""
    data = SHIPPED.as_data()
    for place, value in {**dict(pair for change in changes for pair in change.items()), **values}.items():
        *parts, last = place.split("__")
        inside = data
        for part in parts:
            inside = inside[part]
        inside[last] = {"value": value, "provenance": "assumed"}
    return read_edition(json.dumps(data | {"key": "other"}))


EDITIONS = (
    SHIPPED,
    other_edition(rulings__half="up", rulings__boundary="leg"),
    other_edition(NARROW, rounds=6),
    other_edition(NARROW, rounds=None, health=5, rulings__boundary="leg"),
    other_edition(
        decks__attack={"f3": 4, "w3": 3, "g5": 2}, decks__defense={"f1": 3, "w1": 3, "g9": 3}, star_draw_cards=5
    ),
    other_edition(sudden_duel_stars=1, star_draw_stars=2, star_draw_cards=1, knock_out_health=0, health_max=20),
    other_edition(hand__attack=1, hand__defense=3, health=4, health_max=4, rulings__half="up"),
)


def bare(report: bytes) -> Json:
    value: Json = json.loads(report)
    for violation in value["violations"]:
        del violation["message"], violation["params"]
    return value


def assert_agree(document: Json, edition: Edition) -> Json:
    """The judge's report, which is the plain judge's, member by member and in the same order."""
    ours = bare(ELEMENTAL.check_encoded(json.dumps(document), {edition.key: edition}))
    theirs = plain_report(document, edition.as_data())
    assert json.dumps(ours) == json.dumps(theirs)
    return ours


def game(seed: int, edition: Edition) -> Json:
    rng = random.Random(seed)
    record = random_record(rng, players=rng.randint(2, 4), starter=None, edition=edition)
    value: Json = json.loads(ELEMENTAL.encode(record)) | {"edition": edition.key}
    if rng.random() < 0.3:
        value["claim"] = {str(seat): 1 for seat in range(1, record.players + 1)}
    return value


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(400)
def test_plain_judge_agrees_on_random_games(seed: int, edition: Edition) -> None:
    assert assert_agree(game(seed, edition), edition)["complete"]


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(1000)
def test_plain_judge_agrees_on_changed_games(seed: int, edition: Edition) -> None:
    rng = random.Random(seed)
    record = game(seed % 50, edition)
    for _ in range(5):
        assert_agree(changed(rng, record), edition)


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(1000)
def test_plain_judge_agrees_on_scores(seed: int, edition: Edition) -> None:
    rng = random.Random(seed)
    record = ELEMENTAL.parse(json.dumps(game(seed % 50, edition)))
    assert record is not None
    score = json.loads(ELEMENTAL.encode(ELEMENTAL.score_of(record, edition)))
    assert assert_agree(score, edition)["legal"]
    for _ in range(10):
        assert_agree(changed_score(rng, changed_score(rng, score)), edition)


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(500)
def test_fast_way_takes_legal_records_and_no_others(seed: int, edition: Edition) -> None:
    rng = random.Random(seed)
    for document in (game(seed % 50, edition), changed(rng, game(seed % 50, edition))):
        record = ELEMENTAL.parse(json.dumps(document))
        assert isinstance(record, Record)
        report = ELEMENTAL.check_document(record, {edition.key: edition})
        assert (play_fast(record, edition) is not None) == report.legal


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(500)
def test_fast_way_and_plain_way_give_the_same_bytes(seed: int, edition: Edition) -> None:
    record = ELEMENTAL.parse(json.dumps(game(seed, edition)))
    assert isinstance(record, Record)
    check_shape(record, edition)
    plain = judges._judge_record(record, edition)
    assert encode_report(plain) == encode_report(judges.judge(record, edition))


@pytest.mark.parametrize("move", ["N9E1", "N3S3", "N3", "", "N3E5 ", "n3e5", "N0E1"])
def test_what_is_no_move_is_refused_and_not_kept(move: str) -> None:
    document = game(1, SHIPPED)
    document["turns"][0]["move"] = move
    report = bare(ELEMENTAL.check_encoded(json.dumps(document)))
    assert report["violations"][0]["code"] == "schema"
    assert all(move not in walks for walks in SHIPPED.board.walks.values())


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"players": 5}, "players"),
        ({"players": 1}, "players"),
        ({"starter": "4"}, "starter"),
        ({"claim": {"1": 1, "2": 2}}, "claim"),
        ({"claim": {"1": 1, "2": 2, "3": 2, "4": 2}}, "claim"),
        ({"claim": {"1": 1, "2": 3, "3": 3}}, "claim"),
        ({"slips": {"1": "f2", "2": "f2", "3": "f2"}}, "slips.1"),
        ({"slips": {}}, "slips"),
        ({"turns": [{"move": "N1E1", "duel": {"attack": "x2"}}]}, "turns[0]"),
        ({"turns": [{"move": "N1E1", "duel": {"attack": "f2", "defense": {"2": "F2"}}}]}, "turns[0]"),
        ({"turns": [{"move": "N1E1", "duel": {"attack": "f2", "defense": {"4": "f2"}}}]}, "turns[0].duel.defense"),
        ({"turns": [{"move": "N1E1", "sudden": [{"target": "9", "attack": "f2", "returns": []}]}]}, "turns[0].sudden"),
    ],
)
def test_what_does_not_fit_the_edition_is_a_broken_shape(changes: Json, place: str) -> None:
    record = random_record(random.Random(4), players=3, starter=1, edition=SHIPPED)
    document = json.loads(ELEMENTAL.encode(record)) | changes
    found = ELEMENTAL.check(json.dumps(document)).violations
    assert [each.code for each in found] == ["schema"]
    assert f"`$.{place}`" in found[0].message
