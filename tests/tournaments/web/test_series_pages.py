"""A Grand Mage series as its players, the desk and the public see it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.enums import GameState
from games.services.random_play import random_body
from magistrar_site.accounts.services.links import link_token
from tests.evening import Evening, entry_at
from tournaments.models import Event, Match, MatchGame
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.selectors.series.matches import MatchSeries, match_series
from tournaments.services.events.settings import event_settings_change
from tournaments.services.results.rule import result_rule
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(("Anna", "Bert"), preset="grand-mage-series")


def series_of(match: Match) -> MatchSeries:
    return match_series(match_by_key(match.key))


def opened(match: Match, position: int) -> Client:
    """A browser that has opened a player's personal link."""
    client = Client(headers={"accept-language": "en"})
    client.get(f"/l/{link_token(subject=entry_at(match, position).key)}/")
    return client


def organiser(evening: Evening) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(evening.user)
    return client


def page(client: Client, address: str, status: int = 200) -> str:
    response: Any = client.get(address)
    assert response.status_code == status, address
    return str(response.content.decode())


def win(evening: Evening, match: Match, seat: int | None, number: int | None = None) -> None:
    link = MatchGame.objects.get(match=match, number=number) if number else series_of(match).pending[0]
    winner = "" if seat is None else ("white", "black")[seat]
    result_rule(act=evening.act(why="Seen."), game_key=link.game.key, kind="bare", winner=winner)


def name_of(match: Match, seat: int) -> str:
    return entry_at(match, seat).player.name


def test_both_players_read_the_score_and_whose_bag_holds_what_before_each_game(evening: Evening, match: Match) -> None:
    win(evening, match, 0)
    for seat in (0, 1):
        own = page(opened(match, seat), f"/evening/{entry_at(match, seat).key}/")
        assert "Grand Mage series, game 2" in own
        assert f"{name_of(match, 0)}: 14 light, 14 dark and 2 super energies, no golden one." in own
        assert f"{name_of(match, 1)}: 14 light, 14 dark and 2 super energies, and one golden one." in own
        assert "3 wins decide" in own


def test_record_with_the_wrong_bags_is_refused_with_the_right_ones(evening: Evening, match: Match) -> None:
    win(evening, match, 0)
    game = series_of(match).pending[0].game
    right = dict(game.variants)
    game.variants = {}
    body = random_body(rng=evening.rng, game=game).decode()

    response = opened(match, 1).post(
        f"/games/{game.key}/record/", {"text": body, "idempotency_key": "one", "submit": "1"}
    )

    assert response.status_code == 422
    text = response.content.decode()
    assert "14 light, 14 dark, 2 super and no golden energies, Black’s 14 light" in text
    assert "2 super and 1 golden energy." in text
    assert (series_of(match).pending[0].game.variants, right["golden"]) == (right, {"white": 0, "black": 1})


def test_match_page_lists_the_games_and_watches_itself(evening: Evening, event: Event, match: Match) -> None:
    for seat in (0, 1, 0):
        win(evening, match, seat)
    stranger = Client(headers={"accept-language": "en"})

    shown = page(stranger, f"/matches/{match.key}/")

    assert shown.count("golden energies") == 4
    assert "golden energies 1 : 2" in shown
    assert "Rule on the match" not in shown
    live = f"/live/en/events/{event.slug}/matches/{match.key}/"
    assert live in shown
    first: Any = stranger.get(live)
    assert (first.status_code, "Game 4" in first.content.decode()) == (200, True)
    again: Any = stranger.get(live, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    win(evening, match, 0)
    news: Any = stranger.get(live, headers={"if-none-match": first["ETag"]})
    assert (news.status_code, "has won 3 games first" in news.content.decode()) == (200, True)


def test_organiser_sees_the_series_on_the_round_and_forfeits_the_rest(
    evening: Evening, event: Event, match: Match
) -> None:
    win(evening, match, 1)
    desk = organiser(evening)
    assert "game 2: golden energies 1 : 0" in page(desk, f"/events/{event.slug}/manage/rounds/1/")
    assert "Rule on the match" in page(desk, f"/matches/{match.key}/")

    chosen = {"entry": entry_at(match, 1).key, "why": "Had to leave."}
    answer: Any = desk.post(f"/matches/{match.key}/forfeit/", chosen, follow=True)

    assert f"The rest was forfeited: {name_of(match, 0)} wins." in answer.content.decode()
    assert series_of(match).standing.won == (3, 1)
    answer = desk.post(f"/matches/{match.key}/forfeit/", {"why": "Came back."}, follow=True)
    assert "The match goes on." in answer.content.decode()
    refused: Any = opened(match, 0).post(f"/matches/{match.key}/forfeit/", chosen)
    assert refused.status_code == 403


def test_correction_shows_whose_bags_were_wrong_and_has_the_later_games_played_anew(
    evening: Evening, match: Match
) -> None:
    for seat in (0, 1, 0, 1):
        win(evening, match, seat)
    desk = organiser(evening)
    second = MatchGame.objects.get(match=match, number=2).game
    decision = {"ruling": "bare::", "why": "It was a tie."}

    preview = desk.post(f"/games/{second.key}/rule/", decision)

    text = preview.content.decode()
    assert (preview.status_code, second.results.filter(is_current=True).get().winner) == (200, 2)
    assert "Game 3 was played with 1 : 1 golden energies; it should have been 0 : 1." in text
    assert "Game 4 was played with 1 : 2 golden energies; it should have been 0 : 2." in text
    seen = preview.context["seen"]
    desk.post(f"/games/{second.key}/rule/", {**decision, "seen": seen, "confirm": "annul"})

    series = series_of(match)
    assert (series.standing.won, series.standing.drawn, series.misfits) == ((1, 0), 1, [])
    states = list(MatchGame.objects.filter(match=match).order_by("number").values_list("game__state", flat=True))
    assert states == ["ruled", "ruled", "annulled", "annulled", "expected"]
    assert series.pending[0].game.variants == {"golden": {"white": 0, "black": 1}}


def test_fourth_win_typed_at_the_desk_is_refused_and_a_friendly_game_is_asked_for(
    evening: Evening, event: Event, match: Match
) -> None:
    for _game in range(3):
        win(evening, match, 0)
    desk = organiser(evening)

    typed: Any = desk.post(f"/events/{event.slug}/manage/results/", {"line": "1 1", "why": "x"}, follow=True)
    assert "The match at this table is decided: a further game isn’t part of it." in typed.content.decode()

    player = opened(match, 0)
    refused: Any = player.post(f"/matches/{match.key}/friendly/", follow=True)
    assert "a further game isn’t part of it" in refused.content.decode()
    act = evening.act(why="They want to.")
    event_settings_change(act=act, stage=stage_of(event), changes={"surplus_games": "friendly"})
    assert "Play another game for fun" in page(player, f"/matches/{match.key}/")
    player.post(f"/matches/{match.key}/friendly/")
    links = MatchGame.objects.filter(match=match, is_friendly=True)
    assert [link.game.state for link in links] == [GameState.EXPECTED]
    assert "it counts for nothing" in page(player, f"/games/{links[0].game.key}/")


def test_crosstable_shows_the_games_of_the_match_in_one_cell(evening: Evening, event: Event, match: Match) -> None:
    for seat in (0, 1, 0):
        win(evening, match, seat)
    standings_refresh(event_key=event.key)
    stranger = Client(headers={"accept-language": "en"})
    table = " ".join(page(stranger, f"/events/{event.slug}/crosstable/").split())
    assert [f"<b> {mark} </b>" in table for mark in ("2–1", "1–2")] == [True, True]
    win(evening, match, 0)

    shown = " ".join(page(stranger, f"/events/{event.slug}/crosstable/").split())
    answer: Any = stranger.get(f"/api/v1/events/{event.slug}/crosstable/")

    assert ["<b> 3–1 </b>" in shown, "<b> 1–3 </b>" in shown, f"/matches/{match.key}/" in shown] == [True, True, True]
    met = [cell["meetings"][0] for row in answer.json() for cell in row["cells"] if cell["meetings"]]
    assert [(each["games_won"], each["games_lost"], each["points"]) for each in met] == [(3, 1, 2), (1, 3, 0)]
    stage: Any = stranger.get(f"/api/v1/matches/{match.key}/series/")
    assert (stage.json()["won"], stage.json()["ending"]) == ([3, 1], "wins")
