"""Mages and duel cards in an event: asked for by its rule, said at the table or by what is handed in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.systems.magistrar.documents import Record, encode_document
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.notation import format_notation
from games.engine.systems.magistrar.system import MAGISTRAR
from games.enums import GameState, Grade
from games.models import Game, Submission
from games.selectors.drafts import draft_document, draft_record
from games.services.clubs import club_create
from games.services.games import game_variants_say
from games.services.random_play import random_body
from magistrar_site.shared.acts import NOBODY
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.selectors.facts import head_of
from tests.evening import Evening, entry_at
from tests.tournaments.replays import differences, kinds
from tournaments.models import Event, Match
from tournaments.selectors.events import stage_of
from tournaments.services.bundle.exporting import event_export
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.draft import record_part_save
from tournaments.services.results.rule import result_reopen, result_rule
from tournaments.services.results.variants import game_choice_say, game_variants_set
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db

MAGES = {"white": "silas", "black": "bahar"}
CARDS = ["storm", "triumph", "radiance", "truce"]


def started(evening: Evening, variants: str, **rules: Any) -> Event:
    event = evening.event(("Anna", "Bert"))
    event = event_settings_change(act=evening.act(), stage=stage_of(event), changes={"variants": variants, **rules})
    return event_start(act=evening.act(), event=event)


@pytest.fixture
def event(evening: Evening) -> Event:
    return started(evening, "both")


@pytest.fixture
def match(evening: Evening, event: Event) -> Match:
    return Match.objects.get(pk=evening.publish(event, 1)[0].pk)  # its games as they stand, not as they were read


def game_of(match: Match) -> Game:
    return Game.objects.filter(match_game__match=match).latest("order")


def say(evening: Evening, match: Match, **said: Any) -> Game:
    beside = {name: said.pop(name) for name in ("act", "replaces") if name in said}
    wanted = {"said": {"mages": MAGES, "duel_cards": CARDS, **said}, "act": evening.by(entry_at(match, 0)), **beside}
    return game_variants_set(game_key=game_of(match).key, **wanted)


def card(evening: Evening, match: Match, number: int, key: str, *, position: int = 0, **said: Any) -> Game:
    """Say the card of one duel, by one of the players."""
    wanted = {"act": evening.by(entry_at(match, position)), **said}
    return game_choice_say(game_key=game_of(match).key, choice="duel_cards", part=number, value=key, **wanted)


def played(evening: Evening, match: Match, *, variants: dict[str, Any]) -> bytes:
    """A record that tells the game with these variants."""
    edition, game = SHIPPED_EDITIONS["spiel-das-2021"], game_of(match)
    starter = game.starter
    record = MAGISTRAR.random_game(evening.rng, players=2, starter=starter, edition=edition, variants=variants)
    return MAGISTRAR.encode(record)


def beginning(body: bytes, duels: int, *, cards: int | None = None) -> bytes:
    """A game that ended early, with as many of its cards; by default one for each duel."""
    record = json.loads(body)
    del record["duels"][duels:], record["variants"]["duel_cards"][duels if cards is None else cards :]
    return json.dumps(record).encode()


def bare_score(evening: Evening, match: Match) -> bytes:
    """A score that says nothing of mages and cards."""
    return random_body(rng=evening.rng, game=game_of(match), grade=Grade.SCORE)


def refusal(action: Any, *args: Any, **arguments: Any) -> str:
    with pytest.raises(DomainError) as refused:
        action(*args, **arguments)
    return refused.value.code


def test_said_at_the_table_the_game_is_recorded_and_handed_in_with_them(
    evening: Evening, event: Event, match: Match
) -> None:
    say(evening, match)
    before = head_of(event.stream)
    say(evening, match, act=evening.by(entry_at(match, 1)))

    assert head_of(event.stream) == before
    assert game_of(match).variants == {"mages": MAGES, "duel_cards": CARDS}
    assert evening.play(match).accepted
    assert (kinds(event).count("game.variants_said"), differences(event)) == (1, [])
    assert event_verify(event=event).first is None


def test_nothing_is_taken_or_recorded_that_leaves_open_what_the_event_plays_with(
    evening: Evening, match: Match
) -> None:
    base = played(evening, match, variants={})
    mages_alone = played(evening, match, variants={"mages": MAGES})

    assert refusal(evening.submit, match, base) == "variants_missing"
    assert refusal(evening.submit, match, mages_alone) == "variants_missing"
    assert not Submission.objects.exists()
    act: Any = evening.by(entry_at(match, 0))
    arena: Any = None
    recorded = {"act": act, "game_key": game_of(match).key, "number": 1, "part": arena, "idempotency_key": "one"}
    assert refusal(record_part_save, **recorded) == "variants_missing"


@pytest.mark.parametrize("form", ["record", "sheet", "notation"])
def test_complete_document_says_mages_and_cards_itself(evening: Evening, event: Event, match: Match, form: str) -> None:
    record = MAGISTRAR.parse(played(evening, match, variants={"mages": MAGES, "duel_cards": CARDS}))
    assert isinstance(record, Record)
    grade: Any = "record" if form == "notation" else form
    document: Any = MAGISTRAR.at_grade(record, grade, SHIPPED_EDITIONS[record.edition])
    body = format_notation(record).encode() if form == "notation" else encode_document(document)

    submission = evening.submit(match, body)

    assert (submission.accepted, game_of(match).variants) == (True, {"mages": MAGES, "duel_cards": CARDS})
    assert "game.variants_said" in kinds(event)
    assert (differences(event), event_verify(event=event).first) == ([], None)


def test_second_document_with_other_mages_is_refused_and_an_arbiter_reopens(evening: Evening, match: Match) -> None:
    evening.submit(match, played(evening, match, variants={"mages": MAGES, "duel_cards": CARDS}))
    others = {"mages": {"white": "bahar", "black": "silas"}, "duel_cards": CARDS}

    second = evening.submit(match, played(evening, match, variants=others), position=1)

    assert (second.accepted, second.refusal) == (False, "variants_differ")
    assert refusal(say, evening, match, **others) == "handed_in"
    result_reopen(act=evening.act(why="the mages were mixed up"), game_key=game_of(match).key)
    assert refusal(say, evening, match, **others) == "said_differently"
    assert say(evening, match, **others, replaces={"mages": MAGES, "duel_cards": CARDS}).variants == others
    assert evening.submit(match).accepted


@pytest.mark.parametrize(
    "said, code",
    [
        ({"mages": {"white": "silas", "black": "silas"}}, "wrong_variants"),
        ({"mages": {"white": "silas", "black": "nobody"}}, "wrong_variants"),
        ({"mages": {"white": "silas"}}, "wrong_variants"),
        ({"duel_cards": ["storm", "storm", "radiance", "truce"]}, "wrong_variants"),
        ({"duel_cards": [*CARDS, "clash"]}, "wrong_variants"),
        ({"mages": None}, "variants_missing"),
    ],
)
def test_only_what_the_engine_plays_can_be_said(evening: Evening, match: Match, said: Any, code: str) -> None:
    assert refusal(say, evening, match, **said) == code
    assert game_of(match).variants == {}


def test_strangers_say_nothing_and_the_base_game_has_nothing_to_say(evening: Evening, match: Match) -> None:
    stranger = evening.by_user(evening.account("s@example.org"))
    assert refusal(say, evening, match, act=stranger) == "not_your_game"
    assert refusal(say, evening, match, act=evening.act(NOBODY)) == "not_your_game"
    assert refusal(card, evening, match, 1, "storm", act=stranger) == "not_your_game"
    assert refusal(card, evening, match, 1, "storm", act=evening.act(NOBODY)) == "not_your_game"
    other = evening.publish(evening.started(("Cleo", "Dora")), 1)[0]
    assert refusal(say, evening, match, act=evening.by(entry_at(other, 0))) == "not_your_game"
    elsewhere = evening.account("o@example.org")
    club_create(act=evening.by_user(elsewhere), name="Another club")
    assert refusal(card, evening, match, 1, "storm", act=evening.by_user(elsewhere)) == "not_your_game"
    assert game_of(match).variants == {}
    assert refusal(say, evening, other) == "no_variants"


def test_once_a_duel_is_recorded_only_the_desk_corrects(evening: Evening, match: Match) -> None:
    say(evening, match)
    duel = json.loads(evening.body(match))["duels"][0]
    game = game_of(match)
    game.draft_parts.create(number=1, body=duel, seat=1, actor="x", at=evening.now, version="one")
    other, stood = ["clash", *CARDS[1:]], {"mages": MAGES, "duel_cards": CARDS}

    assert refusal(say, evening, match, duel_cards=other, replaces=stood) == "duels_recorded"
    assert refusal(card, evening, match, 1, "clash", replaces="storm") == "duels_recorded"
    assert card(evening, match, 2, "eclipse", replaces="triumph").variants["duel_cards"][1] == "eclipse"
    stood["duel_cards"] = [CARDS[0], "eclipse", *CARDS[2:]]
    desk = {"act": evening.act(), "replaces": stood}
    assert refusal(say, evening, match, duel_cards=[], **desk) == "card_missing"
    assert refusal(say, evening, match, duel_cards=other, act=evening.act()) == "said_differently"
    assert say(evening, match, duel_cards=other, **desk).variants["duel_cards"] == other


def test_cards_are_said_one_by_one_each_before_its_duel(evening: Evening, event: Event, match: Match) -> None:
    assert refusal(card, evening, match, 1, "storm") == "variants_missing"
    assert say(evening, match, duel_cards=None).variants == {"mages": MAGES}
    record = json.loads(played(evening, match, variants={"mages": MAGES, "duel_cards": CARDS}))
    arenas = record["duels"]
    for number, arena in enumerate(arenas, 1):
        act, saved = evening.by(entry_at(match, number % 2)), {"game_key": game_of(match).key, "number": number}
        if number <= len(CARDS):
            one = {"act": act, "part": arena, "idempotency_key": f"k{number}"} | saved
            assert refusal(record_part_save, **one) == "card_missing"
            before = [row.body for row in draft_record(game_of(match)).parts]
            assert card(evening, match, number, CARDS[number - 1]).variants["duel_cards"] == CARDS[:number]
            assert [row.body for row in draft_record(game_of(match)).parts] == before
        record_part_save(act=act, part=arena, idempotency_key=f"k{number}", **saved)
    head = head_of(event.stream)
    card(evening, match, 4, "truce", position=1)
    assert head_of(event.stream) == head

    body = draft_document(game_of(match), [row.body for row in draft_record(game_of(match)).parts])
    assert evening.submit(match, body).accepted
    assert kinds(event).count("game.variants_said") == 5
    assert (differences(event), event_verify(event=event).first) == ([], None)


def test_second_phone_is_told_who_said_which_card(evening: Evening, match: Match) -> None:
    name = entry_at(match, 0).player.public_name
    say(evening, match, duel_cards=["storm"])
    card(evening, match, 2, "truce", act=evening.act())
    with pytest.raises(DomainError) as by_player:
        card(evening, match, 1, "clash", position=1)
    with pytest.raises(DomainError) as by_desk:
        say(evening, match, duel_cards=["storm", "clash", "eclipse"])
    with pytest.raises(DomainError) as mages:
        say(evening, match, mages={"white": "bahar", "black": "silas"}, duel_cards=None, act=evening.act())

    assert {by_player.value.code, by_desk.value.code, mages.value.code} == {"said_differently"}
    assert str(by_player.value.message) == f"{name} has already entered: the card of duel 1 is Storm."
    assert str(by_desk.value.message) == "The desk has already entered: the card of duel 2 is Truce."
    assert str(mages.value.message) == f"{name} has already entered: White has Silas, Black has Bahar."
    assert card(evening, match, 1, "clash", position=1, replaces="storm").variants["duel_cards"] == ["clash", "truce"]
    assert say(evening, match, duel_cards=["clash"]).variants["duel_cards"] == ["clash", "truce"]  # late, takes nothing


@pytest.mark.parametrize("number, key, code", [(0, "storm", "no_such_duel"), (5, "storm", "no_such_duel")])
def test_duel_without_a_card_is_refused_its_card(
    evening: Evening, match: Match, number: int, key: str, code: str
) -> None:
    assert refusal(card, evening, match, number, key) == code


def test_card_is_refused_by_name_and_place(evening: Evening, match: Match) -> None:
    say(evening, match, duel_cards=["high_stakes"])
    assert refusal(card, evening, match, 3, "truce") == "card_missing"
    with pytest.raises(Invalid) as twice:
        card(evening, match, 2, "high_stakes")
    with pytest.raises(Invalid) as same:
        say(evening, match, mages={"white": "silas", "black": "silas"}, replaces=dict(game_of(match).variants))

    assert twice.value.fields == {"duel_cards.1": "The duel card “High stakes” is drawn twice."}
    assert same.value.fields == {"mages.black": "Both sides have the mage “Silas”."}


@pytest.mark.parametrize("said", [[], CARDS[:1]])
def test_complete_document_says_the_cards_that_nobody_said(evening: Evening, match: Match, said: list[str]) -> None:
    say(evening, match, duel_cards=said or None)
    others = {"mages": MAGES, "duel_cards": ["clash", *CARDS[1:]]}
    if said:
        other = evening.submit(match, played(evening, match, variants=others))
        assert (other.accepted, other.refusal) == (False, "variants_differ")

    submission = evening.submit(match, played(evening, match, variants={"mages": MAGES, "duel_cards": CARDS}))

    assert (submission.accepted, game_of(match).variants["duel_cards"]) == (True, CARDS)


@pytest.mark.parametrize("said, cards", [(None, 2), (1, 2), (2, 2), (3, 2), (2, 4)])
def test_game_that_ended_early_needs_the_cards_of_its_duels(
    evening: Evening, event: Event, match: Match, said: int | None, cards: int
) -> None:
    if said is not None:
        say(evening, match, duel_cards=CARDS[:said])
    whole = played(evening, match, variants={"mages": MAGES, "duel_cards": CARDS})

    submission = evening.submit(match, beginning(whole, 2, cards=cards))

    assert (submission.accepted, submission.refusal) == (False, "unfinished")
    assert game_of(match).variants["duel_cards"] == CARDS[: max(said or 0, cards)]
    act = evening.act(why="the hall closes")
    result_rule(act=act, game_key=game_of(match).key, kind="abandoned", submission_key=submission.key)
    assert game_of(match).state == GameState.RULED
    assert (differences(event), event_verify(event=event).first) == ([], None)


def test_beginning_with_another_card_counts_for_nothing(evening: Evening, match: Match) -> None:
    say(evening, match, duel_cards=["clash"])
    whole = played(evening, match, variants={"mages": MAGES, "duel_cards": CARDS})
    sent = evening.submit(match, beginning(whole, 1))
    wanted = {"game_key": game_of(match).key, "kind": "abandoned", "submission_key": sent.key}
    assert refusal(result_rule, act=evening.act(why="the hall closes"), **wanted) == "not_countable"


def test_record_after_a_score_that_left_them_open_says_them(evening: Evening, event: Event, match: Match) -> None:
    evening.submit(match, bare_score(evening, match))
    record = evening.submit(match, played(evening, match, variants={"mages": MAGES, "duel_cards": CARDS}), position=1)
    assert (record.accepted, game_of(match).variants["duel_cards"]) == (True, CARDS)
    assert refusal(say, evening, match, duel_cards=CARDS[::-1]) == "handed_in"
    assert (differences(event), event_verify(event=event).first) == ([], None)


def test_score_may_leave_them_open(evening: Evening, match: Match) -> None:
    assert evening.submit(match, bare_score(evening, match)).accepted
    assert (game_of(match).variants, game_of(match).state) == ({}, GameState.SUBMITTED)


def test_games_of_a_series_have_their_own_cards_beside_the_goldens(evening: Evening) -> None:
    event = started(evening, "mages", best_of=3, goldens=True)
    match = Match.objects.get(pk=evening.publish(event, 1)[0].pk)
    say(evening, match, duel_cards=None)
    evening.play(match)
    second = game_of(match)
    assert set(second.variants) <= {"golden"}

    said = say(evening, match, duel_cards=None, mages={"white": "wotan", "black": "silas"})

    assert said.variants == {**second.variants, "mages": {"white": "wotan", "black": "silas"}}
    assert (differences(event), event_verify(event=event).first) == ([], None)
    assert event_export(act=evening.act(), event=event)


@pytest.mark.parametrize(
    "drawn", [{"duel_cards": CARDS[:1]}, {"mages": {"white": "silas", "black": "silas"}, "duel_cards": CARDS}]
)
def test_verifying_finds_what_could_never_be_said(
    evening: Evening, event: Event, match: Match, drawn: dict[str, Any]
) -> None:
    game_variants_say(act=evening.act(), game=game_of(match), said=drawn)

    found = event_verify(event=event).first

    assert found is not None
    assert found.number == head_of(event.stream)[0]
