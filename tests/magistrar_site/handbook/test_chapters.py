"""The chapters in docs/handbook: the same in all languages, and true to the pages that they describe."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.urls import reverse
from PIL import Image

from magistrar_site.handbook.book import FOLDER, PICTURE_SCALE, Chapter, book, source_of
from magistrar_site.handbook.chapters import CHAPTERS
from tests.catalogues import LOCALE
from tests.handbook_pictures import PICTURES

LANGUAGES = ("en", "de", "nl")
CASES = [(language, slug) for slug in CHAPTERS for language in LANGUAGES]
MOST_BYTES = 2_000_000
LABEL = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)]+)\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(\.\./pictures/([^)]+)\)")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")
# What is said of a label must be more than what a page fills in.
LEAST_SAID = 0.5


@dataclass(frozen=True)
class Sayings:
    """What the interface says in a language: the numbers of the messages by what stands on the page, and those that a
    page fills in, as patterns."""

    whole: Mapping[str, set[str]]
    filled: Sequence[tuple[re.Pattern[str], int, str]]

    def messages_of(self, label: str) -> set[str]:
        """The messages (in English) that may stand on a page as this label."""
        whole = self.whole.get(label, set())
        return whole | {
            message
            for pattern, said, message in self.filled
            if said >= LEAST_SAID * len(label) and pattern.fullmatch(label)
        }


@lru_cache(maxsize=3)
def sayings(language: str) -> Sayings:
    """From the catalogues, which hold all that the sources say (tests/test_translations.py); the English is in each."""
    whole: dict[str, set[str]] = defaultdict(set)
    filled = []
    with (LOCALE / (language if language != "en" else "de") / "LC_MESSAGES" / "django.po").open("rb") as file:
        for message in read_po(file):
            said = message.id if language == "en" else message.string
            name = message.id if isinstance(message.id, str) else message.id[0]
            for form in (said,) if isinstance(said, str) else said:
                whole[form].add(name)
                if PLACEHOLDER.search(form):
                    parts = PLACEHOLDER.split(form)[::2]
                    pattern = r"\S+?".join(re.escape(part.replace("%%", "%")) for part in parts)
                    filled.append((re.compile(pattern), sum(map(len, parts)), name))
    return Sayings(whole, filled)


def labels(source: str) -> list[str]:
    return [" ".join(label.split()) for label in LABEL.findall(source)]


@pytest.mark.parametrize(("language", "slug"), CASES)
def test_each_label_is_on_a_page(language: str, slug: str) -> None:
    said = sayings(language)
    assert [label for label in labels(source_of(language, slug)) if not said.messages_of(label)] == []


def _label_messages(language: str, slug: str) -> list[set[str]]:
    return [sayings(language).messages_of(label) for label in labels(source_of(language, slug))]


@pytest.mark.parametrize("slug", CHAPTERS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_quote_the_same_labels(language: str, slug: str) -> None:
    """Each label of the English chapter is there in translation, and no other."""
    english, other = _label_messages("en", slug), _label_messages(language, slug)
    names = {"en": labels(source_of("en", slug)), language: labels(source_of(language, slug))}
    missing = [names["en"][at] for at, each in enumerate(english) if not any(each & one for one in other)]
    added = [names[language][at] for at, each in enumerate(other) if not any(each & one for one in english)]
    assert (missing, added) == ([], [])


def shape(chapter: Chapter) -> list[tuple[str, int, int, int]]:
    """What the languages share: the anchors, and how many paragraphs, items and rows stand under each."""
    return [
        (each.anchor, each.html.count("<p>"), each.html.count("<li>"), each.html.count("<tr>"))
        for each in chapter.sections
    ]


@pytest.mark.parametrize("slug", CHAPTERS)
def test_languages_have_the_same_paragraphs(slug: str) -> None:
    english, german, dutch = (shape(book(language)[CHAPTERS.index(slug)]) for language in LANGUAGES)
    assert english == german == dutch


def test_every_file_is_a_chapter() -> None:
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.md")}
    assert files == {f"{language}/{slug}.md" for language, slug in CASES}


def _targets(language: str, slug: str) -> Iterator[str]:
    yield from LINK.findall(source_of(language, slug))


@pytest.mark.parametrize(("language", "slug"), CASES)
def test_each_link_leads_somewhere(language: str, slug: str) -> None:
    anchors = {chapter.slug: {section.anchor for section in chapter.sections} for chapter in book(language)}
    lost = []
    for target in _targets(language, slug):
        file, _hash, anchor = target.partition("#")
        if file.startswith("/"):
            lost += [] if Client().get(file).status_code == HTTPStatus.OK else [target]
        elif (chapter := file.removesuffix(".md")) not in anchors or (anchor and anchor not in anchors[chapter]):
            lost.append(target)
    assert lost == []


def test_languages_link_to_the_same() -> None:
    for slug in CHAPTERS:
        english, german, dutch = (sorted(_targets(language, slug)) for language in LANGUAGES)
        assert english == german == dutch


def test_pictures_are_there_in_each_language() -> None:
    shown = {file for language, slug in CASES for _alt, file in PICTURE.findall(source_of(language, slug))}
    there = {path.relative_to(FOLDER / "pictures").as_posix() for path in (FOLDER / "pictures").rglob("*.webp")}
    assert shown == there == {f"{language}/{name}.webp" for name in PICTURES for language in LANGUAGES}
    for language, slug in CASES:
        assert all(file.startswith(f"{language}/") for _alt, file in PICTURE.findall(source_of(language, slug)))


def test_pictures_are_small_and_described() -> None:
    files: list[Path] = sorted((FOLDER / "pictures").rglob("*.webp"))
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    for path in files:
        with Image.open(path) as picture:
            assert (picture.format, picture.width % PICTURE_SCALE) == ("WEBP", 0)
    assert all(alt for language, slug in CASES for alt, _file in PICTURE.findall(source_of(language, slug)))


def test_chapter_addresses() -> None:
    assert reverse("handbook:chapter", args=["trouble"]) == "/help/trouble/"
