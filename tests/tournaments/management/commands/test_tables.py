"""`manage.py tables`."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command


def test_schedule_is_a_round_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("tables", "16", "--rounds", "5")
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["1", "2", "3", "4", "5"]
    assert sorted(sorted(map(int, table.split("-"))) for table in lines[0].split()[1:]) == [
        [number, number + 4, number + 8, number + 12] for number in (1, 2, 3, 4)
    ]
    assert said.err == "0 pairs meet more than once\n"


def test_bye_is_a_table_with_nobody_else(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("tables", "5", "--least", "4", "--most", "4", "--rounds", "2")
    first, second = capsys.readouterr().out.splitlines()
    assert first.split()[-1] != second.split()[-1]
    assert {first.split()[-1].partition("-")[2], second.split()[-1].partition("-")[2]} == {"0"}


def test_seed_draws_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for seed in ("1", "1", "2"):
        call_command("tables", "12", "--size", "3", "--seed", seed)
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("2",), "3 to 1000 players, not 2"),
        (("12", "--size", "7"), "sizes go from 2 to 6"),
        (("12", "--least", "5"), "not 5, 4, 5"),
        (("12", "--rounds", "0"), "1 to 30 rounds, not 0"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message) as refused:
        call_command("tables", *arguments)
    assert refused.value.returncode == 2
