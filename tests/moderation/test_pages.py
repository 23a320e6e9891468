"""The pages: a visitor's report, and what the service's staff does with it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Club
from magistrar_site.accounts.models import User
from moderation.models import Report, Step
from tests.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Scene:
    def __init__(self) -> None:
        self.evening = Evening()
        user = self.evening.account("staff@example.org")
        User.objects.filter(pk=user.pk).update(is_superuser=True)
        self.staff = self.evening.browser(user)
        self.path = f"/clubs/{self.evening.club.slug}/"

    def report(self, client: Client, **said: str) -> int:
        form = {"page": self.path, "reason": "spam", "text": "Casino"} | said
        return client.post("/report/", form).status_code


def test_report_leads_from_the_foot_of_the_page_to_the_staff() -> None:
    scene = Scene()
    page = Client().get(scene.path).content.decode()
    assert f'href="/report/?page={scene.path}"' in page
    form = Client().get("/report/", {"page": scene.path}).content.decode()
    assert scene.path in form
    assert scene.report(Client()) == 200
    report = Report.objects.get()
    overview = scene.staff.get("/moderation/").content.decode()
    assert f"/moderation/reports/{report.key}/" in overview
    answer = scene.staff.get(f"/moderation/reports/{report.key}/").content.decode()
    subject = f"/moderation/club/{scene.evening.club.key}/?report={report.key}"
    assert subject in answer
    assert "Casino" in answer
    assert scene.staff.get(subject).status_code == 200
    assert scene.staff.post(subject, {"why": ""}).status_code == 422
    assert scene.staff.post(subject, {"why": "Advertising."}).status_code == 302
    report.refresh_from_db()
    assert (report.state, Club.objects.get(pk=scene.evening.club.pk).is_hidden) == ("acted", True)
    assert "Advertising." in scene.staff.get("/moderation/").content.decode()
    assert scene.staff.post(subject, {"why": "Settled.", "lift": "1"}).status_code == 302
    assert not Club.objects.get(pk=scene.evening.club.pk).is_hidden
    assert Step.objects.get().lifted_why == "Settled."


def test_report_can_be_left_as_it_is() -> None:
    scene = Scene()
    scene.report(Client())
    report = Report.objects.get()
    assert scene.staff.post(f"/moderation/reports/{report.key}/").status_code == 302
    report.refresh_from_db()
    assert report.state == "kept"


def test_staff_acts_at_once_instead_of_reporting() -> None:
    scene = Scene()
    answer = scene.staff.get("/report/", {"page": scene.path})
    assert (answer.status_code, answer["Location"]) == (302, f"/moderation/club/{scene.evening.club.key}/")
    account = f"/moderation/account/{scene.evening.user.key}/"
    assert account in scene.staff.get(answer["Location"]).content.decode()
    assert (
        scene.staff.post(f"/moderation/accounts/{scene.evening.user.key}/trust/", {"trusted": "yes"}).status_code == 302
    )
    assert User.objects.get(pk=scene.evening.user.pk).is_trusted


def test_wrong_report_is_said_at_its_field() -> None:
    scene = Scene()
    for said in ({"page": "/imprint/"}, {"reason": ""}, {"reason": "other", "text": ""}, {"page": ""}):
        assert scene.report(Client(), **said) == 422, said
    assert not Report.objects.exists()


def test_visitor_reports_ten_times_an_hour() -> None:
    scene = Scene()
    answers = [scene.report(Client(), text=str(number)) for number in range(11)]
    assert answers == [200] * 10 + [429]


@pytest.mark.parametrize("path", ["", "reports/x/", "club/x/", "account/x/"])
def test_pages_of_the_staff_are_closed_to_others(path: str) -> None:
    scene = Scene()
    assert Client().get(f"/moderation/{path}").status_code == 302
    assert scene.evening.browser().get(f"/moderation/{path}").status_code == 403
    assert scene.staff.get(f"/moderation/{path}").status_code == (404 if path else 200)


def test_report_of_a_hidden_player_says_no_name() -> None:
    """The form repeats the address, never what is behind it; and says the same of an address where nothing is."""
    keys = ("x" * 12, "y" * 12)
    pages = [Client().get("/report/", {"page": f"/players/{key}/"}).content.decode() for key in keys]
    told = [re.sub(f'{key}|csrfmiddlewaretoken" value="[^"]*', "", page) for key, page in zip(keys, pages, strict=True)]
    assert told[0] == told[1]
