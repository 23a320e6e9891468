"""Finding people, clubs and events by what somebody types: without regard to case, umlauts and the order of words, and
with small slips. The same on every database: it compares stored folded names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce
from operator import and_, or_

from django.db.models import Q, QuerySet

from games.models import Player
from magistrar_site.shared.names import fold_name, undotted
from magistrar_site.shared.spelling import Spelling, pieces

MOST_CANDIDATES = 5000
FOLDED = "folded_name"
BY_NAME = ("folded_name", "key")
_PLAIN_VOWEL = re.compile(r"[aou](?!e)")
_UMLAUT = re.compile(r"[aou]e")


def holds_words(field: str, query: str) -> Q | None:
    """That a folded field holds every word of the query, in any order, also where dots of its umlauts weren't typed;
    None for a query without words. Players' names have a field of their own for that: what is found here is what a
    list of names asks about (`games.selectors.players.players_called`)."""
    conditions = [_holds(field, word) for word in fold_name(query).split()]
    return reduce(and_, conditions) if conditions else None


def _holds(field: str, word: str) -> Q:
    if not field.endswith(FOLDED):
        return reduce(or_, (Q(**{f"{field}__contains": spelling}) for spelling in _spellings(word)))
    plain = field.removesuffix(FOLDED) + "plain_name"
    return Q(**{f"{field}__contains": word}) | Q(**{f"{plain}__contains": undotted(word)})


def says_words(text: str, query: str) -> bool:
    """As `holds_words`, of a folded text at hand."""
    words = fold_name(query).split()
    return bool(words) and all(any(spelling in text for spelling in _spellings(word)) for word in words)


def _spellings(word: str) -> list[str]:
    """A folded word, and as it would be if one of its vowels, or all, had been an umlaut: "lowen" may be "loewen". Who
    wrote one umlaut out, or typed it, meant no other."""
    if _UMLAUT.search(word):
        return [word]
    places = [vowel.start() for vowel in _PLAIN_VOWEL.finditer(word)]
    single = [f"{word[: at + 1]}e{word[at + 1 :]}" for at in places]
    return list(dict.fromkeys([word, *single, _PLAIN_VOWEL.sub(r"\g<0>e", word)]))


def may_be_close(field: str, query: str) -> Q | None:
    """That a folded field may hold every word of the query with a slip: it has a piece of each that a slip left whole.
    None where the query `leaves_room` for none."""
    if not leaves_room(query):
        return None
    conditions = []
    for word in fold_name(query).split():
        parts = {spelling for part in pieces(word) or [word] for spelling in _spellings(part)}
        conditions.append(reduce(or_, (Q(**{f"{field}__contains": part}) for part in sorted(parts))))
    return reduce(and_, conditions)


def leaves_room(query: str) -> bool:
    """Whether a word of the query is long enough for a slip in it to be told from another word."""
    return any(pieces(word) for word in fold_name(query).split())


def players_spelt(query: str) -> QuerySet[Player]:
    """Players whose name holds the words; none who hide it."""
    condition = holds_words("folded_name", query)
    return Player.objects.filter(condition, hides_name=False) if condition else Player.objects.none()


def players_matching(query: str, *, limit: int = 20) -> QuerySet[Player]:
    """Public search for players: those whose name holds the words, with their clubs. The keys are found in an index."""
    found = players_spelt(query).order_by(*BY_NAME).values("pk")[:limit]
    return Player.objects.filter(pk__in=found).select_related("club").order_by(*BY_NAME)


def players_close(query: str, *, limit: int = 20) -> list[Player]:
    """Players whose name is close to what was typed, the closest first, with their clubs: for when nobody is called as
    it is spelt."""
    condition = may_be_close("folded_name", query)
    if condition is None:
        return []
    names = Player.objects.filter(condition, hides_name=False).order_by(*BY_NAME).values_list("pk", "folded_name")
    closest = closest_names(query, names[:MOST_CANDIDATES], limit=limit)
    players = Player.objects.select_related("club").in_bulk(closest)
    return [players[pk] for pk in closest]


def closest_names(query: str, names: Iterable[tuple[int, str]], *, limit: int) -> list[int]:
    """The primary keys of those folded names that are close to the query, the closest first."""
    spelling = Spelling(fold_name(query))
    ranked = sorted((slips, name, pk) for pk, name in names if (slips := spelling.slips(name)) is not None)
    return [pk for _slips, _name, pk in ranked[:limit]]
