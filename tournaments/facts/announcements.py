"""Facts about what players and hall are told."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Key, StreamFact
from tournaments.facts.state import ReplayedAnnouncement, ReplayedState


class Announced(StreamFact, frozen=True, kw_only=True):
    """The text is a detail. `by_mail`: it was mailed too, to those who agreed to that."""

    kind = "event.announced"
    topic = "event"
    sentence = FactSentence(
        _("announced"),
        _("Announced: “%(text)s”"),
        "by_mail",
        {True: _("Announced, by mail too: “%(text)s”")},
    )
    is_public = True

    announcement: Key
    by_mail: bool

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        state.the_event()
        if self.announcement in state.announcements:
            raise ContradictionError("announcement", "a new one", self.announcement)
        state.announcements[self.announcement] = ReplayedAnnouncement(
            self.announcement, fact.texts().get("text"), fact.at, self.by_mail, changed_by=fact.number
        )


class AnnouncementTakenBack(StreamFact, frozen=True, kw_only=True):
    kind = "event.announcement_taken_back"
    topic = "event"
    sentence = FactSentence(_("announcement taken back"), _("An announcement was taken back."))
    is_public = True

    announcement: Key

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        if state.announcements.pop(self.announcement, None) is None:
            raise ContradictionError("announcement", "one that there is", self.announcement)
