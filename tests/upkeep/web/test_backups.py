"""The page of the backups: for whoever runs the service alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from magistrar_site.accounts.models import User
from upkeep.enums import BackupResult
from upkeep.models import BackupRun

pytestmark = pytest.mark.django_db
PAGE = "/service/backups/"


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(
        User.objects.create_superuser("admin@example.org", "x"), "django.contrib.auth.backends.ModelBackend"
    )
    return client


def run(slot: str, result: BackupResult, hours_ago: int, **values: Any) -> BackupRun:
    at = timezone.now() - timedelta(hours=hours_ago)
    return BackupRun.objects.create(slot=slot, machine="hall", begun_at=at, ended_at=at, result=result, **values)


def test_others_do_not_see_it(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    client.force_login(User.objects.create_user("anna@example.org"), "django.contrib.auth.backends.ModelBackend")
    assert client.get(PAGE).status_code == 403
    assert PAGE not in client.get("/my-clubs/").content.decode()


def test_it_says_how_they_stand(
    admin: Client, settings: LazySettings, django_assert_num_queries: Callable[[int], Any]
) -> None:
    settings.BACKUP_MINUTES = 1440
    assert "No backup has been made so far." in admin.get(PAGE).content.decode()
    run("a", BackupResult.VERIFIED, 4, file="magistrar-a.backup", size=3_000_000, events=12, leagues=1)
    with django_assert_num_queries(6):
        page = admin.get(PAGE).content.decode()
    assert "everything in it was verified" in page
    assert "2.9\u00a0MB" in page
    run("b", BackupResult.FAILED, 1, problem="No space left on device")
    page = admin.get(PAGE).content.decode()
    assert "The last backup failed" in page
    assert page.count("No space left on device") == 2
    assert "<form" not in page.split("<main", 1)[1].split("</main>")[0]  # nothing to press


def test_file_that_is_gone_and_key_that_is_elsewhere_are_said(
    admin: Client, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_MINUTES, settings.DATA_DIR = 1440, tmp_path
    (tmp_path / "a.backup").write_bytes(b"four")
    (tmp_path / "kept").write_text(settings.SECRET_KEY)
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "kept"))
    run("a", BackupResult.VERIFIED, 4, file="a.backup", folder=str(tmp_path), size=4)
    page = admin.get(PAGE).content.decode()
    assert ("everything in it was verified" in page, "secret key" in page) == (True, False)

    monkeypatch.setenv("SECRET_KEY_FILE", "/run/secrets/elsewhere")
    (tmp_path / "a.backup").write_bytes(b"cut")
    page = admin.get(PAGE).content.decode()
    assert ("everything in it was verified" in page, "The secret key" in page) == (False, True)
    assert f"in {tmp_path} any more" in page


def test_my_clubs_tells_when_something_is_wrong(admin: Client) -> None:
    for result, is_marked in ((BackupResult.VERIFIED, False), (BackupResult.FAILED, True)):
        run(result, result, 0, file="a")
        before = admin.get("/my-clubs/").content.decode().split(PAGE)[0].rsplit("<p", 1)[1]
        assert ("badge" in before) == is_marked
