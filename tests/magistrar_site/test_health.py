from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from magistrar_site import health
from magistrar_site.settings.tasks import caches


@pytest.mark.django_db
def test_healthz_with_a_database(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "ok", "database": True})
    assert "no-store" in response["Cache-Control"]


def test_healthz_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        def cursor(self) -> None:
            raise OperationalError("gone")

    monkeypatch.setattr(health, "connection", Away())

    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (503, {"status": "unavailable", "database": False})


@pytest.mark.django_db
def test_readyz_with_everything(client: Client, settings: Any) -> None:
    settings.REDIS_URL = ""
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"status": "ready", "database": True, "migrations": True, "redis": None}


@pytest.mark.django_db
def test_readyz_with_a_migration_missing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", [])
    newest = MigrationRecorder.Migration.objects.filter(app="accounts").latest("pk")
    newest.delete()
    response = client.get("/readyz")

    assert (response.status_code, response.json()["migrations"]) == (503, False)
    assert health.missing_migrations() == [f"accounts.{newest.name}"]
    newest.save()
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_readyz_without_redis_still_takes_visitors(client: Client, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.CACHES = caches(redis_url=settings.REDIS_URL)
    response = client.get("/readyz")

    assert (response.status_code, response.json()["redis"]) == (200, False)


@pytest.mark.django_db
def test_favicon_is_found(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/img/favicon.svg"
