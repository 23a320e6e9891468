"""Facts about what arbiters give players: warnings, time, deductions of points. Deductions are public, as tables follow
from them. Warnings are between the arbiter and the player."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Key, Small, StreamFact
from tournaments.enums import EventState, PenaltyKind, RoundState
from tournaments.facts.state import ReplayedPenalty, ReplayedState
from tournaments.formats.core.format import points_scale
from tournaments.formats.registry import format_for

MOST_MINUTES = 24 * 60


class PointsDeducted(StreamFact, frozen=True, kw_only=True):
    """`points` in units of which `scale` make one point."""

    kind = "entry.points_deducted"
    topic = "entries"
    sentence = FactSentence(
        _("points deducted"), _("Points deducted from %(entry)s in round %(round)s: %(deducted)s, by the arbiter.")
    )
    is_public = True

    penalty: Key
    entry: Key
    stage: Small
    round: Small
    points: Annotated[int, Meta(ge=1, le=2**15 - 1)]
    scale: Annotated[int, Meta(ge=1, le=2**15 - 1)]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        stage = state.stage(self.stage)
        scale = points_scale(format_for(stage.format), stage.options)
        if self.scale != scale:
            raise ContradictionError("scale of the points", str(scale), str(self.scale))
        _published(state, self.stage, self.round)
        _given(state, fact, self.penalty, self.entry, self.stage, self.round, PenaltyKind.POINTS, self.points)


class DeductionTakenBack(StreamFact, frozen=True, kw_only=True):
    kind = "entry.deduction_taken_back"
    topic = "entries"
    sentence = FactSentence(
        _("deduction taken back"), _("A point deduction of %(entry)s was taken back by the arbiter.")
    )
    is_public = True

    penalty: Key
    entry: Key

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _taken_back(state, fact, self.penalty, self.entry, is_deduction=True)


class PlayerWarned(StreamFact, frozen=True, kw_only=True):
    """`minutes`: the time penalty; 0 for a warning alone. `round` 0 is before the first."""

    kind = "entry.warned"
    topic = "entries"
    sentence = FactSentence(_("warned"), _("%(entry)s got %(warning)s (round %(round)s)."))
    is_secret = True

    penalty: Key
    entry: Key
    stage: Small
    round: Small
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        if self.round:
            _published(state, self.stage, self.round)
        kind = PenaltyKind.TIME if self.minutes else PenaltyKind.WARNING
        _given(state, fact, self.penalty, self.entry, self.stage, self.round, kind, self.minutes)


class WarningTakenBack(StreamFact, frozen=True, kw_only=True):
    kind = "entry.warning_taken_back"
    topic = "entries"
    sentence = FactSentence(_("warning taken back"), _("A warning or time penalty of %(entry)s was taken back."))
    is_secret = True

    penalty: Key
    entry: Key

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _taken_back(state, fact, self.penalty, self.entry, is_deduction=False)


def _published(state: ReplayedState, stage: int, number: int) -> None:
    round_ = state.round(stage, number)
    if round_.state in {RoundState.DRAFT.value, RoundState.UNDONE.value}:
        raise ContradictionError("round", "a published one", round_.state)


def _given(
    state: ReplayedState,
    fact: FactValue,
    penalty: str,
    entry: str,
    stage: int,
    round_number: int,
    kind: PenaltyKind,
    amount: int,
) -> None:
    state.entry(entry)
    state.stage(stage)
    event = state.the_event()
    if event.state != EventState.RUNNING:
        raise ContradictionError("event", "running", event.state)
    if penalty in state.penalties:
        raise ContradictionError("penalty", "a new one", penalty)
    state.penalties[penalty] = ReplayedPenalty(
        penalty, entry, stage, round_number, kind.value, amount, fact.at, fact.number, changed_by=fact.number
    )


def _taken_back(state: ReplayedState, fact: FactValue, key: str, entry: str, *, is_deduction: bool) -> None:
    penalty = state.penalties.get(key)
    if penalty is None or penalty.is_taken_back:
        raise ContradictionError("penalty", "one that holds", key)
    if penalty.entry != entry or (penalty.kind == PenaltyKind.POINTS) != is_deduction:
        raise ContradictionError("penalty", "one of that entry and kind", key)
    penalty.is_taken_back, penalty.changed_by = True, fact.number
