"""A game that was recorded without a network before the service was upgraded: what the phone has kept is sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.models import DraftPart, Game
from tests.browser.play import hand_in_by
from tests.browser.test_recording import Recorder, Thumb, link_of, place_of
from tests.evening import Evening, entry_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What the recorder of November 2026 left in the storage of a phone: two finished duels and a third begun, none sent.
KEPT = json.loads((Path(__file__).parents[1] / "in_flight" / "phone.json").read_text())


@pytest.mark.slow
def test_duels_recorded_before_an_upgrade_are_sent(new_page: Callable[..., Page]) -> None:
    evening = Evening()
    match = evening.publish(evening.started(("Anna", "Bert")), 1)[0]
    game = Game.objects.get(match_game__match=match)
    assert game.starter == {"white": 1, "black": 2}[KEPT["starter"]]
    seat = place_of(game, match, "white")
    shelf = f"record:{game.key}:link:{entry_at(match, seat).key}"
    page = new_page(phone=True)
    page.add_init_script(
        f"if (!localStorage.getItem({json.dumps(shelf)}))"
        f" localStorage.setItem({json.dumps(shelf)}, {json.dumps(json.dumps(KEPT['kept']))});"
    )
    page.goto(link_of(match, seat))
    hand_in_by(page, "Record it while you play")
    expect(page.get_by_text("Every finished duel is saved.")).to_be_visible()
    saved = DraftPart.objects.filter(game=game).order_by("number")
    assert [part.body["tokens"] for part in saved] == [duel["tokens"] for duel in KEPT["duels"][:2]]
    begun = list(Recorder(page, Thumb(), game.starter).turns(KEPT["duels"][2], 3))[:5]
    for side, position in begun:
        place = page.locator(f".arena-{side}").nth(position - 1)
        expect(place.locator("use")).not_to_have_count(0)
