"""What the recipes in deploy/, Containerfile and compose.yaml say, read for the tests."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
READING = re.compile(r"""environment\.(text|flag|number|words|long_text|secret)\(\s*"([A-Z_]+)\"""")


@dataclass(frozen=True)
class Step:
    """One instruction of a Containerfile: `word` in capitals, and what follows it with line ends joined."""

    word: str
    text: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text)


def container_steps() -> list[Step]:
    joined = re.sub(r"\\\n\s*", " ", (ROOT / "Containerfile").read_text())
    lines = (line for line in joined.splitlines() if line.strip() and not line.startswith("#"))
    return [Step(*line.split(maxsplit=1)) for line in lines]


def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return document


def known_variables() -> set[str]:
    """Every variable of the environment that the settings read."""
    from magistrar_site.settings.api import RATES

    files = [*(ROOT / "magistrar_site").rglob("*.py"), ROOT / "gunicorn.conf.py", *ROOT.glob("*/management/**/*.py")]
    found = {f"THROTTLE_{scope.upper()}" for scope in RATES}
    for path in files:
        for kind, name in READING.findall(path.read_text()):
            found |= {name, f"{name}_FILE"} if kind in {"secret", "long_text"} else {name}
    return found


def units() -> dict[str, list[tuple[str, str]]]:
    """The lines `name=value` of each file under deploy/systemd that systemd reads, by its name; sections are left out
    because no name stands in two of them."""
    folder = ROOT / "deploy" / "systemd"
    paths = [*folder.glob("*.service"), *folder.glob("*.target"), *folder.glob("*/*.conf")]
    return {
        path.name: [
            (name, value)
            for name, _, value in (line.partition("=") for line in path.read_text().splitlines())
            if value and not name.startswith("#")
        ]
        for path in paths
    }
