"""Fixed tables, and players who are kept apart."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid, NotFound
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import Separation
from tournaments.facts.wishes import PairJoined, PairSeparated, TableFixed, TableFreed
from tournaments.models import Entry, Event, FixedTable, SeparatedPair
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import require_event
from tournaments.services.rounds.matches import MOST_TABLES


@transaction.atomic
def table_fix(*, act: Act, event: Event, entry: str, table: int, partner: str = "") -> FixedTable:
    """The entry (by key) always plays at this table, or, with a partner, whenever the two meet. It holds from the next
    pairing on. Set twice is once. Invalid `no_such_table`, `same_entry`, `table_fixed` (somebody else's already)."""
    _lock(act, event)
    if not 1 <= table <= MOST_TABLES:
        raise Invalid(
            "no_such_table",
            _("Tables are numbered from 1 to %(most)d.") % {"most": MOST_TABLES},
            fields={"table": _("Type the number of a table.")},
        )
    one, other = _in_order(event, entry, partner) if partner else (_entry(event, entry), None)
    taken = FixedTable.objects.filter(event=event, table=table, partner=None).exclude(entry=one)
    if other is None and taken.exists():
        raise Invalid(
            "table_fixed", _("This table is somebody else’s already."), fields={"table": _("Choose another.")}
        )
    rows = FixedTable.objects.filter(event=event, entry=one, partner=other)
    before = rows.first()
    if before is not None and before.table == table:
        return before
    fact = TableFixed(entry=one.key, partner=other.key if other else None, table=table)
    fact_append(act=act, stream=event.stream, fact=fact)
    rows.delete()
    return FixedTable.objects.create(event=event, entry=one, partner=other, table=table)


@transaction.atomic
def table_free(*, act: Act, event: Event, entry: str, partner: str = "") -> None:
    """Take a fixed table back. Pressed twice is once."""
    _lock(act, event)
    one, other = _in_order(event, entry, partner) if partner else (_entry(event, entry), None)
    rows = FixedTable.objects.filter(event=event, entry=one, partner=other)
    if rows.exists():
        fact = TableFreed(entry=one.key, partner=other.key if other else None)
        fact_append(act=act, stream=event.stream, fact=fact)
        rows.delete()


@transaction.atomic
def pair_separate(*, act: Act, event: Event, first: str, second: str, how: str) -> SeparatedPair:
    """Keep two entries (by key) apart from the next pairing on: "forbidden" or "avoided". Set twice is once."""
    _lock(act, event)
    if how not in Separation.values:
        raise Invalid("no_such_separation", _("Choose how strictly."), fields={"how": _("Choose one of the list.")})
    one, other = _in_order(event, first, second)
    before = SeparatedPair.objects.filter(first=one, second=other).first()
    if before is not None and before.how == how:
        return before
    fact = PairSeparated(entries=(one.key, other.key), how=Separation(how))
    fact_append(act=act, stream=event.stream, fact=fact)
    found, _made = SeparatedPair.objects.update_or_create(
        event=event, first=one, second=other, defaults={"how": Separation(how)}
    )
    return found


@transaction.atomic
def pair_join(*, act: Act, event: Event, first: str, second: str) -> None:
    """The two may meet again. Pressed twice is once."""
    _lock(act, event)
    one, other = _in_order(event, first, second)
    rows = SeparatedPair.objects.filter(first=one, second=other)
    if rows.exists():
        fact_append(act=act, stream=event.stream, fact=PairJoined(entries=(one.key, other.key)))
        rows.delete()


def _lock(act: Act, event: Event) -> None:
    require_event(act, event, Action.PAIR)
    stream_lock(stream=event.stream)
    refuse_over(Event.objects.get(pk=event.pk))


def _entry(event: Event, key: str) -> Entry:
    found = Entry.objects.filter(event=event, key=key).first()
    if found is None:
        raise NotFound("no_such_entry", _("This player isn’t entered in this event."))
    return found


def _in_order(event: Event, first: str, second: str) -> tuple[Entry, Entry]:
    """Two different entries, in the order in which rows name them."""
    one, other = _entry(event, first), _entry(event, second)
    if one.pk == other.pk:
        raise Invalid("same_entry", _("Choose two different players."))
    return (one, other) if one.pk < other.pk else (other, one)
