"""The operations at /api/v1/pools/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import UNSET, Client, Unset, quoted


class Pools:
    def __init__(self, client: Client) -> None:
        self._client = client

    def pools(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """All rating pools by name. (GET /api/v1/pools/)"""
        return self._client.request("GET", "pools/", query={"page": page, "page_size": page_size})

    def pool(self, key: str) -> Any:
        """One pool, with the facts that its ratings are made from. (GET /api/v1/pools/{key}/)"""
        return self._client.request("GET", f"pools/{quoted(key)}/")

    def leaderboard(
        self,
        key: str,
        *,
        active: str | Unset = UNSET,
        club: str | Unset = UNSET,
        format: str | Unset = UNSET,
        games: int | Unset = UNSET,
        name: str | Unset = UNSET,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
    ) -> Any:
        """A pool's ranked players, best first, of all or as filtered; ranks stay those of the pool. As CSV all who
        fit. (GET /api/v1/pools/{key}/leaderboard/)"""
        return self._client.request(
            "GET",
            f"pools/{quoted(key)}/leaderboard/",
            query={
                "active": active,
                "club": club,
                "format": format,
                "games": games,
                "name": name,
                "page": page,
                "page_size": page_size,
            },
        )

    def rating_history(
        self,
        key: str,
        player: str,
        *,
        format: str | Unset = UNSET,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
    ) -> Any:
        """What each rated game did to a player's rating in a pool, oldest first. As CSV the whole table. (GET
        /api/v1/pools/{key}/players/{player}/)"""
        return self._client.request(
            "GET",
            f"pools/{quoted(key)}/players/{quoted(player)}/",
            query={"format": format, "page": page, "page_size": page_size},
        )

    def pool_preview(
        self,
        key: str,
        *,
        system: str,
        options: Any | Unset = UNSET,
        minimum_games: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """What these settings would change, the largest changes first; nothing is changed. (POST
        /api/v1/pools/{key}/preview/)"""
        return self._client.request(
            "POST",
            f"pools/{quoted(key)}/preview/",
            body={"system": system, "options": options, "minimum_games": minimum_games},
            idempotency_key=idempotency_key,
        )

    def pool_settings(self, key: str) -> Any:
        """How a pool's games are rated, and the systems that fit them. For the owners of its club. (GET
        /api/v1/pools/{key}/settings/)"""
        return self._client.request("GET", f"pools/{quoted(key)}/settings/")

    def pool_settings_change(
        self,
        key: str,
        *,
        system: str,
        options: Any | Unset = UNSET,
        minimum_games: int | Unset = UNSET,
        seen: str | Unset = UNSET,
    ) -> Any:
        """Rate all games of the pool so, from the first one on. Twice the same is once. (PUT
        /api/v1/pools/{key}/settings/)"""
        return self._client.request(
            "PUT",
            f"pools/{quoted(key)}/settings/",
            body={"system": system, "options": options, "minimum_games": minimum_games, "seen": seen},
        )
