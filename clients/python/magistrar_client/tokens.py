"""The operations at /api/v1/tokens/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .client import UNSET, Client, Unset, quoted


class Tokens:
    def __init__(self, client: Client) -> None:
        self._client = client

    def tokens(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """The API tokens of the signed-in account, newest first. (GET /api/v1/tokens/)"""
        return self._client.request("GET", "tokens/", query={"page": page, "page_size": page_size})

    def token_create(
        self, *, name: str, scopes: Sequence[str], expires_at: str | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """Make an API token. Its secret is in this response and nowhere else. (POST /api/v1/tokens/)"""
        return self._client.request(
            "POST",
            "tokens/",
            body={"name": name, "scopes": scopes, "expires_at": expires_at},
            idempotency_key=idempotency_key,
        )

    def token_revoke(self, prefix: str) -> Any:
        """Revoke a token: from now on it opens nothing. (DELETE /api/v1/tokens/{prefix}/)"""
        return self._client.request("DELETE", f"tokens/{quoted(prefix)}/")
