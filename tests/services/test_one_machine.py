"""The set-up without any service: `manage.py serve` on SQLite, with its thread for what is due."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from tests.services.conftest import run, variables_of
from tests.services.processes import Web, ended_afterwards
from tests.services.visitor import Visitor
from tests.services.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("services")]


@pytest.mark.slow
def test_serve_makes_up_for_what_was_lost_and_keeps_what_was_entered(tmp_path: Path) -> None:
    variables = {**variables_of("", ""), "DATA_DIR": str(tmp_path)}
    run(["manage.py", "migrate", "--verbosity", "0"], variables)
    # Set up as if there were a Redis that nobody answers at: what has to be derived from it gets lost.
    lost = {**variables, "REDIS_URL": "redis://127.0.0.1:1/0"}
    slug = json.loads(run(["-m", "tests.services.evening", "set_up"], lost))["slug"]

    for _start in ("first", "second"):
        web = Web(variables, tmp_path, arguments=["django", "serve"])
        with ended_afterwards(web):
            web.start_and_wait()
            wait_until(partial(all_shown, web, slug), what="the standings have four rows", seconds=120)
            web.end()


def all_shown(web: Web, slug: str) -> bool:
    page = Visitor(web.url).get(f"/events/{slug}/standings/")
    assert page.status == 200, page.text
    return len([row for row in page.rows() if re.match(r"\d+\. ", row[0])]) == 4
