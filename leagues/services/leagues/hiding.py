"""Leagues that the service's staff hides. Permission, reason and log are the caller's."""

from __future__ import annotations

from collections.abc import Collection

from leagues.models import League
from magistrar_site.shared.public_epoch import public_epoch_begin


def leagues_hidden_set(*, keys: Collection[str], hidden: bool) -> None:
    """Hide leagues from everybody but their staff, or show them again: not those of a
    hidden club."""
    rows = League.objects.filter(key__in=keys)
    (rows if hidden else rows.filter(club__is_hidden=False)).update(is_hidden=hidden)
    public_epoch_begin()
