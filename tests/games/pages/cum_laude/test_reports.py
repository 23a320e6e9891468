"""A judged game in words: what is wrong, where, and what to do; points part by part; what two versions differ on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.engine.core.evidence import Difference
from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.edition import DEFAULT_EDITION, SHIPPED_EDITIONS
from games.engine.systems.cum_laude.random_player import random_record
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.models import Game
from games.pages.core.context import Addresses, GameContext, SeatContext
from games.pages.cum_laude.differences import said_of, topic_of
from games.pages.cum_laude.pages import CUM_LAUDE_PAGES
from games.pages.cum_laude.reports import ASSUMED

EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
NAMES = {"1": "Ada", "2": "Bo", "3": "Cleo"}
Change = Callable[[dict[str, Any]], None]


def record(seed: int = 5, players: int = 3) -> Record:
    return random_record(random.Random(seed), players=players, starter=None, edition=EDITION, change_places=False)


def document(seed: int = 5) -> dict[str, Any]:
    decoded: dict[str, Any] = json.loads(CUM_LAUDE.encode(record(seed)))
    return decoded


def stored(told: dict[str, Any]) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(CUM_LAUDE.check_encoded(json.dumps(told)))
    return report


def twice(told: dict[str, Any]) -> None:
    told["setup"]["orders"]["3"] = told["setup"]["orders"]["1"]


def ten_of_a_card(told: dict[str, Any]) -> None:
    told["setup"]["hands"]["2"] = ["ra"] * 5


def same_tile(told: dict[str, Any]) -> None:
    told["turns"][0] = {"name": "red", "cards": [told["setup"]["hands"][told["starter"]][0]], "to": "red-oriel"}


WRONG = [
    (twice, "Ada", "Compare what is noted"),
    (ten_of_a_card, "The hand of Bo:", "Compare"),
    (same_tile, "", "tile"),
]


@pytest.mark.parametrize(("change", "where", "what_to_do"), WRONG)
def test_violation_says_where_it_stands_and_what_to_do(change: Change, where: str, what_to_do: str) -> None:
    told = document()
    change(told)
    report = stored(told)

    (violation,) = CUM_LAUDE_PAGES.report(report, NAMES).violations

    assert violation.code == report["violations"][0]["code"]
    assert what_to_do in violation.text
    assert where in violation.text or where == "Ada"
    assert CUM_LAUDE_PAGES.sentence(report["violations"][0], NAMES) == violation.text


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_first_wrong_turn_of_a_record_is_said_in_the_readers_language(language: str) -> None:
    told = document()
    same_tile(told)
    with override(language):
        text = CUM_LAUDE_PAGES.report(stored(told), NAMES).violations[0].text
    assert "red-oriel" not in text
    assert {"en": "oriel of Red", "de": "Erker von Rot", "nl": "erker van Rood"}[language] in text
    assert {"en": "Turn 1", "de": "Zug 1", "nl": "Beurt 1"}[language] in text


def test_points_are_shown_part_by_part_where_they_are_known() -> None:
    played = record()
    shown = CUM_LAUDE_PAGES.report(json.loads(CUM_LAUDE.check_encoded(CUM_LAUDE.encode(played))), NAMES)
    own = CUM_LAUDE.check_document(played)
    assert own.vp is not None
    assert shown.has_parts
    for each in shown.points:
        vp = own.vp[each.seat]
        parts = (vp.spells, vp.finish, vp.order, (vp.matching or 0) + (vp.mismatching or 0))
        assert (each.spells, each.finish, each.order, each.crystals) == tuple(
            str(part).replace("-", "−") for part in parts
        )
        assert set(each.complete) == set(own.missions[each.seat]) & set(own.complete_spells)  # type: ignore[index,arg-type]
    assert (shown.turns, bool(shown.ended)) == (len(played.turns), True)


def test_score_shows_totals_alone() -> None:
    score = {"format": "cum-laude-score/1", "players": 2, "vp": {"1": 12, "2": -1}, "tie_break": {"1": 2, "2": 0}}
    shown = CUM_LAUDE_PAGES.report(stored(score), NAMES)
    assert not shown.has_parts
    assert [(each.total, each.matching, each.spells) for each in shown.points] == [("12", "2", ""), ("−1", "0", "")]
    assert shown.ended == ""


def test_open_record_has_points_so_far() -> None:
    told = document()
    told["turns"] = told["turns"][:9]
    shown = CUM_LAUDE_PAGES.report(stored(told), NAMES)
    assert (shown.legal, shown.complete, shown.ended, shown.turns) == (True, False, "", 9)
    assert all(each.total for each in shown.points)


def test_everything_a_report_rests_on_is_named() -> None:
    told = CUM_LAUDE_PAGES.report(json.loads(CUM_LAUDE.check_encoded(CUM_LAUDE.encode(record()))), NAMES)
    assert told.assumed == tuple(str(ASSUMED[name]) for name in sorted(ASSUMED))


DIFFERENCES = [
    (Difference("to", "d4", "red-oriel", part=3), "where the movement ended", ("d4", "oriel of Red")),
    (
        Difference("cards", "ks", None, part=3, position=2),
        "the cards played (card 2)",
        ("Black, examiner steps", "none"),
    ),
    (Difference("blue", 3, 4, seat=2), "crystals in stock: blue", ("3", "4")),
    (Difference("blue", "321", "222"), "the spell of Blue", ("3 white, 2 blue, 1 red", "2 white, 2 blue, 2 red")),
    (Difference("fulfilled", True, False, seat=1), "whether the order is uncovered", ("yes", "no")),
    (Difference("order", "moved", None, part=3), "the order", ("uncovered after the movement", "none")),
    (Difference("starter", "1", "2"), "who starts", ("Player 1", "Player 2")),
    (Difference("from", "1", "blue", part=2), "whose card was drawn", ("Player 1", "Blue")),
    (
        Difference("action", '{"steal":"white","from":"2"}', '{"step":"e6"}', part=2),
        "the additional action",
        ("steals white from player 2", "the examiner steps to e6"),
    ),
    (
        Difference("action", '{"give":"red","to":"3"}', '{"again":true}', part=2),
        "the additional action",
        ("gives red to player 3", "a second turn"),
    ),
    (
        Difference("action", '{"places":["red","blue"]}', '{"step":"e6","exams":[{"who":"red","give":"blue"}]}'),
        "the additional action",
        ("Red and Blue change places", "the examiner steps to e6; Red gets blue"),
    ),
    (
        Difference("exams", '[{"who":"red","lose":"white","on":"f4"}]', None, part=2),
        "the exams",
        ("Red loses white to f4", "none"),
    ),
    (Difference("takes", '[{"from":"blue","take":"red"}]', None), "the crystals taken", ("red from Blue", "none")),
    (Difference("lose", "white", "blue", part=2), "the crystal lost at the exam", ("white", "blue")),
    (Difference("discard", '["r","ks"]', None), "the cards discarded", ("Red, Black, examiner steps", "none")),
    (Difference("stock", '{"white":12}', "{}", seat=1), "the stock", ("12 white", "none")),
    (
        Difference("masters", '{"mission":"red-black","order":"320","stock":{"red":1}}', None, seat=1),
        "what the player has",
        ("mission Red – Black, order 3 white, 2 blue, stock: 1 red", "none"),
    ),
    (Difference("mission", "red-black", "blue-brown", seat=1), "the mission", ("Red – Black", "Blue – Brown")),
    (Difference("turns", 60, 61), "how many turns were played", ("60", "61")),
]


@pytest.mark.parametrize(("difference", "topic", "said"), DIFFERENCES)
def test_difference_is_said_in_words(difference: Difference, topic: str, said: tuple[str, str]) -> None:
    assert (topic_of(difference), said_of(difference, EDITION)) == (topic, said)


def test_crystals_differ_on_the_first_tile_where_they_do() -> None:
    one, other = "W" * 60, "WWR" + "W" * 57
    assert said_of(Difference("crystals", one, other), EDITION) == ("a3: white", "a3: red")


def test_every_difference_of_changed_games_has_a_topic_in_words() -> None:
    rng = random.Random(2)
    for seed in range(12):
        one, other = document(seed), document(seed)
        turn = rng.randrange(len(other["turns"]))
        other["turns"][turn] = other["turns"][turn - 1]
        found = CUM_LAUDE.first_difference(
            CUM_LAUDE.parse(json.dumps(one).encode()), CUM_LAUDE.parse(json.dumps(other).encode())
        )
        if found is not None:
            assert topic_of(found) != found.what or " " in topic_of(found)
            assert not any(each[:1] in "[{" for each in said_of(found, EDITION))


def context() -> GameContext:
    seats = tuple(SeatContext(seat, str(seat), "", name, name, False) for seat, name in enumerate(NAMES.values(), 1))
    game = Game(key="k", system="cum-laude", edition=DEFAULT_EDITION, played_at=timezone.now())
    return GameContext(game=game, seats=seats, addresses=Addresses("/games/k/"))


def test_conflict_says_the_turn_and_what_each_version_has() -> None:
    one, other = document(), document()
    moved = next(number for number, turn in enumerate(one["turns"]) if "to" in turn)
    other["turns"][moved]["to"] = "c3" if one["turns"][moved]["to"] != "c3" else "c4"
    parsed = [CUM_LAUDE.parse(json.dumps(each).encode()) for each in (one, other)]
    found = CUM_LAUDE.first_difference(*parsed)
    assert found is not None
    reports = [CUM_LAUDE_PAGES.report(stored(one), NAMES)] * 2

    shown = CUM_LAUDE_PAGES.conflict(context(), ("Ada", "Bo"), reports, found)

    assert f"Turn {moved + 1}: where the movement ended" in " ".join(str(shown.lead).split())
    rows = " ".join(str(shown.rows).split())
    for line in reports[0].lines:
        assert rows.count(f"Place {line[0].place}: {line[1].total} points, {line[1].matching} matching") >= 2


def test_table_of_points_has_the_places_that_were_ruled() -> None:
    told = document()
    told["turns"] = told["turns"][:9]
    open_game = CUM_LAUDE_PAGES.report(stored(told), NAMES)
    assert [row.place for row, _points in open_game.lines] == [None, None, None]
    ruled = replace(
        open_game, rows=tuple(replace(row, place=place) for row, place in zip(open_game.rows, (2, 1, 3), strict=True))
    )
    assert [row.place for row, _points in ruled.lines] == [2, 1, 3]
