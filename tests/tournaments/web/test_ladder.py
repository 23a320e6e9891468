"""The ladder's pages: for everybody, for a player, for those who run it; and over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from magistrar_site.accounts.services.links import link_token
from tests.evening import Evening, opened
from tests.tournaments.api.evening import link_client
from tests.tournaments.ladders import RunningLadder
from tournaments.enums import ChallengeOutcome
from tournaments.models import Challenge, Holiday
from tournaments.selectors.page_versions import entry_page_version

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def ladder(evening: Evening) -> RunningLadder:
    evening.now = timezone.now()  # pages of players tell what is possible now
    return RunningLadder(evening)


def text(client: Client, name: str, *args: str) -> str:
    answer = client.get(reverse(f"tournaments:{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def test_event_opens_on_the_ladder_which_shows_order_challenges_and_moves(ladder: RunningLadder) -> None:
    ladder.played("CA", "C")
    ladder.challenge("DB")
    ladder.away("E", timezone.localdate(), timezone.localdate() + timedelta(days=3))
    for name in ("event", "event_ladder"):
        page = text(Client(), name, ladder.event.slug)
        places = [page.index(f"{name}</a>") for name in ("Cleo", "Anna", "Bert", "Dörte", "Erik", "Frida")]
        assert places == sorted(places)
        assert "to be answered by" in page
        assert "moved up to place 1, from 3" in page
        assert page.count("away") >= 1
        assert "Pairings" not in page
    day = (timezone.localdate() + timedelta(days=3)).strftime("%-d %b %Y")
    assert day not in text(Client(), "event_ladder", ladder.event.slug).replace("until", "")[:2000]
    live = Client().get(reverse("tournaments:live_tab", args=["en", ladder.event.slug, "ladder"]))
    assert (live.status_code, "Cleo" in live.content.decode()) == (200, True)


def test_button_stands_where_a_challenge_is_possible_and_the_reason_elsewhere(ladder: RunningLadder) -> None:
    entry = ladder.entry("E")
    own, address = opened(entry), reverse("tournaments:own_ladder", args=[entry.key])
    page = own.get(address).content.decode()
    allowed = {letter for letter in "ABCDF" if f'value="{ladder.entry(letter).key}"' in page}
    assert allowed == set("BCD")
    assert "Too far above: at most 3 places can be challenged." in page
    assert "counts as a loss for you" in page
    version = entry_page_version(ladder.entry("B").key)
    assert own.post(address, {"challenge": ladder.entry("B").key}).status_code == 302
    assert entry_page_version(ladder.entry("B").key) != version
    page = own.get(address).content.decode()
    assert 'name="challenge"' not in page
    assert "One challenge at a time" in page
    assert "Withdraw, and lose" in page
    refused = own.post(address, {"challenge": ladder.entry("A").key})
    assert (refused.status_code, "Too far above" in refused.content.decode()) == (409, True)


def test_challenged_player_reads_the_price_and_answers_from_the_own_page(ladder: RunningLadder) -> None:
    challenge = ladder.challenge("EB")
    entry = ladder.entry("B")
    own = opened(entry)
    page = text(own, "evening_of", entry.key)
    assert "challenges you" in page
    assert "counts as a loss: " in page
    assert own.post(reverse("tournaments:own_ladder", args=[entry.key]), {"accept": challenge.key}).status_code == 302
    page = text(own, "evening_of", entry.key)
    assert ("to be played by" in page, "Give up, and lose" in page) == (True, True)
    public = text(Client(), "event_ladder", ladder.event.slug)
    assert "accepted, to be played by" in public
    match = ladder.game(challenge).match
    assert reverse("tournaments:own_fixture", args=[entry.key, match.key]) in page
    assert text(own, "own_fixture", entry.key, match.key)
    game = ladder.game(Challenge.objects.get(pk=challenge.pk)).game
    assert Client().get(reverse("tournaments:game", args=[game.key])).status_code == 200


def test_holiday_is_entered_refused_and_taken_back(ladder: RunningLadder) -> None:
    entry, today = ladder.entry("B"), timezone.localdate()
    own, address = opened(entry), reverse("tournaments:own_ladder", args=[entry.key])
    wrong = own.post(address, {"holiday": "1", "first": "yesterday", "last": ""})
    assert wrong.status_code == 422
    long = own.post(address, {"holiday": "1", "first": str(today), "last": str(today + timedelta(days=90))})
    assert (long.status_code, "more than the 30" in long.content.decode()) == (422, True)
    days = {"first": str(today), "last": str(today + timedelta(days=2))}
    assert own.post(address, {"holiday": "1", **days}).status_code == 302
    assert "back" in own.get(address).content.decode()
    assert own.post(address, {"back": "1"}).status_code == 302
    assert Holiday.objects.filter(entry=entry).count() == 2


def test_player_leaves_and_comes_back(ladder: RunningLadder) -> None:
    entry = ladder.entry("B")
    own, address = opened(entry), reverse("tournaments:own_ladder", args=[entry.key])
    assert own.post(address, {"leave": "1"}).status_code == 302
    assert "You are not on the ladder" in own.get(address).content.decode()
    assert own.post(address, {"return": "1"}).status_code == 302
    ladder.evening.now = timezone.now()
    assert ladder.order() == "ACDEFB"


@pytest.mark.parametrize(
    "post", [{}, {"challenge": "nobody"}, {"accept": "x" * 400}, {"holiday": "1", "first": "9999-99-99"}]
)
def test_nonsense_is_refused_in_words(post: dict[str, str], ladder: RunningLadder) -> None:
    entry = ladder.entry("B")
    answer = opened(entry).post(reverse("tournaments:own_ladder", args=[entry.key]), post)
    assert answer.status_code in {404, 409, 422}


def test_desk_acts_for_players_and_puts_a_slip_right(ladder: RunningLadder) -> None:
    desk, address = ladder.evening.browser(), reverse("tournaments:manage_ladder", args=[ladder.event.slug])
    two = {"entry": ladder.entry("D").key, "challenged": ladder.entry("A").key}
    assert desk.post(address, {"challenge": "1", **two}).status_code == 302
    challenge = Challenge.objects.get()
    assert "to be answered by" in desk.get(address).content.decode()
    assert desk.post(address, {"decline": challenge.key}).status_code == 302
    ruling = reverse("tournaments:challenge_ruling", args=[ladder.event.slug, challenge.key])
    shown = desk.post(ruling, {"outcome": "annulled", "why": ""}).content.decode()
    assert "The order that would have been" in shown
    assert desk.post(ruling, {"outcome": "annulled", "why": "", "confirm": "1"}).status_code == 422
    assert desk.post(ruling, {"outcome": "annulled", "why": "A slip", "confirm": "1"}).status_code == 302
    challenge.refresh_from_db()
    assert challenge.outcome == ChallengeOutcome.ANNULLED
    assert ladder.verdict() == "verified"


@pytest.mark.parametrize("name", ["manage", "results_desk", "players", "papers", "event_settings", "log", "desk"])
def test_pages_by_which_an_event_is_run_know_ladders(name: str, ladder: RunningLadder) -> None:
    ladder.played("CA", "C")
    ladder.accepted("DB")
    page = text(ladder.evening.browser(), name, ladder.event.slug)
    assert "Pair round" not in page


def test_settings_change_with_a_reason_while_the_ladder_runs(ladder: RunningLadder) -> None:
    page = text(ladder.evening.browser(), "event_settings", ladder.event.slug)
    assert "How many places above a player may challenge" in page
    assert "Tie-breaks, in order" not in page
    assert "at least 2 fields are fixed" not in page
    assert page.count("disabled") >= 3


def test_api_has_the_ladder_and_every_act(ladder: RunningLadder) -> None:
    event, entry = ladder.event, ladder.entry("D")
    own, other = (link_client(link_token(subject=ladder.entry(letter).key)) for letter in "DA")
    api, stranger = "/api/v1", Client()
    rungs = own.get(f"{api}/entries/{entry.key}/ladder/").json()["rungs"]
    assert [rung["refusal"] for rung in rungs] == [None, None, None, "not_above", "not_above", "not_above"]
    order = {"challenger": entry.key, "challenged": ladder.entry("A").key}
    made = own.post(f"{api}/events/{event.slug}/challenges/", order, format="json")
    assert made.status_code == 201, made.content
    key = made.json()["key"]
    wrong = own.post(f"{api}/challenges/{key}/accept/")
    assert (wrong.status_code, "not_your_entry" in wrong.content.decode()) == (403, True)
    accepted = other.post(f"{api}/challenges/{key}/accept/")
    assert (accepted.status_code, accepted.json()["is_accepted"]) == (200, True)
    assert other.post(f"{api}/challenges/{key}/decline/").json()["how"] == "forfeit_won"
    shown = stranger.get(f"{api}/events/{event.slug}/ladder/").json()
    assert [row["player"]["name"] for row in shown["rows"]][:2] == ["Dörte", "Anna"]
    table = stranger.get(f"{api}/events/{event.slug}/ladder/?format=csv").content.decode()
    assert table.splitlines()[0].lstrip("\ufeff") == "place,player,name,moved,away,games,wins"
    days = {"first": str(timezone.localdate()), "last": str(timezone.localdate())}
    taken = own.post(f"{api}/entries/{entry.key}/holiday/", days, format="json")
    assert taken.json()["away"] == [days["first"]]
    assert own.delete(f"{api}/entries/{entry.key}/holiday/").json()["away"] == []
    assert own.post(f"{api}/entries/{entry.key}/ladder/leave/").status_code == 204
    assert own.post(f"{api}/entries/{entry.key}/ladder/return/").json()["place"] == 6
    assert ladder.verdict() == "verified"


def test_papers_and_the_hall_show_the_ladder_and_old_addresses_lead_to_it(ladder: RunningLadder) -> None:
    ladder.played("CA", "C")
    ladder.challenge("DB")
    slug = ladder.event.slug
    for name in ("print_standings", "projector"):
        page = text(Client(), name, slug)
        assert page.index("Cleo") < page.index("Anna") < page.index("Bert")
        assert "Open challenges" in page
    for name in ("event_standings", "event_pairings", "event_crosstable"):
        answer = Client().get(reverse(f"tournaments:{name}", args=[slug]))
        assert (answer.status_code, answer["Location"]) == (302, reverse("tournaments:event_ladder", args=[slug]))
    assert "Cleo" in text(Client(), "event_entries", slug)
    assert text(Client(), "event_statistics", slug)
    framed = text(Client(), "embed_standings", "en", slug)
    assert framed.index("Cleo") < framed.index("Anna")


@pytest.mark.parametrize(("warm", "queries"), [(False, 14), (True, 3)])
def test_ladder_costs_as_many_queries_whatever_its_length(
    warm: bool, queries: int, ladder: RunningLadder, django_assert_max_num_queries: Any
) -> None:
    ladder.played("CA", "C")
    ladder.challenge("DB")
    ladder.played("FE", "E")
    address = reverse("tournaments:event_ladder", args=[ladder.event.slug])
    if warm:
        Client().get(address)
    with django_assert_max_num_queries(queries):
        assert Client().get(address).status_code == 200
