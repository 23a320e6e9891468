"""A game told step by step comes to what the judge says of it."""

import json
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.magistrar.derive import sheet_of
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.report import Report, SideNumbers
from games.engine.systems.magistrar.steps import Step
from games.engine.systems.magistrar.system import MAGISTRAR
from tests.extent import examples
from tests.games.engine.test_conformance import golden_rows

GOLDEN = golden_rows(MAGISTRAR)


def told(document: Any) -> tuple[tuple[Step, ...], Report]:
    return MAGISTRAR.replay(document), MAGISTRAR.check_document(document)


def assert_it_comes_to(steps: tuple[Step, ...], report: Report) -> None:
    """The last step has the report's result; each duel's step its duel's."""
    last = steps[-1]
    assert (last.honoris, last.markers) == (report.honoris, report.markers)
    assert (last.level.white, last.level.black) == (report.level.white, report.level.black)
    assert ((last.kind, last.winner) == ("end", report.winner)) is report.complete
    duels = [step for step in steps if step.kind == "duel"]
    assert [(step.points, step.winner, step.level) for step in duels] == [
        (duel.points, duel.winner, duel.level) for duel in report.duels
    ]


def assert_encounters_agree(steps: tuple[Step, ...], report: Report) -> None:
    for number, duel in enumerate(report.duels, 1):
        of_duel = [step for step in steps if step.duel == number]
        fought = {step.position: step.winner for step in of_duel if step.kind == "encounter"}
        assert tuple(fought.get(position) for position in range(1, 7)) == duel.encounters
        points = of_duel[-1 if of_duel[-1].kind == "duel" else -2].points
        assert [step.points for step in of_duel if step.kind == "encounter"][-1] == points == duel.points


def test_golden_documents_told_come_to_their_reports() -> None:
    """Every golden file: the steps of a legal game end with its report; nothing else tells any."""
    told_formats = set()
    for row in GOLDEN:
        text = json.dumps(row["document"])
        document, report = MAGISTRAR.parse(text), MAGISTRAR.check(text)
        steps = MAGISTRAR.replay(document) if document is not None else ()
        if not report.legal or report.format == "magistrar-score/1":
            assert steps == ()
            continue
        told_formats.add(report.format)
        assert_it_comes_to(steps, report)
        if report.format == "magistrar-record/1":
            assert_encounters_agree(steps, report)
    assert told_formats == {"magistrar-record/1", "magistrar-sheet/1"}


@examples(60)
@given(seed=st.integers(0, 2**32))
def test_random_game_told_comes_to_its_report_with_every_variant(seed: int) -> None:
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng), duels=rng.choice([5, 5, rng.randrange(5)]))
    steps, report = told(record)
    assert_it_comes_to(steps, report)
    assert_encounters_agree(steps, report)
    assert all(reason.text % reason.params and reason.rule for step in steps for reason in step.reasons)
    sheet_steps, sheet_report = told(sheet_of(record))
    assert_it_comes_to(sheet_steps, sheet_report)
    assert [(s.duel, s.level, s.honoris, s.winner) for s in sheet_steps if s.kind == "duel"] == [
        (s.duel, s.level, s.honoris, s.winner) for s in steps if s.kind == "duel"
    ]


@examples(40)
@given(seed=st.integers(0, 2**32))
def test_board_shows_the_record_and_nothing_before_its_turn(seed: int) -> None:
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng))
    steps = MAGISTRAR.replay(record)
    words = {"W": "weak", "M": "medium", "S": "strong", "-": None}
    for number, duel in enumerate(record.duels, 1):
        first, *_between, last = [step for step in steps if step.duel == number and step.kind != "end"]
        assert {place.pawn for row in (first.board.white, first.board.black) for place in row} == {None}
        assert set(first.board.outcomes) == {None}
        assert [place.pawn for place in last.board.white] == [words[letter] for letter in duel.pawns.white]
        assert [place.pawn for place in last.board.black] == [words[letter] for letter in duel.pawns.black]


def test_steps_of_a_base_game_are_ten_a_duel_and_eight_in_the_fifth() -> None:
    steps = MAGISTRAR.replay(random_record(random.Random(7)))
    assert len(steps) == 1 + 4 * (1 + 2 + 6 + 1) + (1 + 6 + 1) + 1
    assert (steps[0].level, steps[0].honoris) == (SideNumbers(0, 0), SideNumbers(-5, -5))


def test_encounters_name_the_rule_that_decided_them() -> None:
    """Every rule that can decide something does so somewhere in many games with every variant."""
    rules = set()
    rng = random.Random(3)
    for _game in range(300):
        steps = MAGISTRAR.replay(random_record(rng, variants=random_variants(rng)))
        rules |= {(step.kind, reason.rule) for step in steps for reason in step.reasons}
    encounters = {rule for kind, rule in rules if kind == "encounter"}
    assert encounters >= {"R10", "R11", "R24", "R27", "R30", "H2", "H5"}
    assert {rule for kind, rule in rules if kind == "duel"} == {"R15", "R25", "R26", "R27"}
    assert {rule for kind, rule in rules if kind == "end"} == {"R21"}
