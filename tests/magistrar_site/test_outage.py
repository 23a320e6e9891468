from __future__ import annotations

import pytest

from magistrar_site import outage
from magistrar_site.outage import SPARED_SECONDS, Outage


def test_outage_lasts_for_the_spared_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(outage.time, "monotonic", lambda: now)
    found = Outage()
    assert not found

    found.begin()
    now += SPARED_SECONDS - 0.01
    assert found
    now += 0.01
    assert not found


def test_outage_can_be_ended() -> None:
    found = Outage()
    found.begin()
    found.end()

    assert not found
