"""FIDE's published answers, where the cases are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def fide_cases(cases: Path) -> dict[str, Any]:
    return json.loads((cases / "elo" / "fide.json").read_text())
