"""Signing up, checking in, entering lists and changing settings on the pages, with all that people send by mistake."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from games.enums import Role
from games.services.clubs import club_role_set
from games.services.players import player_create
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.models import Fact
from tests.evening import Evening
from tests.tournaments.replays import differences
from tournaments.models import CheckIn, Entry, Event, EventRole
from tournaments.selectors.events import stage_of
from tournaments.services.entries.check_in import check_in_open
from tournaments.services.events.settings import event_settings_change
from tournaments.web.entries.sign_up import ticket_of
from tournaments.web.event_settings.form import SettingsForm

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
HOSTILE = [
    "\0",
    "\0\0Anna",
    "x" * 10_000,
    "🧙‍♀️",
    "\u202eannA\u202c",
    "\ufeff",
    "<script>alert(1)</script>",
    "'; --",
    "ß" * 100,
]


def opened(evening: Evening, name: str = "Evening", **rules: Any) -> Event:
    event = evening.event((), preset="swiss-evening", name=name)
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"sign_up": True, **rules})
    event.refresh_from_db()
    return event


def form(event: Event, key: str = "form", seconds: float = 30, **data: str) -> dict[str, str]:
    return {"ticket": ticket_of(event, key, timezone.now() - timedelta(seconds=seconds)), "website": "", **data}


def page(event: Event, path: str = "") -> str:
    return f"/events/{event.slug}/{path}"


# --- Signing up ------------------------------------------------------------------------------------------------------


def test_visitor_signs_up_keeps_the_link_and_sees_his_own_page(evening: Evening, client: Client) -> None:
    event = opened(evening)
    assert f'href="{page(event, "sign-up/")}"' in client.get(page(event)).content.decode()
    response = client.post(page(event, "sign-up/"), form(event, name="Zoe"))
    entry = Entry.objects.get()
    assert (response.status_code, response["Location"]) == (302, page(event, f"signed-up/{entry.key}/"))
    welcome = client.get(response["Location"]).content.decode()
    assert f"/l/{link_token(subject=entry.key)}/" in welcome
    assert client.get(page(event, f"signed-up/{entry.key}/code.svg"))["Content-Type"] == "image/svg+xml"
    assert client.get(f"/evening/{entry.key}/").status_code == 200


def test_page_with_the_link_is_for_its_player_alone(evening: Evening, client: Client) -> None:
    event = opened(evening)
    client.post(page(event, "sign-up/"), form(event, name="Zoe"))
    entry = Entry.objects.get()
    for path in (f"signed-up/{entry.key}/", f"signed-up/{entry.key}/code.svg"):
        response = Client().get(page(event, path))
        assert (response.status_code, link_token(subject=entry.key) in response.content.decode()) == (403, False)
    assert Client().post(f"/evening/{entry.key}/sign-off/").status_code == 403
    assert Entry.objects.exists()


@pytest.mark.both_databases
def test_form_sent_twice_signs_up_once(evening: Evening, client: Client) -> None:
    event = opened(evening)
    sent = form(event, name="Zoe")
    addresses = {client.post(page(event, "sign-up/"), sent)["Location"] for _again in range(3)}
    assert (len(addresses), Entry.objects.count()) == (1, 1)


def test_looking_at_the_pages_writes_nothing(evening: Evening, client: Client) -> None:
    event = opened(evening, closes_at=timezone.now() - timedelta(hours=1), opens_at=None)
    before = Fact.objects.count()
    for path in ("", "sign-up/", "players/"):
        assert client.get(page(event, path)).status_code == 200
    assert (Fact.objects.count(), "Signing up is over" in client.get(page(event, "sign-up/")).content.decode()) == (
        before,
        True,
    )


def test_closing_between_page_and_sending_is_said(evening: Evening, client: Client) -> None:
    event = opened(evening, closes_at=timezone.now() + timedelta(hours=1))
    sent = form(event, name="Zoe")
    event_settings_change(
        act=evening.act(), stage=stage_of(event), changes={"closes_at": timezone.now() - timedelta(seconds=1)}
    )
    response = client.post(page(event, "sign-up/"), sent)
    assert (response.status_code, "Signing up is over" in response.content.decode()) == (409, True)
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [{"website": "https://buy.example"}, {"ticket": "made:up"}, {"ticket": ""}, {"ticket": "\0"}, {"name": ""}],
)
def test_program_is_kept_out(changed: dict[str, str], evening: Evening, client: Client) -> None:
    event = opened(evening)
    response = client.post(page(event, "sign-up/"), {**form(event, name="Zoe"), **changed})
    assert (response.status_code, Entry.objects.count()) == (422, 0)


@pytest.mark.parametrize("seconds", [0, 1, 60 * 60 * 13])
def test_form_sent_quicker_than_people_type_or_after_hours_is_shown_again(
    seconds: float, evening: Evening, client: Client
) -> None:
    event = opened(evening)
    response = client.post(page(event, "sign-up/"), form(event, seconds=seconds, name="Zoe"))
    assert (response.status_code, Entry.objects.count()) == (422, 0)
    again = response.context["form"]["ticket"].value()
    sent = {"ticket": again, "name": "Zoe", "website": ""}
    assert client.post(page(event, "sign-up/"), sent).status_code == (422 if seconds < 2 or again else 302)


def test_ticket_of_another_event_is_refused(evening: Evening, client: Client) -> None:
    event, other = opened(evening), opened(evening, "Another evening")
    assert client.post(page(event, "sign-up/"), form(other, name="Zoe")).status_code == 422


def test_many_from_one_address_have_to_wait(evening: Evening, client: Client, settings: Any) -> None:
    from rest_framework.settings import api_settings

    event = opened(evening)
    limit = int(str(api_settings.DEFAULT_THROTTLE_RATES["sign_up"]).split("/")[0])
    for number in range(limit):
        sent = form(event, key=f"k{number % 3}", name="Zoe")
        assert client.post(page(event, "sign-up/"), sent).status_code in {302, 409}
    response = client.post(page(event, "sign-up/"), form(event, key="last", name="Yan"))
    assert (response.status_code, Entry.objects.filter(player__name="Yan").count()) == (429, 0)


def test_name_of_several_is_asked_about_on_the_page(evening: Evening, client: Client) -> None:
    players = [player_create(act=evening.act(), name="Anna", club=evening.club) for _again in range(2)]
    event = opened(evening)
    response = client.post(page(event, "sign-up/"), form(event, name="Anna"))
    assert (response.status_code, f'value="{players[1].key}"' in response.content.decode()) == (422, True)
    response = client.post(page(event, "sign-up/"), form(event, name="Anna", player=players[1].key))
    assert (response.status_code, Entry.objects.get().player) == (302, players[1])


def test_account_signs_up_with_one_tap_as_its_own_player(evening: Evening, client: Client) -> None:
    event = opened(evening)
    user = evening.account("zoe@example.org")
    client.force_login(user, backend=BACKEND)
    assert client.post(page(event, "sign-up/"), form(event, seconds=0, name="Zoe")).status_code == 302
    second = opened(evening)
    assert client.post(page(second, "sign-up/"), form(second, seconds=0)).status_code == 302
    assert {entry.player.user for entry in Entry.objects.all()} == {user}


def test_player_signs_off_and_who_waits_moves_up(evening: Evening, client: Client) -> None:
    event = opened(evening, capacity=1)
    client.post(page(event, "sign-up/"), form(event, name="Zoe"))
    other = Client()
    other.post(page(event, "sign-up/"), form(event, key="other", name="Yan"))
    zoe, yan = Entry.objects.order_by("pk")
    assert "number 1 on the waiting list" in other.get(f"/evening/{yan.key}/").content.decode()
    assert client.post(f"/evening/{zoe.key}/sign-off/").status_code == 302
    yan.refresh_from_db()
    assert (yan.state, Entry.objects.count()) == ("registered", 1)
    assert differences(event) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("text", HOSTILE)
def test_any_name_is_taken_or_refused(text: str, evening: Evening, client: Client) -> None:
    event = opened(evening)
    response = client.post(page(event, "sign-up/"), form(event, name=text, player=text[:12]))
    assert response.status_code in {302, 422}
    assert client.get(page(event, "players/")).status_code == 200
    assert "<script>alert" not in client.get(page(event, "players/")).content.decode()


# --- Checking in -----------------------------------------------------------------------------------------------------


def test_code_of_the_personal_link_shows_the_button_at_once_and_does_not_act(evening: Evening, client: Client) -> None:
    event = evening.event(("Anna", "Bert"))
    entry = event.entries.first()
    address = f"/l/{link_token(subject=entry.key)}/"
    assert "Check in" not in client.get(address, follow=True).content.decode()
    check_in_open(act=evening.act(), event=event)
    shown = client.get(address, follow=True).content.decode()
    assert (f'action="/evening/{entry.key}/check-in/"' in shown, CheckIn.objects.count()) == (True, 0)
    assert client.get(f"/evening/{entry.key}/check-in/")["Location"] == f"/evening/{entry.key}/"
    for _again in range(2):
        assert client.post(f"/evening/{entry.key}/check-in/").status_code == 302
    assert CheckIn.objects.get().by_player
    assert "checked in" in client.get(f"/evening/{entry.key}/").content.decode()
    assert Client().post(f"/evening/{entry.key}/check-in/").status_code == 403


def test_desk_checks_people_in_by_one_tap_and_keeps_the_search(evening: Evening, organiser: Client) -> None:
    event = evening.event(("Anna", "Bert", "Dörte"))
    desk = page(event, "manage/check-in/")
    assert organiser.post(f"{desk}open/").status_code == 302
    entry = event.entries.get(player__name="Dörte")
    response = organiser.post(f"{desk}{entry.key}/in/", {"q": "doer te&x"})
    assert (response.status_code, response["Location"]) == (302, f"{desk}?q=doer+te%26x")
    shown = organiser.get(desk, {"q": "dör"}).content.decode()
    assert ("Dörte" in shown, "Anna" in shown, "1 here, 2 are missing" in shown) == (True, False, True)
    manage = " ".join(organiser.get(page(event, "manage/")).content.decode().split())
    assert "2 players haven’t checked in: Anna, Bert" in manage
    organiser.post(f"{desk}{entry.key}/out/")
    organiser.post(f"{desk}only/", {"only": "1"})
    event.refresh_from_db()
    assert (CheckIn.objects.count(), event.entering.only_checked_in) == (0, True)
    organiser.post(f"{desk}close/")
    response = organiser.post(f"{desk}{entry.key}/in/")
    assert (response.status_code, "Check-in isn’t open" in response.content.decode()) == (409, True)


@pytest.mark.parametrize("players", [1, 3])
def test_desk_page_costs_the_same_whatever_the_number_of_people(
    players: int, evening: Evening, organiser: Client, django_assert_num_queries: Any
) -> None:
    event = evening.event(("Anna", "Bert", "Cleo")[:players])
    check_in_open(act=evening.act(), event=event)
    with django_assert_num_queries(18):
        assert organiser.get(page(event, "manage/check-in/")).status_code == 200


def test_sixty_people_stand_on_one_page(evening: Evening, organiser: Client) -> None:
    event = evening.event(tuple(f"Player {number:02}" for number in range(60)))
    check_in_open(act=evening.act(), event=event)
    shown = organiser.get(page(event, "manage/check-in/")).content.decode()
    assert shown.count("/in/") == 60


@pytest.mark.both_databases
@pytest.mark.parametrize("text", HOSTILE)
def test_any_search_is_answered(text: str, evening: Evening, organiser: Client) -> None:
    event = evening.event(("Anna",))
    check_in_open(act=evening.act(), event=event)
    assert organiser.get(page(event, "manage/check-in/"), {"q": text[:2000]}).status_code == 200


# --- Entering lists, and who comes and goes --------------------------------------------------------------------------


def test_file_is_shown_as_it_was_read_and_entered_as_it_was_shown(evening: Evening, organiser: Client) -> None:
    event = evening.event(())
    address = page(event, "manage/players/list/")
    data = "Spieler;Wertung;Verein;Telefon\nJürgen Groß;1650;;0221\n".encode("cp1252")
    response = organiser.post(address, {"file": SimpleUploadedFile("liste.csv", data)})
    shown = response.content.decode()
    assert ("Windows-1252" in shown, "Telefon" in shown, Entry.objects.count()) == (True, True, 0)
    sent = {name: response.context["form"][name].value() for name in ("names", "seen")}
    assert organiser.post(address, {**sent, "enter": "1"}).status_code == 302
    entry = Entry.objects.get()
    assert (entry.player.name, entry.rating) == ("Jürgen Groß", 1650)


def test_list_changed_after_the_preview_is_shown_again(evening: Evening, organiser: Client) -> None:
    event = evening.event(())
    address = page(event, "manage/players/list/")
    seen = organiser.post(address, {"names": "Anna"}).context["form"]["seen"].value()
    response = organiser.post(address, {"names": "Anna\nBert", "seen": seen, "enter": "1"})
    assert (response.status_code, Entry.objects.count()) == (409, 0)
    seen = response.context["form"]["seen"].value()
    assert organiser.post(address, {"names": "Anna\nBert", "seen": seen, "enter": "1"}).status_code == 302
    assert Entry.objects.count() == 2


def test_spreadsheet_and_too_long_a_list_are_refused_in_words(evening: Evening, organiser: Client) -> None:
    event = evening.event(())
    address = page(event, "manage/players/list/")
    response = organiser.post(address, {"file": SimpleUploadedFile("liste.xlsx", b"PK\x03\x04...")})
    assert (response.status_code, "Save it as CSV" in response.content.decode()) == (422, True)
    response = organiser.post(address, {"names": "\n".join(f"Player {number}" for number in range(1001))})
    assert (response.status_code, "1,000" in response.content.decode()) == (422, True)


def test_long_file_is_shown_to_its_last_line_or_refused(evening: Evening, organiser: Client) -> None:
    event = evening.event(())
    address = page(event, "manage/players/list/")
    head, column = "Name;Address\n", "x" * 200
    lines = [f"Player {number};{column}\n" for number in range(999)]
    upload = SimpleUploadedFile("liste.csv", (head + "".join(lines)).encode())
    assert len(organiser.post(address, {"file": upload}).context["lines"]) == 999
    upload = SimpleUploadedFile(
        "liste.csv", (head + "".join(line.replace(column, column * 2) for line in lines)).encode()
    )
    response = organiser.post(address, {"file": upload})
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["file"])


@pytest.mark.both_databases
@pytest.mark.parametrize("text", HOSTILE)
def test_any_list_is_shown_and_entered_or_refused(text: str, evening: Evening, organiser: Client) -> None:
    event = evening.event(())
    address = page(event, "manage/players/list/")
    for sent in ({"names": text}, {"names": text, "enter": "1", "line_1": text[:50], "seen": ""}):
        response = organiser.post(address, sent)
        assert response.status_code in {200, 302, 422}
        assert "<script>alert" not in response.content.decode()
    upload = SimpleUploadedFile("x.csv", text.encode("utf-8", "replace"))
    assert organiser.post(address, {"file": upload}).status_code in {200, 422}


def test_steps_of_an_entry_are_taken_on_the_page_with_their_reasons(evening: Evening, organiser: Client) -> None:
    event = evening.started(("Anna", "Bert", "Cleo"))
    anna = event.entries.get(player__name="Anna")
    address = page(event, f"manage/players/{anna.key}/")
    states = []
    for action, why, status in (
        ("pause", "", 302),
        ("return", "", 302),
        ("expel", "", 422),
        ("expel", "rude", 302),
        ("return", "sorry", 302),
        ("remove", "", 409),
        ("dance", "", 404),
    ):
        assert organiser.post(f"{address}{action}/", {"why": why}).status_code == status
        anna.refresh_from_db()
        states.append(anna.state)
    assert states == ["paused", "active", "active", "expelled", "active", "active", "active"]
    assert organiser.get(page(event, "manage/players/")).status_code == 200
    elsewhere = evening.event(("Zoe",), name="Elsewhere").entries.get()
    assert organiser.post(page(event, f"manage/players/{elsewhere.key}/expel/"), {"why": "x"}).status_code == 404


# --- Settings --------------------------------------------------------------------------------------------------------


def sent_of(event: Event, **changes: str) -> dict[str, str]:
    """The settings page as a browser sends it back, with changes."""
    form = SettingsForm(stage=stage_of(event))
    sent = {}
    for bound in form:
        value = bound.value()
        if value is True:
            sent[bound.name] = "on"
        elif value is not None and value is not False:
            sent[bound.name] = value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else str(value)
    sent.update(changes)
    return {name: value for name, value in sent.items() if value != ""}


def test_page_sent_back_unchanged_changes_nothing(evening: Evening, organiser: Client) -> None:
    event = opened(evening, opens_at=timezone.now(), capacity=3)
    before = Fact.objects.count()
    response = organiser.post(page(event, "manage/settings/"), sent_of(event))
    assert (response.status_code, Fact.objects.count()) == (302, before)


def test_settings_are_changed_in_the_events_own_time(evening: Evening, organiser: Client) -> None:
    event = opened(evening)
    sent = sent_of(event, name="Renamed", opens_at="2026-03-28T02:30", closes_at="2026-10-25T02:30", win="3",
                   tie_break_1="WIN", tie_break_2="LOT", option_rounds="5", capacity="20")  # fmt: skip
    response = organiser.post(page(event, "manage/settings/"), sent)
    assert response.status_code == 302
    event.refresh_from_db()
    assert (event.name, event.settings.win, event.settings.tie_breaks[:2]) == ("Renamed", 6, ("WIN", "LOT"))
    opens, closes = event.entering.opens_at, event.entering.closes_at
    assert opens is not None
    assert closes is not None
    assert [opens.isoformat(), closes.isoformat()] == ["2026-03-28T01:30:00+00:00", "2026-10-25T01:30:00+00:00"]
    assert differences(event) == []
    before = Fact.objects.count()
    assert organiser.post(page(event, "manage/settings/"), sent_of(event)).status_code == 302
    assert Fact.objects.count() == before


def test_time_that_clocks_skip_is_refused_at_its_field(evening: Evening, organiser: Client) -> None:
    event = opened(evening)
    response = organiser.post(page(event, "manage/settings/"), sent_of(event, opens_at="2026-03-29T02:30"))
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["opens_at"])


@pytest.mark.parametrize("points", ["0.25", "0.7", "1e400", "-0.5"])
def test_points_that_are_no_halves_are_refused_at_their_field(points: str, evening: Evening, organiser: Client) -> None:
    event = opened(evening)
    response = organiser.post(page(event, "manage/settings/"), sent_of(event, half_bye=points))
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["half_bye"])


def test_running_event_asks_for_a_reason_and_keeps_what_is_fixed(evening: Evening, organiser: Client) -> None:
    event = evening.started(("Anna", "Bert"))
    address = page(event, "manage/settings/")
    response = organiser.post(address, sent_of(event, win="3"))
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["why"])
    assert organiser.post(address, sent_of(event, win="3", why="as agreed", late_entry="half")).status_code == 302
    event.refresh_from_db()
    assert (event.settings.win, event.settings.late_entry) == (6, "zero")


def test_page_older_than_another_change_keeps_what_was_typed_and_says_what_changed(
    evening: Evening, organiser: Client
) -> None:
    event = opened(evening)
    address, sent = page(event, "manage/settings/"), sent_of(event, capacity="5", name="Mine")
    changes = {"win": 6, "name": "Theirs", "rated": False}
    event_settings_change(act=evening.act(), stage=stage_of(event), changes=changes)
    response = organiser.post(address, sent)
    form = response.context["form"]
    assert (response.status_code, form["name"].value(), form["capacity"].value()) == (409, "Mine", "5")
    assert (form["win"].value(), form["rated"].value()) == ("3", False)  # left alone by this one: as it is now
    assert {name: errors[0] for name, errors in form.errors.items() if name != "__all__"} == {
        "name": "Somebody else set this to “Theirs” in the meantime. What you entered is still here.",
        "rated": "In the meantime somebody else changed this from “yes” to “no”.",
        "win": "In the meantime somebody else changed this from “1” to “3”.",
    }
    html = response.content.decode()
    assert ("<title>Please correct: Settings" in html, "3 things to correct" in html, 'href="#id_win"' in html) == (
        True,
    ) * 3
    event.refresh_from_db()
    assert event.entering.capacity == 0
    again = {name: value for name, value in sent_of(event).items() if name in {"seen", "before"}}
    shown = {bound.name: bound.value() for bound in form if bound.value() not in (None, False, "")}
    assert organiser.post(address, shown | again).status_code == 302
    event.refresh_from_db()
    kept = SettingsForm(stage=stage_of(event)).now
    assert (event.name, kept["win"], kept["capacity"], kept["rated"]) == ("Mine", 6, 5, False)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["name", "time_zone", "opens_at", "win", "tie_break_1", "capacity", "why", "seen"])
def test_any_value_of_a_setting_is_taken_or_refused(field: str, text: str, evening: Evening, organiser: Client) -> None:
    event = opened(evening)
    response = organiser.post(page(event, "manage/settings/"), {**sent_of(event), field: text})
    assert response.status_code in {302, 422} | ({409} if field == "seen" else set())  # settings that nobody has seen
    assert organiser.get(page(event, "manage/settings/")).status_code == 200


def test_role_in_the_event_is_given_and_taken_on_the_page(evening: Evening, organiser: Client) -> None:
    event = opened(evening)
    user = evening.account("helper@example.org")
    address = page(event, "manage/roles/")
    assert organiser.post(address, {"email": "nobody@example.org", "role": "desk"}).status_code == 422
    assert organiser.post(address, {"email": user.email, "role": "king"}).status_code == 422
    assert organiser.post(address, {"email": user.email, "role": "desk"}).status_code == 302
    assert EventRole.objects.get().role == Role.DESK
    helper = Client()
    helper.force_login(user, backend=BACKEND)
    assert helper.get(page(event, "manage/check-in/")).status_code == 200
    assert [helper.get(page(event, path)).status_code for path in ("manage/players/", "manage/settings/")] == [403, 403]
    assert organiser.post(address, {"email": user.email, "take": "1"}).status_code == 302
    assert helper.get(page(event, "manage/check-in/")).status_code == 403


@pytest.mark.parametrize("path", ["players/", "settings/", "check-in/"])
def test_pages_of_the_staff_are_closed_to_everybody_else(path: str, evening: Evening, client: Client) -> None:
    event = opened(evening)
    assert client.get(page(event, f"manage/{path}")).status_code == 302
    client.force_login(evening.account("stranger@example.org"), backend=BACKEND)
    assert client.get(page(event, f"manage/{path}")).status_code == 403


def test_desk_helper_of_the_club_checks_in_and_no_more(evening: Evening, client: Client) -> None:
    event = opened(evening)
    helper = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=helper.email, role=Role.DESK)
    client.force_login(helper, backend=BACKEND)
    assert client.post(page(event, "manage/check-in/open/")).status_code == 302
    assert client.post(page(event, "manage/check-in/only/"), {"only": "1"}).status_code == 403
    assert client.post(page(event, "manage/players/list/"), {"names": "Eve"}).status_code == 403


def test_long_list_of_players_is_searched_by_name(evening: Evening, organiser: Client) -> None:
    event = evening.event(tuple(f"Player {number:02}" for number in range(1, 13)))
    address = f"/events/{event.slug}/manage/players/"
    assert 'role="search" method="get"' in organiser.get(address).content.decode()
    page = organiser.get(f"{address}?q=player+07")
    assert [row["entry"].player.name for _title, rows in page.context["groups"] for row in rows] == ["Player 07"]
    assert "No one on the list has that name." in organiser.get(f"{address}?q=zzz").content.decode()


def test_opening_a_check_in_asks_whether_only_players_who_are_here_get_paired(
    evening: Evening, organiser: Client
) -> None:
    event = evening.event(("Anna", "Bert"))
    address = f"/events/{event.slug}/manage/check-in/"
    assert 'name="only" value="1" checked' in " ".join(organiser.get(address).content.decode().split())
    organiser.post(f"{address}open/", {"asked": "1"})
    event.refresh_from_db()
    assert not event.entering.only_checked_in
    organiser.post(f"{address}close/")
    organiser.post(f"{address}open/", {"asked": "1", "only": "1"})
    event.refresh_from_db()
    assert event.entering.only_checked_in
    assert "All here" in organiser.get(address).content.decode()
    organiser.post(f"{address}all/")
    assert "2 here, 0 are missing." in organiser.get(address).content.decode()
