"""The organiser's pages about rounds: what each button does, what is refused in words, who sees nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.accounts.services.links import link_token
from tests.evening import NAMES, Evening, entry_at
from tournaments.enums import RoundState
from tournaments.models import ByeRequest, Entry, Event, FixedTable, Match, PrizeCategory, Round, SeparatedPair
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.rounds.change import match_unpair
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def draft(evening: Evening, event: Event) -> Round:
    return round_pair(act=evening.act(), stage=stage_of(event), number=1)


def page(event: Event, path: str = "rounds/1/") -> str:
    return f"/events/{event.slug}/manage/{path}"


def seen(round_: Round, **fields: Any) -> dict[str, Any]:
    return {"seen": Round.objects.get(pk=round_.pk).fact_number, **fields}


def seats(round_: Round, table: int) -> list[str]:
    match = next(match for match in matches_of(round_) if match.table == table)
    return [seat.entry.key for seat in match.seats.all()]


def test_ticked_players_are_swapped_and_the_page_warns(organiser: Client, event: Event, draft: Round) -> None:
    one, other = seats(draft, 1)[0], seats(draft, 2)[0]
    response = organiser.post(page(event, "rounds/1/change/"), seen(draft, entry=[one, other], swap="1"), follow=True)
    assert response.status_code == 200
    assert response.redirect_chain == [(f"{page(event)}#e-{one}", 302)]  # the page opens there
    assert (seats(draft, 1)[0], seats(draft, 2)[0]) == (other, one)
    assert response.content.decode().count("not paired by the system") == 2


def test_buttons_of_a_line_turn_and_take_back(organiser: Client, event: Event, draft: Round) -> None:
    match, before = matches_of(draft)[0], seats(draft, 1)
    turned = organiser.post(page(event, "rounds/1/change/"), seen(draft, turn=match.key))
    assert (turned["Location"], seats(draft, 1)) == (f"{page(event)}#e-{before[0]}", before[::-1])
    organiser.post(page(event, "rounds/1/change/"), seen(draft, unpair=matches_of(draft)[0].key))
    text = organiser.get(page(event)).content.decode()
    assert text.count("no place yet") == 2
    organiser.post(page(event, "rounds/1/change/"), seen(draft, entry=before, pair="1"))
    assert seats(draft, 1) == before
    organiser.post(page(event, "rounds/1/change/"), seen(draft, entry=before[0], table="20", move="1"))
    assert seats(draft, 20) == before


def test_bye_is_given_to_the_ticked_player(organiser: Client, event: Event, draft: Round) -> None:
    one = seats(draft, 1)[0]
    organiser.post(page(event, "rounds/1/change/"), seen(draft, unpair=matches_of(draft)[0].key))
    organiser.post(page(event, "rounds/1/change/"), seen(draft, entry=one, kind="half_bye", bye="1"))
    assert Match.objects.get(round=draft, seats__entry__key=one).bye == "half_bye"
    assert "half-point bye" in organiser.get(page(event)).content.decode()


def test_stale_page_is_told_and_changes_nothing(organiser: Client, event: Event, draft: Round) -> None:
    old, before = seen(draft), seats(draft, 2)
    organiser.post(page(event, "rounds/1/change/"), old | {"turn": matches_of(draft)[0].key})
    response = organiser.post(page(event, "rounds/1/change/"), old | {"turn": matches_of(draft)[1].key})
    assert response.status_code == 409
    assert "Somebody changed round 1 since this page was loaded" in response.content.decode()
    assert seats(draft, 2) == before


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"swap": "1"}, '<ul class="errorlist" id="entry_error"> <li>Tick two players.</li> </ul>'),
        ({"move": "1", "table": "x", "entry": "first"}, "Table: type a whole number."),
        ({"move": "1", "table": "x", "entry": "first"}, 'value="x" aria-invalid="true" aria-describedby="table_error"'),
        ({"bye": "1", "kind": "full_bye"}, '<option value="full_bye" selected>'),
        ({"bye": "1", "kind": "half_bye"}, "Tick one player."),
        ({}, "Choose what to do."),
        ({"turn": "nonsense"}, "no longer part of the round"),
        ({"entry": ["x", "y"], "swap": "1"}, "take part in this event"),
    ],
)
def test_nonsense_is_refused_in_words(
    fields: dict[str, Any], words: str, organiser: Client, event: Event, draft: Round
) -> None:
    response = organiser.post(page(event, "rounds/1/change/"), seen(draft, **fields))
    assert response.status_code in (404, 422)
    assert words in " ".join(response.content.decode().split())


@pytest.mark.parametrize("table", ["", "x", "-", "--5", "1.5", "9" * 30, "0"])
def test_table_that_is_no_number_is_refused_in_words(table: str, organiser: Client, event: Event, draft: Round) -> None:
    entry = seats(draft, 1)[0]
    response = organiser.post(page(event, "rounds/1/change/"), seen(draft, entry=entry, table=table, move="1"))
    assert response.status_code == 422


def test_round_is_published_started_undone_and_paired_again(organiser: Client, event: Event, draft: Round) -> None:
    state = page(event, "rounds/1/state/")
    assert organiser.post(state, seen(draft, publish="1"))["Location"] == page(event, "")
    organiser.post(state, seen(draft, start="1"))
    assert Round.objects.get().state == RoundState.RUNNING
    organiser.post(state, seen(draft, undo="1"))
    assert Round.objects.get().state == RoundState.UNDONE
    assert organiser.get(page(event)).status_code == 404
    organiser.post(page(event, "rounds/1/pair/"), {"publish": "1"})
    assert [row.state for row in Round.objects.order_by("pk")] == [RoundState.UNDONE, RoundState.PUBLISHED]


def test_published_round_asks_for_the_reason(organiser: Client, evening: Evening, event: Event, draft: Round) -> None:
    round_publish(act=evening.act(), round_=draft)
    change = {"turn": matches_of(draft)[0].key}
    response = organiser.post(page(event, "rounds/1/change/"), seen(draft, **change))
    assert (response.status_code, "needs a reason" in response.content.decode()) == (422, True)
    response = organiser.post(page(event, "rounds/1/change/"), seen(draft, **change, why="wrong side"))
    assert response.status_code == 302


def test_closed_round_is_reopened_with_a_reason(organiser: Client, evening: Evening, event: Event) -> None:
    evening.play_out(event, 1)
    round_ = Round.objects.get()
    organiser.post(page(event, "rounds/1/state/"), seen(round_, close="1"))
    text = organiser.get(page(event)).content.decode()
    assert ("Reopen the round" in text, "Swap two" in text) == (True, False)
    response = organiser.post(page(event, "rounds/1/state/"), seen(round_, reopen="1"))
    assert response.status_code == 422
    organiser.post(page(event, "rounds/1/state/"), seen(round_, reopen="1", why="table 2"))
    assert Round.objects.get().state == RoundState.REOPENED
    refused = organiser.post(page(event, "rounds/2/pair/"), follow=True).content.decode()
    assert ("Close it, or say why" in refused, "Why now?" in refused) == (True, True)


def test_clock_is_set_started_held_and_extended(organiser: Client, evening: Evening, event: Event) -> None:
    evening.publish(event, 1)
    clock = page(event, "rounds/1/clock/")
    for fields in (
        {"set": "1", "minutes": "60"},
        {"go": "1"},
        {"pause": "1"},
        {"extend": "1", "more": "5"},
        {"schedule": "1", "starts_at": "20:15"},
    ):
        assert organiser.post(clock, fields).status_code == 302
    text = organiser.get(page(event)).content.decode()
    assert "The clock is paused: 65 minutes left" in text
    round_ = Round.objects.get()
    assert round_.starts_at is not None
    assert round_.starts_at.isoformat() == "2026-03-06T19:15:00+00:00"  # 20:15 in Berlin
    assert organiser.post(clock, {"set": "1", "minutes": "soon"}).status_code == 422
    assert organiser.post(clock, {"schedule": "1", "starts_at": "25:99"}).status_code == 422


def test_running_clock_is_shown_to_everybody(organiser: Client, evening: Evening, event: Event, client: Client) -> None:
    evening.publish(event, 1)
    organiser.post(page(event, "rounds/1/clock/"), {"set": "1", "minutes": "60"})
    organiser.post(page(event, "rounds/1/clock/"), {"go": "1"})
    shown = client.get(f"/events/{event.slug}/").content.decode()
    assert "until " in shown.split('data-clock="')[1].split("</span>")[0]


@pytest.mark.parametrize("path", ["rounds/1/change/", "rounds/1/state/", "rounds/1/clock/"])
def test_address_of_a_step_opened_again_does_nothing(
    path: str, organiser: Client, evening: Evening, event: Event, draft: Round
) -> None:
    response = organiser.get(page(event, path))
    assert (response.status_code, response["Location"]) == (302, page(event))
    assert Round.objects.get().state == RoundState.DRAFT


def test_strangers_see_nothing_and_viewers_change_nothing(
    client: Client, evening: Evening, event: Event, draft: Round
) -> None:
    viewer = evening.account("viewer@example.org")
    assert client.get(page(event)).status_code == 302  # to signing in
    client.force_login(viewer, backend=BACKEND)
    assert client.get(page(event)).status_code == 403
    club_role_set(act=evening.act(), club=evening.club, email=viewer.email, role=Role.VIEWER)
    text = client.get(page(event)).content.decode()
    assert ("Pairings" in text, "Swap two" in text, "Publish" in text) == (True, False, False)
    response = client.post(page(event, "rounds/1/state/"), {"publish": "1"})
    assert (response.status_code, Round.objects.get().state) == (403, RoundState.DRAFT)
    assert client.post(page(event, "wishes/"), {"fix": "1"}).status_code in (403, 422)


def test_wishes_are_noted_down_and_taken_back(organiser: Client, event: Event) -> None:
    wishes = page(event, "wishes/")
    one, other = (entry.key for entry in Entry.objects.filter(event=event)[:2])
    for fields in (
        {"ask": "1", "entry": one, "round": "2", "kind": "half_bye"},
        {"fix": "1", "entry": one, "table": "7"},
        {"fix": "1", "entry": one, "partner": other, "table": "8"},
        {"separate": "1", "first": one, "second": other, "how": "avoided"},
        {"prize": "1", "name": "Under 1500", "places": "2", "rating_below": "1500", "of_club": "on"},
    ):
        assert organiser.post(wishes, fields).status_code == 302, fields
    kept: list[Any] = [ByeRequest, FixedTable, SeparatedPair, PrizeCategory]
    assert [model.objects.count() for model in kept] == [1, 2, 1, 1]
    text = organiser.get(wishes).content.decode()
    assert ("Under 1500" in text, "paired only where it can" in text) == (True, True)
    for fields in (
        {"untake": f"{one} 2"},
        {"free": one},
        {"free": f"{one} {other}"},
        {"join": f"{one} {other}"},
        {"unprize": PrizeCategory.objects.get().key},
    ):
        assert organiser.post(wishes, fields).status_code == 302, fields
    assert [model.objects.count() for model in kept] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "fields, status",
    [
        ({"ask": "1", "entry": "", "round": "2", "kind": "half_bye"}, 404),
        ({"ask": "1", "entry": "x", "round": "two", "kind": "half_bye"}, 404),
        ({"fix": "1", "entry": "x", "table": "1"}, 404),
        ({"fix": "1", "table": ""}, 422),
        ({"prize": "1", "name": "", "places": "1"}, 422),
        ({"prize": "1", "name": "A", "places": "x"}, 422),
        ({"prize": "1", "name": "A", "places": "--1"}, 422),
        ({"prize": "1", "name": "A", "places": "1", "rating_from": "1500", "rating_below": "1500"}, 422),
        ({"untake": f"x {'9' * 5000}"}, 404),
        ({"untake": ""}, 404),
        ({}, 422),
    ],
)
def test_wishes_that_make_no_sense_are_refused(
    fields: dict[str, str], status: int, organiser: Client, event: Event
) -> None:
    assert organiser.post(page(event, "wishes/"), fields).status_code == status


def test_player_asks_for_his_own_bye_by_his_link(client: Client, evening: Evening, event: Event) -> None:
    entry, stranger = Entry.objects.filter(event=event)[:2]
    address = f"/evening/{entry.key}/byes/"
    assert client.get(address).status_code == 403
    client.get(f"/l/{link_token(subject=entry.key)}/", follow=True)
    assert client.get(address).status_code == 200
    assert client.post(address, {"round": "2", "kind": "half_bye"}).status_code == 302
    response = client.post(address, {"round": "3", "kind": "half_bye"})
    assert (response.status_code, "You can ask for at most" in response.content.decode()) == (409, True)
    assert client.post(f"/evening/{stranger.key}/byes/", {"round": "2", "kind": "zero_bye"}).status_code == 403
    assert client.post(address, {"take_back": "2"}).status_code == 302
    assert not ByeRequest.objects.exists()


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("state", ["draft", "published"])
def test_round_page_costs_the_same_with_one_and_with_three_rows(
    state: str, players: int, evening: Evening, organiser: Client, django_assert_num_queries: Any
) -> None:
    event = evening.started(NAMES[:players])
    round_ = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    if state == "published":
        round_publish(act=evening.act(), round_=round_)
    with django_assert_num_queries(20):
        assert organiser.get(page(event)).status_code == 200


@pytest.mark.parametrize("players", [2, 6])
def test_wishes_page_costs_the_same_with_one_and_with_three_rows(
    players: int, evening: Evening, organiser: Client, django_assert_num_queries: Any
) -> None:
    event = evening.started(NAMES[:players])
    with django_assert_num_queries(15):
        assert organiser.get(page(event, "wishes/")).status_code == 200


def test_unpaired_players_of_a_running_round_are_paired_on_the_page(
    organiser: Client, evening: Evening, event: Event
) -> None:
    match = evening.publish(event, 1)[0]
    match_unpair(act=evening.act(why="no show"), round_=match.round, match=match.key)
    both = [entry_at(match, position).key for position in (0, 1)]
    organiser.post(page(event, "rounds/1/change/"), seen(match.round, entry=both, pair="1"))
    assert seats(match.round, 1) == both


def test_who_would_be_left_without_an_opponent_is_said_before_a_published_table_is_taken_back(
    organiser: Client, evening: Evening, event: Event
) -> None:
    match = evening.publish(event, 1)[0]
    both = [entry_at(match, position) for position in (0, 1)]
    fields = seen(match.round, unpair=match.key, why="No show")
    asked = organiser.post(page(event, "rounds/1/change/"), fields)
    text = asked.content.decode()
    assert asked.status_code == 200
    assert f"{both[0].player.name} and {both[1].player.name} are left without an opponent" in text
    assert "zero-point bye" in text
    assert 'value="No show"' in text
    assert seats(match.round, match.table) == [entry.key for entry in both]
    done = organiser.post(page(event, "rounds/1/change/"), {**fields, "sure": match.key})
    assert done.status_code == 302
    byes = Match.objects.filter(round=match.round, is_void=False, seats__entry__in=both)
    assert list(byes.values_list("bye", flat=True)) == ["zero_bye", "zero_bye"]


def test_time_of_the_ticked_players_match_is_noted_down(
    organiser: Client, event: Event, draft: Round, evening: Evening
) -> None:
    round_publish(act=evening.act(), round_=draft)
    one, change = seats(draft, 1)[0], page(event, "rounds/1/change/")
    organiser.post(change, seen(draft, entry=[one], agreed_at="2026-06-12T20:00", agree="1"))
    match = Match.objects.get(round=draft, seats__entry__key=one)
    assert match.agreed_at is not None
    assert match.agreed_at.isoformat() == "2026-06-12T18:00:00+00:00"  # 20:00 in Berlin
    assert "12 Jun 2026, 20:00" in organiser.get(page(event)).content.decode()
    assert organiser.post(change, seen(draft, entry=[one], agreed_at="soon", agree="1")).status_code == 422
    assert organiser.post(change, seen(draft, agreed_at="", agree="1")).status_code == 422  # nobody is ticked
    organiser.post(change, seen(draft, entry=[one], agreed_at="", agree="1"))
    match.refresh_from_db()
    assert match.agreed_at is None


def test_round_of_a_league_is_set_for_another_day(organiser: Client, event: Event, draft: Round) -> None:
    organiser.post(page(event, "rounds/1/clock/"), {"schedule": "1", "starts_at": "2026-06-12T20:00"})
    draft.refresh_from_db()
    assert draft.starts_at is not None
    assert draft.starts_at.isoformat() == "2026-06-12T18:00:00+00:00"
    assert 'value="2026-06-12T20:00"' in organiser.get(page(event)).content.decode()


def test_round_of_a_league_has_a_window_that_everybody_sees(
    organiser: Client, client: Client, event: Event, draft: Round
) -> None:
    clock = page(event, "rounds/1/clock/")
    week = {"schedule": "1", "starts_at": "2026-06-12T20:00", "ends_at": "2026-06-19T23:00"}
    assert organiser.post(clock, week | {"ends_at": "2026-06-12T19:00"}).status_code == 422
    assert organiser.post(clock, week).status_code == 302
    draft.refresh_from_db()
    assert draft.ends_at is not None
    assert draft.ends_at.isoformat() == "2026-06-19T21:00:00+00:00"
    assert 'value="2026-06-19T23:00"' in organiser.get(page(event)).content.decode()
    organiser.post(clock, {"schedule": "1", "starts_at": "2026-06-13T20:00"})  # a page from before rounds had an end
    draft.refresh_from_db()
    assert draft.ends_at is not None
    assert organiser.post(page(event, "rounds/1/publish/")).status_code == 302
    for address in (f"/events/{event.slug}/rounds/1/", f"/events/{event.slug}/"):
        shown = " ".join(client.get(address).content.decode().split())
        assert "13 Jun 2026, 20:00 – 19 Jun 2026, 23:00" in shown
    calendar = client.get(f"/clubs/{event.club.slug}/events.ics").content.decode()
    assert f"DTSTART:20260613T180000Z\r\nDTEND:20260619T210000Z\r\nSUMMARY:{event.name} (1/" in calendar
    assert calendar.count("BEGIN:VEVENT") == 2
    organiser.post(clock, week | {"ends_at": "", "why": "No window"})
    draft.refresh_from_db()
    assert draft.ends_at is None
