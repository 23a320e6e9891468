from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from magistrar_site.shared.csv_cells import csv_text
from ratings.algorithms.core.units import as_share

HEADER = "date,white,black,score\n"
GAMES = HEADER + "2026-01-01,Anna,Bert,1\n2026-01-02,Bert,Cem,0.5\n2026-01-03,Cem,Anna,0\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.csv"
    file.write_text(GAMES)
    return file


def rated(*arguments: str) -> list[str]:
    out = io.StringIO()
    call_command("rate_games", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_rate_games_by_table(games: Path) -> None:
    assert rated(str(games), "--system", "fide") == [
        "player,games,rating",
        "Anna,2,1538.80000",
        "Bert,2,1481.20000",
        "Cem,2,1480.00000",
    ]


def test_rate_games_history(games: Path) -> None:
    assert rated(str(games), "--system", "fide", "--history", "--k", "10", "--initial", "1000") == [
        "row,white_before,black_before,expected,white_after,black_after",
        "1,1000.00000,1000.00000,0.500000000,1005.00000,995.00000",
        "2,995.00000,1000.00000,0.490000000,995.10000,999.90000",
        "3,999.90000,1005.00000,0.490000000,995.00000,1009.90000",
    ]


def test_rate_games_by_glicko2_shows_deviation_and_volatility(games: Path) -> None:
    header, first, *_ = rated(str(games), "--system", "glicko2")
    assert header == "player,games,rating,deviation,volatility"
    assert first.split(",")[:2] == ["Anna", "2"]


def test_rate_games_orders_equals_by_name(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(HEADER + "2026-01-01,Zoe,Bert,0.5\n")
    assert rated(str(file), "--system", "elo")[1:] == ["Bert,1,1500.00000", "Zoe,1,1500.00000"]


def test_rate_games_joins_spellings_and_guards_formulas(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(HEADER + "2026-01-01,Zoe\u0308,=1+1,1\n2026-01-02,Zo\u00eb,=1+1,1\n")
    assert rated(str(file), "--system", "fide")[1:] == ["Zo\u00eb,2,1537.60000", "'=1+1,2,1462.40000"]


def test_rate_games_writes_the_least_share_out(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(HEADER + "2026-01-01,Anna,Bert,1\n")
    assert csv_text([[as_share(0)]], line_end="\n") == "0.000000000\n"
    assert "E-" not in "".join(rated(str(file), "--system", "glicko2", "--history"))


def test_rate_games_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + GAMES.replace("\n", "\r\n").encode()))
    )
    assert len(rated("-", "--system", "elo")) == 4


def test_rate_games_of_no_games_is_the_header(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(HEADER)
    assert rated(str(file), "--system", "elo") == ["player,games,rating"]


@pytest.mark.parametrize(
    "content, line",
    [
        (b"", 1),
        (b"date,white,score\n", 1),
        (HEADER.encode() + b"2026-01-01,Anna,Bert,2\n", 2),
        (HEADER.encode() + b"2026-01-01,Anna,Bert,1\n2026-01-01,Anna,Anna,1\n", 3),
        (HEADER.encode() + b"2026-01-01,Anna,,1\n", 2),
        (HEADER.encode() + b"2026-01-01,Anna,Bert\n", 2),
        (HEADER.encode() + b"2026-01-01,Anna,Bert,1,0\n", 2),
        (HEADER.encode() + b"2026-02-30,Anna,Bert,1\n", 2),
        (HEADER.encode() + b'2026-01-01,"Anna,Bert,1\n', 2),
        (HEADER.encode() + b"2026-01-01,Anna,Bert,1\n2026-01-01,Ren\xe9,Bert,1\n", 3),
    ],
)
def test_rate_games_names_file_and_line_of_a_bad_row(tmp_path: Path, content: bytes, line: int) -> None:
    file = tmp_path / "games.csv"
    file.write_bytes(content)
    with pytest.raises(CommandError) as refused:
        rated(str(file), "--system", "elo")
    assert refused.value.returncode == 2
    assert str(refused.value).startswith(f"{file}:{line}: ")


@pytest.mark.parametrize("arguments", [("--system", "glicko2", "--k", "20"), ("--system", "elo", "--initial", "99999")])
def test_rate_games_refuses_options_that_the_system_lacks(games: Path, arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as refused:
        rated(str(games), *arguments)
    assert refused.value.returncode == 2


def test_rate_games_of_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        rated(str(tmp_path / "none.csv"), "--system", "elo")
    assert refused.value.returncode == 2
