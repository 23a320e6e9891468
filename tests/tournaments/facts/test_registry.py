"""Every kind of fact declares all that replay, log, verification and public facts read of it."""

from __future__ import annotations

import re

import pytest

from magistrar_site.shared.facts import StreamFact
from tournaments.facts.registry import FAMILIES, KINDS, TOPICS, kinds_of_topic
from tournaments.log.parameters import PARAMETERS

DECLARED = pytest.mark.parametrize("declared", KINDS.values(), ids=list(KINDS))


def test_no_two_structs_declare_the_same_kind() -> None:
    declared = [
        value
        for family in FAMILIES
        for value in vars(family).values()
        if isinstance(value, type) and issubclass(value, StreamFact) and value.__module__ == family.__name__
    ]
    assert len(declared) == len(KINDS)


def test_every_struct_of_the_service_is_in_the_registry() -> None:
    declared = [kind for kind in StreamFact.__subclasses__() if not kind.__module__.startswith("tests.")]
    assert set(declared) == set(KINDS.values())


@DECLARED
def test_kind_has_a_name_a_topic_and_an_effect(declared: type[StreamFact]) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z_]+", declared.kind)
    assert declared.topic in TOPICS
    assert declared.apply is not StreamFact.apply


@DECLARED
def test_sentence_has_a_label_and_names_nothing_but_members_and_parameters(declared: type[StreamFact]) -> None:
    told = declared.sentence
    assert str(told.label)
    members = declared.members()
    assert not told.by or told.by in members
    for text in (told.sentence, *told.variants.values()):
        assert set(re.findall(r"%\((\w+)\)s", str(text))) <= members | set(PARAMETERS)


@DECLARED
def test_what_is_hidden_is_a_member_and_secrets_are_private(declared: type[StreamFact]) -> None:
    assert declared.hidden <= declared.members()
    assert not (declared.is_secret and declared.is_public)


def test_topics_have_kinds() -> None:
    assert {kind for topic in TOPICS for kind in kinds_of_topic(topic)} == set(KINDS)
