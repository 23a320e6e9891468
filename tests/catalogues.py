"""Extracts what the interface says and compiles what its translators say to it: `python -m tests.catalogues`.

Babel reads Python, and Django's own `templatize` turns templates into what Babel can read, so that nothing but Python
is needed. docs/translating.md says how to work with it.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "locale"
LANGUAGES = ("de", "nl")
CODE = ("magistrar_site", "games", "ratings", "tournaments", "leagues", "news", "privacy", "moderation", "upkeep")
TEMPLATES = "templates"
HEADER = """\
# The words of Magistrar's interface; docs/translating.md says how they are made and kept.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)  # Babel writes a day: a fixed one makes the same file from the same words
PLAIN, PLURAL, CONTEXT, CONTEXT_PLURAL = None, (1, 2), ((1, "c"), 2), ((1, "c"), 2, 3)
KEYWORDS = {
    name + suffix: positions
    for name, positions in (
        ("gettext", PLAIN),
        ("ngettext", PLURAL),
        ("pgettext", CONTEXT),
        ("npgettext", CONTEXT_PLURAL),
    )
    for suffix in ("", "_lazy")
} | {"_": PLAIN, "gettext_noop": PLAIN, "pgettext_noop": CONTEXT}


@dataclass(frozen=True)
class Said:
    """A message of the sources: its singular, its plural or "", its context, and where it stands."""

    singular: str
    plural: str
    context: str | None
    place: str


def said_in_sources(root: Path = ROOT) -> Iterator[Said]:
    """Every marked message of the code and the templates, in the order of the files."""
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from _said(path.read_text("utf-8"), path.relative_to(root).as_posix())
    for path in [*sorted((root / TEMPLATES).rglob("*.*")), *sorted(root.glob("games/pages/*/templates/**/*.*"))]:
        yield from said_in_template(path.read_text("utf-8"), path.relative_to(root).as_posix())


def said_in_template(source: str, place: str) -> Iterator[Said]:
    """The messages of a Django template. In brackets its blanked text is one expression, however it is indented."""
    yield from _said(f"({templatize(source)}\n)", place)


def _said(source: str, place: str) -> Iterator[Said]:
    reader = io.BytesIO(source.encode())
    for _line, words, _comments, context in extract("python", reader, KEYWORDS, options={"encoding": "utf-8"}):
        singular, plural = (words, "") if isinstance(words, str) else (words[0], words[1])
        if singular:
            yield Said(singular, plural, context, place)


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read_catalogue(language: str) -> Catalog:
    """The translators' catalogue of that language."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def template_catalogue(messages: Iterator[Said]) -> Catalog:
    """What is to be translated, each message with the files that it stands in (no line numbers: they change daily)."""
    found = Catalog(charset="utf-8")
    for said in messages:
        words = (said.singular, said.plural) if said.plural else said.singular
        found.add(words, context=said.context, locations=[(said.place, 0)])
    return found


def update(language: str) -> Catalog:
    """Bring the language's catalogue up to the sources: new messages are empty, those no longer said are dropped."""
    path = po_path(language)
    catalogue = read_catalogue(language) if path.exists() else Catalog(locale=language, charset="utf-8")
    catalogue.update(template_catalogue(said_in_sources()), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    write_catalogue(language, catalogue)
    return catalogue


def write_catalogue(language: str, catalogue: Catalog) -> None:
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(HEADER.format(language=language, plural_forms=catalogue.plural_forms).encode())
        write_po(file, catalogue, width=100, sort_output=True, include_lineno=False, omit_header=True)


def compile_catalogue(language: str) -> None:
    """Write the .mo that Django reads."""
    catalogue = read_catalogue(language)
    catalogue.creation_date = catalogue.revision_date = NO_DAY
    catalogue.last_translator = catalogue.msgid_bugs_address = "-"
    with po_path(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


def compiled_catalogue(language: str) -> Catalog:
    with po_path(language).with_suffix(".mo").open("rb") as file:
        return read_mo(file)


def is_translated(message: Message) -> bool:
    strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    return all(strings) and bool(strings)


def main() -> None:
    for language in LANGUAGES:
        catalogue = update(language)
        compile_catalogue(language)
        missing = [message for message in catalogue if message.id and not is_translated(message)]
        print(f"{language}: {len(catalogue)} messages, {len(missing)} not translated")  # noqa: T201 - a command's answer


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
    django.setup()
    main()
