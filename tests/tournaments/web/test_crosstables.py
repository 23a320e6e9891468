"""Crosstables: both meetings of a double round robin, and round by round where not everybody meets."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.evening import NAMES, Evening, entry_at, game_of
from tournaments.models import Event, Match
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.results.rule import result_annul, result_rule
from tournaments.services.stages.standings import standings_refresh
from tournaments.web.live import tabs as live_tabs

pytestmark = pytest.mark.django_db


def test_double_round_robin_shows_both_meetings(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:4], preset="double-round-robin")
    evening.play_out(event, 6)
    standings_refresh(event_key=event.key)
    rows = client.get(f"/events/{event.slug}/crosstable/").context["rows"]
    for number, row in enumerate(rows):
        met = [len(cell.meetings) for cell in row.cells]
        assert met == [0 if other == number else 2 for other in range(4)]
        assert sum(meeting.points for cell in row.cells for meeting in cell.meetings) == row.points
        assert all(
            {meeting.started for meeting in cell.meetings} == {True, False} for cell in row.cells if cell.meetings
        )


def test_api_has_both_meetings_and_the_last_one_as_before(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:2], preset="double-round-robin")
    evening.play_out(event, 2)
    standings_refresh(event_key=event.key)
    row = client.get(f"/api/v1/events/{event.slug}/crosstable/").json()[0]
    cell = row["cells"][1]
    assert [meeting["round"] for meeting in cell["meetings"]] == [1, 2]
    assert (cell["game"], cell["points"]) == (cell["meetings"][1]["game"], cell["meetings"][1]["points"])
    assert (row["cells"][0]["game"], row["rounds"], row["is_counted"]) == ("", [], True)
    text = client.get(f"/api/v1/events/{event.slug}/crosstable/?format=csv").content.decode("utf-8-sig")
    assert text.splitlines()[1].split(",")[-2:][0] == "x"


def played_swiss(evening: Evening, players: int = 5) -> tuple[Event, list[Match]]:
    event = evening.started(NAMES[:players], preset="swiss-evening")
    evening.play_out(event, 1)
    matches = evening.publish(event, 2)
    standings_refresh(event_key=event.key)
    return event, matches


def test_swiss_crosstable_has_rounds_as_columns(evening: Evening, client: Client) -> None:
    event, matches = played_swiss(evening)
    response = client.get(f"/events/{event.slug}/crosstable/")
    rows = {row.name: row for row in response.context["rows"]}
    lines = {name: row.line for name, row in rows.items()}
    assert sorted(lines.values()) == [1, 2, 3, 4, 5]  # however many share a rank
    assert all(row.cells == () and [cell.round for cell in row.rounds] == [1, 2] for row in rows.values())
    for match in matches:
        if match.bye:
            cell = rows[entry_at(match, 0).player.name].rounds[1]
            assert (cell.bye, cell.bye_points, cell.meeting) == ("bye", 2, None)
            continue
        one, other = (entry_at(match, position).player.name for position in (0, 1))
        cell = rows[one].rounds[1]
        assert (cell.opponent_name, cell.opponent_line) == (other, lines[other])
        assert (cell.meeting.points, cell.meeting.started) == (None, True)
    assert "Round by round" in response.content.decode()
    own = entry_at(matches[0], 0).key
    client.cookies["magistrar_links"] = f"{own}.1.signed"
    page = client.get(f"/events/{event.slug}/crosstable/").content.decode()
    assert (page.count("data-me"), page.count(f'<tr data-seats="{own}" data-me>')) == (1, 1)


def test_cells_are_coloured_by_their_result_and_byes_have_a_short_sign(evening: Evening, client: Client) -> None:
    event, _matches = played_swiss(evening)
    response = client.get(f"/events/{event.slug}/crosstable/")
    page = response.content.decode()
    met = [cell.meeting for row in response.context["rows"] for cell in row.rounds if cell.meeting]
    for points, shown in ((2, "is-won"), (1, "is-tied"), (0, "is-lost")):
        assert page.count(f'class="cell {shown}"') == sum(meeting.points == points for meeting in met)
    assert '<abbr title="bye">bye</abbr>' in page


def test_swiss_crosstable_in_the_api_and_as_csv(evening: Evening, client: Client) -> None:
    event, _matches = played_swiss(evening)
    rows = client.get(f"/api/v1/events/{event.slug}/crosstable/").json()
    assert all(row["cells"] == [] and len(row["rounds"]) == 2 for row in rows)
    text = client.get(f"/api/v1/events/{event.slug}/crosstable/?format=csv").content.decode("utf-8-sig").splitlines()
    assert text[0] == "line,rank,player,name,points_in_halves,round_1,round_2"
    assert sum("bye:2" in line for line in text) == 2


def test_forfeits_are_told_from_played_games_in_every_table(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:4], preset="swiss-evening")
    for match, winner in zip(evening.publish(event, 1), ("white", ""), strict=True):
        game = match.games.all()[0].game
        result_rule(act=evening.act(why="Went home"), game_key=game.key, kind="forfeit", winner=winner)
    standings_refresh(event_key=event.key)
    there = f"/api/v1/events/{event.slug}"
    cells = [
        line.split(",")[-1].split(":")[1]
        for line in client.get(f"{there}/crosstable/?format=csv").content.decode("utf-8-sig").splitlines()[1:]
    ]
    assert cells == ["2f", "0f", "0f", "0f"]
    pairings = client.get(f"{there}/rounds/1/?format=csv").content.decode("utf-8-sig").splitlines()
    kinds = [dict(zip(pairings[0].split(","), line.split(","), strict=True))["kind"] for line in pairings[1:]]
    assert kinds == ["forfeit", "double_forfeit"]


def test_annulled_game_and_player_who_left_are_told_from_open_ones(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:4], preset="swiss-evening")
    first, _still_open = evening.publish(event, 1)
    result_annul(act=evening.act(why="The bags were wrong"), game_key=game_of(first).key)
    score = (
        client.get(f"/games/{game_of(first).key}/")
        .content.decode()
        .partition('"scoreline"')[2]
        .partition("</section>")[0]
    )
    words = [part.strip() for part in re.split(r"<[^>]*>", score)]
    assert ("annulled" in words, "open" in words) == (True, False)
    leaver = entry_at(first, 0)
    entry_withdraw(act=evening.act(), entry=leaver)
    standings_refresh(event_key=event.key)
    there = f"/events/{event.slug}/"
    for address in (f"{there}crosstable/", f"{there}print/crosstable/"):
        page = client.get(address).content.decode()
        cells = re.findall(r"<b>(.*?)</b>", page.partition("<tbody>")[2].partition("</tbody>")[0], re.DOTALL)
        shown = [re.sub("<[^>]+>", " ", cell).split() for cell in cells]
        assert sorted(shown) == [["annulled", "×"]] * 2 + [["open", "·"]] * 2
        legend = "· is not over yet, × is annulled, ? waits" in " ".join(page.split())
        assert (page.count("withdrawn"), legend) == (1, True)
    for address in ("standings/", "print/standings/"):
        assert client.get(f"{there}{address}").content.decode().count("withdrawn") == 1
    assert "1 game still open" in client.get(f"{there}rounds/1/").content.decode()
    api = f"/api/v1/events/{event.slug}"
    left = [row["entry"] for row in client.get(f"{api}/standings/").json()["rows"] if row["state"] == "withdrawn"]
    assert left == [leaver.key]
    assert client.get(f"{api}/crosstable/?format=csv").content.decode("utf-8-sig").count(":annulled") == 2


def test_long_swiss_crosstable_is_paged(evening: Evening, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tabs, "LINES", 3)
    event, _matches = played_swiss(evening)
    pages = [client.get(f"/events/{event.slug}/crosstable/?page={page}").context["rows"] for page in (1, 2)]
    assert [[row.line for row in rows] for rows in pages] == [[1, 2, 3], [4, 5]]
    assert len({row.name for rows in pages for row in rows}) == 5


def test_nothing_played_says_so(evening: Evening, client: Client) -> None:
    event = evening.event(NAMES, preset="swiss-evening")
    page = client.get(f"/events/{event.slug}/crosstable/").content.decode()
    assert "The crosstable appears here after the first result." in page
