"""A document is judged by the game that its format names (M8): on the page, by the API, and by `check_games`."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.engine.registry import GAME_SYSTEMS, judge_of
from games.engine.systems.magistrar.system import MAGISTRAR

SCORE = {
    "format": "elemental-score/1",
    "players": 3,
    "placings": {"1": 3, "2": 1, "3": 2},
    "health": {"1": 0, "2": 5, "3": 0},
}
UNKNOWN = {"format": "elemental-score/9"}
ALL_FORMATS = [format_ for judge in GAME_SYSTEMS.values() for format_ in judge.formats]


def page_of(client: Client, document: Any) -> str:
    return " ".join(client.post("/check/", {"text": json.dumps(document)}).content.decode().split())


@pytest.mark.django_db
def test_page_shows_the_score_of_the_game_that_the_format_names(client: Client) -> None:
    page = page_of(client, SCORE)

    assert 'data-game="elemental"' in page
    assert "Player 2 won" in page
    assert "Knock-outs" in page


@pytest.mark.django_db
def test_page_names_the_rule_of_the_game_that_is_broken(client: Client) -> None:
    page = page_of(client, {**SCORE, "health": {"1": 0, "2": 13, "3": 0}})

    assert " Player 2 has 13 lives; the most is 12." in page
    assert "/rules/elemental/#S1" in page


@pytest.mark.django_db
@pytest.mark.parametrize("format_", ALL_FORMATS)
def test_page_api_and_command_ask_the_same_judge(format_: str, client: Client, tmp_path: Path) -> None:
    body = json.dumps({"format": format_})
    (tmp_path / "games.jsonl").write_text(body)
    out = TextIOWrapper(BytesIO())

    assert client.post("/check/", {"text": body}).status_code == 200
    answered = client.post("/api/v1/games/check/", body, content_type="application/json").json()
    with pytest.raises(SystemExit):
        call_command("check_games", str(tmp_path / "games.jsonl"), stdout=out)
    out.seek(0)
    (printed,) = [json.loads(line) for line in out.read().splitlines()]

    assert {answered["system"], printed["system"]} == {judge_of(body.encode()).key}
    assert (answered["format"], answered["legal"]) == (format_, False)
    assert printed == answered


@pytest.mark.django_db
def test_document_of_no_known_format_is_the_default_game_s(client: Client) -> None:
    answered = client.post("/api/v1/games/check/", json.dumps(UNKNOWN), content_type="application/json").json()

    assert (answered["system"], [each["code"] for each in answered["violations"]]) == (MAGISTRAR.key, ["schema"])
