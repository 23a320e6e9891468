"""What the facts about brackets say: who goes on by a decision, and rounds that followed a corrected result."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from magistrar_site.shared.facts import ContradictionError, FactValue
from tournaments.enums import RoundState
from tournaments.facts.state import ReplayedState
from tournaments.services.fold.payloads import Key, Kinds, Payload, Small, kind
from tournaments.services.fold.rounds import MatchSaid, match_of, matches_set


class Decided(Payload, frozen=True):
    """`goes_on` is one of the two `entries`, or None where a decision was taken back."""

    match: Key
    goes_on: Key | None
    by: Literal["ruling", "lots", ""]
    entries: Annotated[list[Key], Meta(min_length=2, max_length=2)]


class Followed(Payload, frozen=True):
    """`gone` are voided, `matches` are new."""

    stage: Small
    round: Small
    gone: list[Key]
    matches: list[MatchSaid]
    reopens: bool
    revision: Small = 1


def decided(state: ReplayedState, fact: FactValue, said: Decided) -> None:
    match = state.match(said.match)
    if (
        match.is_void
        or set(match.entries) != set(said.entries)
        or (said.goes_on or said.entries[0]) not in said.entries
    ):
        raise ContradictionError(f"match {said.match}", "one of its two", str(said.goes_on))
    match.goes_on, match.goes_on_by, match.changed_by = said.goes_on, said.by, fact.number


def followed(state: ReplayedState, fact: FactValue, said: Followed) -> None:
    round_ = state.round(said.stage, said.round)
    for key in said.gone:
        match = match_of(round_, key)
        match.is_void, match.changed_by = True, fact.number
    matches_set(state, round_, fact, said.matches)
    if said.reopens:
        round_.state = RoundState.REOPENED.value
    round_.fact_number = round_.changed_by = fact.number


KINDS: Kinds = {
    "match.decided": kind(Decided, decided),
    "bracket.followed": kind(Followed, followed),
}
