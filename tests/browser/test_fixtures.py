"""The browser fixtures hear what they must hear."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_page_serves_the_test_database(page: Page) -> None:
    response = page.goto("/healthz")

    assert response is not None
    assert response.json() == {"status": "ok", "database": True}


@pytest.mark.slow
def test_phone_page_is_a_phone(phone_page: Page) -> None:
    phone_page.goto("/healthz")

    assert phone_page.evaluate("[screen.width, screen.height, navigator.maxTouchPoints > 0]") == [390, 844, True]


def test_complaints_hear_a_violation_of_the_policy(page: Page, complaints: Complaints) -> None:
    complaints.expect("Content Security Policy")
    page.goto("/healthz")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = true'}))")

    assert page.evaluate("window.ran") is None
    assert len(complaints.found) == 1


@pytest.mark.slow
def test_complaints_hear_an_error_in_a_script(page: Page, complaints: Complaints) -> None:
    complaints.expect("script error: .*broken")
    page.goto("/healthz")

    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('broken') })")

    assert [each for each in complaints.found if "broken" in each] == complaints.found


def test_complaints_hear_a_request_to_another_host(page: Page, complaints: Complaints) -> None:
    complaints.expect("request to another host")
    page.route("http://elsewhere.invalid/**", lambda route: route.fulfill(body="elsewhere"))

    page.goto("http://elsewhere.invalid/")

    assert "request to another host: http://elsewhere.invalid/" in complaints.found
