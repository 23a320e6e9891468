"""Making backups: what is in the file, who makes it, which stay, and what is told where it fails."""

from __future__ import annotations

import os
import sqlite3
import stat
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.utils import timezone

from magistrar_site.doctor.backups import backups_findings
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.due import reconcile
from magistrar_site.version import VERSION
from tests.evening import Evening
from upkeep.enums import BackupResult
from upkeep.models import BackupRun
from upkeep.selectors.backups import BackupTrouble, backup_state
from upkeep.services.backups import make
from upkeep.services.backups.archive import Verdict, archive_extract, manifest_read, time_of
from upkeep.services.backups.make import backup_due, backup_make, folder_alone
from upkeep.tasks import make_backup

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2026, 11, 29, 4, 30, tzinfo=UTC)
SLOT = "2026-11-29T04:00"


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.BACKUP_MINUTES, settings.BACKUP_HOUR, settings.TIME_ZONE = 1440, 4, "Europe/Berlin"
    # Verifying is a process of its own: test_restore.py has it.
    monkeypatch.setattr(make, "copy_verify", lambda *_args, **_options: Verdict(events=2, leagues=1, differences=[]))
    return tmp_path / "backups"


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.backup"))


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(_target: Path) -> int:
        raise error

    monkeypatch.setattr(make, "snapshot_write", fail)


@pytest.mark.django_db(transaction=True)
def test_file_is_whole_and_its_owners_alone(folder: Path, settings: LazySettings, tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text(settings.SECRET_KEY)
    evening = Evening()
    run = backup_make(at=NOW)
    path = folder / run.file
    assert (run.result, run.size, run.events, run.leagues) == (BackupResult.VERIFIED, path.stat().st_size, 2, 1)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (folder, path)] == [0o700, 0o600]
    assert sorted(each.name for each in folder.iterdir()) == [".lock", "magistrar-20261129T043000Z.backup"]

    manifest = manifest_read(path)
    assert (manifest.version, manifest.made_at, time_of(path.name)) == (VERSION, NOW, NOW)
    with zipfile.ZipFile(path) as archive:
        assert sorted(archive.namelist()) == ["database.sqlite3", "manifest.json", "secret_key", "verdict.json"]
    found = archive_extract(path, manifest, tmp_path / "backups")
    assert found["secret_key"].read_text() == settings.SECRET_KEY
    copy = sqlite3.connect(found["database.sqlite3"])
    assert copy.execute("SELECT name FROM games_club").fetchall() == [(evening.club.name,)]
    copy.close()


def test_key_of_the_environment_is_not_in_the_file(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("another one")
    assert "secret_key" not in manifest_read(folder / backup_make(at=NOW).file).digests


def test_slot_is_made_once(folder: Path) -> None:
    assert backup_due(slot=SLOT, now=NOW) is not None
    assert backup_due(slot=SLOT, now=NOW + timedelta(hours=20)) is None
    assert len(files(folder)) == 1


def test_nobody_makes_a_second_at_the_same_time(folder: Path) -> None:
    with folder_alone(folder):
        assert backup_due(slot=SLOT, now=NOW) is None
        with pytest.raises(DomainError, match="backup_runs"):
            backup_make(at=NOW)
    assert not BackupRun.objects.exists()


def test_one_whose_process_ended_is_made_again(folder: Path) -> None:
    begun = backup_due(slot=SLOT, now=NOW)
    assert begun is not None
    BackupRun.objects.update(result=BackupResult.RUNNING, ended_at=None)
    (folder / ".making-left").mkdir()
    assert backup_due(slot=SLOT, now=NOW + timedelta(minutes=9)) is None
    assert backup_due(slot=SLOT, now=NOW + timedelta(minutes=11)) is not None
    assert not (folder / ".making-left").exists()


def test_one_that_another_machine_makes_is_left_to_it(folder: Path) -> None:
    BackupRun.objects.create(slot=SLOT, machine="elsewhere", begun_at=NOW)
    assert backup_due(slot=SLOT, now=NOW + timedelta(hours=11)) is None
    assert backup_due(slot=SLOT, now=NOW + timedelta(hours=13)) is not None


def test_failure_is_told_and_tried_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        failing(broken, OSError(28, "No space left on device"))
        with pytest.raises(OSError):
            backup_due(slot=SLOT, now=NOW)
    state = backup_state(now=NOW)
    assert (state.trouble, state.problem, state.is_well) == (
        BackupTrouble.FAILED,
        "[Errno 28] No space left on device",
        False,
    )
    assert files(folder) == []
    BackupRun.objects.update(ended_at=NOW)
    assert backup_due(slot=SLOT, now=NOW + timedelta(minutes=59)) is None
    assert backup_due(slot=SLOT, now=NOW + timedelta(minutes=60)) is not None
    assert backup_state(now=NOW).trouble == BackupTrouble.NONE


def test_what_a_database_says_of_rows_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, ValueError("duplicate key\nDETAIL: Key (name)=(Anna Berg) already exists."))
    with pytest.raises(ValueError):
        backup_make(at=NOW)
    assert BackupRun.objects.get().problem == "duplicate key"


def test_backup_that_does_not_hold_is_kept_and_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = Verdict(events=1, leagues=0, differences=["event friday: number 3: expected a, found b"])
    monkeypatch.setattr(make, "copy_verify", lambda *_args, **_options: verdict)
    run = backup_make(at=NOW)
    assert (run.result, run.differences) == (BackupResult.DIFFERS, verdict.differences)
    assert files(folder) == [run.file]
    state = backup_state(now=NOW)
    assert (state.trouble, state.made_at, state.verified_at) == (BackupTrouble.DIFFERS, NOW, None)


def test_old_ones_go_but_never_the_last_that_was_verified(
    folder: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_KEEP = {"newest": 2, "daily": 0, "weekly": 0, "monthly": 0}
    good = backup_make(at=NOW).file
    own = folder / "magistrar-20200101T000000Z-mine.backup"
    own.write_bytes(b"somebody's own")
    broken = Verdict(events=1, leagues=0, differences=["event friday: differs"])
    monkeypatch.setattr(make, "copy_verify", lambda *_args, **_options: broken)
    later = [backup_make(at=NOW + timedelta(hours=hour)).file for hour in (1, 2, 3)]
    assert files(folder) == sorted([good, *later[1:], own.name])


def test_doctor_names_a_folder_that_cannot_be_written_and_a_key_that_is_elsewhere(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "file" / "stick"
    (tmp_path / "file").touch()
    levels = {each.check: each.level for each in backups_findings()}
    assert (levels["backup_dir"], levels["backups_key"]) == ("problem", "warning")
    settings.BACKUP_DIR = tmp_path / "backups"
    (tmp_path / "secret_key").write_text(settings.SECRET_KEY)
    assert {each.check for each in backups_findings()} == {"backups"}


def test_doctor_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> tuple[str, str]:
        (finding,) = (each for each in backups_findings() if each.check == "backups")
        return finding.level, finding.says

    assert said() == ("warning", "No backup has been made so far.")
    backup_make(at=timezone.now())
    assert said()[0] == "ok"
    failing(monkeypatch, OSError("no room"))
    with pytest.raises(OSError):
        backup_make(at=timezone.now())
    assert said() == ("problem", "The last backup failed: no room")


@pytest.mark.parametrize(
    "days, minutes, trouble",
    [(1, 1440, BackupTrouble.NONE), (3, 1440, BackupTrouble.OLD), (3, 0, BackupTrouble.OFF)],
)
def test_age_is_told(days: int, minutes: int, trouble: BackupTrouble, settings: LazySettings) -> None:
    assert backup_state(now=NOW).trouble == BackupTrouble.NEVER
    backup_make(at=NOW)
    settings.BACKUP_MINUTES = minutes
    assert backup_state(now=NOW + timedelta(days=days)).trouble == trouble


def test_what_works_off_what_is_due_makes_it(folder: Path, settings: LazySettings) -> None:
    reconcile(now=NOW)
    reconcile(now=NOW + timedelta(hours=1))
    assert len(files(folder)) == 1
    settings.BACKUP_MINUTES = 0
    reconcile(now=NOW + timedelta(days=1))
    assert len(files(folder)) == 1


def test_worker_has_it_made_by_another_process(
    folder: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr(make.subprocess, "Popen", lambda command, **_options: begun.append(command))
    settings.TASKS_IN_PROCESS = False
    make_backup(SLOT)
    assert files(folder) == []
    monkeypatch.setattr(os, "nice", lambda _by: 0)
    for _twice in range(2):
        call_command(*begun[0][2:])
    assert len(files(folder)) == 1
    assert BackupRun.objects.get().slot == SLOT


def test_database_of_another_version_is_not_backed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make.MigrationExecutor, "migration_plan", lambda _self, _targets: ["one"])
    with pytest.raises(DomainError, match="not_migrated"):
        backup_make(at=NOW)
