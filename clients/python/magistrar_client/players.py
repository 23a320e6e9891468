"""The operations at /api/v1/players/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import UNSET, Client, Unset, quoted


class Players:
    def __init__(self, client: Client) -> None:
        self._client = client

    def players(
        self,
        *,
        club: str | Unset = UNSET,
        format: str | Unset = UNSET,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> Any:
        """All players by name. Who hides the name is shown by a code and not found by the name. As CSV the whole
        table. (GET /api/v1/players/)"""
        return self._client.request(
            "GET",
            "players/",
            query={"club": club, "format": format, "page": page, "page_size": page_size, "search": search},
        )

    def player(self, key: str) -> Any:
        """One player. (GET /api/v1/players/{key}/)"""
        return self._client.request("GET", f"players/{quoted(key)}/")

    def player_claim_undo(self, key: str) -> Any:
        """Take the account off a player again, within 14 days after an organiser agreed. Twice is once. (DELETE
        /api/v1/players/{key}/account/)"""
        return self._client.request("DELETE", f"players/{quoted(key)}/account/")

    def player_claim(self, key: str) -> Any:
        """The account says that it is this player; an organiser answers. Twice is once. (POST
        /api/v1/players/{key}/claims/)"""
        return self._client.request("POST", f"players/{quoted(key)}/claims/")

    def player_data(self, key: str) -> Any:
        """All that is held of a player without an account, for those who run every club where the player has
        played. (GET /api/v1/players/{key}/data/)"""
        return self._client.request("GET", f"players/{quoted(key)}/data/")

    def player_deletion(self, key: str) -> Any:
        """When the player is deleted, where that was asked for. (GET /api/v1/players/{key}/deletion/)"""
        return self._client.request("GET", f"players/{quoted(key)}/deletion/")

    def player_deletion_ask(self, key: str, *, password: str) -> Any:
        """Ask for the person behind a player to be deleted: the player stays under a ghost name. Done after a day.
        (POST /api/v1/players/{key}/deletion/)"""
        return self._client.request("POST", f"players/{quoted(key)}/deletion/", body={"password": password})

    def player_deletion_cancel(self, key: str) -> Any:
        """The player stays after all. Twice is once. (DELETE /api/v1/players/{key}/deletion/)"""
        return self._client.request("DELETE", f"players/{quoted(key)}/deletion/")

    def player_events(
        self, key: str, *, format: str | Unset = UNSET, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """The events that a player is or was entered in, newest first. As CSV the whole table. (GET
        /api/v1/players/{key}/events/)"""
        return self._client.request(
            "GET", f"players/{quoted(key)}/events/", query={"format": format, "page": page, "page_size": page_size}
        )

    def former_names(self, key: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """What a player was called before, the newest first: for those who enter players in the club. (GET
        /api/v1/players/{key}/former-names/)"""
        return self._client.request(
            "GET", f"players/{quoted(key)}/former-names/", query={"page": page, "page_size": page_size}
        )

    def head_to_head(
        self, key: str, *, format: str | Unset = UNSET, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """A player against each opponent, most games first. As CSV the whole table. (GET
        /api/v1/players/{key}/head-to-head/)"""
        return self._client.request(
            "GET",
            f"players/{quoted(key)}/head-to-head/",
            query={"format": format, "page": page, "page_size": page_size},
        )

    def player_honours(self, key: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """What a player won or lost in closed seasons, newest first. (GET /api/v1/players/{key}/honours/)"""
        return self._client.request(
            "GET", f"players/{quoted(key)}/honours/", query={"page": page, "page_size": page_size}
        )

    def player_mages(
        self, key: str, *, format: str | Unset = UNSET, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """A player with each mage, most games first. As CSV the whole table. (GET /api/v1/players/{key}/mages/)"""
        return self._client.request(
            "GET", f"players/{quoted(key)}/mages/", query={"format": format, "page": page, "page_size": page_size}
        )

    def player_merges(self, key: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """Players who turned out to be this one, the newest first: for those who enter players in the club. (GET
        /api/v1/players/{key}/merges/)"""
        return self._client.request(
            "GET", f"players/{quoted(key)}/merges/", query={"page": page, "page_size": page_size}
        )

    def player_merge(self, key: str, *, other: str, seen: str | Unset = UNSET) -> Any:
        """Make another player one with this one, who stays. Twice is once. (POST /api/v1/players/{key}/merges/)"""
        return self._client.request("POST", f"players/{quoted(key)}/merges/", body={"other": other, "seen": seen})

    def player_merge_preview(self, key: str, *, other: str) -> Any:
        """What would follow if another player were the same person as this one, who stays. Changes nothing. (GET
        /api/v1/players/{key}/merges/preview/)"""
        return self._client.request("GET", f"players/{quoted(key)}/merges/preview/", query={"other": other})

    def player_rename(self, key: str, *, name: str) -> Any:
        """Call a player something else, everywhere at once. The same name twice is once. (PUT
        /api/v1/players/{key}/name/)"""
        return self._client.request("PUT", f"players/{quoted(key)}/name/", body={"name": name})

    def player_ratings(
        self, key: str, *, format: str | Unset = UNSET, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """A player's ratings in all pools. As CSV the whole table. (GET /api/v1/players/{key}/ratings/)"""
        return self._client.request(
            "GET", f"players/{quoted(key)}/ratings/", query={"format": format, "page": page, "page_size": page_size}
        )

    def player_record(self, key: str) -> Any:
        """What a player's games add up to: all, those that the player started, and those that another did. (GET
        /api/v1/players/{key}/record/)"""
        return self._client.request("GET", f"players/{quoted(key)}/record/")

    def player_results(
        self, key: str, *, format: str | Unset = UNSET, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """A player's results that count, newest first. As CSV the whole table. (GET
        /api/v1/players/{key}/results/)"""
        return self._client.request(
            "GET", f"players/{quoted(key)}/results/", query={"format": format, "page": page, "page_size": page_size}
        )

    def player_same(self, key: str) -> Any:
        """The account says that its player and this one are the same person; an organiser answers. Twice is once.
        (POST /api/v1/players/{key}/same/)"""
        return self._client.request("POST", f"players/{quoted(key)}/same/")

    def player_shown(self, key: str, *, by_code: bool | Unset = UNSET, under_16: bool | Unset = UNSET) -> Any:
        """Show a player by code or by name, and say whether they are under 16. What is left out stays. (PUT
        /api/v1/players/{key}/shown/)"""
        return self._client.request(
            "PUT", f"players/{quoted(key)}/shown/", body={"by_code": by_code, "under_16": under_16}
        )
