"""The operations at /api/v1/calls/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client, quoted


class Calls:
    def __init__(self, client: Client) -> None:
        self._client = client

    def arbiter_call_close(self, key: str, *, idempotency_key: str = "") -> Any:
        """The arbiter was there. Twice is once. (POST /api/v1/calls/{key}/close/)"""
        return self._client.request("POST", f"calls/{quoted(key)}/close/", idempotency_key=idempotency_key)

    def arbiter_call_take(self, key: str, *, idempotency_key: str = "") -> Any:
        """Go to the table: the first who says so does. Twice is once. (POST /api/v1/calls/{key}/take/)"""
        return self._client.request("POST", f"calls/{quoted(key)}/take/", idempotency_key=idempotency_key)
