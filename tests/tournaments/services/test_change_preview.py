"""Deadlines, abandoned games, and what a correction would change before it is made."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from games.enums import GameState
from games.models import Game, GameResult
from games.services.conflicts import conflict_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.due import due_work_off
from ratings.models import RatingRun
from ratings.services import follow, ratings
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_evening import derived_rows
from tournaments.enums import EventState
from tournaments.models import Event, Match, Standing
from tournaments.selectors.events import stage_of
from tournaments.services.change_preview import change_preview
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import event_settings_change
from tournaments.services.results.confirm import result_accept, result_confirm, result_dispute
from tournaments.services.results.rule import Ruling, result_rule, ruling_preview
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db


def refusal(action: Any, **arguments: Any) -> str:
    with pytest.raises(DomainError) as refused:
        action(**arguments)
    return refused.value.code


def test_silence_is_a_yes_after_the_deadline_and_not_before(evening: Evening, match: Match) -> None:
    evening.submit(match)

    due_work_off(now=evening.now + timedelta(minutes=29, seconds=59))
    assert game_of(match).state == GameState.SUBMITTED

    due_work_off(now=evening.now + timedelta(minutes=30))
    assert game_of(match).state == GameState.AGREED


@pytest.mark.parametrize("minutes, state", [(30, GameState.AGREED), (0, GameState.SUBMITTED)])
def test_running_deadline_ends_when_the_event_is_finished_and_no_result_changes_afterwards(
    minutes: int, state: GameState, evening: Evening, event: Event
) -> None:
    changes = {"confirm_within_minutes": minutes, "unconfirmed_counts": True}
    event_settings_change(act=evening.act(why="As agreed"), stage=stage_of(event), changes=changes)
    event.refresh_from_db()
    matches = evening.publish(event, 1)
    for match in matches:
        evening.submit(match)
    finished = event_finish(act=evening.act(why="One round was enough"), event=event)
    assert {game_of(match).state for match in matches} == {state}
    # However a result came to wait after the finish: its deadline leaves it alone.
    games = Game.objects.filter(key__in=[game_of(match).key for match in matches])
    games.update(state=GameState.SUBMITTED)
    head = head_of(event.stream)
    due_work_off(now=evening.now + timedelta(days=1))
    assert (finished.state, head_of(event.stream)) == (EventState.FINISHED, head)
    assert {game_of(match).state for match in matches} == {GameState.SUBMITTED}


def test_dispute_before_the_deadline_is_not_overruled_by_it(evening: Evening, event: Event, match: Match) -> None:
    submission = evening.submit(match)
    result_dispute(act=evening.by(entry_at(match, 1), "no"), submission_key=submission.key)
    head = head_of(event.stream)

    due_work_off(now=evening.now + timedelta(days=1))

    assert (game_of(match).state, head_of(event.stream)) == (GameState.CONFLICTING, head)


def test_newer_version_starts_the_deadline_anew(evening: Evening, match: Match) -> None:
    evening.submit(match)
    evening.later(minutes=20)
    evening.submit(match)

    due_work_off(now=evening.now + timedelta(minutes=15))
    assert game_of(match).state == GameState.SUBMITTED

    due_work_off(now=evening.now + timedelta(minutes=30))
    assert game_of(match).state == GameState.AGREED


def test_desk_accepts_what_one_side_handed_in(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)

    result_accept(act=evening.act(), submission_key=submission.key)

    assert game_of(match).state == GameState.AGREED
    assert refusal(result_accept, act=evening.by(entry_at(match, 1)), submission_key=submission.key) == "sign_in"


def test_conflict_names_the_first_difference(evening: Evening, match: Match) -> None:
    body = json.loads(evening.body(match))
    evening.submit(match, json.dumps(body).encode())
    assert conflict_of(game_of(match)) is None
    tokens = body["duels"][2]["tokens"]["white"]
    light, dark = tokens.index("L"), tokens.index("D")  # exchanging the two changes no encounter
    swapped = list(tokens)
    swapped[light], swapped[dark] = "D", "L"
    body["duels"][2]["tokens"]["white"] = "".join(swapped)
    evening.submit(match, json.dumps(body).encode(), position=1)

    conflict = conflict_of(game_of(match))

    assert conflict is not None
    difference, first = conflict.difference, min(light, dark)
    assert (difference.what, difference.part, difference.seat, difference.position) == ("tokens", 3, 1, first + 1)
    assert (difference.first, difference.second) == (tokens[first], swapped[first])


@pytest.mark.parametrize("policy", ["as_it_stands", "tie", "nobody"])
def test_abandoned_game_counts_its_proven_duels_as_the_event_says(
    evening: Evening, event: Event, match: Match, policy: str
) -> None:
    Event.objects.filter(pk=event.pk).update(rules={**event.rules, "abandoned": policy})
    record = json.loads(evening.body(match))
    record["duels"] = record["duels"][:3]
    starter = {"white": "black", "black": "white"}[record["starter"]]
    elsewhere = evening.submit(match, json.dumps({**record, "starter": starter}).encode())
    broken_off = evening.submit(match, json.dumps(record).encode())
    assert (elsewhere.refusal, broken_off.refusal) == ("unfinished", "unfinished")
    wrong = {"game_key": game_of(match).key, "kind": "abandoned", "submission_key": elsewhere.key}
    assert refusal(result_rule, act=evening.act(why="The hall closed"), **wrong) == "not_countable"

    result_rule(
        act=evening.act(why="The hall closed"),
        game_key=game_of(match).key,
        kind="abandoned",
        submission_key=broken_off.key,
    )

    result = GameResult.objects.get(game=game_of(match), is_current=True)
    honoris, markers = broken_off.report["honoris"], broken_off.report["markers"]
    white, black = ((honoris[side], markers[side]) for side in ("white", "black"))
    leader = None if white == black else (1 if white > black else 2)
    assert result.winner == (leader if policy == "as_it_stands" else None)
    assert result.kind == ("double_forfeit" if policy == "nobody" else "abandoned")
    assert result.parts.count() == 3
    ratings_refresh(pool_key=event.pool)
    assert derived_rows(event)["ratings"] == []


def test_finished_game_is_not_ruled_abandoned(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)

    code = refusal(
        result_rule,
        act=evening.act(why="x"),
        game_key=game_of(match).key,
        kind="abandoned",
        submission_key=submission.key,
    )

    assert code == "finished_game"


def test_correction_is_previewed_exactly_and_leaves_nothing_behind(evening: Evening, event: Event) -> None:
    matches = evening.publish(event, 1)
    for match in matches:
        evening.play(match)
    evening.publish(event, 2)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    before, head = derived_rows(event), head_of(event.stream)
    game = game_of(matches[0])
    loser = "black" if GameResult.objects.get(game=game, is_current=True).winner == 1 else "white"

    def ruling() -> object:
        return result_rule(act=evening.act(why="Misread"), game_key=game.key, kind="bare", winner=loser)

    preview = change_preview(stage=stage_of(event), after_round=1, change=ruling)

    assert (derived_rows(event), head_of(event.stream)) == (before, head)
    assert game_of(matches[0]).state == GameState.AGREED
    assert preview.kept_rounds == (2,)
    moved = {shift.player_key for shift in preview.shifts}
    assert {entry_at(matches[0], 0).player.key, entry_at(matches[0], 1).player.key} <= moved

    ruling()
    standings_refresh(event_key=event.key)
    rows = Standing.objects.filter(table__stage__event=event, table__after_round=2).select_related("entry__player")
    now = {row.entry.player.key: (row.rank, row.points) for row in rows}
    for shift in preview.shifts:
        assert now[shift.player_key] == (shift.after.rank, shift.after.points)


def test_preview_of_a_refused_change_says_why(evening: Evening, event: Event, match: Match) -> None:
    def ruling() -> object:
        return result_rule(act=evening.act(), game_key=game_of(match).key, kind="bare", winner="white")

    assert refusal(change_preview, stage=stage_of(event), after_round=1, change=ruling) == "reason_missing"


def test_forfeit_counts_the_honoris_of_the_events_rules(evening: Evening, event: Event, match: Match) -> None:
    Event.objects.filter(pk=event.pk).update(
        rules={**event.rules, "forfeit_win_honoris": 15, "forfeit_loss_honoris": -5}
    )

    result_rule(act=evening.act(why="Never came"), game_key=game_of(match).key, kind="forfeit", winner="black")
    standings_refresh(event_key=event.key)

    rows = Standing.objects.filter(table__stage__event=event, table__after_round=1)
    values = dict(rows.values_list("entry__key", "values"))
    assert values[entry_at(match, 0).key][0] == "-5"
    assert values[entry_at(match, 1).key][0] == "15"


def test_confirming_after_the_deadline_changes_nothing_more(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)
    due_work_off(now=evening.now + timedelta(hours=1))

    result_confirm(act=evening.by(entry_at(match, 1)), submission_key=submission.key)

    assert game_of(match).state == GameState.AGREED


def test_preview_waits_for_no_long_run_of_a_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where many games follow, the standings are shown with the ratings as they are, and nothing of it stays."""
    evening = Evening()
    event = evening.started()
    evening.play_out(event, 3)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    monkeypatch.setattr(follow, "MOST_GAMES", 2)
    monkeypatch.setattr(ratings, "MOST_AT_ONCE", 0)
    match = Match.objects.filter(round__stage__event=event, round__number=1, bye="").earliest("table")
    result = GameResult.objects.get(game=game_of(match), is_current=True)
    other = "black" if result.winner == 1 else "white"

    preview = ruling_preview(act=evening.act(), game_key=game_of(match).key, ruling=Ruling(kind="bare", winner=other))

    assert preview.ratings_later
    assert preview.shifts
    assert all(shift.before.rating == shift.after.rating for shift in preview.shifts)
    assert not RatingRun.objects.exists()
