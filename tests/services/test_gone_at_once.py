"""What must no longer be shown is gone from all web processes at once, whatever each of them holds in its memory."""

from __future__ import annotations

from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.services.conftest import Evening
from tests.services.processes import Web, ended_afterwards

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("services")]

VERSION_SECONDS = "3600"  # longer than the test: what a process sees anew was made anew for a reason
STRANGER: dict[str, str] = {}
READER = {"Cookie": "magistrar_links=somebody.1.signed"}


def shown(web: Web, path: str, headers: dict[str, str]) -> str:
    with urlopen(Request(f"{web.url}{path}", headers=headers), timeout=60) as response:
        return str(response.read().decode())


@pytest.mark.slow
def test_hidden_deleted_and_unlisted_are_gone_from_every_process(evening: Evening, tmp_path: Path) -> None:
    variables = {**evening.variables, "VERSION_SECONDS": VERSION_SECONDS}
    other = tmp_path / "other"
    other.mkdir()
    webs = [Web(variables, tmp_path), Web(variables, other)]
    at = f"/events/{evening.facts['slug']}/"
    pages = ["/", "/events/", at, f"{at}rounds/1/", f"{at}crosstable/", f"{at}players/", f"/live/en{at}"]

    def everything() -> dict[tuple[int, str, bool], str]:
        return {
            (number, path, bool(headers)): shown(web, path, headers)
            for number, web in enumerate(webs)
            for path in pages
            for headers in (STRANGER, READER)
        }

    with ended_afterwards(*webs):
        for web in webs:
            web.start_and_wait()
        for act in ("hide", "erase", "unlist"):
            before = everything()
            name = evening.ask("gone", act, evening.facts["event"])["name"]
            looked_at = ("/", "/events/") if act == "unlist" else pages
            assert any(name in before[0, path, False] for path in looked_at), (act, name)
            left = [place for place, text in everything().items() if place[1] in looked_at and name in text]
            assert left == [], (act, name)
