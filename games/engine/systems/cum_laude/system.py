"""Magia Cum Laude as a judge of documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from games.engine.core.game_system import GameEdition
from games.engine.core.multiplayer import SeatViolation
from games.engine.core.report import encode_report
from games.engine.systems.cum_laude import messages
from games.engine.systems.cum_laude.documents import (
    FORMATS,
    Document,
    ShapeError,
    decode_document,
    document_from_builtins,
    sent_names,
)
from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.cum_laude.judge import ENGINE_VERSION, SYSTEM_KEY, judge, schema_report
from games.engine.systems.cum_laude.report import Report

NO_EDITIONS: Mapping[str, GameEdition] = {}


class CumLaudeSystem:
    """The judge of records, sheets and scores."""

    key = SYSTEM_KEY
    name = "Magia Cum Laude"
    engine_version = ENGINE_VERSION
    formats = FORMATS
    editions: Mapping[str, Edition] = SHIPPED_EDITIONS

    def read_edition(self, data: bytes | str) -> Edition:
        return read_edition(data)

    def check(self, data: bytes | str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        try:
            return _judged(decode_document(data), editions)
        except ShapeError as error:
            return schema_report(error, sent_names(data))

    def check_document(self, document: object, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        try:
            return _judged(document_from_builtins(document), editions)
        except ShapeError as error:
            return schema_report(error, sent_names(document))

    def check_encoded(self, data: bytes | str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> bytes:
        return encode_report(self.check(data, editions))

    def message_template(self, violation: SeatViolation) -> str:
        return messages.message_template(violation.code, violation.rule, violation.params)


def _judged(document: Document, editions: Mapping[str, GameEdition]) -> Report:
    """Shipped editions can't be replaced; a club's was made by `read_edition`, so it is one of ours."""
    name = document.edition
    edition = SHIPPED_EDITIONS.get(name) or editions.get(name)
    return judge(document, {} if edition is None else {name: cast("Edition", edition)})


CUM_LAUDE = CumLaudeSystem()
