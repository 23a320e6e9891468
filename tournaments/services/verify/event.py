"""Whether an event of this service holds: its facts, the rows that stand for them, and what was derived."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import DatabaseError, transaction

from magistrar_site.shared.facts import Difference, FactValue
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.chain import facts_read
from magistrar_site.shared.services.facts import stream_lock
from tournaments.facts.rows import rows_state, state_differences
from tournaments.facts.state import ReplayedState
from tournaments.facts.walk import Walk
from tournaments.models import Event
from tournaments.services.verify.facts import facts_differences, report_differences
from tournaments.services.verify.leaderboards import grand_mage_differences, leaderboard_differences
from tournaments.services.verify.roles import StoredRoles, role_differences, stored_roles
from tournaments.services.verify.tables import Place, StoredTable, stored_tables, table_differences


@dataclass(frozen=True, slots=True)
class Verdict:
    """`first` is the first difference, None where everything holds. `head` is number and digest of the newest fact.
    `notes` say what couldn't be looked at, `unproven` what no fact could prove; `exceptions` what public facts can't
    show to hold, and why."""

    head: tuple[int, str]
    first: Difference | None
    notes: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.first is None

    def __str__(self) -> str:
        if self.first:
            return str(self.first)
        verified = f"verified {self.head[0]} {self.head[1]}"
        return f"{verified}, except {'; '.join(self.exceptions)}" if self.exceptions else verified


@dataclass(frozen=True, slots=True)
class Kept:
    """All that is kept of an event, read at one moment."""

    facts: list[FactValue]
    head: tuple[int, str]
    rows: ReplayedState
    tables: dict[Place, StoredTable]
    roles: StoredRoles


def event_verify(*, event: Event) -> Verdict:
    """Fold the facts anew and compare everything; the verdict has the first difference."""
    head, walk = head_of(event.stream), Walk()
    try:
        kept = _kept(event)
        head = kept.head
        first = next(kept_differences(event, kept, walk), None)
    except DatabaseError:
        raise
    except Exception as error:  # rows can hold anything, and what reads and works them out trusts them
        first = Difference(0, "rows", "rows that can be read and worked out", repr(error))
    return Verdict(head, first, tuple(walk.notes))


@transaction.atomic
def _kept(event: Event) -> Kept:
    stream_lock(stream=event.stream)  # nothing is written meanwhile
    event.refresh_from_db()
    facts, head = facts_read(event.stream), head_of(event.stream)
    return Kept(facts, head, rows_state(event), stored_tables(event), stored_roles(event))


def kept_differences(event: Event, kept: Kept, walk: Walk) -> Iterator[Difference]:
    """Everything that isn't as it should be: facts, rows, roles, tables, ratings, in this order."""
    state = ReplayedState()
    broken = False
    for difference in facts_differences(event.stream, kept.facts, kept.head, walk, state):
        broken = True
        yield difference
    if broken:
        return
    yield from state_differences(state, kept.rows)
    yield from report_differences(state, kept.rows, walk.refused)
    yield from role_differences(state, kept.roles)
    yield from table_differences(state, kept.tables, kept.head[0], walk.notes)
    yield from leaderboard_differences(state, walk.notes)
    yield from grand_mage_differences(event, walk.notes)
