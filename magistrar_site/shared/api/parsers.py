from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


class Utf8JsonParser(BaseParser):
    """JSON in UTF-8, whatever charset the request claims; NaN, Infinity and nesting without end are none."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            value = json.loads(stream.read().decode("utf-8"), parse_constant=_refuse)
            json.dumps(value, ensure_ascii=False).encode()  # an escaped half of a surrogate pair is no text
        except (ValueError, RecursionError):
            raise ParseError(_("The body isn’t JSON in UTF-8.")) from None
        return value


def _refuse(name: str) -> Any:
    raise ValueError(name)


class UnreadBody(BaseParser):
    """Leaves the body alone, whatever it is, for a view that takes the bytes themselves."""

    media_type = "*/*"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return {}
