"""What the facts about check-in say."""

from __future__ import annotations

from magistrar_site.shared.facts import ContradictionError, FactValue
from tournaments.facts.state import ReplayedSession, ReplayedState
from tournaments.selectors.check_in import EXPECTED
from tournaments.services.fold.payloads import Key, Kinds, Payload, Small, kind


class OfSession(Payload, frozen=True):
    session: Small


class Here(Payload, frozen=True):
    entry: Key
    session: Small


class CheckedIn(Payload, frozen=True):
    entry: Key
    session: Small
    by_player: bool = False


def opened(state: ReplayedState, fact: FactValue, said: OfSession) -> None:
    if said.session != len(state.sessions) + 1 or any(row.closed_at is None for row in state.sessions.values()):
        raise ContradictionError("check-in", "the next one, after all others were closed", str(said.session))
    state.sessions[said.session] = ReplayedSession(said.session, fact.at, changed_by=fact.number)


def _open_session(state: ReplayedState, number: int) -> ReplayedSession:
    session = state.sessions.get(number)
    if session is None or session.closed_at is not None:
        raise ContradictionError("check-in", "an open one", str(number))
    return session


def closed(state: ReplayedState, fact: FactValue, said: OfSession) -> None:
    session = _open_session(state, said.session)
    session.closed_at, session.changed_by = fact.at, fact.number


def checked_in(state: ReplayedState, fact: FactValue, said: CheckedIn) -> None:
    session = _open_session(state, said.session)
    session.here[state.entry(said.entry).key] = (fact.at, said.by_player)
    session.changed_by = fact.number


def checked_out(state: ReplayedState, fact: FactValue, said: Here) -> None:
    session = _open_session(state, said.session)
    if session.here.pop(said.entry, None) is None:
        raise ContradictionError("check-in", "an entry that was here", said.entry)
    session.changed_by = fact.number


def missing(state: ReplayedState) -> set[str]:
    """Keys of the entries that aren't paired because they haven't checked in: as `absent_by_check_in` says of rows."""
    if not state.sessions or not state.the_event().entry_rules.get("only_checked_in"):
        return set()
    here = state.sessions[max(state.sessions)].here
    return {entry.key for entry in state.entries.values() if entry.state in EXPECTED and entry.key not in here}


KINDS: Kinds = {
    "checkin.opened": kind(OfSession, opened),
    "checkin.closed": kind(OfSession, closed),
    "entry.checked_in": kind(CheckedIn, checked_in),
    "entry.checked_out": kind(Here, checked_out),
}
