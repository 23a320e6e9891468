"""`make run`: addresses as the site has them now, and nothing that others can read."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from magistrar_site.shared.management.commands.serve import keep_private
from tournaments.management.commands.run import for_the_hall, with_origin
from tournaments.services.demo_wanted import wants_demo

TOLD = """
  Home and leaderboard   http://localhost:8000/
  http://192.168.1.20:8000/accounts/login/
Or open Anna's personal link, as the player would on a phone:
  http://localhost:8000/l/0123456789ab.1.4Zs7/
"""


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    before = os.umask(0o077)  # as the settings have it
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    return [path.name for path in (folder, *folder.rglob("*")) if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_addresses_that_were_kept_are_those_of_now() -> None:
    text = with_origin(TOLD, "http://localhost:8400")
    assert text == TOLD.replace("http://localhost:8000", "http://localhost:8400").replace(
        "http://192.168.1.20:8000", "http://localhost:8400"
    )


def test_what_is_there_and_what_is_written_later_is_the_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    (folder / "deeper").mkdir(parents=True)
    (folder / "magistrar.sqlite3").write_text("rows")
    for path in (folder, folder / "deeper", folder / "magistrar.sqlite3"):
        path.chmod(0o755)
    (folder / "gone").symlink_to(tmp_path / "nowhere")
    assert open_to_others(folder / "deeper") == ["deeper"]

    keep_private(folder)
    (folder / "demo.txt").write_text("password")

    (folder / "gone").unlink()
    assert open_to_others(folder) == []


@pytest.mark.django_db
@pytest.mark.one_database
def test_second_start_at_another_port_prints_that_port(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path / "var", tmp_path / "static"
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "demo.txt").write_text(TOLD)
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _path, arguments: started.append(arguments))
    monkeypatch.setattr(os, "chdir", lambda _path: None)
    monkeypatch.delenv("SITE_URL", raising=False)
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        monkeypatch.setenv("BIND", f"127.0.0.1:{other.getsockname()[1]}")
        with pytest.raises(CommandError, match="Another program"):
            call_command("run", stdout=StringIO())
        assert not settings.STATIC_ROOT.exists()

    out = StringIO()
    call_command("run", stdout=out)

    origin = f"http://localhost:{os.environ['BIND'].rpartition(':')[2]}"
    assert f"{origin}/l/0123456789ab.1.4Zs7/" in out.getvalue()
    assert ("8000" in out.getvalue().replace(origin, ""), len(started), open_to_others(settings.DATA_DIR)) == (
        False,
        1,
        [],
    )


def test_site_without_a_demo_club_stays_without_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = []
    for said in ("", "false", "", "true", ""):
        monkeypatch.setenv("DEMO", said)
        wanted.append(wants_demo(tmp_path))
    assert wanted == [True, False, False, True, True]


@pytest.fixture
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("BIND", "SITE_URL", "HALL", "PORT"):
        monkeypatch.setenv(name, "")  # set, so that what the command sets is taken back afterwards
    monkeypatch.setattr("tournaments.management.commands.run.network_address", lambda: "192.168.1.20")
    return monkeypatch


def test_address_in_the_network_is_offered_and_taken_where_that_is_wanted(
    bare_environment: pytest.MonkeyPatch,
) -> None:
    offer = for_the_hall(wanted=False)
    assert ("http://192.168.1.20:8000" in offer, os.environ["BIND"]) == (True, "")
    for_the_hall(wanted=True)
    assert (os.environ["BIND"], os.environ["SITE_URL"]) == ("0.0.0.0:8000", "http://192.168.1.20:8000")
    assert for_the_hall(wanted=True) == ""  # somebody said it already


def test_without_a_network_it_says_so(bare_environment: pytest.MonkeyPatch) -> None:
    bare_environment.setattr("tournaments.management.commands.run.network_address", lambda: None)
    assert (for_the_hall(wanted=False), for_the_hall(wanted=True)) == (
        "",
        "No network was found: phones can't reach this site.",
    )
    assert os.environ["BIND"] == ""
