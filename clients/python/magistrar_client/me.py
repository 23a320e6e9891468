"""The operations at /api/v1/me/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import UNSET, Client, Unset


class Me:
    def __init__(self, client: Client) -> None:
        self._client = client

    def me(self) -> Any:
        """Who is asking. Reading it gives a browser its CSRF cookie. (GET /api/v1/me/)"""
        return self._client.request("GET", "me/")

    def my_claims(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """The requests of the account, newest first. (GET /api/v1/me/claims/)"""
        return self._client.request("GET", "me/claims/", query={"page": page, "page_size": page_size})

    def my_data(self) -> Any:
        """All that is held of the account and its player: `format`, `about`, and a list for each kind of row. (GET
        /api/v1/me/data/)"""
        return self._client.request("GET", "me/data/")

    def my_deletion(self) -> Any:
        """When the account is deleted, where that was asked for. (GET /api/v1/me/deletion/)"""
        return self._client.request("GET", "me/deletion/")

    def my_deletion_ask(self, *, password: str) -> Any:
        """Ask for the account and its player to be deleted. Done after a day; 14 days after a claim was agreed to.
        (POST /api/v1/me/deletion/)"""
        return self._client.request("POST", "me/deletion/", body={"password": password})

    def my_deletion_cancel(self) -> Any:
        """The account stays after all. Twice is once. (DELETE /api/v1/me/deletion/)"""
        return self._client.request("DELETE", "me/deletion/")

    def my_same(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """What the account has said of players who are the same person, newest first. (GET /api/v1/me/same/)"""
        return self._client.request("GET", "me/same/", query={"page": page, "page_size": page_size})
