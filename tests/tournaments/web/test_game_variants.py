"""Saying mages and duel cards on a page and over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.evening import Evening, entry_at, game_of, opened
from tournaments.models import Match
from tournaments.services.events import event_start
from tournaments.services.settings import event_settings_change

pytestmark = pytest.mark.django_db

SAID = {
    "mage_white": "silas",
    "mage_black": "bahar",
    "card_1": "storm",
    "card_2": "triumph",
    "card_3": "radiance",
    "card_4": "truce",
}
VARIANTS = {"mages": {"white": "silas", "black": "bahar"}, "duel_cards": ["storm", "triumph", "radiance", "truce"]}


@pytest.fixture
def match(evening: Evening) -> Match:
    event = evening.event(("Anna", "Bert"))
    event = event_settings_change(act=evening.act(), event=event, changes={"variants": "both"})
    return evening.publish(event_start(act=evening.act(), event=event), 1)[0]


@pytest.fixture
def player(match: Match) -> Client:
    return opened(entry_at(match, 0))


def test_recorder_and_sheet_lead_there_first_and_it_leads_on(match: Match, player: Client) -> None:
    there = f"/games/{game_of(match).key}/"
    for name in ("recording", "sheet"):
        led = player.get(f"{there}{name}/")
        assert led.status_code == 302
        assert led["Location"].startswith(f"{there}variants/?as=")
        assert led["Location"].endswith(f"then={name}")
    for name in ("notation", "record"):  # what is typed or pasted may say it itself
        assert f"&amp;then={name}" in player.get(f"{there}{name}/").content.decode()
    page = player.get(f"{there}variants/?then=recording")
    assert [bound.name for bound in [*page.context["form"].mages, *page.context["form"].cards]] == list(SAID)

    saved = player.post(f"{there}variants/", {**SAID, "then": "recording"})

    assert saved["Location"].startswith(f"{there}recording/?as=")
    assert game_of(match).variants == VARIANTS
    recorder = player.get(saved["Location"]).context["page"]
    assert [card["name"] for card in recorder["cards"]] == ["Storm", "Triumph", "Radiance", "Truce"]
    assert "Silas" in player.get(there).content.decode()
    again = player.get(f"{there}variants/").context["form"]
    assert [bound.value() for bound in again.cards] == VARIANTS["duel_cards"]


@pytest.mark.parametrize(
    "wrong", [{"mage_white": "bahar"}, {"card_2": "storm"}, {"card_4": ""}, {"mage_black": "💥"}, {"card_1": "\0"}]
)
def test_what_cant_be_played_is_said_on_the_form(match: Match, player: Client, wrong: dict[str, str]) -> None:
    refused = player.post(f"/games/{game_of(match).key}/variants/", {**SAID, **wrong})

    assert (refused.status_code, game_of(match).variants) == (422, {})
    assert refused.context["form"].errors


def test_strangers_see_no_form_and_base_games_have_none(evening: Evening, match: Match, player: Client) -> None:
    assert Client().get(f"/games/{game_of(match).key}/variants/").status_code == 403
    other = evening.publish(evening.started(("Cleo", "Dora")), 1)[0]
    client = opened(entry_at(other, 0))
    there = f"/games/{game_of(other).key}/"
    assert client.get(f"{there}variants/")["Location"] == there
    assert client.get(f"{there}recording/").status_code == 200


def test_desk_says_it_over_the_api_and_twice_is_once(evening: Evening, match: Match) -> None:
    client = APIClient()
    client.force_login(evening.user)
    address = f"/api/v1/games/{game_of(match).key}/variants/"
    wrong: list[tuple[Any, str]] = [({}, "variants_missing"), ({**VARIANTS, "mages": {"white": "x"}}, "wrong_variants")]
    for body, code in wrong:
        assert client.post(address, body, format="json").json()["code"] == code

    answers = [client.post(address, VARIANTS, format="json") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1].json()["variants"] == VARIANTS
    assert APIClient().post(address, VARIANTS, format="json").status_code in (401, 403)
