"""The epoch of public pages: another one as soon as something must no longer be shown.

What a process remembers for a second (`recent_versions`) and whole pages (`whole_pages`) hold for one epoch. Hiding a
name, deleting a person or changing an event begins another, at once for all processes that share the cache.
"""

from __future__ import annotations

import secrets

from django.core.cache import cache
from django.db import transaction

from magistrar_site.cache import cache_outage

KEY = "public-epoch"


def public_epoch() -> int:
    """The epoch that runs. A cache that lost it begins another."""
    epoch: int | None = cache.get(KEY)
    if epoch is None:
        cache.add(KEY, _another(), None)
        epoch = cache.get(KEY)
    return epoch or 0


def public_epoch_begin() -> None:
    """Begin another epoch once this transaction is committed."""
    transaction.on_commit(_begin, robust=True)


def _begin() -> None:
    cache_outage.end()  # one slow attempt more: a name that was hidden must not go on being shown
    cache.set(KEY, _another(), None)


def _another() -> int:
    """A number that no epoch had. (The cache keeps and gives back numbers quicker than anything else.)"""
    return secrets.randbits(60)
