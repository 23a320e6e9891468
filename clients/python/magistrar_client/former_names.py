"""The operations at /api/v1/former-names/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client, quoted


class FormerNames:
    def __init__(self, client: Client) -> None:
        self._client = client

    def former_name_forget(self, key: str) -> Any:
        """Forget a name that a player had before. (DELETE /api/v1/former-names/{key}/)"""
        return self._client.request("DELETE", f"former-names/{quoted(key)}/")
