"""The shape of documents: what the types can't say."""

import json
import random
from typing import Any

import pytest

from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS
from games.engine.systems.cum_laude.random_player import random_record
from games.engine.systems.cum_laude.system import CUM_LAUDE

Json = dict[str, Any]
EDITION = SHIPPED_EDITIONS["spieltrieb-2017"]
GAME = random_record(random.Random(6), players=3, starter=2, edition=EDITION, change_places=False)
MOVED: Json = {"name": "red", "cards": ["r"], "to": "i5"}


def broken(document: Json) -> str:
    """Why the document has no shape."""
    found = CUM_LAUDE.check(json.dumps(document)).violations
    assert [each.code for each in found] == ["schema"], found
    return found[0].message


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ({"name": "red", "from": "1"}, "from and drew belong together"),
        ({"name": "red", "drew": "r"}, "from and drew belong together"),
        ({"name": "red", "from": "9", "drew": "r"}, "there is no seat '9'"),
        ({"name": "red", "from": "1", "drew": "x"}, "there is no card 'x'"),
        ({"name": "red", "cards": ["r"]}, "cards and to belong together"),
        ({"name": "red", "to": "i5"}, "cards and to belong together"),
        ({"name": "red", "takes": []}, "a pass has nothing but"),
        ({"name": "red", "order": "moved"}, "a pass has nothing but"),
        ({**MOVED, "cards": ["rx"]}, "there is no card 'rx'"),
        ({**MOVED, "to": "a6"}, "there is no tile 'a6'"),
        ({**MOVED, "name": "examiner", "takes": []}, "the examiner takes nothing"),
        ({**MOVED, "exams": [{"who": "red"}]}, "an exam has lose and on, or give"),
        ({**MOVED, "exams": [{"who": "red", "lose": "red", "on": "e5"}]}, "there is no crystal tile 'e5'"),
        ({**MOVED, "action": {"again": True}, "discard": []}, "cards are discarded after the second turn"),
        ({**MOVED, "action": {}}, "an action is one of"),
        ({**MOVED, "action": {"steal": "red"}}, "an action is one of"),
        ({**MOVED, "action": {"step": "red-oriel"}}, "there is no tile 'red-oriel' of the board"),
        ({**MOVED, "action": {"step": "a9"}}, "there is no tile 'a9' of the board"),
        ({**MOVED, "action": {"step": "e6", "exams": [{"who": "red", "give": "red", "on": "a1"}]}}, "an exam has"),
        ({**MOVED, "action": {"steal": "red", "from": "4"}}, "there is no seat '4'"),
        ({**MOVED, "action": {"places": ["red", "red"]}}, "two different apprentices"),
        ({**MOVED, "action": {"again": False}}, "again is true or left out"),
        ({**MOVED, "discard": ["q"]}, "there is no card 'q'"),
        ({**MOVED, "finish": False}, "finish is true or left out"),
        ({**MOVED, "finish": True, "discard": []}, "nothing is discarded"),
        ({**MOVED, "finish": True, "order": "acted"}, "no order is uncovered"),
        ({**MOVED, "finish": True, "action": {"again": True}}, "only a step can end the game"),
        ({**MOVED, "finish": True, "exams": []}, "no exam follows"),
        ({**MOVED, "finish": True, "action": {"step": "e6", "exams": []}}, "no exam follows"),
    ],
)
def test_turn_of_no_shape_is_refused(turn: Json, sentence: str) -> None:
    assert sentence in broken(json.loads(CUM_LAUDE.encode(GAME)) | {"turns": [turn]})
    with pytest.raises(ValueError, match="at `"):
        CUM_LAUDE.told_part({"players": 3}, [], turn, EDITION)


@pytest.mark.parametrize("turn", [None, 7, {"cards": ["r"], "to": "i5"}, {"name": "purple"}, {"name": "red", "x": 1}])
def test_what_is_no_turn_is_a_value_error(turn: object) -> None:
    with pytest.raises(ValueError):
        CUM_LAUDE.told_part({}, [], turn, EDITION)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"starter": "4"}, "starter"),
        ({"claim": {"1": 1}}, "claim"),
        ({"claim": {"1": 1, "2": 3, "3": 3}}, "claim"),
        ({"setup": {"crystals": "W"}}, "setup.crystals"),
        ({"setup": {"crystals": "G" * 60}}, "setup.crystals"),
        ({"setup": {"spells": {"red": "411"}}}, "setup.spells"),
        ({"setup": {"missions": {}}}, "setup.missions"),
        ({"setup": {"missions": {"1": "red-red", "2": "red-black", "3": "red-black"}}}, "setup.missions"),
        ({"setup": {"orders": {"1": "005", "2": "500", "3": "500"}}}, "setup.orders"),
        ({"setup": {"extra": "500"}}, "setup.extra"),
        ({"setup": {"hands": {"1": [], "2": [], "3": []}}}, "setup.hands.1"),
        ({"setup": {"hands": {"1": ["r"] * 5, "2": ["q"] * 5, "3": ["r"] * 5}}}, "setup.hands.2"),
        ({"setup": {"pile": ["z"]}}, "setup.pile"),
    ],
)
def test_record_that_does_not_fit_the_edition_is_refused(changes: Json, place: str) -> None:
    record = json.loads(CUM_LAUDE.encode(GAME))
    record["setup"] |= changes.pop("setup", {})
    assert f"`$.{place}`" in broken(record | changes)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"complete_spells": ["red", "red"]}, "complete_spells"),
        ({"finishers": ["1", "1"]}, "finishers"),
        ({"finishers": ["4"]}, "finishers"),
        ({"spells": {"red": "411"}}, "spells"),
        ({"extra": "500"}, "extra"),
        ({"masters": {}}, "masters"),
    ],
)
def test_sheet_that_does_not_fit_the_edition_is_refused(changes: Json, place: str) -> None:
    sheet = json.loads(CUM_LAUDE.encode(CUM_LAUDE.at_grade(GAME, "sheet", EDITION)))
    assert f"`$.{place}`" in broken(sheet | changes)


def test_two_players_need_an_extra_order() -> None:
    game = random_record(random.Random(2), players=2, starter=1, edition=EDITION, change_places=True)
    record = json.loads(CUM_LAUDE.encode(game))
    del record["setup"]["extra"]
    assert "an extra order is needed" in broken(record)


def test_extra_order_may_not_be_a_players_order() -> None:
    game = random_record(random.Random(2), players=2, starter=1, edition=EDITION, change_places=True)
    record = json.loads(CUM_LAUDE.encode(game))
    record["setup"]["extra"] = record["setup"]["orders"]["2"]
    found = CUM_LAUDE.check(json.dumps(record)).violations
    assert [(each.code, each.rule) for each in found] == [("dealt_twice", "L7")]


def test_score_names_every_seat() -> None:
    score = json.loads(CUM_LAUDE.encode(CUM_LAUDE.at_grade(GAME, "score", EDITION)))
    assert "`$.vp`" in broken({**score, "vp": {"1": 3}})
    assert "`$.tie_break`" in broken({**score, "tie_break": {"1": 3}})
