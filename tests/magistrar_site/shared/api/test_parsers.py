from __future__ import annotations

import io

import pytest
from rest_framework.exceptions import ParseError

from magistrar_site.shared.api.parsers import Utf8JsonParser


@pytest.mark.parametrize(
    "body", [b"", b"{", b"NaN", b"[Infinity]", b"\xff", b"[" * 100_000, b"9" * 10_000, b'["\\ud800"]']
)
def test_parser_refuses_what_is_no_json(body: bytes) -> None:
    with pytest.raises(ParseError):
        Utf8JsonParser().parse(io.BytesIO(body))


def test_parser_reads_json_in_utf_8() -> None:
    assert Utf8JsonParser().parse(io.BytesIO('{"name": "Jörg"}'.encode())) == {"name": "Jörg"}
