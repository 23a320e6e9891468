"""Pages that others wrote, under our Content-Security-Policy: the API's reference and the admin site."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from magistrar_site.accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_api_reference_lists_the_operations_from_our_own_files(page: Page) -> None:
    page.goto("/api/v1/docs/")

    expect(page.get_by_text("/games/check/").first).to_be_visible()
    page.get_by_text("/games/check/").first.click()
    expect(page.get_by_role("button", name="Try it out").first).to_be_visible()


def test_admin_site_lists_accounts(page: Page) -> None:
    User.objects.create_superuser("staff@club.example", "a long password 7")

    page.goto("/admin/")
    page.get_by_label("e-mail address").fill("staff@club.example")
    page.get_by_label("Password").fill("a long password 7")
    page.get_by_role("button", name="Log in").click()
    page.locator("#content a[href='/admin/accounts/user/']").first.click()

    expect(page.get_by_role("link", name="staff@club.example")).to_be_visible()
