"""Every rule that a report can name is told on the page of the rules."""

from __future__ import annotations

import re
from pathlib import Path

from games.pages.magistrar.rules import RULES, linked_rule

ENGINE = Path(__file__).resolve().parents[4] / "games" / "engine" / "systems" / "magistrar"
NAMED = re.compile(r'"([RHS]\d+)"')


def test_every_rule_of_the_engine_is_told_once() -> None:
    told = [number for rule in RULES for number in rule.numbers]
    named = {number for path in ENGINE.glob("*.py") for number in NAMED.findall(path.read_text("utf-8"))}
    assert named - set(told) == set()
    assert len(told) == len(set(told))


def test_number_of_a_rule_leads_to_it() -> None:
    assert linked_rule("R8") == '(<a href="/rules/magistrar/#R8">rule R8</a>)'
    assert linked_rule("") == ""
