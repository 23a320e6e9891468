"""What apps above this one add to the demo club. They register when they are ready, by the name of a function, so that
nothing is loaded before the demo is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from games.models import Club
    from magistrar_site.shared.acts import Act


@dataclass(frozen=True, slots=True)
class DemoPage:
    """A page that the person who started the demo is told of: what it shows, and its path."""

    title: str
    path: str


DemoPart = Callable[["Act", "Club"], DemoPage]
_parts: list[str] = []


def demo_part_register(dotted: str) -> None:
    """The dotted path of a `DemoPart`. Called once by an app above."""
    _parts.append(dotted)


def demo_parts() -> list[DemoPart]:
    return [import_string(dotted) for dotted in _parts]
