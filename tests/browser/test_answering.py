"""The opponent's phone: the result with yes and no on the first screen, and both versions after a dispute."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from magistrar_site.accounts.services.links import link_token
from tests.evening import Evening, entry_at
from tournaments.models import Match
from tournaments.services.results.confirm import result_give_in

pytestmark = pytest.mark.django_db(transaction=True)


def link_of(match: Match, position: int) -> str:
    return f"/l/{link_token(subject=entry_at(match, position).key)}/"


def is_on_first_screen(found: Locator) -> bool:
    box = found.bounding_box()
    return box is not None and box["y"] + box["height"] <= 844


def test_confirming_is_on_the_first_screen_and_a_dispute_shows_both_sides_what_was_said(
    new_page: Callable[..., Page],
) -> None:
    evening = Evening()
    match = evening.publish(evening.started(("Anna", "Bert")), 1)[0]
    anna, bert = (entry_at(match, place).player.name for place in (0, 1))
    evening.submit(match)
    phone = new_page(phone=True)

    phone.goto(link_of(match, 1))
    yes, no = phone.get_by_role("button", name="Yes, that’s how it was"), phone.get_by_text("No, that’s not right")
    numbers = phone.locator("#answer .scoreline").first
    assert [is_on_first_screen(each) for each in (numbers, yes, no)] == [True] * 3
    expect(phone.locator("#answer .duels")).to_be_hidden()
    score = numbers.locator(".scoreline-number").all_inner_texts()

    no.click()
    phone.get_by_label("What is wrong?").fill("Duel 3")
    phone.get_by_role("button", name="Disagree").click()

    other = new_page(phone=True)
    other.goto(link_of(match, 0))
    for page in (phone, other):
        conflict = page.locator("#conflict")
        expect(conflict.get_by_role("heading", name=f"{anna}’s version")).to_be_visible()
        assert conflict.locator(".scoreline").first.locator(".scoreline-number").all_inner_texts() == score
        expect(conflict).to_contain_text(f"{bert} disagrees: “Duel 3”")
    expect(phone.get_by_role("heading", name="Hand in your version")).to_be_visible()
    expect(phone.locator("#said")).to_be_visible()

    # What was said of the dispute is over once the page shows something newer.
    second = evening.submit(match, position=1)
    result_give_in(act=evening.by(entry_at(match, 0)), submission_key=second.key)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.get_by_role("heading", name="The result counts")).to_be_visible()
    expect(phone.locator("#said")).to_have_count(0)
