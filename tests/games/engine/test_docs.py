"""The examples on the pages about formats are what they say."""

import json
import re
from pathlib import Path

import pytest

from games.engine.core.game_system import GameSystem
from games.engine.registry import game_system
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.engine.systems.elemental.system import ELEMENTAL

DOCS = Path(__file__).resolve().parents[3] / "docs"
RULE = re.compile(r"[A-Z]{1,2}\d+")
JSON_BLOCK = re.compile(r"```json\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("page", ["record", "sheet", "score"])
def test_example_document_is_legal(page: str) -> None:
    examples = JSON_BLOCK.findall((DOCS / "formats" / f"{page}.md").read_text(encoding="utf-8"))
    reports = [json.loads(game_system("magistrar").check_encoded(example)) for example in examples]
    assert [(report["format"], report["legal"]) for report in reports] == [(f"magistrar-{page}/1", True)]


@pytest.mark.parametrize("system", [ELEMENTAL, CUM_LAUDE], ids=lambda system: system.key)
def test_example_documents_of_games_for_many_are_legal(system: GameSystem) -> None:
    examples = JSON_BLOCK.findall((DOCS / "formats" / f"{system.key}.md").read_text(encoding="utf-8"))
    reports = [json.loads(system.check_encoded(example)) for example in examples]
    assert [(report["format"], report["legal"]) for report in reports] == [(each, True) for each in system.formats]


@pytest.mark.parametrize("system", ["magistrar", "elemental", "cum-laude"])
def test_rules_page_names_things_that_are_there(system: str) -> None:
    page = (DOCS / "rules" / f"{system}.md").read_text(encoding="utf-8")
    folder = DOCS.parent / "games" / "engine" / "systems" / system.replace("-", "_")
    rows = [line.split("|") for line in page.splitlines() if re.match(r"\| [A-Z]+\d", line)]
    named = [name for row in rows for name in re.findall(r"`(\w+)\.([\w.]+)`", row[3])]
    assert named
    missing = [
        (module, name)
        for module, name in named
        if not re.search(rf"\b{name.split('.')[-1]}\b", (folder / f"{module}.py").read_text(encoding="utf-8"))
    ]
    assert missing == []


@pytest.mark.parametrize("system", ["elemental", "cum-laude"])
def test_each_rule_of_a_rules_page_is_cited_in_code(system: str) -> None:
    page = (DOCS / "rules" / f"{system}.md").read_text(encoding="utf-8")
    folder = DOCS.parent / "games" / "engine" / "systems" / system.replace("-", "_")
    code = " ".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    cited = set()
    for kind, first, last in re.findall(r"\b([A-Z]{1,2})(\d+)(?: to [A-Z]{1,2}(\d+))?", code):
        cited |= {f"{kind}{number}" for number in range(int(first), int(last or first) + 1)}
    rules = {rule for row in page.splitlines() if row.startswith("| ") for rule in RULE.findall(row.split("|")[1])}
    assert len(rules) > 40
    assert rules - cited == set()
