"""The admin shows everything and writes nothing; one signs in by the site's own pages."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.test import Client, RequestFactory

from games.models import Club
from magistrar_site.accounts.models import ApiToken, PersonalLink, User
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.services.tokens import token_create
from tests.evening import PASSWORD, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def staff() -> User:
    return account_create(email="staff@example.org", password=PASSWORD, runs_the_service=True)


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def test_nothing_in_the_admin_can_be_added_changed_or_deleted(staff: User) -> None:
    request = RequestFactory().get("/admin/")
    request.user = staff

    writable = [
        model.__name__
        for model, shown in admin.site._registry.items()
        if shown.has_add_permission(request)
        or shown.has_change_permission(request)
        or shown.has_delete_permission(request)
    ]

    assert (writable, Club in admin.site._registry) == ([], True)


def test_what_is_sent_to_the_admin_changes_nothing(staff: User) -> None:
    club, browser = Evening().club, browser_of(staff)

    page = browser.get(f"/admin/games/club/{club.pk}/change/")
    sent = browser.post(f"/admin/games/club/{club.pk}/change/", {"name": "Another", "slug": "another"})
    deleted = browser.post(f"/admin/games/club/{club.pk}/delete/", {"post": "yes"})

    assert (page.status_code, sent.status_code, deleted.status_code) == (200, 403, 403)
    assert Club.objects.get().name == club.name


def test_secrets_of_second_factors_are_not_in_the_admin(staff: User) -> None:
    assert browser_of(staff).get("/admin/mfa/authenticator/").status_code == 404


def test_admin_signs_in_by_the_sites_own_page() -> None:
    first = Client().get("/admin/")
    page = Client().get(first["Location"])
    sent = Client().post("/admin/login/", {"username": "staff@example.org", "password": PASSWORD})

    assert first["Location"] == "/admin/login/?next=/admin/"
    assert page["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    assert sent["Location"].startswith("/accounts/login/")
    assert "_auth_user_id" not in Client().session


def test_account_that_is_not_staffs_is_refused() -> None:
    assert Evening().browser().get("/admin/login/").status_code == 403


def test_tokens_links_and_accounts_are_closed_by_services(staff: User) -> None:
    evening = Evening()
    token, _secret = token_create(act=evening.act(), user=evening.user, name="ticker", scopes=["read"])
    link_token(subject="0123456789ab")
    link = PersonalLink.objects.get()

    def act(address: str, action: str, pk: int) -> int:
        data = {"action": action, "_selected_action": [pk]}
        return int(browser_of(staff).post(f"/admin/accounts/{address}/", data).status_code)

    assert act("apitoken", "revoke", token.pk) == 302
    assert act("personallink", "revoke", link.pk) == 302
    assert act("user", "close", evening.user.pk) == 302

    assert ApiToken.objects.get().revoked_at is not None
    assert PersonalLink.objects.get().revoked_at is not None
    assert not User.objects.get(pk=evening.user.pk).is_active
    assert act("user", "close", staff.pk) == 403
