"""What every game system must do with documents as evidence: grade, identify, compare and retell them."""

import json
import random
from typing import Any

import pytest

from games.engine.core.evidence import Grade
from games.engine.core.game_system import GameSystem
from games.engine.registry import GAME_SYSTEMS
from tests.toy_system import TOY

SYSTEMS: dict[str, GameSystem] = {**GAME_SYSTEMS, TOY.key: TOY}
systems = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS.keys())
SIZES = 3  # the least numbers of players: a shipped edition needn't know all that another one may
grades = pytest.mark.parametrize(
    ("system", "players", "grade"),
    [
        (system, players, grade)
        for system in SYSTEMS.values()
        for players in system.players[:SIZES]
        for grade in system.grades
    ],
)
sizes = pytest.mark.parametrize(
    ("system", "players"), [(system, players) for system in SYSTEMS.values() for players in system.players[:SIZES]]
)


def random_game(system: GameSystem, seed: int = 1, players: int = 0) -> tuple[Any, Any]:
    """A random complete game of the first shipped edition, without variants, and that edition; for the least number of
    players where none is given."""
    edition = next(iter(system.editions.values()))
    rng = random.Random(seed)
    wanted: dict[str, Any] = {"starter": 2, "edition": edition, "variants": {}}
    return system.random_game(rng, players=players or system.players[0], **wanted), edition


@systems
def test_system_has_all_that_is_asked_of_one(system: GameSystem) -> None:
    asked = {name for name in vars(GameSystem) if not name.startswith("_")}
    assert {name for name in asked if not hasattr(system, name)} == set()
    assert "base" in system.ways


@grades
def test_random_game_is_legal_and_the_same_game_at_every_grade(system: GameSystem, players: int, grade: Grade) -> None:
    game, edition = random_game(system, players=players)
    told = system.at_grade(game, grade, edition)
    full, coarse = system.check_document(game), system.check(system.encode(told))
    assert (coarse.legal, coarse.complete, system.grade(told)) == (True, True, grade)
    ours, theirs = system.judged(coarse), system.judged(full)
    assert (ours.players, theirs.players) == (players, players)
    assert ours.places == theirs.places
    for key, values in ours.numbers.items():
        assert values in (theirs.numbers[key], (None,) * len(values))
    assert ours.numbers[system.numbers[0].key] == theirs.numbers[system.numbers[0].key]
    assert system.first_difference(game, told) is None
    assert system.first_difference(told, game) is None


@sizes
def test_places_so_far_of_a_complete_game_are_its_places(system: GameSystem, players: int) -> None:
    for seed in range(3):
        judged = system.judged(system.check_document(random_game(system, seed, players)[0]))
        assert tuple(system.places_so_far(judged)) == judged.places


@systems
def test_begun_record_is_a_legal_open_game_that_ranks_everybody(system: GameSystem) -> None:
    edition = next(iter(system.editions.values()))
    starter = {} if system.draws_starter else {"starter": system.seat_names[0]}
    set_up = {**starter, "edition": edition.key}
    begun = system.check_document(system.begun_record(set_up, []))
    judged = system.judged(begun)
    assert (begun.legal, begun.complete) == (True, False), judged.violations
    assert len(system.places_so_far(judged)) in system.players


@systems
def test_variants_agree_with_themselves(system: GameSystem) -> None:
    assert system.variants_agree({}, {})
    assert system.variants_after({}, []) == {}


@systems
def test_random_game_is_as_repeatable_as_its_source(system: GameSystem) -> None:
    assert system.encode(random_game(system)[0]) == system.encode(random_game(system)[0])
    assert system.digest(random_game(system)[0]) != system.digest(random_game(system, seed=2)[0])


@systems
def test_document_is_read_back_as_it_was_written(system: GameSystem) -> None:
    game, _ = random_game(system)
    assert system.parse(system.encode(game)) == game
    assert system.parse(b"nonsense") is None


@systems
def test_digest_goes_by_the_game_alone(system: GameSystem) -> None:
    game, _ = random_game(system)
    value = json.loads(system.encode(game))
    retold = system.parse(json.dumps({**dict(reversed(value.items())), "meta": {"table": 3}}))
    assert system.digest(retold) == system.digest(game)


@systems
def test_set_up_is_what_the_document_names(system: GameSystem) -> None:
    game, edition = random_game(system)
    of_record, of_score = system.set_up(game), system.set_up(system.at_grade(game, "score", edition))
    assert (of_record.edition, of_record.variants) == (edition.key, {})
    assert of_record.starter in (None, 2)  # a game may know no starter
    assert (of_score.edition, of_score.variants) == (edition.key, None)


@systems
def test_first_difference_of_two_games_is_told(system: GameSystem) -> None:
    difference = system.first_difference(random_game(system)[0], random_game(system, seed=2)[0])
    assert difference is not None
    assert difference.first != difference.second


@systems
def test_grade_of_something_else_is_a_type_error(system: GameSystem) -> None:
    with pytest.raises(TypeError):
        system.grade("nonsense")
