"""A database copied as a whole: the same rows, from PostgreSQL to SQLite and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from games.models import Player
from tests.evening import Evening
from upkeep.services.backups.rows import database_fill, models_kept, snapshot_write, sqlite_file

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def all_rows(alias: str = "default") -> dict[str, list[tuple[Any, ...]]]:
    rows = {model._meta.label: model._base_manager.using(alias).order_by("pk").values_list() for model in models_kept()}
    return {label: list(found) for label, found in rows.items()}


def test_every_row_is_in_the_copy_and_comes_back(tmp_path: Path) -> None:
    evening = Evening()
    evening.play_out(evening.started(), 2)
    before, path = all_rows(), tmp_path / "copy.sqlite3"
    assert snapshot_write(path) == sum(map(len, before.values()))
    with sqlite_file(path, "copy") as copy:
        assert all_rows("copy") == before
        with copy.cursor() as cursor:
            cursor.execute("PRAGMA foreign_key_check")
            assert cursor.fetchall() == []
            cursor.execute("SELECT count(*) FROM django_migrations")
            assert cursor.fetchone()[0] > 50
    if connection.vendor != "postgresql":
        return
    evening.event(("Xenia", "Yves"), name="afterwards")
    with sqlite_file(path) as copy:
        database_fill(copy)
    assert all_rows() == before
    evening.event(("Zoe",), name="later")  # new rows get numbers that nobody has
    assert Player.objects.count() == len(before["games.Player"]) + 1
