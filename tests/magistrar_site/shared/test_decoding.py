from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from magistrar_site.shared.decoding import READY, structs

ROOT = Path(__file__).resolve().parents[3]
OURS = ("games", "leagues", "magistrar_site", "news", "privacy", "ratings", "tournaments", "upkeep")
# Values with a fraction among their members: worked out and shown, never read.
NEVER_READ = {"Part", "TieBreakValue"}

EIGHT_THREADS = """
import json, sys, threading
from pathlib import Path

import django

django.setup()

import msgspec
from games.engine.registry import game_system
from magistrar_site.shared.decoding import structs

kinds = list(structs())
bodies = [json.dumps(json.loads(line)["document"]).encode() for line in Path(sys.argv[1]).read_text().splitlines()[:9]]
together = threading.Barrier(8)


def read() -> None:
    together.wait()
    for kind in kinds:
        for value in ({}, {"number": 1, "game": "0123456789ab", "entries": [{"number": 1}]}):
            try:
                msgspec.convert(value, kind)
            except (msgspec.ValidationError, TypeError):
                pass
    for body in bodies:
        game_system("magistrar").check(body)


sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("read")
"""


def modules_with_structs() -> Iterator[str]:
    """The names of our modules that define a type for msgspec, or one that inherits from such a type."""
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            if re.search(r"^class .*(Struct|Payload|_Shape|frozen=True)\b", path.read_text(), re.MULTILINE):
                yield ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_every_type_is_ready_before_any_thread_runs() -> None:
    """A module that is named here is missing in `magistrar_site.apps.LATE`."""
    for name in modules_with_structs():
        importlib.import_module(name)

    missing = {kind for kind in structs() if kind not in READY and kind.__module__.partition(".")[0] in OURS}

    assert {f"{kind.__module__}.{kind.__name__}" for kind in missing if kind.__name__ not in NEVER_READ} == set()
    for kind in missing:
        with pytest.raises(TypeError, match="not supported"):
            msgspec.json.Decoder(kind)


@pytest.mark.slow
def test_eight_threads_read_at_once_in_a_fresh_process() -> None:
    golden = ROOT / "tests/games/engine/golden/magistrar/documents.jsonl"

    outcome = subprocess.run(
        [sys.executable, "-c", EIGHT_THREADS, str(golden)], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (outcome.returncode, outcome.stdout) == (0, "read\n"), outcome.stderr
