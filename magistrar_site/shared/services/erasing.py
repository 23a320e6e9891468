"""Erasing texts that name a person, with their salts. They stand beside the chain: no fact changes."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime

import msgspec
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from magistrar_site.shared.models import DueWork, Fact, FactDetail
from magistrar_site.shared.names import plain_name
from magistrar_site.shared.selectors.facts import fact_names

# Details that a club wrote about itself: its own name, an event's, a season's, a prize's, an edition.
OF_THE_CLUB = frozenset({"name", "title", "data", "place"})
SHORTEST_WORD = 3  # letters: shorter parts of a name ("de", "Li") are words of every other sentence
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")  # words run together


def name_words(names: Iterable[str]) -> frozenset[str]:
    """The folded words by which a text is found to name somebody: the longer words of the names; of a name that has
    none ("Bo Li"), the whole."""
    found = set()
    for name in (plain_name(name) for name in names):
        found |= {word for word in name.split() if len(word) >= SHORTEST_WORD} or ({name} if len(name) > 1 else set())
    return frozenset(found)


def text_mentions(text: str, words: Collection[str]) -> bool:
    """Whether the text holds one of the folded words, also with an "s" behind it ("Annas Uhr"). JSON is read first: it
    may write a letter as a number."""
    if not words:
        return False
    if text.lstrip().startswith(("{", "[")):
        with suppress(msgspec.DecodeError, RecursionError):
            text = " ".join([text, *_strings(msgspec.json.decode(text))])
    # A long text is folded in pieces, as folding cuts what is too long for a name.
    folded = f" {' '.join(plain_name(piece) for piece in text.split())} "
    return any(_holds(folded, word) for word in words)


def _holds(folded: str, word: str) -> bool:
    if any(unicodedata.name(letter, "").startswith(_UNSPACED) for letter in word):
        return word in folded
    return f" {word} " in folded or f" {word}s " in folded


def _strings(value: object) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def details_erase(
    *, streams: Iterable[str], keys: Collection[str], actors: Collection[str], words: Collection[str], at: datetime
) -> list[Fact]:
    """Erase the texts of the streams that belong to a person, and return their facts: texts of facts that name one of
    the keys in their payload, that one of the actors did, or that hold one of the words. What a club calls itself and
    its events stays. Done twice, the second time finds nothing."""
    rows = FactDetail.objects.filter(fact__stream__in=list(streams), erased_at=None).exclude(field__in=OF_THE_CLUB)
    found = [
        row
        for row in rows.select_related("fact").order_by("pk").iterator(500)
        if row.fact.actor in actors or fact_names(row.fact, keys) or text_mentions(row.text, words)
    ]
    facts = {row.fact.pk: row.fact for row in found}
    rows.filter(fact__in=facts).update(salt="", text="", erased_at=at)  # a document's key goes with the document
    return list(facts.values())


def stream_details_erase(*, stream: str, at: datetime) -> None:
    """Erase every text of a stream that is about one person alone, or about a club that is no more."""
    FactDetail.objects.filter(fact__stream=stream, erased_at=None).update(salt="", text="", erased_at=at)


def admin_log_erase(rows: Iterable[Model]) -> None:
    """What the service's staff did with these rows stays in Django's log, without the names that it wrote there."""
    for row in rows:
        kind = ContentType.objects.get_for_model(type(row))
        LogEntry.objects.filter(content_type=kind, object_id=str(row.pk)).update(object_repr="", change_message="")


def errors_erase(words: Collection[str]) -> None:
    """Errors of due work are for whoever mends it, and may quote what was typed."""
    for work in DueWork.objects.exclude(last_error=""):
        if text_mentions(work.last_error, words):
            DueWork.objects.filter(pk=work.pk).update(last_error="")
