"""A database of an older version migrates without loss: the same rows, the same chains, the same tables.

tests/tournaments/chains/november-2026.sql.gz is the SQLite database in which the code of November 2026 played the
events whose bundles stand beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.apps import apps
from pytest_django.plugin import DjangoDbBlocker

from ratings.models import RatingChange
from ratings.selectors.generations import shown_changes
from ratings.selectors.pools import stale_pools
from ratings.services.ratings import ratings_refresh
from tests.databases import STAYING
from tests.old_databases import migrated
from tests.tournaments.services.test_chains import CHAINS, EXPECTED, bundle, tables
from tournaments.models import Event
from tournaments.services.bundle.document import bundle_decode
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.slow
RENAMED = {"games_duelrow": "games_partresult"}  # tables whose rows stand in another one by now


@pytest.fixture(scope="module")
def old_rows(django_db_blocker: DjangoDbBlocker) -> Iterator[Counter[str]]:
    """The old database, migrated, in place of the test's; how many rows each table had before."""
    with migrated(CHAINS / "november-2026.sql.gz", django_db_blocker) as script:
        yield Counter(re.findall(r'^INSERT INTO "(\w+)"', script, re.MULTILINE))


def test_no_row_is_lost_by_migrating(old_rows: Counter[str]) -> None:
    models = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    kept = {name: model._default_manager.count() for name, model in models.items() if name not in STAYING}
    expected = {RENAMED.get(name, name): count for name, count in old_rows.items() if name not in STAYING}
    del expected["sqlite_sequence"]
    assert {name: kept.get(name) for name in expected} == expected


def test_old_ratings_are_shown_until_they_are_worked_out_anew(old_rows: Counter[str]) -> None:
    assert shown_changes().count() == RatingChange.objects.count() == old_rows["ratings_ratingchange"] > 0
    assert len(stale_pools()) > 0


@pytest.mark.parametrize("name", EXPECTED)
def test_event_says_the_same_after_migrating(name: str, old_rows: Counter[str]) -> None:
    """Once the ratings are worked out anew, which begins by itself."""
    event = Event.objects.get(key=bundle_decode(bundle(name)).event)
    for pool in stale_pools():
        ratings_refresh(pool_key=pool)
    verdict = event_verify(event=event)
    assert (str(verdict), verdict.notes) == (EXPECTED[name]["verdict"], ())
    assert tables(event) == EXPECTED[name]["tables"]
    assert bundle_of(event) == bundle(name)
