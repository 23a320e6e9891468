"""Elemental duels of two in the formats for two: a Swiss, a round robin, a knock-out, and matches of several games."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any

import pytest
from django.db import transaction

from games.models import Game
from ratings.services.proof import rating_differences
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at
from tests.extent import sampled
from tournaments.models import Match
from tournaments.selectors.events import stage_of
from tournaments.selectors.standings.tables import standings_of
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.hand_in import result_submit
from tournaments.services.simulate.event import event_simulate
from tournaments.services.simulate.invariants import broken
from tournaments.services.simulate.world import Plan
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db

PLANS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("swiss", 5, {}),
    ("round_robin", 4, {}),
    ("knockout", 5, {"best_of": 3}),
    ("double_elimination", 5, {}),
    ("ladder", 5, {}),
    ("round_robin", 3, {"best_of": 3}),
    ("knockout", 6, {}),
    ("swiss", 6, {"best_of": 3}),
)


ROUNDS = defaultdict(lambda: 3, ladder=21, double_elimination=20)  # of a ladder: days


def test_random_events_of_two_hold() -> None:
    happened: Counter[str] = Counter()
    plans = sampled(PLANS, 5)
    for seed, (format_, players, rules) in enumerate(plans):
        with transaction.atomic():
            world = event_simulate(
                Plan(format_, players, ROUNDS[format_], seed, incidents=1.5, system="elemental", rules=rules)
            )
            assert broken(world.event) == [], (format_, players, rules)
            games = Game.objects.filter(stream=world.event.stream).prefetch_related("seats")
            assert {(game.system, len(game.seats.all())) for game in games} == {("elemental", 2)}
            assert list(rating_differences(pool_key=world.event.pool)) == []
            happened += world.happened
            transaction.set_rollback(True)
    endless = [plan for plan in plans if plan[0] == "ladder"]
    assert happened["finished"] == len(plans) - len(endless)


def test_a_match_of_three_games_goes_on_until_one_has_won_two(evening: Evening) -> None:
    event = evening.event(("Anna", "Bert"), preset="elemental-knockout")
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"best_of": 3})
    event = event_start(act=evening.act(), event=event)
    (match,) = evening.publish(event, 1)
    won = 0
    while won < 2:
        game = Match.objects.get(pk=match.pk).games.order_by("-number")[0].game
        assert game.starter is None  # the table rolls for it
        seat = next(one.number for one in game.seats.all() if one.player_id == entry_at(match, 0).player_id)
        other = 3 - seat
        score = {"format": "elemental-score/1", "players": 2, "placings": {str(seat): 1, str(other): 2}}
        body = json.dumps(score | {"health": {str(seat): 7, str(other): 0}}).encode()
        act = evening.by(entry_at(match, 0))
        sent = result_submit(act=act, game_key=game.key, body=body, idempotency_key=evening.ids.key())
        assert sent.accepted
        assert result_confirm(act=evening.by(entry_at(match, 1)), submission_key=sent.key).state == "agreed"
        won += 1
    assert Match.objects.get(pk=match.pk).games.count() == 2
    standings_refresh(event_key=event.key)
    table = standings_of(event)
    assert table is not None
    assert [row.name for row in table.rows] == [entry_at(match, position).player.name for position in (0, 1)]
    ratings_refresh(pool_key=event.pool)
    assert list(rating_differences(pool_key=event.pool)) == []
