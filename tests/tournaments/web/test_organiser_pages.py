"""The organiser's pages: what each step does, what is refused, and to whom nothing is shown."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.enums import Role
from games.models import Club
from games.services.clubs import club_role_set
from tests.evening import NAMES, Evening
from tournaments.enums import EntryState, EventState, RoundState
from tournaments.models import Entry, Event, Round

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def manage(event: Event, path: str = "") -> str:
    return f"/events/{event.slug}/manage/{path}"


def test_club_and_event_are_set_up_from_two_forms(organiser: Client) -> None:
    response = organiser.post("/clubs/new/", {"name": "Zweite Runde", "place": "Bonn"})
    club = Club.objects.get(name="Zweite Runde")
    assert (response.status_code, response["Location"]) == (302, f"/clubs/{club.slug}/events/new/")
    data = {"name": "Friday", "date": "2026-03-06", "time": "19:30", "time_zone": "Europe/Amsterdam"}
    response = organiser.post(response["Location"], data | {"preset": "round-robin-evening", "rated": "on"})
    event = Event.objects.get()
    assert (response.status_code, response["Location"]) == (302, manage(event))
    assert (event.starts_at.isoformat(), event.time_zone) == ("2026-03-06T18:30:00+00:00", "Europe/Amsterdam")


def test_club_page_has_what_comes_soonest_first_and_then_what_is_past(client: Client, evening: Evening) -> None:
    days = {"in two": 2, "tomorrow": 1, "last month": -30, "never begun": -60, "long ago": -90, "runs": -3}
    states = {"last month": EventState.FINISHED, "long ago": EventState.FINISHED, "runs": EventState.RUNNING}
    for name, away in days.items():
        event = evening.event((), name=name)
        starts_at, state = timezone.now() + timedelta(days=away), states.get(name, EventState.OPEN)
        Event.objects.filter(pk=event.pk).update(starts_at=starts_at, state=state)
    page = client.get(f"/clubs/{evening.club.slug}/")
    ahead, _heading, past = page.content.decode().partition("<h3>Past</h3>")
    assert [event.name for event in page.context["ahead"]] == ["runs", "tomorrow", "in two"]
    assert [event.name for event in page.context["page"]] == ["last month", "never begun", "long ago"]
    assert ("<h3>Running and coming</h3>" in ahead, "tomorrow" in ahead, "long ago" in past) == (True, True, True)


@pytest.mark.parametrize("field", ["name", "date", "time", "time_zone", "preset"])
def test_event_form_names_the_field_that_is_missing(field: str, organiser: Client, evening: Evening) -> None:
    data = {"name": "F", "date": "2026-03-06", "time": "19:30", "time_zone": "UTC", "preset": "round-robin-evening"}
    response = organiser.post(f"/clubs/{evening.club.slug}/events/new/", data | {field: ""})
    assert response.status_code == 422
    assert f'id="id_{field}_error"' in response.content.decode()
    assert not Event.objects.exists()


def event_form(**other: str) -> dict[str, str]:
    form = {"name": "F", "date": "2026-03-29", "time": "02:30", "time_zone": "Europe/Berlin"}
    return form | {"preset": "round-robin-evening"} | other


def test_event_at_a_time_that_clocks_skip_is_asked_about(organiser: Client, evening: Evening) -> None:
    page = organiser.post(f"/clubs/{evening.club.slug}/events/new/", event_form())
    assert page.status_code == 422
    assert page.context["form"].errors == {"time": ["Clocks skip this time."]}
    assert not Event.objects.exists()
    organiser.post(f"/clubs/{evening.club.slug}/events/new/", event_form(time_zone="UTC"))
    assert Event.objects.get().starts_at.isoformat() == "2026-03-29T02:30:00+00:00"


@pytest.mark.parametrize("zone", ["localtime", "posixrules", "Factory", "CET", "Etc/GMT+3", "europe/berlin", "../UTC"])
def test_event_in_a_zone_that_is_not_listed_is_refused(zone: str, organiser: Client, evening: Evening) -> None:
    address = f"/clubs/{evening.club.slug}/events/new/"
    page = organiser.post(address, event_form(time_zone=zone))
    sent = {"club": evening.club.slug, "name": "F", "starts_at": "2026-03-06T19:00Z", "preset": "round-robin-evening"}
    answer = organiser.post("/api/v1/events/", {**sent, "time_zone": zone}, content_type="application/json")
    assert (page.status_code, answer.status_code, answer.json()["fields"]) == (
        422,
        422,
        {"time_zone": "Like Europe/Berlin."},
    )
    assert not Event.objects.exists()


def test_pasted_names_are_shown_before_anything_is_written(organiser: Client, evening: Evening) -> None:
    event = evening.event(("Anna",))
    text = "1. Anna\n2. Bert\n\n- Bert\n3. Dörte"
    page = organiser.post(manage(event, "names/"), {"names": text})
    assert page.status_code == 200
    shown = [(item["line"].name, item["line"].status.value) for item in page.context["lines"]]
    assert shown == [("Anna", "entered"), ("Bert", "new"), ("Bert", "twice"), ("Dörte", "new")]
    assert Entry.objects.count() == 1
    response = organiser.post(manage(event, "names/"), {"names": text, "enter": "1", "seen": seen(page)})
    assert (response.status_code, Entry.objects.count()) == (302, 3)
    assert response["Location"] == manage(event) + "#said"  # above, where the next step is


def seen(answer: Any) -> str:
    """The digest of the preview that a page shows."""
    return str(answer.context["names"].data["seen"])


def test_unclear_name_must_be_answered(organiser: Client, evening: Evening) -> None:
    evening.event(("Anna", "Bert"))
    second, third = evening.event(("Cleo",), name="Second"), evening.event(("Dörte",), name="Third")
    names = {"names": "Anna"}
    known = seen(organiser.post(manage(second, "names/"), names))
    organiser.post(manage(second, "names/"), {**names, "enter": "1", "line_1": "new", "seen": known})
    assert Entry.objects.filter(event=second).count() == 2
    unclear = seen(organiser.post(manage(third, "names/"), names))
    response = organiser.post(manage(third, "names/"), {**names, "enter": "1", "seen": unclear})
    assert response.status_code == 422
    assert "Some lines need an answer" in response.content.decode()
    assert Entry.objects.filter(event=third).count() == 1


@pytest.mark.parametrize("names, entered", [("Anna", False), ("Cleo\nCleo", False), ("Cleo\nDora", True)])
def test_names_that_may_mean_somebody_known_are_shown_before_they_are_entered(
    names: str, entered: bool, organiser: Client, evening: Evening
) -> None:
    evening.event(("Anna", "Bert"))
    event = evening.event(("Erik",), name="Second")
    answer = organiser.post(manage(event, "names/"), {"names": names, "enter": "1"})
    assert answer.status_code == (302 if entered else 200)
    assert Entry.objects.filter(event=event).count() == (3 if entered else 1)


def test_what_changed_since_names_were_shown_is_shown_anew(organiser: Client, evening: Evening) -> None:
    event = evening.event(("Erik",))
    shown = seen(organiser.post(manage(event, "names/"), {"names": "Anna"}))
    evening.event(("Anna",), name="Second")  # now the name means a known player
    answer = organiser.post(manage(event, "names/"), {"names": "Anna", "enter": "1", "seen": shown})
    assert (answer.status_code, Entry.objects.filter(event=event).count()) == (409, 1)
    assert "Something changed since this was shown" in answer.content.decode()
    assert [item["line"].status.value for item in answer.context["lines"]] == ["known"]
    again = {"names": "Anna", "enter": "1", "seen": seen(answer)}
    assert organiser.post(manage(event, "names/"), again).status_code == 302


def test_who_waits_is_not_counted_as_entered(organiser: Client, evening: Evening) -> None:
    event = evening.event(("Anna", "Bert"))
    event.entry_rules = {**event.entry_rules, "capacity": 3}
    event.save(update_fields=["entry_rules"])
    text = "Cleo\nDora\nErik"
    shown = seen(organiser.post(manage(event, "names/"), {"names": text}))
    page = organiser.post(manage(event, "names/"), {"names": text, "enter": "1", "seen": shown}, follow=True)
    words = page.content.decode()
    assert "1 player is entered. 2 are on the waiting list." in words
    assert (page.context["entry_count"], page.context["waiting_count"]) == (3, 2)
    assert "3 players are entered." in words


def test_start_with_too_few_players_is_refused_on_the_page(organiser: Client, evening: Evening) -> None:
    event = evening.event(("Anna",))
    response = organiser.post(manage(event, "start/"))
    assert response.status_code == 422
    assert "At least" in response.content.decode()
    event.refresh_from_db()
    assert event.state == EventState.OPEN


def test_draft_is_seen_by_the_staff_alone(organiser: Client, evening: Evening, client: Client) -> None:
    event = evening.started()
    organiser.post(manage(event, "rounds/1/pair/"))
    assert Round.objects.get().state == RoundState.DRAFT
    assert "Publish round 1" in organiser.get(manage(event)).content.decode()
    assert client.get(f"/events/{event.slug}/rounds/1/").status_code == 404
    assert "Round 1 is being paired" in client.get(f"/events/{event.slug}/").content.decode()
    organiser.post(manage(event, "rounds/1/publish/"))
    assert client.get(f"/events/{event.slug}/rounds/1/").status_code == 200


def test_next_round_without_results_needs_a_reason(organiser: Client, evening: Evening) -> None:
    event = evening.started()
    evening.publish(event, 1)
    response = organiser.post(manage(event, "rounds/2/pair/"))
    assert response.status_code == 409
    assert "4 games have no result yet" in response.content.decode()
    assert Round.objects.count() == 1
    response = organiser.post(manage(event, "rounds/2/pair/"), {"why": "Table 3 went home"})
    assert (response.status_code, Round.objects.count()) == (302, 2)


@pytest.mark.parametrize("path", ["start/", "names/", "rounds/1/pair/", "rounds/1/discard/"])
def test_address_of_a_step_opened_again_does_nothing(path: str, organiser: Client, evening: Evening) -> None:
    event = evening.event()
    response = organiser.get(manage(event, path))
    assert (response.status_code, response["Location"]) == (302, manage(event))
    event.refresh_from_db()
    assert event.state == EventState.OPEN


def test_pressing_twice_yields_one_round(organiser: Client, evening: Evening) -> None:
    event = evening.started()
    for _again in range(2):
        assert organiser.post(manage(event, "rounds/1/pair/"), {"publish": "1"}).status_code == 302
    assert Round.objects.count() == 1


def test_whole_event_is_finished_from_the_page(organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    evening.play_out(event, 1)
    assert "See the final ranking, then finish" in organiser.get(manage(event)).content.decode()
    assert organiser.post(manage(event, "finish/")).status_code == 302
    event.refresh_from_db()
    assert event.state == EventState.FINISHED


def test_pages_of_before_still_take_entries_off_and_withdraw_them(organiser: Client, evening: Evening) -> None:
    event = evening.event()
    first, second = Entry.objects.filter(event=event).order_by("pk")[:2]
    assert organiser.post(manage(event, f"entries/{first.key}/remove/")).status_code == 302
    assert Entry.objects.filter(event=event).count() == 7
    organiser.post(manage(event, "start/"))
    assert organiser.post(manage(event, f"entries/{second.key}/remove/")).status_code == 409
    assert organiser.post(manage(event, f"entries/{second.key}/withdraw/")).status_code == 302
    second.refresh_from_db()
    assert second.state == EntryState.WITHDRAWN
    elsewhere = evening.event(("Zoe",), name="Elsewhere").entries.get()
    assert organiser.post(manage(event, f"entries/{elsewhere.key}/withdraw/")).status_code == 404


def test_overview_has_counts_and_the_most_urgent_tables(organiser: Client, evening: Evening) -> None:
    event = evening.started(tuple(f"Player {number:02}" for number in range(1, 26)), preset="swiss-evening")
    matches = [match for match in evening.publish(event, 1) if not match.bye]
    evening.submit(matches[9])
    for position in (0, 1):
        evening.submit(matches[11], position=position)
    page = organiser.get(manage(event))
    words = page.content.decode()
    assert [item.match.table for item in page.context["open_tables"]] == [12, 10, 1, 2, 3, 4, 5, 6]
    counted = re.findall(r"<b>(\d+)</b>\s*([a-z ]+?)\s*<", words)
    assert counted == [("25", "players"), ("11", "still open"), ("1", "to be confirmed")]
    assert f'action="{manage(event, "results/")}"' in words  # from twelve tables on one is searched for
    assert "All 12 open tables" in words


def test_next_round_is_paired_where_the_last_result_was_entered(organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    matches = evening.publish(event, 1)
    assert "Pair and publish round 2" not in organiser.get(manage(event, "results/")).content.decode()
    for match in matches:
        evening.play(match)
    page = organiser.get(manage(event, "results/")).content.decode()
    assert ("Round 1 is complete" in page, "Pair and publish round 2" in page) == (True, True)
    organiser.post(manage(event, "rounds/2/pair/"), {"publish": "1"})
    assert Round.objects.filter(stage__event=event).count() == 2


def test_event_starts_and_publishes_round_one_with_one_button(organiser: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:4])
    page = organiser.post(manage(event, "start/"), {"publish": "1"}, follow=True)
    assert "Round 1 is published." in page.content.decode()
    assert Round.objects.get().state == RoundState.PUBLISHED


def test_links_are_made_by_a_post_and_only_read_by_a_get(organiser: Client, evening: Evening) -> None:
    event = evening.started(("Paul", "Anna", "Ötzi", "Hanna"))
    assert organiser.get(manage(event, "links/")).context["cards"] == []
    organiser.post(manage(event, "links/"))
    cards = organiser.get(manage(event, "links/")).context["cards"]
    assert [card["entry"].player.name for card in cards] == ["Anna", "Hanna", "Ötzi", "Paul"]
    code = organiser.get(manage(event, f"links/{cards[0]['entry'].key}.svg"))
    assert (code.status_code, code["Content-Type"]) == (200, "image/svg+xml")
    assert code.content.startswith(b"<?xml")
    assert organiser.get(manage(event, "links/000000000000.svg")).status_code == 404


@pytest.mark.parametrize("path", ["", "links/", "names/", "start/", "finish/", "rounds/1/pair/", "rounds/1/publish/"])
def test_pages_of_the_staff_are_closed_to_everybody_else(path: str, evening: Evening, client: Client) -> None:
    event = evening.started()
    method = client.get if path in ("", "links/") else client.post
    response = method(manage(event, path))
    assert (response.status_code, response["Location"].split("?")[0]) == (302, "/accounts/login/")
    client.force_login(evening.account("stranger@example.org"), backend=BACKEND)
    assert method(manage(event, path)).status_code == 403


def test_desk_prints_links_but_does_not_pair(evening: Evening, client: Client) -> None:
    event = evening.started()
    helper = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=helper.email, role=Role.DESK)
    client.force_login(helper, backend=BACKEND)
    assert client.get(manage(event, "links/")).status_code == 200
    assert client.post(manage(event, "rounds/1/pair/")).status_code == 403
    assert "Pair and publish" not in client.get(manage(event)).content.decode()
