"""The chapters as HTML. They are ours and come with the code, so each process reads them once and keeps them.

The chapters of all languages have the same headings in the same order: a paragraph's anchor is its English heading, so
that its address stays when a reader changes the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from PIL import Image

from magistrar_site.handbook.chapters import CHAPTERS

FOLDER: Path = settings.BASE_DIR / "docs" / "handbook"
PICTURES = "handbook"  # where docs/handbook/pictures is among the static files
PICTURE_SCALE = 2  # pixels of a picture for each that it takes on the page
ENGLISH = "en"
_CHAPTER_LINK = re.compile(r"(?P<chapter>[a-z-]+)\.md(?P<anchor>#[a-z-]+)?")


@dataclass(frozen=True)
class Section:
    """What stands under a heading; `anchor` and `title` are empty before the first one."""

    anchor: str
    title: str
    html: SafeString
    text: str


@dataclass(frozen=True)
class Chapter:
    slug: str
    title: str
    sections: tuple[Section, ...]

    @property
    def headed(self) -> tuple[Section, ...]:
        return tuple(section for section in self.sections if section.title)

    @property
    def lead(self) -> str:
        """What it is about, for the contents: its first sentence, before any heading."""
        return self.sections[0].text.partition(". ")[0].rstrip(".") + "."


def _picture(self: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: object) -> str:
    """A picture in the size that it takes, and a link to it alone."""
    file = str(tokens[at].attrs["src"]).removeprefix("../pictures/")
    with Image.open(FOLDER / "pictures" / file) as picture:
        width, height = (side // PICTURE_SCALE for side in picture.size)
    address = escape(static(f"{PICTURES}/{file}"))
    alt = escape(tokens[at].content)
    size = f'width="{width}" height="{height}"'
    return f'<a class="shot" href="{address}"><img src="{address}" {size} loading="lazy" alt="{alt}"></a>'


def _table(self: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: dict[str, str]) -> str:
    """A table that scrolls by itself where the screen is narrow."""
    if tokens[at].nesting < 0:
        return "</table></div>"
    return f'<div class="table-scroll" tabindex="0" role="region" aria-label="{escape(env["title"])}"><table>'


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.add_render_rule("image", _picture)
_MARKDOWN.add_render_rule("table_open", _table)
_MARKDOWN.add_render_rule("table_close", _table)


@lru_cache(maxsize=8)
def book(language: str) -> tuple[Chapter, ...]:
    """All chapters in a language, in their order."""
    return tuple(_chapter(slug, language) for slug in CHAPTERS)


def chapter_in(language: str, slug: str) -> Chapter | None:
    return next((each for each in book(language) if each.slug == slug), None)


def source_of(language: str, slug: str) -> str:
    return (FOLDER / language / f"{slug}.md").read_text(encoding="utf-8")


def _chapter(slug: str, language: str) -> Chapter:
    parts = list(_parts(source_of(language, slug)))
    english = parts if language == ENGLISH else list(_parts(source_of(ENGLISH, slug)))
    sections = (
        _section(slugify(heading), title, tokens)
        for (title, tokens), (heading, _tokens) in zip(parts[1:], english[1:], strict=True)
    )
    return Chapter(slug, parts[0][0], tuple(section for section in sections if section.html))


def _parts(source: str) -> Iterator[tuple[str, list[Token]]]:
    """The chapter's title without anything, what stands before the first heading, and each heading (##) with what
    follows."""
    tokens = _MARKDOWN.parse(source)
    yield tokens[1].content, []
    starts = [3, *(at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2")]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        is_headed = start in starts[1:]
        yield (tokens[start + 1].content, tokens[start + 3 : end]) if is_headed else ("", tokens[start:end])


def _section(anchor: str, title: str, tokens: list[Token]) -> Section:
    for token in tokens:
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrs["href"] = _address(str(inner.attrs["href"]))
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {"title": title})
    text = " ".join(strip_tags(re.sub(r"</(p|li|td|th|h3)>", " ", html)).split())
    return Section(anchor, title, mark_safe(html), text)  # rendered without HTML from texts of ours


def _address(link: str) -> str:
    """A link between two chapters as it is on the site; others as they are."""
    found = _CHAPTER_LINK.fullmatch(link)
    return reverse("handbook:chapter", args=[found["chapter"]]) + (found["anchor"] or "") if found else link
