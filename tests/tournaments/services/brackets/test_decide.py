"""Deciding who goes on from a match of a bracket."""

from __future__ import annotations

import pytest

from magistrar_site.shared.errors import DomainError, Invalid
from tests.evening import Evening
from tests.tournaments.services.brackets.test_follow import holds, pairs, round_of, started, wins
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.brackets.decide import match_decide
from tournaments.services.events.finish import event_finish
from tournaments.services.rounds.pair import round_pair

# Who goes on is worked out from the rows, whichever database they come from.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.both_databases
def test_tie_is_named_and_lots_decide_who_goes_on() -> None:
    evening = Evening()
    event = started(evening, third_place=False)
    first, second = evening.publish(event, 1)
    wins(evening, first, "")
    wins(evening, second, second.seats.all()[0].entry.player.name)
    with pytest.raises(DomainError) as refused:
        round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert refused.value.code == "match_undecided"
    assert str(refused.value.message) == f"Table {first.table} was a tie. Decide who advances."
    with pytest.raises(DomainError) as refused:
        match_decide(act=evening.act(), match_key=second.key, by_lots=True)
    assert refused.value.code == "not_drawn"
    decided = match_decide(act=evening.act(), match_key=first.key, by_lots=True)
    again = match_decide(act=evening.act(), match_key=first.key, by_lots=True)
    assert (decided.goes_on, decided.goes_on_by) == (again.goes_on, "lots")
    (final,) = [match for match in evening.publish(event, 2) if not match.bye]
    assert decided.goes_on is not None
    assert decided.goes_on.player.name in {seat.entry.player.name for seat in final.seats.all()}
    wins(evening, final, final.seats.all()[1].entry.player.name)
    assert event_finish(act=evening.act(), event=event).state == "finished"
    holds(event)


def test_ruling_says_who_goes_on_with_a_reason_and_can_be_taken_back() -> None:
    evening = Evening()
    event = started(evening, third_place=False)
    first, second = evening.publish(event, 1)
    with pytest.raises(DomainError) as refused:
        match_decide(act=evening.act(why="So."), match_key=first.key, advances=first.seats.all()[0].entry.key)
    assert refused.value.code == "still_playing"
    for match in (first, second):
        wins(evening, match, match.seats.all()[0].entry.player.name)
    loser = first.seats.all()[1].entry
    with pytest.raises(Invalid) as wrong:
        match_decide(act=evening.act(), match_key=first.key, advances=loser.key)
    assert wrong.value.code == "reason_missing"
    with pytest.raises(Invalid) as wrong:
        match_decide(act=evening.act(why="So."), match_key=first.key, advances=second.seats.all()[0].entry.key)
    assert wrong.value.code == "not_in_match"
    match_decide(act=evening.act(why="The winner can't stay."), match_key=first.key, advances=loser.key)
    assert loser.player.name in next(iter(pairs(evening.publish(event, 2))))
    match_decide(act=evening.act(why="He can after all."), match_key=first.key)
    assert first.seats.all()[0].entry.player.name in next(iter(pairs(list(matches_of(round_of(event, 2))))))
    holds(event)
