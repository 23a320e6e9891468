"""A stream's facts as plain values: read, proven to be a whole chain, and written where they weren't."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction

from magistrar_site.shared.facts import Detail, Difference, FactValue
from magistrar_site.shared.models import Fact, FactDetail, Stream
from magistrar_site.shared.models.facts import NO_DIGEST
from magistrar_site.shared.selectors.facts import facts_of
from magistrar_site.shared.services.facts import detail_digest, fact_digest

BATCH = 500


def facts_read(stream: str) -> list[FactValue]:
    """All facts of a stream of this service, oldest first."""
    return [_fact_value(row) for row in facts_of(stream).iterator(chunk_size=BATCH)]


def facts_up_to(stream: str, number: int) -> Iterator[FactValue]:
    """The same up to that number, some at a time: a long chain is never held whole."""
    for first in range(1, number + 1, BATCH):
        for row in facts_of(stream).filter(number__gte=first, number__lt=min(first + BATCH, number + 1)):
            yield _fact_value(row)


def _fact_value(row: Fact) -> FactValue:
    return FactValue(
        number=row.number,
        kind=row.kind,
        payload=row.payload,
        actor=row.actor,
        at=row.at,
        previous=row.previous,
        digest=row.digest,
        details={
            detail.field: Detail(detail.salt, detail.text) if detail.salt else Detail(None, None, detail.erased_at)
            for detail in row.details.all()
        },
    )


@transaction.atomic
def facts_restore(*, stream: str, facts: Sequence[FactValue]) -> None:
    """Write a whole chain that comes from elsewhere, as it is: numbers, digests, details. IntegrityError where the
    stream has facts already. The caller has seen that `chain_differences` finds none."""
    newest = facts[-1]
    # What happened elsewhere is no news here.
    head = Stream.objects.create(name=stream, number=newest.number, digest=newest.digest, told=newest.number)
    rows = {
        fact.number: Fact(
            stream=head,
            number=fact.number,
            kind=fact.kind,
            payload=fact.payload,
            actor=fact.actor,
            at=fact.at,
            previous=fact.previous,
            digest=fact.digest,
        )
        for fact in facts
    }
    Fact.objects.bulk_create(rows.values(), batch_size=BATCH)
    FactDetail.objects.bulk_create(
        (
            FactDetail(
                fact=rows[fact.number],
                field=name,
                salt=detail.salt or "",
                text=detail.text or "",
                erased_at=detail.erased_at,
            )
            for fact in facts
            for name, detail in fact.details.items()
        ),
        batch_size=BATCH,
    )


def chain_differences(
    stream: str, facts: Sequence[FactValue], head: tuple[int, str], *, is_public: bool = False
) -> Iterator[Difference]:
    """The breaks of the chain, from the first fact on: numbers, the digest of the one before, the fact's own digest,
    and those of its details. `head` is what the newest fact should be: its number and digest. `is_public`: the facts
    are as everybody may see them, some redacted and all without details."""
    previous = NO_DIGEST
    for number, fact in enumerate(facts, 1):
        if fact.number != number:
            yield Difference(number, "number of the fact", str(number), str(fact.number))
            return
        if fact.previous != previous:
            yield Difference(number, "digest of the fact before", previous, fact.previous)
        if not fact.redacted:
            own = fact_digest(
                stream=stream,
                number=fact.number,
                kind=fact.kind,
                payload=fact.payload,
                actor=fact.actor,
                at=fact.at,
                previous=fact.previous,
            )
            if own != fact.digest:
                yield Difference(number, f"digest of {fact.kind}", own, fact.digest)
        if not is_public:
            yield from _detail_differences(fact)
        previous = fact.digest
    if head != (len(facts), previous):
        yield Difference(len(facts), "head of the chain", f"{head[0]} {head[1]}", f"{len(facts)} {previous}")


def _detail_differences(fact: FactValue) -> Iterator[Difference]:
    said = fact.payload.get("details", {})
    digests = said if isinstance(said, dict) else {}
    for name in sorted({*digests, *fact.details}):
        detail, digest = fact.details.get(name), digests.get(name)
        if detail is None:
            yield Difference(fact.number, f"detail {name}", "a text, or that it was erased", "nothing")
        elif digest is None:
            yield Difference(fact.number, f"detail {name}", "nothing, as the fact has no such detail", "a text")
        elif detail.text is not None and detail_digest(detail.salt or "", detail.text) != digest:
            found = detail_digest(detail.salt or "", detail.text)
            yield Difference(fact.number, f"digest of detail {name}", str(digest), found)
