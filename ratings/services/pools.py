from __future__ import annotations

from django.db import transaction

from games.selectors.clubs import club_by_key
from ratings.models import Pool


@transaction.atomic
def pool_of_club(*, club_key: str) -> Pool:
    """The club's own pool, made where it is missing: nobody's private event moves anybody else's rating."""
    club = club_by_key(club_key)
    pool, _created = Pool.objects.get_or_create(key=f"club-{club_key}", defaults={"name": club.name, "club": club})
    return pool
