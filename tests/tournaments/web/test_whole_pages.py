"""Whole pages from the cache, for visitors without cookies: under the page's version, never with a cookie in them, and
gone at once where something must no longer be shown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.views.decorators.csrf import csrf_protect

from games.models import Player
from games.services.erasing import player_erase
from games.services.players import player_name_hide
from magistrar_site.cache import cache_outage
from magistrar_site.shared import whole_pages
from magistrar_site.shared.recent_versions import COOKIE
from magistrar_site.shared.web_cache import cached
from tests.evening import NAMES, Evening
from tournaments.enums import EventState
from tournaments.models import Event, Match
from tournaments.services.results.rule import result_rule

# Transactional: an epoch begins after the commit.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

A_LONG_TIME = 3600


@pytest.fixture(autouse=True)
def versions_last(settings: Any) -> Iterator[None]:
    """Versions are believed for longer than a test takes: what it sees anew was made anew for a reason."""
    cache.clear()
    settings.VERSION_SECONDS = A_LONG_TIME
    yield
    cache.clear()


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(NAMES[:4])


def pages(event: Event) -> list[str]:
    player = Player.objects.earliest("pk")
    at = f"/events/{event.slug}/"
    return [at, f"{at}rounds/1/", f"{at}standings/", f"{at}crosstable/", f"{at}players/", f"/players/{player.key}/"]


def test_stranger_gets_the_page_without_a_query(
    event: Event, matches: list[Match], django_assert_num_queries: Any
) -> None:
    for page in ["/", "/events/", "/clubs/", "/leaderboard/", *pages(event)]:
        first = Client().get(page)
        with django_assert_num_queries(0):
            again = Client().get(page)
        assert again.content == first.content, page
        assert {"Accept-Language", "Accept-Encoding", "Cookie"} <= set(again["Vary"].split(", ")), page
        assert again["Content-Security-Policy"] == first["Content-Security-Policy"]
        assert again["X-Request-ID"] != first["X-Request-ID"]


def test_page_in_memory_is_asked_for_anew_in_its_time(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    page, real = f"/events/{event.slug}/", time.time
    asked: list[str] = []

    def noting(key: str, make: Any, *, seconds: float) -> Any:
        asked.append(key)
        return cached(key, make, seconds=seconds)

    monkeypatch.setattr(whole_pages, "cached", noting)
    Client().get(page)
    for later, times in ((whole_pages.PAGE_SECONDS - 60, 1), (whole_pages.PAGE_SECONDS + 60, 2)):
        monkeypatch.setattr(time, "time", lambda later=later: real() + later)
        assert Client().get(page).status_code == 200
        assert len(asked) == times


def test_words_that_are_no_number_of_a_page_fill_no_memory(event: Event) -> None:
    page = f"/events/{event.slug}/standings/"
    held = len(whole_pages._held)
    for number in range(3):
        assert Client().get(page, {"page": f"x{number}"}).status_code == 200
    assert len(whole_pages._held) == held
    Client().get(page, {"page": "1"})
    assert len(whole_pages._held) == held + 1


def test_each_language_and_compression_has_a_page_of_its_own(event: Event) -> None:
    page = f"/events/{event.slug}/standings/"
    found = {
        (language, encoding): Client().get(page, headers={"Accept-Language": language, "Accept-Encoding": encoding})
        for language in ("en", "de", "nl")
        for encoding in ("gzip", "")
        for _again in range(2)
    }
    assert {key: (each["Content-Language"], each.get("Content-Encoding", "")) for key, each in found.items()} == {
        key: key for key in found
    }


def test_reader_with_a_cookie_or_a_token_is_not_shown_a_strangers_page(event: Event, evening: Evening) -> None:
    page = f"/events/{event.slug}/"
    Client().get(page)
    signed_in = Client()
    signed_in.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    assert "/manage/" in signed_in.get(page).content.decode()
    assert "/manage/" not in Client().get(page).content.decode()
    with_token = Client().get(page, headers={"Authorization": "Bearer x"})
    assert with_token.status_code == 200


def test_answer_that_sets_a_cookie_is_never_kept(event: Event) -> None:
    form = csrf_protect(lambda request: HttpResponse(get_token(request)))
    middleware = whole_pages.whole_pages(lambda request: form(request))
    page = whole_pages.PublicPage(frozenset(), None)
    with patch.object(whole_pages, "_page_at", return_value=(page, {})):
        answers = [middleware(RequestFactory().get("/form/")) for _again in range(2)]
    assert [set(answer.cookies) for answer in answers] == [{"csrftoken"}] * 2
    assert answers[0].cookies["csrftoken"].value != answers[1].cookies["csrftoken"].value


def test_address_with_unknown_members_is_answered_and_not_kept(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    page, kept = f"/events/{event.slug}/", []
    monkeypatch.setattr(whole_pages, "_kept", kept.append)
    for query in ("", "?page=2", "?utm_source=x", "?page=2&q=y"):
        assert Client().get(f"{page}{query}").status_code == 200
    assert len(kept) == 2


def test_hidden_name_is_gone_at_once(event: Event, evening: Evening, matches: list[Match]) -> None:
    player = Player.objects.get(name=NAMES[0])
    before = {page: Client().get(page).content.decode() for page in [*pages(event), f"/players/{player.key}/"]}
    live = f"/live/en/events/{event.slug}/"
    assert NAMES[0] in Client().get(live).content.decode()
    assert any(NAMES[0] in text for text in before.values())
    player_name_hide(act=evening.act(), player=player, hides=True)
    for page in [*before, live]:
        assert NAMES[0] not in Client().get(page).content.decode(), page


def test_deleted_person_is_gone_at_once(event: Event, evening: Evening, matches: list[Match]) -> None:
    player = Player.objects.get(name=NAMES[0])
    shown = [*pages(event), f"/players/{player.key}/", f"/live/en/events/{event.slug}/"]
    for page in shown:
        Client().get(page)
    player_erase(act=evening.act(), player=player)
    for page in shown:
        assert NAMES[0] not in Client().get(page).content.decode(), page


def test_event_that_is_no_longer_listed_is_gone_at_once(event: Event, matches: list[Match]) -> None:
    assert event.name in Client().get("/events/").content.decode()
    assert Client().get(f"/events/{event.slug}/").status_code == 200
    event.state = EventState.DRAFT
    event.save()
    assert event.name not in Client().get("/events/").content.decode()
    for page in (*pages(event)[:5], f"/live/en/events/{event.slug}/"):
        assert Client().get(page).status_code == 404, page


def test_reader_who_wrote_sees_their_result_while_others_may_see_what_was(
    event: Event, evening: Evening, matches: list[Match]
) -> None:
    page = f"/events/{event.slug}/"
    reader, other = Client(), Client()
    for client in (reader, other):
        client.cookies["magistrar_links"] = "somebody.1.signed"
    before = [client.get(page).content for client in (reader, other)]
    result_rule(act=evening.act(why="Desk"), game_key=matches[0].games.all()[0].game.key, kind="bare", winner="white")
    assert other.get(page).content == before[1]
    reader.cookies[COOKIE] = "1"
    assert reader.get(page).content != before[0]
    assert other.get(page).content == reader.get(page).content  # what one of them saw is there for all


def test_form_leaves_the_cookie_of_a_reader_who_wrote(event: Event, evening: Evening) -> None:
    client = Client()
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    assert COOKIE not in client.get(f"/events/{event.slug}/").cookies
    sent = client.post("/language/", {"language": "de", "next": "/"})
    assert (sent.status_code, sent.cookies[COOKIE]["max-age"]) == (302, A_LONG_TIME + 2)
    assert COOKIE not in Client().post("/language/", {"language": "de", "next": "/"}).cookies


def test_nothing_is_remembered_while_the_cache_is_away(
    event: Event, evening: Evening, matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = f"/events/{event.slug}/"
    before = Client().get(page).content
    result_rule(act=evening.act(why="Desk"), game_key=matches[0].games.all()[0].game.key, kind="bare", winner="white")
    assert Client().get(page).content == before
    cache_outage.begin()
    try:
        assert Client().get(page).content != before
    finally:
        cache_outage.end()
