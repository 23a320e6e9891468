"""Shown by code: who may choose it, and that no public page, file or answer gives the name away then."""

from __future__ import annotations

import pytest
from django.test import Client

from games.services.players import player_create
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.web.middleware import COOKIE
from magistrar_site.shared.models import Fact
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening
from tournaments.models import Entry, Event, Match
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
NAMES = ("Xaver Unverwechselbar", "Bert", "Cleo", "Dora")
SECRET = "Unverwechselbar"


def scene() -> tuple[Evening, Event, Entry]:
    evening = Evening()
    event = evening.started(NAMES)
    evening.play_out(event, 1)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    return evening, event, event.entries.get(player__name=NAMES[0])


def choose(client: Client, player_key: str, show: str) -> int:
    return client.post(f"/players/{player_key}/name/", {"show": show}).status_code


def test_player_organiser_and_account_choose_and_nobody_else() -> None:
    evening, event, entry = scene()
    stranger, other = Client(), Client()
    stranger.force_login(evening.account("s@example.org"), backend=BACKEND)
    other.cookies[COOKIE] = link_token(subject=event.entries.get(player__name="Bert").key)
    for client in (Client(), stranger, other):
        assert choose(client, entry.player.key, "code") == 403
        assert "How the player is shown" not in client.get(f"/players/{entry.player.key}/").content.decode()
    player, organiser = Client(), Client()
    player.cookies[COOKIE] = link_token(subject=entry.key)
    organiser.force_login(evening.user, backend=BACKEND)
    for client, show in ((player, "code"), (player, "code"), (organiser, "name"), (organiser, "code")):
        assert choose(client, entry.player.key, show) == 302
        entry.player.refresh_from_db()
        assert entry.player.hides_name == (show == "code")
        assert "How the player is shown" in client.get(f"/players/{entry.player.key}/").content.decode()
    facts = Fact.objects.filter(stream__name=f"player:{entry.player.key}").order_by("number")
    assert [fact.kind.removeprefix("player.") for fact in facts] == [
        *("created", "name_hidden", "name_shown", "name_hidden")
    ]


def test_no_public_page_file_or_answer_gives_a_hidden_name_away() -> None:
    evening, event, entry = scene()
    player_create(act=evening.act(), name="Zoe", club=evening.club)
    club, slug, key = evening.club.slug, event.slug, entry.player.key
    match = Match.objects.filter(seats__entry=entry)[0]
    game = match.games.all()[0].game
    pages = [
        *("/", "/events/", f"/events/{slug}/", f"/events/{slug}/rounds/1/", f"/events/{slug}/standings/"),
        *(f"/events/{slug}/standings/{entry.key}/", f"/events/{slug}/crosstable/", f"/events/{slug}/players/"),
        *(f"/events/{slug}/trf-16/", f"/events/{slug}/trf-26/", f"/games/{game.key}/", f"/matches/{match.key}/"),
        *(f"/players/{key}/", f"/clubs/{club}/", f"/leaderboard/{event.pool}/", f"/search/?q={SECRET}"),
        *(f"/clubs/{club}/grand-mage/", f"/clubs/{club}/grand-mage/players/{key}/"),
    ]
    api = [
        *(f"/events/{slug}/", f"/events/{slug}/entries/", f"/events/{slug}/standings/", f"/events/{slug}/crosstable/"),
        *("/players/", f"/players/{key}/", f"/players/{key}/ratings/", f"/games/{game.key}/"),
        *(f"/pools/{event.pool}/leaderboard/", f"/pools/{event.pool}/leaderboard/?format=csv"),
        *(f"/events/{slug}/standings/?format=csv", f"/events/{slug}/crosstable/?format=csv"),
    ]
    addresses = pages + [f"/api/v1{address}" for address in api]

    def telling() -> dict[str, int]:
        return {
            address: body(Client(), address).count(SECRET)
            for address in addresses
            if not address.startswith("/search/")
        }

    before = telling()
    evening_client = Client()
    evening_client.force_login(evening.user, backend=BACKEND)
    assert choose(evening_client, key, "code") == 302
    assert {address for address, count in telling().items() if count} == set()
    assert {address for address, count in before.items() if count} >= {
        "/",
        f"/events/{slug}/standings/",
        f"/players/{key}/",
    }
    assert f"/players/{key}/" not in body(Client(), f"/search/?q={SECRET}")


def body(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return (response.getvalue() if response.streaming else response.content).decode()
