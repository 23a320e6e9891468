"""The operations at /api/v1/events/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .client import UNSET, Client, Unset, quoted


class Events:
    def __init__(self, client: Client) -> None:
        self._client = client

    def events(
        self,
        *,
        club: str | Unset = UNSET,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        search: str | Unset = UNSET,
        state: str | Unset = UNSET,
    ) -> Any:
        """Events, newest first. (GET /api/v1/events/)"""
        return self._client.request(
            "GET",
            "events/",
            query={"club": club, "page": page, "page_size": page_size, "search": search, "state": state},
        )

    def event_create(
        self,
        *,
        club: str,
        name: str,
        starts_at: str,
        preset: str,
        time_zone: str | Unset = UNSET,
        rated: bool | Unset = UNSET,
        edition: str | Unset = UNSET,
        rounds: int | Unset = UNSET,
        draft: bool | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Set an event of a club up from a preset, open for entries. (POST /api/v1/events/)"""
        return self._client.request(
            "POST",
            "events/",
            body={
                "club": club,
                "name": name,
                "starts_at": starts_at,
                "time_zone": time_zone,
                "preset": preset,
                "rated": rated,
                "edition": edition,
                "rounds": rounds,
                "draft": draft,
            },
            idempotency_key=idempotency_key,
        )

    def event(self, slug: str) -> Any:
        """One event with its stages, rules and the head of its chain of facts. (GET /api/v1/events/{slug}/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/")

    def event_about(self, slug: str) -> Any:
        """What an event says of itself, as it was typed. (GET /api/v1/events/{slug}/about/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/about/")

    def event_about_change(
        self,
        slug: str,
        *,
        description: str | Unset = UNSET,
        place: str | Unset = UNSET,
        fee: str | Unset = UNSET,
        schedule: str | Unset = UNSET,
        entering: str | Unset = UNSET,
        contact: str | Unset = UNSET,
    ) -> Any:
        """Say something else of an event, at any time: the texts that are sent. (PATCH
        /api/v1/events/{slug}/about/)"""
        return self._client.request(
            "PATCH",
            f"events/{quoted(slug)}/about/",
            body={
                "description": description,
                "place": place,
                "fee": fee,
                "schedule": schedule,
                "entering": entering,
                "contact": contact,
            },
        )

    def announcements(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """What players and hall are told now, newest first. (GET /api/v1/events/{slug}/announcements/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/announcements/", query={"page": page, "page_size": page_size}
        )

    def announce(self, slug: str, *, text: str, by_mail: bool | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Tell players and hall something: on pages and projector, with `by_mail` also by mail to those who
        agreed. The same text twice in a row is once. (POST /api/v1/events/{slug}/announcements/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/announcements/",
            body={"text": text, "by_mail": by_mail},
            idempotency_key=idempotency_key,
        )

    def announcement_take_back(self, slug: str, key: str) -> Any:
        """Take an announcement back. Twice is once. (DELETE /api/v1/events/{slug}/announcements/{key}/)"""
        return self._client.request("DELETE", f"events/{quoted(slug)}/announcements/{quoted(key)}/")

    def asking(self, slug: str) -> Any:
        """What players are asked when they sign up. (GET /api/v1/events/{slug}/asking/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/asking/")

    def asking_change(
        self,
        slug: str,
        *,
        mail: str | Unset = UNSET,
        phone: str | Unset = UNSET,
        note: str | Unset = UNSET,
        fee: int | Unset = UNSET,
        currency: str | Unset = UNSET,
        kept_days: int | Unset = UNSET,
        questions: Sequence[Any] | Unset = UNSET,
    ) -> Any:
        """What players are asked from now on. A question that is left out goes, with its answers. (PUT
        /api/v1/events/{slug}/asking/)"""
        return self._client.request(
            "PUT",
            f"events/{quoted(slug)}/asking/",
            body={
                "mail": mail,
                "phone": phone,
                "note": note,
                "fee": fee,
                "currency": currency,
                "kept_days": kept_days,
                "questions": questions,
            },
        )

    def event_away_days(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """Who can’t play on which days; for the event’s staff. (GET /api/v1/events/{slug}/away-days/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/away-days/", query={"page": page, "page_size": page_size}
        )

    def bracket(self, slug: str) -> Any:
        """The whole bracket, with what is known and what is still to be decided. 404 before it is drawn. (GET
        /api/v1/events/{slug}/bracket/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/bracket/")

    def bracket_moves(self, slug: str) -> Any:
        """The matches that would change for the rounds to follow corrected results; mostly none. (GET
        /api/v1/events/{slug}/bracket/moves/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/bracket/moves/")

    def bracket_follow(self, slug: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Let the rounds follow: what doesn't stand is voided and kept, with a reason. Twice is once. (POST
        /api/v1/events/{slug}/bracket/moves/)"""
        return self._client.request(
            "POST", f"events/{quoted(slug)}/bracket/moves/", body={"why": why}, idempotency_key=idempotency_key
        )

    def event_bundle(self, slug: str, *, people: bool | Unset = UNSET, texts: bool | Unset = UNSET) -> Any:
        """The whole event as one file, for who runs it: a backup, or to bring it in elsewhere. (GET
        /api/v1/events/{slug}/bundle/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/bundle/", query={"people": people, "texts": texts})

    def byes(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """Byes that are asked for in the stage that runs; for the event's staff. (GET /api/v1/events/{slug}/byes/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/byes/", query={"page": page, "page_size": page_size})

    def arbiter_calls(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """The calls that nobody has closed yet, the oldest first; for the event's staff. (GET
        /api/v1/events/{slug}/calls/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/calls/", query={"page": page, "page_size": page_size}
        )

    def event_cancel(self, slug: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Call the event off, with a reason: its players are told. Twice is once. (POST
        /api/v1/events/{slug}/cancel/)"""
        return self._client.request(
            "POST", f"events/{quoted(slug)}/cancel/", body={"why": why}, idempotency_key=idempotency_key
        )

    def event_restore(self, slug: str) -> Any:
        """Take the cancellation back. Twice is once. (DELETE /api/v1/events/{slug}/cancel/)"""
        return self._client.request("DELETE", f"events/{quoted(slug)}/cancel/")

    def challenge_make(self, slug: str, *, challenger: str, challenged: str, idempotency_key: str = "") -> Any:
        """Challenge a player: by the challenger's own link or account, or by who pairs the event. Twice is once.
        (POST /api/v1/events/{slug}/challenges/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/challenges/",
            body={"challenger": challenger, "challenged": challenged},
            idempotency_key=idempotency_key,
        )

    def check_in(self, slug: str) -> Any:
        """Who is here and who is missing, for the desk. (GET /api/v1/events/{slug}/check-in/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/check-in/")

    def check_in_change(
        self,
        slug: str,
        *,
        is_open: bool | Unset = UNSET,
        only_checked_in: bool | Unset = UNSET,
        all_here: bool | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Open or close a session, check everybody in, and say whether only players who are here get paired. Twice
        is once. (POST /api/v1/events/{slug}/check-in/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/check-in/",
            body={"is_open": is_open, "only_checked_in": only_checked_in, "all_here": all_here},
            idempotency_key=idempotency_key,
        )

    def event_copy(
        self,
        slug: str,
        *,
        name: str,
        starts_at: str,
        times: int | Unset = UNSET,
        with_players: bool | Unset = UNSET,
        draft: bool | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Set events up like this one: one, or one for each of so many weeks. (POST /api/v1/events/{slug}/copy/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/copy/",
            body={"name": name, "starts_at": starts_at, "times": times, "with_players": with_players, "draft": draft},
            idempotency_key=idempotency_key,
        )

    def crosstable(self, slug: str, *, format: str | Unset = UNSET, stage: int | Unset = UNSET) -> Any:
        """Who met whom, in the order of the standings: in a round robin everybody against everybody, in other
        formats round by round. (GET /api/v1/events/{slug}/crosstable/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/crosstable/", query={"format": format, "stage": stage}
        )

    def event_delete(self, slug: str, *, idempotency_key: str = "") -> Any:
        """Delete an event of which nothing was played. (POST /api/v1/events/{slug}/delete/)"""
        return self._client.request("POST", f"events/{quoted(slug)}/delete/", idempotency_key=idempotency_key)

    def entry_details(
        self, slug: str, *, owing: bool | Unset = UNSET, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """Contact details, answers and fees of those who take part: for those who enter players. (GET
        /api/v1/events/{slug}/details/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/details/", query={"owing": owing, "page": page, "page_size": page_size}
        )

    def event_edition(self, slug: str, *, edition: str, idempotency_key: str = "") -> Any:
        """Choose the edition that the event is played with, until its first games are arranged. Twice is once.
        (POST /api/v1/events/{slug}/edition/)"""
        return self._client.request(
            "POST", f"events/{quoted(slug)}/edition/", body={"edition": edition}, idempotency_key=idempotency_key
        )

    def entries(
        self, slug: str, *, format: str | Unset = UNSET, page: int | Unset = UNSET, page_size: int | Unset = UNSET
    ) -> Any:
        """Who takes part, by pairing number, before the start in the order of entering. As CSV the whole table.
        (GET /api/v1/events/{slug}/entries/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/entries/", query={"format": format, "page": page, "page_size": page_size}
        )

    def entries_add(
        self,
        slug: str,
        *,
        names: str,
        columns: Any | Unset = UNSET,
        years: str | Unset = UNSET,
        choices: Sequence[Any] | Unset = UNSET,
        seen: str | Unset = UNSET,
        under_16: bool | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Enter everybody of a list who isn't entered yet: all of them or, where a line is unclear or, without
        `seen`, can't be read, nobody; the refusal names the lines. Who comes after the last free place waits;
        in a running event the others come late, as its rules allow. (POST /api/v1/events/{slug}/entries/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/entries/",
            body={
                "names": names,
                "columns": columns,
                "years": years,
                "choices": choices,
                "seen": seen,
                "under_16": under_16,
            },
            idempotency_key=idempotency_key,
        )

    def entries_preview(
        self,
        slug: str,
        *,
        names: str,
        columns: Any | Unset = UNSET,
        years: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """What entering a list would do: names, or a table with a heading (name; rating; club). Writes nothing.
        The header Preview-Digest, sent back as `seen`, makes sure that what was shown is what is done. (POST
        /api/v1/events/{slug}/entries/preview/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/entries/preview/",
            body={"names": names, "columns": columns, "years": years},
            idempotency_key=idempotency_key,
        )

    def facts(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """The event's chain of facts, oldest first: what everything else can be recomputed from. (GET
        /api/v1/events/{slug}/facts/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/facts/", query={"page": page, "page_size": page_size}
        )

    def event_final(self, slug: str, *, format: str | Unset = UNSET) -> Any:
        """The final ranking and the winners of the prizes, as they were fixed when the event was finished. (GET
        /api/v1/events/{slug}/final/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/final/", query={"format": format})

    def event_finish(self, slug: str, *, idempotency_key: str = "") -> Any:
        """Fix the final ranking. Twice is once. (POST /api/v1/events/{slug}/finish/)"""
        return self._client.request("POST", f"events/{quoted(slug)}/finish/", idempotency_key=idempotency_key)

    def fixed_tables(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """Fixed tables; for the event's staff. (GET /api/v1/events/{slug}/fixed-tables/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/fixed-tables/", query={"page": page, "page_size": page_size}
        )

    def fixed_table_set(
        self, slug: str, *, entry: str, table: int, partner: str | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """Fix a table for a player or for two who meet, or take it back. Twice is once. (POST
        /api/v1/events/{slug}/fixed-tables/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/fixed-tables/",
            body={"entry": entry, "partner": partner, "table": table},
            idempotency_key=idempotency_key,
        )

    def fixtures(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """The event’s fixtures: matches that are played within a window of days, by end. (GET
        /api/v1/events/{slug}/fixtures/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/fixtures/", query={"page": page, "page_size": page_size}
        )

    def event_format_change(
        self, slug: str, *, preset: str, rounds: int | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """Play in the format of another preset, until the first round is paired. (POST
        /api/v1/events/{slug}/format/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/format/",
            body={"preset": preset, "rounds": rounds},
            idempotency_key=idempotency_key,
        )

    def groups(self, slug: str, *, format: str | Unset = UNSET, group: int | Unset = UNSET) -> Any:
        """The table of each group, or of one. (GET /api/v1/events/{slug}/groups/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/groups/", query={"format": format, "group": group})

    def ladder(self, slug: str, *, format: str | Unset = UNSET) -> Any:
        """The order of the event's ladder, its open challenges, what was decided and who moved lately. (GET
        /api/v1/events/{slug}/ladder/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/ladder/", query={"format": format})

    def log(
        self,
        slug: str,
        *,
        format: str | Unset = UNSET,
        kind: str | Unset = UNSET,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        person: str | Unset = UNSET,
        round: str | Unset = UNSET,
        text: str | Unset = UNSET,
    ) -> Any:
        """The event's facts in words, newest first, for those who run it; as CSV all that fit, oldest first. (GET
        /api/v1/events/{slug}/log/)"""
        return self._client.request(
            "GET",
            f"events/{quoted(slug)}/log/",
            query={
                "format": format,
                "kind": kind,
                "page": page,
                "page_size": page_size,
                "person": person,
                "round": round,
                "text": text,
            },
        )

    def penalties(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """What was given and taken back in the event, newest first; for its staff. (GET
        /api/v1/events/{slug}/penalties/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/penalties/", query={"page": page, "page_size": page_size}
        )

    def penalty_give(
        self,
        slug: str,
        *,
        entry: str,
        kind: str,
        why: str,
        points: int | Unset = UNSET,
        minutes: int | Unset = UNSET,
        round: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Give a player a warning, minutes or a point deduction. The same for the same reason in the same round is
        once. (POST /api/v1/events/{slug}/penalties/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/penalties/",
            body={"entry": entry, "kind": kind, "points": points, "minutes": minutes, "round": round, "why": why},
            idempotency_key=idempotency_key,
        )

    def penalty_take_back(self, slug: str, key: str) -> Any:
        """Take a penalty back: it counts for nothing and stays on record. Twice is once. (DELETE
        /api/v1/events/{slug}/penalties/{key}/)"""
        return self._client.request("DELETE", f"events/{quoted(slug)}/penalties/{quoted(key)}/")

    def rounds_plan(self, slug: str, *, rounds: int, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Plan another number of rounds of a running Swiss event, with a reason. Twice is once. (POST
        /api/v1/events/{slug}/planned-rounds/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/planned-rounds/",
            body={"rounds": rounds, "why": why},
            idempotency_key=idempotency_key,
        )

    def prizes(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """The event's prize categories. (GET /api/v1/events/{slug}/prizes/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/prizes/", query={"page": page, "page_size": page_size}
        )

    def prize_add(
        self,
        slug: str,
        *,
        name: str,
        places: int | Unset = UNSET,
        rating_from: int | Unset = UNSET,
        rating_below: int | Unset = UNSET,
        amounts: Sequence[int] | Unset = UNSET,
        currency: str | Unset = UNSET,
        sharing: str | Unset = UNSET,
        club: str | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Add a prize category; `club` is a club's slug. (POST /api/v1/events/{slug}/prizes/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/prizes/",
            body={
                "name": name,
                "places": places,
                "rating_from": rating_from,
                "rating_below": rating_below,
                "amounts": amounts,
                "currency": currency,
                "sharing": sharing,
                "club": club,
            },
            idempotency_key=idempotency_key,
        )

    def prize_remove(self, slug: str, key: str) -> Any:
        """Take a prize category away. Twice is once. (DELETE /api/v1/events/{slug}/prizes/{key}/)"""
        return self._client.request("DELETE", f"events/{quoted(slug)}/prizes/{quoted(key)}/")

    def public_bundle(self, slug: str) -> Any:
        """The chain as one file that `verify_event` reads, as everybody may see it: without names, texts, and what
        pages and API refuse to strangers. (GET /api/v1/events/{slug}/public-bundle/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/public-bundle/")

    def event_publish(self, slug: str, *, idempotency_key: str = "") -> Any:
        """Let everybody see an event that was being set up. Twice is once. (POST /api/v1/events/{slug}/publish/)"""
        return self._client.request("POST", f"events/{quoted(slug)}/publish/", idempotency_key=idempotency_key)

    def event_reopen(self, slug: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Let a finished event run again, with a reason. Twice is once. (POST /api/v1/events/{slug}/reopen/)"""
        return self._client.request(
            "POST", f"events/{quoted(slug)}/reopen/", body={"why": why}, idempotency_key=idempotency_key
        )

    def results_accept(self, slug: str, *, submissions: Sequence[str], idempotency_key: str = "") -> Any:
        """The desk takes many at once. Each is for itself: one that is refused holds up no other. (POST
        /api/v1/events/{slug}/results/accept/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/results/accept/",
            body={"submissions": submissions},
            idempotency_key=idempotency_key,
        )

    def event_roles(self, slug: str) -> Any:
        """Who has a role in this event beside the club's. (GET /api/v1/events/{slug}/roles/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/roles/")

    def event_role_set(self, slug: str, *, email: str, role: Any, idempotency_key: str = "") -> Any:
        """Give an account a role in this event, change it, or take it. Twice is once. (POST
        /api/v1/events/{slug}/roles/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/roles/",
            body={"email": email, "role": role},
            idempotency_key=idempotency_key,
        )

    def rounds(
        self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, stage: int | Unset = UNSET
    ) -> Any:
        """The rounds of a stage; drafts only for the event's staff. (GET /api/v1/events/{slug}/rounds/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/rounds/", query={"page": page, "page_size": page_size, "stage": stage}
        )

    def round_pair(self, slug: str, *, number: int, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Pair a round as a draft, whole or not at all. Twice is once. A large field is paired in the background:
        the answer is then 202, and `rounds/{number}/pairing/` says how it goes. (POST
        /api/v1/events/{slug}/rounds/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/",
            body={"number": number, "why": why},
            idempotency_key=idempotency_key,
        )

    def round(self, slug: str, number: int, *, format: str | Unset = UNSET, stage: int | Unset = UNSET) -> Any:
        """A round with its pairings, results and byes. (GET /api/v1/events/{slug}/rounds/{number}/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/rounds/{quoted(number)}/", query={"format": format, "stage": stage}
        )

    def round_discard(self, slug: str, number: int, *, format: str | Unset = UNSET, stage: int | Unset = UNSET) -> Any:
        """Throw a draft away. (DELETE /api/v1/events/{slug}/rounds/{number}/)"""
        return self._client.request(
            "DELETE", f"events/{quoted(slug)}/rounds/{quoted(number)}/", query={"format": format, "stage": stage}
        )

    def round_change(
        self,
        slug: str,
        number: int,
        *,
        change: str,
        seen: int | Unset = UNSET,
        why: str | Unset = UNSET,
        entries: Sequence[str] | Unset = UNSET,
        match: str | Unset = UNSET,
        table: int | Unset = UNSET,
        kind: Any | Unset = UNSET,
        stage: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Change the pairings by hand: freely in a draft, with a reason once published. (POST
        /api/v1/events/{slug}/rounds/{number}/changes/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/{quoted(number)}/changes/",
            query={"stage": stage},
            body={
                "seen": seen,
                "why": why,
                "change": change,
                "entries": entries,
                "match": match,
                "table": table,
                "kind": kind,
            },
            idempotency_key=idempotency_key,
        )

    def round_clock(
        self,
        slug: str,
        number: int,
        *,
        do: str,
        minutes: int | Unset = UNSET,
        starts_at: str | Unset = UNSET,
        ends_at: str | Unset = UNSET,
        why: str | Unset = UNSET,
        stage: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Set, start, pause or extend the round's clock, or say when the round starts. (POST
        /api/v1/events/{slug}/rounds/{number}/clock/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/{quoted(number)}/clock/",
            query={"stage": stage},
            body={"do": do, "minutes": minutes, "starts_at": starts_at, "ends_at": ends_at, "why": why},
            idempotency_key=idempotency_key,
        )

    def round_close(
        self,
        slug: str,
        number: int,
        *,
        seen: int | Unset = UNSET,
        why: str | Unset = UNSET,
        stage: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """All is played. Twice is once. (POST /api/v1/events/{slug}/rounds/{number}/close/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/{quoted(number)}/close/",
            query={"stage": stage},
            body={"seen": seen, "why": why},
            idempotency_key=idempotency_key,
        )

    def round_desk(self, slug: str, number: int, *, stage: int | Unset = UNSET) -> Any:
        """The round's version, clock, the system's own pairing, and what differs from it or breaks a rule. (GET
        /api/v1/events/{slug}/rounds/{number}/desk/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/rounds/{quoted(number)}/desk/", query={"stage": stage}
        )

    def round_pairing(self, slug: str, number: int) -> Any:
        """How the pairing of a large field's round goes, for the event's staff. (GET
        /api/v1/events/{slug}/rounds/{number}/pairing/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/rounds/{quoted(number)}/pairing/")

    def round_publish(
        self, slug: str, number: int, *, why: str | Unset = UNSET, stage: int | Unset = UNSET, idempotency_key: str = ""
    ) -> Any:
        """Show a draft to everybody and arrange its games. Twice is once. 409 `results_changed` where results that
        it rests on changed since, unless `why` says why it stays. (POST
        /api/v1/events/{slug}/rounds/{number}/publish/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/{quoted(number)}/publish/",
            query={"stage": stage},
            body={"why": why},
            idempotency_key=idempotency_key,
        )

    def round_reopen(
        self,
        slug: str,
        number: int,
        *,
        seen: int | Unset = UNSET,
        why: str | Unset = UNSET,
        stage: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Take a closed round up again, with a reason. Twice is once. (POST
        /api/v1/events/{slug}/rounds/{number}/reopen/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/{quoted(number)}/reopen/",
            query={"stage": stage},
            body={"seen": seen, "why": why},
            idempotency_key=idempotency_key,
        )

    def results_enter(
        self,
        slug: str,
        number: int,
        *,
        text: str,
        replaces: Any | Unset = UNSET,
        stage: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Enter results as they are typed at the desk. Each line is for itself: one that is refused holds up no
        other, and an entry that is there already is replaced only where `replaces` names it. (POST
        /api/v1/events/{slug}/rounds/{number}/results/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/{quoted(number)}/results/",
            query={"stage": stage},
            body={"text": text, "replaces": replaces},
            idempotency_key=idempotency_key,
        )

    def round_start(
        self,
        slug: str,
        number: int,
        *,
        seen: int | Unset = UNSET,
        why: str | Unset = UNSET,
        stage: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """The round runs, and so does a clock that is set. Twice is once. (POST
        /api/v1/events/{slug}/rounds/{number}/start/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/{quoted(number)}/start/",
            query={"stage": stage},
            body={"seen": seen, "why": why},
            idempotency_key=idempotency_key,
        )

    def round_undo(
        self,
        slug: str,
        number: int,
        *,
        seen: int | Unset = UNSET,
        why: str | Unset = UNSET,
        stage: int | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Take the newest round back as a whole, with a reason where results were handed in. (POST
        /api/v1/events/{slug}/rounds/{number}/undo/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/rounds/{quoted(number)}/undo/",
            query={"stage": stage},
            body={"seen": seen, "why": why},
            idempotency_key=idempotency_key,
        )

    def separations(self, slug: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET) -> Any:
        """Pairs that are kept apart by hand; for the event's staff. (GET /api/v1/events/{slug}/separations/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/separations/", query={"page": page, "page_size": page_size}
        )

    def separation_set(self, slug: str, *, first: str, second: str, how: Any, idempotency_key: str = "") -> Any:
        """Keep two entries apart, or let them meet again. Twice is once. (POST /api/v1/events/{slug}/separations/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/separations/",
            body={"first": first, "second": second, "how": how},
            idempotency_key=idempotency_key,
        )

    def event_settings(self, slug: str) -> Any:
        """All settings, for those who may see drafts. (GET /api/v1/events/{slug}/settings/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/settings/")

    def event_settings_change(
        self,
        slug: str,
        *,
        why: str | Unset = UNSET,
        seen: str | Unset = UNSET,
        name: str | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        starts_at: str | Unset = UNSET,
        rated: bool | Unset = UNSET,
        best_of: int | Unset = UNSET,
        options: Any | Unset = UNSET,
        tie_breaks: Sequence[str] | Unset = UNSET,
        opens_at: str | Unset = UNSET,
        closes_at: str | Unset = UNSET,
        capacity: int | Unset = UNSET,
        rating_from: int | Unset = UNSET,
        rating_below: int | Unset = UNSET,
        is_listed: Any | Unset = UNSET,
        win: Any | Unset = UNSET,
        draw: Any | Unset = UNSET,
        loss: Any | Unset = UNSET,
        pairing_bye: Any | Unset = UNSET,
        half_bye: Any | Unset = UNSET,
        zero_bye: Any | Unset = UNSET,
        full_bye: Any | Unset = UNSET,
        forfeit_win: Any | Unset = UNSET,
        forfeit_loss: Any | Unset = UNSET,
        ruleset: Any | Unset = UNSET,
        least_grade: Any | Unset = UNSET,
        unconfirmed_counts: Any | Unset = UNSET,
        starter: Any | Unset = UNSET,
        seeding: Any | Unset = UNSET,
        same_club: Any | Unset = UNSET,
        half_byes: Any | Unset = UNSET,
        half_byes_end: Any | Unset = UNSET,
        confirm_within_minutes: Any | Unset = UNSET,
        forfeit_win_honoris: Any | Unset = UNSET,
        forfeit_loss_honoris: Any | Unset = UNSET,
        abandoned: Any | Unset = UNSET,
        late_entry: Any | Unset = UNSET,
        late_entry_until: Any | Unset = UNSET,
        goldens: Any | Unset = UNSET,
        series_starter: Any | Unset = UNSET,
        series_points: Any | Unset = UNSET,
        surplus_games: Any | Unset = UNSET,
        variants: Any | Unset = UNSET,
        agreement: Any | Unset = UNSET,
        overdue: Any | Unset = UNSET,
        overdue_days: Any | Unset = UNSET,
        sign_up: Any | Unset = UNSET,
        unrated: Any | Unset = UNSET,
        club_only: Any | Unset = UNSET,
        least_games: Any | Unset = UNSET,
        only_checked_in: Any | Unset = UNSET,
    ) -> Any:
        """Change settings: freely before the start, afterwards what may still change, with a reason. (PATCH
        /api/v1/events/{slug}/settings/)"""
        return self._client.request(
            "PATCH",
            f"events/{quoted(slug)}/settings/",
            body={
                "why": why,
                "seen": seen,
                "name": name,
                "time_zone": time_zone,
                "starts_at": starts_at,
                "rated": rated,
                "best_of": best_of,
                "options": options,
                "tie_breaks": tie_breaks,
                "opens_at": opens_at,
                "closes_at": closes_at,
                "capacity": capacity,
                "rating_from": rating_from,
                "rating_below": rating_below,
                "is_listed": is_listed,
                "win": win,
                "draw": draw,
                "loss": loss,
                "pairing_bye": pairing_bye,
                "half_bye": half_bye,
                "zero_bye": zero_bye,
                "full_bye": full_bye,
                "forfeit_win": forfeit_win,
                "forfeit_loss": forfeit_loss,
                "ruleset": ruleset,
                "least_grade": least_grade,
                "unconfirmed_counts": unconfirmed_counts,
                "starter": starter,
                "seeding": seeding,
                "same_club": same_club,
                "half_byes": half_byes,
                "half_byes_end": half_byes_end,
                "confirm_within_minutes": confirm_within_minutes,
                "forfeit_win_honoris": forfeit_win_honoris,
                "forfeit_loss_honoris": forfeit_loss_honoris,
                "abandoned": abandoned,
                "late_entry": late_entry,
                "late_entry_until": late_entry_until,
                "goldens": goldens,
                "series_starter": series_starter,
                "series_points": series_points,
                "surplus_games": surplus_games,
                "variants": variants,
                "agreement": agreement,
                "overdue": overdue,
                "overdue_days": overdue_days,
                "sign_up": sign_up,
                "unrated": unrated,
                "club_only": club_only,
                "least_games": least_games,
                "only_checked_in": only_checked_in,
            },
        )

    def sign_up(
        self,
        slug: str,
        *,
        name: str | Unset = UNSET,
        name_public: bool | Unset = UNSET,
        under_16: bool | Unset = UNSET,
        said: Any | Unset = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """Enter the account's own player, while signing up is open. Who comes after the last free place waits.
        Twice is once; the answer has the personal link. (POST /api/v1/events/{slug}/sign-up/)"""
        return self._client.request(
            "POST",
            f"events/{quoted(slug)}/sign-up/",
            body={"name": name, "name_public": name_public, "under_16": under_16, "said": said},
            idempotency_key=idempotency_key,
        )

    def stage_close(self, slug: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Close the stage that runs, and start the next, seeded from it; the answer is the stage that starts.
        (POST /api/v1/events/{slug}/stages/close/)"""
        return self._client.request(
            "POST", f"events/{quoted(slug)}/stages/close/", body={"why": why}, idempotency_key=idempotency_key
        )

    def next_stage(self, slug: str) -> Any:
        """Who would go on into the next stage as it stands now. 404 where none is planned, and before the start.
        (GET /api/v1/events/{slug}/stages/next/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/stages/next/")

    def next_stage_plan(
        self, slug: str, *, format: str, takes: int, options: Any | Unset = UNSET, best_of: int | Unset = UNSET
    ) -> Any:
        """Plan the stage after the one that runs, or change it. Twice the same is once. (PUT
        /api/v1/events/{slug}/stages/next/)"""
        return self._client.request(
            "PUT",
            f"events/{quoted(slug)}/stages/next/",
            body={"format": format, "takes": takes, "options": options, "best_of": best_of},
        )

    def next_stage_drop(self, slug: str) -> Any:
        """Plan no stage after this one. (DELETE /api/v1/events/{slug}/stages/next/)"""
        return self._client.request("DELETE", f"events/{quoted(slug)}/stages/next/")

    def stage_reopen(self, slug: str, *, why: str | Unset = UNSET, idempotency_key: str = "") -> Any:
        """Take the stage before up again, with a reason, as long as no round of this one stands. (POST
        /api/v1/events/{slug}/stages/reopen/)"""
        return self._client.request(
            "POST", f"events/{quoted(slug)}/stages/reopen/", body={"why": why}, idempotency_key=idempotency_key
        )

    def standings(
        self, slug: str, *, format: str | Unset = UNSET, round: int | Unset = UNSET, stage: int | Unset = UNSET
    ) -> Any:
        """The standings of a stage after a round, with every column that decides and how it came about. (GET
        /api/v1/events/{slug}/standings/)"""
        return self._client.request(
            "GET", f"events/{quoted(slug)}/standings/", query={"format": format, "round": round, "stage": stage}
        )

    def event_start(self, slug: str, *, idempotency_key: str = "") -> Any:
        """Close the entries, give pairing numbers, plan the rounds. Twice is once. (POST
        /api/v1/events/{slug}/start/)"""
        return self._client.request("POST", f"events/{quoted(slug)}/start/", idempotency_key=idempotency_key)

    def trf_report(self, slug: str, *, edition: str | Unset = UNSET, full: bool | Unset = UNSET) -> Any:
        """The event as a tournament report file (FIDE's TRF 2026 or TRF 2016), UTF-8, names as strangers may see
        them. What players asked for, and who is kept apart, is in the full one alone. (GET
        /api/v1/events/{slug}/trf/)"""
        return self._client.request("GET", f"events/{quoted(slug)}/trf/", query={"edition": edition, "full": full})
