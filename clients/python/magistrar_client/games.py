"""The operations at /api/v1/games/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .client import UNSET, Client, Unset, quoted


class Games:
    def __init__(self, client: Client) -> None:
        self._client = client

    def game(self, key: str) -> Any:
        """A game: its set-up, where it belongs, its current result with the engine's report, and how well each
        version that was handed in proves it. (GET /api/v1/games/{key}/)"""
        return self._client.request("GET", f"games/{quoted(key)}/")

    def annul(self, key: str, *, why: str | Unset = UNSET, seen: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """The game doesn't count; needs a reason. (POST /api/v1/games/{key}/annul/)"""
        return self._client.request(
            "POST", f"games/{quoted(key)}/annul/", body={"why": why, "seen": seen}, idempotency_key=idempotency_key
        )

    def appeal(self, key: str, *, why: str, idempotency_key: str = "") -> Any:
        """A player appeals the decision about their game, once. An arbiter who doesn't play in it answers: by
        another ruling, or because the decision stands. (POST /api/v1/games/{key}/appeal/)"""
        return self._client.request(
            "POST", f"games/{quoted(key)}/appeal/", body={"why": why}, idempotency_key=idempotency_key
        )

    def appeal_dismiss(self, key: str, *, why: str, idempotency_key: str = "") -> Any:
        """The decision stands, for a reason that the player reads. (POST /api/v1/games/{key}/appeal/dismiss/)"""
        return self._client.request(
            "POST", f"games/{quoted(key)}/appeal/dismiss/", body={"why": why}, idempotency_key=idempotency_key
        )

    def entry_undo(self, key: str, *, entry: int, idempotency_key: str = "") -> Any:
        """Take back what the desk entered: what stood before stands again. (POST /api/v1/games/{key}/entry/undo/)"""
        return self._client.request(
            "POST", f"games/{quoted(key)}/entry/undo/", body={"entry": entry}, idempotency_key=idempotency_key
        )

    def recording(self, key: str) -> Any:
        """The record in progress of a game, for those who may hand the game in. It is no evidence until it is
        handed in as a submission. (GET /api/v1/games/{key}/recording/)"""
        return self._client.request("GET", f"games/{quoted(key)}/recording/")

    def recording_duel_save(
        self, key: str, number: int, body: Any, *, replaces: str | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """Keep a finished part, as a record has it. What somebody else saved is replaced only where `replaces`
        names it (409 `saved_differently`). Later parts stay. (PUT /api/v1/games/{key}/recording/{number}/)"""
        return self._client.request(
            "PUT",
            f"games/{quoted(key)}/recording/{quoted(number)}/",
            query={"replaces": replaces},
            body=body,
            idempotency_key=idempotency_key,
        )

    def recording_duel_take_back(self, key: str, number: int, *, version: str) -> Any:
        """Take the last saved part off. Twice is once. (DELETE /api/v1/games/{key}/recording/{number}/)"""
        return self._client.request(
            "DELETE", f"games/{quoted(key)}/recording/{quoted(number)}/", query={"version": version}
        )

    def reopen(
        self, key: str, *, why: str | Unset = UNSET, seen: str | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """Take a settled result back; needs a reason. It has to be handed in or ruled anew. (POST
        /api/v1/games/{key}/reopen/)"""
        return self._client.request(
            "POST", f"games/{quoted(key)}/reopen/", body={"why": why, "seen": seen}, idempotency_key=idempotency_key
        )

    def rule(
        self,
        key: str,
        *,
        kind: str,
        why: str | Unset = UNSET,
        seen: str | Unset = UNSET,
        winner: str | Unset = UNSET,
        placing: str | Unset = UNSET,
        submission: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """An arbiter's ruling, with a reason, over whatever was handed in. (POST /api/v1/games/{key}/ruling/)"""
        return self._client.request(
            "POST",
            f"games/{quoted(key)}/ruling/",
            body={
                "why": why,
                "seen": seen,
                "kind": kind,
                "winner": winner,
                "placing": placing,
                "submission": submission,
            },
            idempotency_key=idempotency_key,
        )

    def ruling_preview(
        self,
        key: str,
        *,
        kind: str,
        why: str | Unset = UNSET,
        winner: str | Unset = UNSET,
        placing: str | Unset = UNSET,
        submission: str | Unset = UNSET,
        later: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """What a ruling, annulment or reopening would change, with all its refusals. Changes nothing. (POST
        /api/v1/games/{key}/ruling/preview/)"""
        return self._client.request(
            "POST",
            f"games/{quoted(key)}/ruling/preview/",
            body={
                "why": why,
                "kind": kind,
                "winner": winner,
                "placing": placing,
                "submission": submission,
                "later": later,
            },
            idempotency_key=idempotency_key,
        )

    def submissions(self, key: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """All versions that were handed in for a game, oldest first, refused ones too. (GET
        /api/v1/games/{key}/submissions/)"""
        return self._client.request(
            "GET", f"games/{quoted(key)}/submissions/", query={"page": page, "page_size": page_size}
        )

    def submit(self, key: str, body: Any, *, idempotency_key: str = "") -> Any:
        """Hand in a game: the body is the document itself, or `{"document": ...}`. What can't count is kept and
        refused with 422 (409 where the result stands already); the refusal has a member `submission` with the
        report. (POST /api/v1/games/{key}/submissions/)"""
        return self._client.request(
            "POST", f"games/{quoted(key)}/submissions/", body=body, idempotency_key=idempotency_key
        )

    def game_variants_set(
        self,
        key: str,
        *,
        mages: Any | Unset = UNSET,
        duel_cards: Sequence[str] | Unset = UNSET,
        replaces: Any | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Say what the game is played with, as far as it lies on the table, where the event asks for it: a player
        of the match or the desk, before anything is handed in. What others said is replaced only where
        `replaces` names it; what a recorded part was played with is the desk's to correct. Twice is once. (POST
        /api/v1/games/{key}/variants/)"""
        return self._client.request(
            "POST",
            f"games/{quoted(key)}/variants/",
            body={"mages": mages, "duel_cards": duel_cards, "replaces": replaces},
            idempotency_key=idempotency_key,
        )

    def check_game(self, body: Any, *, idempotency_key: str = "") -> Any:
        """The engine's report on any body: a record, a sheet or a score of any game, as JSON or in the text
        notation, or something that is none. The document's `format` says which game it is; Magistrar is
        assumed. (POST /api/v1/games/check/)"""
        return self._client.request("POST", "games/check/", body=body, idempotency_key=idempotency_key)
