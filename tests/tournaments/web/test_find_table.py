"""Finding one's table among the pairings."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from tests.evening import Evening

pytestmark = pytest.mark.django_db

FIELD = tuple(f"Player {number:02}" for number in range(1, 25))


def test_own_table_is_found_by_name_and_by_number(client: Client, evening: Evening) -> None:
    event = evening.started(FIELD, preset="swiss-evening")
    matches = evening.publish(event, 1)
    assert "Find my table" in client.get(f"/events/{event.slug}/").content.decode()
    by_name = client.get(f"/events/{event.slug}/find/?q=player+07")
    (pairing,) = by_name.context["pairings"]
    assert "Player 07" in [seat.name for seat in pairing.seats]
    by_table = client.get(f"/events/{event.slug}/find/?q=3")
    assert [pairing.match_key for pairing in by_table.context["pairings"]] == [matches[2].key]
    nobody = client.get(f"/events/{event.slug}/find/?q=zzz")
    assert (nobody.status_code, nobody.context["pairings"]) == (200, [])
    assert "No one in this round has that name." in nobody.content.decode()


def test_small_rounds_need_no_search_and_hidden_names_are_not_found(client: Client, evening: Evening) -> None:
    event = evening.started(FIELD[:4])
    evening.publish(event, 1)
    Player.objects.filter(name="Player 02").update(hides_name=True)
    assert "Find my table" not in client.get(f"/events/{event.slug}/").content.decode()
    assert client.get(f"/events/{event.slug}/find/?q=player+02").context["pairings"] == []
    assert len(client.get(f"/events/{event.slug}/find/?q=player+03").context["pairings"]) == 1
