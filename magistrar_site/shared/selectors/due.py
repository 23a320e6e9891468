from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from magistrar_site.shared.models import DueWork


def due_times(kind: str, subjects: Iterable[str]) -> dict[str, datetime]:
    """The times at which work of a kind is due, by its subject; those for which nothing is planned are left out."""
    rows = DueWork.objects.filter(kind=kind, subject__in=list(subjects))
    return dict(rows.values_list("subject", "due_at"))
