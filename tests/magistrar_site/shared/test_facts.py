from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from magistrar_site.shared.acts import Act, Actor, SeededIds
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.facts import FactPayload
from magistrar_site.shared.models import Fact, FactDetail
from magistrar_site.shared.selectors.facts import facts_of, head_of
from magistrar_site.shared.services.facts import detail_digest, detail_erase, fact_append, fact_digest

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

AT = datetime(2026, 3, 6, 19, 0, 0, 123456, tzinfo=UTC)
STREAM = "event:abc"


def act(why: str = "") -> Act:
    return Act(Actor("user", "u1"), AT, SeededIds(random.Random(7)), why)


class Happened(FactPayload, frozen=True, kw_only=True):
    kind = "thing.happened"

    n: int = 0
    b: tuple[int | None, ...] = (1, None)
    a: str = "ü"


def recomputed(fact: Fact) -> str:
    return fact_digest(
        stream=fact.stream_id,
        number=fact.number,
        kind=fact.kind,
        payload=fact.payload,
        actor=fact.actor,
        at=fact.at,
        previous=fact.previous,
    )


def test_facts_of_a_stream_form_a_chain() -> None:
    for number in range(1, 4):
        fact_append(act=act(), stream=STREAM, fact=Happened(n=number))

    facts = list(facts_of(STREAM))

    assert [fact.number for fact in facts] == [1, 2, 3]
    assert facts[0].previous == "0" * 64
    assert [fact.previous for fact in facts[1:]] == [fact.digest for fact in facts[:-1]]
    assert [recomputed(fact) for fact in facts] == [fact.digest for fact in facts]
    assert head_of(STREAM) == (3, facts[-1].digest)


def test_streams_are_counted_apart() -> None:
    fact_append(act=act(), stream="event:a", fact=Happened())
    fact_append(act=act(), stream="event:b", fact=Happened())

    assert (head_of("event:a")[0], head_of("event:b")[0], head_of("event:c")) == (1, 1, (0, "0" * 64))


def test_reason_and_details_stand_beside_the_chain_and_can_be_erased() -> None:
    fact = fact_append(act=act("He was late"), stream=STREAM, fact=Happened(n=1), details={"name": "Anna"})

    details = {detail.field: detail for detail in FactDetail.objects.filter(fact=fact)}
    assert {field: detail.text for field, detail in details.items()} == {"name": "Anna", "why": "He was late"}
    assert fact.payload["details"] == {
        field: detail_digest(detail.salt, detail.text) for field, detail in details.items()
    }
    assert "Anna" not in str(fact.payload)

    detail_erase(detail=details["name"], at=AT)

    erased = FactDetail.objects.get(pk=details["name"].pk)
    assert (erased.text, erased.salt, erased.erased_at) == ("", "", AT)
    assert recomputed(Fact.objects.get(pk=fact.pk)) == fact.digest


def test_append_refuses_when_something_happened_since_the_expected_number() -> None:
    fact_append(act=act(), stream=STREAM, fact=Happened(), expected_number=0)

    with pytest.raises(DomainError) as refused:
        fact_append(act=act(), stream=STREAM, fact=Happened(), expected_number=0)

    assert refused.value.code == "stale"
    assert head_of(STREAM)[0] == 1


def test_fact_is_never_changed_nor_deleted() -> None:
    fact = fact_append(act=act(), stream=STREAM, fact=Happened())

    with pytest.raises(TypeError):
        fact.save()
    with pytest.raises(TypeError):
        fact.delete()


def test_number_stands_once_in_a_stream() -> None:
    fact = fact_append(act=act(), stream=STREAM, fact=Happened())

    with pytest.raises(IntegrityError), transaction.atomic():
        Fact.objects.create(
            stream_id=STREAM, number=1, kind="k", payload={}, actor="x", at=AT, previous=fact.previous, digest="f" * 64
        )


def test_every_member_of_a_fact_changes_its_digest() -> None:
    base: dict[str, Any] = {
        "stream": "s",
        "number": 1,
        "kind": "k",
        "payload": {"a": 1},
        "actor": "u",
        "at": AT,
        "previous": "0" * 64,
    }
    changes: dict[str, Any] = {
        "stream": "t",
        "number": 2,
        "kind": "l",
        "payload": {"a": 2},
        "actor": "v",
        "at": AT.replace(microsecond=1),
        "previous": "1" * 64,
    }

    digests = {fact_digest(**{**base, name: value}) for name, value in changes.items()} | {fact_digest(**base)}

    assert len(digests) == len(changes) + 1
