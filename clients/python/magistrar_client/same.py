"""The operations at /api/v1/same/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client, quoted


class Same:
    def __init__(self, client: Client) -> None:
        self._client = client

    def same_refuse(self, key: str) -> Any:
        """Say that they are two people: for those who enter players in the club of one of them. (POST
        /api/v1/same/{key}/)"""
        return self._client.request("POST", f"same/{quoted(key)}/")

    def same_withdraw(self, key: str) -> Any:
        """Take an own request back before it is answered. (DELETE /api/v1/same/{key}/)"""
        return self._client.request("DELETE", f"same/{quoted(key)}/")
