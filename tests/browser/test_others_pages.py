"""Pages made of what others wrote, under our Content-Security-Policy: the API's reference and the admin site."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from magistrar_site.accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_api_reference_unfolds_what_a_link_leads_to(page: Page) -> None:
    page.goto("/api/v1/docs/#operation-check_game")

    expect(page.locator("#operation-check_game")).to_be_visible()
    expect(page.locator("#operation-club_create")).to_be_hidden()
    page.locator("#operation-check_game").get_by_role("link", name="Error").click()
    expect(page.locator("#shape-Error")).to_be_in_viewport()


def test_admin_site_lists_accounts(page: Page) -> None:
    User.objects.create_superuser("staff@club.example", "a long password 7")

    page.goto("/admin/")
    page.get_by_label("Email").or_(page.get_by_label("E-mail")).first.fill("staff@club.example")
    page.get_by_label("Password", exact=True).fill("a long password 7")
    page.get_by_role("button", name="Sign in").click()
    page.locator("#content a[href='/admin/accounts/user/']").first.click()

    expect(page.get_by_role("link", name="staff@club.example")).to_be_visible()
