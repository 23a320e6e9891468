"""Paper for the end of an event and for every round: who reads which names, and what stands there."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Player
from games.services.players import player_name_hide
from tests.evening import Evening
from tournaments.models import Entry, Event
from tournaments.services.events.finish import event_finish
from tournaments.services.events.prizes import prize_add

pytestmark = pytest.mark.django_db


def hide(evening: Evening, name: str) -> Player:
    player = Player.objects.get(name=name)
    player_name_hide(act=evening.act(), player=player, hides=True)
    return player


def finished(evening: Evening) -> Event:
    event = evening.started(("Anna", "Bert", "Cleo"))
    prize_add(act=evening.act(), event=event, name="Main", amounts=[5000, 2550])
    evening.play_out(event, 3)
    return event_finish(act=evening.act(), event=event)


def test_prize_list_and_certificates_are_the_staffs_and_the_ranking_is_everybodys(evening: Evening) -> None:
    event = finished(evening)
    hidden = hide(evening, "Anna")
    pages = [reverse(f"tournaments:{name}", args=[event.slug]) for name in ("print_prizes", "print_certificates")]
    stranger = evening.browser(evening.account("stranger@example.org"))
    for page in pages:
        text = evening.browser().get(page).content.decode()
        assert "Anna" in text
        assert Client().get(page).status_code == 302
        assert stranger.get(page).status_code == 403
    prizes = evening.browser().get(pages[0]).content.decode()
    assert ("50\u00a0EUR" in prizes, "25.50\u00a0EUR" in prizes, "share them equally" in prizes) == (True, True, True)
    all_of_them = evening.browser().get(f"{pages[1]}?places=0").content.decode()
    assert all_of_them.count('class="certificate"') == 3

    ranking = Client().get(reverse("tournaments:print_final", args=[event.slug])).content.decode()
    assert ("Anna" in ranking, hidden.public_name in ranking, "Bert" in ranking) == (False, True, True)
    public = Client().get(reverse("tournaments:event_final", args=[event.slug])).content.decode()
    assert ("Anna" in public, "\u00a0EUR" in public) == (False, True)


def test_round_sheet_has_pairings_standings_and_who_met_whom(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"), preset="swiss-evening")
    page = reverse("tournaments:print_round", args=[event.slug])
    assert evening.browser().get(page).status_code == 404
    for match in evening.publish(event, 1):
        evening.play(match)
    evening.publish(event, 2)
    hide(evening, "Anna")
    text = evening.browser().get(page).content.decode()
    assert "Round 2: pairings and standings" in " ".join(text.split())
    numbers = {entry.player.name: entry.number for entry in Entry.objects.filter(event=event).select_related("player")}
    assert all(f"<small>{number}</small>" in text and name in text for name, number in numbers.items())
    assert Client().get(page).status_code == 302


def test_papers_lead_to_what_can_be_printed(evening: Evening) -> None:
    event = finished(evening)
    text = evening.browser().get(reverse("tournaments:papers", args=[event.slug])).content.decode()
    for name in ("print_final", "print_certificates", "print_prizes", "print_round"):
        assert reverse(f"tournaments:{name}", args=[event.slug]) in text


def test_prize_money_is_typed_on_the_page(evening: Evening) -> None:
    event = evening.started()
    page = reverse("tournaments:wishes", args=[event.slug])
    form = {"prize": "1", "name": "Main", "places": "1", "amounts": "50 30 12,50", "sharing": "rank"}
    assert evening.browser().post(page, form).status_code == 302
    (prize,) = event.prize_categories.all()
    assert (prize.amounts, prize.places, prize.currency, prize.sharing) == ([5000, 3000, 1250], 3, "EUR", "rank")
    for amounts in ("fifty", "1e999999", "nan"):
        refused = evening.browser().post(page, form | {"name": "Other", "amounts": amounts})
        assert (refused.status_code, event.prize_categories.count()) == (422, 1)
