from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.db.models import F, Max, Min, QuerySet

from magistrar_site.shared.models import Fact, FactDetail, Stream
from magistrar_site.shared.models.facts import NO_DIGEST


def head_of(stream: str) -> tuple[int, str]:
    """Number and digest of the newest fact; (0, 64 zeros) of an empty stream."""
    row = Stream.objects.filter(name=stream).values_list("number", "digest").first()
    return row or (0, NO_DIGEST)


def heads_of(streams: Sequence[str]) -> dict[str, int]:
    """Numbers of the newest facts of several streams."""
    return dict(Stream.objects.filter(name__in=streams).values_list("name", "number"))


def streams_to_look_at() -> dict[str, int]:
    """Numbers of the newest facts of the streams that something may not follow yet. An index holds these streams
    alone."""
    return dict(Stream.objects.filter(number__gt=F("followed")).order_by().values_list("name", "number"))


def unfollowed_since() -> datetime | None:
    """The instant of the oldest fact that something may not follow yet; None where everything follows."""
    behind = Fact.objects.filter(stream__number__gt=F("stream__followed"), number=F("stream__followed") + 1)
    found: datetime | None = behind.aggregate(since=Min("at"))["since"]
    return found


def streams_to_tell() -> list[str]:
    """The streams with facts whose news weren't brought on their way. An index holds these streams alone."""
    return list(Stream.objects.filter(number__gt=F("told")).order_by("name").values_list("name", flat=True))


def facts_to_tell(stream: str) -> list[Fact]:
    """The facts of a stream whose news weren't brought on their way, without their details, oldest first."""
    return list(Fact.objects.filter(stream_id=stream, number__gt=F("stream__told")).order_by("number"))


def facts_at(places: Collection[tuple[str, int]]) -> dict[tuple[str, int], Fact]:
    """Facts by stream and number, without their details; those that there are. One query a stream."""
    numbers: dict[str, set[int]] = {}
    for stream, number in places:
        numbers.setdefault(stream, set()).add(number)
    return {
        (stream, fact.number): fact
        for stream, wanted in numbers.items()
        for fact in Fact.objects.filter(stream_id=stream, number__in=wanted)
    }


def newest_facts(kinds: Collection[str], *, streams: Collection[str] | None = None, most: int) -> list[Fact]:
    """The newest facts of some kinds, of all streams or of these, without their details, newest first."""
    facts = Fact.objects.filter(kind__in=list(kinds))
    if streams is not None:
        facts = facts.filter(stream__in=list(streams))
    return list(facts.order_by("-at", "-pk")[:most])


def facts_naming_games(
    streams: Collection[str], *, games: Collection[str], entries: Collection[str], kinds: Collection[str], most: int
) -> list[Fact]:
    """The newest facts of some kinds in these streams about one of the games or one of the entries, newest first."""
    known, mine = set(games), set(entries)
    found: list[Fact] = []
    rows = Fact.objects.filter(stream__in=list(streams), kind__in=list(kinds)).order_by("-at", "-pk")
    for fact in rows.iterator(500):
        if fact.payload.get("game") in known or fact.payload.get("entry") in mine:
            found.append(fact)
            if len(found) == most:
                break
    return found


def newest_of(streams: Sequence[str]) -> dict[str, tuple[int, datetime]]:
    """Number and instant of the newest facts of several streams."""
    newest = Fact.objects.filter(stream__in=streams, number=F("stream__number"))
    return {stream: (number, at) for stream, number, at in newest.values_list("stream", "number", "at")}


def facts_of(stream: str) -> QuerySet[Fact]:
    """All facts of a stream with their details, oldest first."""
    return Fact.objects.filter(stream_id=stream).order_by("number").prefetch_related("details")


def fact_numbered(stream: str, number: int) -> Fact | None:
    """One fact without its details; None where the stream hasn't come so far."""
    return Fact.objects.filter(stream_id=stream, number=number).first()


def times_of_facts(stream: str, numbers: Iterable[int]) -> dict[int, datetime]:
    """The instants of these facts of a stream, by number."""
    rows = Fact.objects.filter(stream_id=stream, number__in=list(numbers))
    return dict(rows.values_list("number", "at"))


def facts_of_kind(stream: str, kind: str) -> QuerySet[Fact]:
    """The facts of one kind of a stream, without their details, oldest first."""
    return facts_of_kinds(stream, [kind])


def facts_of_kinds(stream: str, kinds: Sequence[str]) -> QuerySet[Fact]:
    """The facts of some kinds of a stream, without their details, oldest first."""
    return Fact.objects.filter(stream_id=stream, kind__in=kinds).order_by("number")


def facts_of_kind_in(streams: Iterable[str], kind: str) -> QuerySet[Fact]:
    """The facts of one kind of several streams, without their details, each stream's oldest first."""
    return Fact.objects.filter(stream__in=list(streams), kind=kind).order_by("stream", "number")


def facts_saying(kind: str, **members: str) -> QuerySet[Fact]:
    """The facts of a kind in any stream whose payload has these members."""
    return Fact.objects.filter(kind=kind, **{f"payload__{name}": value for name, value in members.items()}).order_by()


def facts_naming(*, streams: Iterable[str], keys: Collection[str], actors: Collection[str]) -> Iterator[Fact]:
    """The facts of the streams that one of the actors did, or that name one of the keys in their payload, in order."""
    for fact in Fact.objects.filter(stream__in=list(streams)).order_by("stream", "number").iterator(500):
        if fact.actor in actors or fact_names(fact, keys):
            yield fact


def fact_names(fact: Fact, keys: Collection[str]) -> bool:
    """Whether the fact's payload holds one of the keys."""
    said = json.dumps(fact.payload)
    return any(f'"{key}"' in said for key in keys)


def details_of(facts: Iterable[Fact]) -> QuerySet[FactDetail]:
    """The texts beside the facts that weren't erased."""
    pks = [fact.pk for fact in facts]
    return FactDetail.objects.filter(fact__in=pks, erased_at=None).select_related("fact").order_by("pk")


def newest_of_kinds(streams: Sequence[str], kinds: Sequence[str]) -> dict[str, int]:
    """The number of the newest fact of some kinds, by stream; streams without one are left out."""
    rows = Fact.objects.filter(stream__in=streams, kind__in=kinds).order_by().values("stream")
    return dict(rows.annotate(newest=Max("number")).values_list("stream", "newest"))


def fact_times(wanted: Mapping[str, Collection[int]]) -> dict[tuple[str, int], datetime]:
    """The instants of facts, by stream and number."""
    found: dict[tuple[str, int], datetime] = {}
    for stream, numbers in wanted.items():
        rows = Fact.objects.filter(stream_id=stream, number__in=set(numbers)).values_list("number", "at")
        found |= {(stream, number): at for number, at in rows}
    return found
