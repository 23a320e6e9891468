"""Files written for the tests, column by column."""

from __future__ import annotations


def player_line(
    number: int,
    points: str = "0.0",
    rounds: str = "",
    *,
    name: str = "",
    sex: str = "",
    title: str = "",
    rating: str = "",
    rank: str = "",
) -> str:
    """A 001 line. `rounds` holds columns like "   2 w 1", two blanks apart."""
    line = f"001 {number:4d} {sex:1}{title:3} {name:33} {rating:>4} {'':3} {'':11} {'':10} {points:>4} {rank:>4}"
    return f"{line}  {rounds}" if rounds else line


def file(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


TWO_ROUNDS = (
    player_line(1, "1.5", "   2 w 1     3 b ="),
    player_line(2, "1.0", "   1 b 0  0000 - U"),
    player_line(3, "1.5", "0000 - U     1 w ="),
)
