"""Facts about checking in."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Key, Small, StreamFact
from tournaments.facts.state import ReplayedSession, ReplayedState


class CheckInOpened(StreamFact, frozen=True, kw_only=True):
    kind = "checkin.opened"
    topic = "entries"
    sentence = FactSentence(_("check-in opened"), _("Check-in %(session)s was opened."))
    is_public = True

    session: Small

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        is_open = any(row.closed_at is None for row in state.sessions.values())
        if self.session != len(state.sessions) + 1 or is_open:
            raise ContradictionError("check-in", "the next one, after all others were closed", str(self.session))
        state.sessions[self.session] = ReplayedSession(self.session, fact.at, changed_by=fact.number)


class CheckInClosed(StreamFact, frozen=True, kw_only=True):
    kind = "checkin.closed"
    topic = "entries"
    sentence = FactSentence(_("check-in closed"), _("Check-in %(session)s was closed."))
    is_public = True

    session: Small

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        session = _open_session(state, self.session)
        session.closed_at, session.changed_by = fact.at, fact.number


def _open_session(state: ReplayedState, number: int) -> ReplayedSession:
    session = state.sessions.get(number)
    if session is None or session.closed_at is not None:
        raise ContradictionError("check-in", "an open one", str(number))
    return session


class EntryCheckedIn(StreamFact, frozen=True, kw_only=True):
    """Who is here is for the desk to see."""

    kind = "entry.checked_in"
    topic = "entries"
    sentence = FactSentence(_("checked in"), _("%(entry)s checked in (check-in %(session)s)."))
    is_secret = True
    is_wish = True

    entry: Key
    session: Small
    by_player: bool = False

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        session = _open_session(state, self.session)
        session.here[state.entry(self.entry).key] = (fact.at, self.by_player)
        session.changed_by = fact.number


class EntryCheckedOut(StreamFact, frozen=True, kw_only=True):
    kind = "entry.checked_out"
    topic = "entries"
    sentence = FactSentence(_("checked out"), _("%(entry)s was checked out (check-in %(session)s)."))
    is_secret = True
    is_wish = True

    entry: Key
    session: Small

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        session = _open_session(state, self.session)
        if session.here.pop(self.entry, None) is None:
            raise ContradictionError("check-in", "an entry that was here", self.entry)
        session.changed_by = fact.number
