"""Players who leave, at every moment: what their games count, who goes on, and that the event goes on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from magistrar_site.shared.errors import DomainError
from tests.evening import NAMES, Evening
from tests.extent import sampled
from tests.tournaments.services.brackets.test_follow import holds, of, pairs, started, wins
from tournaments import snapshots
from tournaments.models import Entry, Event, Match
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import bye_words, matches_of
from tournaments.selectors.standings.crosstables import crosstable_of
from tournaments.selectors.standings.rows import standing_rows, standing_table
from tournaments.services.brackets.follow import bracket_follow
from tournaments.services.entries.states import entry_expel, entry_return, entry_withdraw
from tournaments.services.events import finish
from tournaments.services.events.finish import event_finish
from tournaments.services.results.rule import result_annul, result_reopen
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.states import round_close
from tournaments.services.rounds.undo import round_discard
from tournaments.services.stages.close import stage_close
from tournaments.services.stages.plan import stage_plan
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.trf.report import trf_report
from tournaments.snapshots import stage_snapshot
from tournaments.trf import read_trf
from tournaments.trf.conversion import to_stage_state
from tournaments.trf.document import Dialect

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
FOUR, EIGHT = NAMES[:4], NAMES


def numbered(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("player").get(event=event, number=number)


def leave(evening: Evening, event: Event, *numbers: int) -> None:
    for number in numbers:
        entry_withdraw(act=evening.act(), entry=numbered(event, number))


def play(evening: Evening, event: Event, number: int, *winners: int) -> list[Match]:
    """A round whose games these win, by pairing number; those without a winner among them are ties."""
    matches = evening.publish(event, number)
    for match in matches:
        if not match.bye:
            sitting = {seat.entry.number: seat.entry.player.name for seat in match.seats.all()}
            won = sorted(sitting.keys() & set(winners), key=lambda one: one or 0)
            wins(evening, match, sitting[won[0]] if won else "")
    return matches


def points(event: Event, *, counted: bool = True) -> dict[int, Fraction]:
    standings_refresh(event_key=event.key)
    table = standing_table(event.stages.get(number=1))
    assert table is not None
    return {row.entry.number or 0: Fraction(row.points, 2) for row in standing_rows(table) if row.is_counted is counted}


def marks(event: Event) -> dict[tuple[int, int], str]:
    rows = crosstable_of(event)
    number = {entry.key: entry.number or 0 for entry in Entry.objects.filter(event=event)}
    return {
        (number[row.entry_key], number[other.entry_key]): "".join(meeting.mark for meeting in cell.meetings)
        for row in rows
        for other, cell in zip(rows, row.cells, strict=True)
        if cell.meetings
    }


def names(event: Event, *numbers: int) -> set[str]:
    return {numbered(event, number).player.name for number in numbers}


# --- round robin ------------------------------------------------------------------------------------------------------
def test_byes_in_place_of_games_that_do_not_count_do_not_count() -> None:
    evening = Evening()
    event = started(evening, preset="round-robin-evening")
    play(evening, event, 1, 4, 3)  # 4 beats 1, 3 beats 2
    leave(evening, event, 4)
    second = play(evening, event, 2, 1)
    assert [bye_words(match) for match in matches_of(second[0].round) if match.bye] == ["no opponent"]
    play(evening, event, 3)  # 1 and 3 tie
    assert points(event) == {1: Fraction(3, 2), 3: Fraction(3, 2), 2: 0}
    assert points(event, counted=False) == {4: 1}
    document = read_trf(trf_report(stage_of(event), Dialect.TRF26))
    assert {player.number: player.points for player in document.players} == {1: 3, 2: 0, 3: 3, 4: 2}
    event_finish(act=evening.act(), event=event)
    holds(event)


def test_player_who_missed_a_round_before_leaving_leaves_nothing_behind() -> None:
    """The opponent of the missed round, too, has nothing for it; and if the player comes back it counts again."""
    evening = Evening()
    event = started(evening, preset="round-robin-evening", double=True)
    leave(evening, event, 4)
    play(evening, event, 1, 3)  # 1 has no opponent
    assert points(event) == {3: 1, 1: 0, 2: 0}
    entry_return(act=evening.act(why="Back."), stage=stage_of(event), entry=numbered(event, 4))
    assert points(event) == {1: 1, 3: 1, 2: 0, 4: 0}
    holds(event)


def test_games_that_a_player_left_after_half_of_them_are_won_by_the_others_even_in_a_round_without_a_game() -> None:
    evening = Evening()
    event = started(evening, preset="round-robin-evening")
    play(evening, event, 1, 1, 2)
    play(evening, event, 2, 3, 1)
    leave(evening, event, 1, 2)
    last = play(evening, event, 3)  # 2 - 4 and 3 - 1 by the table
    assert pairs(last) == set()
    assert points(event) == {1: 2, 3: 2, 2: 1, 4: 1}
    assert {cell: mark for cell, mark in marks(event).items() if mark in "+−"} == {
        (4, 2): "+",
        (2, 4): "−",
        (3, 1): "+",
        (1, 3): "−",
    }
    text = trf_report(stage_of(event), Dialect.TRF16)
    assert "   1 w +" in text
    assert to_stage_state(read_trf(text)).entrant(4).points == 2
    event_finish(act=evening.act(), event=event)
    holds(event)


def test_round_with_nobody_left_to_play_passes() -> None:
    evening = Evening()
    event = started(evening, preset="round-robin-evening")
    play(evening, event, 1, 1, 2)
    leave(evening, event, 1, 3)
    assert pairs(play(evening, event, 2)) == set()
    assert pairs(play(evening, event, 3, 2)) == {frozenset(names(event, 2, 4))}
    assert points(event) == {2: 1, 4: 0}
    event_finish(act=evening.act(), event=event)
    holds(event)


def test_round_robin_is_not_paired_when_everybody_has_left() -> None:
    evening = Evening()
    event = started(evening, preset="round-robin-evening")
    leave(evening, event, 1, 2, 3, 4)
    with pytest.raises(DomainError) as caught:
        round_pair(act=evening.act(), stage=stage_of(event), number=1)
    assert caught.value.code == "nobody"


# --- brackets ---------------------------------------------------------------------------------------------------------
SIZES = sampled([(preset, size) for preset in ("knockout", "double-elimination") for size in (3, 5, 6, 7)], 3)


@pytest.mark.parametrize("preset, size", SIZES)
def test_seed_with_a_bye_who_leaves_before_round_1_has_no_seat(preset: str, size: int) -> None:
    evening = Evening()
    event = started(evening, EIGHT[:size], preset=preset)
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    entry_expel(act=evening.act(why="Unfair."), entry=numbered(event, 1))
    with pytest.raises(DomainError) as caught:
        round_publish(act=evening.act(), round_=draft)
    assert caught.value.code == "draft_outdated"
    round_discard(act=evening.act(), round_=draft)
    first = play(evening, event, 1, *range(2, size + 1))
    assert names(event, 1).isdisjoint(seat.entry.player.name for match in first for seat in match.seats.all())
    second = play(evening, event, 2, *range(2, size + 1))
    assert sum(match.bye == "pairing_bye" for match in second) >= 1  # the walk-over
    holds(event)


def test_seed_of_a_second_stage_who_leaves_before_it_begins_has_no_seat() -> None:
    evening = Evening()
    event = evening.started(FOUR, preset="round-robin-evening")
    stage_plan(act=evening.act(), stage=stage_of(event), format="knockout", qualifiers=3)
    for number in (1, 2, 3):
        play(evening, event, number, *((1, 2, 3, 4) if number != 2 else (1, 3)))
    stage_close(act=evening.act(), stage=stage_of(event))
    second = event.stages.get(number=2)
    top = second.seeds.get(number=1).entry
    entry_withdraw(act=evening.act(), entry=top)
    matches = evening.publish(event, 1)
    assert top not in {seat.entry for match in matches for seat in match.seats.all()}
    game = next(match for match in matches if not match.bye)
    wins(evening, game, game.seats.all()[0].entry.player.name)
    assert [match.bye for match in evening.publish(event, 2) if match.bracket] == ["pairing_bye"]
    event_finish(act=evening.act(), event=event)
    holds(event)


def test_final_that_was_played_stands_whoever_left_and_whatever_was_corrected() -> None:
    evening = Evening()
    event = started(evening, EIGHT)
    first = play(evening, event, 1, 1, 2, 3, 4)
    play(evening, event, 2, 1, 2)
    leave(evening, event, 8)
    game = of(first, numbered(event, 8).player.name)
    result_reopen(act=evening.act(why="Wrong."), game_key=game.games.all()[0].game.key)
    wins(evening, game, numbered(event, 8).player.name)
    bracket_follow(act=evening.act(why="It follows."), stage=stage_of(event))
    round_close(act=evening.act(), round_=game.round)
    play(evening, event, 3, 4)
    leave(evening, event, 4)
    event_finish(act=evening.act(), event=event)
    ranks = ranks_of(event)
    assert (ranks[4], ranks[2]) == (1, 2)
    holds(event)


def ranks_of(event: Event) -> dict[int, int]:
    table = standing_table(event.stages.get(number=1))
    assert table is not None
    return {row.entry.number or 0: row.rank for row in standing_rows(table)}


def test_walked_over_player_who_leaves_later_keeps_what_was_won() -> None:
    """8 leaves during the game against 1, who is paired on, wins the bracket and leaves before it is finished."""
    evening = Evening()
    event = started(evening, FOUR)
    first = evening.publish(event, 1)
    wins(evening, of(first, numbered(event, 2).player.name), numbered(event, 2).player.name)
    leave(evening, event, 4)
    final = round_pair(act=evening.act(why="4 has gone."), stage=stage_of(event), number=2)
    final = round_publish(act=evening.act(), round_=final)
    wins(evening, next(match for match in matches_of(final) if not match.bye), numbered(event, 1).player.name)
    leave(evening, event, 1)
    standings_refresh(event_key=event.key)
    assert ranks_of(event)[1] == 1
    holds(event)


def test_player_whose_match_was_given_to_the_opponent_does_not_come_back() -> None:
    evening = Evening()
    event = started(evening, FOUR)
    first = play(evening, event, 1, 1, 2)
    evening.publish(event, 2)
    leave(evening, event, 4)
    game = of(first, numbered(event, 4).player.name)
    result_reopen(act=evening.act(why="Wrong."), game_key=game.games.all()[0].game.key)
    wins(evening, game, numbered(event, 4).player.name)
    bracket_follow(act=evening.act(why="It follows."), stage=stage_of(event))
    with pytest.raises(DomainError) as caught:
        entry_return(act=evening.act(why="Back."), stage=stage_of(event), entry=numbered(event, 4))
    assert caught.value.code == "bracket_went_on"


# --- annulled games ---------------------------------------------------------------------------------------------------
def test_annulled_game_is_an_unplayed_round() -> None:
    evening = Evening()
    event = evening.started(FOUR, preset="swiss-evening")
    matches = play(evening, event, 1, 1, 2)
    result_annul(act=evening.act(why="The lights went out."), game_key=matches[0].games.all()[0].game.key)
    one, other = (seat.entry.number or 0 for seat in matches[0].seats.all())
    state = stage_snapshot(matches[0].round.stage).state
    assert [(cell.is_open, cell.opponent, cell.points) for cell in state.entrant(one).cells] == [(False, None, 0)]
    read = to_stage_state(read_trf(trf_report(stage_of(event), Dialect.TRF26)))
    assert [read.entrant(number).points for number in (one, other)] == [0, 0]
    holds(event)


def test_annulled_match_of_a_bracket_waits_for_a_word_on_who_goes_on() -> None:
    evening = Evening()
    event = started(evening, FOUR)
    matches = play(evening, event, 1, 1, 2)
    result_annul(act=evening.act(why="The lights went out."), game_key=matches[0].games.all()[0].game.key)
    with pytest.raises(DomainError) as caught:
        round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert caught.value.code == "match_undecided"
    holds(event)


# --- Swiss ------------------------------------------------------------------------------------------------------------
def test_swiss_with_one_player_left_is_not_paired_and_finishes() -> None:
    evening = Evening()
    event = evening.started(FOUR, preset="swiss-evening")
    play(evening, event, 1, 1, 2)
    leave(evening, event, 2, 3, 4)
    with pytest.raises(DomainError) as caught:
        round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert caught.value.code == "one_left"
    assert "Finish the event" in str(caught.value)
    assert event_finish(act=evening.act(why="One is left."), event=event).state == "finished"
    holds(event)


# --- older events -----------------------------------------------------------------------------------------------------
def test_event_that_was_finished_by_older_rules_keeps_its_ranking_and_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before revision 2 byes counted although the games that they stood for didn't."""
    evening = Evening()
    event = started(evening, preset="round-robin-evening")
    for module in (snapshots, finish):
        monkeypatch.setattr(module, "REVISION", 1)
    play(evening, event, 1, 4, 3)
    leave(evening, event, 4)
    play(evening, event, 2, 1)
    play(evening, event, 3)
    event_finish(act=evening.act(), event=event)
    monkeypatch.undo()
    event.refresh_from_db()
    assert points(event) == {3: Fraction(5, 2), 1: Fraction(3, 2), 2: 1}
    holds(event)
