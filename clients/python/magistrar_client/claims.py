"""The operations at /api/v1/claims/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client, quoted


class Claims:
    def __init__(self, client: Client) -> None:
        self._client = client

    def claim_answer(self, key: str, *, agrees: bool) -> Any:
        """Agree that the account is the player, or refuse. The same answer twice is once. (POST
        /api/v1/claims/{key}/)"""
        return self._client.request("POST", f"claims/{quoted(key)}/", body={"agrees": agrees})

    def claim_withdraw(self, key: str) -> Any:
        """Take an own claim back before it is answered. (DELETE /api/v1/claims/{key}/)"""
        return self._client.request("DELETE", f"claims/{quoted(key)}/")
