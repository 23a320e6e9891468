"""The operations at /api/v1/challenges/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client, quoted


class Challenges:
    def __init__(self, client: Client) -> None:
        self._client = client

    def challenge_accept(self, key: str, *, idempotency_key: str = "") -> Any:
        """Accept a challenge: the two have a match from now on. Twice is once. (POST
        /api/v1/challenges/{key}/accept/)"""
        return self._client.request("POST", f"challenges/{quoted(key)}/accept/", idempotency_key=idempotency_key)

    def challenge_decline(self, key: str, *, idempotency_key: str = "") -> Any:
        """Decline a challenge, or give it up: it counts as won by the challenger, and isn't rated. Twice is once.
        (POST /api/v1/challenges/{key}/decline/)"""
        return self._client.request("POST", f"challenges/{quoted(key)}/decline/", idempotency_key=idempotency_key)

    def challenge_rule(self, key: str, *, outcome: str, why: str, idempotency_key: str = "") -> Any:
        """Decide how a challenge without a game ended, with a reason; the order follows as it would have been.
        (POST /api/v1/challenges/{key}/ruling/)"""
        return self._client.request(
            "POST",
            f"challenges/{quoted(key)}/ruling/",
            body={"outcome": outcome, "why": why},
            idempotency_key=idempotency_key,
        )

    def challenge_rule_preview(self, key: str, *, outcome: str, why: str, idempotency_key: str = "") -> Any:
        """The order that would have been: who would stand elsewhere. Nothing is written. (POST
        /api/v1/challenges/{key}/ruling/preview/)"""
        return self._client.request(
            "POST",
            f"challenges/{quoted(key)}/ruling/preview/",
            body={"outcome": outcome, "why": why},
            idempotency_key=idempotency_key,
        )

    def challenge_withdraw(self, key: str, *, idempotency_key: str = "") -> Any:
        """The challenger takes a challenge back: it counts as lost for them, and nobody moves. Twice is once.
        (POST /api/v1/challenges/{key}/withdraw/)"""
        return self._client.request("POST", f"challenges/{quoted(key)}/withdraw/", idempotency_key=idempotency_key)
