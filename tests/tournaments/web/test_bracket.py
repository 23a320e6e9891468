"""The bracket page and its API: what is known, what is to be decided, and what an arbiter says there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.evening import Evening, opened
from tests.tournaments.services.brackets.test_follow import FOUR, of, other, pairs, round_of, started, wins
from tournaments.models import Event, Match
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def sign_in(client: Client, evening: Evening) -> None:
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")


def test_page_says_who_plays_whom_and_what_is_still_to_be_decided(client: Client) -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert", "Cleo", "Dörte", "Erik"), preset="knockout")
    address = f"/events/{event.slug}/bracket/"
    assert "The bracket is drawn when the event starts." in text(client, address)
    event = started(evening, ("Anna", "Bert", "Cleo", "Dörte", "Erik"), best_of_rounds="1,3")
    address = f"/events/{event.slug}/bracket/"
    (match,) = [match for match in evening.publish(event, 1) if not match.bye]
    shown = text(client, address)
    assert "Winner of match 1" in shown
    assert "Loser of match 2" in shown
    assert shown.count(" bye ") == 3
    assert shown.count("best of 3") == 1
    own = match.seats.all()[0].entry.key
    client.cookies["magistrar_links"] = f"{own}.1.signed"
    page = " ".join(client.get(address).content.decode().split())
    assert (page.count("data-me"), page.count(f'class="bracket-place" data-seats="{own}" data-me>')) == (1, 1)
    wins(evening, match, match.seats.all()[0].entry.player.name)
    assert "Winner of match 1" not in text(client, address)
    found = client.get(f"/api/v1/events/{event.slug}/bracket/").json()
    assert (found["champion"], found["is_finished"], len(found["byes"])) == ("", False, 3)
    rounds = found["groups"][0]["rounds"]
    assert [round_["name"] for round_ in rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [match["number"] for match in rounds[1]["matches"]] == [2, 3]
    assert [place["will_be"] for place in rounds[2]["matches"][0]["places"]] == [
        "Winner of match 2",
        "Winner of match 3",
    ]
    winner = [place["is_winner"] for place in rounds[0]["matches"][0]["places"]]
    assert sorted(winner) == [False, True]


def test_who_is_out_is_named_neither_among_the_pairings_nor_among_who_leads(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    evening = Evening()
    event = started(evening, ("Anna", "Bert", "Cleo", "Dörte", "Erik"), third_place=False)
    (match,) = [match for match in evening.publish(event, 1) if not match.bye]
    winner = match.seats.all()[0].entry.player.name
    loser = match.seats.all()[1].entry
    wins(evening, match, winner)
    semis = evening.publish(event, 2)
    standings_refresh(event_key=event.key)
    with django_assert_max_num_queries(14):
        assert "Round 2 of 3 : Semi-finals" in text(client, f"/events/{event.slug}/pairings/")
    address = f"/events/{event.slug}/"
    leaders = client.get(address).context["parts"].leaders
    still_in = {"Anna", "Bert", "Cleo", "Dörte", "Erik"} - {loser.player.name}
    assert set(re.findall(r">([^<]+)</a>", leaders)) == still_in
    assert ("Still in" in leaders, "point" in leaders) == (True, False)
    home = text(client, "/")
    assert ("Still in" in home, loser.player.name in home) == (True, False)
    for page in ("pairings/", "rounds/2/", "print/names/", "print/tables/", "projector/"):
        pairings = text(client, address + page).partition("Standings after")[0]
        assert (page, "bye" in pairings, loser.player.name in pairings) == (page, False, False)
    api = f"/api/v1/events/{event.slug}"
    assert loser.player.name not in client.get(f"{api}/rounds/2/?format=csv").content.decode()
    in_bracket = {row["bracket"] for row in client.get(f"{api}/rounds/2/").json()["matches"] if not row["bye"]}
    idle = [row for row in client.get(f"{api}/rounds/2/").json()["matches"] if row["bye"]]
    assert (in_bracket, [(row["bye"], row["bracket"]) for row in idle]) == ({2, 3}, [("zero_bye", 0)])
    assert "Points don’t decide." in text(client, f"{address}standings/")
    assert [cell["bye"] for row in client.get(f"{api}/crosstable/").json() for cell in row["rounds"]].count("bye") == 3
    assert "You have no match in this round." in text(opened(loser), address)
    assert "Place 5 with 0 points" in text(opened(loser), f"/evening/{loser.key}/")
    for semi in semis[:2]:
        wins(evening, semi, semi.seats.all()[0].entry.player.name)
    (final,) = [match for match in evening.publish(event, 3) if not match.bye]
    wins(evening, final, final.seats.all()[0].entry.player.name)
    standings_refresh(event_key=event.key)
    leaders = client.get(address).context["parts"].leaders
    assert f"The winner: {final.seats.all()[0].entry.player.name}" in leaders


def test_event_without_a_bracket_has_no_such_page(client: Client) -> None:
    event = Evening().event(("Anna", "Bert"))
    assert client.get(f"/events/{event.slug}/bracket/").status_code == 404
    assert client.get(f"/api/v1/events/{event.slug}/bracket/").status_code == 404
    assert "/bracket/" not in client.get(f"/events/{event.slug}/").content.decode()


@pytest.fixture
def tied(client: Client) -> tuple[Evening, Event, list[Match]]:
    """A knock-out of four whose first semi-final was a tie."""
    evening = Evening()
    event = started(evening, third_place=False)
    semis = evening.publish(event, 1)
    wins(evening, semis[0], "")
    wins(evening, semis[1], semis[1].seats.all()[0].entry.player.name)
    return evening, event, semis


def test_page_asks_the_arbiter_who_goes_on_after_a_tie(
    client: Client, tied: tuple[Evening, Event, list[Match]]
) -> None:
    evening, event, semis = tied
    address = f"/events/{event.slug}/bracket/"
    assert "Who advances?" not in text(client, address)
    assert client.post(f"{address}decide/", {"match": semis[0].key, "lots": "1"}).status_code == 302  # to sign in
    sign_in(client, evening)
    assert "Decide who advances" in text(client, address)
    desk = f"/events/{event.slug}/manage/"
    line, decide = "Table 1: a tie, who advances?", f'href="{desk}bracket/#match-{semis[0].key}"'
    overview, results = (client.get(desk + page).content.decode() for page in ("", "results/"))
    assert [(line in page, decide in page) for page in (overview, results)] == [(True, True)] * 2
    assert "1 table waits for you" in text(client, f"{desk}log/")
    refused = client.post(f"{desk}rounds/2/pair/")
    assert (refused.status_code, "Table 1 was a tie. Decide who advances." in refused.content.decode()) == (409, True)
    assert "Who advances?" in text(client, f"{desk}bracket/")
    entry = semis[0].seats.all()[1].entry
    refused = client.post(f"{address}decide/", {"match": semis[0].key, "goes_on": entry.key})
    assert (refused.status_code, "needs a reason" in refused.content.decode()) == (422, True)
    client.post(f"{address}decide/", {"match": semis[0].key, "goes_on": entry.key, "why": "By the third game."})
    semis[0].refresh_from_db()
    assert (semis[0].goes_on, semis[0].goes_on_by) == (entry, "ruling")
    shown = text(client, address)
    assert "by ruling" in shown
    assert "Decide who advances" not in shown
    assert "Nothing is to be decided" in text(client, f"{desk}bracket/")
    assert "a tie, who advances?" not in client.get(desk).content.decode()
    log = text(client, f"/events/{event.slug}/manage/log/")
    assert f"{entry.player.name} advances from" in log


def test_lots_by_the_api_are_the_seeds(client: Client, tied: tuple[Evening, Event, list[Match]]) -> None:
    evening, _event, semis = tied
    address = f"/api/v1/matches/{semis[0].key}/decision/"
    assert client.post(address, {"by_lots": True}, content_type="application/json").status_code == 401
    sign_in(client, evening)
    first = client.post(address, {"by_lots": True}, content_type="application/json").json()
    assert first == client.post(address, {"by_lots": True}, content_type="application/json").json()
    assert first["goes_on_by"] == "lots"


def test_correction_is_previewed_then_moves_and_shows_what_is_void(client: Client) -> None:
    evening = Evening()
    event = started(evening, FOUR, third_place=False)
    semis = evening.publish(event, 1)
    winners = [match.seats.all()[0].entry.player.name for match in semis]
    for match, name in zip(semis, winners, strict=True):
        wins(evening, match, name)
    final = of(evening.publish(event, 2), winners[0])
    wins(evening, final, winners[1])
    sign_in(client, evening)
    turned = other(semis[0], winners[0])
    game = semis[0].games.get().game
    side = game.seats.get(player__name=turned).name
    preview = client.post(
        f"/api/v1/games/{game.key}/ruling/preview/", {"kind": "bare", "winner": side}, content_type="application/json"
    ).json()
    assert preview["moved"] == [
        {
            "round": 2,
            "number": 3,
            "before": [seat.entry.player.name for seat in final.seats.all()],
            "after": preview["moved"][0]["after"],
            "is_played": True,
        }
    ]
    assert set(preview["moved"][0]["after"]) == {turned, winners[1]}
    ranks = {shift["name"]: (shift["before"]["rank"], shift["after"]["rank"]) for shift in preview["shifts"]}
    assert (ranks[turned], ranks[winners[0]]) == ((3, None), (2, 3))  # who is in again has no rank yet
    assert preview["kept_rounds"] == []
    assert pairs(list(matches_of(round_of(event, 2)))) == {frozenset(winners)}  # nothing stayed of it
    page = client.post(f"/games/{game.key}/rule/", {"ruling": f"bare:{side}:", "why": "Misread."})
    assert "played: kept, but void" in page.content.decode()
    wins(evening, semis[0], turned)
    shown = text(client, f"/events/{event.slug}/bracket/")
    assert "Before a correction" in shown
    assert client.get(f"/api/v1/events/{event.slug}/bracket/moves/").json() == {"moved": []}
    (void,) = client.get(f"/api/v1/events/{event.slug}/bracket/").json()["groups"][0]["rounds"][1]["matches"][0][
        "voided"
    ]
    assert set(void["names"]) == set(winners)
    assert void["game"] == final.games.get().game.key
