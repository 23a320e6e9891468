from __future__ import annotations

from collections import Counter

import pytest

from tournaments.formats.systems.knockout.bracket import Group, Origin, Source, Target, bracket
from tournaments.formats.systems.knockout.loser_orders import ORDERS

ENTRIES = [*range(2, 65), 100, 128, 129, 255, 256]
every_size = pytest.mark.parametrize("entries", ENTRIES)


@every_size
def test_single_elimination_has_one_match_less_than_entries(entries: int) -> None:
    assert len(bracket(entries).matches) == entries - 1


@every_size
def test_match_for_third_place_takes_the_losers_of_the_semi_finals(entries: int) -> None:
    drawn = bracket(entries, third_place=True)
    third = [match for match in drawn.matches if match.group is Group.THIRD_PLACE]
    assert len(third) == (1 if entries > 3 else 0)
    for match in third:
        semi_finals = [drawn.by_id[seat.number] for seat in match.seats]
        assert [(semi.to_final, seat.origin) for semi, seat in zip(semi_finals, match.seats, strict=True)] == [
            (1, Origin.LOSER),
            (1, Origin.LOSER),
        ]
        assert match.play_round == drawn.final.play_round


@every_size
@pytest.mark.parametrize("order", ORDERS)
def test_double_elimination_has_twice_the_matches_and_a_reset(entries: int, order: str) -> None:
    drawn = bracket(entries, double=True, order=order)
    assert len(drawn.matches) == 2 * entries - 1
    assert [match.id for match in drawn.matches if match.is_reset] == [2 * entries - 1]
    assert len(bracket(entries, double=True, order=order, reset=False).matches) == 2 * entries - 2


@every_size
@pytest.mark.parametrize("double", [False, True])
def test_every_source_is_used_once_and_says_where_it_goes(entries: int, double: bool) -> None:
    drawn = bracket(entries, double=double)
    sources = Counter(seat for match in drawn.matches for seat in match.seats)
    assert set(sources.values()) == {1}
    assert {seat.number for seat in sources if seat.origin is Origin.SEED} == set(range(1, entries + 1))
    for match in drawn.matches:
        for target, origin in ((match.winner_to, Origin.WINNER), (match.loser_to, Origin.LOSER)):
            source = Source(origin, match.id)
            assert (target is not None) == (source in sources)
            if target is not None:
                assert drawn.by_id[target.match].seats[target.seat] == source


@every_size
@pytest.mark.parametrize("double", [False, True])
def test_sources_are_played_before(entries: int, double: bool) -> None:
    drawn = bracket(entries, double=double)
    assert [match.id for match in drawn.matches] == list(range(1, len(drawn.matches) + 1))
    for match in drawn.matches:
        for seat in match.seats:
            if seat.origin is not Origin.SEED:
                assert drawn.by_id[seat.number].play_round < match.play_round
    assert {match.play_round for match in drawn.matches} == set(range(1, drawn.play_rounds + 1))


@every_size
def test_nobody_is_out_before_two_losses_in_a_double_elimination(entries: int) -> None:
    for match in bracket(entries, double=True).matches:
        goes_on = match.loser_to is not None
        assert goes_on == (match.group is Group.WINNERS or (match.group is Group.FINAL and not match.is_reset))


@every_size
@pytest.mark.parametrize("double", [False, True])
def test_seeds_one_and_two_meet_only_in_the_final_of_the_winners(entries: int, double: bool) -> None:
    """The paths of both, as long as they win, touch in the last winners' match and in no other."""
    drawn = bracket(entries, double=double)

    def path(seed: int) -> list[int]:
        source = Source(Origin.SEED, seed)
        ids: list[int] = []
        while True:
            match = next((m for m in drawn.matches if m.group is Group.WINNERS and source in m.seats), None)
            if match is None:
                return ids
            ids.append(match.id)
            source = Source(Origin.WINNER, match.id)

    final = max(match.id for match in drawn.matches if match.group is Group.WINNERS)
    assert set(path(1)) & set(path(2)) == {final}


@every_size
def test_byes_go_to_the_top_seeds(entries: int) -> None:
    drawn = bracket(entries)
    first = {seat.number for match in drawn.matches if match.round == 1 for seat in match.seats}
    assert drawn.byes == tuple(range(1, len(drawn.byes) + 1))
    assert first == set(range(1, entries + 1)) - set(drawn.byes)


def test_double_elimination_of_three() -> None:
    matches = bracket(3, double=True).matches
    assert [(match.group, match.winner_to, match.loser_to) for match in matches] == [
        (Group.WINNERS, Target(2, 1), Target(3, 1)),
        (Group.WINNERS, Target(4, 0), Target(3, 0)),
        (Group.LOSERS, Target(4, 1), None),
        (Group.FINAL, Target(5, 1), Target(5, 0)),
        (Group.FINAL, None, None),
    ]


@pytest.mark.parametrize(
    "entries, options",
    [(1, {}), (0, {}), (257, {}), (8, {"double": True, "third_place": True}), (8, {"order": "alphabetical"})],
)
def test_bracket_refuses_what_cannot_be(entries: int, options: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        bracket(entries, **options)  # type: ignore[arg-type] # the options are one of each kind
