"""Games that were dealt at a table and are noted part by part from paper."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.cum_laude.canonical import as_played, with_piles_as_far_as_both_go
from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.guide import WrongAnswerError
from games.engine.systems.cum_laude.noted import noted_play
from games.engine.systems.cum_laude.system import CUM_LAUDE
from tests.extent import examples
from tests.games.engine.systems.cum_laude.guided import EDITION, answer_to
from tests.games.engine.systems.cum_laude.noting import NotedTurn, noted_parts, random_noted

SET_UP = {"players": 3, "starter": "1", "edition": EDITION.key}


def record_of(set_up: dict[str, Any], parts: list[dict[str, Any]]) -> Record:
    document = CUM_LAUDE.parse(json.dumps(CUM_LAUDE.noted_record(set_up, parts, EDITION)))
    assert isinstance(document, Record)
    return document


@given(chance=st.integers(0, 2**32), players=st.integers(2, 6), change_places=st.booleans())
@examples(40)
def test_a_game_noted_part_by_part_is_the_same_record(chance: int, players: int, change_places: bool) -> None:
    record, set_up = random_noted(chance, players=players, change_places=change_places)
    parts = noted_parts(record)
    told: list[dict[str, Any]] = []
    for part in parts:
        told.append(CUM_LAUDE.told_noted_part(set_up, told, part, EDITION))
    verdict = CUM_LAUDE.check_noted_parts(set_up, told)
    assert (verdict.legal, verdict.is_over, verdict.violation) == (len(parts), True, None)
    noted = record_of(set_up, told)
    assert len(noted.setup.pile) <= len(record.setup.pile)
    one, other = with_piles_as_far_as_both_go(record, noted)
    assert as_played(one) == as_played(other)
    assert CUM_LAUDE.check_document(CUM_LAUDE.noted_record(set_up, told, EDITION)).complete


@given(chance=st.integers(0, 2**32), players=st.integers(2, 6))
@examples(6)
def test_the_questions_lead_through_every_game(chance: int, players: int) -> None:
    """Whatever was played is offered, and what was drawn is asked for just where something was."""
    record, set_up = random_noted(chance, players=players, change_places=True)
    parts = noted_parts(record)
    for number in range(1, len(parts)):
        turn, answers = NotedTurn(parts[number]), []
        guide = noted_play(set_up, parts[:number], EDITION)
        question = guide.asked(())
        while question is not None:
            answers.append(turn.answer(question))
            guide = noted_play(set_up, parts[:number], EDITION)
            question = guide.asked(answers)
        assert CUM_LAUDE.parts_agree(CUM_LAUDE.told_noted_part(set_up, parts[:1], guide.chosen, EDITION), parts[number])


@given(chance=st.integers(0, 2**32))
@examples(4)
def test_every_offered_answer_is_legal(chance: int) -> None:
    rng = random.Random(chance)
    record, set_up = random_noted(chance, players=3, change_places=False)
    parts = noted_parts(record)[:1]
    while len(parts) < 12 and not CUM_LAUDE.check_noted_parts(set_up, parts).is_over:
        answers: list[dict[str, Any]] = []
        while True:
            guide = noted_play(set_up, parts, EDITION)
            question = guide.asked(answers)
            if question is None:
                break
            answers.append(
                {"drawn": rng.sample(list(question.hand), question.draw)}
                if question.draw
                else answer_to(rng, msgspec.to_builtins(question))
            )
        parts.append(CUM_LAUDE.told_noted_part(set_up, parts, guide.chosen, EDITION))
    assert CUM_LAUDE.check_noted_parts(set_up, parts).legal == len(parts)


def example() -> list[dict[str, Any]]:
    record, _set_up = random_noted(7, players=3, change_places=False)
    return noted_parts(record)


def set_up_of_example() -> dict[str, Any]:
    return random_noted(7, players=3, change_places=False)[1]


def broken(parts: list[dict[str, Any]]) -> tuple[int, Any, Any]:
    verdict = CUM_LAUDE.check_noted_parts(set_up_of_example(), parts)
    assert verdict.violation is not None
    return verdict.legal, verdict.violation["code"], verdict.violation["turn"]


def drawing_turn(parts: list[dict[str, Any]]) -> int:
    return next(place for place, part in enumerate(parts) if len(part.get("drawn", ())) == 2)


def test_cards_drawn_must_be_as_many_as_are_drawn_and_still_be_there() -> None:
    parts = example()
    place = drawing_turn(parts)
    part, before = parts[place], parts[:place]
    dealt = parts[0]["setup"]["hands"]
    kinds = EDITION.cards_played_with(change_places=False)
    gone = next(card for card in kinds if kinds[card] <= 2)
    assert broken([*before, {**part, "drawn": part["drawn"][:1]}]) == (place, "pile", place)
    assert broken([*before, {**part, "drawn": part["drawn"] * 2}])[:2] in {(place, "pile"), (place, "deck")}
    assert broken([*before, {**part, "drawn": [gone] * 3}]) == (place, "deck", place)
    assert dealt.keys() == {"1", "2", "3"}


def test_a_set_up_that_cannot_be_is_refused_before_any_turn() -> None:
    parts = example()
    setup = parts[0]["setup"]
    twice = {**setup["missions"], "2": setup["missions"]["1"]}
    assert broken([{"setup": {**setup, "missions": twice}}, *parts[1:]]) == (0, "dealt_twice", None)
    assert CUM_LAUDE.check_noted_parts(set_up_of_example(), []).legal == 0


def test_nothing_is_noted_after_the_end() -> None:
    parts = example()
    found = broken([*parts, parts[1]])
    assert found[:2] == (len(parts), "after_end")
    assert CUM_LAUDE.check_noted_parts(set_up_of_example(), [*parts, parts[1]]).is_over


@pytest.mark.parametrize("wrong", ["count", "unknown", "two"])
def test_cards_that_cannot_have_been_drawn_are_no_answer(wrong: str) -> None:
    parts = example()
    place = drawing_turn(parts)
    turn = NotedTurn(parts[place])
    answers: list[dict[str, Any]] = []
    question = noted_play(set_up_of_example(), parts[:place], EDITION).asked(())
    while question is not None and question.kind != "drawn":
        answers.append(turn.answer(question))
        question = noted_play(set_up_of_example(), parts[:place], EDITION).asked(answers)
    assert question is not None
    kinds = EDITION.cards_played_with(change_places=False)
    rare = next(card for card in kinds if question.hand.count(card) == 0 or kinds[card] == 1)
    sent = {
        "count": {"drawn": [question.hand[0]]},
        "unknown": {"drawn": ["xx", "yy"]},
        "two": {"drawn": [rare, rare]},
    }[wrong]
    with pytest.raises(WrongAnswerError):
        noted_play(set_up_of_example(), parts[:place], EDITION).asked([*answers, sent])


@pytest.mark.parametrize(
    ("place", "sent"),
    [
        (0, []),
        (0, {"name": "red"}),
        (0, {"setup": 4}),
        (0, {"setup": {"pile": []}}),
        (0, {"setup": {"crystals": "W"}}),
        (1, {"setup": {}}),
        (1, {"name": "red", "drawn": ["xx"]}),
        (1, {"name": "red", "drawn": "r"}),
        (1, {"name": "red", "from": "2"}),
        (1, "red"),
    ],
)
def test_what_is_no_part_is_refused(place: int, sent: object) -> None:
    with pytest.raises(ValueError):  # whatever the sentence
        CUM_LAUDE.told_noted_part(SET_UP, example()[:place], sent, EDITION)
