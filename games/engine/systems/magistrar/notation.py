"""The text notation: a document that people type, read aloud and paste into a mail. Grammar: docs/formats/notation.md.

Lossless both ways: `parse_notation(format_notation(document)) == document`, `meta` included; comments of a text are
kept in `meta`.
"""

import re

from games.engine.core.messages import gettext_noop as _
from games.engine.systems.magistrar.documents import RECORD_FORMAT, SCORE_FORMAT, Document, Record, Score, Sheet
from games.engine.systems.magistrar.notation_duels import Duels
from games.engine.systems.magistrar.notation_scanner import NotationError, Scanner
from games.engine.systems.magistrar.notation_tags import Tags
from games.engine.systems.magistrar.notation_writer import write_document
from games.engine.systems.magistrar.report import Side

__all__ = ["NotationError", "format_notation", "looks_like_notation", "parse_notation"]

_BEGINNING = re.compile(r"\ufeff?[\s>]*(?:\[\s*[A-Za-z]|;)")
_NO_DUELS = _("A score has no duels.")


def parse_notation(text: str) -> Document:
    """The record, sheet or score that a text in the notation tells. Raises `NotationError`, whatever the text.

    It is of the right shape, as if decoded from JSON; whether it is legal is the judge's to say.
    """
    scanner = Scanner(text)
    tags = Tags(scanner)
    duels = Duels(scanner)
    edition, starter, variants = tags.edition(), tags.starter(), tags.variants()
    if tags.format == SCORE_FORMAT:
        honoris, markers = tags.honoris(), tags.markers()
        if scanner.next():
            raise scanner.error(_NO_DUELS)
        return Score(honoris, markers, edition, starter, variants, tags.meta([]))
    opening: Side = tags.required("Starter", starter)
    claim = tags.claim()
    if tags.format == RECORD_FORMAT:
        return Record(opening, duels.of_a_record(), edition, variants, claim, tags.meta(duels.begin))
    return Sheet(opening, duels.of_a_sheet(), edition, variants, claim, tags.meta(duels.begin))


def format_notation(document: Document) -> str:
    """The document as text, a line a tag and a duel, ending with a line break.

    Raises `ValueError` for what no legal document holds, an edition, mage or card whose name no edition can have; and
    for a `meta` nested too deeply to be written.
    """
    return write_document(document)


def looks_like_notation(text: str) -> bool:
    """Whether a text is meant to be in the notation rather than JSON: it begins with a tag or a line of comment."""
    return _BEGINNING.match(text) is not None
