from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q

from news.models import Follow

KINDS = ("player", "club", "event")
SEEN = (
    Q(player__isnull=False, player__hides_name=False, player__erased_at=None)
    | Q(club__isnull=False, club__is_hidden=False)
    | (Q(event__isnull=False, event__is_listed=True, event__is_hidden=False) & ~Q(event__state="draft"))
)


def follows_of(user_key: str) -> list[Follow]:
    """What an account follows and may see now: players, then clubs, then events, each by name."""
    rows = Follow.objects.filter(SEEN, user__key=user_key).select_related("player", "club", "event__club")
    return sorted(rows, key=lambda row: (KINDS.index(kind_of(row)), str(subject_of(row).name).casefold(), row.pk))


def kind_of(row: Follow) -> str:
    return next(kind for kind in KINDS if getattr(row, f"{kind}_id") is not None)


def subject_of(row: Follow) -> Any:
    """The player, club or event."""
    return getattr(row, kind_of(row))


def is_following(user_pk: int, kind: str, key: str) -> bool:
    return Follow.objects.filter(user=user_pk, **{f"{kind}__key": key}).exists()


def followers_of(kind: str, keys: Collection[str]) -> dict[str, set[int]]:
    """The accounts (primary keys) that follow one of these, by its key; those alone that are open."""
    rows = Follow.objects.filter(SEEN, user__is_active=True, **{f"{kind}__key__in": list(keys)})
    found: dict[str, set[int]] = {}
    for key, user in rows.values_list(f"{kind}__key", "user_id"):
        found.setdefault(key, set()).add(user)
    return found
