"""What pages fetch while they are looked at: one query for an answer that the reader has, no cookie, and news only
where there are some."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client

from games.services.players import player_rename
from tests.evening import NAMES, Evening, entry_at
from tournaments.models import Event, Match
from tournaments.selectors.events import stage_of
from tournaments.selectors.page_versions import versioned_event, versioned_game
from tournaments.services.events.finish import event_finish
from tournaments.services.results.confirm import result_confirm, result_dispute
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.pair import round_pair

# Transactional, so that the tasks run after the commits.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

FRAGMENTS = [
    "/live/en/events/{event}/",
    "/live/de/events/{event}/rounds/1/",
    "/live/nl/events/{event}/standings/?round=1",
    "/live/en/games/{game}/",
    "/live/en/events/{event}/tabs/crosstable/",
    "/live/de/events/{event}/tabs/entries/",
    "/live/en/evenings/{entry}/",
]


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(NAMES[:4])


def address(fragment: str, event: Event, match: Match) -> str:
    seat = match.seats.all()[0]
    return fragment.format(event=event.slug, game=match.games.all()[0].game.key, entry=seat.entry.key)


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
        (f"/events/{event.slug}/crosstable/", FRAGMENTS[4]),
        (f"/events/{event.slug}/players/", FRAGMENTS[5].replace("/de/", "/en/")),
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
    seen = [(versioned_event(event.slug).version, versioned_game(game).version)]

    def assert_new_sign(of_game: bool) -> None:
        now = (versioned_event(event.slug).version, versioned_game(game).version)
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
    said, new = said_in(before), [text for text in said_in(after) if text not in said_in(before)]
    assert said == [f"{event.name}: running", "Round 1 is paired"]  # nobody leads before the first point
    assert new[0] in {f"In the lead: {name}" for name in names}
    assert [new[1].startswith(f"Table 1: {names[0]} "), new[1].endswith(names[1]), len(new)] == [True, True, 2]


def said_in(answer: Any) -> list[str]:
    return [html.unescape(part.split('"')[0]) for part in answer.content.decode().split('data-say="')[1:]]


def test_what_becomes_of_a_game_is_said_each_time_in_other_words(
    evening: Evening, event: Event, matches: list[Match], client: Client
) -> None:
    there, game = f"/live/en/events/{event.slug}/", matches[0].games.all()[0].game
    names = [seat.entry.player.name for seat in matches[0].seats.all()]
    white = next(seat.player.name for seat in game.seats.all() if seat.name == "white")

    def said() -> str:
        return next(text for text in said_in(client.get(there)) if text.startswith("Table 1: "))

    submission = evening.submit(matches[0])
    assert said().endswith(", to be confirmed")
    result_dispute(act=evening.by(entry_at(matches[0], 1)), submission_key=submission.key)
    assert said() == f"Table 1: {names[0]} and {names[1]} don’t agree"
    result_rule(act=evening.act(why="Went home"), game_key=game.key, kind="forfeit", winner="white")
    assert said() == f"Table 1: {white} wins by forfeit"


def test_players_own_page_has_news_of_his_own_game_and_none_of_drafts(
    evening: Evening, event: Event, matches: list[Match], client: Client
) -> None:
    there = address("/live/en/evenings/{entry}/", event, matches[0])
    seen = client.get(there)["ETag"]

    def has_news() -> bool:
        nonlocal seen
        answer = client.get(there, headers={"If-None-Match": seen})
        seen = answer["ETag"]
        return answer.status_code == 200

    player_rename(act=evening.act(), player=entry_at(matches[1], 0).player, name="Jan")
    assert not has_news()
    player_rename(act=evening.act(), player=entry_at(matches[0], 1).player, name="Zoë")
    assert has_news()
    own, other = evening.submit(matches[0]), evening.submit(matches[1])
    assert has_news()
    for match, submission, is_own in ((matches[0], own, True), (matches[1], other, False)):
        result_confirm(act=evening.by(entry_at(match, 1)), submission_key=submission.key)
        assert has_news() is is_own
    round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert not has_news()
    assert client.get("/live/en/evenings/nobody/").status_code == 404


def test_drafts_are_no_news(evening: Evening, event: Event, matches: list[Match], client: Client) -> None:
    for match in matches:
        evening.play(match)
    round_pair(act=evening.act(), stage=stage_of(event), number=2)
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
    with django_assert_num_queries(14):
        client.get(f"/events/{event.slug}/")
    with django_assert_num_queries(2):
        client.get(f"/events/{event.slug}/")
