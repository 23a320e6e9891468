"""A known name claims to be a player, and nobody's games are touched before the organiser says who it is."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Player
from games.services.clubs import club_role_set
from games.services.players import player_create
from magistrar_site.shared.acts import NOBODY
from magistrar_site.shared.errors import DomainError, NotAllowed
from tests.evening import Evening
from tests.tournaments.replays import differences
from tournaments.models import Entry, Event
from tournaments.selectors.events import stage_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.entries.claims import claims_confirm, entry_identify
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.entries.states import entry_place
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.verify.bundle import bundle_verify

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def anna(evening: Evening) -> Player:
    return player_create(act=evening.act(), name="Anna", club=evening.club)


@pytest.fixture
def event(evening: Evening, anna: Player) -> Event:
    """Open for signing up, with two players whom nobody knew."""
    event = evening.event((), preset="swiss-evening")
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"sign_up": True, "options": {"rounds": 2}})
    event.refresh_from_db()
    for name in ("Zoe", "Yan"):
        sign_up(evening, event, name)
    return event


def sign_up(evening: Evening, event: Event, name: str) -> Entry:
    return entry_sign_up(act=evening.act(NOBODY), event=event, name=name).entry


def start_refusal(evening: Evening, event: Event) -> str:
    with pytest.raises(DomainError) as caught:
        event_start(act=evening.act(), event=event)
    assert "Anna" in str(caught.value.message)
    return caught.value.code


@pytest.mark.parametrize("is_known", [True, False])
def test_claim_is_decided_before_the_start(is_known: bool, evening: Evening, event: Event, anna: Player) -> None:
    claim = sign_up(evening, event, "anna")
    assert (claim.player, claim.is_claim) == (anna, True)
    assert [entry.is_claim for entry in Entry.objects.filter(event=event).order_by("pk")] == [False, False, True]
    assert start_refusal(evening, event) == "claims_open"
    assert differences(event) == []

    for _press in range(2):
        decided = entry_identify(act=evening.act(), entry=claim, is_known=is_known)
    assert decided.is_claim is False
    assert (decided.player == anna) == is_known
    assert decided.player.name.casefold() == "anna"
    entry_identify(act=evening.act(), entry=claim, is_known=not is_known)  # decided already
    assert Entry.objects.get(pk=claim.pk).player == decided.player
    assert differences(event) == []

    event = event_start(act=evening.act(), event=event)
    evening.play_out(event, 1)
    event.refresh_from_db()
    assert (anna.entries.count(), anna.seats.exists()) == ((1, True) if is_known else (0, False))
    assert bundle_verify(data=bundle_of(event)).holds


def test_somebody_new_and_who_has_an_account_claim_nothing(evening: Evening, event: Event, anna: Player) -> None:
    user = evening.account("anna@example.org")
    anna.user = user
    anna.save()
    own = entry_sign_up(act=evening.by_user(user), event=event).entry
    assert (own.player, own.is_claim) == (anna, False)
    assert event_start(act=evening.act(), event=event).state == "running"


def test_claim_on_the_waiting_list_is_decided_before_it_comes_late(
    evening: Evening, event: Event, anna: Player
) -> None:
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": 2})
    event.refresh_from_db()
    claim = sign_up(evening, event, "Anna")
    assert claim.state == "waiting"
    event = event_start(act=evening.act(), event=event)
    claim = Entry.objects.get(pk=claim.pk)
    with pytest.raises(DomainError) as caught:
        entry_place(act=evening.act(), stage=stage_of(claim.event), entry=claim)
    assert caught.value.code == "claims_open"
    claims_confirm(act=evening.act(), event=event, keys=[claim.key, "nothing"])
    assert (
        entry_place(
            act=evening.act(),
            stage=stage_of(Entry.objects.get(pk=claim.pk).event),
            entry=Entry.objects.get(pk=claim.pk),
        ).state
        == "active"
    )
    assert differences(event) == []


def test_only_who_manages_entries_decides(evening: Evening, event: Event, anna: Player) -> None:
    claim, desk = sign_up(evening, event, "Anna"), evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=desk.email, role=Role.DESK)
    for act in (evening.by_user(desk), evening.by(claim), evening.act(NOBODY)):
        with pytest.raises(NotAllowed):
            entry_identify(act=act, entry=claim, is_known=True)
        with pytest.raises(NotAllowed):
            claims_confirm(act=act, event=event, keys=[claim.key])
    assert Entry.objects.get(pk=claim.pk).is_claim


def test_organiser_decides_with_one_tap(evening: Evening, event: Event, anna: Player) -> None:
    bert = player_create(act=evening.act(), name="Bert", club=evening.club)
    claims = [sign_up(evening, event, name) for name in ("Anna", "Bert")]
    client = Client()
    client.force_login(evening.user, backend=BACKEND)
    manage = f"/events/{event.slug}/manage/"
    assert "2 players signed up with names that are known here" in client.get(manage).content.decode()
    page = client.get(f"{manage}players/").content.decode()
    assert ("Claims to be Anna" in page, "Claims to be Bert" in page) == (True, True)
    address = f"{manage}players/claims/"
    assert client.post(address, {"other": claims[0].key}).status_code == 302
    assert client.post(address, {"all": "1", "claim": [claim.key for claim in claims]}).status_code == 302
    first, second = (Entry.objects.get(pk=claim.pk) for claim in claims)
    assert (first.player == anna, second.player == bert) == (False, True)
    assert "Claims to be" not in client.get(f"{manage}players/").content.decode()
    assert client.post(address, {"yes": "nothing"}).status_code == 404
    log = client.get(f"{manage}log/").content.decode()
    assert "Bert was identified." in log


def test_program_decides(evening: Evening, event: Event, anna: Player) -> None:
    claim = sign_up(evening, event, "Anna")
    client = APIClient()
    client.force_login(evening.user, backend=BACKEND)

    def identify(**said: Any) -> Any:
        return client.post(f"/api/v1/entries/{claim.key}/identify/", said, format="json")

    assert identify().status_code == 400
    answer = identify(known=True)
    assert (answer.status_code, answer.json()["is_claim"], answer.json()["player"]["key"]) == (200, False, anna.key)
