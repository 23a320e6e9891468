"""`rate_games` with files of tables."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

HEADER = "date,table,player,place\n"
EVENING = HEADER + "".join(
    f"2026-01-01,{table},{player},{place}\n"
    for table, player, place in [
        ("1", "Anna", 1),
        ("1", "Bert", 2),
        ("1", "Cem", 2),
        ("1", "Dora", 4),
        ("2", "Cem", 1),
        ("2", "Anna", 2),
    ]
)


def rated(path: Path, text: str, *arguments: str) -> list[str]:
    file, out = path / "tables.csv", io.StringIO()
    file.write_text(text)
    call_command("rate_games", str(file), *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_tables_are_rated_by_plackett_luce(tmp_path: Path) -> None:
    """The first table is the library's own example of four newcomers."""
    assert rated(tmp_path, EVENING[: EVENING.index("2026-01-01,2")], "--system", "plackett_luce") == [
        "player,games,rating",
        "Anna,1,1620.18149",
        "Bert,1,1506.02250",
        "Cem,1,1506.02250",
        "Dora,1,1431.48242",
    ]


def test_table_of_two_is_a_game_and_history_has_a_row_a_player(tmp_path: Path) -> None:
    """K 30: at the first table the winner gains 30 times (3 less 1½) by 3."""
    assert rated(tmp_path, EVENING, "--system", "elo", "--k", "30", "--history") == [
        "table,player,before,expected,after",
        "1,Anna,1500.00000,1.500000000,1515.00000",
        "1,Bert,1500.00000,1.500000000,1500.00000",
        "1,Cem,1500.00000,1.500000000,1500.00000",
        "1,Dora,1500.00000,1.500000000,1485.00000",
        "2,Cem,1500.00000,0.478426667,1515.64720",
        "2,Anna,1515.00000,0.521573333,1499.35280",
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("2026-01-01,1,Anna,1\n2026-01-01,1,Bert,3\n", "3: place 3 of table 1 isn't one more"),
        ("2026-01-01,1,Anna,1\n2026-01-01,1,Anna,2\n", "2: table 1: 'Anna' can't be rated"),
        ("2026-01-01,1,Anna,1\n", "2: table 1: 1 players"),
        ("2026-01-01,1,Anna,first\n", "2: a place is a whole number"),
        ("2026-01-01,1,,1\n", "2: no player"),
        ("2026-01-01,,Anna,1\n", "2: no table"),
        ("yesterday,1,Anna,1\n", "2: Invalid isoformat"),
        ("2026-01-01,1,Anna\n", "2: not as many fields"),
        (
            "2026-01-01,1,A,1\n2026-01-01,1,B,2\n2026-01-01,2,C,1\n2026-01-01,2,D,2\n2026-01-01,1,E,1\n",
            "6: the rows of table 1 don't stand together",
        ),
    ],
)
def test_rows_that_are_no_tables_are_refused(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(CommandError, match=message) as refused:
        rated(tmp_path, HEADER + rows, "--system", "elo")
    assert refused.value.returncode == 2


def test_system_of_two_refuses_a_larger_table(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="two players only; game 1 has 4"):
        rated(tmp_path, EVENING, "--system", "fide")
