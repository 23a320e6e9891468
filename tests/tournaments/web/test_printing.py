"""Pages for paper and for the hall: who sees what, and that all of it is there."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.evening import NAMES, Evening, entry_at, game_of
from tournaments.models import Event, Match
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.selectors.rounds.name_lines import lines_by_name
from tournaments.selectors.rounds.pairings import pairings_of_round
from tournaments.selectors.series.matches import match_series
from tournaments.services.results.rule import result_annul, result_rule
from tournaments.services.stages.standings import standings_refresh

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


def rows_of(page: str) -> dict[str, str]:
    """The hall's lines of the pairings as text, by the player's name."""
    lines = re.findall(r'<li class="hall-row hall-line hall-pairing".*?</li>', page, re.DOTALL)
    texts = [" ".join(re.sub(r'<svg[^>]*aria-label="(.*?)".*?</svg>|<[^>]+>', r" \1 ", line).split()) for line in lines]
    return {text.split()[1]: text for text in texts}


def test_hall_and_paper_say_who_starts_and_what_is_not_settled(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    waiting, differing, annulled, agreed = evening.publish(event, 1)
    evening.play(agreed)
    evening.submit(waiting)
    for position in (0, 1):
        evening.submit(differing, position=position)
    result_annul(act=evening.act(why="The bags were wrong"), game_key=game_of(annulled).key)
    standings_refresh(event_key=event.key)
    there = f"/events/{event.slug}/"
    rows = rows_of(client.get(f"{there}projector/").content.decode())
    for match, word in ((waiting, "to be confirmed"), (differing, "conflicting"), (annulled, "annulled"), (agreed, "")):
        first, second = (entry_at(match, position).player.name for position in (0, 1))
        assert [" starts " in rows[name] for name in (first, second)] == [True, False]
        # An agreed game's line ends with the score.
        assert all(rows[name].endswith(word) if word else rows[name][-1].isdigit() for name in (first, second))
        assert all(f"Table {match.table}" in rows[name] for name in (first, second))
    paper = client.get(f"{there}print/tables/").content.decode()
    words = ("to be confirmed", "conflicting", "annulled", "agreed")
    assert [paper.count(word) for word in words] == [1, 1, 1, 0]
    # The crosstable has a sign for it, and says what it is.
    table = client.get(f"{there}crosstable/").content.decode()
    assert table.count('<span aria-hidden="true">?</span>') == table.count("to be confirmed") == 2
    cells = [cell["meeting"] for row in client.get(f"/api/v1{there}crosstable/").json() for cell in row["rounds"]]
    assert sum(cell["is_unconfirmed"] for cell in cells) == 2


def without_edges(page: str) -> str:
    """The page without the white space at the edges of its tags."""
    return re.sub(r">\s+|\s+<", lambda edge: edge[0].strip(), page)


def test_columns_go_by_names_that_are_said_in_full_below(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:4], preset="swiss-evening")
    evening.play_out(event, 1)
    standings_refresh(event_key=event.key)
    there, said = f"/events/{event.slug}/", "<dt>Sonneborn</dt><dd>Sonneborn-Berger</dd>"
    for page in ("standings/", "print/standings/"):
        shown = without_edges(client.get(there + page).content.decode())
        heads = re.findall(r'<th scope="col" class="number">(.*?)</th>', shown)
        assert [head for head in heads if head.isupper() and "–" not in head] == []
        assert (said in shown, "<dt>W–T–L</dt>" in shown) == (True, True)
    hall = without_edges(client.get(f"{there}projector/").content.decode())
    assert '<span class="hall-points">Points</span><span class="hall-value">Buchholz cut 1</span>' in hall
    assert "BHC1" not in hall


def test_slips_of_series_say_which_game_and_none_is_left_for_a_decided_one(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:4], preset="grand-mage-series")
    open_match, decided = evening.publish(event, 1)

    def win(match: Match, times: int) -> None:
        for _ in range(times):
            game = match_series(match_by_key(match.key)).pending[0].game
            result_rule(act=evening.act(why="Seen"), game_key=game.key, kind="bare", winner="white")

    win(open_match, 1)
    win(decided, 3)
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    slips = client.get(f"/events/{event.slug}/manage/slips/").content.decode()
    assert re.findall(r"Game \d, best of \d", slips) == ["Game 2, best of 5"]
    loser = entry_at(open_match, 1).player.name
    assert f"{loser}: 14 light, 14 dark and 2 super energies, and one golden one." in slips
    assert slips.count('<li class="slip">') == 1


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
