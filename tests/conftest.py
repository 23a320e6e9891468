"""What all tests share: quick settings, a database for each process, and which tests need to run only once."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

SQLITE = "django.db.backends.sqlite3"
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup", "django_db_reset_sequences"}
CASES = Path(__file__).resolve().parent.parent.parent / "shared" / "cases"


def pytest_configure(config: pytest.Config) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Whoever asks for something slow finds it done.
    settings.SLOW_TASKS_IN_THREAD = False
    # Static files are served from where they stand, not collected first.
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True
    # Parallel test processes count their requests apart.
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if settings.REDIS_URL:
        settings.CACHES["default"]["LOCATION"] = settings.REDIS_URL.rsplit("/", 1)[0] + f"/{int(worker) + 1}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as `pure` what touches no database: it need not run a second time on another one."""
    for item in items:
        uses_database = (
            item.get_closest_marker("django_db") is not None
            or item.get_closest_marker("services") is not None
            or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        )
        if not uses_database:
            item.add_marker(pytest.mark.pure)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """SQLite's test database is a file, so that several connections meet as they do in the real one, and every test
    process has its own."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == SQLITE:
        database["TEST"]["NAME"] = str(Path(tempfile.gettempdir()) / f"magistrar-test-{os.getpid()}.sqlite3")


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """No test meets the rate limits or fragments that another left."""
    if request.node.get_closest_marker("pure") is None:
        from django.core.cache import cache

        cache.clear()


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of known-answer cases. Skips where it isn't there."""
    if not CASES.is_dir():
        pytest.skip("The known-answer cases aren't here (../shared/cases).")
    return CASES


def pytest_report_header(config: pytest.Config) -> list[str]:
    database: dict[str, Any] = settings.DATABASES["default"]
    engine = database["ENGINE"].rsplit(".", 1)[-1]
    return [f"database: {engine}, cache and broker: {'Redis' if settings.REDIS_URL else 'none'}"]
