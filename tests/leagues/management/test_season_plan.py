"""`manage.py season_plan`: its output and what it refuses."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


def run(path: Path) -> str:
    out = StringIO()
    call_command("season_plan", str(path), stdout=out)
    return out.getvalue()


def test_season_plan_prints_divisions_with_reasons(tmp_path: Path) -> None:
    file = tmp_path / "season.json"
    file.write_text(json.dumps({"divisions": [[{"id": "a", "returns": True, "finished": True}]]}))

    assert json.loads(run(file)) == {"divisions": [[{"id": "a", "reason": "stays"}]]}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "Input data was truncated"),
        ('{"divisions": [[{"id": "a"}]]}', "missing required field `returns` - at `$.divisions[0][0]`"),
        ('{"divisions": [], "settings": {"least": 9, "target": 3}}', "least, target and most must not decrease"),
    ],
)
def test_season_plan_says_what_is_wrong_and_exits_with_2(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "season.json"
    file.write_text(text)

    with pytest.raises(CommandError) as refused:
        run(file)

    assert sentence in str(refused.value)
    assert str(file) in str(refused.value)
    assert refused.value.returncode == 2


def test_season_plan_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        run(tmp_path / "none.json")

    assert refused.value.returncode == 2
