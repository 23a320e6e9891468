"""The doctor finds what is really broken, and says what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.doctor import examination, machine, services
from magistrar_site.doctor import settings as of_settings
from magistrar_site.doctor.database import database_findings, people_findings
from magistrar_site.doctor.finding import Finding
from magistrar_site.doctor.site import site_findings
from magistrar_site.management.commands.doctor import vars_of
from magistrar_site.shared.models import DueWork, Fact, OutgoingMail, Pulse
from magistrar_site.shared.services.due import due_set, pulse_note
from tests.deploy.recipes import ROOT
from tests.evening import PASSWORD, Evening
from tests.services.mail_server import mail_server
from tests.services.waiting import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def told(found: Iterable[Finding]) -> list[str]:
    """The findings as "level check: what it says"."""
    found = list(found)
    assert [each for each in found if each.level in {"warning", "problem"} and not each.do] == []
    return [f"{each.level} {each.check}: {each.says}" for each in found]


def levels(found: Iterable[Finding]) -> dict[str, str]:
    return {each.check: each.level.value for each in found}


def doctor(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL", "SITE_URL"}}
    return subprocess.run(
        [sys.executable, "manage.py", "doctor", *arguments],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_settings_that_cannot_be_read_are_a_finding(tmp_path: Path) -> None:
    ran = doctor("--json", DATA_DIR=str(tmp_path), BEHIND_PROXY="perhaps")

    (found,) = json.loads(ran.stdout)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert (found["check"], found["level"]) == ("settings", "problem")
    assert found["says"] == "BEHIND_PROXY must be true or false, not 'perhaps'."


@pytest.mark.slow
def test_new_folder_lacks_tables_static_files_and_a_web_process(tmp_path: Path) -> None:
    ran = doctor(
        DATA_DIR=str(tmp_path), STATIC_ROOT=str(tmp_path / "static"), STATIC_COLLECTED="true", PORT=str(free_port())
    )

    assert (ran.returncode, ran.stderr) == (1, "")
    for sentence in ("The database lacks", "No static files are collected", "doesn't answer", "manage.py migrate"):
        assert sentence in ran.stdout


@pytest.mark.slow
def test_database_that_is_away_is_said_without_its_password() -> None:
    ran = doctor("--json", DATABASE_URL="postgresql://club:hush-hush@127.0.0.1:1/club", SECRET_KEY="0123456789abc" * 5)
    found = {each["check"]: each for each in json.loads(ran.stdout)}

    assert (ran.returncode, found["database"]["level"], "migrations" in found) == (1, "problem", False)
    assert "Is PostgreSQL running on 127.0.0.1" in found["database"]["do"]
    assert "hush-hush" not in ran.stdout + ran.stderr


def test_set_up_of_one_machine_that_works_has_no_problem(settings: Any, tmp_path: Path) -> None:
    account_create(email="a@example.org", password=PASSWORD, runs_the_service=True)
    pulse_note(name="due", now=timezone.now())
    settings.DATA_DIR, settings.TASKS_IN_PROCESS, settings.REDIS_URL = tmp_path, True, ""
    settings.SECRET_KEY, settings.STATIC_COLLECTED = "kjhQW_e8-5gT2pLx9" * 4, False
    with answering(200, {"X-Request-ID": "0123456789"}) as settings.SITE_URL:
        found = examination.examination()

    assert {each.check for each in found if each.level == "problem"} == set()
    assert [each.says for each in found if each.check == "site"] == [f"{settings.SITE_URL} answers."]


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"DEBUG": True, "SITE_URL": "https://club.example"}, {"debug": "problem"}),
        ({"DEBUG": True}, {"debug": "note"}),
        ({"SECRET_KEY": "secret"}, {"secret_key": "problem"}),
        ({"SECRET_KEY": "a" * 80}, {"secret_key": "problem"}),
        ({"SITE_URL": "http://192.168.1.20:8000"}, {"https": "warning"}),
        ({"SITE_URL": "https://club.example", "TRUSTED_PROXIES": []}, {"site_url": "ok", "proxy": "warning"}),
        ({"ALLOWED_HOSTS": ["*"]}, {"allowed_hosts": "warning"}),
    ],
)
def test_settings(changes: dict[str, Any], expected: dict[str, str], settings: Any) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)

    found = levels(of_settings.settings_findings())

    assert {check: found[check] for check in expected} == expected


def test_secret_that_others_can_read(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SECRET_KEY, path = "kjhQW_e8-5gT2pLx9" * 4, tmp_path / "key"
    path.write_text(settings.SECRET_KEY)
    path.chmod(0o644)
    monkeypatch.setenv("SECRET_KEY_FILE", str(path))

    assert f"warning secret_key: Others on this machine can read {path}." in told(of_settings.settings_findings())


def test_variable_that_was_mistyped() -> None:
    found = list(
        of_settings._mistyped({"EMAIL_HOTS": "mail.example", "EMAIL_FORM": "x", "EMAIL_FROM": "y", "PATH": ""})
    )

    assert [(each.says, each.do) for each in found] == [
        ("Nothing reads the variable EMAIL_HOTS.", "Is EMAIL_HOST meant?")
    ]


def test_migrations_that_are_missing_or_of_a_newer_version() -> None:
    newest = MigrationRecorder.Migration.objects.filter(app="accounts").latest("pk")
    newest.delete()
    missing = told(database_findings())
    newest.save()
    MigrationRecorder(connection).record_applied("accounts", "9999_from_the_future")
    newer = told(database_findings())

    assert missing[1:] == [
        f"problem migrations: The database lacks 1 changes of this version (the first: accounts.{newest.name})."
    ]
    assert newer[1:] == [
        "problem migrations: The database was changed by a newer version of the site (accounts.9999_from_the_future)."
    ]


def test_site_that_nobody_runs() -> None:
    before = levels(people_findings())
    account_create(email="a@example.org", password=PASSWORD, runs_the_service=True)

    assert (before, levels(people_findings())) == ({"first_admin": "warning"}, {"first_admin": "ok"})


def test_folder_and_disk(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    settings.DATA_DIR, settings.ERASURES_FILE = tmp_path / "file" / "var", tmp_path / "erasures.jsonl"
    unwritable = levels(machine.folder_findings())
    settings.DATA_DIR = tmp_path
    (tmp_path / "magistrar.sqlite3").write_text("")
    tmp_path.chmod(0o755)
    readable = levels(machine.folder_findings())
    tmp_path.chmod(0o700)
    rooms = []
    for free in (1e8, 1e9, 1e10):
        monkeypatch.setattr(machine.shutil, "disk_usage", lambda _path, free=free: SimpleNamespace(free=int(free)))
        rooms += levels(machine.disk_findings()).values()

    assert (unwritable["data_dir"], readable, levels(machine.folder_findings())) == (
        "problem",
        {"data_dir": "warning"},
        {"data_dir": "ok"},
    )
    assert rooms == ["problem", "warning", "ok"]


@pytest.mark.slow
def test_static_files_of_another_version(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_COLLECTED, settings.STATIC_ROOT = True, tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    said = [levels(machine.static_findings())["static"]]
    call_command("collectstatic", interactive=False, verbosity=0)
    said.append(levels(machine.static_findings())["static"])
    style = tmp_path / "css" / "magistrar.css"
    style.write_text(style.read_text() + "\n")
    said += told(machine.static_findings())

    assert said == ["problem", "ok", f"problem static: The static files in {tmp_path} are another version's."]


def test_clock_that_was_set_back() -> None:
    Evening().event()
    before = levels(machine.clock_findings())
    Fact.objects.update(at=timezone.now() + timedelta(days=30))

    assert (before, levels(machine.clock_findings())) == ({"clock": "ok"}, {"clock": "problem"})


def test_work_that_nobody_does(settings: Any) -> None:
    settings.TASKS_IN_PROCESS = True
    never = levels(services.work_findings())
    pulse_note(name="due", now=timezone.now())
    well = levels(services.work_findings())
    Pulse.objects.update(at=timezone.now() - timedelta(hours=1))
    due_set(kind="works", subject="x", due_at=timezone.now() - timedelta(minutes=10))
    Evening().event()
    late = levels(services.work_findings())
    DueWork.objects.update(due_at=timezone.now() + timedelta(hours=1), attempts=4)
    failing = levels(services.work_findings())

    assert (never["thread"], well) == ("problem", {"thread": "ok", "due_work": "ok", "tables": "ok"})
    assert late == {"thread": "problem", "due_work": "problem", "tables": "problem"}
    assert failing["due_work"] == "warning"


def test_redis_that_is_away(settings: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"

    assert levels(services.redis_findings()) == {"redis": "problem"}


def test_mail(settings: Any) -> None:
    settings.EMAIL_HOST = ""
    without = levels(services.mail_findings())
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", free_port(), False
    settings.DEFAULT_FROM_EMAIL = "club@localhost"
    away = levels(services.mail_findings())
    settings.DEFAULT_FROM_EMAIL = "club@club.example"
    with mail_server() as server:
        settings.EMAIL_PORT = server.server_address[1]
        there = levels(services.mail_findings())
        settings.EMAIL_USE_TLS = True
        no_tls = told(services.mail_findings())
    OutgoingMail.objects.create(
        subject="s", body="b", sender="a@example.org", recipients={}, created_at=timezone.now() - timedelta(hours=2)
    )

    assert (without, away, there) == ({"mail": "note"}, {"mail_sender": "problem", "mail": "problem"}, {"mail": "ok"})
    assert (no_tls[0].startswith("problem mail: "), "STARTTLS" in no_tls[0]) == (True, True)
    assert levels(services.unsent_findings()) == {"mails_waiting": "warning"}


@contextmanager
def answering(status: int, headers: dict[str, str]) -> Iterator[str]:
    """A server that answers everything so; its address. "HERE" in a header is its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value.replace("HERE", f"http://127.0.0.1:{server.server_port}"))
            self.end_headers()

        def log_message(self, *_args: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    "status, headers, said",
    [
        (200, {"X-Request-ID": "0123456789"}, "ok site: HERE answers."),
        (200, {}, "problem site: Something else than this site answers at HERE (status 200)."),
        (
            301,
            {"X-Request-ID": "0123456789", "Location": "HERE/accounts/login/"},
            "problem site: HERE leads to itself for ever: the site doesn't know that it is asked by https.",
        ),
        (400, {"X-Request-ID": "0123456789"}, "problem site: The site refuses its own name at HERE."),
        (502, {"X-Request-ID": "0123456789"}, "problem site: HERE/accounts/login/ fails with status 502."),
    ],
)
def test_what_answers_at_the_sites_address(status: int, headers: dict[str, str], said: str, settings: Any) -> None:
    with answering(status, headers) as settings.SITE_URL:
        assert told(site_findings()) == [said.replace("HERE", settings.SITE_URL)]


@pytest.mark.parametrize("site", ["http://127.0.0.1:1", "https://no-such-name.invalid"])
def test_site_that_nobody_reaches(site: str, settings: Any) -> None:
    settings.SITE_URL = site

    assert levels(site_findings()) == {"site": "problem"}


def test_check_that_breaks_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_findings() -> list[Finding]:
        raise RuntimeError("no luck")

    checks: tuple[Callable[[], Iterable[Finding]], ...] = (broken_findings, people_findings)
    monkeypatch.setattr(examination, "FIRST", checks)
    monkeypatch.setattr(examination, "WITH_DATABASE", ())
    monkeypatch.setattr(examination, "LAST", ())

    found = examination.examination()

    assert levels(found) == {"broken": "problem", "first_admin": "warning"}
    assert set(vars_of(found[0])) == {"check", "level", "says", "do"}
