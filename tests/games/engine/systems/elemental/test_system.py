"""The elemental duel as a game system: a record that is told turn by turn, its slips kept secret."""

import json
import random

import msgspec
import pytest

from games.engine.core.secrets import BegunRecord
from games.engine.systems.elemental.edition import SHIPPED_EDITIONS, read_edition
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.system import ELEMENTAL

EDITION = SHIPPED_EDITIONS["elemental-2022"]


def test_record_told_turn_by_turn_is_the_record() -> None:
    game = random_record(random.Random(5), players=3, starter=2, edition=EDITION)
    record = json.loads(ELEMENTAL.encode(game))
    movers = [step.seat for step in ELEMENTAL.replay(game) if step.kind == "move"]
    set_up = {"players": 3, "edition": EDITION.key}
    parts: list[object] = []
    for turn, seat in zip(record["turns"], movers, strict=True):
        parts.append(ELEMENTAL.told_part(set_up, parts, {"seat": seat, **turn}, EDITION))
    slips = {seat: ELEMENTAL.told_secret(set_up, slip, EDITION) for seat, slip in record["slips"].items()}
    assert ELEMENTAL.check_open_parts(set_up, parts) == BegunRecord(len(parts), is_over=True)
    assert json.loads(json.dumps(ELEMENTAL.joined_record(set_up, parts, slips))) == record | {"edition": EDITION.key}


@pytest.mark.parametrize(
    "sent",
    [
        None,
        {"seat": 1, "move": "N1E1"},
        {"move": "N1E1"},
        {"seat": "4", "move": "N1E1"},
        {"seat": "1", "move": "N1N1"},
        {"seat": "x", "move": "N1E1"},
        {"seat": "0", "move": "N1E1"},
    ],
)
@pytest.mark.parametrize("set_up", [{"players": 3}, {"players": 3, "starter": "1"}])
def test_what_is_no_turn_is_a_value_error(set_up: dict[str, object], sent: object) -> None:
    with pytest.raises(ValueError):
        ELEMENTAL.told_part(set_up, [], sent, EDITION)


def test_sheet_goes_on_where_all_cards_of_a_kind_are_in_hands() -> None:
    data = EDITION.as_data() | {"key": "few"}
    data["players"]["value"] = [2, 2]
    data["decks"]["defense"]["value"] = {"f1": 4}
    few = read_edition(json.dumps(data))
    game = random_record(random.Random(3), players=2, starter=1, edition=few)
    moves = [step for step in ELEMENTAL.replay(game, {"few": few}) if step.kind == "move"]
    set_up = {"players": 2, "edition": "few"}
    parts = [
        ELEMENTAL.told_part(set_up, [], {"seat": step.seat, **msgspec.to_builtins(turn)}, few)
        for step, turn in zip(moves, game.turns, strict=True)
    ]
    assert ELEMENTAL.check_open_parts(set_up, parts, {"few": few}) == BegunRecord(len(parts), is_over=True)


def test_sheet_of_more_players_than_the_edition_knows_is_refused() -> None:
    found = ELEMENTAL.check_open_parts({"players": 9}, [])
    assert (found.legal, found.is_over) == (0, False)
    assert found.violation is not None
    assert found.violation["code"] == "schema"


def test_score_told_as_a_score_is_itself() -> None:
    game = random_record(random.Random(5), players=3, starter=2, edition=EDITION)
    score = ELEMENTAL.at_grade(game, "score", EDITION)
    assert ELEMENTAL.score_of(score, EDITION) == score
