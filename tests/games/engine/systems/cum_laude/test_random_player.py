"""Random games of Magia Cum Laude: legal to the end, in every edition and at every size, and what their steps tell."""

import json
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS
from games.engine.systems.cum_laude.random_player import random_record
from games.engine.systems.cum_laude.system import CUM_LAUDE
from tests.extent import examples

EDITION = SHIPPED_EDITIONS["spieltrieb-2017"]
GAMES = 60


def game(seed: int, players: int = 0) -> Record:
    rng = random.Random(seed)
    wanted = players or 2 + seed % 5
    return random_record(rng, players=wanted, starter=None, edition=EDITION, change_places=seed % 2 == 0)


@given(st.integers(0, 2**32), st.integers(2, 6))
@examples(200)
def test_random_record_is_legal_and_complete_and_so_is_its_sheet(seed: int, players: int) -> None:
    record = game(seed, players)
    report = CUM_LAUDE.check(CUM_LAUDE.encode(record))
    assert (report.legal, report.complete, report.violations) == (True, True, ())
    sheet = CUM_LAUDE.check_document(CUM_LAUDE.at_grade(record, "sheet", EDITION))
    assert (sheet.legal, sheet.vp, sheet.placings) == (True, report.vp, report.placings)


def test_games_use_everything_that_the_rules_offer_and_their_steps_say_why() -> None:
    rules: set[str] = set()
    kinds: set[str] = set()
    for seed in range(GAMES):
        record = game(seed)
        report, steps = CUM_LAUDE.check_document(record), CUM_LAUDE.replay(record)
        kinds |= {step.kind for step in steps}
        rules |= {reason.rule for step in steps for reason in step.reasons}
        assert all(reason.text % reason.params for step in steps for reason in step.reasons)
        assert (steps[0].kind, steps[0].part, steps[-1].kind) == ("start", 0, "end")
        assert report.vp is not None
        assert steps[-1].places == report.placings
        assert steps[-1].points == {seat: points.total for seat, points in report.vp.items()}
        assert {step.part for step in steps} == {0, *range(1, len(record.turns) + 1)}
    assert kinds == {"start", "order", "draw", "pass", "move", "take", "exam", "action", "discard", "end"}
    words = "L6 L10 L11 LH4 L12 L13 L14 L16 L17 L18 L22 L23 L24 L25 L27 L30 L31 L32 L33 L34 L35"
    assert rules == set(words.split())


def test_crystals_and_cards_stay_in_the_game() -> None:
    for seed in range(6):
        for step in CUM_LAUDE.replay(game(seed)):
            in_stocks = "".join(master.stock for master in step.masters.values())
            on_spells = "".join(spell.held for spell in step.spells.values())
            assert len(step.crystals) + len(in_stocks) + len(on_spells) == 60
            assert step.pile + step.discarded + sum(len(master.hand) for master in step.masters.values()) == 60


def test_edition_whose_games_need_not_end_is_said_to_be_one() -> None:
    data = EDITION.as_data() | {"key": "endless"}
    data["counts"]["value"] |= {"white": 0, "gray": 0, "black": 0}
    endless = CUM_LAUDE.read_edition(json.dumps(data))
    with pytest.raises(ValueError, match="no game of the edition 'endless' ended"):
        random_record(random.Random(1), players=6, starter=1, edition=endless, change_places=False)


def test_unfinished_game_is_told_as_far_as_it_goes() -> None:
    record = game(1)
    begun = msgspec.structs.replace(record, turns=record.turns[:5])
    whole = CUM_LAUDE.replay(record)
    assert CUM_LAUDE.replay(begun) == tuple(step for step in whole if step.turn <= 5)


def test_replay_of_what_tells_no_steps_is_empty() -> None:
    record = game(1)
    assert CUM_LAUDE.replay(CUM_LAUDE.at_grade(record, "sheet", EDITION)) == ()
