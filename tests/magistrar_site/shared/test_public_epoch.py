"""The epoch of public pages."""

from __future__ import annotations

import pytest

from magistrar_site.cache import cache_outage
from magistrar_site.shared import public_epoch as epochs
from magistrar_site.shared.public_epoch import public_epoch, public_epoch_begin


class Spared:
    """A cache that isn't asked while it is spared, as the one on Redis."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}

    def get(self, key: str) -> int | None:
        return self.values.get(key)

    def add(self, key: str, value: int, _seconds: None) -> None:
        self.values.setdefault(key, value)

    def set(self, key: str, value: int, _seconds: None) -> None:
        if not cache_outage:
            self.values[key] = value


@pytest.mark.django_db(transaction=True)
def test_epoch_begins_though_the_cache_was_away_a_moment_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else other processes would go on showing a name that was hidden."""
    monkeypatch.setattr(epochs, "cache", Spared())
    before = public_epoch()
    cache_outage.begin()
    public_epoch_begin()
    assert public_epoch() != before
    assert not cache_outage
