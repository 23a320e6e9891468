"""The tests of the games for 2 to N players reach every line and every branch of their engines."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ENGINES = ("elemental", "cum_laude")
# What deals, guides and notes is tried through the pages of the recorder, too.
TRIED_BY_PAGES = ("dealt", "dealing", "guide", "noted")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_every_line_and_branch_of_an_engine_is_tried(engine: str, tmp_path: Path) -> None:
    environment = {**os.environ, "COVERAGE_FILE": str(tmp_path / "data"), "TESTS": "sample"}
    report = tmp_path / "report.json"
    left_out = ",".join(f"games/engine/systems/*/{name}.py" for name in TRIED_BY_PAGES)
    measured = ["--branch", f"--include=games/engine/systems/{engine}/*"]
    tests = [f"tests/games/engine/systems/{engine}", "tests/games/engine/test_evidence_conformance.py"]
    for command in (
        ["run", *measured, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests],
        ["json", "-q", f"--omit={left_out}", "-o", str(report)],
    ):
        ran = subprocess.run(
            [sys.executable, "-m", "coverage", *command], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    files = json.loads(report.read_text(encoding="utf-8"))["files"]
    left = {name: (each["missing_lines"], each["missing_branches"]) for name, each in files.items()}
    assert {name: missing for name, missing in left.items() if any(missing)} == {}
    assert len(files) > 10
