"""Facts about the life of an event: published, cancelled, reopened, another format, deleted."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Small, StreamFact
from tournaments.enums import EventState, StageState
from tournaments.facts.events import StageMade
from tournaments.facts.settings import checked_rules
from tournaments.facts.state import ReplayedState
from tournaments.formats.core.state import REVISION


class EventPublished(StreamFact, frozen=True, kw_only=True):
    """What was being set up is open, and everybody sees it."""

    kind = "event.published"
    topic = "event"
    sentence = FactSentence(_("event published"), _("The event was published."))
    is_public = True

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        if event.state != EventState.DRAFT:
            raise ContradictionError("event", "being set up", event.state)
        event.state, event.changed_by = EventState.OPEN.value, fact.number


class EventCancelled(StreamFact, frozen=True, kw_only=True):
    """The reason is a detail."""

    kind = "event.cancelled"
    topic = "event"
    sentence = FactSentence(_("event cancelled"), _("The event was cancelled."))
    is_public = True

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        if event.state not in {EventState.OPEN, EventState.RUNNING}:
            raise ContradictionError("event", "open or running", event.state)
        event.state, event.changed_by = EventState.CANCELLED.value, fact.number


class CancellationTakenBack(StreamFact, frozen=True, kw_only=True):
    """The event is as it was before: running where it had started, else open."""

    kind = "event.cancellation_taken_back"
    topic = "event"
    sentence = FactSentence(_("cancellation taken back"), _("The cancellation was taken back."))
    is_public = True

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        if event.state != EventState.CANCELLED:
            raise ContradictionError("event", "cancelled", event.state)
        has_started = any(stage.planned_rounds for stage in state.stages.values())
        event.state = (EventState.RUNNING if has_started else EventState.OPEN).value
        event.changed_by = fact.number


class EventReopened(StreamFact, frozen=True, kw_only=True):
    """A finished event runs again: its final ranking doesn't hold any more, and its last stage goes on."""

    kind = "event.reopened"
    topic = "event"
    sentence = FactSentence(_("event reopened"), _("The event was reopened; its final ranking no longer holds."))
    is_public = True

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        if event.state != EventState.FINISHED:
            raise ContradictionError("event", "finished", event.state)
        event.state, event.changed_by = EventState.RUNNING.value, fact.number
        state.ranking, state.finished, state.revision = None, 0, REVISION
        last = max((stage for stage in state.stages.values() if stage.planned_rounds), key=lambda stage: stage.number)
        last.state, last.changed_by = StageState.RUNNING.value, fact.number


class FormatChanged(StreamFact, frozen=True, kw_only=True):
    """Another preset's stages take the place of those that were planned, with the rules that go with them.
    `planned_rounds` are those of the first stage where the event runs already, else 0."""

    kind = "event.format_changed"
    topic = "event"
    sentence = FactSentence(_("format changed"), _("The format was changed."))
    is_public = True

    preset: Annotated[str, Meta(max_length=40)]
    rules: dict[str, Any]
    stages: list[StageMade]
    planned_rounds: Small

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        if any(round_.state != "undone" for round_ in state.rounds):
            raise ContradictionError("format", "no round yet", "a round")
        event.preset, event.changed_by = self.preset, fact.number
        event.rules = checked_rules(self.rules, event.system)
        state.stages.clear()
        for made in self.stages:
            state.stages[made.number] = made.replayed(fact.number)
        if self.planned_rounds:
            first = state.stage(1)
            first.planned_rounds, first.state = self.planned_rounds, StageState.RUNNING.value


class EventDeleted(StreamFact, frozen=True, kw_only=True):
    """Nothing was played, and nothing of it is left but this chain without its texts."""

    kind = "event.deleted"
    topic = "event"
    sentence = FactSentence(_("event deleted"), _("The event was deleted."))

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        state.the_event().changed_by = fact.number
