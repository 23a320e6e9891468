"""How a pool is rated can be chosen: what fits its games, what a choice would change, and the change, once and by its
owners alone."""

from __future__ import annotations

from typing import Any

import pytest

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.models import Fact
from ratings.models import Pool
from ratings.selectors.generations import shown_ratings
from ratings.selectors.leaderboards import leaderboard_rows
from ratings.services.pools import pool_of_club
from ratings.services.proof import rating_differences
from ratings.services.ratings import ratings_refresh
from ratings.services.settings import (
    PoolSettings,
    option_defaults,
    pool_preview,
    pool_settings,
    pool_settings_change,
    settings_seen,
    systems_for,
)
from tests.evening import Evening
from tests.ratings.services.random_results import BEGINNING, Results
from tournaments.services.events.life import event_cancel

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

GLICKO = PoolSettings("glicko2", {}, 1)


@pytest.fixture
def played(evening: Evening) -> Pool:
    """The pool of a club after thirty games of eight players."""
    results = Results("elo", {}, players=8)
    results.plays([BEGINNING] * 30)
    results.pool.club, results.pool.minimum_games = evening.club, 1
    results.pool.save()
    ratings_refresh(pool_key=results.pool.key)
    return results.pool


def stands(pool: Pool) -> dict[int, tuple[int | None, int | None]]:
    """Whole points and rank of each player, as the leaderboard shows them."""
    return {row.player_id: (row.points, row.rank) for row in leaderboard_rows(pool)}


@pytest.mark.parametrize(
    "wanted",
    [
        GLICKO,
        PoolSettings("glicko2", {"rated_by": "period", "tau": "0.8"}, 1),
        PoolSettings("fide", {"rated_by": "period"}, 1),
        PoolSettings("plackett_luce", {"initial": 1000}, 3),
        PoolSettings("elo", {"k": 32, "initial": 1200, "floor": 1190}, 2),
        PoolSettings("elo", {"k": {"newcomer": 60, "newcomer_games": 2}}, 1),
    ],
    ids=lambda wanted: wanted.system,
)
def test_preview_is_what_the_change_then_makes(evening: Evening, played: Pool, wanted: PoolSettings) -> None:
    before = stands(played)
    preview = pool_preview(act=evening.act(), pool=played, wanted=wanted)
    assert (preview.games, preview.players) == (30, 8)
    assert stands(played) == before
    assert [abs(row.change) for row in preview.rows] == sorted((abs(row.change) for row in preview.rows), reverse=True)
    changed = pool_settings_change(act=evening.act(), pool=played, wanted=wanted, seen=preview.seen)
    ratings_refresh(pool_key=played.key)
    assert list(rating_differences(pool_key=played.key)) == []
    after = stands(changed)
    for row in preview.rows:
        was, now = before.get(row.player.pk, (None, None)), after.get(row.player.pk, (None, None))
        assert (row.rank_before, row.rank_after) == (was[1], now[1])
        if now[0] is not None:
            assert row.after == now[0]
    same = {pk for pk in before if before[pk] == after.get(pk)}
    assert same.isdisjoint(row.player.pk for row in preview.rows)
    assert preview.gain + preview.lose <= len(preview.rows)


def test_change_is_a_fact_once_and_keeps_what_differs_alone(evening: Evening, played: Pool) -> None:
    options = option_defaults("elo") | {"floor": 500}
    wanted = PoolSettings("elo", options, 4)
    for _again in range(2):
        changed = pool_settings_change(act=evening.act(), pool=played, wanted=wanted)
    assert pool_settings(changed) == PoolSettings("elo", {"floor": 500}, 4)
    (fact,) = Fact.objects.filter(kind="pool.changed")
    assert (fact.stream_id, fact.members) == (
        f"club:{evening.club.key}",
        {"pool": "city", "system": "elo", "options": {"floor": 500}, "minimum_games": 4},
    )


def test_a_preview_that_somebody_overtook_is_refused(evening: Evening, played: Pool) -> None:
    seen = settings_seen(played)
    pool_settings_change(act=evening.act(), pool=played, wanted=GLICKO, seen=seen)
    with pytest.raises(DomainError) as refused:
        pool_settings_change(act=evening.act(), pool=played, wanted=PoolSettings("fide", {}, 1), seen=seen)
    assert refused.value.code == "stale"


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (PoolSettings("chessmetrics", {}, 1), "system"),
        (PoolSettings("elo", {"k": 0}, 1), "k"),
        (PoolSettings("elo", {"initial": -1}, 1), "initial"),
        (PoolSettings("elo", {"tau": "0.5"}, 1), "options"),
        (PoolSettings("glicko2", {"rated_by": "year"}, 1), "rated_by"),
        (PoolSettings("elo", {}, -1), "minimum_games"),
    ],
)
def test_what_is_not_possible_is_refused_at_its_field(
    evening: Evening, played: Pool, wanted: PoolSettings, field: str
) -> None:
    for do in (pool_preview, pool_settings_change):
        with pytest.raises(Invalid) as refused:
            do(act=evening.act(), pool=played, wanted=wanted)
        assert list(refused.value.fields) == [field]


def test_systems_for_two_are_offered_only_where_no_game_has_more(evening: Evening, played: Pool) -> None:
    every = ["elo", "fide", "glicko2", "plackett_luce"]
    of_tables = ["elo", "plackett_luce"]
    assert systems_for(played) == every
    elemental = pool_of_club(club_key=evening.club.key, system="elemental")
    assert systems_for(elemental) == of_tables
    duels = evening.started(("Anna", "Bert"), preset="elemental-knockout", name="Duels")
    evening.publish(duels, 1)
    assert systems_for(elemental) == every
    tables = evening.event(("Anna", "Bert", "Cleo"), preset="elemental-evening", name="Tables")
    assert systems_for(elemental) == of_tables, "an event that is set up already would go unrated"
    with pytest.raises(Invalid):
        pool_settings_change(act=evening.act(), pool=elemental, wanted=GLICKO)
    event_cancel(act=evening.act(why="Nobody comes."), event=tables)
    assert systems_for(elemental) == every
    tables = evening.started(("Anna", "Bert", "Cleo"), preset="elemental-evening", name="More tables")
    evening.publish(tables, 1)
    assert systems_for(elemental) == of_tables


@pytest.mark.parametrize("role", [None, *Role])
def test_owners_alone_choose(evening: Evening, played: Pool, role: Role | None) -> None:
    account = evening.account("other@example.org")
    if role is not None:
        club_role_set(act=evening.act(), club=evening.club, email="other@example.org", role=role)
    act = evening.by_user(account)

    def tried(**arguments: Any) -> bool:
        try:
            pool_preview(act=act, pool=played, wanted=GLICKO)
            pool_settings_change(act=act, pool=played, wanted=GLICKO)
        except NotAllowed:
            return False
        return True

    assert tried() is (role is Role.OWNER)


def test_pools_of_the_service_are_its_staffs(evening: Evening) -> None:
    results = Results("elo", {})
    with pytest.raises(NotAllowed):
        pool_settings_change(act=evening.act(), pool=results.pool, wanted=GLICKO)
    staff = Act(Actor("user", evening.user.key, staff=True), evening.now, evening.ids)
    assert pool_settings_change(act=staff, pool=results.pool, wanted=GLICKO).rating_system == "glicko2"
    ratings_refresh(pool_key=results.pool.key)
    assert not shown_ratings().filter(pool=results.pool).exists()
