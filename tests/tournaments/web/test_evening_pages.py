"""A player's pages: what a link opens, what the forms take, and what they refuse with which status."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from games.enums import GameState, Grade
from games.models import GameResult, Submission
from magistrar_site.accounts.services.links import link_token
from tests.evening import Evening, entry_at, game_of, opened
from tournaments.models import Event, Match
from tournaments.selectors.rounds.pairings import pairings_of_round
from tournaments.services.results.enter import results_enter
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def hand_in(client: Client, match: Match, body: bytes, key: str = "one") -> Any:
    data = {"text": body.decode("utf-8", "surrogateescape"), "idempotency_key": key}
    return client.post(f"/games/{game_of(match).key}/record/", data)


def test_link_becomes_a_cookie_and_a_redirect_and_changes_nothing(match: Match) -> None:
    entry = entry_at(match, 0)
    client = Client()
    before = Submission.objects.count(), game_of(match).state
    response = client.get(f"/l/{link_token(subject=entry.key)}/")
    assert (response.status_code, response["Location"]) == (302, f"/evening/{entry.key}/")
    cookie = response.cookies["magistrar_links"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert response["Referrer-Policy"] == "no-referrer"
    assert (Submission.objects.count(), game_of(match).state) == before


@pytest.mark.parametrize("token", ["nonsense", "abc.1.signature", "🧙"])
def test_mistyped_link_is_refused_in_words(token: str, client: Client) -> None:
    response = client.get(f"/l/{token}/")
    assert response.status_code == 403
    assert "Scan the code again" in response.content.decode()


def test_replaced_link_opens_nothing_wherever_it_was_opened(evening: Evening, event: Event, match: Match) -> None:
    entry = entry_at(match, 0)
    client = opened(entry)
    assert client.get(f"/evening/{entry.key}/").status_code == 200
    organiser = Client()
    organiser.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    old = link_token(subject=entry.key)
    organiser.post(f"/events/{event.slug}/manage/links/{entry.key}/replace/")
    assert client.get(f"/evening/{entry.key}/").status_code == 403
    assert client.get(f"/l/{old}/").status_code == 403


def test_evening_shows_opponent_table_and_who_starts(match: Match) -> None:
    first, second = entry_at(match, 0), entry_at(match, 1)
    page = opened(first).get(f"/evening/{first.key}/").content.decode()
    assert f'<div class="versus-name">{second.player.name}</div>' in page
    assert "You play White and start." in page
    assert "<b>1</b>" in page


def test_evening_of_somebody_else_is_refused(match: Match) -> None:
    client = opened(entry_at(match, 0))
    assert client.get(f"/evening/{entry_at(match, 1).key}/").status_code == 403
    assert Client().get(f"/evening/{entry_at(match, 0).key}/").status_code == 403


def test_legal_record_is_handed_in_and_confirmed_by_the_other_link(evening: Evening, match: Match) -> None:
    first, second = entry_at(match, 0), entry_at(match, 1)
    response = hand_in(opened(first), match, evening.body(match))
    assert (response.status_code, response["Location"]) == (302, f"/evening/{first.key}/")
    submission = Submission.objects.get()
    response = opened(second).post(f"/submissions/{submission.key}/answer/", {"answer": "confirm"})
    assert response.status_code == 302
    assert game_of(match).state == GameState.AGREED


def test_same_form_sent_twice_is_one_submission(evening: Evening, match: Match) -> None:
    client, body = opened(entry_at(match, 0)), evening.body(match)
    assert hand_in(client, match, body).status_code == 302
    assert hand_in(client, match, body).status_code == 302
    assert Submission.objects.count() == 1


def test_same_document_under_another_key_is_the_submission_that_stands(evening: Evening, match: Match) -> None:
    client, body, game = opened(entry_at(match, 0)), evening.body(match), game_of(match)
    hand_in(client, match, body)
    again = client.post(
        f"/games/{game.key}/record/", {"text": body.decode(), "idempotency_key": "two"}, follow=True
    ).content.decode()
    assert "Exactly this was already handed in. It still counts, and nothing was added." in again
    assert Submission.objects.count() == 1
    page = client.get(f"/games/{game.key}/record/").content.decode()
    assert 'data-kept-handed-in="one"' in page  # the device may forget what it kept of it
    hand_in(client, match, evening.body(match), key="three")
    hand_in(client, match, body, key="four")  # what stood in between is another one
    assert Submission.objects.count() == 3
    assert str(event_verify(event=match.round.stage.event)).startswith("verified ")


def test_what_is_sent_without_the_link_can_be_sent_again(evening: Evening, match: Match) -> None:
    entry, body, game = entry_at(match, 0), evening.body(match), game_of(match)
    sent = {"text": body.decode(), "idempotency_key": "one", "as": entry.key}
    client, here = Client(), {"headers": {"Origin": "http://testserver"}}
    refused = client.post(f"/games/{game.key}/record/", sent, **here)
    page = refused.content.decode()
    assert refused.status_code == 403
    assert "Open your personal link again in another tab, then send this again from here." in page
    assert f'<form class="form" method="post" action="/games/{game.key}/record/">' in page
    assert escape(sent["text"]) in page
    assert escape(sent["text"]) not in client.post(f"/games/{game.key}/record/", sent).content.decode()
    expired = Client(enforce_csrf_checks=True).post(f"/games/{game.key}/record/", sent, **here).content.decode()
    assert "Open your personal link again in another tab" in expired
    client.get(f"/l/{link_token(subject=entry.key)}/")
    assert client.post(f"/games/{game.key}/record/", sent, **here).status_code == 302


def test_illegal_record_is_kept_and_counts_nothing(evening: Evening, match: Match) -> None:
    record = json.loads(evening.body(match))
    record["duels"][0]["tokens"]["white"] = record["duels"][1]["tokens"]["white"] = "SSSSSS"
    response = hand_in(opened(entry_at(match, 0)), match, json.dumps(record).encode())
    assert response.status_code == 422
    name = game_of(match).seats.get(number=1).player.name
    assert f"Duel 1, encounter 3: {name} has no super token left in the bag." in response.content.decode()
    submission = Submission.objects.get()
    assert (submission.accepted, submission.refusal) == (False, "illegal")
    assert (game_of(match).state, GameResult.objects.count()) == (GameState.EXPECTED, 0)


def test_record_with_the_sides_swapped_says_so(evening: Evening, match: Match) -> None:
    record = json.loads(evening.body(match))
    swapped = json.loads(json.dumps(record).replace("white", "x").replace("black", "white").replace('"x"', '"black"'))
    response = hand_in(opened(entry_at(match, 0)), match, json.dumps(swapped).encode())
    assert response.status_code == 422
    assert "The sides look swapped" in response.content.decode()


@pytest.mark.parametrize(
    "content, status",
    [(b"", 422), (b"{", 422), (b"\xff\xfe\x00", 422), (b"null", 422), (b'"\\ud800"', 422), (b" " * 300_000, 413)],
)
def test_file_that_is_no_game_gets_a_clear_page(content: bytes, status: int, match: Match) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    data = {"file": SimpleUploadedFile("game.json", content), "idempotency_key": "one"}
    response = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/record/", data)
    assert response.status_code == status
    assert 'role="alert"' in response.content.decode()
    assert GameResult.objects.count() == 0


def test_text_with_a_nul_is_told_once(match: Match) -> None:
    sent = {"text": "1. LD\0", "idempotency_key": "one"}
    form = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/record/", sent).context["form"]
    assert {name: len(texts) for name, texts in form.errors.items()} == {"text": 1}


def test_own_submission_cannot_be_confirmed(evening: Evening, match: Match) -> None:
    first = entry_at(match, 0)
    submission = evening.submit(match)
    response = opened(first).post(f"/submissions/{submission.key}/answer/", {"answer": "confirm"})
    assert response.status_code == 403
    assert "You handed this in yourself" in response.content.decode()
    assert game_of(match).state == GameState.SUBMITTED


@pytest.mark.parametrize("path", ["sheet/", "record/", "rule/"])
def test_stranger_may_not_touch_a_game(path: str, evening: Evening, event: Event, match: Match) -> None:
    other = Match.objects.filter(round__stage__event=event, table=2).get()
    for client in (Client(), opened(entry_at(other, 0))):
        address = f"/games/{game_of(match).key}/{path}"
        assert client.get(address).status_code == 403
        assert client.post(address, {"idempotency_key": "x", "text": "{}"}).status_code == 403
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("host", "is_warned"), [("localhost:8000", True), ("[::1]:8000", True), ("192.168.1.20", False)]
)
def test_links_say_where_no_phone_can_open_them(
    host: str, is_warned: bool, evening: Evening, event: Event, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    desk = Client()
    desk.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    page = desk.get(f"/events/{event.slug}/manage/links/", headers={"host": host}).content.decode()
    assert ("These links won’t work on phones" in page) is is_warned


def pressed_by_enter(page: str, field: str) -> tuple[str, str]:
    """Name and value of the button that a browser presses for the Enter key in a field: its form's first."""
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'id="{field}"' in form)
    button = next(each for each in re.findall(r"<button[^>]*>", form) if 'type="button"' not in each)
    name, value = (re.search(rf'{key}="([^"]*)"', button) for key in ("name", "value"))
    return (name[1], value[1]) if name and value else ("", "")


def test_enter_key_does_what_belongs_to_the_field(evening: Evening, event: Event, match: Match) -> None:
    evening.submit(match, evening.body(match, Grade.SHEET))
    second = entry_at(match, 1)
    answer = opened(second).get(f"/evening/{second.key}/").content.decode()
    assert pressed_by_enter(answer, "why") == ("answer", "dispute")
    sheet = opened(second).get(f"/games/{game_of(match).key}/sheet/").content.decode()
    assert pressed_by_enter(sheet, "id_d1-white-light") == ("check", "1")
    desk = Client()
    desk.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/events/{event.slug}/manage/rounds/1/"
    desk.post(f"{address}clock/", {"set": "1", "minutes": "60"})
    clock = desk.get(address).content.decode()
    assert [pressed_by_enter(clock, field) for field in ("starts_at", "minutes", "more")] == [
        ("schedule", "1"),
        ("set", "1"),
        ("extend", "1"),
    ]


def test_dispute_makes_a_conflict_and_an_arbiter_rules(evening: Evening, event: Event, match: Match) -> None:
    submission = evening.submit(match, evening.body(match, Grade.SHEET))
    page = opened(entry_at(match, 1)).post(
        f"/submissions/{submission.key}/answer/", {"answer": "dispute", "why": "It was 3 to 2"}
    )
    assert page.status_code == 302
    assert game_of(match).state == GameState.CONFLICTING
    arbiter = Client()
    arbiter.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/games/{game_of(match).key}/rule/"
    assert arbiter.post(address, {"ruling": f"version::{submission.key}", "why": ""}).status_code == 422
    decision = {"ruling": f"version::{submission.key}", "why": "The sheet is right"}
    preview = arbiter.post(address, decision)
    assert (preview.status_code, game_of(match).state) == (200, GameState.CONFLICTING)
    response = arbiter.post(address, {**decision, "confirm": "1", "seen": preview.context["seen"]})
    assert (response.status_code, game_of(match).state) == (302, GameState.RULED)


def test_shared_phone_acts_for_whom_the_page_was_made(evening: Evening, match: Match) -> None:
    first, second = entry_at(match, 0), entry_at(match, 1)
    client = opened(first, second)
    submission = evening.submit(match)
    response = client.post(f"/submissions/{submission.key}/answer/", {"answer": "confirm", "as": first.key})
    assert response.status_code == 403
    response = client.post(f"/submissions/{submission.key}/answer/", {"answer": "confirm", "as": second.key})
    assert (response.status_code, game_of(match).state) == (302, GameState.AGREED)


def test_running_score_is_worked_out_by_the_engine_and_stores_nothing(evening: Evening, match: Match) -> None:
    data = {"idempotency_key": "x", "d1-white-light": "3", "d1-black-dark": "3"}
    response = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/sheet/running/", data)
    page = response.content.decode()
    assert response.status_code == 200
    assert "<b>1 : 1</b>" in page
    assert "Honoris after 1 duel" in page
    wrong = opened(entry_at(match, 0)).post(
        f"/games/{game_of(match).key}/sheet/running/", data | {"d3-black-dark": "9"}
    )
    assert "Duel 3, Black, dark energy: At most 6." in " ".join(wrong.content.decode().split())
    empty = {"idempotency_key": "x", "d1-white-light": "0"}
    nothing = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/sheet/running/", empty).content.decode()
    assert "The score appears here as you type." in nothing
    refused = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/sheet/", empty)
    assert (refused.status_code, refused.context["report"]) == (422, None)
    assert "Nothing is filled in yet" in refused.content.decode()
    assert not Submission.objects.exists()


def test_checking_a_sheet_hands_nothing_in(match: Match) -> None:
    data = {"idempotency_key": "x", "check": "1", "d1-white-light": "7"}
    response = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/sheet/", data)
    assert response.status_code == 422  # over six: the field itself says so
    data["d1-white-light"] = "6"
    data["d1-black-dark"] = "1"
    response = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/sheet/", data)
    assert response.status_code == 200
    assert "Duel 1 has 7 encounters won; there are only 6." in response.content.decode()
    assert not Submission.objects.exists()


def test_sheet_asks_about_duels_that_tell_nothing(match: Match) -> None:
    client, address = opened(entry_at(match, 0)), f"/games/{game_of(match).key}/sheet/"
    numbers = ((3, 2), (2, 3), (3, 3), (3, 2))
    won = {
        f"d{duel}-{what}": str(number)
        for duel, pair in enumerate(numbers, 1)
        for what, number in zip(("white-light", "black-dark"), pair, strict=True)
    }
    data = {"idempotency_key": "x", **won}
    asked = client.post(address, data)
    assert (asked.status_code, Submission.objects.exists()) == (422, False)
    assert "Duel 5 is empty" in asked.content.decode()
    assert client.post(address, data | {"nothing_won": "1"}).status_code == 302
    assert Submission.objects.get().accepted


def test_player_who_handed_in_otherwise_gives_in(evening: Evening, match: Match) -> None:
    first, second = entry_at(match, 0), entry_at(match, 1)
    evening.submit(match)
    own = json.loads(evening.body(match))
    client = opened(second)
    data = {"idempotency_key": "x", "text": json.dumps(own)}
    page = client.post(f"/games/{game_of(match).key}/record/", data, follow=True).content.decode()
    assert "differs from the one that was already there" in page
    assert ("You two don’t agree" in page, "Yes, that’s how it was" in page) == (True, False)
    theirs = Submission.objects.get(seat=Submission.objects.earliest("fact_number").seat)
    assert f"{first.player.name}’s version is right" in page
    settled = client.post(f"/submissions/{theirs.key}/answer/", {"answer": "give_in"}, follow=True).content.decode()
    assert ("You both say the same now." in settled, game_of(match).state) == (True, GameState.AGREED)


def test_win_typed_at_the_desk_is_told_to_both(evening: Evening, event: Event, match: Match) -> None:
    results_enter(act=evening.act(), round_=match.round, text=f"{match.table} 1")
    winner = entry_at(match, 0)
    for position in (0, 1):
        entry = entry_at(match, position)
        page = " ".join(opened(entry).get(f"/evening/{entry.key}/").content.decode().split())
        card = page.partition("The result counts</h2>")[2].partition("</section>")[0]
        assert f"{winner.player.name} won" in card


@pytest.mark.parametrize("typed, score", [("1", "1 : 0"), ("2", "0 : 1"), ("=", "½ : ½"), ("23:13", "23 : 13")])
def test_lists_say_a_result_typed_without_a_score_in_points(
    typed: str, score: str, evening: Evening, event: Event, match: Match, client: Client
) -> None:
    results_enter(act=evening.act(), round_=match.round, text=f"{match.table} {typed}")
    row = next(row for row in pairings_of_round(match.round) if row.match_key == match.key)
    assert row.score == score
    assert f">{score}</a>" in client.get(f"/events/{event.slug}/rounds/1/").content.decode()


def test_error_in_a_typed_game_is_said_once_at_its_field(match: Match) -> None:
    data = {"text": "Anna won", "idempotency_key": "one"}
    page = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/notation/", data)
    html = page.content.decode()
    assert (page.status_code, html.count("Line 1, column 1"), "This can’t be read as a game" in html) == (422, 1, False)
    assert ('aria-invalid="true"' in html, ", load" in html) == (True, False)


def test_settled_game_takes_nothing_more(evening: Evening, match: Match) -> None:
    evening.play(match)
    response = hand_in(opened(entry_at(match, 0)), match, evening.body(match), key="late")
    assert response.status_code == 422
    html = response.content.decode()
    assert ("The result of this game is settled" in html, "See the result that counts" in html) == (True, True)
    assert "scoreline" not in html  # what was refused doesn't look like a result
    assert Submission.objects.filter(accepted=True).count() == 1


@pytest.mark.parametrize("white_markers, status, grade", [("3", 302, "score"), ("4", 422, None)])
def test_final_score_alone_is_taken_where_its_numbers_are_possible(
    white_markers: str, status: int, grade: str | None, match: Match
) -> None:
    data = {"idempotency_key": "x", "white_honoris": "16", "white_markers": white_markers}
    data |= {"black_honoris": "11", "black_markers": "2"}
    response = opened(entry_at(match, 0)).post(f"/games/{game_of(match).key}/score/", data)
    assert response.status_code == status
    assert GameResult.objects.filter(is_current=True).values_list("grade", flat=True).first() == grade


def test_answers_address_opened_again_leads_to_the_game(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)
    response = opened(entry_at(match, 1)).get(f"/submissions/{submission.key}/answer/")
    assert (response.status_code, response["Location"]) == (302, f"/games/{game_of(match).key}/")
    assert game_of(match).state == GameState.SUBMITTED


def test_place_is_told_once_there_is_a_result_and_before_it_what_is_coming(evening: Evening) -> None:
    waiting = evening.event(("Anna", "Bert"), name="Next")
    text = opened(waiting.entries.all()[0]).get(f"/evening/{waiting.entries.all()[0].key}/").content.decode()
    assert ("It starts on" in text, "Place " in text) == (True, False)
    event = evening.started()
    matches = evening.publish(event, 1)
    evening.play(matches[1])
    standings_refresh(event_key=event.key)
    before, after = entry_at(matches[0], 0), entry_at(matches[1], 0)
    text = opened(before).get(f"/evening/{before.key}/").content.decode()
    assert ("You play in round 1." in text, "Place " in text) == (True, False)
    assert "Place " in opened(after).get(f"/evening/{after.key}/").content.decode()
