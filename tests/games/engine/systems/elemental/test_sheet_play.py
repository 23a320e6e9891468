"""The open sheet of a game: judged without the slips, as a whole record is judged with them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.elemental.cards import slip_entry
from games.engine.systems.elemental.documents import Record
from games.engine.systems.elemental.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.elemental.play import Play, RuleBrokenError
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.sheet_play import SheetPlay
from games.engine.systems.elemental.sheets import check_sheet, told_slip, told_turn
from games.engine.systems.elemental.system import ELEMENTAL
from tests.extent import examples
from tests.games.engine.systems.elemental.test_random_player import edition_with

SHIPPED = SHIPPED_EDITIONS["elemental-2022"]
SMALL = {"board": ["MW", "WM"], "corners": {"2": ["a1", "b2"]}, "star_spots": ["a1", "a2", "b2"], "players": [2, 2]}
EDITIONS = [SHIPPED, edition_with(**SMALL), edition_with(star_draw_cards=9, star_draw_stars=1), edition_with(rounds=2)]


def sheet_of(record: Record, edition: Edition) -> list[dict[str, Any]]:
    """The turns of a record as a sheet tells them, with their movers."""
    play = Play(record, edition)
    play._deal()  # the movers, as the judge goes through them
    parts = []
    for number, turn in enumerate(record.turns, 1):
        play.turn = number
        parts.append({"seat": play.names[play.mover], **json.loads(ELEMENTAL.encode(turn))})
        play._play_turn(turn)
        if not play.ended:
            play._pass_on()
    return parts


@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(EDITIONS))
@examples(100)
def test_sheet_stands_as_the_whole_record_does(seed: int, players: int, edition: Edition) -> None:
    players = min(players, edition.most_players)
    record = random_record(random.Random(seed), players=players, starter=None, edition=edition)
    parts = sheet_of(record, edition)
    whole, sheet = Play(record, edition), SheetPlay(record, edition, [part["seat"] for part in parts])
    whole.play(record.turns)
    sheet.play(record.turns)
    for name in ("spots", "health", "stars", "tokens", "ended", "mover", "round", "duels", "knock_outs"):
        assert getattr(sheet, name) == getattr(whole, name), name
    for deck in ("attack", "defense"):
        assert len(sheet.decks[deck]) == len(whole.decks[deck])
    hands = ("attack_cards", "defense_cards")
    assert [[len(hand) for hand in getattr(sheet, name)] for name in hands] == [
        [len(hand) for hand in getattr(whole, name)] for name in hands
    ]
    for owed, slip in zip(sheet.owed, whole.slips, strict=True):
        entries = [slip_entry(text) for text in slip]
        assert [(each.cards, each.is_star) for each in owed] == [
            (len(entry.cards), entry.kept is not None) for entry in entries if entry
        ]
    verdict = check_sheet({"players": players}, parts, edition)
    assert (verdict.legal, verdict.is_over, verdict.violation) == (len(parts), True, None)


def game(seed: int = 3) -> tuple[Record, list[dict[str, Any]]]:
    record = random_record(random.Random(seed), players=3, starter=2, edition=SHIPPED)
    return record, sheet_of(record, SHIPPED)


SET_UP = {"players": 3, "edition": "elemental-2022"}


def broken(parts: list[dict[str, Any]]) -> tuple[int, str, str]:
    verdict = check_sheet(SET_UP, parts, SHIPPED)
    assert verdict.violation is not None
    return verdict.legal, verdict.violation["code"], verdict.violation["seat"]


def test_first_broken_turn_is_named() -> None:
    _record, parts = game()
    assert broken([*parts[:4], parts[5]]) == (4, "mover", parts[5]["seat"])
    met = next(number for number, part in enumerate(parts) if "duel" in part)
    mover = parts[met]["seat"]
    assert broken([*parts[:met], {"seat": mover, "move": parts[met]["move"]}]) == (met, "duel_missing", mover)
    without = {**parts[met], "duel": {"attack": parts[met]["duel"]["attack"]}}
    assert broken([*parts[:met], without]) == (met, "defense_missing", next(iter(parts[met]["duel"]["defense"])))
    unknown = {**parts[met], "duel": {**parts[met]["duel"], "attack": "n9"}}
    assert broken([*parts[:met], unknown]) == (met, "card", mover)
    seat = next(iter(parts[met]["duel"]["defense"]))
    unheld = {**parts[met], "duel": {**parts[met]["duel"], "defense": {seat: "f9"}}}
    assert broken([*parts[:met], unheld]) == (met, "card", seat)
    assert broken([*parts, parts[-1]])[:2] == (len(parts), "after_end")


def test_card_that_lies_open_is_not_held() -> None:
    record, parts = game()
    sheet = SheetPlay(record, SHIPPED, [part["seat"] for part in parts])
    sheet._deal()
    sheet.decks["attack"].discarded += ["f5"]  # there is one
    with pytest.raises(RuleBrokenError):
        sheet._require_attack("f5", None)
    sheet._require_attack("f4", None)
    assert sheet.attack_cards[sheet.mover] == ["f4", "?"]


def test_turns_and_slips_are_written_in_one_way() -> None:
    sent = {"seat": "2", "move": "N3E5", "sudden": [], "duel": {"attack": "w4", "defense": {}}}
    assert told_turn(SET_UP, sent, SHIPPED) == {"seat": "2", "move": "N3E5", "duel": {"attack": "w4"}}
    for wrong in (
        None,
        "N3E5",
        {},
        {"move": "N3E5"},
        {"seat": "4", "move": "N3E5"},
        {"seat": "x", "move": "N3E5"},
        {"seat": 1, "move": "N3E5"},
        {"seat": "1", "move": "N3S5"},
        {"seat": "1", "move": "N3E5", "slips": {}},
        {"seat": "1", "move": "N3E5", "duel": {"attack": "zz"}},
    ):
        with pytest.raises(ValueError, match=r".*"):
            told_turn(SET_UP, wrong, SHIPPED)
    assert [told_slip(text) for text in ("", "f2", "f2 w2F3n2")] == ["", "f2", "f2 w2F3n2"]
    for slip in (None, ["f2"], "f2  f3", " f2", "zz", "f2 w2f3", "f2 " * 1000):
        with pytest.raises(ValueError, match=r".*"):
            told_slip(slip)


def test_joined_record_is_the_record_as_the_engine_writes_it() -> None:
    record, parts = game()
    joined = ELEMENTAL.joined_record(SET_UP, parts, record.slips)
    assert ELEMENTAL.encode(ELEMENTAL.parse(json.dumps(joined))) == ELEMENTAL.encode(record)
    begun = ELEMENTAL.begun_record(SET_UP, parts[:1])
    assert (begun["starter"], begun["turns"]) == ("2", [{"move": parts[0]["move"]}])
