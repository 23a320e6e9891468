"""The operations at /api/v1/editions/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import UNSET, Client, Unset, quoted


class Editions:
    def __init__(self, client: Client) -> None:
        self._client = client

    def edition(self, key: str) -> Any:
        """One edition with everything that it says. (GET /api/v1/editions/{key}/)"""
        return self._client.request("GET", f"editions/{quoted(key)}/")

    def edition_change(
        self, key: str, *, title: str, data: Any, seen: str | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """Change a club's edition. Once games were arranged with it, the answer is a new version with another key.
        (POST /api/v1/editions/{key}/change/)"""
        return self._client.request(
            "POST",
            f"editions/{quoted(key)}/change/",
            body={"title": title, "data": data, "seen": seen},
            idempotency_key=idempotency_key,
        )
