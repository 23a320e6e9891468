"""The judge of a document is that of its format (M8)."""

from __future__ import annotations

import pytest

from games.engine.registry import judge_of


@pytest.mark.parametrize(
    ("data", "default", "judge"),
    [
        (b'{"format": "elemental-score/1"}', "magistrar", "elemental"),
        (b'{"format": "magistrar-score/1"}', "elemental", "magistrar"),
        (b'{"format": "cum-laude-sheet/1"}', "magistrar", "cum-laude"),
        (b'{"format": "elemental\\u002dscore/1"}', "magistrar", "elemental"),
        (b'{"format": "magistrar-score/1", "meta": {"like": "elemental-score/1"}}', "magistrar", "magistrar"),
        (b'{"format": "elemental-score/2"}', "magistrar", "magistrar"),
        (b'{"format": "elemental-score/2"}', "elemental", "elemental"),
        (b'"elemental-score/1"', "magistrar", "magistrar"),
        (b"elemental-score/1", "elemental", "elemental"),
    ],
)
def test_judge_is_chosen_by_format_or_else_the_default(data: bytes, default: str, judge: str) -> None:
    assert judge_of(data, default).key == judge
