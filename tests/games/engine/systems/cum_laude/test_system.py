"""Magia Cum Laude as a game system: what documents of one game have in common, and what is typed at the desk."""

import json
import random
from typing import Any

import msgspec

from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS
from games.engine.systems.cum_laude.random_player import random_record
from games.engine.systems.cum_laude.system import CUM_LAUDE

EDITION = SHIPPED_EDITIONS["spieltrieb-2017"]
GAME = random_record(random.Random(8), players=4, starter=3, edition=EDITION, change_places=True)


def with_empty_lists(turn: dict[str, Any]) -> dict[str, Any]:
    """The same turn, written with lists that are there and empty."""
    if "cards" not in turn or "finish" in turn:
        return turn
    told = {"exams": [], **turn}
    if turn["name"] != "examiner":
        told.setdefault("takes", [])
    if "step" in turn.get("action", {}):
        told["action"] = {"exams": [], **turn["action"]}
    if "again" not in turn.get("action", {}):
        told.setdefault("discard", [])
    return told


def test_game_is_the_same_however_it_is_written() -> None:
    record = json.loads(CUM_LAUDE.encode(GAME))
    retold = {**record, "turns": [with_empty_lists(turn) for turn in record["turns"]], "meta": {"table": 2}}
    other = CUM_LAUDE.parse(json.dumps(retold))
    assert CUM_LAUDE.check_document(other).legal
    assert CUM_LAUDE.digest(other) == CUM_LAUDE.digest(GAME)
    assert CUM_LAUDE.first_difference(GAME, other) is None
    assert all(map(CUM_LAUDE.parts_agree, record["turns"], retold["turns"]))
    assert not CUM_LAUDE.parts_agree({"name": "red"}, {"name": "blue"})


def test_pile_may_be_noted_as_far_as_it_was_drawn_or_further() -> None:
    shorter = msgspec.structs.replace(GAME, turns=GAME.turns[:3])
    cut = msgspec.structs.replace(shorter, setup=msgspec.structs.replace(GAME.setup, pile=GAME.setup.pile[:20]))
    assert CUM_LAUDE.first_difference(shorter, cut) is None


def test_documents_are_compared_at_the_coarser_grade() -> None:
    sheet = CUM_LAUDE.at_grade(GAME, "sheet", EDITION)
    score = CUM_LAUDE.at_grade(sheet, "score", EDITION)
    assert CUM_LAUDE.at_grade(score, "score", EDITION) == score == CUM_LAUDE.at_grade(GAME, "score", EDITION)
    assert CUM_LAUDE.score_of(score, EDITION) == score
    for one, other in ((GAME, sheet), (sheet, score), (score, GAME)):
        assert CUM_LAUDE.first_difference(one, other) is None
    told = json.loads(CUM_LAUDE.encode(sheet))
    told["masters"]["2"]["stock"]["white"] = 9
    difference = CUM_LAUDE.first_difference(GAME, CUM_LAUDE.parse(json.dumps(told)))
    assert difference is not None
    assert (difference.what, difference.seat, difference.second) == ("white", 2, 9)


def test_sheet_says_nothing_of_the_cards_that_were_played_with() -> None:
    sheet = CUM_LAUDE.at_grade(GAME, "sheet", EDITION)
    backwards = msgspec.structs.replace(sheet, complete_spells=sheet.complete_spells[::-1], change_places=False)
    assert (CUM_LAUDE.set_up(GAME).variants, CUM_LAUDE.set_up(sheet).variants) == ({"change_places": True}, None)
    assert CUM_LAUDE.first_difference(GAME, backwards) is None
    assert CUM_LAUDE.digest(sheet) == CUM_LAUDE.digest(backwards)


def test_game_without_the_change_places_cards_may_say_so() -> None:
    assert CUM_LAUDE.variants_agree({"change_places": False}, {})
    assert not CUM_LAUDE.variants_agree({"change_places": True}, {})


def test_told_turn_is_written_in_one_way() -> None:
    told = CUM_LAUDE.told_part({}, [], {"name": "red", "cards": ["r"], "to": "i5", "takes": []}, EDITION)
    assert json.loads(json.dumps(told)) == {"name": "red", "cards": ["r"], "to": "i5"}


def test_typed_points_tell_the_places() -> None:
    report = CUM_LAUDE.typed_score({"starter": "1", "variants": {}}, [(13, 8, -1)])
    assert (report.legal, report.complete, report.placings) == (True, True, {"1": 1, "2": 2, "3": 3})


def test_equal_typed_points_need_the_crystals_that_match() -> None:
    level = CUM_LAUDE.typed_score({}, [(8, 8, -1)])
    assert (level.legal, level.complete, level.placings, level.winner) == (True, False, None, None)
    told = CUM_LAUDE.typed_score({}, [(8, 8, -1), (3, 5, 0)])
    assert (told.complete, told.placings) == (True, {"1": 2, "2": 1, "3": 3})


def test_impossible_typed_points_are_illegal() -> None:
    assert not CUM_LAUDE.typed_score({}, [(99, 8, -1)]).legal


def test_unfinished_game_ranks_everybody_by_points_so_far() -> None:
    begun = CUM_LAUDE.judged(CUM_LAUDE.check_document(msgspec.structs.replace(GAME, turns=())))
    assert CUM_LAUDE.places_so_far(begun) == (1, 1, 1, 1)
