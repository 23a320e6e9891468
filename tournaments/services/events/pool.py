"""The rating pool of an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import Invalid
from ratings.algorithms.registry import rating_system
from ratings.services.pools import pool_of_club
from tournaments.formats.registry import format_for

if TYPE_CHECKING:
    from ratings.models import Pool


def pool_of_event(club_key: str, system: str, formats: Iterable[str]) -> str:
    """The key of a club's own pool for a game, for an event whose stages have these formats. Invalid
    `pool_rates_pairs` where its tables can have more players than a game that the pool's system can rate."""
    pool = pool_of_club(club_key=club_key, system=system)
    require_rates(pool, formats)
    return pool.key


def require_rates(pool: Pool, formats: Iterable[str]) -> None:
    """Refuse a pool whose system doesn't rate all tables of these formats. Invalid `pool_rates_pairs`."""
    most = max(size for format in formats for size in format_for(format).table_sizes)
    if most > 2 and not rating_system(pool.rating_system).rates_tables:
        raise Invalid(
            "pool_rates_pairs",
            _("The club’s rating pool for this game can only rate games of two players. Leave the event unrated."),
            fields={"rated": _("Games of more than two players can’t be rated here.")},
        )
