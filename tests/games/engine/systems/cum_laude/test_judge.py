"""The judge agrees with a second, plain writing of the rules."""

import json
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.cum_laude.random_player import random_record
from games.engine.systems.cum_laude.system import CUM_LAUDE
from tests.extent import examples
from tests.games.engine.systems.cum_laude.changes import Json, changed, changed_score, changed_sheet
from tests.games.engine.systems.cum_laude.plain_judge import plain_report

SHIPPED = SHIPPED_EDITIONS["spieltrieb-2017"]


def other_edition(**values: Any) -> Edition:
    """The shipped edition under another key with some values changed; double underscores lead into parts."""
    data = SHIPPED.as_data()
    for place, value in values.items():
        inside: Any = data
        *parts, last = place.split("__")
        for part in parts:
            inside = inside[part]
        inside[last] = value
    return read_edition(json.dumps(data | {"key": "other"}))


EDITIONS = (
    SHIPPED,
    other_edition(rulings__counting_spell__value="passed"),
    other_edition(counts__value__hand=3, counts__value__hand_limit=3, counts__value__white=3, counts__value__gray=1),
    other_edition(
        crystals__value={"white": 30, "blue": 30, "red": 30},
        points__value__finish_shared=3,
        points__value__mismatching=-2,
        counts__value__black=2,
        movement_cards__provenance="printed",
    ),
    other_edition(
        counts__value__gray=3, counts__value__examiner_cards=2, rulings__counting_spell__provenance="printed"
    ),
)


def bare(report: bytes) -> Json:
    value: Json = json.loads(report)
    for violation in value["violations"]:
        del violation["message"], violation["params"]
    return value


def assert_agree(document: Json, edition: Edition) -> Json:
    """The judge's report, which is the plain judge's, member by member and in the same order."""
    ours = bare(CUM_LAUDE.check_encoded(json.dumps(document), {edition.key: edition}))
    theirs = plain_report(document, edition.as_data())
    assert json.dumps(ours) == json.dumps(theirs)
    return ours


def game(seed: int, edition: Edition) -> Json:
    rng = random.Random(seed)
    players, change_places = rng.randint(2, 6), rng.random() < 0.5
    record = random_record(rng, players=players, starter=None, edition=edition, change_places=change_places)
    value: Json = json.loads(CUM_LAUDE.encode(record)) | {"edition": edition.key}
    if rng.random() < 0.3:
        value["claim"] = {str(seat): 1 for seat in range(1, players + 1)}
    return value


def told(seed: int, edition: Edition, grade: Any) -> Json:
    """A random game at a coarser grade."""
    record = CUM_LAUDE.parse(json.dumps(game(seed % 60, edition)))
    value: Json = json.loads(CUM_LAUDE.encode(CUM_LAUDE.at_grade(record, grade, edition)))
    return value


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(300)
def test_plain_judge_agrees_on_random_games(seed: int, edition: Edition) -> None:
    assert assert_agree(game(seed, edition), edition)["complete"]


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(800)
def test_plain_judge_agrees_on_changed_games(seed: int, edition: Edition) -> None:
    rng = random.Random(seed)
    record = game(seed % 60, edition)
    for _ in range(5):
        assert_agree(changed(rng, record), edition)


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(400)
def test_plain_judge_agrees_on_sheets(seed: int, edition: Edition) -> None:
    rng = random.Random(seed)
    sheet = told(seed, edition, "sheet")
    assert assert_agree(sheet, edition)["legal"]
    for _ in range(12):
        other = changed_sheet(rng, changed_sheet(rng, sheet, edition.as_data()), edition.as_data())
        assert_agree(other, edition)


@given(st.integers(0, 2**32), st.sampled_from(EDITIONS))
@examples(300)
def test_plain_judge_agrees_on_scores(seed: int, edition: Edition) -> None:
    rng = random.Random(seed)
    score = told(seed, edition, "score")
    assert assert_agree(score, edition)["legal"]
    for _ in range(8):
        assert_agree(changed_score(rng, changed_score(rng, score)), edition)
