"""The operations at /api/v1/my-calendar/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client


class MyCalendar:
    def __init__(self, client: Client) -> None:
        self._client = client

    def my_calendar_make(self, *, idempotency_key: str = "") -> Any:
        """A secret address for the calendar of all events of the account’s player, in place of the one before.
        (POST /api/v1/my-calendar/)"""
        return self._client.request("POST", "my-calendar/", idempotency_key=idempotency_key)

    def my_calendar_revoke(self) -> Any:
        """The address opens nothing any more. Twice is once. (DELETE /api/v1/my-calendar/)"""
        return self._client.request("DELETE", "my-calendar/")
