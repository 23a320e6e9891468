"""The desk's page of results: one list, many taken at once, each refusal named."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.enums import GameState, Grade, ResultKind, Role
from games.models import GameResult
from games.services.clubs import club_role_set
from tests.evening import NAMES, Evening, entry_at, game_of
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def with_role(evening: Evening, role: Role) -> Client:
    user = evening.account(f"{role.value}@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
    return signed_in(user)


def states(matches: list[Match]) -> list[str]:
    return [game_of(match).state for match in matches]


def desk(event: Event, query: str = "") -> str:
    return f"/events/{event.slug}/manage/results/{query}"


def names(match: Match) -> str:
    return " – ".join(entry_at(match, position).player.name for position in (0, 1))


def plays_himself(evening: Evening, match: Match) -> None:
    player = entry_at(match, 1).player
    player.user = evening.user
    player.save(update_fields=["user"])


def result_at(match: Match) -> tuple[str, int | None]:
    """How the game ended, and the winner's position."""
    game = game_of(match)
    result = GameResult.objects.get(game=game, is_current=True)
    sides = {seat.player_id: seat.number for seat in game.seats.all()}
    by_position = [sides[entry_at(match, position).player_id] for position in (0, 1)]
    return result.kind, by_position.index(result.winner) if result.winner else None


def test_list_tells_what_is_missing_what_waits_and_until_when(
    evening: Evening, event: Event, matches: list[Match], organiser: Client
) -> None:
    evening.play(matches[0])
    evening.submit(matches[1], evening.body(matches[1], Grade.SHEET))
    answer = organiser.get(desk(event))
    shown = answer.context["games"]
    assert [game.state for game in shown] == ["agreed", "submitted", "expected", "expected"]
    assert [count for _name, _label, count in answer.context["lists"]] == [4, 2, 1, 0]
    assert shown[1].waits_for == entry_at(matches[1], 1).player.name
    assert "counts at 20:30" in answer.content.decode()
    assert [game.table for game in organiser.get(desk(event, "?show=open")).context["games"]] == [3, 4]


def test_all_that_wait_are_accepted_at_once(
    evening: Evening, event: Event, matches: list[Match], organiser: Client
) -> None:
    for match in matches[:3]:
        evening.submit(match)
    keys = [game.waiting.submission_key for game in organiser.get(desk(event)).context["waiting"]]
    response = organiser.post(desk(event, "?round=1"), {"all": "1", "waiting": keys})
    assert (response.status_code, response["Location"]) == (302, desk(event, "?round=1&show=all"))
    assert states(matches) == ["agreed", "agreed", "agreed", "expected"]


def test_ticked_ones_are_accepted_and_each_refusal_is_named(
    evening: Evening, event: Event, matches: list[Match], organiser: Client
) -> None:
    keys = [evening.submit(match).key for match in matches[:3]]
    plays_himself(evening, matches[1])
    evening.later(minutes=1)
    evening.submit(matches[2], key="newer")
    response = organiser.post(desk(event), {"accept": [*keys, keys[0], "nothing"]})
    assert response.status_code == 409
    assert states(matches) == ["agreed", "submitted", "submitted", "expected"]
    refused = [(item.what, item.code) for item in response.context["refused"]]
    assert refused == [
        (f"Table 2, {names(matches[1])}", "own_game"),
        (f"Table 3, {names(matches[2])}", "superseded"),
        ("nothing", "no_such_submission"),
    ]
    page = response.content.decode()
    assert "1 result recorded." in page
    assert "You play in this game yourself" in page


@pytest.mark.parametrize(
    "typed, expected",
    [
        ("1", (ResultKind.PLAYED, 0)),
        ("2", (ResultKind.PLAYED, 1)),
        ("0", (ResultKind.PLAYED, None)),
        ("=", (ResultKind.PLAYED, None)),
        ("1+", (ResultKind.FORFEIT, 0)),
        ("2+", (ResultKind.FORFEIT, 1)),
        ("--", (ResultKind.DOUBLE_FORFEIT, None)),
    ],
)
def test_typed_result_counts_for_the_player_by_his_place(
    typed: str, expected: tuple[str, int | None], event: Event, matches: list[Match], organiser: Client
) -> None:
    response = organiser.post(desk(event), {"line": f"2 {typed}"})
    assert response.status_code == 302
    assert states(matches) == ["expected", "entered", "expected", "expected"]
    assert result_at(matches[1]) == expected


def test_several_typed_results_are_entered_but_for_those_that_can_not(
    evening: Evening, event: Event, matches: list[Match], organiser: Client
) -> None:
    evening.play(matches[3])
    text = "1 1, 2 2; 99 1,4 1,  3.1   -- ,3 x,,table"
    response = organiser.post(desk(event), {"line": text})
    assert response.status_code == 409
    assert states(matches) == ["entered", "entered", "entered", "agreed"]
    assert [(item.what, item.code) for item in response.context["refused"]] == [
        ("99 1", "no_such_table"),
        ("4 1", "has_result"),
        ("3 x", "unreadable_line"),
        ("table", "unreadable_line"),
    ]
    assert 'value="99 1, 4 1, 3 x, table"' in response.content.decode()


def test_two_results_typed_for_one_game_are_both_refused(event: Event, matches: list[Match], organiser: Client) -> None:
    response = organiser.post(desk(event), {"line": "1 1, 2 1, 2 2, 1 1"})
    assert states(matches) == ["entered", "expected", "expected", "expected"]
    assert [(item.what, item.code) for item in response.context["refused"]] == [
        ("2 1", "typed_twice"),
        ("2 2", "typed_twice"),
    ]


@pytest.mark.parametrize("typed", [" , ", ""])
def test_nothing_typed_is_said_on_the_form(typed: str, event: Event, matches: list[Match], organiser: Client) -> None:
    response = organiser.post(desk(event), {"line": typed})
    assert response.status_code == 422
    assert 'class="errorlist"' in response.content.decode()
    assert states(matches) == ["expected"] * 4


def test_desk_types_what_is_proven_well_enough(evening: Evening, event: Event, matches: list[Match]) -> None:
    client = with_role(evening, Role.DESK)
    key = evening.submit(matches[0]).key
    page = client.get(desk(event)).content.decode()
    assert f"/games/{game_of(matches[1]).key}/sheet/" in page
    assert f"/games/{game_of(matches[1]).key}/rule/" not in page
    assert client.post(desk(event), {"accept": key}).status_code == 302
    response = client.post(desk(event), {"line": "2 1, 3 2+, 4 24:10"})
    assert [(item.what, item.code) for item in response.context["refused"]] == [
        ("2 1", "needs_arbiter"),
        ("3 2+", "needs_arbiter"),
    ]
    assert states(matches) == ["agreed", "expected", "expected", "entered"]


def test_desk_types_no_score_where_games_must_be_handed_in(
    evening: Evening, event: Event, matches: list[Match]
) -> None:
    event.rules = {**event.rules, "least_grade": "sheet"}
    event.save(update_fields=["rules"])
    client = with_role(evening, Role.DESK)
    assert "Type results" not in client.get(desk(event)).content.decode()
    response = client.post(desk(event), {"line": "1 24:10"})
    assert [item.code for item in response.context["refused"]] == ["needs_arbiter"]


def test_desk_types_who_won_where_the_event_accepts_bare_results(
    evening: Evening, event: Event, matches: list[Match]
) -> None:
    event.rules = {**event.rules, "least_grade": "bare"}
    event.save(update_fields=["rules"])
    client = with_role(evening, Role.DESK)
    assert "Type results" in client.get(desk(event)).content.decode()
    evening.submit(matches[2])
    winner = result_at(matches[2])[1]
    other = {0: "2", 1: "1", None: "1"}[winner]
    response = client.post(desk(event), {"line": f"1 1, 2 2+, 3 {other}, 4 0"})
    assert [(item.what, item.code) for item in response.context["refused"]] == [
        ("2 2+", "needs_arbiter"),
        (f"3 {other}", "has_result"),
    ]
    assert states(matches) == ["entered", "expected", "submitted", "entered"]
    assert (result_at(matches[0]), result_at(matches[3])) == ((ResultKind.PLAYED, 0), (ResultKind.PLAYED, None))


def test_own_game_that_is_entered_keeps_a_mark(
    evening: Evening, event: Event, matches: list[Match], organiser: Client
) -> None:
    plays_himself(evening, matches[1])
    organiser.post(desk(event), {"line": "1 1, 2 2"})
    assert states(matches)[:2] == ["entered", "entered"]
    own = [GameResult.objects.get(game=game_of(match), is_current=True).by_seat for match in matches[:2]]
    seat = {row.player_id: row.number for row in game_of(matches[1]).seats.all()}[entry_at(matches[1], 1).player_id]
    assert own == [None, seat]
    assert organiser.get(desk(event)).content.decode().count("by a player of this game") == 1
    assert (
        "A player of this game entered it at the desk."
        in Client().get(f"/games/{game_of(matches[1]).key}/").content.decode()
    )


def test_answer_says_whose_result_it_was_and_takes_it_back(
    evening: Evening, event: Event, matches: list[Match], organiser: Client
) -> None:
    first, second = (entry_at(matches[3], position).player.name for position in (0, 1))
    page = organiser.post(desk(event), {"line": "4 10:24"}, follow=True)
    assert f"Table 4: {second} won 24 : 10." in page.content.decode()
    organiser.post(desk(event), {"line": "3 ="})
    said = organiser.get(desk(event)).context["said"]
    names = " – ".join(entry_at(matches[2], position).player.name for position in (0, 1))
    assert [each.text for each in said] == [f"Table 3: {names} tied.", f"Table 4: {second} won 24 : 10."]
    assert organiser.post(desk(event), {"undo": said[1].undo, "what": said[1].what}).status_code == 302
    assert states(matches)[2:] == ["entered", "expected"]
    again = organiser.post(desk(event), {"undo": said[1].undo, "what": said[1].what})
    assert (again.status_code, again.context["refused"][0].code) == (409, "entry_changed")
    assert first in page.content.decode()


def test_confirmation_is_taken_back_too(
    evening: Evening, event: Event, matches: list[Match], organiser: Client
) -> None:
    key = evening.submit(matches[0]).key
    organiser.post(desk(event), {"accept": key})
    said = organiser.get(desk(event)).context["said"]
    organiser.post(desk(event), {"undo": said[0].undo, "what": said[0].what})
    assert states(matches)[0] == "submitted"
    assert organiser.get(desk(event)).context["said"] == []


def test_the_same_typed_again_asks_nothing_and_more_of_it_is_said(
    event: Event, matches: list[Match], organiser: Client
) -> None:
    first = entry_at(matches[0], 0).player.name
    organiser.post(desk(event), {"line": "1 23:13"})
    number = game_of(matches[0]).result_fact
    for same in ("1 23:13", "1 1"):
        assert organiser.post(desk(event), {"line": same}).status_code == 302
    assert game_of(matches[0]).result_fact == number
    (asked,) = organiser.post(desk(event), {"line": "1 23:13 3-2"}).context["asked"]
    organiser.post(desk(event), {"line": "1 23:13 3-2", "replace": asked.seen})
    assert f"Table 1: {first} won 23 : 13 (3-2)." in organiser.get(desk(event)).content.decode()


def test_typing_over_an_entry_asks_first(event: Event, matches: list[Match], organiser: Client) -> None:
    organiser.post(desk(event), {"line": "2 1"})
    response = organiser.post(desk(event), {"line": "2 2"})
    assert (response.status_code, result_at(matches[1])) == (409, (ResultKind.PLAYED, 0))
    asked = response.context["asked"]
    assert [(each.typed, each.now) for each in asked] == [
        ("2 2", f"Table 2: {entry_at(matches[1], 0).player.name} won.")
    ]
    sent = {"line": "2 2", "replace": asked[0].seen}
    assert organiser.post(desk(event), sent).status_code == 302
    assert result_at(matches[1]) == (ResultKind.PLAYED, 1)
    stale = organiser.post(desk(event), {"line": "2 1", "replace": asked[0].seen})
    assert (stale.status_code, len(stale.context["asked"])) == (409, 1)
    assert result_at(matches[1]) == (ResultKind.PLAYED, 1)


def test_viewer_and_stranger_have_no_desk(evening: Evening, event: Event, matches: list[Match]) -> None:
    stranger = signed_in(evening.account("stranger@example.org"))
    for client in (with_role(evening, Role.VIEWER), stranger):
        assert client.get(desk(event)).status_code == 403
        assert client.post(desk(event), {"accept": "x"}).status_code == 403


def test_before_the_first_round_the_page_says_what_will_be_here(event: Event, organiser: Client) -> None:
    answer = organiser.get(desk(event))
    assert "No round is published yet" in answer.content.decode()
    assert organiser.get(desk(event, "?round=1")).status_code == 404


def test_earlier_round_can_be_looked_at(
    evening: Evening, event: Event, matches: list[Match], organiser: Client
) -> None:
    for match in matches:
        evening.play(match, Grade.SCORE)
    evening.publish(event, 2)
    assert {game.state for game in organiser.get(desk(event, "?round=1")).context["games"]} == {GameState.AGREED}
    assert {game.state for game in organiser.get(desk(event)).context["games"]} == {GameState.EXPECTED}


@pytest.mark.parametrize("players", [4, 6])
def test_desk_costs_the_same_with_two_and_with_three_rows(
    players: int, evening: Evening, django_assert_num_queries: Any
) -> None:
    event = evening.started(NAMES[:players], name="Few")
    for match in evening.publish(event, 1):
        evening.submit(match)
    client = signed_in(evening.user)
    with django_assert_num_queries(30):
        assert client.get(desk(event)).status_code == 200
