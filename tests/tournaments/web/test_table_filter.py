"""Finding tables of a large round, and its pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from tests.evening import Evening
from tournaments.models import Event, Match
from tournaments.services.entries.check_in import check_in_open
from tournaments.web.entries import check_in as checkin
from tournaments.web.entries import links as links_page
from tournaments.web.rounds import desk as results_desk
from tournaments.web.rounds import manage as rounds
from tournaments.web.table_filter import TableFilter, table_filter


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", TableFilter()),
        (" , ", TableFilter()),
        ("17", TableFilter(((17, 17),), (), True)),
        ("40 - 17, 3", TableFilter(((17, 40), (3, 3)), (), True)),
        ("Müller, 5", TableFilter(((5, 5),), ("mueller",), True)),
        ("!!", TableFilter((), (), True)),
    ],
)
def test_filter_reads_numbers_ranges_and_names(text: str, expected: TableFilter) -> None:
    assert table_filter(text) == expected


@pytest.mark.parametrize(
    "text, shown",
    [
        ("", ["anna", "bert", "cleo", "rests"]),
        ("2-3", ["bert", "cleo"]),
        ("NA, 3", ["anna", "cleo"]),
        ("rest", ["rests"]),
        ("!!", []),
        ("9", []),
    ],
)
def test_filter_shows_what_is_meant(text: str, shown: list[str]) -> None:
    lines: list[tuple[int | None, str]] = [(1, "anna"), (2, "bert"), (3, "cleo"), (None, "rests")]
    assert [name for table, name in lines if table_filter(text).shows(table, [name])] == shown


def tables(answer: Any) -> list[int]:
    return [int(game.table) for game in answer.context["games"]]


@pytest.mark.django_db
def test_desk_of_several_pages_has_what_waits_first(
    evening: Evening, event: Event, matches: list[Match], organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results_desk, "LINES", 2)
    evening.play(matches[0])
    waiting = [evening.submit(match).key for match in matches[2:]]
    address = f"/events/{event.slug}/manage/results/"
    first, second = organiser.get(address), organiser.get(f"{address}?page=2")
    assert (tables(first), tables(second)) == ([3, 4], [2, 1])
    assert [game.waiting.submission_key for game in first.context["waiting"]] == waiting
    assert second.context["waiting"] == []
    assert tables(organiser.get(f"{address}?q=1,4")) == [1, 4]
    assert tables(organiser.get(f"{address}?q=1,4&show=waiting")) == [4]
    name = matches[1].seats.all()[0].entry.player.name
    assert tables(organiser.get(address, {"q": name.upper()})) == [2]
    nobody = organiser.get(f"{address}?q=nobody")
    assert (tables(nobody), "No match. Try another table or name." in nobody.content.decode()) == ([], True)


@pytest.mark.django_db
def test_desk_stays_where_it_was_after_a_result(
    event: Event, matches: list[Match], organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results_desk, "LINES", 2)
    query = "?round=1&show=all&q=1-4&page=2"
    answer = organiser.post(f"/events/{event.slug}/manage/results/{query}", {"line": "4 1"})
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.slug}/manage/results/{query}")
    assert Game.objects.get(match_game__match=matches[3]).state == "entered"


@pytest.mark.django_db
def test_round_has_pages_and_two_tables_can_be_looked_at_together(
    evening: Evening, event: Event, matches: list[Match], organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "LINES", 2)
    address = f"/events/{event.slug}/manage/rounds/1/"

    def shown(query: str) -> list[str]:
        return [row["table"] for row in organiser.get(f"{address}{query}").context["tables"]]

    assert (shown(""), shown("?page=2"), shown("?q=1,4")) == (["1", "2"], ["3", "4"], ["1", "4"])
    ticked = [match.seats.all()[0].entry.key for match in (matches[0], matches[3])]
    seen = organiser.get(address).context["round"].fact_number
    data = {"entry": ticked, "swap": "1", "seen": seen, "why": "They asked for it"}
    answer = organiser.post(f"{address}change/?q=1%2C4", data)
    assert (answer.status_code, answer["Location"]) == (302, f"{address}?q=1%2C4#e-{ticked[0]}")
    seats = {row["table"]: [key for key, _name in row["seats"]] for row in organiser.get(address).context["tables"]}
    assert ticked[1] in seats["1"]


@pytest.mark.django_db
def test_links_and_check_in_have_pages(
    evening: Evening, event: Event, organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links_page, "CARDS", 5)
    monkeypatch.setattr(checkin, "LINES", 5)
    links, desk = f"/events/{event.slug}/manage/links/", f"/events/{event.slug}/manage/check-in/"
    assert organiser.get(links).context["missing"] == 8
    assert organiser.post(links).status_code == 302
    pages = [organiser.get(f"{links}?page={number}").context for number in (1, 2)]
    assert [(len(page["cards"]), page["missing"]) for page in pages] == [(5, 0), (3, 0)]
    check_in_open(act=evening.act(), event=event)
    second = organiser.get(f"{desk}?page=2")
    assert len(second.context["entries"]) == 3
    here = second.context["entries"][0].key
    answer = organiser.post(f"{desk}{here}/in/", {"q": "", "page": "2"})
    assert answer["Location"] == f"{desk}?page=2"
