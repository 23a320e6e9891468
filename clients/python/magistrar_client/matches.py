"""The operations at /api/v1/matches/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .client import UNSET, Client, Unset, quoted


class Matches:
    def __init__(self, client: Client) -> None:
        self._client = client

    def match(self, key: str) -> Any:
        """One match with its seats and games. (GET /api/v1/matches/{key}/)"""
        return self._client.request("GET", f"matches/{quoted(key)}/")

    def later_games_annul(self, key: str, *, after: int, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """An arbiter has the later games of a match not count, with a reason: they are played anew. Twice is once.
        (POST /api/v1/matches/{key}/annul-later/)"""
        return self._client.request(
            "POST",
            f"matches/{quoted(key)}/annul-later/",
            body={"why": why, "after": after},
            idempotency_key=idempotency_key,
        )

    def arbiter_call(self, key: str, *, idempotency_key: str = "") -> Any:
        """A player of the match calls the arbiter to the table. Twice, or by both, is once. (POST
        /api/v1/matches/{key}/call/)"""
        return self._client.request("POST", f"matches/{quoted(key)}/call/", idempotency_key=idempotency_key)

    def arbiter_call_withdraw(self, key: str) -> Any:
        """The player who called doesn't need the arbiter any more. Twice is once. (DELETE
        /api/v1/matches/{key}/call/)"""
        return self._client.request("DELETE", f"matches/{quoted(key)}/call/")

    def call_off_propose(self, key: str, *, idempotency_key: str = "") -> Any:
        """Ask the opponent to take the agreed time back. It stays until they accept. (POST
        /api/v1/matches/{key}/call-off/)"""
        return self._client.request("POST", f"matches/{quoted(key)}/call-off/", idempotency_key=idempotency_key)

    def match_decide(
        self,
        key: str,
        *,
        why: str | Unset = UNSET,
        goes_on: str | Unset = UNSET,
        by_lots: bool | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Say who goes on from a match of a bracket, where its games don't. Results stay as they were played.
        (POST /api/v1/matches/{key}/decision/)"""
        return self._client.request(
            "POST",
            f"matches/{quoted(key)}/decision/",
            body={"why": why, "goes_on": goes_on, "by_lots": by_lots},
            idempotency_key=idempotency_key,
        )

    def match_explanation(self, key: str) -> Any:
        """Why a pairing or a bye came about: score group, floater, who starts, and what decided. (GET
        /api/v1/matches/{key}/explanation/)"""
        return self._client.request("GET", f"matches/{quoted(key)}/explanation/")

    def fixture(self, key: str) -> Any:
        """A fixture with what was proposed, the place and days away; for its two players and the event’s staff.
        (GET /api/v1/matches/{key}/fixture/)"""
        return self._client.request("GET", f"matches/{quoted(key)}/fixture/")

    def rest_forfeit(
        self, key: str, *, entries: Sequence[str], why: str | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """An arbiter rules that somebody forfeits what is left of the match, with a reason. Twice is once. (POST
        /api/v1/matches/{key}/forfeit-rest/)"""
        return self._client.request(
            "POST",
            f"matches/{quoted(key)}/forfeit-rest/",
            body={"why": why, "entries": entries},
            idempotency_key=idempotency_key,
        )

    def friendly_game(self, key: str, *, idempotency_key: str = "") -> Any:
        """One more game of a decided match, which counts for nothing, where the event allows it. (POST
        /api/v1/matches/{key}/friendly-game/)"""
        return self._client.request("POST", f"matches/{quoted(key)}/friendly-game/", idempotency_key=idempotency_key)

    def match_overdue(self, key: str, *, winner: str, why: str, idempotency_key: str = "") -> Any:
        """Decide about a fixture that wasn’t played: whoever was available wins, or both lose; by an arbiter.
        (POST /api/v1/matches/{key}/overdue/)"""
        return self._client.request(
            "POST",
            f"matches/{quoted(key)}/overdue/",
            body={"winner": winner, "why": why},
            idempotency_key=idempotency_key,
        )

    def times_propose(
        self,
        key: str,
        *,
        times: Sequence[str],
        place: Any | Unset = UNSET,
        answers: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Propose times to the opponent, several at once, in place of what was proposed before. (POST
        /api/v1/matches/{key}/proposals/)"""
        return self._client.request(
            "POST",
            f"matches/{quoted(key)}/proposals/",
            body={"times": times, "place": place, "answers": answers},
            idempotency_key=idempotency_key,
        )

    def series(self, key: str) -> Any:
        """A match of several games: score, games, and whose bag holds which goldens. (GET
        /api/v1/matches/{key}/series/)"""
        return self._client.request("GET", f"matches/{quoted(key)}/series/")

    def match_time(
        self,
        key: str,
        *,
        agreed_at: str,
        place: Any | Unset = UNSET,
        why: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Note down when the two of a match agreed to play, or take it back. Its games and their ratings follow.
        (POST /api/v1/matches/{key}/time/)"""
        return self._client.request(
            "POST",
            f"matches/{quoted(key)}/time/",
            body={"agreed_at": agreed_at, "place": place, "why": why},
            idempotency_key=idempotency_key,
        )

    def match_window(self, key: str, *, closes_at: str, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Give the two of a fixture until another moment; by the staff. (POST /api/v1/matches/{key}/window/)"""
        return self._client.request(
            "POST",
            f"matches/{quoted(key)}/window/",
            body={"closes_at": closes_at, "why": why},
            idempotency_key=idempotency_key,
        )
