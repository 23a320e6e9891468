"""The operations at /api/v1/leagues/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .client import UNSET, Client, Unset, quoted


class Leagues:
    def __init__(self, client: Client) -> None:
        self._client = client

    def leagues(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """All listed leagues, by name. (GET /api/v1/leagues/)"""
        return self._client.request("GET", "leagues/", query={"page": page, "page_size": page_size})

    def league(self, club: str, slug: str) -> Any:
        """One league. (GET /api/v1/leagues/{club}/{slug}/)"""
        return self._client.request("GET", f"leagues/{quoted(club)}/{quoted(slug)}/")

    def league_change(
        self,
        club: str,
        slug: str,
        *,
        name: str | Unset = UNSET,
        description: str | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        edition: str | Unset = UNSET,
        is_listed: bool | Unset = UNSET,
    ) -> Any:
        """Change what is given. (PATCH /api/v1/leagues/{club}/{slug}/)"""
        return self._client.request(
            "PATCH",
            f"leagues/{quoted(club)}/{quoted(slug)}/",
            body={
                "name": name,
                "description": description,
                "time_zone": time_zone,
                "edition": edition,
                "is_listed": is_listed,
            },
        )

    def league_club_set(self, club: str, slug: str, body: Any) -> Any:
        """Let another club run the league too, or no longer. (PUT /api/v1/leagues/{club}/{slug}/clubs/)"""
        return self._client.request("PUT", f"leagues/{quoted(club)}/{quoted(slug)}/clubs/", body=body)

    def league_role_set(self, club: str, slug: str, *, email: str, role: Any) -> Any:
        """Give an account a role in the league, change it, or take it. (PUT /api/v1/leagues/{club}/{slug}/roles/)"""
        return self._client.request(
            "PUT", f"leagues/{quoted(club)}/{quoted(slug)}/roles/", body={"email": email, "role": role}
        )

    def league_seasons(self, club: str, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """The league's seasons, newest first. (GET /api/v1/leagues/{club}/{slug}/seasons/)"""
        return self._client.request(
            "GET", f"leagues/{quoted(club)}/{quoted(slug)}/seasons/", query={"page": page, "page_size": page_size}
        )

    def league_season_plan(
        self,
        club: str,
        slug: str,
        *,
        name: str | Unset = UNSET,
        settings: Any | Unset = UNSET,
        seen: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Plan the next season, with the settings of the one before but for those that are given. (POST
        /api/v1/leagues/{club}/{slug}/seasons/)"""
        return self._client.request(
            "POST",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/",
            body={"name": name, "settings": settings, "seen": seen},
            idempotency_key=idempotency_key,
        )

    def league_season(self, club: str, slug: str, number: int) -> Any:
        """One season with its settings. (GET /api/v1/leagues/{club}/{slug}/seasons/{number}/)"""
        return self._client.request("GET", f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/")

    def league_season_change(
        self, club: str, slug: str, number: int, *, name: str | Unset = UNSET, settings: Any | Unset = UNSET
    ) -> Any:
        """Change settings before the season starts. (PATCH /api/v1/leagues/{club}/{slug}/seasons/{number}/)"""
        return self._client.request(
            "PATCH",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/",
            body={"name": name, "settings": settings},
        )

    def league_season_bundle(self, club: str, slug: str, number: int) -> Any:
        """The whole season with all names and texts, for those who run it. (GET
        /api/v1/leagues/{club}/{slug}/seasons/{number}/bundle/)"""
        return self._client.request("GET", f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/bundle/")

    def league_season_correct(
        self,
        club: str,
        slug: str,
        number: int,
        *,
        game: str,
        kind: str,
        placing: str | Unset = UNSET,
        submission: str | Unset = UNSET,
        preview: bool | Unset = UNSET,
        seen: int | Unset = UNSET,
        why: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Put a result of a closed season right, or say with `preview` what that would change. The answer is whose
        final place changes; nobody moves in a later season. (POST
        /api/v1/leagues/{club}/{slug}/seasons/{number}/corrections/)"""
        return self._client.request(
            "POST",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/corrections/",
            body={
                "game": game,
                "kind": kind,
                "placing": placing,
                "submission": submission,
                "preview": preview,
                "seen": seen,
                "why": why,
            },
            idempotency_key=idempotency_key,
        )

    def league_deciders(
        self, club: str, slug: str, number: int, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """Ties that matter and play-offs, with what was decided. (GET
        /api/v1/leagues/{club}/{slug}/seasons/{number}/deciders/)"""
        return self._client.request(
            "GET",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/deciders/",
            query={"page": page, "page_size": page_size},
        )

    def league_decide(
        self,
        club: str,
        slug: str,
        number: int,
        key: str,
        *,
        how: str,
        starts_at: str | Unset = UNSET,
        order: Sequence[str] | Unset = UNSET,
        why: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Decide a tie or play-off, or arrange a game for it. (POST
        /api/v1/leagues/{club}/{slug}/seasons/{number}/deciders/{key}/)"""
        return self._client.request(
            "POST",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/deciders/{quoted(key)}/",
            body={"how": how, "starts_at": starts_at, "order": order, "why": why},
            idempotency_key=idempotency_key,
        )

    def league_decision_undo(self, club: str, slug: str, number: int, key: str) -> Any:
        """Take a decision back, with a reason (`why` in the body). (DELETE
        /api/v1/leagues/{club}/{slug}/seasons/{number}/deciders/{key}/)"""
        return self._client.request(
            "DELETE", f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/deciders/{quoted(key)}/"
        )

    def league_divisions(
        self, club: str, slug: str, number: int, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """The divisions, from the highest, each with the event in which it is played. (GET
        /api/v1/leagues/{club}/{slug}/seasons/{number}/divisions/)"""
        return self._client.request(
            "GET",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/divisions/",
            query={"page": page, "page_size": page_size},
        )

    def league_division_fixtures(self, club: str, slug: str, number: int, division: str) -> Any:
        """All fixtures of a division, by window; none before the season starts. (GET
        /api/v1/leagues/{club}/{slug}/seasons/{number}/divisions/{division}/fixtures/)"""
        return self._client.request(
            "GET",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/divisions/{quoted(division)}/fixtures/",
        )

    def league_division_table(
        self, club: str, slug: str, number: int, division: str, *, format: str | Unset = UNSET
    ) -> Any:
        """A division's table with the zone of each place, and the places that are still possible. (GET
        /api/v1/leagues/{club}/{slug}/seasons/{number}/divisions/{division}/table/)"""
        return self._client.request(
            "GET",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/divisions/{quoted(division)}/table/",
            query={"format": format},
        )

    def league_season_entries(
        self, club: str, slug: str, number: int, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """Everybody who was asked or signed up, for the league's staff. (GET
        /api/v1/leagues/{club}/{slug}/seasons/{number}/entries/)"""
        return self._client.request(
            "GET",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/entries/",
            query={"page": page, "page_size": page_size},
        )

    def league_season_entries_add(
        self,
        club: str,
        slug: str,
        number: int,
        *,
        names: str,
        choices: Any | Unset = UNSET,
        is_reserve: bool | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Enter players by name. Those who are on the list already are left out. (POST
        /api/v1/leagues/{club}/{slug}/seasons/{number}/entries/)"""
        return self._client.request(
            "POST",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/entries/",
            body={"names": names, "choices": choices, "is_reserve": is_reserve},
            idempotency_key=idempotency_key,
        )

    def league_season_entry_change(
        self,
        club: str,
        slug: str,
        number: int,
        key: str,
        *,
        answer: str | Unset = UNSET,
        is_reserve: bool | Unset = UNSET,
        seeded: int | Unset = UNSET,
        moved_to: int | Unset = UNSET,
        is_player: bool | Unset = UNSET,
        seen: int | Unset = UNSET,
        why: str | Unset = UNSET,
    ) -> Any:
        """What the staff decides about a player; what is given changes. (PATCH
        /api/v1/leagues/{club}/{slug}/seasons/{number}/entries/{key}/)"""
        return self._client.request(
            "PATCH",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/entries/{quoted(key)}/",
            body={
                "answer": answer,
                "is_reserve": is_reserve,
                "seeded": seeded,
                "moved_to": moved_to,
                "is_player": is_player,
                "seen": seen,
                "why": why,
            },
        )

    def league_season_entry_remove(self, club: str, slug: str, number: int, key: str) -> Any:
        """Take a newcomer off the list. Twice is once. (DELETE
        /api/v1/leagues/{club}/{slug}/seasons/{number}/entries/{key}/)"""
        return self._client.request(
            "DELETE", f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/entries/{quoted(key)}/"
        )

    def league_season_answer(self, club: str, slug: str, number: int, key: str, *, answer: str) -> Any:
        """A player says whether they take part, by account or personal link. (PUT
        /api/v1/leagues/{club}/{slug}/seasons/{number}/entries/{key}/answer/)"""
        return self._client.request(
            "PUT",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/entries/{quoted(key)}/answer/",
            body={"answer": answer},
        )

    def league_season_leave(
        self, club: str, slug: str, number: int, key: str, *, why: str | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """A player withdraws from a running season. A reserve can still go on in their place. Twice is once. (POST
        /api/v1/leagues/{club}/{slug}/seasons/{number}/entries/{key}/leave/)"""
        return self._client.request(
            "POST",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/entries/{quoted(key)}/leave/",
            body={"why": why},
            idempotency_key=idempotency_key,
        )

    def league_season_take_over(
        self, club: str, slug: str, number: int, key: str, *, reserve: str, why: str, idempotency_key: str = ""
    ) -> Any:
        """A reserve goes on in a player's place; answers with the reserve. Needs a reason. Twice is once. (POST
        /api/v1/leagues/{club}/{slug}/seasons/{number}/entries/{key}/take-over/)"""
        return self._client.request(
            "POST",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/entries/{quoted(key)}/take-over/",
            body={"reserve": reserve, "why": why},
            idempotency_key=idempotency_key,
        )

    def league_honours(
        self, club: str, slug: str, number: int, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """Champions, promoted and relegated players of a closed season. (GET
        /api/v1/leagues/{club}/{slug}/seasons/{number}/honours/)"""
        return self._client.request(
            "GET",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/honours/",
            query={"page": page, "page_size": page_size},
        )

    def league_matchdays(
        self, club: str, slug: str, number: int, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """The windows that all divisions share. (GET /api/v1/leagues/{club}/{slug}/seasons/{number}/matchdays/)"""
        return self._client.request(
            "GET",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/matchdays/",
            query={"page": page, "page_size": page_size},
        )

    def league_matchday_move(
        self,
        club: str,
        slug: str,
        number: int,
        matchday: str,
        *,
        starts_at: str,
        ends_at: str,
        why: str,
        with_later: bool | Unset = UNSET,
    ) -> Any:
        """Move a matchday for all divisions; the answer is all of them. (PUT
        /api/v1/leagues/{club}/{slug}/seasons/{number}/matchdays/{matchday}/)"""
        return self._client.request(
            "PUT",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/matchdays/{quoted(matchday)}/",
            body={"starts_at": starts_at, "ends_at": ends_at, "with_later": with_later, "why": why},
        )

    def league_season_placement(self, club: str, slug: str, number: int) -> Any:
        """Who would play where, and why; nothing is written. (GET
        /api/v1/leagues/{club}/{slug}/seasons/{number}/plan/)"""
        return self._client.request("GET", f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/plan/")

    def league_season_public_bundle(self, club: str, slug: str, number: int) -> Any:
        """The season as one file that `verify_season` reads, as everybody may see it: without names and texts.
        (GET /api/v1/leagues/{club}/{slug}/seasons/{number}/public-bundle/)"""
        return self._client.request(
            "GET", f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/public-bundle/"
        )

    def league_season_sign_up(
        self,
        club: str,
        slug: str,
        number: int,
        *,
        form_key: str,
        name: str | Unset = UNSET,
        is_reserve: bool | Unset = UNSET,
        name_public: bool | Unset = UNSET,
        under_16: bool | Unset = UNSET,
    ) -> Any:
        """A player signs up: an account as its own player. (POST
        /api/v1/leagues/{club}/{slug}/seasons/{number}/sign-up/)"""
        return self._client.request(
            "POST",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/sign-up/",
            body={
                "name": name,
                "is_reserve": is_reserve,
                "name_public": name_public,
                "under_16": under_16,
                "form_key": form_key,
            },
        )

    def league_season_step(
        self,
        club: str,
        slug: str,
        number: int,
        step: str,
        *,
        seen: int | Unset = UNSET,
        why: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Take a step: `open`, `place` (with `seen` of the plan), `start`, `closing`, `close`, each with `-undo`,
        or `cancel`. (POST /api/v1/leagues/{club}/{slug}/seasons/{number}/steps/{step}/)"""
        return self._client.request(
            "POST",
            f"leagues/{quoted(club)}/{quoted(slug)}/seasons/{quoted(number)}/steps/{quoted(step)}/",
            body={"seen": seen, "why": why},
            idempotency_key=idempotency_key,
        )
