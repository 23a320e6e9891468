"""The row of tabs on the pages by which an event is run, and the page of papers."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.accounts.services.accounts import account_create
from tests.evening import NAMES, Evening

pytestmark = pytest.mark.django_db

PAGES = ("", "results/", "players/", "check-in/", "print/", "settings/", "log/", "wishes/", "links/", "stages/")
TABS = {
    Role.OWNER: ["Overview", "Results", "Players", "Check-in", "Print", "Settings", "Log"],
    Role.ORGANISER: ["Overview", "Results", "Players", "Check-in", "Print", "Settings", "Log"],
    Role.ARBITER: ["Overview", "Results", "Players", "Check-in", "Print", "Log"],
    Role.DESK: ["Overview", "Results", "Check-in", "Print", "Log"],
    Role.VIEWER: ["Overview", "Print", "Log"],
}


def tabs_of(page: str) -> tuple[list[str], list[str], str]:
    """The tabs' words and addresses, and the words of the current one."""
    (row,) = re.findall(r'<nav class="tabs organiser-tabs".*?</nav>', page, re.DOTALL)
    links = re.findall(r'<a href="([^"]+)"([^>]*)>([^<]+)</a>', row)
    (current,) = (words for _address, more, words in links if "aria-current" in more)
    return [words.strip() for *_, words in links], [address for address, *_ in links], current.strip()


def test_arbiter_sees_the_players_and_says_who_one_is_but_does_not_change_the_list(
    client: Client, evening: Evening
) -> None:
    event = evening.started(NAMES[:2])
    helper = account_create(email="helper@example.org", password=None, name="Helper")
    club_role_set(act=evening.act(), club=evening.club, email=helper.email, role=Role.ARBITER)
    pages = []
    for user in (helper, evening.user):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        pages.append(client.get(f"/events/{event.slug}/manage/players/").content.decode())
    assert ["Somebody else" in page for page in pages] == [True, True]
    assert ["Under 16" in page for page in pages] == [False, True]


@pytest.mark.parametrize("role", TABS)
def test_each_role_sees_the_tabs_that_open_for_it(role: Role, client: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    helper = account_create(email="helper@example.org", password=None, name="Helper")
    club_role_set(act=evening.act(), club=evening.club, email=helper.email, role=role)
    client.force_login(helper, backend="django.contrib.auth.backends.ModelBackend")
    words, addresses, current = tabs_of(client.get(f"/events/{event.slug}/manage/").content.decode())
    assert (words, current) == (TABS[role], "Overview")
    assert {client.get(address).status_code for address in addresses} == {200}


def test_every_page_of_the_organiser_has_the_tabs_and_no_way_back_to_the_public(
    organiser: Client, evening: Evening
) -> None:
    event = evening.started(NAMES[:4])
    evening.publish(event, 1)
    current = []
    for path in (*PAGES, "rounds/1/", "edition/", "rounds/planned/"):
        page = organiser.get(f"/events/{event.slug}/manage/{path}").content.decode()
        current.append(tabs_of(page)[2])
        (crumbs,) = re.findall(r'<nav class="crumbs".*?</nav>', page, re.DOTALL)
        assert re.findall(r'href="([^"]+)"', crumbs) == ["/my-clubs/", f"/events/{event.slug}/manage/"]
    own = ["Overview", "Results", "Players", "Check-in", "Print", "Settings", "Log"]
    assert current == [*own, "Players", "Print", "Settings", "Overview", "Settings", "Settings"]


def test_papers_name_what_can_be_printed_of_each_round(organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    before = organiser.get(f"/events/{event.slug}/manage/print/").content.decode()
    assert ("No round is published yet." in before, "Pairings by table" in before) == (True, False)
    for number in (1, 2):
        for match in evening.publish(event, number):
            evening.play(match)
    page = organiser.get(f"/events/{event.slug}/manage/print/").content.decode()
    printed = set(re.findall(rf'href="(/events/{event.slug}/[^"]*(?:print|slips)/[^"]+)"', page))
    assert printed == {
        f"/events/{event.slug}/{path}"
        for path in (
            "print/tables/?round=2",
            "print/names/?round=2",
            "manage/slips/?round=2",
            "print/standings/",
            "print/crosstable/",
            "print/tables/?round=1",
            "print/names/?round=1",
        )
    }
    assert {organiser.get(address).status_code for address in printed} == {200}
