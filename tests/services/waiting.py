"""Waiting by asking again: no test sleeps for a time that is hoped to be enough."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def wait_until(ask: Callable[[], T], *, what: str, seconds: float = 60, every: float = 0.1) -> T:
    """The first answer that is true, asked for at least `seconds`. AssertionError that says `what` never came."""
    end = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"In {seconds:.0f} seconds it never happened that {what}. The last answer: {answer!r}")
        time.sleep(every)


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listened to a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
