from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command


def printed(*arguments: str) -> list[str]:
    out = io.StringIO()
    call_command("bracket", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_bracket_of_five_with_third_place() -> None:
    assert printed("5", "--third-place") == [
        "1: winners 1.2 S4-S5 winner 2 loser out",
        "2: winners 2.1 S1-W1 winner 4 loser 5",
        "3: winners 2.2 S2-S3 winner 4 loser 5",
        "4: winners 3.1 W2-W3 winner first loser out",
        "5: third-place L2-L3 winner third loser out",
    ]


def test_bracket_of_three_double() -> None:
    assert printed("3", "--double") == [
        "1: winners 1.2 S2-S3 winner 2 loser 3",
        "2: winners 2.1 S1-W1 winner 4 loser 3",
        "3: losers 2.1 L2-L1 winner 4 loser out",
        "4: final W2-W3 winner 5 loser 5",
        "5: reset L4-W4 winner first loser out",
    ]


@pytest.mark.parametrize("seeds, single, double", [("2", 1, 3), ("64", 63, 127), ("256", 255, 511)])
def test_bracket_has_a_line_a_match(seeds: str, single: int, double: int) -> None:
    assert (len(printed(seeds)), len(printed(seeds, "--double"))) == (single, double)
    assert len(printed(seeds, "--double", "--no-reset")) == double - 1


def test_bracket_in_the_order_of_brackets_manager() -> None:
    ours, theirs = printed("16", "--double"), printed("16", "--double", "--order", "brackets-manager")
    assert [a for a, b in zip(ours, theirs, strict=True) if a != b] != []


@pytest.mark.parametrize("arguments", [("1",), ("257",), ("0", "--double"), ("8", "--double", "--third-place")])
def test_bracket_refuses_what_cannot_be(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as refused:
        printed(*arguments)
    assert refused.value.returncode == 2
