"""Recording an elemental duel over the web: the sheet is the table's, and each player's slip is that player's alone."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from games.engine.systems.elemental.documents import Record
from games.engine.systems.elemental.edition import SHIPPED_EDITIONS
from games.engine.systems.elemental.sheet_play import SheetPlay
from games.engine.systems.elemental.system import ELEMENTAL
from games.enums import GameState
from games.models import DraftPart, DraftSecret, Game, Player
from games.services.editions import edition_change, edition_copy
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.models import Fact, FactDetail
from privacy.selectors.export import person_document
from tests.evening import Evening, entry_at, game_of, opened
from tests.extent import sampled
from tests.games.engine.systems.elemental.test_sheet_play import sheet_of
from tests.tournaments.api.evening import link_client
from tournaments.models import Event, Match
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.results.confirm import result_confirm

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Bo", "Cleo")


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(NAMES, preset="elemental-evening")


@pytest.fixture
def match(evening: Evening, event: Event) -> Match:
    return evening.publish(event, 1)[0]


@pytest.fixture
def record(evening: Evening, match: Match) -> Record:
    document = ELEMENTAL.parse(evening.body(match))
    assert isinstance(document, Record)
    return document


@pytest.fixture
def parts(record: Record) -> list[dict[str, Any]]:
    return sheet_of(record, SHIPPED_EDITIONS[record.edition])


def post(client: Client, match: Match, what: str, sent: dict[str, Any]) -> Any:
    address = f"/games/{game_of(match).key}/recording/{what}"
    return client.post(address, json.dumps(sent), content_type="application/json")


def state(client: Client, match: Match) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"/games/{game_of(match).key}/recording/state/").json()
    return answer


def save_turns(client: Client, match: Match, parts: list[dict[str, Any]]) -> None:
    for number, part in enumerate(parts, 1):
        answer = post(client, match, f"turns/{number}/", {"turn": part, "key": f"t{number}"})
        assert answer.status_code == 200, answer.json()


def kept_turns(evening: Evening, match: Match, parts: list[dict[str, Any]]) -> None:
    """The whole sheet, as if it had been saved turn by turn."""
    rows = [
        DraftPart(
            game=game_of(match), number=number, body=part, seat=1, actor="x", at=evening.now, version=f"t{number}"
        )
        for number, part in enumerate(parts, 1)
    ]
    DraftPart.objects.bulk_create(rows)


def save_slip(client: Client, match: Match, slip: str, key: str = "s1", **more: Any) -> Any:
    return post(client, match, "slip/", {"slip": slip, "key": key, **more})


def players(match: Match) -> list[Client]:
    return [opened(entry_at(match, position)) for position in range(3)]


def test_slip_is_its_players_alone_until_it_is_laid_open(
    evening: Evening, event: Event, match: Match, record: Record, parts: list[dict[str, Any]]
) -> None:
    own, other, _third = players(match)
    desk = evening.browser()
    kept_turns(evening, match, parts)
    slip = record.slips["1"]
    assert save_slip(own, match, slip).json()["state"]["slip"] == {"text": slip, "version": "s1"}
    assert state(own, match)["slip"]["text"] == slip

    game = game_of(match)
    key = game.key
    pages = [f"/games/{key}/", f"/games/{key}/recording/", f"/games/{key}/recording/state/"]
    pages += [f"/games/{key}/recording/review/", f"/games/{key}/record/", f"/games/{key}/score/"]
    pages += [f"/e/{event.slug}/", reverse("tournaments:manage", args=[event.slug])]
    pages += [f"/api/v1/games/{key}/", f"/api/v1/games/{key}/recording/", f"/api/v1/events/{event.slug}/bundle/"]
    pages += [f"/api/v1/events/{event.slug}/public-bundle/", f"/api/v1/events/{event.slug}/facts/"]
    clients: list[Any] = [other, desk, Client(), link_client(link_token(subject=entry_at(match, 1).key)), APIClient()]
    for client, page in sampled(list(product(clients, pages)), 20):
        assert slip not in read(client, page), page
    for page in pages[:2]:
        assert slip not in read(own, page), "a browser keeps pages"
    assert slip.encode() not in bundle_of(event)
    stored = [str(row) for model in (Fact, FactDetail) for row in model.objects.values()]
    assert not [row for row in stored if slip in row]
    for position in range(3):  # organisers hand exports over
        player = entry_at(match, position).player
        assert slip not in str(person_document(player=player, user=None, at=evening.now))

    assert save_slip(own, match, slip, "s2", replaces="s1", opens=True).json()["state"]["open_slips"] == [1]
    assert state(other, match)["open_slips"] == [1]
    assert state(other, match)["slip"] is None


def read(client: Any, page: str) -> str:
    """What a page answers, whatever it is."""
    response = client.get(page)
    assert response.status_code < 500
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return str(body.decode())


def test_slip_is_written_by_its_player_alone(evening: Evening, match: Match, record: Record) -> None:
    own, other, _third = players(match)
    slip = record.slips["1"]
    assert save_slip(evening.browser(), match, slip).json()["code"] == "not_your_game"
    assert save_slip(Client(), match, slip).json()["code"] == "not_your_game"
    assert not DraftSecret.objects.exists()
    save_slip(own, match, slip[:11])
    assert save_slip(other, match, "f2").json()["state"]["slip"]["text"] == "f2"
    assert save_slip(own, match, "zz", "s2", replaces="s1").json()["code"] == "not_understood"
    answer = save_slip(own, match, slip, "s2")
    assert (answer.status_code, answer.json()["code"]) == (409, "saved_differently")
    assert save_slip(own, match, slip, "s2", replaces="s1").status_code == 200
    assert save_slip(own, match, slip, "s2").status_code == 200  # sent twice is once
    assert list(DraftSecret.objects.values_list("seat", "version")) == [(1, "s2"), (2, "s1")]


def test_record_is_put_together_and_handed_in(
    evening: Evening, match: Match, record: Record, parts: list[dict[str, Any]]
) -> None:
    phones = players(match)
    kept_turns(evening, match, parts)
    review = f"/games/{game_of(match).key}/recording/review/"
    for phone, slip in zip(phones, record.slips.values(), strict=True):
        assert "Hand it in" not in phone.get(review).content.decode()
        save_slip(phone, match, slip, opens=True)
    page = phones[2].get(review)
    form = page.context["form"]
    sent = {"idempotency_key": "k1", "seen": form.initial["seen"]}
    phones[2].post(review, sent)
    submission = game_of(match).submissions.get()
    assert bytes(submission.body) == ELEMENTAL.encode(record)
    assert (submission.accepted, submission.report["complete"]) == (True, True)

    result_confirm(act=evening.by(entry_at(match, 0)), submission_key=submission.key)
    assert Game.objects.get(pk=game_of(match).pk).state == GameState.AGREED
    assert not DraftSecret.objects.exists()
    assert not DraftPart.objects.exists()


def test_wrong_slip_is_named_and_corrected(
    evening: Evening, match: Match, record: Record, parts: list[dict[str, Any]]
) -> None:
    phones = players(match)
    kept_turns(evening, match, parts)
    wrong = "n9" + record.slips["2"][2:]
    for phone, slip in zip(phones, [record.slips["1"], wrong, record.slips["3"]], strict=True):
        save_slip(phone, match, slip, opens=True)
    review = f"/games/{game_of(match).key}/recording/review/"
    page = phones[0].get(review).content.decode()
    assert "was dealt non-elemental 9" in page
    assert "Hand it in" not in page
    save_slip(phones[1], match, record.slips["2"], "s2", replaces="s1")
    assert "Hand it in" in phones[0].get(review).content.decode()


def test_two_phones_keep_one_sheet(match: Match, parts: list[dict[str, Any]]) -> None:
    own, other, _third = players(match)
    save_turns(own, match, parts[:2])
    assert post(other, match, "turns/2/", {"turn": parts[1], "key": "b"}).status_code == 200  # they say the same
    move = next(move for move in ("N1E1", "S1E1", "N1W1", "S1W1") if is_legal(own, match, parts, move))
    answer = post(other, match, "turns/2/", {"turn": {"seat": parts[1]["seat"], "move": move}, "key": "b"})
    assert (answer.status_code, answer.json()["code"]) == (409, "saved_differently")
    assert answer.json()["state"]["turns"][1]["version"] == "t2"
    answer = post(other, match, "turns/3/", {"turn": parts[1], "key": "c"})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_legal")
    assert "isn’t the turn of player" in answer.json()["message"]
    assert post(other, match, "undo/1/", {"version": "t1"}).json()["code"] == "later_parts"
    assert post(other, match, "undo/2/", {"version": "x"}).json()["code"] == "saved_differently"
    assert len(post(other, match, "undo/2/", {"version": "t2"}).json()["state"]["turns"]) == 1
    assert post(other, match, "turns/x/", {"turn": {}, "key": "c"}).status_code == 404
    assert post(other, match, "turns/2/", {"turn": 3}).json()["code"] == "not_understood"


def is_legal(client: Client, match: Match, parts: list[dict[str, Any]], move: str) -> bool:
    """Whether the second mover can walk so instead; it isn't kept, as another turn stands there."""
    answer = post(client, match, "turns/2/", {"turn": {"seat": parts[1]["seat"], "move": move}, "key": "p"})
    return bool(answer.json()["code"] == "saved_differently")


def test_game_that_ended_early_is_handed_in_as_far_as_it_went(
    evening: Evening, match: Match, record: Record, parts: list[dict[str, Any]]
) -> None:
    phones = players(match)
    kept_turns(evening, match, parts[:9])
    play = SheetPlay(record, SHIPPED_EDITIONS[record.edition], [part["seat"] for part in parts])
    play.play(record.turns[:9])
    for phone, slip, owed in zip(phones, record.slips.values(), play.owed, strict=True):
        save_slip(phone, match, " ".join(slip.split(" ")[: len(owed)]), opens=True)
    review = f"/games/{game_of(match).key}/recording/review/"
    page = phones[0].get(review)
    assert "The game isn’t over by the sheet." in page.content.decode()
    phones[0].post(review, {"idempotency_key": "k1", "seen": page.context["form"].initial["seen"]})
    submission = game_of(match).submissions.get()
    assert (submission.refusal, submission.report["turns"]) == ("unfinished", 9)


def test_record_that_changed_meanwhile_is_reviewed_again(
    evening: Evening, match: Match, record: Record, parts: list[dict[str, Any]]
) -> None:
    phones = players(match)
    kept_turns(evening, match, parts)
    for phone, slip in zip(phones, record.slips.values(), strict=True):
        save_slip(phone, match, slip, opens=True)
    review = f"/games/{game_of(match).key}/recording/review/"
    seen = phones[0].get(review).context["form"].initial["seen"]
    post(phones[1], match, f"undo/{len(parts)}/", {"version": f"t{len(parts)}"})
    response = phones[0].post(review, {"idempotency_key": "k1", "seen": seen}, follow=True)
    assert "Not handed in: the record changed" in response.content.decode()
    assert not game_of(match).submissions.exists()


def test_recorder_plays_by_the_edition_of_its_game(evening: Evening, match: Match) -> None:
    data = SHIPPED_EDITIONS["elemental-2022"].as_data()
    data["board"]["value"] = ["MMMMMMM", *data["board"]["value"][1:]]
    data["rounds"]["value"] = 3
    copied = edition_copy(
        act=evening.act(), club=evening.club, source="elemental-2022", title="Ours", system="elemental"
    )
    edition = edition_change(act=evening.act(), edition=copied, title="Ours", data=data)
    Game.objects.filter(pk=game_of(match).pk).update(edition=edition.key, edition_digest=edition.digest)
    page = opened(entry_at(match, 0)).get(f"/games/{game_of(match).key}/recording/").context["page"]
    assert (page["terms"]["board"][0], page["terms"]["rounds"]) == ("MMMMMMM", 3)
    assert page["state"]["slip"] is None
    one = opened(entry_at(match, 0))
    assert post(one, match, "turns/1/", {"turn": {"seat": "1", "move": "N1E1"}, "key": "a"}).status_code == 200
    assert [turn["version"] for turn in state(one, match)["turns"]] == ["a"]


def test_page_of_a_link_that_isnt_open_any_more_gets_and_saves_nothing(match: Match) -> None:
    one, other = (entry_at(match, position) for position in (0, 1))
    client = opened(other)
    for what, body in (("state/", None), ("slip/", {"slip": "f2 f2 f1 f1", "key": "s1"})):
        address = f"/games/{game_of(match).key}/recording/{what}?as={one.key}"
        sent = json.dumps(body)
        answer = client.post(address, sent, content_type="application/json") if body else client.get(address)
        assert (answer.status_code, answer.json()["code"]) == (403, "other_reader")
    assert not DraftSecret.objects.exists()
    assert client.get(f"/games/{game_of(match).key}/recording/state/?as={other.key}").status_code == 200
    assert client.get(f"/games/{game_of(match).key}/?as={one.key}").status_code == 200, "an address that was passed on"


def test_page_of_an_account_keeps_to_it_when_another_ones_link_is_opened(evening: Evening, match: Match) -> None:
    one, other = (entry_at(match, position) for position in (0, 1))
    user = evening.account("anna@example.org")
    Player.objects.filter(pk=one.player_id).update(user=user)
    client, game = evening.browser(user), game_of(match).key

    def sent(reader: str, slip: str, key: str) -> int:
        address, body = f"/games/{game}/recording/slip/?as={reader}", json.dumps({"slip": slip, "key": key})
        return client.post(address, body, content_type="application/json").status_code

    assert sent(user.key, "f2 f2 f1 f1", "a") == 200
    client.get(f"/l/{link_token(subject=other.key)}/")
    assert sent(other.key, "w2 w2 w1 w1", "b") == 200
    slips = [
        client.get(f"/games/{game}/recording/state/?as={reader}").json()["slip"]["version"]
        for reader in (user.key, other.key)
    ]
    assert slips == ["a", "b"]


def test_state_that_is_asked_for_again_costs_three_queries_until_something_changes(
    match: Match, parts: list[dict[str, Any]], django_assert_num_queries: Any
) -> None:
    client, other = players(match)[:2]
    address = f"/games/{game_of(match).key}/recording/state/"

    def again(tag: str) -> Any:
        return client.get(address, headers={"If-None-Match": tag})

    first = client.get(address)["ETag"]
    with django_assert_num_queries(3):
        assert again(first).status_code == 304
    assert other.get(address, headers={"If-None-Match": first}).status_code == 200, "another reader's answer"

    save_turns(other, match, parts[:1])
    second = again(first)
    assert (second.status_code, len(second.json()["turns"])) == (200, 1)
    assert again(second["ETag"]).status_code == 304
    save_slip(other, match, "f2 f2 f1 f1", opens=True)
    third = again(second["ETag"])
    assert third.json()["open_slips"] == [2]
    post(other, match, "undo/1/", {"version": "t1"})
    assert again(third["ETag"]).json()["turns"] == []
