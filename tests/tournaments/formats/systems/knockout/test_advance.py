from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.systems.knockout.played import better_seed, by_chance, play
from tournaments.formats.systems.knockout.advance import BYE, MatchResult, Status, advance, correction
from tournaments.formats.systems.knockout.bracket import Bracket, Group, bracket

entries_ = st.integers(2, 64)
seeds = st.integers(0, 2**32)


@st.composite
def brackets(draw: st.DrawFn) -> Bracket:
    entries, double, extra = draw(entries_), draw(st.booleans()), draw(st.booleans())
    return bracket(entries, double=True, reset=extra) if double else bracket(entries, third_place=extra)


@examples(100)
@given(brackets(), seeds)
def test_played_bracket_has_one_champion_and_everybody_else_lost_enough(drawn: Bracket, seed: int) -> None:
    results, state = play(drawn, by_chance(random.Random(seed)))
    lost = Counter(next(seat for seat in result.between if seat != result.winner) for result in results.values())
    has_reset = drawn.reset is not None
    assert set(state.eliminated) == set(range(1, drawn.entries + 1)) - {state.champion}
    # The winner of a match for third place has lost one; who loses the only grand final may have, too.
    for entry, match in state.eliminated.items():
        if not drawn.double:
            assert lost[entry] in (1, 2)
        else:
            assert lost[entry] == 2 or (not has_reset and match == drawn.final.id)
    assert state.champion is not None
    assert lost[state.champion] <= int(drawn.double)


@examples(60)
@given(brackets())
def test_places_follow_the_seeds_where_the_better_seed_wins(drawn: Bracket) -> None:
    results, state = play(drawn, better_seed)
    assert state.champion == 1
    in_order = sorted(state.places, key=lambda entry: state.places[entry])
    assert set(in_order) == set(range(1, drawn.entries + 1))
    assert in_order[:2] == [1, 2]
    reset_played = drawn.reset is not None and drawn.reset.id in results
    assert reset_played is False


@examples(100)
@given(brackets(), seeds, st.floats(0, 1))
def test_double_forfeits_never_stop_a_bracket(drawn: Bracket, seed: int, share: float) -> None:
    _, state = play(drawn, by_chance(random.Random(seed), share))
    assert state.is_finished is True
    assert set(state.eliminated) | ({state.champion} if state.champion else set()) == set(range(1, drawn.entries + 1))
    assert set(state.places) == set(range(1, drawn.entries + 1))
    assert [entry for entry, place in state.places.items() if place == 1] == (
        [state.champion] if state.champion else []
    )


@examples(100)
@given(brackets(), seeds)
def test_corrected_winner_moves_what_follows_and_drops_nothing(drawn: Bracket, seed: int) -> None:
    rng = random.Random(seed)
    results, state = play(drawn, by_chance(rng))
    match = rng.choice(sorted(results))
    kept = results[match]
    turned = MatchResult(kept.between, next(entry for entry in kept.between if entry != kept.winner))
    change = correction(drawn, results, match, turned)
    assert change.before == state
    assert change.after == advance(drawn, {**results, match: turned})
    for id_, result in results.items():
        stands = result.fits(change.after.matches[id_].seats)
        assert stands is (id_ not in change.unseated)
        if id_ in change.unseated:
            assert id_ in change.moved
            assert id_ > match
    assert correction(drawn, {**results, match: turned}, match, kept).after == state


def test_unbeaten_side_losing_the_grand_final_plays_a_reset() -> None:
    drawn = bracket(4, double=True)
    results, _ = play(drawn, better_seed)
    results[drawn.final.id] = MatchResult((1, 2), 2)
    state = advance(drawn, results)
    assert drawn.reset is not None
    assert (state.ready, state.matches[drawn.reset.id].seats, state.champion) == ((drawn.reset.id,), (1, 2), None)
    state = advance(drawn, {**results, drawn.reset.id: MatchResult((1, 2), 1)})
    assert (state.champion, state.places[2], state.is_finished) == (1, 2, True)


def test_single_grand_final_crowns_whoever_wins_it() -> None:
    drawn = bracket(4, double=True, reset=False)
    results, _ = play(drawn, better_seed)
    state = advance(drawn, {**results, drawn.final.id: MatchResult((1, 2), 2)})
    assert (state.champion, state.is_finished) == (2, True)


def test_correction_that_makes_a_reset_superfluous_names_it() -> None:
    drawn = bracket(2, double=True)
    results = {1: MatchResult((1, 2), 1), 2: MatchResult((1, 2), 2), 3: MatchResult((1, 2), 2)}
    change = correction(drawn, results, 2, MatchResult((1, 2), 1))
    assert (change.unseated, change.after.champion, change.after.matches[3].status) == ((3,), 1, Status.NOT_NEEDED)


def test_double_forfeit_leaves_a_bye() -> None:
    drawn = bracket(4)
    state = advance(drawn, {1: MatchResult((1, 4), None)})
    assert (state.matches[3].seats, state.matches[3].status) == ((BYE, None), Status.WAITING)
    state = advance(drawn, {1: MatchResult((1, 4), None), 2: MatchResult((2, 3), 3)})
    assert (state.champion, state.matches[3].status, state.places) == (3, Status.WALKOVER, {1: 2, 4: 2, 2: 2, 3: 1})


def test_double_forfeit_of_the_final_leaves_the_first_place_vacant() -> None:
    state = advance(bracket(2), {1: MatchResult((1, 2), None)})
    assert (state.champion, state.is_finished, state.places) == (None, True, {1: 2, 2: 2})


def test_withdrawn_entry_loses_what_it_has_not_played() -> None:
    drawn = bracket(4, double=True)
    state = advance(drawn, {1: MatchResult((1, 4), 1)}, frozenset({1}))
    upper = state.matches[1]
    assert (upper.status, upper.winner) == (Status.DECIDED, 1)
    results = {1: MatchResult((1, 4), 1), 2: MatchResult((2, 3), 2)}
    state = advance(drawn, results, frozenset({1}))
    winners_final = next(match for match in drawn.matches if match.round == 2 and match.group == "winners")
    assert state.matches[winners_final.id].winner == 2
    assert [state.matches[id_].seats for id_ in state.ready] == [(4, 3)]


def test_withdrawing_before_the_final_makes_the_other_champion() -> None:
    drawn = bracket(4)
    results = {1: MatchResult((1, 4), 1), 2: MatchResult((2, 3), 2)}
    state = advance(drawn, results, frozenset({2}))
    assert (state.champion, state.matches[3].status, state.is_finished) == (1, Status.WALKOVER, True)


def test_unbeaten_finalist_who_withdraws_loses_final_and_reset() -> None:
    drawn = bracket(2, double=True)
    state = advance(drawn, {1: MatchResult((1, 2), 1)}, frozenset({1}))
    assert (state.champion, [state.matches[id_].status for id_ in (2, 3)]) == (2, [Status.WALKOVER, Status.WALKOVER])


def test_result_of_an_open_match_is_unseated() -> None:
    state = advance(bracket(4), {3: MatchResult((1, 2), 1)})
    assert (state.unseated, state.matches[3].status, state.champion) == ((3,), Status.WAITING, None)


def test_places_wait_for_the_end_of_their_round_and_ranks_do_not() -> None:
    drawn = bracket(8)
    one_is_out = advance(drawn, {1: MatchResult((1, 8), 1)})
    assert (one_is_out.places, one_is_out.ranks) == ({}, dict.fromkeys(range(1, 8), 1) | {8: 8})
    first_round = {match.id: match.seats for match in drawn.in_play_round(1)}
    results = {id_: MatchResult((a.number, b.number), a.number) for id_, (a, b) in first_round.items()}
    assert set(advance(drawn, results).places.values()) == {5}


def test_withdrawn_entry_that_waits_to_lose_is_ranked_behind_who_can_win() -> None:
    state = advance(bracket(4), {1: MatchResult((1, 4), 1)}, frozenset({1}))
    assert (state.places, state.ranks) == ({}, {2: 1, 3: 1, 1: 3, 4: 4})


def test_match_for_third_place_decides_between_its_two() -> None:
    drawn = bracket(4, third_place=True)
    results, _ = play(drawn, better_seed)
    assert advance(drawn, results).places == {1: 1, 2: 2, 3: 3, 4: 4}
    third = next(match.id for match in drawn.matches if match.group is Group.THIRD_PLACE)
    without = {id_: result for id_, result in results.items() if id_ not in (third, drawn.final.id)}
    assert advance(drawn, without).ranks == {1: 1, 2: 1, 3: 3, 4: 3}  # these two can't win any more
    final_is_over = advance(drawn, {id_: result for id_, result in results.items() if id_ != third})
    assert (final_is_over.ranks, final_is_over.places) == ({1: 1, 2: 2, 3: 3, 4: 3}, {1: 1})


@examples(60)
@given(brackets(), seeds, st.floats(0, 0.3), st.floats(0, 1))
def test_ranks_agree_with_places_and_never_put_who_is_out_before_who_can_win(
    drawn: Bracket, seed: int, share: float, played: float
) -> None:
    results, _ = play(drawn, by_chance(random.Random(seed), share))
    so_far = {id_: result for id_, result in results.items() if id_ <= played * len(drawn.matches)}
    state = advance(drawn, so_far)
    assert {entry: state.ranks[entry] for entry in state.places} == state.places
    first = {entry for entry, rank in state.ranks.items() if rank == 1}
    third = {
        seat for match in drawn.matches if match.group is Group.THIRD_PLACE for seat in state.matches[match.id].seats
    }
    assert first == set(state.ranks) - set(state.eliminated) - third
    assert max(state.ranks.values()) <= drawn.entries


@pytest.mark.parametrize("between, winner", [((1, 1), 1), ((1, 2), 3)])
def test_result_refuses_a_winner_who_did_not_play(between: tuple[int, int], winner: int) -> None:
    with pytest.raises(ValueError):
        MatchResult(between, winner)


def test_result_of_an_unknown_match_is_refused() -> None:
    with pytest.raises(KeyError):
        advance(bracket(2), {2: MatchResult((1, 2), 1)})
