from __future__ import annotations

import json
import logging
import sys
from io import StringIO
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from gunicorn.config import Config

from magistrar_site.accounts.services.links import link_token
from magistrar_site.gunicorn_logs import RedactingLogger
from magistrar_site.logs import (
    NOT_LOGGED,
    JsonFormatter,
    RedactingFormatter,
    RequestIdFilter,
    json_lines,
    plain_lines,
    redacted,
    request_id,
)

TOKEN = "0123456789ab.12.4Zs7-xYq_0123456789abcdefghijklmnopqrstuvw"


def record(**extra: object) -> logging.LogRecord:
    made = logging.LogRecord("a.logger", logging.WARNING, __file__, 1, "%s is away", ("Redis",), None)
    vars(made).update(extra)
    return made


def test_json_line_says_what_when_and_for_which_request() -> None:
    token = request_id.set("r-1")
    made = record(task="work", request=object(), created=0.5)
    RequestIdFilter().filter(made)
    request_id.reset(token)

    assert json.loads(JsonFormatter().format(made)) == {
        "time": "1970-01-01T00:00:00.500+00:00",
        "level": "WARNING",
        "logger": "a.logger",
        "message": "Redis is away",
        "request_id": "r-1",
        "task": "work",
    }


def test_json_line_of_an_error_is_one_line_with_the_traceback() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        line = JsonFormatter().format(record(exc_info=sys.exc_info()))

    assert "\n" not in line
    assert json.loads(line)["traceback"].endswith("ValueError: broken")


@pytest.mark.parametrize(
    "text",
    [
        f"Not Found: /l/{TOKEN}/",
        f'"GET /l/{TOKEN}/ HTTP/1.1" 302 0 "http://localhost:8000/l/{TOKEN}/" "Firefox"',
        f"/accounts/login/?next={quote(f'/l/{TOKEN}/', safe='')}&x=1",
        f"/accounts/login/?next={quote(quote(f'/l/{TOKEN}/', safe=''), safe='')}",
        "/%6C/" + "".join(f"%{ord(char):02X}" for char in TOKEN),
        f"/l/{TOKEN[:30]}",  # mistyped or cut off
        f"Not Found: /l/{TOKEN}/".replace(".", r"\u2024"),  # with other dots, as a log line writes them
        f"Not Found: /my_{TOKEN}",
        f"authorization: token  0a1b2c3d_{TOKEN[15:]}",
        f"Cookie: magistrar_links={TOKEN}~{TOKEN}; sessionid=x",
        f"{{'Authorization': 'Link {TOKEN}'}}",
        "Authorization: Token 0a1b2c3d_4Zs7-xYq_0123456789abcdefghijklmnopqrstuvw",
        "/accounts/password/reset/key/1-cdef01-4Zs7-xYq0123456789abcdefghijkl/",
        "POST /mail/stop/0123456789ab.cdefghjkmnpq.4Zs7-xYq0123456789abcdefghijkl/",
        "GET /accounts/confirm-email/MQ:1abcde:4Zs7-xYq0123456789abcdefghijkl/",
    ],
)
def test_secrets_that_addresses_and_headers_hold_are_not_logged(text: str) -> None:
    assert ("4Zs7-xYq" in text or "%" in text, "4Zs7-xYq" in redacted(text), NOT_LOGGED in redacted(text)) == (
        True,
        False,
        True,
    )


@pytest.mark.parametrize("text", ["GET /games/0123456789ab/?q=50%25 200", "Tokens: 3. Link (2) made", "a%zz 100%"])
def test_line_without_secrets_stays_as_it_is(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize("formatter", [json_lines(), plain_lines()])
def test_line_in_any_form_keeps_secrets_out_of_message_extra_and_traceback(formatter: RedactingFormatter) -> None:
    try:
        raise ValueError(f"no /l/{TOKEN}/")
    except ValueError:
        made = record(exc_info=sys.exc_info(), msg="%s %s", args=(f"/l/{TOKEN}/", "é"), extra={"path": TOKEN})
    RequestIdFilter().filter(made)

    line = formatter.format(made)

    assert (TOKEN in line, "é" in line, "Traceback" in line) == (False, True, True)


def test_gunicorns_line_for_a_request_has_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    config = Config()
    config.set("accesslog", "-")
    logger = RedactingLogger(config)
    written = StringIO()
    for handler in logger.access_log.handlers:
        handler.setStream(written)  # type: ignore[attr-defined]
    environ = {
        "REQUEST_METHOD": "GET",
        "RAW_URI": f"/l/{TOKEN}/?a=%25",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_REFERER": f"http://localhost:8000/l/{TOKEN}/",
    }
    response: Any = SimpleNamespace(status="302 Found", sent=0, headers=[])
    took: Any = SimpleNamespace(total_seconds=lambda: 0, seconds=0, microseconds=0)

    logger.access(response, SimpleNamespace(headers=[]), environ, took)

    assert (TOKEN in written.getvalue(), written.getvalue().count(NOT_LOGGED)) == (False, 2)


@pytest.mark.django_db
@pytest.mark.one_database
def test_refused_personal_link_is_neither_logged_nor_told_to_the_next_page(
    capsys: pytest.CaptureFixture[str],
) -> None:
    token = link_token(subject="0123456789ab")[:-1] + "!"

    response = Client().get(f"/l/{token}/")

    assert (response.status_code, response["Referrer-Policy"]) == (403, "no-referrer")
    assert token.split(".")[2] not in capsys.readouterr().err
