from __future__ import annotations

import pytest
from django.db import OperationalError
from django.test import Client

from magistrar_site import health


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
def test_favicon_is_found(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/img/favicon.svg"
