"""The operations at /api/v1/clubs/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .client import UNSET, Client, Unset, quoted


class Clubs:
    def __init__(self, client: Client) -> None:
        self._client = client

    def clubs(
        self,
        *,
        format: str | Unset = UNSET,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> Any:
        """All clubs by name. As CSV the whole table. (GET /api/v1/clubs/)"""
        return self._client.request(
            "GET", "clubs/", query={"format": format, "page": page, "page_size": page_size, "search": search}
        )

    def club_create(self, *, name: str, place: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Found a club; the account that does is its owner. (POST /api/v1/clubs/)"""
        return self._client.request(
            "POST", "clubs/", body={"name": name, "place": place}, idempotency_key=idempotency_key
        )

    def club(self, slug: str) -> Any:
        """One club. (GET /api/v1/clubs/{slug}/)"""
        return self._client.request("GET", f"clubs/{quoted(slug)}/")

    def club_claims(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """Claims that wait for an answer of the club's organisers, oldest first. (GET
        /api/v1/clubs/{slug}/claims/)"""
        return self._client.request(
            "GET", f"clubs/{quoted(slug)}/claims/", query={"page": page, "page_size": page_size}
        )

    def club_editions(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """All versions of a club's own editions, newest first within a title. (GET /api/v1/clubs/{slug}/editions/)"""
        return self._client.request(
            "GET", f"clubs/{quoted(slug)}/editions/", query={"page": page, "page_size": page_size}
        )

    def edition_copy(self, slug: str, *, source: str, title: str, idempotency_key: str = "") -> Any:
        """Copy an edition for the club: a shipped one or any club's. (POST /api/v1/clubs/{slug}/editions/)"""
        return self._client.request(
            "POST",
            f"clubs/{quoted(slug)}/editions/",
            body={"source": source, "title": title},
            idempotency_key=idempotency_key,
        )

    def report_import(
        self,
        slug: str,
        *,
        text: str,
        name: str | Unset = UNSET,
        choices: Sequence[Any] | Unset = UNSET,
        seen: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Make an event of a report: its players, its rounds as they were paired, its results. All of it or
        nothing; what can't be read is refused with its line. The games aren't rated. (POST
        /api/v1/clubs/{slug}/event-reports/)"""
        return self._client.request(
            "POST",
            f"clubs/{quoted(slug)}/event-reports/",
            body={"text": text, "name": name, "choices": choices, "seen": seen},
            idempotency_key=idempotency_key,
        )

    def report_check(self, slug: str, *, text: str, name: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """What bringing a report in would do, player by player. Changes nothing. The header Preview-Digest, sent
        back as `seen`, makes sure that what was shown is what is done. (POST /api/v1/clubs/{slug}/event-
        reports/check/)"""
        return self._client.request(
            "POST",
            f"clubs/{quoted(slug)}/event-reports/check/",
            body={"text": text, "name": name},
            idempotency_key=idempotency_key,
        )

    def grand_mage(self, slug: str, *, format: str | Unset = UNSET, season: str | Unset = UNSET) -> Any:
        """A club's Grand Mage standings, of all time or of a season. (GET /api/v1/clubs/{slug}/grand-mage/)"""
        return self._client.request(
            "GET", f"clubs/{quoted(slug)}/grand-mage/", query={"format": format, "season": season}
        )

    def player_series(self, slug: str, key: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """A player's Grand Mage series in a club, newest first. (GET /api/v1/clubs/{slug}/grand-
        mage/players/{key}/)"""
        return self._client.request(
            "GET",
            f"clubs/{quoted(slug)}/grand-mage/players/{quoted(key)}/",
            query={"page": page, "page_size": page_size},
        )

    def title_reigns(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """Who held the club's title, newest first. (GET /api/v1/clubs/{slug}/grand-mage/reigns/)"""
        return self._client.request(
            "GET", f"clubs/{quoted(slug)}/grand-mage/reigns/", query={"page": page, "page_size": page_size}
        )

    def league_create(
        self,
        slug: str,
        *,
        name: str,
        time_zone: str,
        system: str | Unset = UNSET,
        edition: str | Unset = UNSET,
        preset: str | Unset = UNSET,
        is_rated: bool | Unset = UNSET,
        is_listed: bool | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """A club starts a league. Sent twice is once. (POST /api/v1/clubs/{slug}/leagues/)"""
        return self._client.request(
            "POST",
            f"clubs/{quoted(slug)}/leagues/",
            body={
                "name": name,
                "time_zone": time_zone,
                "system": system,
                "edition": edition,
                "preset": preset,
                "is_rated": is_rated,
                "is_listed": is_listed,
            },
            idempotency_key=idempotency_key,
        )

    def seasons(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """A club's seasons, newest first. (GET /api/v1/clubs/{slug}/seasons/)"""
        return self._client.request(
            "GET", f"clubs/{quoted(slug)}/seasons/", query={"page": page, "page_size": page_size}
        )

    def season_add(self, slug: str, *, name: str, starts_on: str, ends_on: str, idempotency_key: str = "") -> Any:
        """Add a season. Sent twice is once. (POST /api/v1/clubs/{slug}/seasons/)"""
        return self._client.request(
            "POST",
            f"clubs/{quoted(slug)}/seasons/",
            body={"name": name, "starts_on": starts_on, "ends_on": ends_on},
            idempotency_key=idempotency_key,
        )

    def season_remove(self, slug: str, key: str) -> Any:
        """Take a season away; what was played in it stays. Twice is once. (DELETE
        /api/v1/clubs/{slug}/seasons/{key}/)"""
        return self._client.request("DELETE", f"clubs/{quoted(slug)}/seasons/{quoted(key)}/")

    def webhooks(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """The club's webhooks, oldest first. (GET /api/v1/clubs/{slug}/webhooks/)"""
        return self._client.request(
            "GET", f"clubs/{quoted(slug)}/webhooks/", query={"page": page, "page_size": page_size}
        )

    def webhook_add(
        self, slug: str, *, url: str, types: Sequence[str] | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """Add a webhook. Its secret is in this response and nowhere else. (POST /api/v1/clubs/{slug}/webhooks/)"""
        return self._client.request(
            "POST",
            f"clubs/{quoted(slug)}/webhooks/",
            body={"url": url, "types": types},
            idempotency_key=idempotency_key,
        )

    def webhook(self, slug: str, key: str) -> Any:
        """One webhook. (GET /api/v1/clubs/{slug}/webhooks/{key}/)"""
        return self._client.request("GET", f"clubs/{quoted(slug)}/webhooks/{quoted(key)}/")

    def webhook_change(
        self,
        slug: str,
        key: str,
        *,
        url: str | Unset = UNSET,
        types: Sequence[str] | Unset = UNSET,
        is_stopped: bool | Unset = UNSET,
    ) -> Any:
        """Change the address or the types, stop or resume it. (PATCH /api/v1/clubs/{slug}/webhooks/{key}/)"""
        return self._client.request(
            "PATCH",
            f"clubs/{quoted(slug)}/webhooks/{quoted(key)}/",
            body={"url": url, "types": types, "is_stopped": is_stopped},
        )

    def webhook_remove(self, slug: str, key: str) -> Any:
        """Remove it with its log. (DELETE /api/v1/clubs/{slug}/webhooks/{key}/)"""
        return self._client.request("DELETE", f"clubs/{quoted(slug)}/webhooks/{quoted(key)}/")

    def webhook_deliveries(
        self, slug: str, key: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """The log of a webhook, newest first; it goes back 30 days. (GET
        /api/v1/clubs/{slug}/webhooks/{key}/deliveries/)"""
        return self._client.request(
            "GET",
            f"clubs/{quoted(slug)}/webhooks/{quoted(key)}/deliveries/",
            query={"page": page, "page_size": page_size},
        )

    def webhook_secret_renew(self, slug: str, key: str, *, idempotency_key: str = "") -> Any:
        """Make a new secret. For a day messages are signed with the one before too. (POST
        /api/v1/clubs/{slug}/webhooks/{key}/secret/)"""
        return self._client.request(
            "POST", f"clubs/{quoted(slug)}/webhooks/{quoted(key)}/secret/", idempotency_key=idempotency_key
        )

    def webhook_test(self, slug: str, key: str, *, idempotency_key: str = "") -> Any:
        """Send a test message. How it went is in the log. (POST /api/v1/clubs/{slug}/webhooks/{key}/test/)"""
        return self._client.request(
            "POST", f"clubs/{quoted(slug)}/webhooks/{quoted(key)}/test/", idempotency_key=idempotency_key
        )
