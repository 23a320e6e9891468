"""The database of every version that was released migrates to this one, and everything in it holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from magistrar_site.version import VERSION
from ratings.selectors.pools import stale_pools
from ratings.services.ratings import ratings_refresh
from tests.old_databases import migrated
from tests.upgrades.__main__ import FOLDER, MOST_BYTES, SECRET_KEY
from upkeep.services.backups.verify import database_verify

DUMPS = sorted(FOLDER.glob("*.sql.gz"))


def test_each_version_has_a_small_database() -> None:
    assert f"{VERSION}.sql.gz" in [dump.name for dump in DUMPS], "make release-database"
    assert all(dump.stat().st_size < MOST_BYTES for dump in DUMPS)


@pytest.mark.slow
@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.name)
def test_database_migrates_and_everything_holds(
    dump: Path, django_db_blocker: DjangoDbBlocker, settings: LazySettings
) -> None:
    settings.SECRET_KEY = SECRET_KEY
    said = json.loads(dump.with_name(dump.name.replace(".sql.gz", ".json")).read_text())
    with migrated(dump, django_db_blocker):
        for pool in stale_pools():
            ratings_refresh(pool_key=pool)
        verdict = database_verify()
        assert (verdict.events, verdict.leagues, verdict.differences) == (said["events"], said["leagues"], [])
        phone = Client()
        assert phone.get(f"/l/{said['link']}/").status_code == 302
        assert phone.get("/evening/", follow=True).status_code == 200
        assert phone.get("/").status_code == 200
