"""How much of each thing the tests try: `make test` samples what `make test-all` tries whole (CONTRIBUTING.md)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from hypothesis import settings

Case = TypeVar("Case")
WHOLE = os.environ.get("TESTS") == "all"
SAMPLED = os.environ.get("TESTS") == "sample"
SHARE = 10  # `make test` tries one in so many of hypothesis' examples,
FEWEST = 12  # but so many at least.
CASES = 2  # Of a test with a list of cases that uses the database, it tries so many.

# The sample is the same in every run. The whole is another each time, so that it finds what nobody has thought of.
settings.register_profile("sample", max_examples=FEWEST, derandomize=True, database=None, deadline=None)
settings.register_profile("all", max_examples=100, deadline=None, print_blob=True)
settings.load_profile("all" if WHOLE else "sample")


def examples(count: int) -> Callable[[Any], Any]:
    """Decorator of a hypothesis test: `count` examples in `make test-all`, a tenth of them in `make test`."""
    return settings(max_examples=count if WHOLE else min(count, max(FEWEST, count // SHARE)))


def sampled(cases: Iterable[Case], count: int) -> list[Case]:
    """All cases in `make test-all`; `count` of them in `make test`, evenly spread over the list and always the same."""
    of_all = list(cases)
    if WHOLE or count >= len(of_all):
        return of_all
    return [of_all[index * len(of_all) // count] for index in range(count)]
