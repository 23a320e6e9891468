"""What every format of the registry must do. A format without a golden file fails (see docs/adding-a-format.md)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.tournaments.formats.golden_stages import golden_file, golden_text
from tests.tournaments.formats.played_stages import PlayedStage
from tournaments.formats.core.capabilities import AnswersChallenges
from tournaments.formats.core.format import Format, FormatOptionError, UnknownFormatError, for_standings
from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import Entrant, RoundTables, StageState
from tournaments.formats.registry import FORMATS, format_for

# Without those that answer challenges: they pair no rounds (tests/tournaments/formats/systems/ladder).
KEYS = sorted(key for key, format_ in FORMATS.items() if not isinstance(format_, AnswersChallenges))
SIZES = (2, 3, 5, 8, 11)

pytestmark = pytest.mark.parametrize("key", KEYS)


def _sizes(format_: Format) -> list[int]:
    largest = format_.maximum_entrants or SIZES[-1]
    return [size for size in SIZES if format_.minimum_entrants <= size <= largest]


def _stages(key: str) -> list[PlayedStage]:
    return [PlayedStage(format_for(key), size, seed=size) for size in _sizes(format_for(key))]


def _numbers(seating: RoundTables) -> list[int]:
    return [number for table in seating.tables for number in table.seats]


def _meeting(seating: RoundTables) -> set[int]:
    """Who meets somebody: a bye, as a top seed's, goes to an absent entrant too where the format says so."""
    return {number for table in seating.tables if len(table.seats) > 1 for number in table.seats}


def test_format_is_found_by_its_key(key: str) -> None:
    format_ = format_for(key)
    assert format_.key == key
    assert format_.name


def test_stages_equal_the_golden_file(key: str) -> None:
    path = golden_file(key)
    assert path.is_file(), f"{key} has no golden file"
    assert golden_text(format_for(key)) == path.read_text(encoding="utf-8")


def test_too_few_entrants_are_refused(key: str) -> None:
    format_ = format_for(key)
    with pytest.raises(ValueError, match=str(format_.minimum_entrants)):
        format_.rounds_for(format_.minimum_entrants - 1, {})


def test_too_many_entrants_are_refused(key: str) -> None:
    format_ = format_for(key)
    if format_.maximum_entrants is None:
        assert format_.rounds_for(5000, {}) >= 1
    else:
        with pytest.raises(ValueError, match=str(format_.maximum_entrants)):
            format_.rounds_for(format_.maximum_entrants + 1, {})


def test_unknown_option_is_refused(key: str) -> None:
    with pytest.raises(FormatOptionError) as refused:
        format_for(key).rounds_for(8, {"no_such_option": True})
    assert refused.value.key == "no_such_option"


def test_default_of_every_option_is_accepted(key: str) -> None:
    format_ = format_for(key)
    defaults = {option.key: option.default for option in format_.options}
    assert len(defaults) == len(format_.options)
    assert format_.rounds_for(8, defaults) == format_.rounds_for(8, {})


def test_every_option_has_a_label(key: str) -> None:
    assert [option.key for option in format_for(key).options if not option.label] == []


def test_nobody_is_paired_twice_in_a_round(key: str) -> None:
    for stage in _stages(key):
        for seating in stage.play():
            numbers = _numbers(seating)
            assert len(set(numbers)) == len(numbers)
            assert set(numbers) <= set(range(1, stage.entrant_count + 1))


def test_first_round_pairs_or_rests_everybody(key: str) -> None:
    for stage in _stages(key):
        assert sorted(_numbers(stage.seating())) == list(range(1, stage.entrant_count + 1))


def test_byes_stand_last(key: str) -> None:
    for stage in _stages(key):
        for seating in stage.play():
            byes = [len(table.seats) == 1 for table in seating.tables]
            assert byes == sorted(byes)


def test_blocked_round_has_no_pairs_and_a_reason(key: str) -> None:
    for stage in _stages(key):
        for seating in stage.play():
            assert bool(seating.tables) != bool(seating.blocked)


def test_same_arguments_give_the_same_round(key: str) -> None:
    for stage in _stages(key):
        for seating in stage.play():
            assert stage.seating() == seating


def test_order_of_the_entrants_changes_nothing(key: str) -> None:
    for stage in _stages(key):
        rng = random.Random(stage.seed)
        for seating in stage.play():
            shuffled = list(stage.state.entrants)
            rng.shuffle(shuffled)
            assert stage.seating(replace(stage.state, entrants=tuple(shuffled))) == seating


def _withdrawn(state: StageState, number: int) -> tuple[Entrant, ...]:
    return tuple(replace(entrant, withdrawn=entrant.number == number) for entrant in state.entrants)


def test_withdrawn_entrant_meets_nobody(key: str) -> None:
    for stage in _stages(key):
        for _seating in stage.play():
            without = stage.seating(replace(stage.state, entrants=_withdrawn(stage.state, 2)))
            assert 2 not in _meeting(without)


def test_absent_entrant_meets_nobody(key: str) -> None:
    for stage in _stages(key):
        for _seating in stage.play():
            assert 2 not in _meeting(stage.seating(replace(stage.state, absent=frozenset({2}))))


def test_predetermined_rounds_do_not_depend_on_results(key: str) -> None:
    format_ = format_for(key)
    for size in _sizes(format_) if format_.predetermined else []:
        rounds = {
            tuple(tuple(table.seats for table in seating.tables) for seating in stage.play())
            for stage in (PlayedStage(format_, size, seed) for seed in range(8))
        }
        assert len(rounds) == 1


def test_standings_after_the_stage_have_everybody_once(key: str) -> None:
    for stage in _stages(key):
        list(stage.play())
        rows = standings(for_standings(stage.format_, stage.state, {}), ["DE", "WON", "LOT"])
        assert sorted(row.number for row in rows) == list(range(1, stage.entrant_count + 1))


def test_unknown_key_is_refused(key: str) -> None:
    with pytest.raises(UnknownFormatError):
        format_for(f"no-{key}")
