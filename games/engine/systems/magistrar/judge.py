"""The judge: which check a well-shaped document gets, by the edition that it names."""

from collections.abc import Mapping
from typing import cast

from games.engine.core.game_system import GameEdition
from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    NO_VARIANTS,
    RECORD_FORMAT,
    SCORE_FORMAT,
    SHEET_FORMAT,
    Document,
    Record,
    Score,
    Sheet,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.magistrar.game import refused_set_up, unreadable_report
from games.engine.systems.magistrar.messages import violation
from games.engine.systems.magistrar.record_check import check_record
from games.engine.systems.magistrar.report import Report
from games.engine.systems.magistrar.score_check import check_score
from games.engine.systems.magistrar.sheet_check import check_sheet


def judge(document: Document, editions: Mapping[str, GameEdition]) -> Report:
    """Judge a well-shaped document by the edition it names."""
    edition = edition_or_refusal(document, editions)
    if isinstance(edition, Report):
        return edition
    if isinstance(document, Record):
        return check_record(document, edition)
    return check_sheet(document, edition) if isinstance(document, Sheet) else check_score(document, edition)


def edition_or_refusal(document: Document, editions: Mapping[str, GameEdition]) -> Edition | Report:
    """The edition that a document names; the report that refuses it where that doesn't know the game's set-up."""
    edition = SHIPPED_EDITIONS.get(document.edition) or cast("Edition | None", editions.get(document.edition))
    if edition is None:
        wrong = violation("schema", None, reason="edition", edition=document.edition)
        return unreadable_report(format_of(document), document.edition, [wrong])
    if document.variants is NO_VARIANTS:
        return edition
    duels = DUELS_IN_A_GAME if isinstance(document, Score) else len(document.duels)
    refused = refused_set_up(document.variants, edition, duels)
    return unreadable_report(format_of(document), edition.key, refused) if refused else edition


def format_of(document: Document) -> str:
    """The format that a document is of."""
    if isinstance(document, Record):
        return RECORD_FORMAT
    return SHEET_FORMAT if isinstance(document, Sheet) else SCORE_FORMAT
