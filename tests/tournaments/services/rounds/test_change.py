"""Changing pairings by hand, in drafts and in rounds that run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.enums import GameState
from games.models import Game
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import Fact
from magistrar_site.shared.selectors.facts import facts_of
from tests.evening import Evening, entry_at
from tournaments.enums import ByeKind, RoundState
from tournaments.models import Entry, Event, Match, MatchSeat, Round
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.rounds.change import (
    bye_give,
    entries_pair,
    entries_swap,
    match_move,
    match_turn,
    match_unpair,
)
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.warnings import pairing_warnings

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(evening: Evening, event: Event) -> Round:
    return round_pair(act=evening.act(), stage=stage_of(event), number=1)


@pytest.fixture
def running(evening: Evening, event: Event, draft: Round) -> Round:
    return round_publish(act=evening.act(), round_=draft)


def refusal(service: Callable[..., Any], **arguments: Any) -> str:
    with pytest.raises(DomainError) as caught:
        service(**arguments)
    return caught.value.code


def tables(round_: Round) -> dict[int, list[str]]:
    """Who sits where, by table: keys of the entries by position."""
    return {match.table: [seat.entry.key for seat in match.seats.all()] for match in matches_of(round_)}


def byes(round_: Round) -> dict[str, str]:
    return {entry_at(match, 0).key: match.bye for match in matches_of(round_) if match.bye}


def codes(round_: Round) -> list[str]:
    return [warning.code for warning in pairing_warnings(round_)]


def last_fact(event: Event) -> Fact:
    return list(facts_of(event.stream))[-1]


def match_at(round_: Round, table: int) -> Match:
    return next(match for match in matches_of(round_) if match.table == table)


def test_swap_in_a_draft_exchanges_the_seats_and_warns(evening: Evening, event: Event, draft: Round) -> None:
    before = tables(draft)
    one, other = before[1][0], before[2][1]

    entries_swap(act=evening.act(), round_=draft, first=one, second=other)

    assert tables(draft) == {**before, 1: [other, before[1][1]], 2: [before[2][0], one]}
    assert codes(draft) == ["not_the_systems", "not_the_systems"]
    fact = last_fact(event)
    assert (fact.kind, fact.payload["change"], len(fact.payload["gone"])) == ("round.changed", "swap", 2)
    assert [match["entries"] for match in fact.payload["matches"]] == [tables(draft)[1], tables(draft)[2]]
    assert [warning["code"] for warning in fact.payload["warnings"]] == ["not_the_systems"] * 2
    assert Match.objects.filter(round=draft).count() == 4


def test_untouched_draft_has_no_warnings(draft: Round) -> None:
    assert codes(draft) == []


def test_swap_of_two_who_meet_turns_the_match(evening: Evening, draft: Round) -> None:
    one, other = tables(draft)[1]

    entries_swap(act=evening.act(), round_=draft, first=one, second=other)

    assert tables(draft)[1] == [other, one]
    assert codes(draft) == ["turned"]


def test_turn_twice_is_as_the_system_paired(evening: Evening, draft: Round) -> None:
    before = tables(draft)
    for _ in range(2):
        match_turn(act=evening.act(), round_=draft, match=match_at(draft, 3).key)
    assert (tables(draft), codes(draft)) == (before, [])


def test_unpaired_players_must_be_seated_before_a_draft_is_published(evening: Evening, draft: Round) -> None:
    one, other = tables(draft)[2]
    match_unpair(act=evening.act(), round_=draft, match=match_at(draft, 2).key)
    assert codes(draft) == ["unseated"]
    assert refusal(round_publish, act=evening.act(), round_=draft) == "draft_outdated"

    bye_give(act=evening.act(), round_=draft, entry=one, kind="half_bye")
    bye_give(act=evening.act(), round_=draft, entry=other, kind="full_bye")
    round_publish(act=evening.act(), round_=draft)

    assert byes(draft) == {one: "half_bye", other: "full_bye"}


def test_two_with_byes_are_paired_at_the_lowest_free_table(evening: Evening, draft: Round) -> None:
    one, other = tables(draft)[2]
    match_unpair(act=evening.act(), round_=draft, match=match_at(draft, 2).key)
    for entry in (one, other):
        bye_give(act=evening.act(), round_=draft, entry=entry, kind="zero_bye")

    entries_pair(act=evening.act(), round_=draft, entries=[other, one])

    assert tables(draft)[2] == [other, one]
    assert (byes(draft), codes(draft)) == ({}, ["turned"])


def test_move_to_a_taken_table_swaps_the_tables(evening: Evening, draft: Round) -> None:
    before = tables(draft)
    match_move(act=evening.act(), round_=draft, match=match_at(draft, 1).key, table=4)
    assert tables(draft) == {1: before[4], 2: before[2], 3: before[3], 4: before[1]}
    match_move(act=evening.act(), round_=draft, match=match_at(draft, 1).key, table=12)
    assert tables(draft)[12] == before[4]


@pytest.mark.parametrize("table", [0, -1, 10_000, 10**9])
def test_move_to_a_table_that_cannot_be_is_refused(evening: Evening, draft: Round, table: int) -> None:
    match = match_at(draft, 1).key
    assert refusal(match_move, act=evening.act(), round_=draft, match=match, table=table) == "no_such_table"


def test_change_on_a_stale_page_is_refused(evening: Evening, draft: Round) -> None:
    seen, match = draft.fact_number, match_at(draft, 1).key
    match_turn(act=evening.act(), round_=draft, match=match_at(draft, 2).key, seen=seen)

    assert refusal(match_turn, act=evening.act(), round_=draft, match=match, seen=seen) == "stale"
    assert refusal(round_publish, act=evening.act(), round_=draft, seen=seen) == "stale"


def test_players_of_another_event_and_matches_of_another_round_are_not_found(evening: Evening, draft: Round) -> None:
    stranger = Entry.objects.filter(event=evening.started(("Xaver", "Yann"), name="Other")).first()
    assert stranger is not None
    own = tables(draft)[1][0]
    act = evening.act()
    assert refusal(entries_swap, act=act, round_=draft, first=own, second=stranger.key) == "no_such_entry"
    assert refusal(match_turn, act=act, round_=draft, match="0" * 12) == "no_such_match"
    assert refusal(entries_swap, act=act, round_=draft, first=own, second=own) == "same_entry"
    assert refusal(entries_pair, act=act, round_=draft, entries=[own, own]) == "same_entry"
    assert refusal(bye_give, act=act, round_=draft, entry=own, kind="zero_bye") == "is_paired"
    assert refusal(bye_give, act=act, round_=draft, entry=own, kind="nonsense") == "no_such_bye"


def test_player_who_withdrew_since_the_draft_is_not_published_as_paired(
    evening: Evening, event: Event, draft: Round
) -> None:
    entry = entry_at(match_at(draft, 1), 0)
    entry_withdraw(act=evening.act(), entry=entry)

    assert refusal(round_publish, act=evening.act(), round_=draft) == "draft_outdated"
    assert codes(draft) == ["not_active"]
    match_unpair(act=evening.act(), round_=draft, match=match_at(draft, 1).key)
    left = Entry.objects.get(seats=None, event=event, state="active")
    bye_give(act=evening.act(), round_=draft, entry=left.key, kind="full_bye")
    published = round_publish(act=evening.act(), round_=draft)
    assert byes(published) == {left.key: "full_bye"}


def test_published_pairing_changes_only_with_a_reason(evening: Evening, running: Round) -> None:
    one, other = tables(running)[1][0], tables(running)[2][0]
    act, match = evening.act(), match_at(running, 1).key
    assert refusal(entries_swap, act=act, round_=running, first=one, second=other) == "reason_missing"
    assert refusal(match_turn, act=act, round_=running, match=match) == "reason_missing"
    assert refusal(match_unpair, act=act, round_=running, match=match) == "reason_missing"
    assert Game.objects.filter(is_void=True).count() == 0


def test_swap_in_a_running_round_voids_and_keeps_what_was(evening: Evening, event: Event, running: Round) -> None:
    before = tables(running)
    one, other = before[1][0], before[2][0]

    entries_swap(act=evening.act(why="Sat at the wrong tables"), round_=running, first=one, second=other)

    assert tables(running) == {**before, 1: [other, before[1][1]], 2: [one, before[2][1]]}
    assert (Match.objects.filter(is_void=True).count(), MatchSeat.objects.filter(is_void=True).count()) == (2, 4)
    assert (Game.objects.filter(is_void=True).count(), Game.objects.filter(is_void=False).count()) == (2, 4)
    kinds = [fact.kind for fact in facts_of(event.stream)]
    assert kinds[-4:] == ["games.voided", "round.changed", "game.set_up", "game.set_up"]
    for match in matches_of(running):
        evening.play(match)
    assert Game.objects.filter(state=GameState.AGREED, is_void=False).count() == 4


def test_match_with_a_result_is_neither_swapped_nor_unpaired(evening: Evening, running: Round) -> None:
    played = match_at(running, 1)
    evening.submit(played)
    act = evening.act(why="mistake")
    one, other = tables(running)[1][0], tables(running)[2][0]

    assert refusal(entries_swap, act=act, round_=running, first=one, second=other) == "has_result"
    assert refusal(match_unpair, act=act, round_=running, match=played.key) == "has_result"
    assert (Match.objects.filter(is_void=True).count(), Game.objects.filter(is_void=True).count()) == (0, 0)


def test_unpaired_in_a_running_round_get_zero_byes_and_can_be_paired_again(evening: Evening, running: Round) -> None:
    first, second = match_at(running, 1), match_at(running, 2)
    act = evening.act(why="Nobody had come")
    match_unpair(act=act, round_=running, match=first.key)
    match_unpair(act=act, round_=running, match=second.key)
    four = [entry_at(match, position).key for match in (first, second) for position in (0, 1)]
    assert byes(running) == dict.fromkeys(four, "zero_bye")

    number = next(table for table, entries in tables(running).items() if entries == [four[1]])
    entries_pair(act=evening.act(), round_=running, entries=[four[0], four[3]], table=number)

    assert byes(running) == {four[1]: "zero_bye", four[2]: "zero_bye"}
    assert tables(running)[number] == [four[0], four[3]]
    assert match_at(running, number).games.get().game.state == GameState.EXPECTED
    assert len(tables(running)) == len(list(matches_of(running))) == 5  # the bye made room
    seats = MatchSeat.objects.filter(round=running, is_void=False)
    assert seats.count() == len(set(seats.values_list("entry", flat=True))) == 8


def test_submission_for_a_voided_pairing_is_refused(evening: Evening, running: Round) -> None:
    match = match_at(running, 1)
    body = evening.body(match)
    match_unpair(act=evening.act(why="undone"), round_=running, match=match.key)
    assert refusal(evening.submit, match=match, body=body) == "game_void"


def test_paired_player_is_not_paired_a_second_time(evening: Evening, running: Round) -> None:
    one, other = tables(running)[1][0], tables(running)[2][0]
    assert refusal(entries_pair, act=evening.act(), round_=running, entries=[one, other]) == "is_paired"


def test_withdrawn_player_is_not_paired(evening: Evening, running: Round) -> None:
    match = match_at(running, 1)
    one, other = entry_at(match, 0), entry_at(match, 1)
    match_unpair(act=evening.act(why="ill"), round_=running, match=match.key)
    entry_withdraw(act=evening.act(), entry=one)
    assert refusal(entries_pair, act=evening.act(), round_=running, entries=[one.key, other.key]) == "not_active"


def test_bye_of_a_running_round_changes_with_a_reason(evening: Evening, running: Round) -> None:
    match = match_at(running, 1)
    one = entry_at(match, 0).key
    match_unpair(act=evening.act(why="ill"), round_=running, match=match.key)
    arguments = {"round_": running, "entry": one, "kind": ByeKind.HALF.value}

    assert refusal(bye_give, act=evening.act(), **arguments) == "reason_missing"
    bye_give(act=evening.act(why="told us in time"), **arguments)

    assert byes(running)[one] == "half_bye"


def test_rematch_and_second_bye_are_told_apart_from_mere_differences(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora", "Emil"), preset="swiss-evening")
    rested = ""
    for match in evening.publish(event, 1):
        if match.bye:
            rested = entry_at(match, 0).key
        else:
            evening.play(match)
    met = tables(Round.objects.get(number=1))[1]
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert codes(draft) == []
    for match in list(matches_of(draft)):
        match_unpair(act=evening.act(), round_=draft, match=match.key)

    entries_pair(act=evening.act(), round_=draft, entries=[met[0], met[1]])
    bye_give(act=evening.act(), round_=draft, entry=rested, kind="pairing_bye")

    broken = {warning.code for warning in pairing_warnings(draft) if warning.breaks_rule}
    assert broken == {"rematch", "second_bye", "unseated"}


def test_bracket_says_who_meets_whom(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"), preset="knockout")
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    one, other = tables(draft)[1][0], tables(draft)[2][0]
    assert refusal(entries_swap, act=evening.act(), round_=draft, first=one, second=other) == "bracket_fixed"
    match_turn(act=evening.act(), round_=draft, match=match_at(draft, 1).key)
    pair = tables(draft)[1]
    match_unpair(act=evening.act(), round_=draft, match=match_at(draft, 1).key)
    match_unpair(act=evening.act(), round_=draft, match=match_at(draft, 2).key)
    assert refusal(entries_pair, act=evening.act(), round_=draft, entries=[one, other]) == "bracket_fixed"
    entries_pair(act=evening.act(), round_=draft, entries=[pair[0], pair[1]])
    assert tables(draft) == {1: pair}


def test_desk_may_not_change_pairings(evening: Evening, draft: Round) -> None:
    stranger = evening.by_user(evening.account("stranger@example.org"))
    assert refusal(match_turn, act=stranger, round_=draft, match=match_at(draft, 1).key) == "not_your_role"
    assert Round.objects.get().state == RoundState.DRAFT
