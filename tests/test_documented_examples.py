"""The examples in docs/ have the shape of what the service says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from magistrar_site.shared.models import Fact
from tests.evening import NAMES, Evening, game_of

DOCS = Path(__file__).parent.parent / "docs"


def examples(name: str) -> list[Any]:
    """The JSON examples of a page."""
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)```", (DOCS / name).read_text(), re.DOTALL)]


def shape(value: Any) -> Any:
    """Names and kinds of values, whatever they are; the kinds that the items of a list have, each once."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items()}
    if isinstance(value, list):
        return sorted({json.dumps(shape(item)) for item in value})
    return type(value).__name__


@pytest.mark.django_db
def test_examples_have_the_shape_of_the_answers(evening: Evening) -> None:
    (match, _other) = evening.publish(evening.started(NAMES[:4]), 1)
    evening.play(match)
    game = game_of(match)
    result = Client().get(f"/api/v1/games/{game.key}/").json()["result"]
    del result["report"]
    for part in result["parts"]:  # nobody has won some of them, in this game others than in the example
        part["winner"] = part["winner"] or 0
    (example,) = examples("api.md")
    for part in example["parts"]:
        part["winner"] = part["winner"] or 0
    assert (list(example), shape(example)) == (list(result), shape(result))

    stored = Fact.objects.filter(kind="game.set_up", payload__game=game.key).get().payload
    (example,) = examples("formats/bundle.md")
    assert (example["v"], shape(example)) == (stored["v"], shape(stored))
