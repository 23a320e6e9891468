"""The rules that an event stores: what its results and tables depend on, and how players enter."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

MOST_PLACES = 2000
Instant = Annotated[datetime, Meta(tz=True)]
RatingBound = Annotated[int, Meta(ge=0, le=5000)]


FORFEIT_SCORES = ("forfeit_win_honoris", "forfeit_loss_honoris")


class EventRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points count in half points. `unconfirmed_counts`: whether a result that the opponent has not confirmed yet
    counts for standings and pairing. `starter`: the pairing decides who starts, or lots do. `seeding`: how pairing
    numbers are given at the start. `confirm_within_minutes`: after so long what one side handed in counts as
    confirmed (0: never). `forfeit_*_honoris`: what a forfeit counts in Honoris. `abandoned`: what a game counts that
    was broken off. `late_entry`: whether somebody may still enter once the event runs, and which bye he gets for each
    round that he missed; `late_entry_until` is the last round from which he may play (0: any). Of matches of several
    games: `goldens` says whether the loser of a game gets a golden super energy for all later ones (R29),
    `series_starter` who starts the later ones (H8), `series_points` whether a match's points are those of its winner or
    are added up over its games (all points above then count for one game), `surplus_games` what becomes of games after
    the decision. `variants`: which of the ways
    to play that the game declares; "base" for the base game, that nothing is drawn or chosen for at the table.
    `agreement`: how many of the other players must confirm what one handed in, in games for more than two.
    `overdue`: what becomes of a match that isn't played within its window: the organiser decides, or it is extended
    once by `overdue_days`, and then both lose."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    pairing_bye: int = 2
    half_bye: int = 1
    zero_bye: int = 0
    full_bye: int = 2
    forfeit_win: int = 2
    forfeit_loss: int = 0
    tie_breaks: tuple[str, ...] = ("HON", "DE")
    ruleset: str = "fide-2026"
    edition: str = "spiel-das-2021"
    least_grade: Literal["record", "sheet", "score", "bare"] = "score"
    unconfirmed_counts: bool = True
    starter: Literal["pairing", "lots"] = "pairing"
    seeding: Literal["rating", "lots", "entry"] = "rating"
    same_club: Literal["", "avoided", "forbidden"] = ""
    half_byes: int = 1
    half_byes_end: int = 1
    confirm_within_minutes: Annotated[int, Meta(ge=0, le=60 * 24 * 60)] = 0
    forfeit_win_honoris: int = 0
    forfeit_loss_honoris: int = 0
    abandoned: Literal["as_it_stands", "tie", "nobody"] = "as_it_stands"
    late_entry: Literal["closed", "zero", "half"] = "zero"
    late_entry_until: Annotated[int, Meta(ge=0, le=100)] = 0
    goldens: bool = False
    series_starter: Literal["lots", "alternate"] = "lots"
    series_points: Literal["series", "games"] = "series"
    surplus_games: Literal["refused", "friendly"] = "refused"
    variants: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,29}\Z")] = "base"
    agreement: Literal["one", "half", "all"] = "one"
    overdue: Literal["nothing", "extend_then_both_lose"] = "nothing"
    overdue_days: Annotated[int, Meta(ge=1, le=60)] = 7

    def forfeit_score(self, *, is_won: bool) -> int:
        """What a forfeit counts in the game's own score."""
        return self.forfeit_win_honoris if is_won else self.forfeit_loss_honoris

    def __post_init__(self) -> None:
        """Wherever rules come from: tables tell wins from ties and losses by their points. ValueError otherwise."""
        if not self.win > self.draw > self.loss:
            raise ValueError("a tie counts less than a win and more than a loss")


def rules_read(stored: dict[str, Any]) -> EventRules:
    """The rules from their stored form; msgspec.ValidationError for anything that isn't one."""
    return msgspec.convert(stored, EventRules)


def rules_store(rules: EventRules) -> dict[str, Any]:
    """The stored form: plain JSON values, every member written out, so that a changed default changes no old event."""
    stored: dict[str, Any] = msgspec.to_builtins(rules)
    return stored


class EntryRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`sign_up`: players may enter themselves, from `opens_at` (None: at once) until just before `closes_at` (None:
    until the event starts). `capacity`: places, 0 for no limit; who comes later waits. The conditions hold for those
    who enter themselves: a rating in the event's pool of at least `rating_from` and below `rating_below`, with
    `unrated` saying whether somebody without one may come; only the club's own players; so many rated games.
    `only_checked_in`: once there was a check-in, only who has checked in for the newest one is paired."""

    sign_up: bool = False
    opens_at: Instant | None = None
    closes_at: Instant | None = None
    capacity: Annotated[int, Meta(ge=0, le=MOST_PLACES)] = 0
    rating_from: RatingBound | None = None
    rating_below: RatingBound | None = None
    unrated: bool = True
    club_only: bool = False
    least_games: Annotated[int, Meta(ge=0, le=10_000)] = 0
    only_checked_in: bool = False


def entry_rules_read(stored: dict[str, Any]) -> EntryRules:
    """The rules from their stored form; msgspec.ValidationError for anything that isn't one."""
    return msgspec.convert(stored, EntryRules)


def entry_rules_store(rules: EntryRules) -> dict[str, Any]:
    """The stored form: plain JSON values, instants in ISO 8601, every member written out."""
    stored: dict[str, Any] = msgspec.to_builtins(rules)
    return stored
