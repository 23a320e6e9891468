"""Appending facts and proving their chain."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.facts import FactPayload
from magistrar_site.shared.models import Fact, FactDetail, Stream
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.texts import storable_text

Payload = Mapping[str, Any]
OF_A_PLAYER = "player:"


def stream_name(kind: str, key: str) -> str:
    """The name of a stream: "event:KEY", "player:KEY", "club:KEY"."""
    return f"{kind}:{key}"


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and nothing to spare: the bytes that are digested."""
    return msgspec.json.encode(value, order="sorted")


def fact_digest(
    *, stream: str, number: int, kind: str, payload: Payload, actor: str, at: datetime, previous: str
) -> str:
    """SHA-256 (hex) over everything that a fact says and the digest of the one before. `at` counts in whole
    microseconds of UTC, which both databases keep."""
    instant = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return hashlib.sha256(canonical([stream, number, kind, payload, actor, instant, previous])).hexdigest()


def detail_digest(salt: str, text: str) -> str:
    """The digest that the payload holds in place of a text: SHA-256 (hex) of salt and text."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def stream_lock(*, stream: str, expected_number: int | None = None) -> Stream:
    """The stream's row, locked until the transaction ends (PostgreSQL: row lock; SQLite: the write lock that an
    immediate transaction holds anyway). Made where it is missing.

    `expected_number` is compare-and-set: the number of the newest fact that the caller has seen; DomainError `stale`
    where something happened since.
    """
    with _refusable(expected_number):
        locked = Stream.objects.select_for_update().filter(name=stream)
        head = locked.first()
        if head is None:
            Stream.objects.get_or_create(name=stream)
            head = locked.get()
        if expected_number is not None and head.number != expected_number:
            raise DomainError("stale", _("Something changed in the meantime. Look again, then try once more."))
        return head


def _refusable(expected_number: int | None) -> AbstractContextManager[None]:
    """A part of a transaction that can be refused by itself only where a number is expected: else a savepoint would be
    two more statements for nothing."""
    return transaction.atomic(savepoint=expected_number is not None)


def fact_append(
    *,
    act: Act,
    stream: str,
    fact: FactPayload,
    details: Mapping[str, str] | None = None,
    expected_number: int | None = None,
    seen: Stream | None = None,
) -> Fact:
    """Append a fact to a stream, with its details beside the chain. The reason of the act becomes the detail "why".
    The payload of a secret kind gets a salt: its digest is public, and without one a stranger could try everything
    that the fact may say until the digest fits. DomainError `stale` where `expected_number` isn't the newest fact's
    (see `stream_lock`).

    `seen` is the stream's head as the caller has just read it without a lock. Where nothing came after it, the
    statement that moves the head on is the one that locks it; else the head is locked and read again.
    """
    with _refusable(expected_number):
        texts = {name: storable_text(text) for name, text in {**(details or {}), "why": act.why}.items() if text}
        salts = {name: act.ids.salt() for name in sorted(texts)}
        payload = {**fact.payload(), "salt": act.ids.salt()} if fact.is_secret else fact.payload()
        if texts:
            payload["details"] = {name: detail_digest(salts[name], texts[name]) for name in sorted(texts)}
        row = _row_after(seen, act, fact, payload) if seen is not None else None
        if row is None or not _moved_on(row):
            row = _row_after(stream_lock(stream=stream, expected_number=expected_number), act, fact, payload)
            Stream.objects.filter(name=stream).update(number=row.number, digest=row.digest)
        row.save()
        FactDetail.objects.bulk_create(
            FactDetail(fact=row, field=name, salt=salts[name], text=texts[name]) for name in sorted(texts)
        )
        if stream.startswith(OF_A_PLAYER):
            public_epoch_begin()  # it may be about the name that pages show
        return row


def _moved_on(row: Fact) -> bool:
    """Whether the fact's stream still stood where the fact goes on; then it is locked, and the fact is its newest."""
    before = Stream.objects.filter(name=row.stream_id, number=row.number - 1)
    return bool(before.update(number=row.number, digest=row.digest))


@transaction.atomic
def facts_append(*, act: Act, stream: str, facts: Sequence[FactPayload]) -> int:
    """Append many facts without details, in order, at the cost of a few; returns the number of the
    newest. The act's reason isn't kept: facts with one are appended one by one."""
    head = stream_lock(stream=stream)
    rows = []
    for fact in facts:
        row = _row_after(head, act, fact)
        rows.append(row)
        head.number, head.digest = row.number, row.digest
    Fact.objects.bulk_create(rows, batch_size=500)
    head.save(update_fields=["number", "digest"])
    return head.number


@transaction.atomic
def streams_begin(*, act: Act, facts: Mapping[str, FactPayload]) -> None:
    """The first fact of many new streams, by the stream's name."""
    heads = [Stream(name=stream) for stream in facts]
    rows = [_row_after(head, act, facts[head.name]) for head in heads]
    for head, row in zip(heads, rows, strict=True):
        head.number, head.digest = row.number, row.digest
    Stream.objects.bulk_create(heads, batch_size=500)
    Fact.objects.bulk_create(rows, batch_size=500)


@transaction.atomic
def streams_followed(*, heads: Mapping[str, int]) -> None:
    """Note that all that is derived follows these streams up to these facts. Those that got another since, or get one
    just now, are looked at again."""
    skips = connection.features.has_select_for_update_skip_locked
    names = list(heads)
    for first in range(0, len(names), 500):
        locked = Stream.objects.select_for_update(skip_locked=skips).filter(name__in=names[first : first + 500])
        found = [name for name, number in locked.values_list("name", "number") if number == heads[name]]
        Stream.objects.filter(name__in=found).update(followed=F("number"))


@transaction.atomic
def streams_told(*, heads: Mapping[str, int]) -> None:
    """Note that the news of these streams were brought on their way up to these facts. A stream that gets another fact
    just now is left as it is: telling twice does nothing twice."""
    skips = connection.features.has_select_for_update_skip_locked
    locked = Stream.objects.select_for_update(skip_locked=skips).filter(name__in=list(heads))
    for name, told in locked.values_list("name", "told"):
        Stream.objects.filter(name=name).update(told=max(told, heads[name]))


def _row_after(head: Stream, act: Act, fact: FactPayload, payload: Payload | None = None) -> Fact:
    """The fact that comes next in a stream; `payload` where it isn't just what the fact says."""
    number, actor, full = head.number + 1, str(act.actor), fact.payload() if payload is None else payload
    digest = fact_digest(
        stream=head.name, number=number, kind=fact.kind, payload=full, actor=actor, at=act.at, previous=head.digest
    )
    return Fact(
        stream=head,
        number=number,
        kind=fact.kind,
        payload=full,
        actor=actor,
        at=act.at,
        previous=head.digest,
        digest=digest,
    )


def detail_erase(*, detail: FactDetail, at: datetime) -> None:
    """Erase a text for good. The chain stays whole: the payload keeps a digest that nobody can reverse without the
    salt."""
    FactDetail.objects.filter(pk=detail.pk).update(salt="", text="", erased_at=at)
