"""A pytest plugin that measures the processor time of each test and writes tests/slow.txt (`make costs`).

Processor time, not time by the clock: it is the same on a busy machine, and it is what two cores have to give.
"""

from __future__ import annotations

import resource
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SLOW_FILE = Path(__file__).parent / "slow.txt"
HEADING = "# Tests that `make test` leaves to `make test-all`: their processor time is over {limit} s (`make costs`).\n"
LIMIT = 0.3  # seconds of one case
# A file whose tests are all dear keeps the cheapest part of them in `make test`.
STAYING_SHARE = 3


def function_of(nodeid: str) -> str:
    """The test's address without its case."""
    return nodeid.partition("[")[0]


def slow_tests() -> frozenset[str]:
    """The functions in the list."""
    lines = SLOW_FILE.read_text(encoding="utf-8").splitlines() if SLOW_FILE.exists() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def chosen(costs: dict[str, float]) -> set[str]:
    """The slow ones among measured functions. Something of each file isn't slow, whatever it costs."""
    by_file = defaultdict(list)
    for function, seconds in costs.items():
        by_file[function.partition("::")[0]].append((seconds, function))
    slow = set()
    for measured in by_file.values():
        staying = -(-len(measured) // STAYING_SHARE)
        slow |= {function for seconds, function in sorted(measured)[staying:] if seconds > LIMIT}
    return slow


def write(costs: dict[str, float]) -> None:
    """Bring the list up to what was measured; what wasn't measured stays as it is."""
    measured = {function.partition("::")[0] for function in costs}
    others = {each for each in slow_tests() if each.partition("::")[0] not in measured}
    lines = sorted(others | chosen(costs))
    SLOW_FILE.write_text(HEADING.format(limit=LIMIT) + "".join(f"{line}\n" for line in lines), encoding="utf-8")


def _processor_seconds() -> float:
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


class Costs:
    """The dearest case of each function of this run, with what is set up for it alone."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._shared = 0.0  # what this test set up for others too

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[Any]:
        before, shared = _processor_seconds(), self._shared
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._shared = shared + _processor_seconds() - before

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        before, self._shared = _processor_seconds(), 0.0
        try:
            return (yield)
        finally:
            function = function_of(item.nodeid)
            self.seconds[function] = max(self.seconds[function], _processor_seconds() - before - self._shared)

    def pytest_sessionfinish(self) -> None:
        write(self.seconds)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs())
