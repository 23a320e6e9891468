"""Pages of games of more than two, each in words and with links that fit them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.web.middleware import COOKIE
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_three_seats import SEVEN, document
from tournaments.models import Event, Match, Round
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.hand_in import result_submit
from tournaments.services.rounds.undo import round_undo
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]

SCORE = {f"{what}_{seat}": "1" for what in ("won", "coins") for seat in (1, 2, 3)}


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(SEVEN, preset="toy-tables")


def agreed(evening: Evening, match: Match) -> None:
    act = evening.by(entry_at(match, 0))
    handed_in = result_submit(act=act, game_key=game_of(match).key, body=document(), idempotency_key="sent")
    result_confirm(act=evening.by(entry_at(match, 2)), submission_key=handed_in.key)


def with_link(match: Match, position: int) -> Client:
    client = Client()
    client.cookies[COOKIE] = link_token(subject=entry_at(match, position).key)
    return client


def test_page_of_a_player_links_each_opponent(evening: Evening, event: Event, client: Client) -> None:
    match = evening.publish(event, 1)[0]
    agreed(evening, match)
    ratings_refresh(pool_key=event.pool)
    own, *others = (entry_at(match, position).player for position in range(3))

    page = client.get(f"/players/{own.key}/")

    assert page.status_code == 200
    results = page.content.decode().partition("Newest results")[2]
    for other in others:
        assert re.search(rf'<a href="/players/{other.key}/">\W*{other.name}', results)
    assert "None" not in results
    rated = page.content.decode().partition("Game by game")[2].partition("Newest results")[0]
    assert all(other.name in rated for other in others)


def test_results_of_a_player_name_all_opponents(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    agreed(evening, match)
    own, *others = (entry_at(match, position).player for position in range(3))
    address = f"/api/v1/players/{own.key}/results/"

    row = APIClient().get(address).json()["results"][0]

    assert row["opponents"] == [other.key for other in others]
    assert (row["opponent"], row["opponent_name"]) == ("", ", ".join(other.name for other in others))
    assert row["opponent_name"] in APIClient().get(address, {"format": "csv"}).content.decode()
    assert APIClient().get(f"/api/v1/players/{own.key}/head-to-head/").json()["results"] == []


@pytest.mark.parametrize("form", ["score", "record"])
def test_form_that_is_sent_after_the_pairing_was_undone_says_so(evening: Evening, event: Event, form: str) -> None:
    match = evening.publish(event, 1)[0]
    player, stranger = with_link(match, 1), Client()
    address = f"/games/{game_of(match).key}/{form}/"
    sent = {**SCORE, "text": document().decode(), "idempotency_key": "sent"}
    assert stranger.post(address, sent).status_code == 403

    round_undo(act=evening.act(why="Paired wrongly"), round_=Round.objects.get(pk=match.round_id))

    refused = player.post(address, sent)
    assert refused.status_code == 409
    assert "This pairing was undone" in refused.content.decode()


def test_pages_of_the_staff_and_of_everybody_speak_of_tables(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    agreed(evening, match)
    standings_refresh(event_key=event.key)
    staff = evening.browser()
    texts = {
        page: staff.get(f"/events/{event.slug}/{page}").content.decode()
        for page in ("manage/rounds/1/", "manage/results/", "crosstable/")
    }
    assert "white pieces" not in texts["manage/rounds/1/"]
    assert "12 1&gt;3&gt;2" in texts["manage/results/"]
    assert entry_at(match, 0).player.name in texts["crosstable/"]
    assert "TRF" not in texts["crosstable/"]


def test_each_name_in_a_round_has_its_place_and_the_wall_tells_it_alone(
    evening: Evening, event: Event, client: Client
) -> None:
    match = evening.publish(event, 1)[0]
    agreed(evening, match)
    page = client.get(f"/events/{event.slug}/").content.decode()
    table = page.partition("pairing-many")[2].partition("</li>")[0]
    places = [seat.place for seat in match.games.get().game.results.get(is_current=True).seats.order_by("seat__number")]
    assert re.findall(r'<b class="number" aria-hidden="true">(\d)\.</b>', table) == [str(place) for place in places]
    names = [entry_at(match, position).player.name for position in range(3)]
    wall = client.get(f"/events/{event.slug}/projector/").content.decode()
    for name, place in zip(names, places, strict=True):
        line = wall.partition(f">{name}</b>")[2].partition("</li>")[0]
        assert re.search(rf'class="hall-score">\s*{place}\.', line), name


def test_table_says_who_had_which_seat_before(evening: Evening, event: Event, client: Client) -> None:
    for number in (1, 2):
        matches = evening.publish(event, number)
        for match in matches if number == 1 else []:
            if not match.bye:
                agreed(evening, match)
    seats = {seat.entry_id: seat.position + 1 for match in event_matches(event, 1) for seat in match.seats.all()}
    match = matches[0]
    page = re.sub(r"\s+", " ", client.get(f"/matches/{match.key}/").content.decode())
    assert "Why they sit together" in page
    assert "Didn’t start" not in page
    shown = re.findall(r"<td>(\d|–)</td>", page.partition("Seats so far")[2])
    assert shown == [str(seats.get(entry_at(match, position).pk, "–")) for position in range(3)]


def event_matches(event: Event, number: int) -> list[Match]:
    return list(Match.objects.filter(round__stage__event=event, round__number=number, bye="", is_void=False))
