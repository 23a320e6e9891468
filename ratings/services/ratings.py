"""Keeping a pool's ratings in line with the results: a few changed ones are followed at once, many by a run."""

from __future__ import annotations

from django.db import connection, transaction

from games.selectors.rated_games import rating_due
from ratings.models import Pool, PoolState, RatingRun
from ratings.services.follow import TooFarError, results_follow
from ratings.services.rating_pool import RatingPool
from ratings.services.runs import Runner, left_overs_clear, run_begin

MOST_DUE = 100  # games that are followed in one transaction
MOST_AT_ONCE = 1_000  # games of a run that whoever asks for it waits for


def ratings_refresh(*, pool_key: str, slices: int | None = None, waits: bool = True) -> bool:
    """Bring the pool's ratings up to what is known, in short transactions; True once there is nothing left to do.
    `slices`: do at most so many of a long run, and leave the others to the next call; without `waits` leave all to
    whoever is at work on the pool. Running it twice, late or out of
    order changes nothing."""
    runner = Runner()
    done = 0
    while True:
        with transaction.atomic():
            skips = not waits and connection.features.has_select_for_update_skip_locked
            pool = Pool.objects.select_for_update(skip_locked=skips).filter(key=pool_key).first()
            if pool is None:
                return True
            run = RatingRun.objects.filter(pool=pool).first()
            if run is None:
                if _follow(pool):
                    continue
                return True
            run.pool = pool
            if slices is not None and done >= slices and run.games_total > MOST_AT_ONCE:
                return False
            runner.slice_do(run)
            done += 1


def _follow(pool: Pool) -> bool:
    """Follow what is due, or begin a run where that is too much for one transaction or where nothing is worked out yet.
    False where there is nothing to do."""
    state = PoolState.objects.filter(pool=pool).first()
    if state is None:
        run_begin(pool)
        return True
    due = rating_due(pool.key, most=MOST_DUE + 1)
    if not due:
        return False
    try:
        results_follow(RatingPool(pool), state, due)
    except TooFarError as error:
        run_begin(pool, error.start)
    return True


def ratings_rebuild(*, pool_key: str) -> None:
    """Have the pool worked out from its first game on, beside what is shown until then."""
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(key=pool_key)
        run_begin(pool)


def ratings_clear(*, pool_key: str) -> bool:
    """Delete some of what is shown no more; whether there is more of it."""
    with transaction.atomic():
        return left_overs_clear(Pool.objects.select_for_update().get(key=pool_key))
