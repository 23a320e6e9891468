"""The examples on the pages about formats are what they say."""

import json
import re
from pathlib import Path

import pytest

from games.engine.registry import game_system

DOCS = Path(__file__).resolve().parents[3] / "docs"
JSON_BLOCK = re.compile(r"```json\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("page", ["record", "sheet", "score"])
def test_example_document_is_legal(page: str) -> None:
    examples = JSON_BLOCK.findall((DOCS / "formats" / f"{page}.md").read_text(encoding="utf-8"))
    reports = [json.loads(game_system("magistrar").check_encoded(example)) for example in examples]
    assert [(report["format"], report["legal"]) for report in reports] == [(f"magistrar-{page}/1", True)]


def test_example_documents_of_the_elemental_duel_are_legal() -> None:
    examples = JSON_BLOCK.findall((DOCS / "formats" / "elemental.md").read_text(encoding="utf-8"))
    reports = [json.loads(game_system("elemental").check_encoded(example)) for example in examples]
    assert [(report["format"], report["legal"]) for report in reports] == [
        ("elemental-record/1", True),
        ("elemental-score/1", True),
    ]


@pytest.mark.parametrize("system", ["magistrar", "elemental"])
def test_rules_page_names_things_that_are_there(system: str) -> None:
    page = (DOCS / "rules" / f"{system}.md").read_text(encoding="utf-8")
    folder = DOCS.parent / "games" / "engine" / "systems" / system
    rows = [line.split("|") for line in page.splitlines() if re.match(r"\| [RHES]+\d", line)]
    named = [name for row in rows for name in re.findall(r"`(\w+)\.([\w.]+)`", row[3])]
    assert named
    missing = [
        (module, name)
        for module, name in named
        if not re.search(rf"\b{name.split('.')[-1]}\b", (folder / f"{module}.py").read_text(encoding="utf-8"))
    ]
    assert missing == []
