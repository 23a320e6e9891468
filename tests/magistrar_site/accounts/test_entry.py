"""Ways in: the first account of a new site, a new password without mail, a sign-in that is locked."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from magistrar_site.accounts.models import User
from magistrar_site.accounts.services import entry
from magistrar_site.accounts.services.accounts import account_close, account_create
from magistrar_site.accounts.services.entry import account_empower, account_unlock, first_link_path, password_link_path
from magistrar_site.preload import say_first_link
from magistrar_site.shared.acts import act_of_system
from magistrar_site.shared.errors import NotAllowed
from tests.evening import PASSWORD, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ADDRESS = "first@example.org"
SITE = "http://localhost:8000"


def command(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue().strip()


def signs_in(password: str = PASSWORD, address: str = ADDRESS) -> bool:
    browser = Client()
    browser.post("/accounts/login/", {"login": address, "password": password})
    return "_auth_user_id" in browser.session


def runs_the_site(address: str = ADDRESS) -> bool:
    user = User.objects.get(email=address)
    return user.is_superuser and user.is_staff


def test_first_account_is_made_by_the_link_that_the_site_printed() -> None:
    link = command("first_admin")
    browser = Client()
    page = browser.get(link.removeprefix(SITE))
    answer = browser.post(link.removeprefix(SITE), {"email": ADDRESS, "password": PASSWORD})

    assert page.status_code == 200
    assert (answer.status_code, answer["Location"]) == (302, "/my-clubs/")
    assert (runs_the_site(), browser.get("/admin/").status_code) == (True, 200)
    assert EmailAddress.objects.get().verified is True


def test_link_is_good_for_one_account() -> None:
    path = first_link_path()
    Client().post(path, {"email": ADDRESS, "password": PASSWORD})

    assert [Client().get(path).status_code, Client().post(path, {"email": "b@example.org"}).status_code] == [404, 404]
    assert Client().get("/accounts/first/").status_code == 404
    with pytest.raises(CommandError, match="Somebody runs this site already"):
        command("first_admin")


@pytest.mark.parametrize("path", ["/accounts/first/first:1abcde:AAAA/", "/accounts/first/x/"])
def test_stranger_cannot_take_a_new_site(path: str) -> None:
    page = Client().post(path, {"email": ADDRESS, "password": PASSWORD})

    assert (page.status_code, User.objects.count()) == (403, 0)
    assert b"manage.py first_admin" in Client().get("/accounts/first/").content


def test_old_link_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    path = first_link_path()
    monkeypatch.setattr(entry, "FIRST_LINK_AGE", 0)

    assert Client().get(path).status_code == 403


def test_weak_password_and_taken_address_are_refused_with_a_sentence() -> None:
    account_create(email=ADDRESS, password=PASSWORD)
    path = first_link_path()
    weak = Client().post(path, {"email": "b@example.org", "password": "12345"})
    taken = Client().post(path, {"email": ADDRESS, "password": PASSWORD})

    assert (weak.status_code, taken.status_code, User.objects.count()) == (422, 422, 1)
    assert b"at least 10 characters" in weak.content
    assert b"Taken." in taken.content


def test_account_that_is_signed_in_is_chosen_by_a_button() -> None:
    user = account_create(email=ADDRESS, password=PASSWORD)
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    path = first_link_path()
    page = browser.get(path).content.decode()
    browser.post(path)

    assert ("Run this site with my account" in page, runs_the_site()) == (True, True)


def test_command_lets_one_more_account_run_the_site() -> None:
    account_create(email=ADDRESS, password=PASSWORD)

    assert command("first_admin", ADDRESS) == f"{ADDRESS} runs this site now. Its pages for that: {SITE}/admin/"
    assert runs_the_site() is True
    with pytest.raises(CommandError, match=r"No account has the address nobody@example\.org"):
        command("first_admin", "nobody@example.org")


def test_start_of_a_new_site_says_the_link_and_a_later_one_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)
    say_first_link()
    said = capsys.readouterr().err.strip()
    Client().post(said.split()[-1].removeprefix(SITE), {"email": ADDRESS, "password": PASSWORD})
    say_first_link()

    assert (runs_the_site(), capsys.readouterr().err) == (True, "")


def test_password_link_of_the_command_sets_a_password_once() -> None:
    account_create(email=ADDRESS, password=PASSWORD)
    link = command("password_link", ADDRESS).removeprefix(SITE)
    browser = Client()
    form: Any = browser.get(link, follow=True)
    address = form.redirect_chain[-1][0]
    browser.post(address, {"password1": "another-good-one", "password2": "another-good-one"})

    assert (signs_in("another-good-one"), signs_in(PASSWORD)) == (True, False)
    assert "account/password_reset_from_key" in [t.name.removesuffix(".html") for t in Client().get(link).templates]


def test_locked_sign_in_says_what_to_do_and_is_unlocked() -> None:
    cache.clear()
    account_create(email=ADDRESS, password=PASSWORD)
    for _ in range(5):
        assert signs_in("wrong") is False
    locked = Client().post("/accounts/login/", {"login": ADDRESS, "password": PASSWORD}).content.decode()
    before = signs_in()
    told = command("unlock", ADDRESS)

    assert "Wait five minutes, or choose a new password" in locked
    assert (before, told, signs_in()) == (False, f"{ADDRESS} can try to sign in again.", True)


def test_lost_second_factor_and_closed_account_are_opened() -> None:
    user, other = (account_create(email=address, password=PASSWORD) for address in (ADDRESS, "b@example.org"))
    for each in (user, other):
        Authenticator.objects.create(user=each, type="totp", data={"secret": "x"})
    account_close(act=act_of_system("test"), user=user)
    told = command("unlock", ADDRESS, "--without-second-factor")
    command("unlock", ADDRESS, "--open")

    assert told.endswith("But the account is closed: --open opens it again.")
    assert [row.user for row in Authenticator.objects.all()] == [other]
    assert User.objects.get(email=ADDRESS).is_active is True


def test_only_who_runs_the_site_helps_others_in() -> None:
    evening = Evening()
    someone = account_create(email=ADDRESS, password=PASSWORD)
    for act in (account_unlock, account_empower, password_link_path):
        with pytest.raises(NotAllowed):
            act(act=evening.by_user(evening.user), user=someone)

    staff = account_create(email="staff@example.org", password=PASSWORD, runs_the_service=True)
    browser = Client()
    browser.force_login(staff, backend="django.contrib.auth.backends.ModelBackend")
    chosen = {"_selected_action": [someone.pk]}
    page = browser.post("/admin/accounts/user/", {**chosen, "action": "password_links"}, follow=True).content.decode()
    browser.post("/admin/accounts/user/", {**chosen, "action": "unlock"})

    assert f"{SITE}/accounts/password/reset/key/" in page
    assert User.objects.get(pk=someone.pk).unlocked_at is not None
