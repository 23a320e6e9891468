"""Codes to type in the hall: six digits for an event, eight characters for a player, once."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.utils import timezone

from magistrar_site.accounts.models import JoinCode
from magistrar_site.accounts.services import codes
from magistrar_site.accounts.services.codes import (
    code_drop,
    code_make,
    code_subject,
    code_use,
    codes_make,
    codes_of,
)
from magistrar_site.shared.errors import DomainError, NotFound

pytestmark = pytest.mark.django_db

EVENT, PLAYER = "event:0123456789ab", "0123456789ab"


def refusal(typed: str) -> str:
    with pytest.raises(DomainError) as caught:
        code_subject(typed)
    return caught.value.code


def test_code_is_the_same_until_it_is_renewed_and_only_its_digest_is_stored() -> None:
    event, player = code_make(subject=EVENT), code_make(subject=PLAYER)
    assert (len(event), event.isdigit(), len(player), set(player) <= set(codes.LETTERS)) == (6, True, 8, True)
    assert (code_make(subject=EVENT), codes_of([EVENT, PLAYER])) == (event, {EVENT: event, PLAYER: player})
    stored = str(list(JoinCode.objects.values()))
    assert (event in stored, player in stored) == (False, False)
    assert code_make(subject=PLAYER, renew=True) != player
    assert refusal(player) == "bad_code"


def test_code_is_read_in_any_case_with_spaces_and_dashes() -> None:
    event, player = code_make(subject=EVENT), code_make(subject=PLAYER)
    assert code_subject(f" {event[:3]} {event[3:]}") == EVENT
    assert code_subject(f"{player[:4]}-{player[4:]}".lower()) == PLAYER


def test_players_code_works_once() -> None:
    player = code_make(subject=PLAYER)
    now = timezone.now()
    assert [code_use(subject=PLAYER, at=now) for _again in range(2)] == [True, False]
    assert (refusal(player), codes_of([PLAYER])) == ("bad_code", {})
    assert code_subject(code_make(subject=PLAYER)) == PLAYER
    code_drop(subject=PLAYER)
    assert not JoinCode.objects.exists()


def test_wrong_codes_are_limited_for_the_whole_site_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    event, player = code_make(subject=EVENT), code_make(subject=PLAYER)
    monkeypatch.setitem(codes.MOST_WRONG, codes.OF_PLAYER, 3)
    assert [refusal("BCDFGHJK") for _try in range(3)] == ["bad_code"] * 3
    assert refusal(player) == "too_many_codes"
    assert code_subject(event) == EVENT


def test_one_address_shuts_no_codes_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    player = code_make(subject=PLAYER)
    monkeypatch.setattr(codes, "MOST_WRONG_OF_ADDRESS", 3)
    for _try in range(3):
        with pytest.raises(NotFound):
            code_subject("BCDFGHJK", address="192.0.2.1")
    with pytest.raises(DomainError) as refused:
        code_subject(player, address="192.0.2.1")
    assert (refused.value.code, refused.value.status) == ("too_many_codes", 429)
    assert code_subject(player, address="192.0.2.2") == PLAYER


def test_flood_of_pages_pushes_no_count_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "MOST_WRONG_OF_ADDRESS", 1)
    with pytest.raises(NotFound):
        code_subject("BCDFGHJK", address="192.0.2.1")
    for number in range(1000):
        cache.set(f"page-{number}", "x")
    with pytest.raises(DomainError) as refused:
        code_subject("BCDFGHJK", address="192.0.2.1")
    assert refused.value.code == "too_many_codes"


@pytest.mark.both_databases
def test_codes_that_would_be_the_same_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "_code", lambda subject, version: f"{version:06}")
    subjects = [f"event:{number:012}" for number in range(3)]
    codes_make(subjects=subjects)
    assert sorted(codes_of(subjects).values()) == ["000001", "000002", "000003"]
