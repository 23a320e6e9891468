"""Saying mages and duel cards on a page and over the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from games.values.results import name_of_seat
from tests.evening import Evening, entry_at, game_of, opened
from tournaments.models import Match
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start

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
    event = event_settings_change(act=evening.act(), stage=stage_of(event), changes={"variants": "both"})
    return evening.publish(event_start(act=evening.act(), event=event), 1)[0]


@pytest.fixture
def player(match: Match) -> Client:
    return opened(entry_at(match, 0))


def post(client: Client, address: str, body: dict[str, Any]) -> Any:
    return client.post(address, json.dumps(body), content_type="application/json")


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
    assert [bound.name for group in page.context["form"].groups for bound in group] == list(SAID)

    saved = player.post(f"{there}variants/", {**SAID, "then": "recording"})

    assert saved["Location"].startswith(f"{there}recording/?as=")
    assert game_of(match).variants == VARIANTS
    recorder = player.get(saved["Location"]).context["page"]
    assert recorder["state"]["cards"] == VARIANTS["duel_cards"]
    assert "Silas" in player.get(there).content.decode()
    again = player.get(f"{there}variants/").context["form"]
    assert [bound.value() for bound in again.groups[1]] == VARIANTS["duel_cards"]


@pytest.mark.parametrize(
    "wrong", [{"mage_white": "bahar"}, {"card_2": "storm"}, {"card_2": ""}, {"mage_black": "💥"}, {"card_1": "\0"}]
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

    same = {"mages": {"white": "silas", "black": "silas"}}
    refused = client.post(address, same, format="json").json()
    assert refused["fields"] == {"mages.black": "Both sides have the mage “Silas”."}
    first = client.post(address, VARIANTS | {"duel_cards": ["clash"]}, format="json").json()
    assert first["variants"]["duel_cards"] == ["clash"]
    assert client.post(address, VARIANTS, format="json").json()["code"] == "said_differently"

    right = VARIANTS | {"replaces": first["variants"]}
    answers = [client.post(address, right, format="json") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1].json()["variants"] == VARIANTS
    assert APIClient().post(address, VARIANTS, format="json").status_code in (401, 403)


def test_refusal_names_the_card_on_its_field(match: Match, player: Client) -> None:
    refused = player.post(
        f"/games/{game_of(match).key}/variants/", {**SAID, "card_1": "high_stakes", "card_3": "high_stakes"}
    )

    form = refused.context["form"]
    assert dict(form.errors) == {"card_3": ["The duel card “High stakes” is drawn twice."]}
    page = refused.content.decode()
    assert 'href="#id_card_3"' in page
    assert 'id="id_card_3" aria-describedby' in page or 'aria-invalid="true"' in page


def test_page_takes_the_cards_as_they_are_turned_up(match: Match, player: Client) -> None:
    there = f"/games/{game_of(match).key}/variants/"
    first = {**SAID, "card_2": "", "card_3": "", "card_4": ""}
    assert player.post(there, first | {"card_4": "truce"}).status_code == 422
    assert player.post(there, first | {"then": "sheet"}).status_code == 422  # a sheet needs all four
    assert player.post(there, first).status_code == 302
    assert game_of(match).variants["duel_cards"] == ["storm"]
    other, seen = opened(entry_at(match, 1)), player.get(there).context["form"]["seen"].value()
    assert other.post(there, first | {"card_2": "clash", "seen": seen}).status_code == 302

    late = player.post(there, first | {"card_2": "eclipse", "seen": seen})

    assert late.status_code == 409
    name = entry_at(match, 1).player.public_name
    (sentence,) = late.context["form"].non_field_errors()
    assert sentence.startswith(f"{name} has already entered: the card of duel 2 is Clash. ")
    again = {name: late.context["form"][name].value() for name in [*SAID, "seen"]}
    assert again["card_2"] == "eclipse"
    assert player.post(there, again).status_code == 302
    assert game_of(match).variants["duel_cards"] == ["storm", "eclipse"]


def test_recorder_is_open_once_the_mages_are_said_and_takes_each_card(match: Match, player: Client) -> None:
    there = f"/games/{game_of(match).key}/recording/"
    assert player.get(there).status_code == 302
    mages = {name: SAID[name] for name in ("mage_white", "mage_black")}
    player.post(f"/games/{game_of(match).key}/variants/", mages)
    page = player.get(there).context["page"]
    assert (page["state"]["cards"], page["asks_cards"], len(page["cards"])) == ([], True, 15)

    said = post(player, f"{there}cards/1/", {"card": "storm"})
    other = post(opened(entry_at(match, 1)), f"{there}cards/1/", {"card": "clash"})

    assert (said.status_code, said.json()["state"]["cards"]) == (200, ["storm"])
    assert said.json()["state"]["set_up"] == page["state"]["set_up"]
    assert (other.status_code, other.json()["code"], other.json()["state"]["cards"]) == (
        409,
        "said_differently",
        ["storm"],
    )
    assert post(player, f"{there}cards/2/", {"card": "storm"}).json()["code"] == "wrong_variants"
    assert post(player, f"{there}cards/2/", {"card": 7}).status_code == 422
    assert post(Client(), f"{there}cards/2/", {"card": "clash"}).status_code == 403


def test_cards_so_far_stand_on_the_pages_of_a_game_being_played(match: Match, player: Client) -> None:
    game = game_of(match)
    live = Client().get(f"/games/{game.key}/").context["live"]
    player.post(f"/games/{game.key}/variants/", {**SAID, "card_3": "", "card_4": ""})

    public = Client().get(f"/games/{game.key}/")

    for page in (
        public,
        player.get(f"/games/{game.key}/"),
        Client().get(live.address),
        player.get(reverse("tournaments:evening_of", args=[entry_at(match, 0).key])),
    ):
        told = page.content.decode()
        assert "Duel cards: Storm, Triumph" in told
        assert "2 duel cards are still to be turned up." in told
        assert told.count("Silas") == 1
    assert public.context["live"].tag != live.tag


def test_verdict_on_what_is_typed_names_what_differs_from_the_game(match: Match, player: Client) -> None:
    game = game_of(match)
    there = f"/games/{game.key}/notation/verdict/"
    tags = f'[Starter "{name_of_seat(game.system, game.starter)}"]\n'

    def verdict(text: str) -> str:
        return player.post(there, {"text": tags + text}).content.decode()

    assert "enter which mage each side has" in verdict("")
    player.post(f"/games/{game.key}/variants/", {**SAID, "card_3": "", "card_4": ""})
    mages, cards = '[Mages "silas/bahar"]\n', '[DuelCards "storm triumph clash"]\n'
    assert "is-bad" not in verdict(mages + cards)
    swapped = verdict('[Mages "bahar/silas"]\n' + cards)
    assert "The mages of this game: White has Silas, Black has Bahar." in swapped
    assert "duel cards of this game" not in swapped
    assert "is-bad" in verdict(mages + cards + "1. LDD")
    assert "of this game" not in verdict(mages + cards + "1. LDD")
    other = verdict(mages + '[DuelCards "storm high_stakes"]\n1. LDD')
    assert "The card of duel 2 is Triumph here, not High stakes." in other
    assert "No duel cards" not in other
