"""Every pairing and every bye says why, for everybody once it is published."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import SeatResult
from tests.evening import NAMES, Evening, entry_at, game_of
from tournaments.models import Entry, Event, Match
from tournaments.selectors.events import stage_of
from tournaments.services.events.start import event_start
from tournaments.services.rounds.byes import bye_request
from tournaments.services.rounds.change import match_turn
from tournaments.services.rounds.pair import round_pair

pytestmark = pytest.mark.django_db


def page_of(client: Client, match: Match) -> str:
    response = client.get(f"/matches/{match.key}/")
    assert response.status_code == 200
    return response.content.decode()


def named(event: Event) -> dict[int, str]:
    entries = Entry.objects.filter(event=event, number__isnull=False).select_related("player")
    return {entry.number or 0: entry.player.name for entry in entries}


def test_first_round_says_group_halves_and_the_lot(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    match, names = evening.publish(event, 1)[0], named(event)
    page = page_of(client, match)
    assert "Both belong to score group 0, by their points (1.3)." in page
    assert f"{names[1]} and {names[5]} are both number 1 of 4 in their halves." in page
    starter = entry_at(match, 0).player.name
    assert f"{starter} starts: by the lot drawn before round 1" in page


def test_later_round_shows_points_and_starts_before_it(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    evening.play_out(event, 1)
    match = evening.publish(event, 2)[0]
    page = page_of(client, match)
    game = game_of(match).key
    assert f'<a href="/games/{game}/">To the game</a>' in page
    assert f'<a href="/matches/{match.key}/">' in client.get(f"/games/{game}/").content.decode()
    assert "are those of FIDE’s handbook" in page
    evening.play(match)
    rows = SeatResult.objects.filter(result__game__key=game).order_by("seat__number")
    honoris = [row.numbers_by_key["honoris"] for row in rows]
    assert f'<b class="number">{honoris[0]} : {honoris[1]}</b>'.replace("-", "−") in page_of(client, match)
    assert "Both belong to score group" in page
    assert "starts:" in page
    assert "With the rounds each player started, and those they didn’t." in page


def test_bye_says_why_it_is_this_players(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:5], preset="swiss-evening")
    bye = next(match for match in evening.publish(event, 1) if match.bye)
    page = page_of(client, bye)
    assert "The number of players is odd, so one of them has a bye (1.5)." in page
    assert "has not had a bye yet, nor the points of a win without playing (C.2)." in page


def test_bye_that_was_asked_for_says_so(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    entry = Entry.objects.filter(event=event).earliest("number")
    bye_request(act=evening.by(entry), stage=stage_of(entry.event), entry=entry, number=1, kind="half_bye")
    bye = next(match for match in evening.publish(event, 1) if match.bye == "half_bye")
    assert "Asked for a half-point bye in this round." in page_of(client, bye)


def test_round_robin_shows_the_row_of_the_berger_table(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:5])
    matches, names = evening.publish(event, 1), named(event)
    page = page_of(client, matches[0])
    assert "Round 1 of the Berger table for 5 players (C.05, Annex 1)." in page
    rows = [
        (row.numbers, row.is_own) for row in client.get(f"/matches/{matches[0].key}/").context["explanation"].berger
    ]
    own = (entry_at(matches[0], 0).number, entry_at(matches[0], 1).number)
    assert rows == [((1, 0), False), ((2, 5), own == (2, 5)), ((3, 4), own == (3, 4))]
    assert f"{names[2]} – {names[5]}" in page
    rest = next(match for match in matches if match.bye)
    assert "by the Berger table everybody rests once" in page_of(client, rest)


def test_change_by_hand_is_told(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    match = evening.publish(event, 1)[0]
    match_turn(act=evening.act(why="They sat down the other way round"), round_=match.round, match=match.key)
    turned = Match.objects.get(round=match.round, table=match.table, is_void=False)
    assert "Changed by hand; the event keeps who did it." in page_of(client, turned)


def test_lots_decide_who_starts_where_the_event_says_so(evening: Evening, client: Client) -> None:
    event = evening.event(NAMES, preset="swiss-evening")
    event.rules = {**event.rules, "starter": "lots"}
    event.save(update_fields=["rules"])
    match = evening.publish(event_start(act=evening.act(), event=event), 1)[0]
    page = page_of(client, match)
    assert "In this event lots decide who starts." in page
    assert "(5.2.5)" not in page


def test_draft_is_explained_to_staff_alone(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    round_pair(act=evening.act(), stage=stage_of(event), number=1)
    match = Match.objects.filter(round__stage__event=event).earliest("table")
    assert client.get(f"/matches/{match.key}/").status_code == 404
    assert client.get(f"/api/v1/matches/{match.key}/explanation/").status_code == 404
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    assert "Both belong to score group" in page_of(client, match)


def test_hidden_names_stay_hidden(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    match = evening.publish(event, 1)[0]
    for position in (0, 1):
        player = entry_at(match, position).player
        player.hides_name = True
        player.save(update_fields=["hides_name"])
    page = page_of(client, match)
    assert not any(entry_at(match, position).player.name in page for position in (0, 1))


def test_api_gives_codes_and_words(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    match = evening.publish(event, 1)[0]
    explained = client.get(f"/api/v1/matches/{match.key}/explanation/").json()
    assert [step["code"] for step in explained["steps"]] == ["same_score", "natural", "5.2.5"]
    assert explained["steps"][0] == {
        "code": "same_score",
        "parameters": {"points": "0"},
        "topic": "pairing",
        "text": "Both belong to score group 0, by their points (1.3).",
    }
    assert [side["number"] for side in explained["sides"]] == [entry_at(match, 0).number, entry_at(match, 1).number]


def test_round_page_links_to_the_reasons(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    matches = evening.publish(event, 1)
    page = client.get(f"/events/{event.slug}/rounds/1/").content.decode()
    assert all(f'href="/matches/{match.key}/"' in page for match in matches)
