"""The settings that environment variables make, read in a process of their own as every real one does."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from magistrar_site.settings import environment
from magistrar_site.settings.databases import database
from magistrar_site.settings.security import site_origin

ROOT = Path(__file__).resolve().parent.parent
OURS = (
    "DJANGO_",
    "DATABASE_",
    "REDIS_",
    "SECRET_",
    "SITE_",
    "HSTS_",
    "TASKS_",
    "DEBUG",
    "ALLOWED_HOSTS",
    "BEHIND_PROXY",
    "PORT",
)

PRINT = """
import json, sys
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


def environment_of(tmp_path: Path, **variables: str) -> dict[str, str]:
    """This process's environment without our variables, with a data folder of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**kept, "DJANGO_SETTINGS_MODULE": "magistrar_site.settings", "DATA_DIR": str(tmp_path), **variables}


def run(arguments: list[str], variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )


def settings_of(tmp_path: Path, *names: str, **variables: str) -> dict[str, Any]:
    outcome = run(["-c", PRINT, *names], environment_of(tmp_path, **variables))
    assert outcome.returncode == 0, outcome.stderr
    values: dict[str, Any] = json.loads(outcome.stdout)
    return values


def test_settings_without_variables_are_one_machine_on_sqlite(tmp_path: Path) -> None:
    found = settings_of(tmp_path, "DATABASES", "CELERY_TASK_ALWAYS_EAGER", "CACHES", "SITE_URL", "DEBUG", "SECRET_KEY")

    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(tmp_path / "magistrar.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["CELERY_TASK_ALWAYS_EAGER"] is True
    assert found["CACHES"]["default"]["BACKEND"] == "django.core.cache.backends.locmem.LocMemCache"
    assert (found["SITE_URL"], found["DEBUG"]) == ("http://localhost:8000", False)
    assert found["SECRET_KEY"] == (tmp_path / "secret_key").read_text()


def test_settings_with_redis_use_it_for_tasks_and_cache(tmp_path: Path) -> None:
    url = "redis://127.0.0.1:6390/3"
    found = settings_of(tmp_path, "CELERY_TASK_ALWAYS_EAGER", "CELERY_BROKER_URL", "CACHES", REDIS_URL=url)

    assert found["CELERY_TASK_ALWAYS_EAGER"] is False
    assert (found["CELERY_BROKER_URL"], found["CACHES"]["default"]["LOCATION"]) == (url, url)


def test_celery_reads_its_settings(tmp_path: Path) -> None:
    show = "from magistrar_site.celery import app; print(app.conf.broker_url, app.conf.task_acks_late)"
    outcome = run(["-c", show], environment_of(tmp_path, REDIS_URL="redis://127.0.0.1:6390/3"))

    assert outcome.stdout.split() == ["redis://127.0.0.1:6390/3", "True"], outcome.stderr


def test_settings_with_postgresql_and_no_secret_are_refused(tmp_path: Path) -> None:
    variables = environment_of(tmp_path, DATABASE_URL="postgresql://club@db.example/magistrar")
    outcome = run(["-c", PRINT, "DEBUG"], variables)

    assert outcome.returncode != 0
    assert "SECRET_KEY_FILE must be set" in outcome.stderr


def test_secrets_in_files_are_made_once_and_used(tmp_path: Path) -> None:
    files = {name: str(tmp_path / name.lower()) for name in ("SECRET_KEY_FILE", "DATABASE_PASSWORD_FILE")}
    asked = ("SECRET_KEY", "DATABASES")
    url = "postgresql://magistrar@db.example/magistrar"

    first, second = (settings_of(tmp_path, *asked, DATABASE_URL=url, **files) for _ in range(2))

    assert first == second
    assert first["SECRET_KEY"] == (tmp_path / "secret_key_file").read_text()
    assert first["DATABASES"]["default"]["PASSWORD"] == (tmp_path / "database_password_file").read_text()
    assert {stat.S_IMODE((tmp_path / path).stat().st_mode) for path in files.values()} == {0o600}


def test_secret_in_a_file_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    outcome = run(["-c", PRINT, "DEBUG"], environment_of(tmp_path, SECRET_KEY_FILE="/proc/secret_key"))

    assert outcome.returncode != 0
    assert "SECRET_KEY_FILE: /proc/secret_key can't be read or made" in outcome.stderr


def test_https_on_this_machine_leaves_other_programs_on_it_alone(tmp_path: Path) -> None:
    found = settings_of(tmp_path, "SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS", SITE_URL="https://localhost")

    assert found == {"SESSION_COOKIE_SECURE": True, "SECURE_HSTS_SECONDS": 0}


def test_settings_over_https_are_strict(tmp_path: Path) -> None:
    found = settings_of(
        tmp_path,
        "ALLOWED_HOSTS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        SITE_URL="https://magistrar.example/",
    )

    assert found == {
        "ALLOWED_HOSTS": ["magistrar.example", "localhost", "127.0.0.1", "[::1]"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 365 * 24 * 3600,
    }


def test_deployment_check_in_production_finds_nothing(tmp_path: Path) -> None:
    variables = environment_of(tmp_path, SITE_URL="https://magistrar.example", SECRET_KEY="5g" * 30 + "kjhQW_e8")
    outcome = run(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], variables)

    assert outcome.returncode == 0, outcome.stderr


def test_deployment_check_without_https_complains(tmp_path: Path) -> None:
    variables = environment_of(tmp_path, SITE_URL="http://magistrar.example")
    outcome = run(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], variables)

    assert outcome.returncode == 1
    assert "security.W008" in outcome.stderr


def test_secret_from_file_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "secret_key"

    first, second = environment.secret_from_file(path), environment.secret_from_file(path)

    assert first == second
    assert len(first) >= 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("value, expected", [("1", True), ("Yes", True), ("off", False), ("", True), ("0", False)])
def test_flag(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("A_FLAG", value)

    assert environment.flag("A_FLAG", default=True) is expected


def test_flag_that_is_neither_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_FLAG", "perhaps")

    with pytest.raises(ImproperlyConfigured, match="A_FLAG must be true or false"):
        environment.flag("A_FLAG")


def test_number_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_NUMBER", "-3")

    with pytest.raises(ImproperlyConfigured, match="A_NUMBER must be a whole number"):
        environment.number("A_NUMBER", 1)


@pytest.mark.parametrize("url", ["magistrar.example", "ftp://magistrar.example", "https://", "https://host/path"])
def test_site_origin_of_something_else_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        site_origin(url)


def test_database_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://club@db.example/magistrar")

    with pytest.raises(ImproperlyConfigured, match="SQLite or PostgreSQL"):
        database(tmp_path)


def test_database_on_a_postgresql_socket_keeps_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://club:@/magistrar?host=/run/postgresql")

    found = database(tmp_path)

    assert (found["NAME"], found["OPTIONS"]["host"]) == ("magistrar", "/run/postgresql")
    assert "-c lock_timeout=10000" in found["OPTIONS"]["options"]
