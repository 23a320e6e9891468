"""Noting a game of Magia Cum Laude from paper over the web: what was dealt by a form, then turn by turn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.models import DraftPart, GameDeal
from games.selectors.games import set_up_of
from tests.evening import Evening, game_of
from tests.games.engine.systems.cum_laude.guided import EDITION
from tests.games.engine.systems.cum_laude.noting import NotedTurn, noted_parts, random_noted
from tests.tournaments.web.test_cum_laude_recording import kept, players
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Bo", "Cleo")


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(NAMES, preset="cum-laude-evening")


@pytest.fixture
def match(evening: Evening, event: Event) -> Match:
    return evening.publish(event, 1)[0]


def parts_of(match: Match) -> list[dict[str, Any]]:
    """A whole game of these players."""
    set_up = set_up_of(game_of(match))
    record, _plain = random_noted(7, players=3, change_places=False, starter=int(set_up["starter"]))
    return noted_parts(record)


def at(match: Match, what: str = "") -> str:
    return f"/games/{game_of(match).key}/noted/{what}"


def fields_of(part: dict[str, Any], **more: str) -> dict[str, str]:
    """The form as it is filled in."""
    dealt, sent, place = part["setup"], {"idempotency_key": "setup-1", "replaces": ""}, 0
    rows: dict[str, int] = {}
    for tile in EDITION.tower.crystal_tiles:
        row = EDITION.tower.names[tile][0]
        rows[row] = rows.get(row, 0) + 1
    for row, number in rows.items():
        sent[f"crystals_{row}"] = " ".join(dealt["crystals"][place : place + number]).lower()
        place += number
    sent |= {f"spell_{colour}": spell for colour, spell in dealt["spells"].items()}
    for seat in dealt["hands"]:
        sent |= {f"mission_{seat}": dealt["missions"][seat], f"order_{seat}": dealt["orders"][seat]}
        sent |= {f"card_{seat}_{number}": card for number, card in enumerate(dealt["hands"][seat], 1)}
    return sent | more


def post(client: Client, match: Match, what: str, sent: dict[str, Any]) -> Any:
    return client.post(at(match, what), json.dumps(sent), content_type="application/json")


def state(client: Client, match: Match) -> dict[str, Any]:
    told: dict[str, Any] = client.get(at(match, "state/")).json()
    return told


def note_turn(client: Client, match: Match, part: dict[str, Any]) -> dict[str, Any]:
    """Note a turn as the page's script does; how the game stands then."""
    now, turn = state(client, match), NotedTurn(part)
    question, answers, answer = now["question"], [], {}
    while question is not None:
        answers.append(turn.answer(Asked(question)))
        sent = {"answers": answers, "key": f"t{now['number']}-{len(answers)}", "replaces": now["replaces"]}
        answer = post(client, match, f"turns/{now['number']}/", sent).json()
        assert "code" not in answer, answer
        question = answer.get("question")
    told: dict[str, Any] = answer["state"]
    return told


class Asked:
    """A question as the page has it."""

    def __init__(self, shown: dict[str, Any]) -> None:
        self.kind = shown["kind"]
        self.answers = [each["answer"] for each in shown["answers"]]


def noted(evening: Evening, match: Match, parts: list[dict[str, Any]]) -> None:
    """The parts as if they had been saved one by one."""
    DraftPart.objects.filter(game=game_of(match)).delete()
    kept(evening, match, parts)


def test_a_game_is_noted_by_several_and_handed_in(evening: Evening, match: Match) -> None:
    ada, bo, _cleo = players(match)
    parts = parts_of(match)
    page = ada.get(at(match)).content.decode()
    assert "Everybody at the table can read what you note. Start when the game is over." in page
    assert ada.post(at(match, "setup/"), fields_of(parts[0])).status_code == 302
    assert DraftPart.objects.get().body == parts[0]
    for number, part in enumerate(parts[1:5], 1):
        told = note_turn((ada, bo)[number % 2], match, part)
    assert [row.body for row in DraftPart.objects.order_by("number")] == parts[:5]
    assert [turn["number"] for turn in told["turns"]] == [1, 2, 3, 4]
    noted(evening, match, parts)
    assert state(bo, match)["is_over"]
    assert "Hand it in" in bo.get(at(match, "review/")).content.decode()
    assert bo.post(at(match, "review/"), {"idempotency_key": "noted-1", "seen": ""}).status_code == 302
    submission = game_of(match).submissions.get()
    assert submission.accepted
    told = json.loads(bytes(submission.body))
    assert len(told["turns"]) == len(parts) - 1
    assert told["setup"]["pile"] == [card for part in parts for card in part.get("drawn", ())]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("crystals_a", "WWXWW", "Write 5 letters"),
        ("crystals_b", "WW", "Write 6 letters"),
        ("spell_red", "", "Choose one."),
        ("mission_2", "as 1", "was dealt twice"),
        ("order_3", "as 1", "was dealt twice"),
        ("spell_black", "as red", "was dealt twice"),
    ],
)
def test_what_is_wrong_with_the_deal_is_said_at_its_field(match: Match, field: str, value: str, said: str) -> None:
    ada = players(match)[0]
    sent = fields_of(parts_of(match)[0])
    name, _underscore, _seat = field.partition("_")
    sent[field] = sent[f"{name}_{value.removeprefix('as ')}"] if value.startswith("as ") else value
    answer = ada.post(at(match, "setup/"), sent)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert said in form.errors[field][0]
    assert not DraftPart.objects.exists()


def test_more_of_a_card_than_there_are_is_said_at_the_card(match: Match) -> None:
    sent = fields_of(parts_of(match)[0])
    rare = next(card for card, number in EDITION.cards_played_with(change_places=False).items() if number == 1)
    sent |= {"card_1_1": rare, "card_3_2": rare}
    held = [name for name, card in sent.items() if name.startswith("card_") and card == rare]
    form = players(match)[0].post(at(match, "setup/"), sent).context["form"]
    assert list(form.errors) == [sorted(held)[1]]


def test_turns_that_fit_no_more_once_the_deal_is_corrected_are_told_and_taken_back(
    evening: Evening, match: Match
) -> None:
    ada = players(match)[0]
    parts = parts_of(match)
    noted(evening, match, parts[:4])
    page = ada.get(at(match, "setup/")).content.decode()
    assert 'value="t1"' in page
    hands = parts[0]["setup"]["hands"]
    swapped = {"setup": parts[0]["setup"] | {"hands": {"1": hands["2"], "2": hands["3"], "3": hands["1"]}}}
    answer = ada.post(at(match, "setup/"), fields_of(swapped, idempotency_key="corrected", replaces="t1"))
    assert answer.status_code == 302
    now = state(ada, match)
    assert 1 <= now["misfit"] <= 3
    assert now["undo"] == {"number": 3, "version": "t4"}
    for number in (3, 2, 1):
        sent = {"version": state(ada, match)["undo"]["version"]}
        assert post(ada, match, f"undo/{number}/", sent).status_code == 200
    assert state(ada, match)["turns"] == []
    assert state(ada, match)["question"] is not None


def test_nobody_overwrites_what_somebody_else_noted_meanwhile(match: Match) -> None:
    ada, bo, _cleo = players(match)
    parts = parts_of(match)
    ada.post(at(match, "setup/"), fields_of(parts[0]))
    other = fields_of(parts[0], idempotency_key="setup-2")
    other["crystals_a"] = "".join(reversed(other["crystals_a"].split()))
    assert bo.post(at(match, "setup/"), other).status_code == 409
    note_turn(ada, match, parts[1])
    late = post(bo, match, "turns/1/", {"answers": [], "key": "late", "replaces": ""})
    assert (late.status_code, late.json()["code"]) == (409, "changed")
    assert late.json()["state"]["number"] == 2


def test_what_is_not_offered_is_no_answer(evening: Evening, match: Match) -> None:
    ada = players(match)[0]
    noted(evening, match, parts_of(match)[:1])
    for answers in ([{"figure": "white"}], [{"drawn": ["r"]}], ["red"], [{"figure": "red"}, {"drawn": "r"}]):
        refused = post(ada, match, "turns/1/", {"answers": answers, "key": "k"})
        assert refused.status_code in (400, 422), answers
    assert DraftPart.objects.count() == 1


def test_a_game_is_either_dealt_or_noted(evening: Evening, match: Match) -> None:
    ada, desk = players(match)[0], evening.browser()
    deal = f"/games/{game_of(match).key}/recording/deal/"
    noted(evening, match, parts_of(match)[:3])
    for client in (ada, desk):
        refused = client.post(deal, json.dumps({}), content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (409, "noted_already")
        assert client.get(f"/games/{game_of(match).key}/recording/").status_code == 302
    assert ada.post(at(match, "clear/"), {"version": "old"}).status_code == 409
    assert ada.post(at(match, "clear/"), {"version": "t3"}).status_code == 302
    assert not DraftPart.objects.exists()
    dealt = ada.post(deal, json.dumps({}), content_type="application/json")
    assert dealt.status_code == 200
    assert GameDeal.objects.exists()
    for what in ("", "setup/", "clear/", "review/"):
        assert ada.get(at(match, what)).status_code == 302
    assert ada.post(at(match, "setup/"), fields_of(parts_of(match)[0])).status_code == 302
    assert not DraftPart.objects.exists()


def test_the_desk_notes_too_and_others_do_not(evening: Evening, match: Match) -> None:
    parts = parts_of(match)
    stranger, desk = Client(), evening.browser()
    for what in ("", "setup/", "state/", "review/", "clear/"):
        assert stranger.get(at(match, what)).status_code == 403, what
    assert stranger.post(at(match, "setup/"), fields_of(parts[0])).status_code == 403
    assert not DraftPart.objects.exists()
    assert desk.post(at(match, "setup/"), fields_of(parts[0])).status_code == 302
    note_turn(desk, match, parts[1])
    assert stranger.post(at(match, "clear/"), {"version": "x"}).status_code == 403
    assert DraftPart.objects.count() == 2
    page = desk.get(at(match, "clear/")).content.decode()
    assert "1 turn are cleared" in page


def test_noting_is_among_the_ways_to_hand_in(evening: Evening, match: Match) -> None:
    ada = players(match)[0]
    page = ada.get(f"/games/{game_of(match).key}/").content.decode()
    assert "Note a game from paper" in page
    noted(evening, match, parts_of(match)[:3])
    page = ada.get(f"/games/{game_of(match).key}/").content.decode()
    assert "Continue at turn 3" in page
    assert "Play with cards dealt here" not in page


def test_a_game_that_broke_off_is_reviewed_from_what_is_noted(evening: Evening, match: Match) -> None:
    ada = players(match)[0]
    noted(evening, match, parts_of(match)[:1])
    assert ada.get(at(match, "review/")).status_code == 302
    noted(evening, match, parts_of(match)[:4])
    assert "It ended early: hand in what is saved" in ada.get(at(match, "review/")).content.decode()
