from __future__ import annotations

from django.db import transaction

from games.engine.registry import DEFAULT_JUDGE, game_system
from games.selectors.clubs import club_by_key
from ratings.models import Pool, PoolState


@transaction.atomic
def pool_of_club(*, club_key: str, system: str = DEFAULT_JUDGE) -> Pool:
    """The club's own pool for a game, made where it is missing: nobody's private event moves anybody else's rating, and
    games of different rules don't count together."""
    club = club_by_key(club_key)
    is_default = system == DEFAULT_JUDGE
    key = f"club-{club_key}" if is_default else f"club-{club_key}-{system}"
    name = club.name if is_default else f"{club.name}: {game_system(system).name}"[:100]
    pool, is_new = Pool.objects.get_or_create(key=key, defaults={"name": name, "club": club, "game_system": system})
    if is_new:
        PoolState.objects.create(pool=pool)  # nothing was played: there is nothing to work out
    return pool
