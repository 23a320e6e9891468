"""A record of the elemental duel told step by step."""

import json
import random
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.elemental.documents import Record
from games.engine.systems.elemental.edition import SHIPPED_EDITIONS, read_edition
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.system import ELEMENTAL
from tests.extent import examples

SHIPPED = SHIPPED_EDITIONS["elemental-2022"]


def game(seed: int, players: int = 3) -> Record:
    return random_record(random.Random(seed), players=players, starter=None, edition=SHIPPED)


@given(st.integers(0, 2**32), st.integers(2, 4))
@examples(100)
def test_steps_end_with_the_report(seed: int, players: int) -> None:
    record = game(seed, players)
    report, steps = ELEMENTAL.check_document(record), ELEMENTAL.replay(record)
    last = steps[-1]
    assert (steps[0].kind, steps[0].turn, last.kind, last.turn) == ("start", 0, "end", report.turns)
    assert (last.health, last.stars, last.places) == (report.health, report.stars, report.placings)
    assert tuple(step.duel for step in steps if step.duel) == report.duels
    assert last.spots.keys() == {seat for seat, lives in last.health.items() if lives}
    cards = [card for step in steps for card in step.cards]
    drawn = "".join(entry for slip in record.slips.values() for entry in slip.lower().split(" ")[4:])
    assert sorted(cards) == sorted(drawn[place : place + 2] for place in range(0, len(drawn), 2))


@given(st.integers(0, 2**32))
@examples(100)
def test_stars_are_on_the_board_or_with_somebody(seed: int) -> None:
    for step in ELEMENTAL.replay(game(seed)):
        assert len(step.tokens) + sum(step.stars.values()) == 9


@given(st.integers(0, 2**32))
@examples(100)
def test_each_step_has_reasons_that_fill_their_sentences(seed: int) -> None:
    for step in ELEMENTAL.replay(game(seed)):
        assert step.reasons
        assert all(reason.text % reason.params for reason in step.reasons)


def test_way_leads_from_spot_to_spot() -> None:
    before = ELEMENTAL.replay(game(1))[0]
    for step in ELEMENTAL.replay(game(1))[1:]:
        if step.kind == "move":
            assert step.seat is not None
            assert step.way[-1] == step.spots[step.seat]
            places = [before.spots[step.seat], *step.way]
            for one, other in pairwise(places):
                assert abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) == 1
        before = step


@pytest.mark.parametrize("turns", [0, 5])
def test_unfinished_game_is_told_as_far_as_it_goes(turns: int) -> None:
    record = game(1)
    played = msgspec.structs.replace(record, turns=record.turns[:turns])
    drawn = [step for step in ELEMENTAL.replay(record) if step.turn <= turns and step.cards]
    slips = {
        seat: " ".join(slip.split(" ")[: 4 + sum(step.seat == seat for step in drawn)])
        for seat, slip in record.slips.items()
    }
    steps = ELEMENTAL.replay(msgspec.structs.replace(played, slips=slips))
    assert steps == tuple(step for step in ELEMENTAL.replay(record) if step.turn <= turns)


def test_places_so_far_rank_survivors_first() -> None:
    record = game(2, players=4)
    steps = ELEMENTAL.replay(record)
    fallen = next(step for step in steps if len(step.spots) == 3)
    drawn = [step for step in steps if step.turn <= fallen.turn and step.cards]
    slips = {
        seat: " ".join(slip.split(" ")[: 4 + sum(step.seat == seat for step in drawn)])
        for seat, slip in record.slips.items()
    }
    judged = ELEMENTAL.judged(
        ELEMENTAL.check_document(msgspec.structs.replace(record, turns=record.turns[: fallen.turn], slips=slips))
    )
    places = ELEMENTAL.places_so_far(judged)
    assert not judged.complete
    assert places[next(seat for seat in range(4) if str(seat + 1) not in fallen.spots)] == 4
    assert sorted(places)[0] == 1


def test_nothing_is_told_of_a_score_or_of_an_illegal_record() -> None:
    record = game(1)
    assert ELEMENTAL.replay(ELEMENTAL.at_grade(record, "score", SHIPPED)) == ()
    assert ELEMENTAL.replay(msgspec.structs.replace(record, turns=record.turns[1:])) == ()


def test_replay_of_an_edition_that_is_not_known_is_empty() -> None:
    assert ELEMENTAL.replay(msgspec.structs.replace(game(1), edition="nobody-knows")) == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_begun_record_takes_players_and_slips_of_the_set_up(players: int) -> None:
    begun = ELEMENTAL.begun_record({"edition": SHIPPED.key, "starter": "2", "players": players}, [])
    report = ELEMENTAL.check_document(begun)
    assert (report.legal, report.complete, report.players) == (True, False, players)
    record = ELEMENTAL.parse(ELEMENTAL.encode(game(1)))
    assert isinstance(record, Record)
    told = msgspec.to_builtins(record)
    again = ELEMENTAL.begun_record(
        {"starter": record.starter, "edition": record.edition, "players": 3, "slips": record.slips}, told["turns"]
    )
    assert ELEMENTAL.check_document(again).complete


def test_no_card_is_told_where_all_cards_of_a_kind_are_in_hands() -> None:
    data = SHIPPED.as_data() | {"key": "few"}
    data["players"]["value"] = [2, 2]
    data["decks"]["defense"]["value"] = {"f1": 4}
    edition = read_edition(json.dumps(data))
    record = random_record(random.Random(3), players=2, starter=1, edition=edition)
    steps = ELEMENTAL.replay(record, {"few": edition})
    quiet = {step.turn for step in steps if step.kind == "move"} - {step.turn for step in steps if step.kind != "move"}
    assert quiet
    assert all(step.part == step.turn for step in steps)
