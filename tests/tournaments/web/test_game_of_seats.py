"""Pages of a game for three without sides, starter and notation, beside another game."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.registry import DEFAULT_JUDGE, GAME_SYSTEMS
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_three_seats import SEVEN, play
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(evening: Evening, toy_tables: object) -> Match:
    """The first table of an evening, whose first seat has won."""
    found = evening.publish(evening.started(SEVEN, preset="toy-tables"), 1)[0]
    play(evening, found)
    return found


def shown(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(f"tournaments:{name}", args=args)).content.decode()


def test_game_page_calls_the_players_by_their_names(client: Client, match: Match) -> None:
    page = shown(client, "game", game_of(match).key)

    result = page[page.index("<h2>Result</h2>") :]
    names = [entry_at(match, seat).player.name for seat in range(3)]
    assert [name in result for name in names] == [True] * 3
    assert f"{names[0]} won" in result
    assert "Seat 1" not in result


def test_nobody_is_said_to_start_or_to_have_black(client: Client, match: Match) -> None:
    page = shown(client, "player", entry_at(match, 0).player.key)

    assert [entry_at(match, seat).player.name in page for seat in (1, 2)] == [True, True]
    assert "Starting" not in page
    assert "Playing second" not in page
    assert "Black" not in page


def test_game_is_named_where_there_are_several(client: Client, match: Match) -> None:
    event = match.round.stage.event

    pages = [shown(client, "home"), shown(client, "club", event.club.slug), shown(client, "event", event.slug)]
    assert ["Made-up game" in page for page in [*pages, shown(client, "game", game_of(match).key)]] == [True] * 4


def test_game_is_not_named_where_there_is_one(
    client: Client, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in GAME_SYSTEMS.keys() - {DEFAULT_JUDGE}:
        monkeypatch.delitem(GAME_SYSTEMS, key)  # type: ignore[arg-type]
    event = evening.started(("Ada", "Bo"))
    found = evening.publish(event, 1)[0]

    pages = [shown(client, "home"), shown(client, "club", event.club.slug), shown(client, "event", event.slug)]
    name = ">Magistrar: Duel of the Mages<"
    assert [name in page for page in [*pages, shown(client, "game", game_of(found).key)]] == [False] * 4


def test_event_page_names_the_edition_of_its_game(client: Client, match: Match) -> None:
    assert ">The made-up game</a>" in shown(client, "event", match.round.stage.event.slug)


def test_page_of_an_event_or_a_game_carries_its_games_accent(client: Client, match: Match) -> None:
    event = match.round.stage.event
    pages = [shown(client, "event", event.slug), shown(client, "game", game_of(match).key)]
    assert [f'<body data-game="{event.system}">' in page for page in pages] == [True, True]
    assert "data-game" not in shown(client, "home")
