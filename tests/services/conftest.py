"""One PostgreSQL for the folder; for each test a database with an evening in it, a Redis, and the site's processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.databases import template_on_server
from tests.services.postgresql import fresh_database, postgresql
from tests.services.processes import ROOT, Beat, Process, Web, Worker, ended_afterwards
from tests.services.redis_server import RedisServer, redis_server


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A PostgreSQL: the one that the whole run uses, or one of our own."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgresql:"):
        yield given
        return
    with postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def evening_template(postgresql_url: str, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[str, Any]]:
    """A migrated database with an evening in it, and what the set-up said. Tests work on copies."""
    is_shared = postgresql_url == os.environ.get("DATABASE_URL")
    migrated = ""
    if is_shared:
        with django_db_blocker.unblock():
            migrated = urlunsplit(urlsplit(postgresql_url)._replace(path=f"/{template_on_server()}"))
    with fresh_database(postgresql_url, template=migrated) as url:
        # Nobody listens at this address: what the set-up enqueues is lost, and nothing is derived yet.
        variables = variables_of(url, "redis://127.0.0.1:1/0")
        if not is_shared:
            run(["manage.py", "migrate", "--verbosity", "0"], variables)
        yield url, json.loads(run(["-m", "tests.services.evening", "set_up"], variables))


@dataclass
class Evening:
    """A running evening. `facts` is what the set-up said: event, games with both players' links and a record."""

    facts: dict[str, Any]
    database_url: str
    redis: RedisServer
    folder: Path
    web: Web = field(init=False)
    worker: Worker = field(init=False)
    beat: Beat = field(init=False)

    def __post_init__(self) -> None:
        self.web = Web(self.variables, self.folder)
        self.worker = Worker("worker", self.variables, self.folder)
        self.beat = Beat(self.variables, self.folder)

    @property
    def variables(self) -> dict[str, str]:
        return variables_of(self.database_url, self.redis.url)

    @property
    def processes(self) -> list[Process]:
        return [self.web, self.worker, self.beat]

    def ask(self, *arguments: str) -> dict[str, Any]:
        """What `tests.services.evening` says, in a process that looks at this database."""
        answer: dict[str, Any] = json.loads(run(["-m", "tests.services.evening", *arguments], self.variables))
        return answer


@pytest.fixture
def evening(evening_template: tuple[str, Any], postgresql_url: str, tmp_path: Path) -> Iterator[Evening]:
    template, facts = evening_template
    with ExitStack() as stack:
        database_url = stack.enter_context(fresh_database(postgresql_url, template=template))
        redis = stack.enter_context(redis_server())
        made = Evening(facts, database_url, redis, tmp_path)
        stack.enter_context(ended_afterwards(*made.processes))
        yield made


def variables_of(database_url: str, redis_url: str) -> dict[str, str]:
    """The environment of a server's processes: `DATABASE_URL` and `REDIS_URL` alone make the difference."""
    ours = {"TASKS_IN_PROCESS": "", "SECRET_KEY": "only-for-tests", "DJANGO_SETTINGS_MODULE": "magistrar_site.settings"}
    # Static files are served from where they stand, and nobody has ten seconds.
    quick = {"STATIC_COLLECTED": "false", "RECONCILE_SECONDS": "2", "BACKUP_MINUTES": "0"}
    return {**os.environ, **ours, **quick, "DATABASE_URL": database_url, "REDIS_URL": redis_url}


def run(arguments: list[str], variables: dict[str, str]) -> str:
    """The standard output of a Python command that must succeed."""
    outcome = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout
