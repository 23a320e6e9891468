"""Pages for paper and for the hall: who sees what, and that all of it is there."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.evening import NAMES, Evening
from tournaments.models import Event
from tournaments.selectors.name_lines import lines_by_name
from tournaments.selectors.pairings import pairings_of_round
from tournaments.services.standings import standings_refresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(evening: Evening) -> Event:
    """Five players: a bye in each round. Round 1 is played, round 2 is out."""
    event = evening.started(NAMES[:5])
    evening.play_out(event, 1)
    evening.publish(event, 2)
    standings_refresh(event_key=event.key)
    return event


@pytest.mark.parametrize(
    "page", ["print/tables/", "print/names/", "print/standings/", "print/crosstable/", "projector/"]
)
def test_everybody_may_print_and_watch_and_every_player_is_there(page: str, event: Event, client: Client) -> None:
    answer = client.get(f"/events/{event.slug}/{page}")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert [name for name in NAMES[:5] if name not in text] == []


def test_round_of_the_address_is_printed_and_one_that_is_not_out_is_not_found(event: Event, client: Client) -> None:
    assert "Round 1: pairings" in client.get(f"/events/{event.slug}/print/tables/?round=1").content.decode()
    assert "Round 2: pairings" in client.get(f"/events/{event.slug}/print/tables/").content.decode()
    assert client.get(f"/events/{event.slug}/print/tables/?round=3").status_code == 404
    assert client.get(f"/events/{event.slug}/standings/?round=99").status_code == 404


def test_slips_are_the_desks_alone_one_for_each_game(evening: Evening, event: Event, client: Client) -> None:
    there = f"/events/{event.slug}/manage/slips/"
    assert client.get(there).status_code == 302
    stranger = evening.account("stranger@example.org")
    client.force_login(stranger, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(there).status_code == 403
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    slips = client.get(there).content.decode()
    assert slips.count('<li class="slip">') == slips.count('<div class="slip-code"') == 2


def test_lines_by_name_are_everybodys_with_the_score_from_his_own_side(event: Event) -> None:
    round_ = event.stages.get().rounds.get(number=1)
    lines = lines_by_name(pairings_of_round(round_))
    assert [line.name for line in lines] == sorted(NAMES[:5])
    assert [line.name for line in lines if line.bye] == [line.name for line in lines if not line.opponent]
    by_name = {line.name: line for line in lines}
    for line in lines:
        if line.opponent:
            other = by_name[line.opponent]
            assert (other.opponent, other.table) == (line.name, line.table)
            assert line.score.split(" : ") == other.score.split(" : ")[::-1] != [""]
