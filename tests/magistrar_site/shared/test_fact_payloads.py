"""Payloads of facts: what is stored, and what is read of any version."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import UNSET, UnsetType

from magistrar_site.shared.facts import ContradictionError, FactPayload, Moment
from magistrar_site.shared.models import Fact

NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)


class Moved(FactPayload, frozen=True, kw_only=True):
    kind = "thing.moved"

    thing: str
    to: int | None
    at: Moment | UnsetType = UNSET
    times: int = 1


def _seat_of_side(payload: Mapping[str, Any]) -> dict[str, Any]:
    members = dict(payload)
    side = members.pop("side", None)
    return {**members, "seat": {"white": 1, "black": 2}.get(side)}


class Seated(FactPayload, frozen=True, kw_only=True):
    kind = "thing.seated"
    upgrades = (_seat_of_side,)

    seat: int | None


def test_payload_leaves_out_what_is_unset_and_keeps_the_order_of_the_members() -> None:
    assert list(Moved(thing="a", to=None).payload().items()) == [("thing", "a"), ("to", None), ("times", 1)]
    assert Moved(thing="a", to=2, at=NOON).payload()["at"] == "2026-03-06T12:00:00+00:00"


def test_payload_is_read_as_it_was_written() -> None:
    moved = Moved(thing="a", to=2, at=NOON)
    assert Moved.read({**moved.payload(), "salt": "ab", "details": {}}) == moved


def test_payload_of_version_one_names_no_version_and_later_ones_do() -> None:
    assert "v" not in Moved(thing="a", to=2).payload()
    assert Seated(seat=2).payload() == {"seat": 2, "v": 2}


@pytest.mark.parametrize(("side", "seat"), [("white", 1), ("black", 2), (None, None)])
def test_older_version_is_upgraded_when_it_is_read(side: str | None, seat: int | None) -> None:
    assert Seated.read({"side": side}) == Seated(seat=seat)
    assert Seated.read(Seated(seat=seat).payload()) == Seated(seat=seat)


@pytest.mark.parametrize("version", [0, 3, -1, True, "2", None, 1.0, [1]])
def test_unknown_version_is_a_contradiction(version: object) -> None:
    with pytest.raises(ContradictionError) as caught:
        Seated.read({"seat": 1, "v": version})
    assert caught.value.what == "version of thing.seated"


@pytest.mark.parametrize("payload", [{}, {"thing": 1, "to": 2}, {"thing": "a"}, {"thing": "a", "to": 2, "at": "soon"}])
def test_payload_of_another_shape_is_a_contradiction(payload: dict[str, Any]) -> None:
    with pytest.raises(ContradictionError) as caught:
        Moved.read(payload)
    assert caught.value.what == "payload of thing.moved"


def test_instant_that_no_zone_can_show_is_a_contradiction() -> None:
    with pytest.raises(ContradictionError):
        Moved.read({"thing": "a", "to": 1, "at": "0001-01-01T00:00:00+00:00"})


def test_members_of_a_stored_fact_are_in_the_newest_version() -> None:
    assert Fact(kind="thing.seated", payload={"side": "black"}).members == {"seat": 2}
    assert Fact(kind="thing.seated", payload={"seat": 2, "v": 2}).members == {"seat": 2, "v": 2}
    for unknown in ({"side": "black", "v": 9}, {"side": "black", "v": "x"}):
        assert Fact(kind="thing.seated", payload=unknown).members == unknown
    assert Fact(kind="thing.of_elsewhere", payload={"side": "black"}).members == {"side": "black"}
