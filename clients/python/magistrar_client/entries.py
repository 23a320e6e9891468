"""The operations at /api/v1/entries/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import UNSET, Client, Unset, quoted


class Entries:
    def __init__(self, client: Client) -> None:
        self._client = client

    def entry(self, key: str) -> Any:
        """One entry. (GET /api/v1/entries/{key}/)"""
        return self._client.request("GET", f"entries/{quoted(key)}/")

    def entry_remove(self, key: str) -> Any:
        """Take an entry back before the event has started. (DELETE /api/v1/entries/{key}/)"""
        return self._client.request("DELETE", f"entries/{quoted(key)}/")

    def away_days(self, key: str) -> Any:
        """Days on which a player can’t play; for the player and the event’s staff. (GET
        /api/v1/entries/{key}/away-days/)"""
        return self._client.request("GET", f"entries/{quoted(key)}/away-days/")

    def away_days_add(self, key: str, *, first_day: str, last_day: str, idempotency_key: str = "") -> Any:
        """Mark days, first and last included. Spans that touch become one. (POST /api/v1/entries/{key}/away-days/)"""
        return self._client.request(
            "POST",
            f"entries/{quoted(key)}/away-days/",
            body={"first_day": first_day, "last_day": last_day},
            idempotency_key=idempotency_key,
        )

    def away_days_remove(self, key: str, span: str) -> Any:
        """The player can play on these days after all. Twice is once. (DELETE /api/v1/entries/{key}/away-
        days/{span}/)"""
        return self._client.request("DELETE", f"entries/{quoted(key)}/away-days/{quoted(span)}/")

    def entry_byes(self, key: str) -> Any:
        """An entry's byes; for the player and the event's staff. (GET /api/v1/entries/{key}/byes/)"""
        return self._client.request("GET", f"entries/{quoted(key)}/byes/")

    def bye_request(self, key: str, *, round: int, kind: str, idempotency_key: str = "") -> Any:
        """Won't play in a round: by the player within the event's rules, or by its staff. Twice is once. (POST
        /api/v1/entries/{key}/byes/)"""
        return self._client.request(
            "POST", f"entries/{quoted(key)}/byes/", body={"round": round, "kind": kind}, idempotency_key=idempotency_key
        )

    def bye_withdraw(self, key: str, number: int) -> Any:
        """Plays in that round after all. Twice is once. (DELETE /api/v1/entries/{key}/byes/{number}/)"""
        return self._client.request("DELETE", f"entries/{quoted(key)}/byes/{quoted(number)}/")

    def entry_calendar_make(self, key: str, *, idempotency_key: str = "") -> Any:
        """A secret address for the player’s calendar of that event, in place of the one before. (POST
        /api/v1/entries/{key}/calendar/)"""
        return self._client.request("POST", f"entries/{quoted(key)}/calendar/", idempotency_key=idempotency_key)

    def entry_calendar_revoke(self, key: str) -> Any:
        """The address opens nothing any more. Twice is once. (DELETE /api/v1/entries/{key}/calendar/)"""
        return self._client.request("DELETE", f"entries/{quoted(key)}/calendar/")

    def entry_check_in(self, key: str, *, idempotency_key: str = "") -> Any:
        """The player is here: by his link or account, or by the desk. Twice is once. (POST
        /api/v1/entries/{key}/check-in/)"""
        return self._client.request("POST", f"entries/{quoted(key)}/check-in/", idempotency_key=idempotency_key)

    def entry_check_out(self, key: str) -> Any:
        """Not here after all; the desk alone. Twice is once. (DELETE /api/v1/entries/{key}/check-in/)"""
        return self._client.request("DELETE", f"entries/{quoted(key)}/check-in/")

    def entry_details_give(
        self,
        key: str,
        *,
        mail: str | Unset = UNSET,
        phone: str | Unset = UNSET,
        note: str | Unset = UNSET,
        answers: Any | Unset = UNSET,
    ) -> Any:
        """Contact details and answers in place of those before: by the player, or by those who enter players. (PUT
        /api/v1/entries/{key}/details/)"""
        return self._client.request(
            "PUT",
            f"entries/{quoted(key)}/details/",
            body={"mail": mail, "phone": phone, "note": note, "answers": answers},
        )

    def entry_expel(self, key: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Out, with a reason. Twice is once. (POST /api/v1/entries/{key}/expel/)"""
        return self._client.request(
            "POST", f"entries/{quoted(key)}/expel/", body={"why": why}, idempotency_key=idempotency_key
        )

    def entry_fee(self, key: str, *, paid: bool, amount: int | Unset = UNSET) -> Any:
        """Note that an entry's fee is paid, or isn't. The desk may. Twice is once. (PUT
        /api/v1/entries/{key}/fee/)"""
        return self._client.request("PUT", f"entries/{quoted(key)}/fee/", body={"paid": paid, "amount": amount})

    def entry_fixtures(self, key: str) -> Any:
        """A player’s fixtures that are still to be played; for the player and the event’s staff. (GET
        /api/v1/entries/{key}/fixtures/)"""
        return self._client.request("GET", f"entries/{quoted(key)}/fixtures/")

    def holiday_take(self, key: str, *, first: str, last: str, idempotency_key: str = "") -> Any:
        """The player is away from the first day to the last. Twice is once. (POST /api/v1/entries/{key}/holiday/)"""
        return self._client.request(
            "POST",
            f"entries/{quoted(key)}/holiday/",
            body={"first": first, "last": last},
            idempotency_key=idempotency_key,
        )

    def holiday_end(self, key: str) -> Any:
        """The player is back from today on; days to come are given back. Twice is once. (DELETE
        /api/v1/entries/{key}/holiday/)"""
        return self._client.request("DELETE", f"entries/{quoted(key)}/holiday/")

    def entry_identify(self, key: str, *, known: bool, idempotency_key: str = "") -> Any:
        """Say of somebody who signed up with a known name whether it is that player or somebody new. Twice is
        once. (POST /api/v1/entries/{key}/identify/)"""
        return self._client.request(
            "POST", f"entries/{quoted(key)}/identify/", body={"known": known}, idempotency_key=idempotency_key
        )

    def own_ladder(self, key: str) -> Any:
        """The ladder for one of its players: whom they can challenge, or why not and from when; for the player and
        for who pairs the event. (GET /api/v1/entries/{key}/ladder/)"""
        return self._client.request("GET", f"entries/{quoted(key)}/ladder/")

    def ladder_leave(self, key: str, *, idempotency_key: str = "") -> Any:
        """The player leaves the ladder: own challenges count as withdrawn, others as declined. Twice is once.
        (POST /api/v1/entries/{key}/ladder/leave/)"""
        return self._client.request("POST", f"entries/{quoted(key)}/ladder/leave/", idempotency_key=idempotency_key)

    def ladder_return(self, key: str, *, idempotency_key: str = "") -> Any:
        """The player comes back at the foot. Twice is once. (POST /api/v1/entries/{key}/ladder/return/)"""
        return self._client.request("POST", f"entries/{quoted(key)}/ladder/return/", idempotency_key=idempotency_key)

    def personal_link(self, key: str, *, idempotency_key: str = "") -> Any:
        """The player's personal link, for the desk to hand over; the same each time until it is replaced. (POST
        /api/v1/entries/{key}/link/)"""
        return self._client.request("POST", f"entries/{quoted(key)}/link/", idempotency_key=idempotency_key)

    def personal_link_replace(self, key: str, *, idempotency_key: str = "") -> Any:
        """Revoke the player's personal link, wherever it went, and make a new one. (POST
        /api/v1/entries/{key}/link/replace/)"""
        return self._client.request("POST", f"entries/{quoted(key)}/link/replace/", idempotency_key=idempotency_key)

    def entry_pause(self, key: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Not paired until taken back in. Twice is once. (POST /api/v1/entries/{key}/pause/)"""
        return self._client.request(
            "POST", f"entries/{quoted(key)}/pause/", body={"why": why}, idempotency_key=idempotency_key
        )

    def entry_place(self, key: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Give somebody who waits a place, out of turn; in a running event as a late entry. Twice is once. (POST
        /api/v1/entries/{key}/place/)"""
        return self._client.request(
            "POST", f"entries/{quoted(key)}/place/", body={"why": why}, idempotency_key=idempotency_key
        )

    def entry_reassign(
        self,
        key: str,
        *,
        player: str | Unset = UNSET,
        name: str | Unset = UNSET,
        renew_link: bool | Unset = UNSET,
        why: str | Unset = UNSET,
        seen: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Give an entry of an event that has started to the player who really plays: its games and both players'
        ratings follow. Needs a reason. Twice is once. (POST /api/v1/entries/{key}/reassign/)"""
        return self._client.request(
            "POST",
            f"entries/{quoted(key)}/reassign/",
            body={"player": player, "name": name, "renew_link": renew_link, "why": why, "seen": seen},
            idempotency_key=idempotency_key,
        )

    def entry_reassign_preview(
        self,
        key: str,
        *,
        player: str | Unset = UNSET,
        name: str | Unset = UNSET,
        renew_link: bool | Unset = UNSET,
        why: str | Unset = UNSET,
        seen: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """What that would change. Nothing is written. (POST /api/v1/entries/{key}/reassign/preview/)"""
        return self._client.request(
            "POST",
            f"entries/{quoted(key)}/reassign/preview/",
            body={"player": player, "name": name, "renew_link": renew_link, "why": why, "seen": seen},
            idempotency_key=idempotency_key,
        )

    def entry_return(self, key: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Back in: after a pause as it is, after withdrawing or expulsion with a reason. Twice is once. (POST
        /api/v1/entries/{key}/return/)"""
        return self._client.request(
            "POST", f"entries/{quoted(key)}/return/", body={"why": why}, idempotency_key=idempotency_key
        )

    def sign_off(self, key: str, *, idempotency_key: str = "") -> Any:
        """The player himself won't come: off the list, before the start. (POST /api/v1/entries/{key}/sign-off/)"""
        return self._client.request("POST", f"entries/{quoted(key)}/sign-off/", idempotency_key=idempotency_key)

    def entry_take_over(
        self,
        key: str,
        *,
        player: str | Unset = UNSET,
        name: str | Unset = UNSET,
        counts_former: bool | Unset = UNSET,
        why: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Let another player go on in the entry's place: they play the games that nobody has played yet. Needs a
        reason. Twice is once. (POST /api/v1/entries/{key}/take-over/)"""
        return self._client.request(
            "POST",
            f"entries/{quoted(key)}/take-over/",
            body={"player": player, "name": name, "counts_former": counts_former, "why": why},
            idempotency_key=idempotency_key,
        )

    def own_zone_set(self, key: str, *, time_zone: str, idempotency_key: str = "") -> Any:
        """Choose the time zone in which a player reads and types times on their pages. (POST
        /api/v1/entries/{key}/time-zone/)"""
        return self._client.request(
            "POST", f"entries/{quoted(key)}/time-zone/", body={"time_zone": time_zone}, idempotency_key=idempotency_key
        )

    def entry_withdraw(self, key: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """The player leaves a running event and is paired no more. Twice is once. (POST
        /api/v1/entries/{key}/withdraw/)"""
        return self._client.request(
            "POST", f"entries/{quoted(key)}/withdraw/", body={"why": why}, idempotency_key=idempotency_key
        )
