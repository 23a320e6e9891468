"""Restoring, on SQLite by the commands that people use: what comes back, and what is refused with nothing changed."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from magistrar_site.shared.errors import DomainError
from tests.test_settings import ROOT, environment_of, run
from upkeep.services.backups.archive import (
    DATABASE,
    Manifest,
    Verdict,
    archive_extract,
    archive_write,
    digest_of,
    fingerprint,
    manifest_read,
    newer_refuse,
    verdict_add,
)
from upkeep.services.backups.verify import on_copy

MADE_AT = datetime(2026, 11, 29, 4, 0, tzinfo=UTC)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup with a file in the place of the database."""
    (tmp_path / "source").mkdir()
    database, path = tmp_path / "source" / DATABASE, tmp_path / "a.backup"
    database.write_bytes(bytes(range(256)) * 4000)
    manifest = Manifest(
        format=1,
        version="0.1.0",
        made_at=MADE_AT,
        kind="sqlite",
        migrations={"games": ["0001_initial"]},
        rows=7,
        digests={DATABASE: digest_of(database)},
        secret=fingerprint("secret"),
    )
    archive_write(path, manifest, {DATABASE: database})
    verdict_add(path, Verdict(events=1, leagues=0, differences=[]))
    return path


def extract(path: Path, folder: Path) -> bytes:
    folder.mkdir()
    return archive_extract(path, manifest_read(path), folder)[DATABASE].read_bytes()


def test_what_was_written_is_read(backup: Path, tmp_path: Path) -> None:
    assert manifest_read(backup).made_at == MADE_AT
    assert extract(backup, tmp_path / "out") == bytes(range(256)) * 4000
    assert stat.S_IMODE((tmp_path / "out" / DATABASE).stat().st_mode) == 0o600


def test_no_byte_may_differ_and_no_end_be_missing(backup: Path, tmp_path: Path) -> None:
    whole = backup.read_bytes()
    broken = [whole[:cut] for cut in (0, 1, len(whole) // 2, len(whole) - 1)]
    for at in range(60, len(whole) - 400, 97):
        changed = bytearray(whole)
        changed[at] ^= 0x55
        broken.append(bytes(changed))
    for number, data in enumerate(broken):
        backup.write_bytes(data)
        try:
            said: bytes | str = extract(backup, tmp_path / f"out{number}")
        except DomainError as error:
            said = error.code
        assert said in ("no_backup", "broken_backup", bytes(range(256)) * 4000)  # the last: a byte that says nothing


def test_file_exchanged_within_a_backup_is_noticed(backup: Path, tmp_path: Path) -> None:
    forged = tmp_path / "forged.backup"
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(forged, "w") as target:
        target.writestr("manifest.json", source.read("manifest.json"))
        target.writestr(DATABASE, b"another database")
    with pytest.raises(DomainError, match="broken_backup"):
        extract(forged, tmp_path / "out")


@pytest.mark.parametrize(
    "text", ["", "{", '{"format": 1}', '{"format": "x"}', "[]", '{"format": 1, "version": "0.1.0", "digests": {}}']
)
def test_manifest_that_says_nothing_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.backup"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", text)
    with pytest.raises(DomainError, match="no_backup"):
        manifest_read(path)


def test_newer_kind_of_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.backup"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", json.dumps({"format": 2, "what": "else"}))
    with pytest.raises(DomainError, match="newer_backup"):
        manifest_read(path)


def test_migrations_that_are_unknown_here_are_refused(backup: Path) -> None:
    manifest = manifest_read(backup)
    newer_refuse(backup, manifest, {"games": {"0001_initial", "0002_more"}})
    with pytest.raises(DomainError, match=r"Magistrar 0\.1\.0, which is newer .* games\.0001_initial"):
        newer_refuse(backup, manifest, {"games": {"0002_more"}})


def manage(data_dir: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return run(["manage.py", *arguments], environment_of(data_dir, PORT="8799", **variables))


@contextmanager
def site_running(data_dir: Path) -> Iterator[None]:
    """A process that says, as a web process does, that it serves the site; at no port at all."""
    serving = "import django; django.setup(); from magistrar_site.shared.in_use import serving_begin; serving_begin()"
    command = [sys.executable, "-c", f"{serving}; print('on', flush=True); input()"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment_of(data_dir), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as site:
        assert site.stdout is not None
        assert site.stdout.readline() == b"on\n"
        yield
        site.communicate(b"\n")


def content_of(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as opened:
        return list(opened.iterdump())


@pytest.mark.slow
def test_restored_service_is_the_same_and_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new machine %41"
    evening = ["-m", "tests.services.evening", "set_up"]
    for command in (["manage.py", "migrate", "--verbosity", "0"], evening, ["manage.py", "backup"]):
        done = run(command, environment_of(old))
        assert done.returncode == 0, (command, done.stderr, done.stdout)
    assert "1 events and 0 leagues verified in the copy." in done.stdout
    (file,) = (old / "backups").glob("*.backup")

    (tmp_path / "bad.backup").write_bytes(file.read_bytes()[:-2000])
    refused = manage(new, "restore", str(tmp_path / "bad.backup"))
    assert (refused.returncode, "Nothing was changed" in refused.stderr, list(new.iterdir())) == (1, True, [])

    said = manage(new, "restore", str(file))
    assert said.returncode == 0, said.stderr
    assert "1 events and 0 leagues verified." in said.stdout
    assert (new / "secret_key").read_text() == (old / "secret_key").read_text()
    assert {stat.S_IMODE(path.stat().st_mode) for path in new.iterdir() if path.is_file()} == {0o600}

    before = content_of(new / "magistrar.sqlite3")
    refused = manage(new, "restore", str(file))
    assert (refused.returncode, "--replace" in refused.stderr) == (1, True)
    for data, what in ((b"nothing", "no backup"), (file.read_bytes()[:-2000], "only a part")):
        (tmp_path / "bad.backup").write_bytes(data)
        refused = manage(new, "restore", str(tmp_path / "bad.backup"), "--replace")
        assert (refused.returncode, what in refused.stderr) == (1, True), refused.stderr
    assert content_of(new / "magistrar.sqlite3") == before
    assert not list(new.glob(".restoring-*"))

    with site_running(new):
        refused = manage(new, "restore", str(file), "--replace")
    assert (refused.returncode, "The site is running with" in refused.stderr) == (1, True), refused.stderr

    said = manage(new, "restore", str(file), "--replace", "--no-verify", SECRET_KEY="another")
    assert said.returncode == 0, said.stderr
    assert "SECRET_KEY is set here to another key" in said.stdout
    (kept,) = new.glob("magistrar.sqlite3.before-*")
    assert content_of(kept) == before


def test_backup_with_another_file_as_its_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    database = tmp_path / "wrong.sqlite3"
    database.write_bytes(b"no database at all" * 100)
    with pytest.raises(DomainError) as refused:
        on_copy(["migrate", "--verbosity", "0"], database, beside=tmp_path)
    assert str(refused.value.message).startswith("migrate failed on the copy: ")
    assert "file is not a database" in str(refused.value.message)
    assert "Traceback" not in str(refused.value.message)
