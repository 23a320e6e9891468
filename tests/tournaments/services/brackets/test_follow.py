"""A bracket never gets stuck: whoever is away, whatever is tied, corrected or given up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.enums import GameState
from magistrar_site.shared.errors import DomainError, Invalid
from tests.evening import NAMES, Evening
from tournaments.models import Event, Match, Round, Stage
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.selectors.series.views import series_view
from tournaments.services.brackets.follow import bracket_follow, bracket_moves
from tournaments.services.brackets.view import bracket_view
from tournaments.services.entries.states import entry_return, entry_withdraw
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.rule import result_reopen, result_rule
from tournaments.services.rounds.byes import bye_request
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.verify.event import event_verify
from tournaments.snapshots import stage_snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


FOUR = NAMES[:4]


def started(evening: Evening, names: Sequence[str] = FOUR, preset: str = "knockout", **options: object) -> Event:
    event = evening.event(tuple(names), preset=preset)
    event = event_settings_change(act=evening.act(), stage=stage_of(event), changes={"options": options})
    return event_start(act=evening.act(), event=event)


def pairs(matches: Sequence[Match]) -> set[frozenset[str]]:
    return {frozenset(seat.entry.player.name for seat in match.seats.all()) for match in matches if not match.bye}


def wins(evening: Evening, match: Match, name: str) -> None:
    """The arbiter's word for a played game, by the winner's name ("" for a tie)."""
    game = match.games.all()[0].game
    sides = {seat.player.name: seat.name for seat in game.seats.all()}
    act = evening.act(why="Seen.")
    result_rule(act=act, game_key=game.key, kind="bare", winner=sides[name] if name else "")


def of(matches: Sequence[Match], name: str) -> Match:
    return next(
        match for match in matches if not match.bye and name in {seat.entry.player.name for seat in match.seats.all()}
    )


def other(match: Match, name: str) -> str:
    return next(seat.entry.player.name for seat in match.seats.all() if seat.entry.player.name != name)


def round_of(event: Event, number: int) -> Round:
    return Round.objects.exclude(state="undone").get(stage__event=event, number=number)


def holds(event: Event) -> None:
    event.refresh_from_db()
    verdict = event_verify(event=event)
    assert verdict.holds, str(verdict)


def test_a_round_in_which_all_who_would_meet_are_away_passes() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert"), preset="knockout")
    for entry in event.entries.all():
        bye_request(act=evening.act(), stage=stage_of(entry.event), entry=entry, number=1, kind="zero_bye")
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    published = round_publish(act=evening.act(), round_=draft)
    assert list(published.matches.values_list("bye", flat=True)) == ["zero_bye", "zero_bye"]
    assert event_finish(act=evening.act(), event=event).state == "finished"


def test_byes_and_absences_pass_through_a_bracket_of_best_of_three_and_five() -> None:
    evening = Evening()
    event = started(evening, NAMES[:6], third_place=False, best_of_rounds="1,3,5")
    seeds = {entry.number: entry for entry in event.entries.all()}
    bye_request(act=evening.act(), stage=stage_of(seeds[4].event), entry=seeds[4], number=1, kind="zero_bye")
    first = evening.publish(event, 1)
    assert {match.seats.get().entry.number for match in first if match.bye == "pairing_bye"} == {1, 2, 5}
    (played,) = [match for match in first if not match.bye]
    assert (played.best_of, {seat.entry.number for seat in played.seats.all()}) == (1, {3, 6})
    wins(evening, played, seeds[6].player.name)
    semis = [match for match in evening.publish(event, 2) if not match.bye]
    assert {frozenset(seat.entry.number for seat in match.seats.all()) for match in semis} == {
        frozenset({1, 5}),
        frozenset({2, 6}),
    }
    assert {match.best_of for match in semis} == {3}
    entry_withdraw(act=evening.act(), entry=seeds[2])
    shown = bracket_view(event.stages.get())
    assert shown is not None
    *_others, left, final_shown = shown.matches
    assert (left.status, [place.left for place in left.places]) == ("ready", ["withdrawn", ""])
    assert [place.name for place in final_shown.places] == ["", ""]  # nobody has gone on yet
    series = series_view(of(semis, seeds[2].player.name))
    assert series is not None
    assert series.left == (seeds[2].player.public_name,)
    for match in semis:
        better = min((seat.entry for seat in match.seats.all()), key=lambda entry: entry.number or 0)
        while (games := match.games.filter(game__state="expected")).exists():
            game = games.get().game
            side = next(seat.name for seat in game.seats.all() if seat.player_id != better.player_id)
            act = evening.act(why="He doesn't come." if better == seeds[2] else "Seen.")
            kind = "forfeit" if better == seeds[2] else "bare"
            result_rule(act=act, game_key=game.key, kind=kind, winner=side)
    (final,) = [match for match in evening.publish(event, 3) if not match.bye]
    assert (final.best_of, {seat.entry.number for seat in final.seats.all()}) == (5, {5, 6})
    holds(event)


@pytest.mark.parametrize("names", [(), ("Anna",)])
@pytest.mark.parametrize("preset", ["knockout", "double-elimination"])
def test_bracket_with_one_entry_or_none_is_refused(names: tuple[str, ...], preset: str) -> None:
    evening = Evening()
    event = evening.event((), preset=preset) if not names else evening.event(names, preset=preset)
    with pytest.raises(Invalid) as refused:
        event_start(act=evening.act(), event=event)
    assert refused.value.code == "too_few_entries"
    assert str(refused.value.message) == f"At least 2 players are needed to start; {len(names)} are entered."


@pytest.mark.both_databases
def test_corrected_winner_moves_what_follows_and_keeps_what_was_played() -> None:
    evening = Evening()
    event = started(evening)
    semis = evening.publish(event, 1)
    winners = [match.seats.all()[0].entry.player.name for match in semis]
    for match, name in zip(semis, winners, strict=True):
        wins(evening, match, name)
    final_round = evening.publish(event, 2)
    final, third = of(final_round, winners[0]), of(final_round, other(semis[0], winners[0]))
    wins(evening, final, winners[0])
    turned = other(semis[0], winners[0])
    wins(evening, semis[0], turned)
    expected = {frozenset({turned, winners[1]}), frozenset({winners[0], other(semis[1], winners[1])})}
    now = list(matches_of(round_of(event, 2)))
    assert pairs(now) == expected
    assert {match.table for match in now} == {final.table, third.table}
    for match in (final, third):
        match.refresh_from_db()
        assert match.is_void is True
        assert match.games.get().game.is_void is True
    assert final.games.get().game.results.filter(is_current=True).count() == 1
    assert {match.games.get().game.state for match in now} == {GameState.EXPECTED}
    assert bracket_moves(event.stages.get()) == []
    for match in now:
        wins(evening, match, match.seats.all()[0].entry.player.name)
    assert event_finish(act=evening.act(), event=event).state == "finished"
    holds(event)


def test_result_taken_back_moves_nothing_until_another_one_stands_and_is_followed_by_hand() -> None:
    evening = Evening()
    event = started(evening, third_place=False)
    semis = evening.publish(event, 1)
    for match in semis:
        evening.play(match)
        if match.games.get().game.results.get(is_current=True).winner is None:
            wins(evening, match, match.seats.all()[0].entry.player.name)
    (final,) = [match for match in evening.publish(event, 2) if not match.bye]
    finalists = next(iter(pairs([final])))
    (came,) = {seat.entry.player.name for seat in semis[0].seats.all()} & finalists
    game = semis[0].games.get().game
    result_reopen(act=evening.act(why="Miscounted."), game_key=game.key)
    assert bracket_moves(event.stages.get()) == []
    match = Match.objects.get(pk=semis[0].pk)
    evening.play(match)
    stage = event.stages.get()
    now = stage_snapshot(stage)
    moves = bracket_moves(stage)
    winner = match.games.get().game.results.get(is_current=True).winner
    seats = {seat.number: seat.player.name for seat in match.games.get().game.seats.all()}
    assert now.state.rounds_done == 2
    if winner is not None and seats[winner] == came:
        assert moves == []
    else:
        assert next(moved.gone for moved in moves)[0].pk == final.pk
        with pytest.raises(Invalid):
            bracket_follow(act=evening.act(), stage=stage_of(event))
        assert len(bracket_follow(act=evening.act(why="As it was played."), stage=stage_of(event))) == 1
        assert bracket_follow(act=evening.act(), stage=stage_of(event)) == []
        assert came not in next(iter(pairs(list(matches_of(round_of(event, 2))))))
    holds(event)


def test_withdrawing_in_a_final_names_the_game_and_a_forfeit_crowns_the_other() -> None:
    evening = Evening()
    event = started(evening, third_place=False)
    for match in evening.publish(event, 1):
        wins(evening, match, match.seats.all()[0].entry.player.name)
    (final,) = [match for match in evening.publish(event, 2) if not match.bye]
    leaver, stayer = (seat.entry for seat in final.seats.all())
    entry_withdraw(act=evening.act(), entry=leaver)
    with pytest.raises(DomainError) as refused:
        event_finish(act=evening.act(), event=event)
    assert refused.value.code == "results_missing"
    assert bracket_moves(event.stages.get()) == []
    shown = bracket_view(event.stages.get())
    assert shown is not None
    assert (shown.champion, shown.is_finished, shown.matches[-1].status) == ("", False, "ready")
    game = final.games.get().game
    side = game.seats.get(player=stayer.player).name
    result_rule(act=evening.act(why="He left."), game_key=game.key, kind="forfeit", winner=side)
    shown = bracket_view(event.stages.get())
    assert shown is not None
    assert (shown.champion, shown.is_finished) == (stayer.player.name, True)
    event_finish(act=evening.act(), event=event)
    table = Stage.objects.get(event=event).tables.order_by("-after_round").first()
    assert table is not None
    assert [row.entry.pk for row in table.rows.filter(rank=1)] == [stayer.pk]
    holds(event)


def test_nobody_comes_back_into_a_bracket_that_went_on_without_him() -> None:
    evening = Evening()
    event = started(evening, third_place=False)
    semis = evening.publish(event, 1)
    for match in semis:
        wins(evening, match, match.seats.all()[0].entry.player.name)
    leaver = semis[0].seats.all()[0].entry
    entry_withdraw(act=evening.act(), entry=leaver)
    entry_return(act=evening.act(why="Came back at once."), stage=stage_of(leaver.event), entry=leaver)
    entry_withdraw(act=evening.act(), entry=leaver)
    assert pairs(evening.publish(event, 2)) == set()
    with pytest.raises(DomainError) as refused:
        entry_return(act=evening.act(why="Too late."), stage=stage_of(leaver.event), entry=leaver)
    assert refused.value.code == "bracket_went_on"
    event_finish(act=evening.act(), event=event)
    holds(event)


def test_double_forfeit_leaves_a_bye() -> None:
    evening = Evening()
    event = started(evening, third_place=False)
    first, second = evening.publish(event, 1)
    result_rule(act=evening.act(why="Nobody came."), game_key=first.games.get().game.key, kind="forfeit")
    winner = second.seats.all()[0].entry
    wins(evening, second, winner.player.name)
    final = evening.publish(event, 2)
    assert pairs(final) == set()
    assert [match.seats.get().entry.pk for match in final if match.bye == "pairing_bye"] == [winner.pk]
    event_finish(act=evening.act(), event=event)
    holds(event)


def test_both_semi_finals_turned_move_both_finalists() -> None:
    evening = Evening()
    event = started(evening, third_place=False)
    semis = evening.publish(event, 1)
    winners = [match.seats.all()[0].entry.player.name for match in semis]
    for match, name in zip(semis, winners, strict=True):
        wins(evening, match, name)
    evening.publish(event, 2)
    for match, name in zip(semis, winners, strict=True):
        wins(evening, match, other(match, name))
    final = list(matches_of(round_of(event, 2)))
    assert pairs(final) == {frozenset(other(match, name) for match, name in zip(semis, winners, strict=True))}
    assert sorted(match.bracket for match in final if match.bracket is not None) == [0, 0, 3]
    holds(event)


@pytest.mark.both_databases
def test_corrected_first_round_of_a_double_elimination_moves_both_brackets() -> None:
    evening = Evening()
    event = started(evening, preset="double-elimination")
    first, second = evening.publish(event, 1)
    winners = [match.seats.all()[0].entry.player.name for match in (first, second)]
    for match, name in zip((first, second), winners, strict=True):
        wins(evening, match, name)
    for match in [match for match in evening.publish(event, 2) if not match.bye]:
        wins(evening, match, match.seats.all()[0].entry.player.name)
    evening.publish(event, 3)
    wins(evening, first, other(first, winners[0]))
    second_round = list(matches_of(round_of(event, 2)))
    assert pairs(second_round) == {
        frozenset({other(first, winners[0]), winners[1]}),
        frozenset({winners[0], other(second, winners[1])}),
    }
    assert pairs(list(matches_of(round_of(event, 3)))) == set()  # until the second is played anew
    for match in [match for match in second_round if not match.bye]:
        wins(evening, match, match.seats.all()[0].entry.player.name)
    third = list(matches_of(round_of(event, 3)))
    assert len(pairs(third)) == 1
    for match in [match for match in third if not match.bye]:
        wins(evening, match, match.seats.all()[0].entry.player.name)
    holds(event)
