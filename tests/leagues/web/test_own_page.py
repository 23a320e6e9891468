"""A player's own page in a division, whose rounds are all published ahead."""

from __future__ import annotations

import re

import pytest

from leagues.selectors.seasons import divisions_of
from tests.evening import entry_at, opened
from tests.leagues.league_evening import LeagueEvening
from tournaments.models import Entry, Match

pytestmark = pytest.mark.django_db


def shown_to(entry: Entry) -> tuple[str, int, str]:
    """Of whose game the page is about: the round, how many games it lists as played before, and its words."""
    page = opened(entry).get(f"/evening/{entry.key}/")
    words = " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())
    found = re.search(r"Your game in round (\d+)", words)
    return found[1] if found else "", len(page.context["earlier"]), words


def match_of(entry: Entry, number: int) -> Match:
    return Match.objects.get(round__number=number, seats__entry=entry)


def test_page_is_about_the_game_that_is_next_and_lists_what_was_played() -> None:
    evening = LeagueEvening()
    event = divisions_of(evening.running(4, least=2))[0].event
    match = Match.objects.filter(round__stage__event=event, round__number=1).order_by("table")[0]
    one, other = entry_at(match, 0), entry_at(match, 1)

    assert shown_to(one)[:2] == ("1", 0)
    assert "Place 1 with" not in shown_to(one)[2]
    submission = evening.submit(match)
    assert shown_to(one)[:2] == ("2", 1), "what waits for the opponent is no reason to hide the next game"
    number, _earlier, words = shown_to(other)
    assert (number, "handed this in. Is it right?" in words) == ("1", True)
    answer = opened(other).post(f"/submissions/{submission.key}/answer/", {"answer": "confirm", "as": other.key})
    assert answer.status_code == 302
    assert shown_to(other)[:2] == ("2", 1)

    early = match_of(one, 3)
    page = opened(one).get(f"/evening/{one.key}/fixtures/{early.key}/").content.decode()
    assert f"/games/{early.games.get().game.key}/" in page
    evening.submit(early, position=next(n for n in (0, 1) if entry_at(early, n) == one))
    assert shown_to(one)[:2] == ("2", 2)


def test_bye_to_come_is_not_yet_played() -> None:
    evening = LeagueEvening()
    event = divisions_of(evening.running(5, least=2))[0].event
    late = Match.objects.filter(round__stage__event=event).exclude(bye="").order_by("-round__number")[0]
    assert shown_to(entry_at(late, 0))[:2] == ("1", 0)
