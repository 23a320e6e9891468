"""An account chooses which clubs may write to it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games.selectors.mail import clubs_agreed
from tests.evening import Evening, opened
from tests.tournaments.services.announcements.mail_server import entries_of, mail_server, reader

pytestmark = pytest.mark.django_db


def test_account_agrees_and_stops_on_its_own_pages(settings: Any) -> None:
    mail_server(settings)
    evening = Evening()
    anna = entries_of(evening.event())[0]
    user = reader(evening, anna, agrees=False)
    browser = evening.browser(user)
    choice = reverse("tournaments:mail_choice", args=[evening.club.slug])

    own = reverse("tournaments:evening_of", args=[anna.key])
    assert "Announcements can also reach you by mail." in browser.get(own).content.decode()
    answer = browser.post(choice, {"agrees": "yes", "back": own})
    assert (answer.status_code, answer["Location"], clubs_agreed(user.key)) == (302, own, [evening.club])
    assert "Announcements also reach you by mail." in browser.get(own).content.decode()

    # To somebody's personal link in the same browser nobody would send anything: the account isn't that player's.
    other = entries_of(anna.event)[1]
    browser.cookies["magistrar_links"] = opened(other).cookies["magistrar_links"].value
    page = browser.get(reverse("tournaments:evening_of", args=[other.key])).content.decode()
    assert ("reach you by mail." in page, "once you say which player you are" in page) == (False, True)

    page = browser.get(reverse("tournaments:my_mails")).content.decode()
    assert (evening.club.name in page, "sends you mails" in page) == (True, True)
    answer = browser.post(choice, {"agrees": "no", "back": "//evil.example/"})
    assert (answer["Location"], clubs_agreed(user.key)) == (reverse("tournaments:my_mails"), [])


def test_page_says_why_no_mail_comes(settings: Any) -> None:
    evening = Evening()
    anna = entries_of(evening.event())[0]
    user = reader(evening, anna, agrees=False, confirmed=False)
    page = reverse("tournaments:my_mails")
    assert "This site sends no mails." in evening.browser(user).get(page).content.decode()
    mail_server(settings)
    assert "isn’t confirmed yet" in evening.browser(user).get(page).content.decode()


def test_account_without_a_player_of_the_club_is_told_what_is_missing(settings: Any) -> None:
    mail_server(settings)
    evening = Evening()
    anna = entries_of(evening.event())[0]
    linked, alone = reader(evening, anna, agrees=False), evening.account("alone@example.org")
    choice = reverse("tournaments:mail_choice", args=[evening.club.slug])
    said = []
    for user in (linked, alone):
        browser = evening.browser(user)
        browser.post(choice, {"agrees": "yes"})
        said.append("press “This is me”" in browser.get(reverse("tournaments:my_mails")).content.decode())
    assert said == [False, True]
