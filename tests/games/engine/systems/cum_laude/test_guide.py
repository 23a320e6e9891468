"""Turns that are chosen question by question: whatever is offered is legal, and whatever is legal is offered."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.deals import commitment_of
from games.engine.systems.cum_laude.dealing import seeded_set_up
from games.engine.systems.cum_laude.dealt import BEGUN
from games.engine.systems.cum_laude.documents import Turn
from games.engine.systems.cum_laude.guide import Guide, WrongAnswerError
from games.engine.systems.cum_laude.names import CARDS, EXAMINER_NUMBER
from games.engine.systems.cum_laude.play import Play
from games.engine.systems.cum_laude.random_player import random_record
from games.engine.systems.cum_laude.system import CUM_LAUDE
from tests.extent import examples
from tests.games.engine.systems.cum_laude.guided import EDITION, ToldTurn, answer_to, dealt_parts, ends, guide_after

SEED = "5eed" * 16
SET_UP = {"players": 3, "starter": "1", "edition": EDITION.key}


def played(rng: random.Random, set_up: dict[str, Any], seed: str) -> list[dict[str, Any]]:
    """A whole game of somebody who takes any answer that is offered."""
    parts: list[dict[str, Any]] = []
    while not CUM_LAUDE.check_dealt_parts(set_up, seed, parts).is_over:
        answers: list[dict[str, Any]] = []
        while True:
            guide = guide_after(set_up, seed, parts)
            question = guide.asked(answers)
            if question is None:
                break
            answers.append(answer_to(rng, msgspec.to_builtins(question)))
        parts.append(CUM_LAUDE.told_dealt_part(set_up, parts, guide.chosen, EDITION))
    return parts


@given(chance=st.integers(0, 2**32), players=st.integers(2, 6), change_places=st.booleans())
@examples(60)
def test_every_offered_answer_is_legal(chance: int, players: int, change_places: bool) -> None:
    rng = random.Random(chance)
    variants = {"change_places": True} if change_places else {}
    set_up = {"players": players, "starter": str(rng.randint(1, players)), "edition": EDITION.key, "variants": variants}
    seed = f"{rng.getrandbits(256):064x}"
    record = CUM_LAUDE.dealt_record(set_up, seed, played(rng, set_up, seed), EDITION)
    report = CUM_LAUDE.check_document(record)
    assert (report.legal, report.complete) == (True, True)
    document = CUM_LAUDE.parse(json.dumps(record))
    assert CUM_LAUDE.is_of_deal(document, seed, EDITION)
    assert not CUM_LAUDE.is_of_deal(document, SEED, EDITION)
    assert document is not None
    sheet = CUM_LAUDE.at_grade(document, "sheet", EDITION)
    assert CUM_LAUDE.is_of_deal(sheet, seed, EDITION)
    assert not CUM_LAUDE.is_of_deal(sheet, SEED, EDITION)


def test_everything_a_seed_dealt_can_be_worked_out_by_hand() -> None:
    """The documented way, written once more: pieces by the digests of seed, heap and place."""
    dealt = seeded_set_up(SEED, EDITION, 2, change_places=False)
    listed = list(EDITION.missions)
    places = sorted(range(len(listed)), key=lambda at: hashlib.sha256(f"{SEED}:missions:{at}".encode()).hexdigest())
    assert list(dealt.missions.values()) == [listed[place] for place in places[:2]]
    assert len(dealt.pile) == 50
    with pytest.raises(ValueError, match="64 hex digits"):
        commitment_of("short")


def test_movements_of_random_records_are_among_the_tables_ends() -> None:
    """Whatever a legal record plays, the tables lead there."""
    for chance in range(6):
        record = random_record(random.Random(chance), players=4, starter=1, edition=EDITION, change_places=False)
        play = Watched(record, EDITION, "")
        play.play(record.turns)
        assert play.seen


class Watched(Guide):
    """A record's play in which each movement is looked up in the tables."""

    seen = 0

    def _draw_from_master(self, turn: Turn) -> None:
        Play._draw_from_master(self, turn)

    def _check_movement(self, cards: Sequence[str], figure: int, tile: int) -> None:
        movement = msgspec.to_builtins(self._movement(figure))
        assert self.tower.names[tile] in ends(movement, cards)
        if figure == EXAMINER_NUMBER:
            assert self._examiner_can_move()
        self.seen += 1
        super()._check_movement(cards, figure, tile)


def test_table_ends_are_what_the_judge_allows() -> None:
    rng = random.Random(3)
    guide = guide_after(SET_UP, SEED, [])
    for figure in range(EXAMINER_NUMBER + 1):
        movement = msgspec.to_builtins(guide._movement(figure))
        for _try in range(40):
            number = 3 if figure == EXAMINER_NUMBER else rng.randint(1, 4)
            cards = [rng.choice(list(CARDS)) for _card in range(number)]
            _rule, reached = guide._reached(figure, [CARDS[card] for card in cards])
            allowed = {name for name, tile in EDITION.tower.numbers.items() if reached >> tile & 1}
            assert set(ends(movement, cards)) == allowed - {guide.tower.names[guide.at[figure]]}


def test_answers_that_are_not_offered_are_refused() -> None:
    guide = guide_after(SET_UP, SEED, [])
    for wrong in ({"figure": "pink"}, {}, {"figure": "red", "more": 1}, {"cards": ["r"], "to": "e5"}):
        with pytest.raises(WrongAnswerError):
            guide_after(SET_UP, SEED, []).asked([wrong])
    assert guide.asked([]) is not None
    named = [{"figure": "red"}]
    movements: list[dict[str, Any]] = [
        {"cards": [], "to": "e5"},
        {"cards": ["zz"], "to": "e5"},
        {"cards": ["r"]},
        {"cards": 3, "to": 4},
    ]
    for wrong_movement in movements:
        with pytest.raises(WrongAnswerError):
            guide_after(SET_UP, SEED, []).asked([*named, wrong_movement])


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        {"name": "red", "from": "2", "drew": "r"},
        {"name": "red", BEGUN: False},
        {"name": "red", BEGUN: True, "cards": ["r"], "to": "i5"},
        {"name": "red", "cards": ["r"]},
        {"name": "red", "from": "9"},
        {"name": "nobody"},
    ],
)
def test_what_is_no_part_of_a_dealt_game_is_refused(sent: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        CUM_LAUDE.told_dealt_part(SET_UP, [], sent, EDITION)
    with pytest.raises(ValueError, match=r"."):
        CUM_LAUDE.told_dealt_part(SET_UP, [{"name": "red", BEGUN: True}], {"name": "red"}, EDITION)


def test_taken_back_turn_stays_named_where_cards_were_drawn() -> None:
    parts = dealt_parts(SET_UP, SEED, 5)
    kinds = set()
    for number in range(1, len(parts) + 1):
        left = CUM_LAUDE.part_without_end(SET_UP, SEED, parts[:number], EDITION)
        before, after = (guide_after(SET_UP, SEED, each) for each in (parts[: number - 1], parts[:number]))
        if left is None:
            kinds.add("none")
            continue
        kinds.add("from" if "from" in left else "heap")
        begun = guide_after(SET_UP, SEED, [*parts[: number - 1], left])
        assert len(begun.master.hand) > len(before.master.hand)
        assert begun.asked([]) is not None
        assert CUM_LAUDE.goes_on(left, parts[number - 1])
        assert not CUM_LAUDE.goes_on(left, {**parts[number - 1], "name": "examiner"})
        assert after.told
    assert kinds == {"none", "from", "heap"}


def test_game_is_ended_by_those_alone_who_may() -> None:
    """At each meeting somebody who isn't on turn may end the game; whoever may not is refused as if nobody might."""
    found = 0
    for chance in range(8):
        if found:
            break
        seed = f"{chance:064x}"
        parts = dealt_parts(SET_UP, seed, chance, may_end=False)
        assert CUM_LAUDE.check_dealt_parts(SET_UP, seed, parts).is_over
        for number in range(1, len(parts)):
            for seat in (1, 2, 3):
                ended = CUM_LAUDE.part_ended_by(SET_UP, seed, parts[:number], seat, EDITION)
                if ended is None:
                    continue
                found += 1
                told = [*parts[: number - 1], ended]
                assert CUM_LAUDE.check_dealt_parts(SET_UP, seed, told, ends=[seat]).is_over
                others = CUM_LAUDE.check_dealt_parts(SET_UP, seed, told, ends=[])
                assert others.violation is not None
                assert (others.violation["code"], others.legal) == ("finish", number - 1)
    assert found


def uncovered_once(part: Any) -> Any:
    """The part with one name for one moment: without an action, after the meetings is after everything."""
    is_late = part.get("order") == "acted" and "action" not in part
    return {**part, "order": "moved"} if is_late else part


@given(chance=st.integers(0, 2**32), players=st.integers(2, 6), change_places=st.booleans())
@examples(40)
def test_every_legal_turn_is_offered(chance: int, players: int, change_places: bool) -> None:
    variants = {"change_places": True} if change_places else {}
    set_up = {"players": players, "starter": "1", "edition": EDITION.key, "variants": variants}
    seed = f"{chance:064x}"
    parts = [uncovered_once(part) for part in dealt_parts(set_up, seed, chance)]
    for number, part in enumerate(parts):
        told, answers = ToldTurn(part), []
        while True:
            guide = guide_after(set_up, seed, parts[:number])
            question = guide.asked(answers)
            if question is None:
                break
            answers.append(told.answer(question))
        assert CUM_LAUDE.told_dealt_part(set_up, [], guide.chosen, EDITION) == part
