"""Reading an OpenAPI document: the few things that everybody needs who does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

COMPONENT = "#/components/schemas/"
METHODS = ("get", "post", "put", "patch", "delete")


def named(schema: Schema) -> str:
    """The name of the component that the schema refers to; empty for one that stands on its own."""
    return str(schema.get("$ref", "")).removeprefix(COMPONENT)


def operations(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Path, method and operation of everything that can be done."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]
