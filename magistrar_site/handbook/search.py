"""Search in the handbook: the paragraphs that have all the words, or most of them where none has all. Umlauts may be
written in any way, and a plural finds the singular.

A paragraph is found by its words in any language, those of the reader's first, and shown in the reader's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings

from magistrar_site.handbook.book import Chapter, Section, book
from magistrar_site.shared.names import plain_name

MOST_FOUND, MOST_WORDS, LONGEST_QUERY = 12, 8, 100
EXCERPT = 160  # letters
ENDINGS = ("ing", "es", "en", "s", "n", "e")  # of plurals and verbs, in our languages
LEAST_STEM = 3  # letters that are left without one
IN_TITLE, IN_CHAPTER, OWN_LANGUAGE = 4, 2, 100
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Found:
    """A paragraph, and of its text what is around the words."""

    chapter: Chapter
    section: Section
    excerpt: str


@dataclass(frozen=True)
class _Words:
    """The words of a paragraph as they are searched."""

    all: tuple[str, ...]
    of_title: tuple[str, ...]
    of_chapter: tuple[str, ...]


def search(language: str, query: str) -> list[Found]:
    """What is found for the words, the best first; words may be the beginnings of those in the text."""
    every = dict.fromkeys(word for word in words(query[:LONGEST_QUERY]) if len(word) > 1)  # a letter says nothing
    wanted = tuple(every)[:MOST_WORDS]
    if not wanted:
        return []
    scores: dict[tuple[int, int], tuple[int, int]] = {}
    for each, _name in settings.LANGUAGES:
        for place, section in _index(each).items():
            score = (_how_many(section.all, wanted), _score(section, wanted) + OWN_LANGUAGE * (each == language))
            scores[place] = max(score, scores.get(place, (0, 0)))
    most = max(many for many, _score in scores.values())
    if 2 * most < len(wanted):
        return []
    best = sorted(
        (place for place, (many, _score) in scores.items() if many == most),
        key=lambda place: (-scores[place][1], place),
    )[:MOST_FOUND]
    return [_found(language, place, wanted) for place in best]


def words(text: str) -> tuple[str, ...]:
    """The words, each without letter case and the marks that people leave out."""
    return tuple(plain_name(word) for word in _WORD.findall(text))


@lru_cache(maxsize=8)
def _index(language: str) -> dict[tuple[int, int], _Words]:
    """The words of each paragraph, by the numbers of chapter and paragraph, which are the same in all languages."""
    return {
        (number, at): _Words(
            (*words(chapter.title), *words(section.title), *words(section.text)),
            words(section.title),
            words(chapter.title),
        )
        for number, chapter in enumerate(book(language))
        for at, section in enumerate(chapter.sections)
    }


def _stems(wanted: str) -> tuple[str, ...]:
    """The beginnings that a word of the text may have: the word that is wanted, and it without such an ending."""
    cut = (wanted.removesuffix(ending) for ending in ENDINGS if wanted.endswith(ending))
    return (wanted, *(stem for stem in cut if len(stem) >= LEAST_STEM))


def _has(found: tuple[str, ...], wanted: str) -> bool:
    stems = _stems(wanted)
    return any(word.startswith(stems) for word in found)


def _how_many(found: tuple[str, ...], wanted: tuple[str, ...]) -> int:
    return sum(_has(found, each) for each in wanted)


def _score(section: _Words, wanted: tuple[str, ...]) -> int:
    return sum(
        weight
        for each in wanted
        for weight, found in ((1, section.all), (IN_TITLE, section.of_title), (IN_CHAPTER, section.of_chapter))
        if _has(found, each)
    )


def _found(language: str, place: tuple[int, int], wanted: tuple[str, ...]) -> Found:
    chapter = book(language)[place[0]]
    section = chapter.sections[place[1]]
    return Found(chapter, section, _excerpt(section.text, wanted))


def _excerpt(text: str, wanted: tuple[str, ...]) -> str:
    at = next(_places(text, wanted), 0)
    start = text.rfind(" ", 0, max(0, at - EXCERPT // 3)) + 1
    end = text.find(" ", start + EXCERPT)
    end = len(text) if end < 0 else end
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


def _places(text: str, wanted: tuple[str, ...]) -> Iterator[int]:
    """Where the words stand in the text."""
    stems = tuple(stem for each in wanted for stem in _stems(each))
    for match in _WORD.finditer(text):
        if any(word.startswith(stems) for word in words(match[0])):
            yield match.start()
