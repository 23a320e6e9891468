from __future__ import annotations

import io
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.engine.registry import game_system

CHECK = "/api/v1/games/check/"


def sent_in_chunks(body: bytes) -> Any:
    """What a server hands on for a body without a length, of which it sees the end by itself."""
    environment = {
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "HTTP_TRANSFER_ENCODING": "chunked",
        "CONTENT_LENGTH": "",
    }
    return APIClient().generic("POST", CHECK, content_type="application/json", **environment)  # type: ignore[arg-type]


def test_body_in_chunks_is_read() -> None:
    body = (
        b'{"format": "magistrar-score/1", "honoris": {"white": 24, "black": 10}, "markers": {"white": 2, "black": 1}}'
    )

    assert sent_in_chunks(body).content == game_system("magistrar").check_encoded(body)


@pytest.mark.parametrize("size", [256 * 1024 + 1, 1024 * 1024 + 1, 3 * 1024 * 1024])
def test_body_in_chunks_that_is_too_long_is_refused(size: int) -> None:
    assert (sent_in_chunks(b" " * size).status_code) == 413
