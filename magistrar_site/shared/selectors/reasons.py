"""Reasons for what was done, as far as a person gave them and it wasn't erased."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from magistrar_site.shared.models import FactDetail

WHY = "why"


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason of a fact; `text` is empty where it was erased."""

    text: str
    is_erased: bool = False


def reasons_of(stream: str, numbers: Iterable[int]) -> dict[int, Reason]:
    """The reasons of a stream's facts, by number; facts without one are left out."""
    rows = FactDetail.objects.filter(fact__stream=stream, fact__number__in=list(numbers), field=WHY)
    return {
        number: Reason(text, erased_at is not None)
        for number, text, erased_at in rows.values_list("fact__number", "text", "erased_at")
    }


def reasons_in(stream: str) -> list[tuple[int, str]]:
    """All reasons of a stream that weren't erased: numbers of the facts and texts."""
    rows = FactDetail.objects.filter(fact__stream=stream, field=WHY, erased_at__isnull=True).order_by("fact__number")
    return list(rows.values_list("fact__number", "text"))
