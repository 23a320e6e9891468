"""Addresses' queries are read as strictly as bodies."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from magistrar_site.shared.api import query
from tests.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

API = "/api/v1/"


@pytest.mark.parametrize(
    "address, wrong",
    [
        ("events/?clubb=x", {"clubb": "There is no such parameter."}),
        ("events/?page=1&page=2", {"page": "This stands there more than once."}),
        ("events/?page=0", {"page": "A whole number from 1 on is needed."}),
        ("events/?page=٣", {"page": "A whole number from 1 on is needed."}),
        ("events/?page_size=many", {"page_size": "A whole number from 1 on is needed."}),
        ("events/EVENT/standings/?round=+3", {"round": "A whole number is needed."}),
        ("events/EVENT/standings/?round=3.0", {"round": "A whole number is needed."}),
        ("events/EVENT/bundle/?people=yes", {"people": "true or false is needed."}),
        ("events/EVENT/?x=1&y=2", {"x": "There is no such parameter.", "y": "There is no such parameter."}),
    ],
)
def test_parameter_that_the_operation_does_not_take_so_is_refused_by_name(address: str, wrong: dict[str, str]) -> None:
    evening = Evening()
    client = APIClient()
    client.force_login(evening.user)
    response = client.get(API + address.replace("EVENT", evening.event().slug))

    assert (response.status_code, response.json()["code"], response.json()["fields"]) == (400, "invalid", wrong)


@pytest.mark.parametrize(
    "address", ["events/?page=1&page_size=500&search=&state=open", "clubs/?format=csv", "players/"]
)
def test_parameters_that_are_declared_are_taken(address: str) -> None:
    assert APIClient().get(API + address).status_code == 200


def test_what_writes_is_not_done_with_a_parameter_that_is_unknown() -> None:
    evening = Evening()
    client = APIClient()
    client.force_login(evening.user)
    refused = client.post(f"{API}clubs/?dry_run=true", {"name": "Another club"}, format="json")
    made = client.post(f"{API}clubs/", {"name": "Another club"}, format="json")

    assert (refused.status_code, made.status_code) == (400, 201)


def test_operations_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "_known", {})
    for _ in range(2):
        APIClient().get(f"{API}events/?page=1")

    assert [(view.__name__, method, kinds["page"]) for (view, method), kinds in query._known.items()] == [
        ("EventsView", "GET", "positive")
    ]
