"""What people see of the made-up game: the numbers at the end, and the steps as a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.pages.core.generic import GenericPages, Numbers
from tests.toy_system.system import TOY


def score_document(set_up: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """A score as the made-up game's documents have it."""
    return {"format": "toy-score/1", "edition": set_up["edition"], **{key: list(each) for key, each in numbers.items()}}


TOY_PAGES = GenericPages(TOY, score_document)
