"""The operations at /api/v1/submissions/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import UNSET, Client, Unset, quoted


class Submissions:
    def __init__(self, client: Client) -> None:
        self._client = client

    def accept(self, key: str, *, idempotency_key: str = "") -> Any:
        """The desk takes what one side handed in, in place of the opponent. Twice is once. (POST
        /api/v1/submissions/{key}/accept/)"""
        return self._client.request("POST", f"submissions/{quoted(key)}/accept/", idempotency_key=idempotency_key)

    def accept_undo(self, key: str, *, idempotency_key: str = "") -> Any:
        """Take back the desk's yes to what a player handed in. (POST /api/v1/submissions/{key}/accept/undo/)"""
        return self._client.request("POST", f"submissions/{quoted(key)}/accept/undo/", idempotency_key=idempotency_key)

    def confirm(self, key: str, *, idempotency_key: str = "") -> Any:
        """The opponent says yes to what was handed in. Twice is once. (POST /api/v1/submissions/{key}/confirm/)"""
        return self._client.request("POST", f"submissions/{quoted(key)}/confirm/", idempotency_key=idempotency_key)

    def dispute(self, key: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """The opponent says no: an arbiter rules, or both hand in anew. (POST /api/v1/submissions/{key}/dispute/)"""
        return self._client.request(
            "POST", f"submissions/{quoted(key)}/dispute/", body={"why": why}, idempotency_key=idempotency_key
        )
