"""`manage.py berger`."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command


def test_table_is_a_round_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("berger", "4")
    assert capsys.readouterr().out == "1: 1-4 2-3\n2: 4-3 1-2\n3: 2-4 3-1\n"


def test_bye_stands_last(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("berger", "3")
    assert capsys.readouterr().out == "1: 2-3 1-0\n2: 1-2 3-0\n3: 3-1 2-0\n"


def test_double_table_reverses_the_last_two_rounds_of_the_first_cycle(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("berger", "4", "--double")
    assert capsys.readouterr().out.splitlines() == [
        "1: 1-4 2-3",
        "2: 2-4 3-1",
        "3: 4-3 1-2",
        "4: 4-1 3-2",
        "5: 3-4 2-1",
        "6: 4-2 1-3",
    ]


def test_too_few_entrants_are_refused() -> None:
    with pytest.raises(CommandError, match="at least 2") as refused:
        call_command("berger", "1")
    assert refused.value.returncode == 2
