"""Facts about brackets: who goes on by a decision, and rounds that followed a corrected result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from games.values.state import shown
from magistrar_site.shared.facts import (
    ContradictionError,
    Difference,
    FactSentence,
    FactValue,
    Key,
    Small,
    StreamFact,
)
from tournaments.enums import Decider, RoundState
from tournaments.facts.rounds import MatchMade, match_of, matches_set
from tournaments.facts.stage_states import moves_by_facts
from tournaments.facts.state import ReplayedState
from tournaments.facts.walk import Walk, worked_out
from tournaments.selectors.stage_rules import lot_of_match


class MatchDecided(StreamFact, frozen=True, kw_only=True):
    """`goes_on` is one of the two `entries`, or None where a decision was taken back."""

    kind = "match.decided"
    topic = "rounds"
    sentence = FactSentence(
        _("who advances"),
        _("%(goes_on)s advances from %(between)s, by ruling."),
        "by",
        {
            "lots": _("Lots decided %(between)s: %(goes_on)s advances."),
            "": _("The decision about who advances from %(between)s was taken back."),
        },
    )
    is_public = True

    match: Key
    goes_on: Key | None
    by: Annotated[str, Meta(pattern="^(ruling|lots|)$")]
    entries: Annotated[list[Key], Meta(min_length=2, max_length=2)]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        match = state.match(self.match)
        if (
            match.is_void
            or set(match.entries) != set(self.entries)
            or (self.goes_on or self.entries[0]) not in self.entries
        ):
            raise ContradictionError(f"match {self.match}", "one of its two", str(self.goes_on))
        match.goes_on, match.goes_on_by, match.changed_by = self.goes_on, self.by, fact.number

    def check(self, state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
        """Lots fell as the event's seed says."""
        if self.by == Decider.LOTS:
            lot = lot_of_match(state.the_event().seed, self.match, self.entries)
            if lot != self.goes_on:
                yield Difference(fact.number, f"lot of match {self.match}", lot, str(self.goes_on))


class BracketFollowed(StreamFact, frozen=True, kw_only=True):
    """A round was brought in line with a corrected result: `gone` are voided, `matches` are new. `revision`: see
    `formats.core.state.REVISION`."""

    kind = "bracket.followed"
    topic = "rounds"
    sentence = FactSentence(
        _("bracket updated"),
        _("Round %(round)s was updated after a corrected result: %(gone)s pairings voided, %(matches)s made."),
    )
    is_public = True
    follows_from_facts = "the bracket of stage {stage}"

    stage: Small
    round: Small
    gone: list[Key]
    matches: list[MatchMade]
    reopens: bool
    revision: Small = 1

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        round_ = state.round(self.stage, self.round)
        for key in self.gone:
            match = match_of(round_, key)
            match.is_void, match.changed_by = True, fact.number
        matches_set(state, round_, fact, self.matches)
        if self.reopens:
            round_.state = RoundState.REOPENED.value
        round_.fact_number = round_.changed_by = fact.number

    def check(self, state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
        """With that, the rounds up to this one are those that the results ask for."""
        moves = worked_out(lambda: moves_by_facts(state, self.stage, self.revision), f"bracket of stage {self.stage}")
        for move in moves:
            if move.round <= self.round:
                yield Difference(fact.number, f"round {move.round}", "the matches that follow", shown(move.gone))
