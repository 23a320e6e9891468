"""A club's evening in the browser, from signing in to the leaderboard."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.enums import Grade
from games.models import Game, GameResult, Submission
from games.selectors.evidence import evidence_read
from games.selectors.games import game_by_key
from games.services.random_play import random_body
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import WAIT_MS, Complaints
from tests.browser.play import hand_in_by
from tests.evening import Evening
from tournaments.models import Event, Match, Standing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EMAIL, PASSWORD = "organiser@example.org", "correct horse battery"
NAMES = ["Anna Adler", "Bruno Öztürk", "Chloé Dupont", "Dirk", "Eva", "Finn Fässler", "Gerda", "Henk de Vries"]
UNPROCESSABLE = "status of 422"  # the browser says on its console that a form was refused


@dataclass(frozen=True)
class Table:
    """A table of round 1: its game, and the names and links of both players."""

    game: Game
    white: str
    black: str
    white_link: str
    black_link: str


def sign_in(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("E-mail").or_(page.get_by_label("Email")).first.fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()


def found_club_and_event(page: Page) -> None:
    page.get_by_role("link", name="My clubs").click()
    page.get_by_role("link", name="Start a club").click()
    page.get_by_label("Name of the club").fill("Zauberrunde Köln")
    page.get_by_role("button", name="Start the club").click()
    page.get_by_label("Name of the event").fill("Friday evening")
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("heading", name="Friday evening")).to_be_visible()


def enter_players_and_start(page: Page) -> None:
    page.get_by_label("Players, one per line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("new player")).to_have_count(8)
    assert Event.objects.get().entries.count() == 0
    page.get_by_role("button", name="Add these players").click()
    expect(page.get_by_text("8 players are entered.").first).to_be_visible()
    page.get_by_role("button", name="Start only").click()
    page.get_by_role("button", name="Pair and publish round 1").click()
    expect(page.get_by_text("Round 1 is published.")).to_be_visible()


def personal_links(page: Page) -> dict[str, str]:
    """The links by the players' names, made and read by the organiser."""
    page.get_by_role("button", name="Print the links, or show the codes").click()
    cards = page.locator(".link-card")
    expect(cards).to_have_count(8)
    expect(page.get_by_role("img", name="Code to scan")).to_have_count(8)
    return {
        card.locator("strong").inner_text(): card.locator("a.code").get_attribute("href") or "" for card in cards.all()
    }


def table(number: int, links: dict[str, str]) -> Table:
    match = Match.objects.get(table=number)
    game = game_by_key(match.games.get().game.key)
    names = {seat.name: seat.player.name for seat in game.seats.all()}
    return Table(game, names["white"], names["black"], links[names["white"]], links[names["black"]])


def honoris(table: Table, body: bytes) -> str:
    white, black = evidence_read(system="magistrar", body=body).judged.numbers["honoris"]
    return f"{white} : {black}".replace("-", "−")


def fill_sheet(page: Page, sheet: dict[str, Any]) -> None:
    for number, duel in enumerate(sheet["duels"], 1):
        for side in ("white", "black"):
            haul = duel[side]
            for energy in ("light", "dark"):
                if haul.get(energy):
                    page.locator(f"#id_d{number}-{side}-{energy}").fill(str(haul[energy]))
            if haul.get("super"):
                page.locator(f"#id_d{number}-{side}-super").select_option(
                    "".join(sorted(haul["super"], key="LD.".index))
                )


def test_evening_from_signing_in_to_the_leaderboard(
    page: Page, new_page: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.expect(UNPROCESSABLE)
    expect.set_options(timeout=WAIT_MS)
    rng = random.Random(7)
    account_create(email=EMAIL, password=PASSWORD, name="Olga")

    sign_in(page)
    found_club_and_event(page)
    enter_players_and_start(page)
    links = personal_links(page)
    first, second = table(1, links), table(2, links)

    hand_in_a_sheet(new_page(phone=True), first, rng)
    confirm(new_page(phone=True), first.black_link, first.white)
    upload_an_illegal_and_then_a_legal_record(new_page(phone=True), second, rng)
    confirm(new_page(phone=True), second.black_link, second.white)

    look_around_as_the_public(new_page(phone=True), first, second)
    page.goto(f"/events/{Event.objects.get().slug}/manage/")
    expect(page.get_by_text("Round 1: 2 games are still being played.")).to_be_visible()


def hand_in_a_sheet(phone: Page, table: Table, rng: random.Random) -> None:
    body = random_body(rng=rng, game=table.game, grade=Grade.SHEET)
    phone.goto(table.white_link)
    expect(phone.get_by_text("Your game in round 1")).to_be_visible()
    expect(phone.locator(".versus-table")).to_contain_text("1")
    expect(phone.locator(".versus-name")).to_have_text(table.black)
    expect(phone.get_by_text("You play White and start.")).to_be_visible()
    assert "/l/" not in phone.url  # the token doesn't stay in the address

    phone.get_by_role("link", name="Fill in the sheet").click()
    fill_sheet(phone, json.loads(body))
    light = phone.locator("#id_d1-white-light")
    before = light.input_value()
    step = "one less" if int(before) else "one more"
    phone.get_by_role("button", name=f"{step}: light energy").first.click()
    expect(light).not_to_have_value(before)
    back = "one more" if int(before) else "one less"
    phone.get_by_role("button", name=f"{back}: light energy").first.click()
    expect(light).to_have_value(before)
    expect(phone.locator("#running")).to_contain_text("Honoris after 5 duels")
    expect(phone.locator("#running b")).to_have_text(honoris(table, body))
    phone.get_by_role("button", name="Hand it in").click()

    expect(phone.get_by_role("heading", name=f"Waiting for {table.black} to confirm")).to_be_visible()
    expect(phone.locator(".duels tbody tr")).to_have_count(5)
    left, right = honoris(table, body).split(" : ")
    assert phone.locator(".scoreline-number").all_inner_texts() == [left, right]


def upload_an_illegal_and_then_a_legal_record(phone: Page, table: Table, rng: random.Random) -> None:
    body = random_body(rng=rng, game=table.game)
    broken = json.loads(body)
    broken["duels"][2]["tokens"]["white"] = "LLLLLL"
    broken["duels"][3]["tokens"]["white"] = "LLLLLL"
    standings = list(Standing.objects.order_by("pk").values_list("entry", "points", "values"))
    phone.goto(table.white_link)
    hand_in_by(phone, "Type or paste the game")
    phone.get_by_role("link", name="Paste or upload a record").click()
    phone.get_by_label("Paste the record here").fill(json.dumps(broken))
    phone.get_by_role("button", name="Hand it in").click()
    expect(phone.get_by_role("heading", name="Breaks the rules")).to_be_visible()
    expect(phone.locator(".violation").first).to_contain_text("Duel ")
    assert Submission.objects.filter(game=table.game, accepted=False).count() == 1
    assert not GameResult.objects.filter(game=table.game).exists()
    assert list(Standing.objects.order_by("pk").values_list("entry", "points", "values")) == standings

    phone.get_by_label("Paste the record here").fill("")
    phone.get_by_label("or choose a file").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": body}
    )
    phone.get_by_role("button", name="Hand it in").click()
    expect(phone.get_by_role("heading", name=f"Waiting for {table.black} to confirm")).to_be_visible()
    expect(phone.locator(".encounters")).to_have_count(5)


def confirm(phone: Page, link: str, opponent: str) -> None:
    phone.goto(link)
    expect(phone.get_by_role("heading", name=f"{opponent} handed this in. Is it right?")).to_be_visible()
    phone.get_by_role("button", name="Yes, that’s how it was").click()
    expect(phone.get_by_text("Confirmed. The result counts.")).to_be_visible()
    expect(phone.get_by_role("heading", name="The result counts")).to_be_visible()


def look_around_as_the_public(visitor: Page, first: Table, second: Table) -> None:
    results = {result.game_id: result for result in GameResult.objects.filter(is_current=True)}
    assert len(results) == 2
    visitor.goto("/")
    visitor.get_by_role("link", name="Friday evening").click()
    expect(visitor.locator(".pairing")).to_have_count(4)
    expect(visitor.get_by_text("still playing")).to_have_count(2)
    visitor.get_by_role("navigation", name="Parts of the event").get_by_role("link", name="Standings").click()
    expect(visitor.locator("tbody tr")).to_have_count(8)
    points = [row.locator("td").first.inner_text() for row in visitor.locator("tbody tr").all()]
    expected = {None: ["½", "½"], 1: ["1", "0"], 2: ["1", "0"]}
    earned = [half for result in results.values() for half in expected[result.winner]]
    assert sorted(points) == sorted(earned + ["0"] * 4)
    visitor.get_by_role("link", name="Crosstable").click()
    expect(visitor.locator(".crosstable td a small")).to_have_count(4)
    visitor.locator(f".crosstable a[href='/games/{first.game.key}/']").first.click()
    expect(visitor.get_by_role("heading", name=f"{first.white} – {first.black}")).to_be_visible()
    expect(visitor.get_by_text("sheet", exact=True).first).to_be_visible()
    expect(visitor.get_by_role("heading", name="How the ratings changed")).to_be_visible()
    visitor.locator(".scoreline").get_by_role("link", name=first.white).click()
    expect(visitor.get_by_role("img", name="Rating after 1 game")).to_be_visible()
    visitor.get_by_role("link", name="Leaderboard").click()
    expect(visitor.locator("tbody tr")).to_have_count(4)
    listed = visitor.locator("tbody th a").all_inner_texts()
    assert sorted(listed) == sorted([first.white, first.black, second.white, second.black])


def test_player_without_javascript_hands_in_a_sheet_and_the_opponent_confirms(new_page: Callable[..., Page]) -> None:
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    event = evening.started(NAMES[:2])
    match = evening.publish(event, 1)[0]
    links = {seat.entry.player.name: f"/l/{link_token(subject=seat.entry.key)}/" for seat in match.seats.all()}
    at = table(1, links)
    body = random_body(rng=random.Random(5), game=at.game, grade=Grade.SHEET)

    phone = new_page(phone=True, java_script_enabled=False)
    phone.goto(at.white_link)
    phone.get_by_role("link", name="Fill in the sheet").click()
    fill_sheet(phone, json.loads(body))
    phone.get_by_role("button", name="Check it first").click()
    assert phone.locator(".scoreline-number").all_inner_texts() == honoris(at, body).split(" : ")
    assert not Submission.objects.exists()
    phone.get_by_role("button", name="Hand it in").click()
    expect(phone.get_by_role("heading", name=f"Waiting for {at.black} to confirm")).to_be_visible()

    confirm(new_page(phone=True, java_script_enabled=False), at.black_link, at.white)
    assert GameResult.objects.get(is_current=True).grade == Grade.SHEET
