"""All that the database holds of a person, as one readable document. It follows the list of columns."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db.models import Model, Q

from leagues.selectors.mentions import league_mentions_of
from magistrar_site.shared.selectors.facts import details_of, facts_naming
from magistrar_site.shared.selectors.mail import mails_to
from magistrar_site.shared.services.facts import stream_name
from privacy.selectors.columns import TABLES, Table
from tournaments.selectors.mentions import Mentions, entries_of_player, mentions_of

if TYPE_CHECKING:
    from games.models import Player
    from magistrar_site.accounts.models import User

FORMAT = "magistrar-person/1"
ABOUT = (
    "Everything that this service holds of you, section by section; each line of a section is one row of its database. "
    "Times are in UTC. Other players stand under the name that the public reads. Passwords and keys are left out."
)


def person_document(*, player: Player | None, user: User | None, at: datetime) -> dict[str, Any]:
    """The export of a player, of an account, or of both together."""
    traces = mentions_of(player) if player is not None else Mentions(frozenset(), frozenset(), frozenset())
    if player is not None:
        traces = traces.with_others(league_mentions_of(player))
    entries = list(entries_of_player(player)) if player is not None else []
    actors = traces.actors | ({f"user:{user.key}"} if user is not None else frozenset())
    values: Mapping[str, list[Any]] = {
        "player": [player.pk] if player is not None else [],
        "user": [user.pk] if user is not None else [],
        "key": [each.key for each in (player, user) if each is not None],
        "entry": [entry.pk for entry in entries],
        "entry_key": [entry.key for entry in entries],
        "actor": sorted(actors),
    }
    sections = {
        table.section: [_row(row, table) for row in _rows(label, table, values)]
        for label, table in TABLES.items()
        if table.of
    }
    streams = [*traces.streams, *([stream_name("player", player.key)] if player is not None else [])]
    facts = list(facts_naming(streams=streams, keys=traces.keys, actors=actors))
    sections["facts"] = [_row(fact, TABLES["shared.Fact"]) for fact in facts]
    sections["texts_of_facts"] = [
        _row(detail, TABLES["shared.FactDetail"]) | {"fact": str(detail.fact)} for detail in details_of(facts)
    ]
    sections["sessions"] = [{"expire_date": row.expire_date.isoformat()} for row in _sessions(user)]
    mails = mails_to(user.email) if user is not None else []
    sections["mails_on_their_way"] = [_row(mail, TABLES["shared.OutgoingMail"]) for mail in mails]
    return {
        "format": FORMAT,
        "about": ABOUT,
        "made_at": at.isoformat(),
        **{name: rows for name, rows in sections.items() if rows},
    }


def _rows(label: str, table: Table, values: Mapping[str, list[Any]]) -> Iterable[Model]:
    model: Any = apps.get_model(label)
    lookups = [Q(**{f"{path}__in": values[whom]}) for path, whom in table.of.items() if values[whom]]
    if not lookups:
        return []
    pks = model.objects.filter(reduce(or_, lookups)).order_by().values("pk")
    rows: Iterable[Model] = model.objects.filter(pk__in=pks).order_by("pk")
    return rows


def _sessions(user: User | None) -> Iterator[Session]:
    for session in Session.objects.iterator(500) if user is not None else ():
        if user is not None and str(session.get_decoded().get("_auth_user_id", "")) == str(user.pk):
            yield session


def _row(row: Model, table: Table) -> dict[str, Any]:
    """The row's columns by name, without the database's own numbers and without secrets."""
    columns = [column for column in row._meta.concrete_fields if not column.primary_key or column.name != "id"]
    return {column.name: _said(getattr(row, column.name)) for column in columns if column.name not in table.secret}


def _said(value: Any) -> Any:
    """A value as JSON has it: another row by what people call it, else by its key."""
    if isinstance(value, Model):
        for name in ("public_name", "name", "key"):
            if getattr(value, name, ""):
                return getattr(value, name)
        return str(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bytes | memoryview):
        return _text(bytes(value))
    return value


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return f"base64:{base64.b64encode(data).decode()}"
