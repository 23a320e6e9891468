"""Every kind of fact of a league declares all that replay and log read of it."""

from __future__ import annotations

import re

import pytest

from leagues.facts.base import LeagueFact
from leagues.facts.registry import LEAGUE_KINDS, league_replayed
from magistrar_site.shared.facts import StreamFact
from tournaments.facts.registry import KINDS

DECLARED = pytest.mark.parametrize("declared", LEAGUE_KINDS.values(), ids=list(LEAGUE_KINDS))


def test_every_struct_is_in_the_registry_under_a_name_of_its_own() -> None:
    assert set(LeagueFact.__subclasses__()) == set(LEAGUE_KINDS.values())
    assert not any(issubclass(declared, StreamFact) for declared in LEAGUE_KINDS.values())
    assert not LEAGUE_KINDS.keys() & KINDS.keys()


@DECLARED
def test_kind_has_a_name_an_effect_and_a_sentence_of_its_members(declared: type[LeagueFact]) -> None:
    assert re.fullmatch(r"league\.[a-z_]+", declared.kind)
    assert declared.apply is not LeagueFact.apply
    told = declared.sentence
    assert str(told.label)
    assert not told.by or told.by in declared.__struct_fields__
    for text in (told.sentence, *told.variants.values()):
        assert set(re.findall(r"%\((\w+)\)s", str(text))) <= set(declared.__struct_fields__)


def test_league_without_facts_is_empty() -> None:
    state, differences = league_replayed([])
    assert (state.key, state.seasons, differences) == ("", {}, [])
