"""The engine's reports are those that an independent checker gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine.systems.elemental.system import ELEMENTAL


def bare(report: dict[str, Any]) -> str:
    """The report without the words of its violations, members in their order."""
    violations = [
        {name: value for name, value in each.items() if name not in ("message", "params")}
        for each in report["violations"]
    ]
    return json.dumps({**report, "violations": violations})


@pytest.fixture(scope="module")
def rows(cases: Path) -> list[dict[str, Any]]:
    lines = (cases / "elemental" / "records.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_reports_are_the_known_answers(rows: list[dict[str, Any]]) -> None:
    differing = []
    for number, row in enumerate(rows, 1):
        document = row["document"]
        data = document if isinstance(document, str) else json.dumps(document)
        if bare(json.loads(ELEMENTAL.check_encoded(data))) != bare(row["report"]):
            differing.append(number)

    assert differing == []


def test_decoded_documents_are_judged_as_their_json(rows: list[dict[str, Any]]) -> None:
    documents = [row["document"] for row in rows if isinstance(row["document"], dict)][:60]

    judged = [ELEMENTAL.check_document(each) for each in documents]

    assert [bare(msgspec.to_builtins(report)) for report in judged] == [
        bare(json.loads(ELEMENTAL.check_encoded(json.dumps(each)))) for each in documents
    ]


def test_every_violation_has_a_sentence_of_its_template(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        for violation in ELEMENTAL.judged(ELEMENTAL.check(json.dumps(row["document"]))).violations:
            assert violation.template % violation.params == violation.message


def test_verdicts_are_the_known_answers_by_seat(rows: list[dict[str, Any]]) -> None:
    for row in rows[:: len(rows) // 200 or 1]:
        report = ELEMENTAL.check(row["document"] if isinstance(row["document"], str) else json.dumps(row["document"]))
        judged, first = ELEMENTAL.judged(report), ELEMENTAL.numbers[0].key
        players = row["report"]["players"]
        seats = [str(seat) for seat in range(1, (players or 0) + 1)]

        assert (judged.legal, judged.complete, judged.players) == (report.legal, report.complete, players)
        assert judged.places == tuple((report.placings or {}).values())
        assert judged.winner == (None if report.winner is None else int(report.winner))
        assert judged.numbers.keys() == {spec.key for spec in ELEMENTAL.numbers}
        if judged.legal:
            own = {seat: row["report"]["health"][seat] for seat in seats}
            assert judged.numbers[first] == tuple(own.values())


@pytest.fixture(scope="module")
def games(rows: list[dict[str, Any]]) -> list[Any]:
    """Complete legal records, typed."""
    found = []
    for row in rows:
        if row["report"]["complete"] and "-record/" in row["report"]["format"]:
            found.append(ELEMENTAL.parse(json.dumps(row["document"])))
    return found[:12]


def test_records_are_graded_and_name_their_set_up(games: list[Any]) -> None:
    for game in games:
        named = ELEMENTAL.set_up(game)

        assert ELEMENTAL.grade(game) == "record"
        assert (named.edition, named.starter) == (game.edition, int(game.starter))
        assert ELEMENTAL.parse(ELEMENTAL.encode(game)) == game


def test_digest_goes_by_the_play_alone(games: list[Any]) -> None:
    first = json.loads(ELEMENTAL.encode(games[0]))
    retold = {**dict(reversed(first.items())), "meta": {"table": 3}}

    assert ELEMENTAL.digest(ELEMENTAL.parse(json.dumps(retold))) == ELEMENTAL.digest(games[0])
    assert len({ELEMENTAL.digest(game) for game in games}) == len(games)


def test_record_and_its_score_agree_and_other_games_differ(games: list[Any]) -> None:
    one, other = games[0], games[1]
    score = ELEMENTAL.score_of(one, ELEMENTAL.editions[one.edition])
    judged, told = (ELEMENTAL.judged(ELEMENTAL.check_document(each)) for each in (one, score))

    assert (told.places, ELEMENTAL.grade(score)) == (judged.places, "score")
    assert ELEMENTAL.first_difference(one, score) is None
    assert ELEMENTAL.first_difference(one, other) is not None


def test_first_difference_names_the_turn(games: list[Any]) -> None:
    game = games[0]
    shorter = msgspec.structs.replace(game, turns=game.turns[:-1])
    difference = ELEMENTAL.first_difference(game, shorter)

    assert difference is not None
    assert (difference.what, difference.part) == ("turns", len(game.turns))
    assert (difference.first, difference.second) == (len(game.turns), len(game.turns) - 1)
