"""Reports as bytes."""

import json

from games.engine.core.report import encode_report
from games.engine.systems.magistrar.report import Report, Violation


def report_with(edition: str, position: int | None = None) -> Report:
    violations = () if position is None else (Violation("spell", "R23", 1, "white", position, "Wrong."),)
    return Report("magistrar", None, edition, "1", legal=False, complete=False, violations=violations)


def test_encode_report_has_its_members_in_order() -> None:
    assert encode_report(report_with("e", 7)) == (
        b'{"system":"magistrar","format":null,"edition":"e","engine":"1","legal":false,"complete":false,"winner":null,'
        b'"honoris":null,"markers":null,"level":null,"claim":null,"duels":[],"violations":[{"code":"spell","rule":"R23",'
        b'"duel":1,"side":"white","position":7,"message":"Wrong.","params":{}}],"assumed":[]}'
    )


def test_encode_report_with_half_a_surrogate_pair_echoes_the_escape() -> None:
    encoded = encode_report(report_with("a\ud800"))
    assert b'"edition":"a\\ud800"' in encoded
    assert json.loads(encoded)["edition"] == "a\ud800"


def test_encode_report_with_a_number_beyond_64_bits_keeps_it() -> None:
    assert json.loads(encode_report(report_with("e", 10**40)))["violations"][0]["position"] == 10**40


def test_encode_report_with_unicode_line_breaks_stays_on_one_line() -> None:
    encoded = encode_report(report_with("ä\x85\u2028\u2029\x1c\n"))
    assert len(encoded.decode().splitlines()) == 1
    assert json.loads(encoded)["edition"] == "ä\x85\u2028\u2029\x1c\n"
