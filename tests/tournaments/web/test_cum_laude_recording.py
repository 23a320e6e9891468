"""Playing a dealt game of Magia Cum Laude over the web: each player sees their own cards, and nobody else does."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from itertools import product
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from games.engine.core.deals import commitment_of
from games.engine.systems.cum_laude.dealt import dealt_play
from games.engine.systems.cum_laude.derive import sheet_of
from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS as SHIPPED
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.enums import GameState
from games.facts.deals import GameCardsShared, GameDealOpened, GameDealt, GamePartTakenBack
from games.models import DraftPart, GameDeal
from games.selectors.games import set_up_of
from games.services.drafts import dealt_drafts_end
from games.services.rulings import forfeit_verdict, game_reopen, game_rule, version_verdict
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.models import Fact, FactDetail
from magistrar_site.shared.selectors.due import due_times
from privacy.selectors.export import person_document
from tests.evening import Evening, entry_at, game_of, opened
from tests.extent import sampled
from tests.games.engine.systems.cum_laude.guided import EDITION, answer_to, dealt_parts
from tests.tournaments.api.evening import link_client
from tournaments.models import Event, Match
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.deadline import CONFIRM, confirm_by_deadline
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Bo", "Cleo")


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(NAMES, preset="cum-laude-evening")


@pytest.fixture
def match(evening: Evening, event: Event) -> Match:
    return evening.publish(event, 1)[0]


def post(client: Any, match: Match, what: str, sent: dict[str, Any]) -> Any:
    address = f"/games/{game_of(match).key}/recording/{what}"
    return client.post(address, json.dumps(sent), content_type="application/json")


def state(client: Client, match: Match) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"/games/{game_of(match).key}/recording/state/").json()
    return answer


def players(match: Match) -> list[Client]:
    return [opened(entry_at(match, position)) for position in range(len(match.seats.all()))]


def deal(client: Client, match: Match) -> dict[str, Any]:
    answer = post(client, match, "deal/", {})
    assert answer.status_code == 200, answer.json()
    told: dict[str, Any] = answer.json()["state"]
    return told


def seed_of(match: Match) -> str:
    return GameDeal.objects.get(game=game_of(match)).seed


def turn(match: Match, answers: list[dict[str, Any]], key: str, replaces: str = "") -> dict[str, Any]:
    """What a page sends of a turn."""
    commitment = GameDeal.objects.get(game=game_of(match)).commitment
    return {"answers": answers, "key": key, "deal": commitment, "replaces": replaces}


def play_turn(phones: list[Client], match: Match, rng: random.Random, key: str) -> None:
    """The player on turn answers whatever is asked, by chance."""
    now = state(phones[0], match)
    mover = phones[now["to_play"] - 1]
    now = state(mover, match)
    question, answers, number, tries = now["question"], [], now["number"], 0
    while question is not None:
        answers.append(answer_to(rng, question))
        tries += 1
        sent = turn(match, answers, f"{key}-{tries}", now["replaces"])
        answer = post(mover, match, f"turns/{number}/", sent).json()
        assert "code" not in answer, answer
        question = answer.get("question")
        if question is None and answer["state"]["number"] == number:  # cards were drawn: the turn is begun
            now, answers = answer["state"], []
            question = now["question"]


def kept(evening: Evening, match: Match, parts: list[dict[str, Any]]) -> None:
    """The turns as if they had been saved one by one."""
    DraftPart.objects.bulk_create(
        DraftPart(
            game=game_of(match), number=number, body=part, seat=1, actor="x", at=evening.now, version=f"t{number}"
        )
        for number, part in enumerate(parts, 1)
    )


def played_out(evening: Evening, match: Match) -> list[dict[str, Any]]:
    parts = dealt_parts(set_up_of(game_of(match)), seed_of(match), 1)
    kept(evening, match, parts)
    return parts


def secrets_of(match: Match) -> list[dict[str, Any]]:
    """What each seat keeps to itself at the start: as the page of its player shows it."""
    play = dealt_play(set_up_of(game_of(match)), seed_of(match), EDITION)
    return [{"hand": sorted(master.hand), "order": master.order, "mission": master.mission} for master in play.masters]


def test_each_player_sees_their_own_cards(match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    for seat, (phone, secret) in enumerate(zip(phones, secrets_of(match), strict=True), 1):
        held = state(phone, match)["held"]
        assert [each["seat"] for each in held] == [seat]
        assert sorted(card["card"] for card in held[0]["hand"]) == secret["hand"]
    asked = [state(phone, match)["question"] is not None for phone in phones]
    starter = game_of(match).starter
    assert asked == [seat == starter for seat in (1, 2, 3)]


def test_nothing_of_a_deal_is_told_to_others(evening: Evening, event: Event, match: Match) -> None:
    phones, desk = players(match), evening.browser()
    deal(phones[0], match)
    rng = random.Random(4)
    for number in range(6):
        play_turn(phones, match, rng, f"k{number}")
    key, seed = game_of(match).key, seed_of(match)
    pages = [f"/games/{key}/", f"/games/{key}/recording/", f"/games/{key}/recording/state/"]
    pages += [f"/games/{key}/recording/review/", f"/games/{key}/record/", f"/e/{event.slug}/", f"/e/{event.slug}/log/"]
    pages += [reverse("tournaments:manage", args=[event.slug]), f"/api/v1/games/{key}/"]
    pages += [f"/api/v1/games/{key}/recording/", f"/api/v1/events/{event.slug}/bundle/"]
    pages += [f"/api/v1/events/{event.slug}/public-bundle/", f"/api/v1/events/{event.slug}/facts/"]
    token = link_client(link_token(subject=entry_at(match, 1).key))
    clients: list[Any] = [phones[1], desk, Client(), token, APIClient()]
    for client, page in sampled(list(product(clients, pages)), 24):
        body = read(client, page)
        assert seed not in body, page
        assert '"drew"' not in body, page
    for client in (desk, Client()):
        told = client.get(f"/games/{key}/recording/state/").json()
        assert not told.get("held")
        assert told.get("question") is None
    for client in (*phones, desk):  # browsers keep pages
        body = read(client, f"/games/{key}/recording/")
        assert '"held": [' not in body
        assert '"question"' not in body
    for part in DraftPart.objects.all():
        assert "drew" not in part.body
    assert seed.encode() not in bundle_of(event)
    stored = [str(row) for model in (Fact, FactDetail) for row in model.objects.values()]
    assert not [row for row in stored if seed in row]
    for position in range(3):  # organisers hand exports over
        player = entry_at(match, position).player
        assert seed not in str(person_document(player=player, user=None, at=evening.now))


def read(client: Any, page: str) -> str:
    """What a page answers, whatever it is."""
    response = client.get(page)
    assert response.status_code < 500
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return str(body.decode())


def test_whole_game_is_played_opened_handed_in_and_verified(evening: Evening, event: Event, match: Match) -> None:
    phones = players(match)
    told = deal(phones[0], match)
    seed = seed_of(match)
    assert told["deal"]["commitment"] == commitment_of(seed)
    rng = random.Random(7)
    for number in range(4):
        play_turn(phones, match, rng, f"k{number}")
    DraftPart.objects.all().delete()
    parts = played_out(evening, match)
    review = f"/games/{game_of(match).key}/recording/review/"
    assert phones[1].get(review).status_code == 302
    now = state(phones[1], match)
    assert (now["is_over"], now["question"], now["deal"]["seed"]) == (True, None, "")
    opened_now = post(phones[1], match, "open/", {}).json()["state"]
    assert opened_now["deal"]["seed"] == seed
    assert len(opened_now["held"]) == 3
    form = phones[1].get(review).context["form"]
    phones[1].post(review, {"idempotency_key": "k1", "seen": form.initial["seen"]})
    submission = game_of(match).submissions.get()
    assert (submission.accepted, submission.report["turns"]) == (True, len(parts))
    result_confirm(act=evening.by(entry_at(match, 0)), submission_key=submission.key)
    assert game_of(match).state == GameState.AGREED
    found = event_verify(event=event)
    assert found.holds, str(found)
    kinds = list(Fact.objects.filter(kind__startswith="game.deal").values_list("kind", flat=True))
    assert kinds == [GameDealt.kind, GameDealOpened.kind]


# --- Attacks ----------------------------------------------------------------------------------------------------------


def test_turn_is_its_players_alone(evening: Evening, match: Match) -> None:
    """Whoever could send another's turn would learn from its refusals what that player holds."""
    phones, desk = players(match), evening.browser()
    deal(phones[0], match)
    mover = state(phones[0], match)["to_play"]
    answers = [{"figure": "green"}]
    for client in (*phones, desk, Client()):
        answer = post(client, match, "turns/1/", turn(match, answers, "a"))
        if client is phones[mover - 1]:
            assert answer.status_code == 200
            DraftPart.objects.all().delete()
        else:
            assert answer.status_code == 403, answer.json()
            assert "question" not in answer.json()
    token = link_client(link_token(subject=entry_at(match, mover % 3).key))
    address = f"/api/v1/games/{game_of(match).key}/recording/1/"
    for card in ("r", "ks"):
        part = {"name": "examiner", "cards": [card] * 3, "to": "e6"}
        answer = token.put(address, part, format="json", headers={"idempotency-key": "x"})
        assert (answer.status_code, answer.json()["code"]) == (403, "not_your_turn")
    assert not DraftPart.objects.exists()


def test_drawn_cards_bind_before_they_are_seen(match: Match) -> None:
    """Naming a figure draws, and nobody looks at what it would be: not by asking on, by sending a whole turn, by taking
    it back."""
    phones = players(match)
    deal(phones[0], match)
    mover = state(phones[0], match)["to_play"]
    phone = phones[mover - 1]
    sent = turn(match, [{"figure": "red"}, {"cards": ["r"], "to": "i5"}], "a")
    told = post(phone, match, "turns/1/", sent).json()["state"]
    assert DraftPart.objects.get().body == {"name": "red", "begun": True}
    assert len(told["held"][0]["hand"]) == 7
    assert told["undo"] is None
    version = DraftPart.objects.get().version
    assert post(phone, match, "undo/1/", {"version": version}).json()["code"] == "bound"
    other = post(phone, match, "turns/1/", turn(match, [{"figure": "blue"}], "b", version))
    assert other.json()["code"] == "not_offered"
    assert DraftPart.objects.get().body["name"] == "red"


def test_whole_turn_that_draws_is_begun_first(match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    mover = state(phones[0], match)["to_play"]
    token = link_client(link_token(subject=entry_at(match, mover - 1).key))
    address = f"/api/v1/games/{game_of(match).key}/recording/1/"
    codes = set()
    for card in ("r", "ks", "y", "ga", "b", "nt"):
        part = {"name": "red", "cards": [card], "to": "a1"}
        codes.add(token.put(address, part, format="json", headers={"idempotency-key": card}).json()["code"])
    assert codes == {"begin_first"}
    begun = token.put(address, {"name": "red", "begun": True}, format="json", headers={"idempotency-key": "q"})
    assert begun.status_code == 200, begun.json()


def test_taken_back_turn_shows_nothing_new(evening: Evening, match: Match) -> None:
    phones, desk = players(match), evening.browser()
    deal(phones[0], match)
    rng = random.Random(3)
    mover = state(phones[0], match)["to_play"]
    play_turn(phones, match, rng, "k")
    before = DraftPart.objects.order_by("number").first()
    assert before is not None
    undo = state(phones[mover - 1], match)["undo"]
    others = [phone for seat, phone in enumerate(phones, 1) if seat != mover]
    for other in others:
        assert post(other, match, "undo/1/", {"version": undo["version"]}).json()["code"] == "not_your_turn"
    assert post(phones[mover - 1], match, "undo/1/", {"version": undo["version"]}).status_code == 200
    left = DraftPart.objects.filter(number=1).first()
    if left is not None:
        drawn = {name: said for name, said in before.body.items() if name in ("name", "from")}
        assert left.body == {**drawn, "begun": True}
        assert post(desk, match, "undo/1/", {"version": left.version}).status_code == 200
    assert not DraftPart.objects.exists()


def test_deal_opens_when_the_game_is_over_or_by_the_desk(evening: Evening, match: Match) -> None:
    phones, desk = players(match), evening.browser()
    deal(phones[0], match)
    for client in (*phones, Client()):
        assert post(client, match, "open/", {}).json()["code"] in ("game_goes_on", "not_your_game")
    play_turn(phones, match, random.Random(1), "k")
    assert post(phones[0], match, "open/", {}).json()["code"] == "game_goes_on"
    assert post(desk, match, "open/", {}).json()["state"]["deal"]["is_open"]
    mover = state(phones[0], match)["to_play"]
    assert post(phones[mover - 1], match, "undo/1/", {"version": "k-1"}).json()["code"] == "deal_open"
    assert "ended early" in phones[0].get(f"/games/{game_of(match).key}/recording/review/").content.decode()


def test_only_the_desk_deals_again_and_the_old_seed_is_told(evening: Evening, match: Match) -> None:
    phones, desk = players(match), evening.browser()
    deal(phones[0], match)
    first = seed_of(match)
    assert post(phones[1], match, "deal/", {}).json()["code"] == "dealt_already"
    assert post(Client(), match, "deal/", {}).status_code == 403
    deal(desk, match)
    assert seed_of(match) != first
    facts = Fact.objects.filter(kind__startswith="game.deal").order_by("number")
    assert [fact.kind for fact in facts] == ["game.dealt", "game.deal_opened", "game.dealt"]
    assert facts[1].payload["seed"] == first


@pytest.mark.parametrize(("seat", "host"), [(1, 4), (1, 0), (4, 1), (1, 2)])
def test_phone_that_nobody_uses_shows_no_cards(evening: Evening, match: Match, seat: int, host: int) -> None:
    phones, desk = players(match), evening.browser()
    deal(phones[0], match)
    post(phones[1], match, "share/", {"seat": 2, "host": 3})
    assert post(desk, match, "share/", {"seat": seat, "host": host}).json()["code"] == "wrong_host"
    assert GameDeal.objects.get().hosts == [1, 3, 3]


def test_shared_phone_shows_both_hands_and_plays_both(match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    assert post(phones[1], match, "share/", {"seat": 2, "host": 1}).status_code == 200
    assert [each["seat"] for each in state(phones[0], match)["held"]] == [1, 2]
    assert [each["seat"] for each in state(phones[1], match)["held"]] == [2]
    assert [each["seat"] for each in state(phones[2], match)["held"]] == [3]
    rng = random.Random(2)
    for number in range(3):
        play_turn([phones[0], phones[0], phones[2]], match, rng, f"k{number}")
    assert state(phones[2], match)["deal"]["hosts"] == [1, 1, 3]
    post(phones[1], match, "share/", {"seat": 2, "host": 2})
    assert [each["seat"] for each in state(phones[0], match)["held"]] == [1]


def test_only_a_player_or_the_desk_hands_their_cards_over(evening: Evening, event: Event, match: Match) -> None:
    """The dealer takes nobody's cards by dealing, nor does anybody later; the log tells whose cards are shown where."""
    phones, desk = players(match), evening.browser()
    assert post(phones[1], match, "deal/", {"hosts": [2, 2, 2]}).status_code == 200
    assert [each["seat"] for each in state(phones[1], match)["held"]] == [2]
    for client in (phones[1], phones[2], Client()):
        refused = post(client, match, "share/", {"seat": 1, "host": 2})
        assert (refused.status_code, refused.json()["code"]) in ((403, "not_your_cards"), (403, "not_your_game"))
    assert [each["seat"] for each in state(phones[1], match)["held"]] == [2]
    for _twice in range(2):
        assert post(desk, match, "share/", {"seat": 1, "host": 2}).status_code == 200
    assert [each["seat"] for each in state(phones[1], match)["held"]] == [2, 1]
    shared = Fact.objects.get(kind=GameCardsShared.kind)
    assert {name: shared.payload[name] for name in ("seat", "host")} == {"seat": 1, "host": 2}
    assert shared.actor.startswith("user:")
    assert event_verify(event=event).holds
    deal(desk, match)
    assert GameDeal.objects.get().hosts == [2, 2, 3]
    assert event_verify(event=event).holds


def test_nothing_is_dealt_once_something_is_handed_in(evening: Evening, match: Match) -> None:
    phones = players(match)
    set_up = set_up_of(game_of(match))
    record = CUM_LAUDE.dealt_record(set_up, "a" * 64, dealt_parts(set_up, "a" * 64, 1), EDITION)
    assert evening.submit(match, json.dumps(record).encode()).accepted
    for client in (phones[1], evening.browser()):
        assert post(client, match, "deal/", {}).json()["code"] == "handed_in"
    assert not GameDeal.objects.exists()


def test_turn_chosen_before_cards_were_dealt_anew_is_dropped(evening: Evening, match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    mover = state(phones[0], match)["to_play"]
    tapped = turn(match, [{"figure": "red"}], "a")
    deal(evening.browser(), match)
    answer = post(phones[mover - 1], match, "turns/1/", tapped)
    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert not DraftPart.objects.exists()


def test_log_says_what_the_desk_took_back(evening: Evening, event: Event, match: Match) -> None:
    phones, desk = players(match), evening.browser()
    deal(phones[0], match)
    mover = state(phones[0], match)["to_play"]
    post(phones[mover - 1], match, "turns/1/", turn(match, [{"figure": "red"}], "a"))
    undo = state(desk, match)["undo"]
    assert post(desk, match, "undo/1/", {"version": undo["version"]}).status_code == 200
    assert Fact.objects.get(kind=GamePartTakenBack.kind).payload["part"] == 1
    assert event_verify(event=event).holds


def test_record_of_another_deal_or_before_it_is_open_does_not_count(evening: Evening, match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    parts = played_out(evening, match)
    set_up = set_up_of(game_of(match))
    true = CUM_LAUDE.dealt_record(set_up, seed_of(match), parts, EDITION)
    other = CUM_LAUDE.dealt_record(set_up, "a" * 64, dealt_parts(set_up, "a" * 64, 1), EDITION)
    closed = evening.submit(match, json.dumps(true).encode(), key="one")
    assert (closed.accepted, closed.refusal) == (False, "deal_closed")
    post(phones[0], match, "open/", {})
    false = evening.submit(match, json.dumps(other).encode(), key="two")
    assert (false.accepted, false.refusal) == (False, "deal_differs")
    assert evening.submit(match, json.dumps(true).encode(), key="three").accepted


def sheet_body(match: Match, seed: str) -> bytes:
    """The sheet of a game that the seed dealt."""
    set_up = set_up_of(game_of(match))
    record = CUM_LAUDE.dealt_record(set_up, seed, dealt_parts(set_up, seed, 1), EDITION)
    found = CUM_LAUDE.parse(json.dumps(record).encode())
    assert isinstance(found, Record)
    return msgspec.json.encode(sheet_of(found, EDITION))


def test_sheet_of_another_deal_does_not_count(evening: Evening, event: Event, match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    played_out(evening, match)
    post(phones[0], match, "open/", {})
    false = evening.submit(match, sheet_body(match, "a" * 64), key="one")
    assert (false.accepted, false.refusal) == (False, "deal_differs")
    assert evening.submit(match, sheet_body(match, seed_of(match)), key="two").accepted
    assert event_verify(event=event).holds


def test_sheet_waits_for_everybody_while_the_cards_are_hidden(evening: Evening, event: Event, match: Match) -> None:
    """One player and another don't end the game of a third, nor does that one's silence."""
    phones = players(match)
    deal(phones[0], match)
    play_turn(phones, match, random.Random(1), "k")
    submission = evening.submit(match, sheet_body(match, seed_of(match)))
    result_confirm(act=evening.by(entry_at(match, 1)), submission_key=submission.key)
    confirm_by_deadline(game_of(match).key, evening.now + timedelta(days=1))
    assert game_of(match).state == GameState.SUBMITTED
    assert not due_times(CONFIRM, [game_of(match).key])
    assert DraftPart.objects.exists()
    assert "everybody has to confirm" in phones[2].get(f"/games/{game_of(match).key}/").content.decode()
    assert event_verify(event=event).holds
    result_confirm(act=evening.by(entry_at(match, 2)), submission_key=submission.key)
    assert game_of(match).state == GameState.AGREED
    assert event_verify(event=event).holds


def test_record_with_other_turns_than_were_recorded_does_not_count(
    evening: Evening, event: Event, match: Match
) -> None:
    phones = players(match)
    deal(phones[0], match)
    parts = played_out(evening, match)
    post(phones[0], match, "open/", {})
    set_up, seed = set_up_of(game_of(match)), seed_of(match)
    other, true = (
        json.dumps(CUM_LAUDE.dealt_record(set_up, seed, each, EDITION)).encode()
        for each in (dealt_parts(set_up, seed, 99), parts)
    )
    false = evening.submit(match, other, key="one")
    assert (false.accepted, false.refusal) == (False, "turns_differ")
    assert evening.submit(match, true, key="two").accepted
    assert event_verify(event=event).holds


def test_game_goes_on_where_it_stood_after_a_ruling_by_mistake(evening: Evening, match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    play_turn(phones, match, random.Random(1), "k")
    now = state(phones[0], match)
    places: list[int | None] = [1, 2, None]
    act = evening.act(why="Wrong table.")
    game_rule(act=act, game=game_of(match), verdict=forfeit_verdict(game=game_of(match), places=places))
    assert not state(phones[0], match)["open"]
    game_reopen(act=act, game=game_of(match))
    again = state(phones[0], match)
    assert (again["turns"], again["to_play"], again["held"]) == (now["turns"], now["to_play"], now["held"])
    dealt_drafts_end(stream=game_of(match).stream)
    assert not DraftPart.objects.exists()


@pytest.mark.slow
def test_ruling_takes_no_record_of_an_earlier_deal(evening: Evening, match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    parts = played_out(evening, match)
    post(phones[0], match, "open/", {})
    record = CUM_LAUDE.dealt_record(set_up_of(game_of(match)), seed_of(match), parts, EDITION)
    version = evening.submit(match, json.dumps(record).encode())
    assert version_verdict(game=game_of(match), submission=version).submission == version
    game_reopen(act=evening.act(why="Played anew."), game=game_of(match))
    deal(evening.browser(), match)
    with pytest.raises(Invalid, match="belongs elsewhere"):
        version_verdict(game=game_of(match), submission=version)


def test_poll_that_brings_nothing_new_costs_three_queries(match: Match, django_assert_num_queries: Any) -> None:
    phones = players(match)
    deal(phones[0], match)
    address = f"/games/{game_of(match).key}/recording/state/"
    tag = phones[0].get(address)["ETag"]
    with django_assert_num_queries(3):
        assert phones[0].get(address, headers={"if-none-match": tag}).status_code == 304
    play_turn(phones, match, random.Random(1), "k")
    assert phones[0].get(address, headers={"if-none-match": tag}).status_code == 200
    assert phones[1].get(address, headers={"if-none-match": tag}).status_code == 200


def test_seed_that_was_not_committed_to_is_a_difference(evening: Evening, event: Event, match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    GameDeal.objects.update(seed="b" * 64)  # whoever runs the service deals anew, secretly
    played_out(evening, match)
    post(phones[0], match, "open/", {})
    assert not event_verify(event=event).holds


def test_game_is_ended_by_a_player_who_may_and_by_nobody_else(evening: Evening, match: Match) -> None:
    phones = players(match)
    for chance in range(40):
        GameDeal.objects.all().delete()
        deal(phones[0], match)
        seed = f"{chance:064x}"
        GameDeal.objects.update(seed=seed, commitment=commitment_of(seed))
        set_up = set_up_of(game_of(match))
        parts = dealt_parts(set_up, seed, chance, may_end=False)
        for number in range(1, len(parts)):
            may = [seat for seat in (1, 2, 3) if CUM_LAUDE.part_ended_by(set_up, seed, parts[:number], seat, EDITION)]
            if may and len(may) < 3:
                kept(evening, match, parts[:number])
                for seat, phone in enumerate(phones, 1):
                    assert state(phone, match)["ends"] == ([seat] if seat in may else [])
                    if seat not in may:
                        sent = {"seat": seat, "key": "x", "replaces": f"t{number}"}
                        assert post(phone, match, f"end/{number}/", sent).status_code == 403
                        assert post(phone, match, f"end/{number}/", {**sent, "seat": may[0]}).status_code == 403
                sent = {"seat": may[0], "key": "y", "replaces": f"t{number}"}
                ended = post(phones[may[0] - 1], match, f"end/{number}/", sent).json()
                assert ended["state"]["is_over"], ended.get("code")
                return
    raise AssertionError("nobody might end any game")


def ending_at(evening: Evening, match: Match, *, last: bool) -> tuple[list[dict[str, Any]], int]:
    """A game in which a player may end it at another's turn, the last one or one before; its parts, and the seat."""
    set_up = set_up_of(game_of(match))
    for chance in range(150):
        seed = f"{chance:064x}"
        parts = dealt_parts(set_up, seed, chance, may_end=False)
        for number in [len(parts)] if last else range(1, len(parts)):
            mover = CUM_LAUDE.check_dealt_parts(set_up, seed, parts[:number], SHIPPED).last
            for seat in (1, 2, 3):
                if seat != mover and CUM_LAUDE.part_ended_by(set_up, seed, parts[:number], seat, EDITION):
                    GameDeal.objects.update(seed=seed, commitment=commitment_of(seed))
                    kept(evening, match, parts[:number])
                    return parts[:number], seat
    raise AssertionError("nobody might end any game")


def test_game_is_ended_at_the_turn_that_used_the_pile_up(evening: Evening, match: Match) -> None:
    """Who may end it there is asked first: nobody else opens the cards before that."""
    phones = players(match)
    deal(phones[0], match)
    parts, seat = ending_at(evening, match, last=True)
    may = [each for each, phone in enumerate(phones, 1) if state(phone, match)["ends"] == [each]]
    assert seat in may
    other = next((phone for each, phone in enumerate(phones, 1) if each not in may), None)
    if other is not None:
        assert post(other, match, "open/", {}).json()["code"] == "others_may_end"
    sent = {"seat": seat, "key": "y", "replaces": f"t{len(parts)}"}
    ended = post(phones[seat - 1], match, f"end/{len(parts)}/", sent).json()["state"]
    assert (ended["is_over"], ended["ends"]) == (True, [])
    assert DraftPart.objects.get(number=len(parts)).body["finish"]
    assert post(phones[0], match, "open/", {}).status_code == 200


def test_game_is_ended_though_the_next_figure_is_named(evening: Evening, match: Match) -> None:
    phones = players(match)
    deal(phones[0], match)
    parts, seat = ending_at(evening, match, last=False)
    now = state(phones[0], match)
    figure = turn(match, [{"figure": "red"}], "f")
    post(phones[now["to_play"] - 1], match, f"turns/{len(parts) + 1}/", figure)
    now = state(phones[seat - 1], match)
    assert DraftPart.objects.get(number=len(parts) + 1).body == {"name": "red", "begun": True}
    assert (now["ends"], now["last"]) == ([seat], {"number": len(parts), "version": f"t{len(parts)}"})
    sent = {"seat": seat, "key": "y", "replaces": now["last"]["version"]}
    ended = post(phones[seat - 1], match, f"end/{len(parts)}/", sent).json()
    assert ended["state"]["is_over"], ended.get("code")
    assert DraftPart.objects.count() == len(parts)
    mover = CUM_LAUDE.check_dealt_parts(set_up_of(game_of(match)), seed_of(match), parts, SHIPPED).last
    assert mover is not None
    assert state(phones[mover - 1], match)["undo"] is None
    refused = post(phones[mover - 1], match, f"undo/{len(parts)}/", {"version": "y"})
    assert refused.json()["code"] == "not_your_turn"  # what somebody else ended isn't taken back by its mover
    assert post(phones[seat - 1], match, f"undo/{len(parts)}/", {"version": "y"}).status_code == 200
