from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from magistrar_site.version import VERSION


@pytest.mark.django_db
def test_root_leads_to_addresses_that_answer() -> None:
    client = APIClient()
    leads = client.get("/api/v1/").json()
    assert leads.pop("version") == VERSION

    assert leads["events"] == "http://testserver/api/v1/events/"
    assert {name: client.get(address).status_code for name, address in leads.items()} == dict.fromkeys(leads, 200)
