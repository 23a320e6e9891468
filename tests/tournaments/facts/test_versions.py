"""Older versions of payloads are read as the newest one, whatever they hold."""

from __future__ import annotations

from typing import Any

import pytest

from magistrar_site.shared.facts import VERSION, ContradictionError, FactValue, StreamFact
from tests.evening import NOW
from tournaments.facts.registry import KINDS
from tournaments.facts.replay import ReplayError, replayed_state

# A stored payload of each older version, by kind and version. A kind with a new version needs one here.
OLDER: dict[tuple[str, int], dict[str, Any]] = {}


def test_every_older_version_has_an_example() -> None:
    older = {(kind, version) for kind, declared in KINDS.items() for version in range(1, declared.newest_version())}
    assert older == set(OLDER)


def test_older_versions_are_read_as_the_newest() -> None:
    for (kind, _version), payload in OLDER.items():
        KINDS[kind].read(payload)


def test_upgrades_take_whatever_may_be_stored() -> None:
    """Public facts hide members, and facts from elsewhere hold anything: an upgrade never fails, the shape is judged
    afterwards."""
    for (kind, version), payload in OLDER.items():
        marked = {} if version == 1 else {VERSION: version}
        for member in payload:
            without = {name: value for name, value in payload.items() if name != member} | marked
            for odd in ({}, {member: None}, {member: 7}, {member: "x"}, {member: []}, {member: {"a": [1]}}):
                KINDS[kind].upgraded({**without, **odd})


@pytest.mark.parametrize("declared", KINDS.values(), ids=list(KINDS))
def test_unknown_version_is_a_difference_at_its_fact(declared: type[StreamFact]) -> None:
    newer = declared.newest_version() + 1
    with pytest.raises(ContradictionError):
        declared.read({VERSION: newer})
    fact = FactValue(1, declared.kind, {VERSION: newer}, "user:x", NOW, "", "")
    with pytest.raises(ReplayError) as caught:
        replayed_state([fact])
    assert caught.value.difference.what == f"{declared.kind}, version of {declared.kind}"
    assert caught.value.difference.found == str(newer)
