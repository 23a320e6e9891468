from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrar_site.shared.names import clean_name, fold_name


@pytest.mark.parametrize(
    "typed, folded",
    [
        ("Jürgen Müller", "juergen mueller"),
        ("JUERGEN  MUELLER", "juergen mueller"),
        ("Ju\u0308rgen Mu\u0308ller", "juergen mueller"),  # decomposed, as some phones send it
        ("Weiß", "weiss"),
        ("WEISS", "weiss"),
        ("Özdemir", "oezdemir"),
        ("Renée de l'Hôpital", "renee de l hopital"),
        ("Łukasz Ørsted", "lukasz orsted"),
        ("Иван", "иван"),
        (" \t ", ""),
        ("!!!", ""),
    ],
)
def test_fold_name_finds_the_same_person_however_typed(typed: str, folded: str) -> None:
    assert fold_name(typed) == folded


def test_clean_name_drops_what_cannot_be_seen() -> None:
    assert clean_name("  Anna\u200b \x00 Berger\n") == "Anna Berger"


def test_folded_name_always_fits_where_it_is_stored() -> None:
    assert len(fold_name("\ufdfa" * 100)) <= 220


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold_name(fold_name(text)) == fold_name(text)
    assert clean_name(clean_name(text)) == clean_name(text)
