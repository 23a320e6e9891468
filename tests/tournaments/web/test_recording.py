"""Recording a game over the web: what the page is given, what it asks, and two who record the same game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.enums import GameState, Grade
from games.models import DraftPart, Game
from tests.evening import Evening, entry_at, game_of, opened
from tournaments.models import Match
from tournaments.services.results.rule import result_rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(evening: Evening) -> Match:
    return evening.publish(evening.started(), 1)[0]


def duels_of(evening: Evening, match: Match) -> list[dict[str, Any]]:
    duels: list[dict[str, Any]] = json.loads(evening.body(match))["duels"]
    return duels


def sent(client: Client, match: Match, number: int, duel: dict[str, Any], **more: str) -> Any:
    address = f"/games/{game_of(match).key}/recording/duels/{number}/"
    return client.post(address, {"arena": duel, "key": f"k{number}", **more}, content_type="application/json")


def test_page_holds_the_terms_of_all_duels(match: Match) -> None:
    response = opened(entry_at(match, 0)).get(f"/games/{game_of(match).key}/recording/")
    page = response.context["page"]
    assert response.status_code == 200
    assert [duel["one_by_one"] for duel in page["terms"]["duels"]] == [False] * 4 + [True]
    assert page["terms"]["white"]["tokens"] == {"L": 14, "D": 14, "S": 2}
    assert (page["state"]["duels"], page["state"]["open"]) == ([], True)


def test_two_phones_go_on_from_each_other_and_hand_in(evening: Evening, match: Match) -> None:
    duels = duels_of(evening, match)
    white, black = (opened(entry_at(match, place)) for place in (0, 1))
    for number, duel in enumerate(duels, 1):
        answer = sent(white if number % 2 else black, match, number, duel)
        assert answer.status_code == 200, answer.json()
        assert len(answer.json()["state"]["duels"]) == number
    state = white.get(f"/games/{game_of(match).key}/recording/state/").json()
    assert [each["duel"]["tokens"] for each in state["duels"]] == [duel["tokens"] for duel in duels]
    assert len({each["by"] for each in state["duels"]}) == 2
    review = black.get(f"/games/{game_of(match).key}/recording/review/")
    assert review.context["report"].honoris == state["standing"]["honoris"]
    looked_at = {"idempotency_key": "one", "seen": review.context["form"]["seen"].value()}
    handed = black.post(f"/games/{game_of(match).key}/recording/review/", looked_at)
    assert handed.status_code == 302
    assert game_of(match).state == GameState.SUBMITTED
    told = {at: black.get(f"/games/{game_of(match).key}/{at}").content.decode() for at in ("", "recording/review/")}
    assert "The record that is handed in" in told[""]
    assert "This record has already been handed in." in told["recording/review/"]
    assert json.loads(bytes(game_of(match).submissions.get().body))["duels"] == [
        each["duel"] for each in state["duels"]
    ]


def test_record_that_was_changed_since_it_was_looked_through_is_not_handed_in(evening: Evening, match: Match) -> None:
    client, address = opened(entry_at(match, 0)), f"/games/{game_of(match).key}/recording/review/"
    for number, duel in enumerate(duels_of(evening, match), 1):
        sent(client, match, number, duel)
    looked_at = {"idempotency_key": "one", "seen": client.get(address).context["form"]["seen"].value()}
    DraftPart.objects.filter(number=2).delete()  # those after it wait for it
    for form in (looked_at, {"idempotency_key": "one"}):
        again = client.post(address, form, follow=True)
        text = again.content.decode()
        assert "the record changed while you were reviewing it" in text
        assert "3 saved duels no longer fit and aren’t included." in text
        assert "1 of five duels is saved." in text
    assert not game_of(match).submissions.exists()
    looked_at["seen"] = again.context["form"]["seen"].value()
    assert "Tell an arbiter" in client.post(address, looked_at, follow=True).content.decode()


def test_second_phone_hears_that_a_duel_was_saved_differently(evening: Evening, match: Match) -> None:
    one, other = duels_of(evening, match)[0], duels_of(evening, match)[0]
    white, black = (opened(entry_at(match, place)) for place in (0, 1))
    assert sent(white, match, 1, one).status_code == 200
    refused = sent(black, match, 1, other, key="theirs")
    assert (refused.status_code, refused.json()["code"]) == (409, "saved_differently")
    standing = refused.json()["state"]["duels"][0]
    assert standing["duel"]["tokens"] == one["tokens"]
    replaced = sent(black, match, 1, other, key="theirs", replaces=standing["version"])
    assert replaced.json()["state"]["duels"][0]["duel"]["tokens"] == other["tokens"]
    assert sent(white, match, 1, one).json()["code"] == "saved_differently"


def test_choices_come_from_the_engine(match: Match) -> None:
    game = game_of(match)
    client = opened(entry_at(match, 0))
    starter, other = ("white", "black") if game.starter == 1 else ("black", "white")
    arena = {
        "tokens": {starter: "LDLDLD", other: "------"},
        "pawns": {starter: "WMSWMS", other: "------"},
    }
    address = f"/games/{game.key}/recording/choices/"
    answer = client.post(address, {"duels": [], "arena": arena}, content_type="application/json").json()
    assert answer["turn"] == other
    assert {chip["pawn"] for chip in answer["places"][0]["chips"] if chip["token"] == "L"} == {"M", "S"}
    assert answer["wrong"] is None
    assert not DraftPart.objects.exists()


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b'{"arena": 1}', b'{"duels": [{}]}', b'{"arena": {"tokens": {"white": "X", "black": ""}}}', b"\xff"],
)
def test_choices_refuse_what_no_page_sends(match: Match, body: bytes) -> None:
    client = opened(entry_at(match, 0))
    for address in ("choices", "duels/1"):
        response = client.post(
            f"/games/{game_of(match).key}/recording/{address}/", body, content_type="application/json"
        )
        assert (response.status_code, response.json()["code"]) == (422, "not_understood"), address


def test_nobody_else_records_or_looks_on(evening: Evening, match: Match) -> None:
    other = Match.objects.filter(round=match.round).exclude(pk=match.pk)[0]
    for client in (Client(), opened(entry_at(other, 0))):
        looked = client.get(f"/games/{game_of(match).key}/recording/state/")
        saved = sent(client, match, 1, duels_of(evening, match)[0])
        asked = client.post(f"/games/{game_of(match).key}/recording/choices/", {}, content_type="application/json")
        assert [answer.status_code for answer in (looked, saved, asked)] == [403] * 3
        assert saved.json()["code"] == "not_your_game"
    assert not DraftPart.objects.exists()


def test_notation_page_begins_with_the_set_up_and_points_at_what_is_wrong(match: Match) -> None:
    game, client = game_of(match), opened(entry_at(match, 0))
    page = client.get(f"/games/{game.key}/notation/")
    text = page.context["form"].initial["text"]
    assert f'[Starter "{"white" if game.starter == 1 else "black"}"]' in text
    typed = text + "LDDSLD/DDXLGD MMS-MW/SWWW-S"
    verdict = client.post(f"/games/{game.key}/notation/verdict/", {"text": typed})
    assert verdict.context["judged"].spot.here.startswith("X")
    typed = text + "LDLDLD/LDLDLD WMSWMS/WSWSWW"
    verdict = client.post(f"/games/{game.key}/notation/verdict/", {"text": typed})
    spot = verdict.context["judged"].spot
    assert (spot.here, spot.after if game.starter == "white" else spot.here) in {("W", "SWSWW"), ("W", "W")}
    assert "R8" in verdict.content.decode()


def test_sheet_tells_surges_and_triumphs(match: Match) -> None:
    game, client = game_of(match), opened(entry_at(match, 0))
    mages, cards = {"white": "silas", "black": "bahar"}, ["storm", "triumph", "radiance", "truce"]
    Game.objects.filter(pk=game.pk).update(variants={"mages": mages, "duel_cards": cards})
    form = client.get(f"/games/{game.key}/sheet/").context["form"]
    spells = {name for name in form.fields if name.endswith(("surge", "triumph"))}
    assert spells == {f"d{number}-white-surge" for number in range(1, 6)} | {"d2-white-triumph", "d2-black-triumph"}
    won = {"d1-white-light": "4", "d1-black-light": "2"}
    said = {"idempotency_key": "one", "d1-white-surge": "L", "check": "1", **won}
    report = client.post(f"/games/{game.key}/sheet/", said).context["report"]
    assert (report.legal, report.level) == (True, {"white": -6, "black": -2})
    twice = client.post(f"/games/{game.key}/sheet/", said | {"d2-white-dark": "6", "d2-white-surge": "D"})
    # It is said once, at the duel's first field, with the rule that says so.
    assert list(twice.context["form"].errors) == ["d2-white-light"]
    assert "/rules/magistrar/#R25" in twice.content.decode()
    assert twice.context["report"] is None
    assert twice.context["refusal"] == ""


def test_event_of_records_offers_no_sheet_and_says_why(evening: Evening, match: Match) -> None:
    game, client = game_of(match), opened(entry_at(match, 0))
    addresses = {name: f"/games/{game.key}/{name}/" for name in ("sheet", "score", "notation", "record")}
    offered = {name: f'href="{address}?' for name, address in addresses.items()}
    Game.objects.filter(pk=game.pk).update(least_grade="record")
    evening_page = client.get(f"/evening/{entry_at(match, 0).key}/").content.decode()
    recorder = client.get(f"/games/{game.key}/recording/").content.decode()
    assert [name for name in offered if offered[name] in evening_page] == ["notation"]
    assert [name for name in offered if offered[name] in recorder] == ["notation"]
    assert offered["record"] in client.get(addresses["notation"]).content.decode()
    for name in ("sheet", "score"):
        page = client.get(addresses[name]).content.decode()
        assert "This event accepts nothing but a record" in page, name
        assert f"/games/{game.key}/recording/" in page
        assert 'name="idempotency_key"' not in page, name
    sheet = evening.body(match, Grade.SHEET).decode()
    refused = client.post(addresses["record"], {"idempotency_key": "one", "text": sheet})
    assert refused.status_code == 422
    assert refused.context["refusal"].startswith("This event accepts nothing but a record")
    Game.objects.filter(pk=game.pk).update(least_grade="sheet")
    page = client.get(addresses["score"]).content.decode()
    assert "hand in a sheet or a record" in page
    assert offered["sheet"] in page


def test_file_that_was_checked_can_be_handed_in(evening: Evening, match: Match) -> None:
    address, client = f"/games/{game_of(match).key}/record/", opened(entry_at(match, 0))
    chosen = SimpleUploadedFile("game.json", evening.body(match))
    checked = client.post(address, {"idempotency_key": "one", "file": chosen, "check": "1"})
    form = checked.context["form"]
    assert checked.context["report"].complete
    sent = {"idempotency_key": form["idempotency_key"].value(), "text": form["text"].value()}
    assert client.post(address, sent).status_code == 302
    assert game_of(match).state == GameState.SUBMITTED


def test_game_that_ended_early_is_kept_for_the_arbiter(evening: Evening, match: Match) -> None:
    game, client = game_of(match), opened(entry_at(match, 0))
    address = f"/games/{game.key}/recording/review/"
    assert client.get(address).status_code == 302
    for number, duel in enumerate(duels_of(evening, match)[:2], 1):
        sent(client, match, number, duel)
    page = client.get(address).content.decode()
    assert "2 of five duels are saved." in page
    assert "as it stands: whoever is ahead wins" in page
    seen = client.get(address).context["form"]["seen"].value()
    handed = client.post(address, {"idempotency_key": "one", "seen": seen}, follow=True)
    assert "Tell an arbiter that the game ended early" in handed.content.decode()
    again = client.post(address, {"idempotency_key": "two", "seen": seen}, follow=True).content.decode()
    assert "Exactly this was already handed in." in again
    kept = game.submissions.get()
    assert (kept.refusal, kept.report["legal"], len(kept.report["duels"])) == ("unfinished", True, 2)
    assert DraftPart.objects.filter(game=game).count() == 2
    said = f"The game ended early: {entry_at(match, 0).player.name} has handed in the 2 duels that were finished."
    for entry in (entry_at(match, 0), entry_at(match, 1)):
        assert said in opened(entry).get(f"/evening/{entry.key}/").content.decode()
    desk = Client()
    desk.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    managed = f"/events/{match.round.stage.event.slug}/manage/"
    on_the_desk = [desk.get(managed + page).content.decode().count("ended early") for page in ("", "results/")]
    result_rule(act=evening.act(why="Anna had to leave"), game_key=game.key, kind="abandoned", submission_key=kept.key)
    assert (game_of(match).state, DraftPart.objects.exists()) == (GameState.RULED, False)
    settled = client.get(f"/games/{game.key}/recording/").content.decode()
    assert [way in settled for way in ("The game ended early", 'class="switch"')] == [False, False]
    after = [desk.get(managed + page).content.decode().count("ended early") for page in ("", "results/")]
    assert (on_the_desk, after) == ([1, 1], [0, 0])


def test_impossible_score_is_said_once_at_its_number_and_leads_to_the_rule(evening: Evening, match: Match) -> None:
    client, address = opened(entry_at(match, 0)), f"/games/{game_of(match).key}/score/"
    empty = client.get(address).content.decode()
    assert 'name="white_markers" value' not in empty.replace('type="number" ', "")
    said = {"white_honoris": "40", "white_markers": "0", "black_honoris": "3", "black_markers": "1"}

    answer = client.post(address, {"idempotency_key": "one", **said})
    page = answer.content.decode()

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["white_honoris", "black_honoris"])
    assert page.count("can’t have 40 Honoris") == 1
    assert 'href="/rules/magistrar/#R19"' in page
    assert 'href="#id_white_honoris"' in page
    assert 'aria-invalid="true"' in page


def test_too_many_markers_are_said_at_the_first_of_their_numbers(evening: Evening, match: Match) -> None:
    said = {"white_honoris": "23", "white_markers": "4", "black_honoris": "13", "black_markers": "2"}
    client, address = opened(entry_at(match, 0)), f"/games/{game_of(match).key}/score/"
    answer = client.post(address, {"idempotency_key": "one", **said})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["white_markers"])


def test_rules_are_told_by_number_in_three_languages(client: Client) -> None:
    pages = [client.get("/rules/magistrar/", headers={"Accept-Language": code}) for code in ("en", "de", "nl")]
    assert [page.status_code for page in pages] == [200, 200, 200]
    assert all('id="R8"' in page.content.decode() for page in pages)
    assert len({page.content for page in pages}) == 3
    assert client.get("/rules/chess/").status_code == 404
