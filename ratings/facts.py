"""What happens to rating pools, on the stream of the club that owns them. Nothing is replayed from it."""

from __future__ import annotations

from typing import Any

from magistrar_site.shared.facts import FactPayload


class PoolChanged(FactPayload, frozen=True, kw_only=True):
    """From now on a pool's games are rated so, from the first one on. `options` are those that differ from what the
    system does by itself."""

    kind = "pool.changed"

    pool: str
    system: str
    options: dict[str, Any]
    minimum_games: int
