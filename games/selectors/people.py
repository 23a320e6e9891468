from __future__ import annotations

from collections.abc import Iterable

from games.models import Player


def players_by_keys(keys: Iterable[str]) -> dict[str, Player]:
    """Players by key, with their clubs."""
    return {player.key: player for player in Player.objects.filter(key__in=list(keys)).select_related("club")}
