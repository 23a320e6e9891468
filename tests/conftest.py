"""What all tests share: quick settings, a database for each process, and which tests need to run only once."""

from __future__ import annotations

import gc
import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor
from django.test import Client, TransactionTestCase
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from games.engine import registry
from games.engine.core.game_system import GameSystem
from games.pages.registry import GAME_PAGES
from tests import databases
from tests.copied_steps import Replacing, unwatch
from tests.costs import function_of, slow_tests
from tests.databases import own_database
from tests.evening import Evening
from tests.extent import CASES, SAMPLED, WHOLE, sampled
from tests.toy_system import TOY
from tests.toy_system.herons import HERONS, TOY_TABLES
from tests.toy_system.pages import TOY_PAGES
from tournaments.formats.registry import FORMATS
from tournaments.models import Event, Match
from tournaments.services.events.presets import PRESETS, Preset

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup", "django_db_reset_sequences"}
# What these folders prove is how pages look and what leads where. That every page can be asked for and sent on
# PostgreSQL is shown there by tests/test_hostile_pages.py and tests/services.
ONE_DATABASE = {"browser", "web"}
ERASURES_FILE = Path(tempfile.gettempdir()) / f"magistrar-test-{os.getpid()}-erasures.jsonl"
KNOWN_ANSWERS = Path(__file__).resolve().parent.parent.parent / "shared" / "cases"


@pytest.fixture
def toy_system(monkeypatch: pytest.MonkeyPatch) -> GameSystem:
    """A made-up game for three seats, registered beside the real ones."""
    monkeypatch.setitem(registry.GAME_SYSTEMS, TOY.key, TOY)  # type: ignore[arg-type]
    monkeypatch.setitem(GAME_PAGES, TOY_PAGES.key, TOY_PAGES)  # type: ignore[arg-type]
    return TOY


@pytest.fixture
def toy_tables(toy_system: GameSystem, monkeypatch: pytest.MonkeyPatch) -> Preset:
    """What organisers can choose to play the made-up game at tables of three: a format and a preset more."""
    monkeypatch.setitem(FORMATS, HERONS.key, HERONS)  # type: ignore[arg-type]
    monkeypatch.setitem(PRESETS, TOY_TABLES.key, TOY_TABLES)  # type: ignore[arg-type]
    return TOY_TABLES


@pytest.fixture(autouse=True)
def nobody_stays_deleted() -> Iterator[None]:
    """The register of deletions is a file: whoever was deleted in one test isn't in the next, where others have their
    keys."""
    yield
    ERASURES_FILE.unlink(missing_ok=True)


def pytest_configure(config: pytest.Config) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    TransactionTestCase._fixture_teardown = databases.empty  # type: ignore[attr-defined]
    # Most tests act by services, and then look at once: no page is a second old.
    settings.VERSION_SECONDS = 0
    # Whoever asks for something slow finds it done.
    settings.SLOW_TASKS_IN_THREAD = False
    # Static files are served from where they stand, not collected first.
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True
    settings.ERASURES_FILE = ERASURES_FILE
    settings.BACKUP_MINUTES = 0  # none is made by itself
    settings.BACKUP_DIR = Path(tempfile.gettempdir()) / f"magistrar-test-{os.getpid()}-backups"
    # Parallel test processes count their requests apart.
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if settings.REDIS_URL:
        # On a busy machine an answer may take longer than a visitor would wait.
        settings.CACHES["default"]["OPTIONS"] = {"socket_connect_timeout": 60, "socket_timeout": 60}
        settings.CACHES["default"]["LOCATION"] = settings.REDIS_URL.rsplit("/", 1)[0] + f"/{int(worker) + 1}"


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark the tests, let pytest choose among them, and then leave out the cases that `make test` doesn't try."""
    slow = slow_tests()
    for item in items:
        _mark(item, slow)
    yield
    if SAMPLED:
        cases = defaultdict(list)
        for item in items:
            cases[item.nodeid if item.get_closest_marker("pure") else function_of(item.nodeid)].append(item)
        tried = {item for of_one in cases.values() for item in sampled(of_one, CASES)}
        config.hook.pytest_deselected(items=[item for item in items if item not in tried])
        items[:] = [item for item in items if item in tried]


def _mark(item: pytest.Item, slow: frozenset[str]) -> None:
    """As `pure` what touches no database, as `one_database` the tests of pages: they need not run a second time on
    another one, and as `slow` what was measured to be (tests/costs.py)."""
    if function_of(item.nodeid) in slow:
        item.add_marker(pytest.mark.slow)
    parts = item.path.relative_to(item.config.rootpath).parts
    if not ONE_DATABASE.isdisjoint(parts) and item.get_closest_marker("both_databases") is None:
        item.add_marker(pytest.mark.one_database)
    uses_database = (
        item.get_closest_marker("django_db") is not None
        or item.get_closest_marker("services") is not None
        or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
    )
    if not uses_database:
        item.add_marker(pytest.mark.pure)


def pytest_collection_finish() -> None:
    """What is loaded now stays: looking through it again and again for garbage took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Every test process has a database of its own (tests/databases.py)."""
    with django_db_blocker.unblock(), own_database():
        yield


@pytest.fixture(scope="module")
def module_database(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Lets a fixture of a module write, within `with module_database():`. Every test of the module finds the rows, and
    what it changes is undone after it, as ever: a transaction surrounds them all. The fixture's objects are shared:
    hand out a `copy.deepcopy` of all of them together."""
    from django.db import transaction

    module = request.node
    for item in request.session.items:
        marker = item.get_closest_marker("django_db")
        if item.getparent(pytest.Module) is module and marker is not None and marker.kwargs.get("transaction"):
            raise pytest.UsageError(f"{item.nodeid} commits: it can't stand in a module with one database for all.")
    with django_db_blocker.unblock():
        around = transaction.atomic()
        around.__enter__()
    yield django_db_blocker.unblock
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """No test meets the rate limits or fragments that another left."""
    if request.node.get_closest_marker("pure") is None:
        from django.core.cache import caches

        for name in ("default", "counts"):
            caches[name].clear()


@pytest.fixture
def monkeypatch() -> Iterator[pytest.MonkeyPatch]:
    """pytest's own, which the evenings take note of (tests/copied_steps.py)."""
    patch = Replacing()
    yield patch
    patch.undo()


@pytest.fixture(autouse=True, scope="session")
def _no_prefetch_of_one() -> None:
    """Prefetching what rows point to asks for each by a condition of its own, and SQLite takes a thousand of those:
    a large event would fail. A join (`select_related`, also within a `Prefetch`) has no such limit."""

    def refused(self: ForwardManyToOneDescriptor, *_args: Any, **_named: Any) -> Any:
        raise AssertionError(f"{self.field} is prefetched: use select_related")

    ForwardManyToOneDescriptor.get_prefetch_querysets = refused  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _own_course() -> Iterator[None]:
    """No test goes on with the steps of another (tests/copied_steps.py), or in the language of another's page."""
    yield
    unwatch()
    translation.deactivate()


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of known-answer cases. Skips where it isn't there."""
    if not KNOWN_ANSWERS.is_dir():
        pytest.skip("The known-answer cases aren't here (../shared/cases).")
    return KNOWN_ANSWERS


def pytest_report_header(config: pytest.Config) -> list[str]:
    database: dict[str, Any] = settings.DATABASES["default"]
    engine = database["ENGINE"].rsplit(".", 1)[-1]
    extent = "everything" if WHOLE else "a sample"
    return [f"database: {engine}, cache and broker: {'Redis' if settings.REDIS_URL else 'none'}, tried: {extent}"]


@pytest.fixture
def evening() -> Evening:
    """An organiser with a club."""
    return Evening()


@pytest.fixture
def event(evening: Evening) -> Event:
    """A round robin of eight that has started. Tests that play something else say so with a fixture of their own."""
    return evening.started()


@pytest.fixture
def matches(evening: Evening, event: Event) -> list[Match]:
    """Its first round, by table."""
    return evening.publish(event, 1)


@pytest.fixture
def match(matches: list[Match]) -> Match:
    """The first table's match."""
    return matches[0]


@pytest.fixture
def organiser(evening: Evening) -> Client:
    """The organiser's browser."""
    return evening.browser()
