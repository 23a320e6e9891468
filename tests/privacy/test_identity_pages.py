"""Pages about who a player is: the name and those before it, two players who are one person."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import FormerName, Player
from privacy.models import MergeRequest, PlayerMerge
from tests.privacy.merging import FIRST, SECOND, Twice
from tournaments.services.entries.preview import LineStatus, entries_preview

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.status_code)
    return answer.content.decode()


def test_organiser_finds_the_double_looks_merges_and_undoes() -> None:
    scene = Twice()
    desk, anna, other = scene.evening.browser(), scene.anna.key, scene.other.key
    assert "Change the name" in text(desk, f"/players/{anna}/")
    assert f"/players/{anna}/staff/merge/{other}/" in text(desk, f"/players/{anna}/staff/?q=anna")
    page = text(desk, f"/players/{anna}/staff/merge/{other}/")
    assert f"{SECOND} becomes {FIRST}" in page
    assert "They are one person" in page
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    assert desk.post(f"/players/{anna}/staff/merge/{other}/", {"seen": seen}).status_code == 302
    merge = PlayerMerge.objects.get()
    assert f"/merges/{merge.key}/undo/" in text(desk, f"/players/{anna}/staff/")
    assert "two players again" in text(desk, f"/merges/{merge.key}/undo/")
    assert desk.post(f"/merges/{merge.key}/undo/").status_code == 302
    assert not Player.objects.exclude(merged_into=None).exists()


def test_conflicts_stand_on_the_page_and_nothing_can_be_pressed() -> None:
    scene = Twice(plays=False)
    scene.evening.started((FIRST, SECOND), name="Both")
    page = text(scene.evening.browser(), f"/players/{scene.anna.key}/staff/merge/{scene.other.key}/")
    assert "Both take part in" in page
    assert "They are one person" not in page


def test_player_says_that_another_player_is_the_same_and_the_club_sees_it() -> None:
    scene = Twice(plays=False)
    user = scene.evening.account("anna@example.org")
    Player.objects.filter(pk=scene.anna.pk).update(user=user)
    browser, club = scene.evening.browser(user), scene.evening.club.slug
    assert "This is me, too" in text(browser, f"/players/{scene.other.key}/")
    assert "This is me, too" not in text(browser, f"/players/{scene.anna.key}/")
    assert FIRST in text(browser, f"/players/{scene.other.key}/same/")
    assert browser.post(f"/players/{scene.other.key}/same/").status_code == 302
    assert SECOND in text(browser, "/my-data/")
    desk = scene.evening.browser()
    assert "Are these one person?" in text(desk, f"/clubs/{club}/people/")
    asked = MergeRequest.objects.get()
    assert desk.post(f"/clubs/{club}/people/same/{asked.key}/refuse/").status_code == 302
    assert "refused" in text(browser, "/my-data/")


def test_a_stranger_sees_none_of_it() -> None:
    scene = Twice(plays=False)
    stranger = scene.evening.browser(scene.evening.account("stranger@example.org"))
    page = text(stranger, f"/players/{scene.anna.key}/")
    assert "Change the name" not in page
    for address in (
        f"/players/{scene.anna.key}/staff/",
        f"/players/{scene.anna.key}/staff/merge/{scene.other.key}/",
    ):
        text(stranger, address, 403)
        assert Client().get(address).status_code == 302
    assert stranger.post(f"/players/{scene.anna.key}/staff/rename/", {"name": "X"}).status_code == 403


def test_new_name_is_everywhere_and_the_old_one_for_staff_until_it_is_forgotten() -> None:
    scene = Twice(plays=False)
    desk, key = scene.evening.browser(), scene.anna.key
    assert desk.post(f"/players/{key}/staff/rename/", {"name": "  "}).status_code == 422
    assert desk.post(f"/players/{key}/staff/rename/", {"name": "Rosa Falk"}).status_code == 302
    public = [
        *(f"/players/{key}/", f"/events/{scene.events[0].slug}/", f"/clubs/{scene.evening.club.slug}/"),
        *(f"/api/v1/players/{key}/", f"/api/v1/events/{scene.events[0].slug}/entries/"),
    ]
    for address in public:
        page = text(Client(), address)
        assert "Rosa Falk" in page, address
        assert ">Anna<" not in page, address
        assert '"Anna"' not in page, address
    assert key not in text(Client(), "/search/?q=Anna")
    assert "until" in text(desk, f"/players/{key}/staff/")
    assert key in text(desk, f"/players/{scene.other.key}/staff/?q=Anna")
    [line] = entries_preview(event=scene.evening.event(("Zoe",), name="Next"), text="Anna")
    assert (line.status, line.player_keys) == (LineStatus.UNCLEAR, (key,))
    former = FormerName.objects.get()
    assert desk.post(f"/former-names/{former.key}/forget/").status_code == 302
    assert key not in text(desk, f"/players/{scene.other.key}/staff/?q=Anna")
    [line] = entries_preview(event=scene.events[1], text="Anna")
    assert line.status == LineStatus.NEW


def test_api_previews_merges_undoes_and_renames() -> None:
    scene = Twice()
    desk, anna, other = scene.evening.browser(), scene.anna.key, scene.other.key
    look = desk.get(f"/api/v1/players/{anna}/merges/preview/?other={other}").json()
    assert (look["conflicts"], look["other"]["name"], len(look["events"])) == ([], SECOND, 1)
    said = {"other": other, "seen": look["seen"]}
    first = desk.post(f"/api/v1/players/{anna}/merges/", said, content_type="application/json")
    again = desk.post(f"/api/v1/players/{anna}/merges/", {"other": other}, content_type="application/json")
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert [row["key"] for row in desk.get(f"/api/v1/players/{anna}/merges/").json()["results"]] == [
        first.json()["key"]
    ]
    assert desk.delete(f"/api/v1/merges/{first.json()['key']}/").status_code == 204
    named = desk.put(f"/api/v1/players/{anna}/name/", {"name": "Rosa Falk"}, content_type="application/json")
    assert named.json()["name"] == "Rosa Falk"
    [former] = desk.get(f"/api/v1/players/{anna}/former-names/").json()["results"]
    assert former["name"] == FIRST
    assert desk.delete(f"/api/v1/former-names/{former['key']}/").status_code == 204
    assert Client().get(f"/api/v1/players/{anna}/former-names/").status_code in {401, 403}


def test_api_takes_what_a_player_says_of_doubles() -> None:
    scene = Twice(plays=False)
    user = scene.evening.account("anna@example.org")
    Player.objects.filter(pk=scene.anna.pk).update(user=user)
    browser = scene.evening.browser(user)
    asked = browser.post(f"/api/v1/players/{scene.other.key}/same/")
    assert asked.status_code == 201
    assert [row["key"] for row in browser.get("/api/v1/me/same/").json()["results"]] == [asked.json()["key"]]
    assert scene.evening.browser().post(f"/api/v1/same/{asked.json()['key']}/").status_code == 204
    assert browser.get("/api/v1/me/same/").json()["results"][0]["refused_at"]
    assert browser.delete(f"/api/v1/same/{asked.json()['key']}/").status_code == 204
