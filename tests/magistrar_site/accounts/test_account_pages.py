"""Pages of accounts that allauth brings, in this site's elements: their buttons are buttons."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.test import Client

from tests.evening import Evening

pytestmark = pytest.mark.django_db

PAGES = (
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/change/",
    "/accounts/email/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/reauthenticate/",
    "/accounts/logout/",
)


@pytest.mark.parametrize("address", PAGES)
def test_each_page_has_a_way_on_that_can_be_pressed(address: str, evening: Evening, organiser: Client) -> None:
    reader = Client() if address.split("/")[2] in {"login", "signup"} or "reset" in address else organiser
    page: Any = reader.get(address, follow=True)
    html = page.content.decode()
    main = html[html.index("<main") : html.index("</main")]
    assert (page.status_code, bool(re.search(r'<(button|a)\s+[^>]*class="button', main))) == (200, True)
    assert re.search(r"<\s|</\s|&lt;/?button", main) is None


def test_address_is_confirmed_with_its_button(evening: Evening) -> None:
    address = EmailAddress.objects.create(user=evening.user, email="new@example.org", verified=False)
    page, reader = f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/", Client()
    html = reader.get(page).content.decode()
    main = html[html.index("<main") : html.index("</main")]
    (form,) = re.findall(r"<form.*?</form>", main, re.DOTALL)
    assert re.search(r'<button [^>]*type="submit"', form) is not None
    answer = reader.post(page)
    address.refresh_from_db()
    assert (answer.status_code, address.verified) == (302, True)
    shown = reader.get(answer["Location"]).content.decode()
    assert (answer["Location"], "You were signed out" in shown) == ("/accounts/login/", False)
