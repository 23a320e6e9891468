from __future__ import annotations

from collections.abc import Iterator

import pytest

from tournaments.formats.systems.knockout.bracket import Bracket, BracketMatch, Group, Origin, bracket
from tournaments.formats.systems.knockout.loser_orders import ORDERS, dropping_places


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 256])
def test_dropping_places_are_a_permutation(order: str, size: int) -> None:
    for drop in range(1, size.bit_length() - 1):
        assert sorted(dropping_places(order, size, drop)) == list(range(1, size // 2 ** (drop + 1) + 1))


def falls(drawn: Bracket) -> dict[int, list[set[int]]]:
    """For each match of the losers' bracket and each of its seats: the matches of the winners' bracket in which whoever
    can sit there may have lost."""
    fallen: dict[int, list[set[int]]] = {}
    for match in drawn.matches:
        if match.group is Group.LOSERS:
            fallen[match.id] = [
                {seat.number} if seat.origin is Origin.LOSER else set().union(*fallen[seat.number])
                for seat in match.seats
            ]
    return fallen


def won_before(drawn: Bracket, match: BracketMatch) -> Iterator[int]:
    """The matches of the winners' bracket that somebody who comes to this one may have won."""
    for seat in match.seats:
        if seat.origin is Origin.WINNER:
            yield seat.number
            yield from won_before(drawn, drawn.by_id[seat.number])


def first_round_with_a_possible_rematch(drawn: Bracket) -> int | None:
    """Two who lost in different matches of the winners' bracket have met if one of the matches led to the other."""
    led_here = {match.id: set(won_before(drawn, match)) for match in drawn.matches if match.group is Group.WINNERS}
    rounds = [
        drawn.by_id[id_].round
        for id_, (above, below) in falls(drawn).items()
        if any(one in led_here[other] or other in led_here[one] for one in above for other in below)
    ]
    return min(rounds, default=None)


def first_round_where_a_rematch_cannot_be_avoided(size: int) -> int:
    """A match of round 2j of the losers' bracket gathers losers of j + 1 rounds, each out of 2^(j+1) places of the
    first; one of round 2j + 1 losers of j + 1 rounds out of twice as many. Places that two rounds share make a
    rematch."""
    for round_ in range(2, 2 * size.bit_length()):
        drops = round_ // 2 + 1
        if drops * 2 ** (round_ // 2 + 1 + round_ % 2) > size:
            return round_
    raise AssertionError(size)


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 256])
def test_no_rematch_before_it_cannot_be_avoided(size: int) -> None:
    first = first_round_with_a_possible_rematch(bracket(size, double=True))
    assert first == first_round_where_a_rematch_cannot_be_avoided(size)


@pytest.mark.parametrize("entries", range(3, 65))
def test_byes_bring_no_rematch_forward(entries: int) -> None:
    size = 1 << (entries - 1).bit_length()
    first = first_round_with_a_possible_rematch(bracket(entries, double=True))
    assert first is None or first >= first_round_where_a_rematch_cannot_be_avoided(size)


@pytest.mark.parametrize("size, first", [(8, 3), (16, 3), (32, 5), (64, 6), (128, 7)])
def test_order_of_brackets_manager_has_its_first_rematch(size: int, first: int) -> None:
    assert first_round_with_a_possible_rematch(bracket(size, double=True, order="brackets-manager")) == first
