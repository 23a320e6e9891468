"""Editions as data: shipped, an organiser's own, and what can't be played."""

import json
from typing import Any

import pytest

from games.engine.core.editions import EditionError, Problem, canonical_edition
from games.engine.systems.magistrar.edition import (
    SHIPPED_EDITIONS,
    Edition,
    read_edition,
)
from games.engine.systems.magistrar.effects import CARD_EFFECTS, MAGE_EFFECTS, RULING_OPTIONS
from games.engine.systems.magistrar.system import MAGISTRAR

SHIPPED = SHIPPED_EDITIONS["spiel-das-2021"]


def own_edition(**changes: Any) -> dict[str, Any]:
    """A copy of the shipped edition as an organiser would type it in, with members changed."""
    copied: dict[str, Any] = json.loads(canonical_edition(SHIPPED.data))
    copied["key"] = "our-box"
    for path, value in changes.items():
        holder = copied
        *outer, last = path.split("__")
        for name in outer:
            holder = holder[name]
        holder[last] = value
    return copied


def stated(value: Any, provenance: str = "printed") -> dict[str, Any]:
    return {"value": value, "provenance": provenance}


def read(**changes: Any) -> Edition:
    return read_edition(json.dumps(own_edition(**changes)))


def checked(edition: Edition, document: dict[str, Any]) -> dict[str, Any]:
    data = json.dumps({**document, "edition": edition.key})
    report: dict[str, Any] = json.loads(MAGISTRAR.check_encoded(data, {edition.key: edition}))
    return report


def test_shipped_edition_has_the_track_of_the_rules() -> None:
    assert SHIPPED.track == (-5, -3, -1, 1, 3, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35)
    assert SHIPPED.assumed_levels == frozenset(range(1, 15))


def test_shipped_edition_has_four_mages_and_fifteen_cards() -> None:
    assert {name: (mage.effect, mage.uses) for name, mage in SHIPPED.mages.items()} == {
        "aurora": ("exchange_tokens", 2),
        "wotan": ("strengthen_pawn", 2),
        "silas": ("surge", 1),
        "bahar": ("equilibrium", None),
    }
    assert len(SHIPPED.duel_rules) == 15


def test_every_effect_is_given_by_a_shipped_mage_or_card() -> None:
    assert {mage.effect.value for mage in SHIPPED.data.mages.values()} == set(MAGE_EFFECTS)
    assert {card.effect.value for card in SHIPPED.data.cards.values()} == set(CARD_EFFECTS)
    assert set(SHIPPED.data.rulings) == set(RULING_OPTIONS)


@pytest.mark.parametrize("effect", [*CARD_EFFECTS.values(), *MAGE_EFFECTS.values()], ids=[*CARD_EFFECTS, *MAGE_EFFECTS])
def test_text_of_an_effect_is_filled_by_its_parameters(effect: Any) -> None:
    text = effect.text % {name: parameter.default for name, parameter in effect.parameters.items()}
    assert "%" not in text


def test_content_hash_is_the_same_for_the_same_content_however_written() -> None:
    copied = own_edition()
    shuffled = json.dumps(dict(reversed(copied.items())), indent=3)
    assert read_edition(shuffled).content_hash == read_edition(json.dumps(copied)).content_hash
    assert len(SHIPPED.content_hash) == 64


def test_content_hash_changes_with_any_value() -> None:
    hashes = {
        SHIPPED.content_hash,
        read().content_hash,
        read(version=2).content_hash,
        read(mages__aurora__uses=stated(3)).content_hash,
        read(mages__aurora__uses=stated(2)).content_hash,
    }
    assert len(hashes) == 5


def base_duel(**members: Any) -> dict[str, Any]:
    """White wins 6 light tokens of the duel."""
    return {
        "tokens": {"white": "LLLLLL", "black": "DDDDDD"},
        "pawns": {"white": "MMMMMM", "black": "WWWWWW"},
        **members,
    }


def record(*duels: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"format": "magistrar-record/1", "starter": "white", "duels": list(duels), **members}


def test_own_track_scores_the_game() -> None:
    edition = read(track=[stated(level) for level in range(16)])
    report = checked(edition, record(base_duel()))
    assert report["honoris"] == {"white": 6 + 5, "black": 0}
    assert report["assumed"] == []
    assert report["edition"] == "our-box"


def test_own_uses_count() -> None:
    edition = read(mages__silas__uses=stated(2), mages__silas__values={"spaces": stated(3)})
    surges = [{"by": "white", "spell": "surge", "direction": "D"}] * 2
    mages = {"mages": {"white": "silas", "black": "bahar"}}
    report = checked(edition, record(base_duel(spells=surges), variants=mages))
    assert (report["legal"], report["level"]) == (True, {"white": 0, "black": 0})
    third = checked(edition, record(base_duel(spells=[*surges, surges[0]]), variants=mages))
    assert third["violations"][0]["params"]["reason"] == "used_up"


def test_uses_of_null_are_never_used_up() -> None:
    edition = read(mages__silas__uses=stated(None))
    surges = [{"by": "white", "spell": "surge", "direction": "D"}] * 20
    mages = {"mages": {"white": "silas", "black": "bahar"}}
    assert checked(edition, record(base_duel(spells=surges), variants=mages))["legal"]


def test_own_effect_of_a_mage_is_played() -> None:
    edition = read(mages__bahar={"effect": stated("surge"), "uses": stated(1), "values": {"spaces": stated(2)}})
    surge = [{"by": "black", "spell": "surge", "direction": "D"}]
    report = checked(edition, record(base_duel(spells=surge), variants={"mages": {"white": "wotan", "black": "bahar"}}))
    assert (report["legal"], report["level"]["black"]) == (True, 2)


def test_two_mages_with_equilibrium_leave_an_equal_duel_to_nobody() -> None:
    edition = read(mages__silas={"effect": stated("equilibrium"), "uses": stated(None), "values": {}})
    duel = base_duel(pawns={"white": "MMMWWW", "black": "WWWMMM"})
    report = checked(edition, record(duel, variants={"mages": {"white": "silas", "black": "bahar"}}))
    assert (report["legal"], report["markers"]) == (True, {"white": 0, "black": 0})


def test_own_numbers_of_a_card_are_played() -> None:
    edition = read(cards__radiance__values={"spaces": stated(0)})
    report = checked(edition, record(base_duel(), variants={"duel_cards": ["radiance"]}))
    assert report["level"] == {"white": 0, "black": 0}


def test_own_card_name_is_known_only_to_its_edition() -> None:
    cards = {"moonrise": {"effect": stated("dark_spaces"), "values": {"spaces": stated(3)}}}
    document = record(base_duel(), variants={"duel_cards": ["moonrise"]})
    assert checked(read(cards=cards), document)["legal"]
    assert json.loads(MAGISTRAR.check_encoded(json.dumps(document)))["violations"][0]["code"] == "schema"


def test_extra_edition_can_not_replace_a_shipped_one() -> None:
    impostor = read(key="spiel-das-2021", track=[stated(0)] * 16)
    report = MAGISTRAR.check(json.dumps(record()), {"spiel-das-2021": impostor})
    assert report.honoris is not None
    assert report.honoris.white == -5


THREE_DUELS = [
    base_duel(pawns={"white": "WWWWWW", "black": "SSSSSM"}),
    base_duel(pawns={"white": "SSSSSM", "black": "WWWWWW"}, tokens={"white": "DDDDDD", "black": "LLLLLL"}),
    base_duel(pawns={"white": "WWWWMM", "black": "MMMMWW"}, tokens={"white": "LLDDDD", "black": "DDLLLL"}),
]


def forced(identical: int) -> dict[str, Any]:
    """White leads with six mediums in duel 4. Black, left with two weak pawns and mediums, answers with mediums."""
    fourth = base_duel(
        tokens={"white": "LLLLDD", "black": "DDLLLL"},
        pawns={"white": "MMMMMM", "black": "W" * (6 - identical) + "M" * identical},
    )
    return record(*THREE_DUELS, fourth, starter="black")


def test_own_ruling_lets_forced_identical_pawns_stand_anywhere() -> None:
    loose = read(rulings__H2=stated("any", "assumed"))
    strict = read()
    least, more = forced(4), forced(5)
    assert [checked(strict, least)["legal"], checked(strict, more)["legal"]] == [True, False]
    assert [checked(loose, least)["legal"], checked(loose, more)["legal"]] == [True, True]
    wrong = checked(strict, more)["violations"][0]
    assert (wrong["code"], wrong["rule"], wrong["duel"], wrong["side"], wrong["position"]) == (
        "identical_pawn",
        "H2",
        4,
        "black",
        2,
    )


@pytest.mark.parametrize(
    "changes, problem",
    [
        (
            {"mages__aurora__effect": stated("sleep")},
            ("mages.aurora.effect", "There is no effect “%(effect)s”.", {"effect": "sleep"}),
        ),
        (
            {"cards__clash__effect": stated("surge")},
            ("cards.clash.effect", "There is no effect “%(effect)s”.", {"effect": "surge"}),
        ),
        (
            {"mages__silas__values": {}},
            ("mages.silas.values", "The effect needs the number “%(number)s”.", {"number": "spaces"}),
        ),
        (
            {"cards__clash__values": {"spaces": stated(1)}},
            ("cards.clash.values.spaces", "The effect has no number “%(number)s”.", {"number": "spaces"}),
        ),
        (
            {"cards__radiance__values": {"spaces": stated(16)}},
            (
                "cards.radiance.values.spaces",
                "“%(number)s” must be between %(least)s and %(most)s.",
                {"number": "spaces", "least": 0, "most": 15},
            ),
        ),
        (
            {"rulings__H2": stated("never")},
            ("rulings.H2", "There is no option “%(option)s”.", {"option": "never"}),
        ),
        (
            {"rulings": {"H2": stated("any"), "H9": stated("any")}},
            ("rulings", "These rulings are needed, no more and no fewer: %(rulings)s.", {"rulings": "H2, H8"}),
        ),
    ],
)
def test_read_edition_names_what_can_not_be_played(changes: dict[str, Any], problem: Problem) -> None:
    with pytest.raises(EditionError) as refused:
        read(**changes)
    assert refused.value.problems == (problem,)
    place, template, params = problem
    assert template % params in str(refused.value)
    assert refused.value.places() == {place: template % params}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        json.dumps(own_edition(key="Our Box")),
        json.dumps(own_edition(extra=1)),
    ],
)
def test_read_edition_of_a_wrong_shape_is_refused(data: bytes | str) -> None:
    with pytest.raises(EditionError) as refused:
        MAGISTRAR.read_edition(data)
    assert refused.value.problems == ()
