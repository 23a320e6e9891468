"""The operations at /api/v1/proposals/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import UNSET, Client, Unset, quoted


class Proposals:
    def __init__(self, client: Client) -> None:
        self._client = client

    def proposal_accept(self, key: str, *, starts_at: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Accept one of the opponent’s times. Twice is once. (POST /api/v1/proposals/{key}/accept/)"""
        return self._client.request(
            "POST", f"proposals/{quoted(key)}/accept/", body={"starts_at": starts_at}, idempotency_key=idempotency_key
        )

    def proposal_decline(self, key: str, *, idempotency_key: str = "") -> Any:
        """None of the times suits. Twice is once. (POST /api/v1/proposals/{key}/decline/)"""
        return self._client.request("POST", f"proposals/{quoted(key)}/decline/", idempotency_key=idempotency_key)

    def proposal_withdraw(self, key: str, *, idempotency_key: str = "") -> Any:
        """Take an own proposal back. Twice is once. (POST /api/v1/proposals/{key}/withdraw/)"""
        return self._client.request("POST", f"proposals/{quoted(key)}/withdraw/", idempotency_key=idempotency_key)
