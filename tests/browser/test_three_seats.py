"""An evening at tables of three in the browser, from its set-up to the replay: a made-up game in a made-up format."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from magistrar_site.accounts.services.accounts import account_create
from tests.browser.conftest import WAIT_MS, Complaints
from tests.browser.play import hand_in_by
from tests.browser.test_evening import EMAIL, PASSWORD, sign_in
from tests.tournaments.services.test_three_seats import FIRST_WINS, document
from tournaments.models import Event, Match
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.usefixtures("toy_tables"),
    pytest.mark.django_db(transaction=True),
]

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus")


def set_up(page: Page) -> None:
    page.get_by_role("link", name="My clubs").click()
    page.get_by_role("link", name="Start a club").click()
    page.get_by_label("Name of the club").fill("Threes")
    page.get_by_role("button", name="Start the club").click()
    page.get_by_label("Name of the event").fill("Friday")
    page.get_by_label("Tables of three").check()
    page.get_by_role("button", name="Set it up").click()
    page.get_by_label("Players, one per line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Add these players").click()
    page.get_by_role("button", name="Start only").click()
    page.get_by_role("button", name="Pair and publish round 1").click()
    expect(page.get_by_text("Round 1 is published.")).to_be_visible()


def links(page: Page) -> dict[str, str]:
    """The personal links by the players' names."""
    page.get_by_role("button", name="Print the links, or show the codes").click()
    cards = page.locator(".link-card")
    expect(cards).to_have_count(7)
    return {
        card.locator("strong").inner_text(): card.locator("a.code").get_attribute("href") or "" for card in cards.all()
    }


def names_at(table: int, number: int = 1) -> list[str]:
    """Who sits at a table of a round, by seat."""
    match = Match.objects.get(table=table, round__number=number, is_void=False)
    return [seat.entry.player.name for seat in match.seats.order_by("position")]


def game_at(table: int) -> Game:
    return Game.objects.get(match_game__match__table=table, match_game__match__round__number=1)


def hand_in_a_record(phone: Page, link: str, record: bytes) -> None:
    phone.goto(link)
    hand_in_by(phone, "Paste or upload a record")
    phone.locator("textarea").first.fill(record.decode())
    phone.get_by_role("button", name="Hand it in").click()


def hand_in_a_score(phone: Page, link: str, numbers: dict[str, tuple[int, int]]) -> None:
    """Turns won and coins bid by the players' names."""
    phone.goto(link)
    phone.get_by_role("link", name="Enter the final score").click()
    for name, (won, coins) in numbers.items():
        of_seat = phone.get_by_role("group", name=name, exact=True)
        of_seat.get_by_label("Turns won").fill(str(won))
        of_seat.get_by_label("Coins bid").fill(str(coins))
    phone.get_by_role("button", name="Hand it in").click()


def rule(page: Page, game: Game, placing: str, decision: str) -> None:
    page.goto(f"/games/{game.key}/rule/")
    page.get_by_label(decision).check()
    page.get_by_label("Places by seat").fill(placing)
    page.get_by_label("Why").fill("Seen at the table")
    page.get_by_role("button", name="Show what would change").click()
    expect(page.get_by_text(placing)).to_be_visible()
    page.locator("button[name=confirm]").first.click()
    expect(page.get_by_text("is in the log")).to_be_visible()


def test_evening_at_tables_of_three(page: Page, new_page: Callable[..., Page], complaints: Complaints) -> None:
    expect.set_options(timeout=WAIT_MS)
    account_create(email=EMAIL, password=PASSWORD, name="Olga")
    sign_in(page)
    set_up(page)
    by_name = links(page)
    ada, bo, cleo = names_at(1)

    # One hands in, half of the others confirm.
    hand_in_a_record(new_page(phone=True), by_name[ada], document())
    phone = new_page(phone=True)
    phone.goto(by_name[cleo])
    expect(phone.get_by_text("You have seat 3.")).to_be_visible()
    expect(phone.locator(".versus-name")).to_have_text(f"{ada}, {bo}")
    expect(phone.get_by_role("heading", name=f"{ada} handed this in. Is it right?")).to_be_visible()
    phone.get_by_role("button", name="Yes, that’s how it was").click()
    expect(phone.get_by_role("heading", name="The result counts")).to_be_visible()

    # Two versions at the other table: the first difference is shown, and an arbiter places the seats.
    dan, eve, finn = names_at(2)
    hand_in_a_score(new_page(phone=True), by_name[dan], {dan: (2, 9), eve: (0, 4), finn: (1, 9)})
    otherwise = json.loads(document())
    otherwise["turns"] = [*FIRST_WINS[:3], [0, 5, 1]]
    hand_in_a_record(new_page(phone=True), by_name[finn], json.dumps(otherwise).encode())
    game = game_at(2)
    page.goto(f"/games/{game.key}/")
    expect(page.get_by_text("Turns won").first).to_be_visible()
    rule(page, game, "3>1=2", "The places below count (only the result is known)")

    # Public pages: the hall, slips, standings, crosstable, the game and its replay.
    event = Event.objects.get()
    standings_refresh(event_key=event.key)
    visitor = new_page()
    visitor.goto(f"/events/{event.slug}/")
    for name in NAMES:
        expect(visitor.get_by_role("link", name=name, exact=True).first).to_be_visible()
    visitor.goto(f"/events/{event.slug}/standings/")
    expect(visitor.locator("tbody tr").first).to_contain_text("1")
    expect(visitor.get_by_text("0.33").first).to_be_visible()
    visitor.goto(f"/events/{event.slug}/crosstable/")
    expect(visitor.locator("table.crosstable tbody tr")).to_have_count(7)
    expect(visitor.locator("table.crosstable tbody a.cell")).to_have_count(12)
    visitor.goto(f"/games/{game_at(1).key}/")
    expect(visitor.get_by_text(ada).first).to_be_visible()
    expect(visitor.get_by_text(bo).first).to_be_visible()
    page.goto(f"/events/{event.slug}/manage/slips/")
    expect(page.locator(".slip")).to_have_count(2)
    expect(page.locator(".slip-name")).to_have_count(6)

    # Results at the desk, by place, and the next round.
    page.goto(f"/events/{event.slug}/manage/")
    page.get_by_role("button", name="Pair and publish round 2").click()
    expect(page.get_by_text("Round 2 is published.")).to_be_visible()
    page.goto(f"/events/{event.slug}/manage/results/")
    page.get_by_label("Table and result").fill("1 2>1>3, 2 1>3+")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("2 results recorded.")).to_be_visible()
    standings_refresh(event_key=event.key)
    event.refresh_from_db()
    assert event_verify(event=event).holds
