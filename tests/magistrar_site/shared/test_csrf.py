"""What a page says to methods that it doesn't take, and to forms that aren't from here."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/events/", "/accounts/login/"])
def test_method_that_no_page_takes_is_405(method: str, path: str) -> None:
    answer = Client(enforce_csrf_checks=True).generic(method, path)
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, POST")


def test_form_without_its_token_has_expired() -> None:
    answer = Client(enforce_csrf_checks=True).post("/clubs/new/", {"name": "x"})
    assert (answer.status_code, "This form has expired" in answer.content.decode()) == (403, True)
