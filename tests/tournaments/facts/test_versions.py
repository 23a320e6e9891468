"""Older versions of payloads are read as the newest one, whatever they hold."""

from __future__ import annotations

from typing import Any

import pytest

from magistrar_site.shared.facts import VERSION, ContradictionError, FactValue, StreamFact
from tests.evening import NOW
from tournaments.facts.registry import KINDS
from tournaments.facts.replay import ReplayError, replayed_state

GAME, SENT, ANNA, BERT = ("0" * 11 + digit for digit in "1234")

# A stored payload of each older version, by kind and version. A kind with a new version needs one here.
OLDER: dict[tuple[str, int], dict[str, Any]] = {
    ("game.set_up", 1): {
        "game": GAME,
        "system": "magistrar",
        "starter": "black",
        "edition": "spiel-das-2021",
        "edition_digest": "0" * 64,
        "variants": {},
        "least_grade": "score",
        "pool": "city",
        "played_at": "2026-03-06T18:00:00+00:00",
        "order": 1,
        "seats": {"white": ANNA, "black": BERT},
        "place": {"match": GAME, "number": 1},
    },
    ("game.rearranged", 1): {"game": GAME, "starter": "white", "variants": {}, "void": False},
    ("game.variants_said", 1): {
        "game": GAME,
        "mages": {"white": "silas", "black": "bahar"},
        "duel_cards": ["storm"],
    },
    ("submission.received", 1): {
        "game": GAME,
        "submission": SENT,
        "side": "white",
        "grade": "sheet",
        "accepted": True,
        "refusal": "",
        "digest": "",
        "report": None,
        "agrees_with": [],
    },
    ("submission.answered", 1): {"game": GAME, "submission": SENT, "side": "", "confirms": True},
    ("match.agreed", 1): {"match": GAME, "entries": [ANNA, BERT], "agreed_at": "2026-03-06T18:00:00+00:00"},
    ("game.ruled", 1): {"game": GAME, "kind": "forfeit", "grade": "bare", "winner": "black", "submission": None},
}
# What the newest version says in place of it.
NEWEST: dict[tuple[str, int], dict[str, Any]] = {
    ("game.set_up", 1): {"starter": 2, "seats": [ANNA, BERT], "agreement": "one"},
    ("game.rearranged", 1): {"starter": 1},
    ("game.variants_said", 1): {"said": {"mages": {"white": "silas", "black": "bahar"}, "duel_cards": ["storm"]}},
    ("submission.received", 1): {"seat": 1},
    ("submission.answered", 1): {"seat": None},
    ("match.agreed", 1): {"change": "agreed"},
    ("game.ruled", 1): {"places": [2, 1]},
}


def test_every_older_version_has_an_example() -> None:
    older = {(kind, version) for kind, declared in KINDS.items() for version in range(1, declared.newest_version())}
    assert older == set(OLDER)


def test_older_versions_are_read_as_the_newest() -> None:
    for (kind, version), payload in OLDER.items():
        newest = KINDS[kind].read(payload).payload()
        assert {name: newest[name] for name in NEWEST[kind, version]} == NEWEST[kind, version]


@pytest.mark.parametrize(
    ("kind", "winner", "places"),
    [
        ("played", "white", [1, 2]),
        ("played", "", [1, 1]),
        ("double_forfeit", "", []),
        ("abandoned", "black", [2, 1]),
    ],
)
def test_ruling_that_named_a_winner_gives_places(kind: str, winner: str, places: list[int]) -> None:
    ruled = OLDER["game.ruled", 1] | {"kind": kind, "winner": winner}
    assert KINDS["game.ruled"].read(ruled).payload()["places"] == places


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
