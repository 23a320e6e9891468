"""A system that declares only its numbers and how a score is written has pages for everything."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest
from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import override

from games.engine.core.choices import Choice
from games.engine.core.game_system import GameSystem
from games.models import Game
from games.pages.core.answers import Elsewhere, EntryPage, HandIn, Outcome, SaySetUp, Sent
from games.pages.core.context import Addresses, GameContext, SeatContext
from games.pages.registry import game_pages
from magistrar_site.shared.errors import DomainError
from tests.toy_system.system import TOY

NAMES = {"1": "Ada", "2": "Bo", "3": "Cleo"}
RECORD = {"format": "toy-record/1", "edition": "toy-1", "turns": [[3, 1, 2], [0, 2, 2], [1, 1, 4], [5, 0, 1]]}


def context(**values: Any) -> GameContext:
    seats = tuple(SeatContext(int(side), side, side, name.lower(), name, side == "1") for side, name in NAMES.items())
    game = Game(key="k", system="toy", edition="toy-1", state="expected", played_at=timezone.now(), least_grade="score")
    return GameContext(game=game, seats=seats, addresses=Addresses("/games/k/", "me"), may_submit=True, **values)


def sent(**data: str) -> Sent:
    posted = QueryDict(mutable=True)
    posted.update(data)
    return Sent("POST", posted, MultiValueDict())


def stored(document: object) -> dict[str, Any]:
    report: dict[str, Any] = msgspec.to_builtins(TOY.check_document(document))
    return report


def numbers(*values: int) -> dict[str, str]:
    names = [f"{key}_{seat}" for key in ("won", "coins") for seat in (1, 2, 3)]
    return dict(zip(names, map(str, values), strict=True))


def test_report_names_places_and_numbers_in_seat_order(toy_system: GameSystem) -> None:
    report = game_pages("toy").report(stored(RECORD), NAMES)

    rows = [(row.name, row.place, row.numbers) for row in report.rows]  # type: ignore[attr-defined]
    assert rows == [("Ada", 1, ("2", "9")), ("Bo", 3, ("0", "4")), ("Cleo", 2, ("1", "9"))]
    assert (report.winner, report.score, report.parts, report.legal) == ("1", "2 : 0 : 1", 4, True)


def test_violation_is_told_with_the_players_name(toy_system: GameSystem) -> None:
    wrong = RECORD | {"turns": [[3, 9, 2]]}

    verdict = game_pages("toy").verdict(game_pages("toy").report(stored(wrong), NAMES), NAMES)

    assert "Breaks the rules" in verdict
    assert "Bo" in verdict
    assert "(rule B2)" in verdict


def test_score_form_has_a_field_for_each_number_of_each_seat(toy_system: GameSystem) -> None:
    page = game_pages("toy").entries["score"].answer(context(), Sent("GET", {}, MultiValueDict()))

    assert isinstance(page, EntryPage)
    assert [f'name="{name}"' in page.body for name in numbers(0, 0, 0, 0, 0, 0)] == [True] * 6
    assert all(name in page.body for name in NAMES.values())


def test_filled_in_score_is_the_document_that_the_engine_reads(toy_system: GameSystem) -> None:
    answer = (
        game_pages("toy").entries["score"].answer(context(), sent(idempotency_key="x", **numbers(2, 0, 1, 9, 4, 9)))
    )

    assert isinstance(answer, HandIn)
    assert TOY.check(answer.body).legal
    assert game_pages("toy").report(stored(msgspec.json.decode(answer.body))).score == "2 : 0 : 1"


def test_refused_score_stands_there_again_under_a_new_key(toy_system: GameSystem) -> None:
    said = sent(idempotency_key="x", **numbers(2, 0, 1, 9, 4, 9))
    answer = game_pages("toy").entries["score"].answer(context(), said)
    assert isinstance(answer, HandIn)

    page = answer.again(context(), Outcome(refusal="No.", status=422))

    assert page.status == 422
    assert 'value="9"' in page.body
    assert 'value="x"' not in page.body


@pytest.mark.parametrize("missing", ["won_3", "coins_1"])
def test_missing_number_is_marked(toy_system: GameSystem, missing: str) -> None:
    said = numbers(2, 0, 1, 9, 4, 9) | {missing: ""}

    page = game_pages("toy").entries["score"].answer(context(), sent(idempotency_key="x", **said))

    assert isinstance(page, EntryPage)
    assert page.form is not None
    assert (page.status, list(page.form.errors)) == (422, [missing])


def test_details_tell_result_parts_and_title(toy_system: GameSystem) -> None:
    pages, ctx = game_pages("toy"), context()
    report = pages.report(stored(RECORD), NAMES)

    details = pages.details(ctx, report)

    assert "Part by part" in details
    assert details.count("<li>") == 4
    assert pages.title(ctx, report) == "Ada – Bo – Cleo 2 : 0 : 1"


def test_conflict_names_the_seat_and_both_values(toy_system: GameSystem) -> None:
    pages, other = game_pages("toy"), RECORD | {"turns": [[3, 1, 2], [0, 2, 2], [1, 3, 4], [5, 0, 1]]}
    first, second = (TOY.parse(msgspec.json.encode(each)) for each in (RECORD, other))
    difference = TOY.first_difference(first, second)
    assert difference is not None

    compared = pages.conflict(
        context(), ["Ada", "Bo"], [pages.report(stored(each)) for each in (RECORD, other)], difference
    )

    assert "Part 3, Bo" in compared.lead
    assert re.findall(r"<dd>\s*(\d)\s*</dd>", compared.lead) == ["1", "3"]
    assert "2 : 0 : 1" in compared.rows


def test_random_games_of_the_system_are_shown(toy_system: GameSystem) -> None:
    rng = random.Random(7)
    for _number in range(10):
        played = TOY.random_game(rng, players=3, starter=None, edition=TOY.editions["toy-1"], variants={})
        report = game_pages("toy").report(stored(played), NAMES)
        assert (report.winner is None) == ("is shared" in game_pages("toy").verdict(report, NAMES))


def test_edition_is_shown_and_typed_in_as_json(toy_system: GameSystem) -> None:
    pages, data = game_pages("toy"), TOY.editions["toy-1"].as_data()
    posted = QueryDict(mutable=True)
    posted.update({"title": "Ours", "content": '{"turns": 3, "most": 9}', "seen": "x"})

    form = pages.edition_form(posted, title="Ours", data=data, seen="x")

    assert form.is_valid()
    assert form.edition_data == {"turns": 3, "most": 9}
    said = dict(pages.edition_values(data))
    assert said == {"Turns": "4", "Most": "5"}
    assert "turns" in pages.edition_form_body(pages.edition_form(None, title="Ours", data=data, seen="x"))


def test_edition_says_what_of_it_is_assumed(toy_system: GameSystem) -> None:
    pages = game_pages("toy")
    data = {
        "key": "ours-1",
        "title": "ours-1",
        "version": 2,
        "turns": {"value": 4, "provenance": "assumed"},
        "hand_size": {"attack": {"value": [2, 3], "provenance": "printed"}},
        "decks": {"attack": {"value": {"f2": 2}, "provenance": "assumed"}},
    }

    assert pages.edition_assumed(data) == ["Turns", "Decks – Attack"]
    assert dict(pages.edition_values(data)) == {
        "Turns": "4 (assumed)",
        "Hand size – Attack – 1": "2 (printed)",
        "Hand size – Attack – 2": "3 (printed)",
        "Decks – Attack – f2": "2 (assumed)",
    }


def test_seats_and_places_have_words_of_their_own(toy_system: GameSystem) -> None:
    pages, ctx = game_pages("toy"), context()
    with override("de"):
        details = pages.details(ctx, pages.report(stored(RECORD)))
    assert ">Platz</th>" in details
    assert "Sitz 1" in details


def test_record_is_asked_for_as_json_alone(toy_system: GameSystem) -> None:
    page = game_pages("toy").entries["record"].answer(context(), Sent("GET", {}, MultiValueDict()))

    assert isinstance(page, EntryPage)
    assert "As JSON. One of the two is enough" in page.body
    assert "notation" not in page.body


def played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up game with a house for each seat and a weather for each of two turns."""
    choices = (Choice("houses", "seat", "house"), Choice("weathers", "part", "weather", parts=2))
    values = {"houses": ("elm", "oak"), "weathers": ("rain", "sun")}
    monkeypatch.setattr(TOY, "choices", choices)
    monkeypatch.setattr(TOY, "options", lambda choice, edition: values[choice])


HOUSES = {"house_1": "elm", "house_2": "oak", "house_3": "oak"}
ASKED = ("houses", "weathers")


@pytest.mark.django_db
def test_choices_at_the_table_have_a_form_and_are_told(toy_system: GameSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    played_with(monkeypatch)
    pages, ctx = game_pages("toy"), context(asks=ASKED, is_desk=True)

    page = pages.entries["variants"].answer(ctx, Sent("GET", {}, MultiValueDict()))
    answer = pages.entries["variants"].answer(ctx, sent(**HOUSES, weather_1="sun", weather_2=""))

    assert isinstance(page, EntryPage)
    assert [f'name="{name}"' in page.body for name in (*HOUSES, "weather_1", "weather_2")] == [True] * 5
    assert "Ada" in page.body
    assert isinstance(answer, SaySetUp)
    assert answer.said == {"houses": {"1": "elm", "2": "oak", "3": "oak"}, "weathers": ["sun"]}
    assert "/games/k/variants/" in pages.set_up_todo(ctx)
    ctx.game.variants = answer.said
    assert "Ada: Elm" in re.sub(r"[⁨⁩]", "", pages.details(ctx, None))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "wrong"),
    [({"house_1": ""}, "house_1"), ({"weather_2": "sun"}, "weather_1"), ({"house_2": "x"}, "house_2")],
)
def test_choice_that_is_missing_or_unknown_is_marked(
    said: dict[str, str], wrong: str, toy_system: GameSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_with(monkeypatch)

    page = game_pages("toy").entries["variants"].answer(context(asks=ASKED, is_desk=True), sent(**(HOUSES | said)))

    assert isinstance(page, EntryPage)
    assert page.form is not None
    assert (page.status, list(page.form.errors)) == (422, [wrong])


@pytest.mark.django_db
def test_refused_choice_is_marked_where_it_stands(toy_system: GameSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    played_with(monkeypatch)
    answer = game_pages("toy").entries["variants"].answer(context(asks=ASKED, is_desk=True), sent(**HOUSES))
    assert isinstance(answer, SaySetUp)

    page = answer.again(
        context(asks=ASKED, is_desk=True), DomainError("odd", "No.", fields={"houses.2": "Two of a kind."})
    )

    assert page.form is not None
    assert dict(page.form.errors) == {"house_2": ["Two of a kind."]}


def test_game_without_choices_leads_back_to_itself(toy_system: GameSystem) -> None:
    answer = game_pages("toy").entries["variants"].answer(context(), Sent("GET", {}, MultiValueDict()))
    assert answer == Elsewhere("/games/k/")


def test_ways_to_hand_in_begin_with_the_usual_one(toy_system: GameSystem) -> None:
    pages, ctx = game_pages("toy"), context()
    assert [way.key for way in pages.hand_in_ways(ctx)] == ["score", "record"]
    ctx.game.least_grade = "record"
    assert [way.key for way in pages.hand_in_ways(ctx)] == ["record"]


def test_wrong_number_of_a_seat_is_said_once_at_its_field(
    toy_system: GameSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = sent(idempotency_key="x", **numbers(2, 0, 1, 9, 4, 9))
    answer = game_pages("toy").entries["score"].answer(context(), said)
    assert isinstance(answer, HandIn)
    report = stored(RECORD | {"turns": [[3, 9, 2]]})

    page = answer.again(context(), Outcome(refusal="No.", report=report, status=422))

    assert page.form is not None
    assert list(page.form.errors) == ["won_2"]
    assert page.report is None
    assert page.body.count("bids 9 coins") == 1
    assert "Bo" in str(page.form.errors["won_2"])
