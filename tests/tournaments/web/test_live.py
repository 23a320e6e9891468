"""What pages fetch while they are looked at: one query for an answer that the reader has, no cookie, and news only
where there are some."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.services.players import player_rename
from tests.evening import NAMES, Evening
from tournaments.models import Event, Match
from tournaments.selectors.signs import signed_event, signed_game
from tournaments.services.events import event_finish
from tournaments.services.rounds import round_pair

# Transactional, so that the tasks run after the commits.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

FRAGMENTS = [
    "/live/en/events/{event}/",
    "/live/de/events/{event}/rounds/1/",
    "/live/nl/events/{event}/standings/?round=1",
    "/live/en/games/{game}/",
]


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(NAMES[:4])


def address(fragment: str, event: Event, match: Match) -> str:
    return fragment.format(event=event.slug, game=match.games.all()[0].game.key)


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_answer_that_the_reader_has_costs_one_query_even_with_a_session(
    fragment: str, evening: Evening, event: Event, matches: list[Match], client: Client, django_assert_num_queries: Any
) -> None:
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    there = address(fragment, event, matches[0])
    first = client.get(there)
    assert (first.status_code, first["Cache-Control"]) == (200, "public, no-cache")
    assert not first.cookies
    assert "Cookie" not in first["Vary"]
    with django_assert_num_queries(1):
        again = client.get(there, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"].removeprefix("W/")) == (
        304,
        b"",
        first["ETag"].removeprefix("W/"),
    )


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_fragment_is_the_same_for_a_reader_with_a_link_and_for_a_stranger(
    fragment: str, evening: Evening, event: Event, matches: list[Match], client: Client
) -> None:
    there = address(fragment, event, matches[0])
    stranger = Client().get(there)
    client.cookies["magistrar_links"] = f"{matches[0].seats.all()[0].entry.key}.1.signed"
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(there).content == stranger.content


def test_page_knows_the_tag_of_what_it_shows(event: Event, matches: list[Match], client: Client) -> None:
    for page, fragment in (
        (f"/events/{event.slug}/", FRAGMENTS[0]),
        (f"/games/{matches[0].games.all()[0].game.key}/", FRAGMENTS[3]),
        (f"/events/{event.slug}/standings/?round=1", FRAGMENTS[2].replace("/nl/", "/en/")),
    ):
        shown = client.get(page).content.decode()
        tag = shown.split('data-live-tag="')[1].split('"')[0].replace("&quot;", '"')
        there = shown.split('data-live="')[1].split('"')[0].replace("&amp;", "&")
        assert there == address(fragment, event, matches[0])
        assert client.get(there, headers={"If-None-Match": tag}).status_code == 304


def test_language_of_the_address_is_the_answers(event: Event, matches: list[Match], client: Client) -> None:
    answers = {
        language: client.get(f"/live/{language}/events/{event.slug}/", headers={"Accept-Language": "nl"})
        for language in ("en", "de")
    }
    assert "Table" in answers["en"].content.decode()
    assert "Tisch" in answers["de"].content.decode()
    assert answers["en"]["ETag"] != answers["de"]["ETag"]


def test_whatever_the_page_shows_changes_its_sign(evening: Evening, event: Event, matches: list[Match]) -> None:
    game = matches[0].games.all()[0].game.key
    seen = [(signed_event(event.slug).sign, signed_game(game).sign)]

    def assert_new_sign(of_game: bool) -> None:
        now = (signed_event(event.slug).sign, signed_game(game).sign)
        assert now[0] not in {before for before, _game in seen}
        assert (now[1] != seen[-1][1]) is of_game
        seen.append(now)

    submission = evening.submit(matches[0])
    assert_new_sign(of_game=True)
    player_rename(act=evening.act(), player=matches[0].seats.all()[0].entry.player, name="Zoë")
    assert_new_sign(of_game=True)
    player_rename(act=evening.act(), player=matches[1].seats.all()[0].entry.player, name="Jan")
    assert_new_sign(of_game=False)
    assert submission.accepted


def test_result_is_in_the_next_answer_with_words_to_be_said(
    evening: Evening, event: Event, matches: list[Match], client: Client
) -> None:
    there = f"/live/en/events/{event.slug}/"
    before = client.get(there)
    evening.play(matches[0])
    after = client.get(there, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    names = [seat.entry.player.name for seat in matches[0].seats.all()]
    said = [part.split('"')[0] for part in after.content.decode().split('data-say="')[1:]]
    assert any(text.startswith(f"Table 1: {names[0]} ") and text.endswith(names[1]) for text in said)
    assert any(text.startswith("In the lead: ") for text in said)


def test_drafts_are_no_news(evening: Evening, event: Event, matches: list[Match], client: Client) -> None:
    for match in matches:
        evening.play(match)
    round_pair(act=evening.act(), event=event, number=2)
    assert client.get(f"/live/en/events/{event.slug}/rounds/2/").status_code == 404
    assert 'data-live-round="1"' in client.get(f"/live/en/events/{event.slug}/").content.decode()


def test_watching_ends_with_the_event(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:2])
    evening.play_out(event, 1)
    assert "data-live-over" not in client.get(f"/live/en/events/{event.slug}/").content.decode()
    event_finish(act=evening.act(), event=event)
    assert "data-live-over" in client.get(f"/live/en/events/{event.slug}/").content.decode()
    assert "data-live=" not in client.get(f"/events/{event.slug}/").content.decode()


def test_readers_own_lines_are_marked_on_what_is_kept_for_all(
    event: Event, matches: list[Match], client: Client
) -> None:
    key = matches[0].seats.all()[0].entry.key
    client.get(f"/events/{event.slug}/")
    client.cookies["magistrar_links"] = f"{key}.1.signed"
    own = client.get(f"/events/{event.slug}/").content.decode()
    assert own.count("data-me") == 1
    assert own.count('id="own-game"') == 1
    assert "data-me" not in Client().get(f"/events/{event.slug}/").content.decode()


def test_event_page_costs_two_queries_once_it_is_kept(
    event: Event, matches: list[Match], client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(12):
        client.get(f"/events/{event.slug}/")
    with django_assert_num_queries(2):
        client.get(f"/events/{event.slug}/")
