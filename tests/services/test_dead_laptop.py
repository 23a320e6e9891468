"""A laptop dies during an evening: another one takes over from a backup, and old links and sign-ins still work."""

from __future__ import annotations

import json
import time
import uuid
from pathlib import Path
from typing import Any

import pytest

from tests.services.conftest import run, variables_of
from tests.services.processes import Web, ended_afterwards
from tests.services.visitor import Visitor
from tests.services.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.xdist_group("services")]
TEN_MINUTES = 600


def laptop(folder: Path) -> dict[str, str]:
    """The environment of a machine of its own, which makes its own secret key and backs itself up on a stick."""
    folder.mkdir()
    kept = {name: value for name, value in variables_of("", "").items() if name != "SECRET_KEY"}
    stick = folder.parent / "stick"
    return {**kept, "DATA_DIR": str(folder), "BACKUP_DIR": str(stick), "BACKUP_MINUTES": "15", "PORT": "8798"}


def hand_in(player: Visitor, game: dict[str, Any]) -> None:
    page = f"/games/{game['game']}/record/"
    form = {"csrfmiddlewaretoken": player.get(page).csrf, "text": game["record"], "idempotency_key": uuid.uuid4().hex}
    handed_in = player.post(page, form)
    assert handed_in.status == 200, handed_in.text


def test_another_laptop_takes_over(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    old, new = laptop(tmp_path / "old"), laptop(tmp_path / "new")
    run(["manage.py", "migrate", "--verbosity", "0"], old)
    facts = json.loads(run(["-m", "tests.services.evening", "set_up"], old))
    first, second = facts["games"]
    phone = Visitor("")

    died = Web(old, tmp_path / "old", arguments=["django", "serve"])
    with ended_afterwards(died):
        died.start_and_wait()
        phone.origin = died.url
        wait_until(lambda: len(list(stick.glob("*.backup"))) == 1, what="a backup by itself", seconds=120)
        link = phone.get(f"/l/{first['white']}/")
        assert (link.status, "Friday" in link.text) == (200, True)
        hand_in(phone, first)
        run(["manage.py", "backup", str(stick)], old)  # the site runs and answers meanwhile
        assert phone.get(f"/events/{facts['slug']}/").status == 200
        died.kill()

    begun = time.monotonic()
    newest = max(stick.glob("*.backup"), key=lambda path: path.name)
    said = run(["manage.py", "restore", str(newest)], new)
    assert "1 events and 0 leagues verified." in said
    assert (tmp_path / "new" / "secret_key").read_bytes() == (tmp_path / "old" / "secret_key").read_bytes()
    takes_over = Web(new, tmp_path / "new", arguments=["django", "serve"])
    with ended_afterwards(takes_over):
        takes_over.start_and_wait()
        assert time.monotonic() - begun < TEN_MINUTES
        phone.origin = takes_over.url
        open_page = phone.get(link.url.replace(died.url, ""))  # the cookie from before, no link opened again
        assert (open_page.status, "Friday" in open_page.text) == (200, True)
        other = Visitor(takes_over.url)
        printed = other.get(f"/l/{second['black']}/")  # as on the paper of before
        assert (printed.status, "Friday" in printed.text) == (200, True)
        hand_in(other, second)
        takes_over.end()
    assert "1 events and 0 leagues looked at." in run(["manage.py", "verify_all"], new)
