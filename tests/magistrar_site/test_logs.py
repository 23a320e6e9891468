from __future__ import annotations

import json
import logging
import sys

from magistrar_site.logs import JsonFormatter, RequestIdFilter, request_id


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
