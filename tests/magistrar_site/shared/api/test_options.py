"""OPTIONS, and what is sent, are answered with JSON, whatever format the address names."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TABLES = ("clubs/", "events/{slug}/standings/", "events/{slug}/crosstable/", "events/{slug}/entries/", "players/")


@pytest.mark.parametrize("path", [*TABLES, "events/", "me/"])
@pytest.mark.parametrize("query", ["?format=csv", "?format=xml", ""])
def test_options_is_answered_with_json(path: str, query: str, evening: Evening) -> None:
    address = "/api/v1/" + path.format(slug=evening.started().slug if "{" in path else "") + query
    answer: Any = Client().options(address, headers={"Accept": "text/csv"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json"), answer.content


def test_what_is_sent_with_a_format_is_refused_with_json() -> None:
    answer: Any = Client().post("/api/v1/clubs/?format=csv", {}, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/json")
    assert Client().head("/api/v1/clubs/?format=csv")["Content-Type"] == "text/csv; charset=utf-8"
