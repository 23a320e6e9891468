"""Migrations take the time they need, and only they."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection
from django.db.models.signals import post_migrate, pre_migrate

from magistrar_site.shared.migration_limits import LIMITS

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def limits() -> list[str]:
    shown = []
    with connection.cursor() as cursor:
        for name in LIMITS:
            cursor.execute(f"SHOW {name}")
            shown.append(str(cursor.fetchone()[0]))
    return shown


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such limits")
def test_limits_are_lifted_while_migrating() -> None:
    shared, before = apps.get_app_config("shared"), limits()

    pre_migrate.send(sender=shared, app_config=shared, using="default")
    while_migrating = limits()
    post_migrate.send(sender=shared, app_config=shared, using="default")

    assert (while_migrating, limits()) == (["0", "0"], before)
    assert "0" not in before
