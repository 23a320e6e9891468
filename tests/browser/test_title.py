"""A knock-out of eight whose final is a Grand Mage series, to the title: set up and ended in the browser, every game of
the final handed in as a record on one phone and confirmed on the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import WAIT_MS
from tests.browser.play import hand_in, won_by
from tournaments.models import Event, Match, TitleReign
from tournaments.selectors.series.matches import match_series
from tournaments.services.series.grand_mage import grand_mage_refresh_after
from tournaments.services.simulate.invariants import broken
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EMAIL, PASSWORD = "organiser@example.org", "correct horse battery"
# By rating: 1 meets 8, 4 meets 5, 2 meets 7, 3 meets 6; 1 and 2 can only meet in the final.
NAMES = ("Anna", "Bert", "Cleo", "Dirk", "Eva", "Finn", "Gina", "Hans")


@pytest.mark.slow
def test_knockout_of_eight_is_played_to_the_title(page: Page, new_page: Callable[..., Page]) -> None:
    expect.set_options(timeout=WAIT_MS)
    account_create(email=EMAIL, password=PASSWORD, name="Olga")
    set_up(page)
    event = Event.objects.get()
    start = f"/events/{event.slug}/manage/"
    type_winners(
        page, event, 1, ["Anna – Hans", "Dirk – Eva", "Bert – Gina", "Cleo – Finn"], {"Anna", "Dirk", "Bert", "Cleo"}
    )
    page.goto(start)
    press(page, "Pair and publish round 2")
    type_winners(page, event, 2, ["Anna – Dirk", "Bert – Cleo"], {"Anna", "Bert"})
    page.goto(start)
    press(page, "Pair and publish round 3")
    expect(page.get_by_text("Round 3 is published.")).to_be_visible()

    play_the_final(event, new_page, winners=["Anna", "Bert", "Anna", "Anna"])

    page.goto(f"/events/{event.slug}/bracket/")
    expect(page.locator("p.lead", has_text="Anna has won.")).to_be_visible()
    page.goto(f"/clubs/{event.club.slug}/grand-mage/")
    expect(page.locator("p.lead")).to_contain_text("Anna has been the Grand Mage since")
    row = page.locator("tbody tr", has_text="Anna").locator("td")
    assert [cell.inner_text() for cell in row.all()][:2] == ["1", "3"]  # series won, games won
    page.goto(start)
    page.get_by_role("link", name="See the final ranking, then finish").click()
    press(page, "Finish the event")
    expect(page.get_by_text("The event is finished.")).to_be_visible()
    event.refresh_from_db()
    assert TitleReign.objects.get().holder.name == "Anna"
    grand_mage_refresh_after(event_key=event.key)  # as the reconciler does
    assert broken(event) == []
    assert str(event_verify(event=event)).startswith("verified ")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def set_up(page: Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("E-mail").or_(page.get_by_label("Email")).first.fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    press(page, "Sign in")
    page.get_by_role("link", name="Start a club").click()
    page.get_by_label("Name of the club").fill("Zauberrunde Köln")
    press(page, "Start the club")
    page.get_by_label("Name of the event").fill("The title")
    page.get_by_role("radio", name="Knock-out: One loss").check()
    press(page, "Set it up")
    page.get_by_label("Players, one per line").fill(
        "\n".join(f"{name};{1900 - 50 * number}" for number, name in enumerate(NAMES))
    )
    press(page, "Preview")
    press(page, "Add these players")
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Games per match in the last rounds", exact=False).fill("1,1,5")
    page.get_by_label("The loser of a game has one golden energy more", exact=False).check()
    page.get_by_label("third place", exact=False).uncheck()
    press(page, "Save")
    page.goto(f"/events/{Event.objects.get().slug}/manage/")
    press(page, "Start only")
    press(page, "Pair and publish round 1")
    expect(page.get_by_text("Round 1 is published.")).to_be_visible()


def type_winners(page: Page, event: Event, number: int, tables: list[str], winners: set[str]) -> None:
    """The round is paired so, and the desk types who won at each table."""
    page.goto(f"/events/{event.slug}/manage/results/?round={number}")
    pairs = [row.locator(".pairing-seat a").all_inner_texts() for row in page.locator(".desk .pairing").all()]
    assert {frozenset(pair) for pair in pairs} == {frozenset(table.split(" – ")) for table in tables}
    won = [next(at for at, name in enumerate(pair, 1) if name in winners) for pair in pairs]
    page.get_by_label("Table and result").fill(", ".join(f"{table} {at}" for table, at in enumerate(won, 1)))
    press(page, "Enter")
    expect(page.get_by_text("still playing")).to_have_count(0)


def play_the_final(event: Event, new_page: Callable[..., Page], *, winners: list[str]) -> None:
    """Each game on the phones of both; before it both read who has how many golden energies in the bag."""
    final = Match.objects.select_related("round__stage__event").get(round__number=3, best_of=5)
    entries = {seat.entry.player.name: seat.entry for seat in final.seats.select_related("entry__player")}
    phones = {name: new_page(phone=True) for name in entries}
    for name, phone in phones.items():
        phone.goto(f"/l/{link_token(subject=entries[name].key)}/")
    losses = dict.fromkeys(entries, 0)
    for winner in winners:
        (link,) = match_series(final).pending
        loser = next(name for name in entries if name != winner)
        for name, phone in phones.items():
            phone.goto(f"/evening/{entries[name].key}/")
            expect(phone.get_by_text("Grand Mage series, game", exact=False).first).to_be_visible()
            for other in entries:
                expect(
                    phone.get_by_text(
                        f"{other}: 14 light, 14 dark and 2 super energies, {GOLDENS[losses[other]]}."
                    ).first
                ).to_be_visible()
        hand_in(phones[loser], won_by(link.game, winner))
        phones[winner].reload()
        yes = phones[winner].get_by_role("button", name="Yes, that’s how it was")
        yes.click()
        expect(yes).to_have_count(0)
        losses[loser] += 1
    assert match_series(final).standing.won == tuple(winners.count(name) for name in entries)


GOLDENS = ("no golden one", "and one golden one", "and 2 golden ones")
