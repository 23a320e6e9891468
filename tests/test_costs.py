"""Which tests `make test` leaves to `make test-all`."""

from __future__ import annotations

from pathlib import Path

from tests.costs import LIMIT, chosen, function_of, slow_tests

ROOT = Path(__file__).resolve().parent.parent


def test_dear_tests_are_slow_but_something_of_each_file_stays() -> None:
    dear = LIMIT * 2
    costs = {"a.py::one": dear, "a.py::two": LIMIT / 2, "a.py::three": dear, "b.py::only": dear}
    costs |= {f"c.py::{number}": dear + number for number in range(6)}

    assert chosen(costs) == {"a.py::one", "a.py::three", *(f"c.py::{number}" for number in range(2, 6))}


def test_cases_count_for_their_function() -> None:
    assert function_of("tests/a.py::test_it[1-[x]]") == "tests/a.py::test_it"


def test_slow_list_names_tests_that_there_are() -> None:
    """Run `make costs` for the file of a test that was renamed or taken out."""
    gone = [each for each in slow_tests() if not _is_there(*each.split("::"))]
    assert gone == []


def _is_there(path: str, *names: str) -> bool:
    file = ROOT / path
    return file.exists() and f"def {names[-1]}(" in file.read_text(encoding="utf-8")
