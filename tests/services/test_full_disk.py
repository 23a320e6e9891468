"""The set-up of one machine whose disk is full for a while: nothing can be written, neither to the database nor to the
log. Pages are shown, what is sent is refused with what to do, and the same server goes on when there is room."""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.services.conftest import run, variables_of
from tests.services.processes import Web, ended_afterwards
from tests.services.visitor import Visitor
from tests.services.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("services")]


@contextmanager
def no_room_for(web: Web) -> Iterator[None]:
    """No file that the server's processes write to can take another byte."""
    found = processes_of(web)
    limits = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in found}
    for pid, (_soft, hard) in limits.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        for pid, limit in limits.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)


def processes_of(web: Web) -> list[int]:
    """Gunicorn and its one worker."""
    assert web._process is not None
    first = web._process.pid
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    assert len(children) == 1
    return [first, *map(int, children)]


def record_sent(web: Web, game: dict[str, str]) -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Link {game['white']}", "Idempotency-Key": "once", "Content-Type": "application/json"}
    address = f"{web.url}/api/v1/games/{game['game']}/submissions/"
    try:
        with urlopen(Request(address, data=game["record"].encode(), headers=headers), timeout=60) as response:
            return response.status, json.loads(response.read())
    except HTTPError as refused:
        return refused.code, json.loads(refused.read())


def games_shown(web: Web, slug: str) -> int:
    """How many games the public table counts, for all of its players together."""
    page = Visitor(web.url).get(f"/events/{slug}/standings/")
    assert page.status == 200, page.text
    return sum(int(row[-2]) for row in page.rows() if len(row) > 2 and row[-2].isdecimal())


@pytest.mark.slow
def test_disk_without_room_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    variables = {**variables_of("", ""), "DATA_DIR": str(tmp_path)}
    run(["manage.py", "migrate", "--verbosity", "0"], variables)
    facts = json.loads(run(["-m", "tests.services.evening", "set_up"], variables))
    game, slug = facts["games"][0], facts["slug"]

    web = Web(variables, tmp_path, arguments=["django", "serve"])
    with ended_afterwards(web):
        web.start_and_wait()
        visitor = Visitor(web.url)
        visitor.get(f"/l/{game['white']}/")
        form = visitor.get(f"/games/{game['game']}/record/")
        fields = {"csrfmiddlewaretoken": form.csrf, "text": game["record"], "idempotency_key": "page"}

        with no_room_for(web):
            status, envelope = record_sent(web, game)
            page = visitor.post(f"/games/{game['game']}/record/", fields)
            shown = [visitor.get(path).status for path in ("/", f"/events/{slug}/", f"/games/{game['game']}/")]
        assert (status, envelope["code"], envelope["fields"]) == (503, "no_space", {})
        assert page.status == 503
        for words in (envelope["message"], page.text):
            assert "There is no room left on this service" in words
            assert "make room, then send it once more." in words
        assert shown == [200, 200, 200]

        sent = [record_sent(web, game) for _time in range(2)]
        assert [status for status, _said in sent] == [201, 201]
        assert sent[0][1]["key"] == sent[1][1]["key"]
        wait_until(lambda: games_shown(web, slug) == 2, what="the game is counted for both")
        web.end()
