"""The import contract of pyproject.toml holds, and its words catch what they say."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT = Path(sys.executable).with_name("lint-imports")


def lint(config: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([LINT, str(config), "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)


def test_import_contract_holds() -> None:
    outcome = lint(ROOT / "pyproject.toml")

    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def contract(identity: str) -> dict[str, Any]:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    return next(each for each in config["contracts"] if each["id"] == identity)


@pytest.mark.parametrize(
    "core", ["games.engine", "tournaments.formats", "tournaments.trf", "ratings.algorithms", "leagues.placement"]
)
def test_pure_core_is_named_by_the_contract(core: str) -> None:
    assert core in contract("pure")["source_modules"]


def test_contract_forbids_what_it_says(tmp_path: Path) -> None:
    """The linter sees this very package importing pytest: a contract against that is broken."""
    config = tmp_path / "importlinter.toml"
    config.write_text(
        """
        [tool.importlinter]
        root_packages = ["tests"]
        include_external_packages = true
        [[tool.importlinter.contracts]]
        id = "impossible"
        name = "Tests know no pytest"
        type = "forbidden"
        source_modules = ["tests"]
        forbidden_modules = ["pytest"]
        """
    )

    outcome = lint(config)

    assert outcome.returncode == 1
    assert "tests.test_architecture -> pytest" in outcome.stdout
