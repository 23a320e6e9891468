"""Pages that belong to the site: checking a game, language, errors; and what no template may hold."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.utils import translation
from django.views.defaults import server_error

from games.engine.registry import game_system
from games.templatetags.interface import half_points, minus, signed
from games.templatetags.plots import Plot, PlotLine, grid_of
from tournaments.templatetags.tables import in_points, points_in_words

TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
INLINE = re.compile(r"""\sstyle=|<style|<script(?![^>]*\ssrc=)|\son[a-z]+=["']|javascript:""", re.IGNORECASE)
POINTS = re.compile(r'<polyline[^>]* points="([^"]*)"')
# A link to a map is followed by whoever wants one; nothing is loaded from there.
ELSEWHERE = re.compile(
    r"""(?:src|href|action)=["'](?!https://www.openstreetmap.org/search\?)(?:https?:)?//""", re.IGNORECASE
)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_template_has_nothing_inline_and_nothing_from_elsewhere(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert INLINE.findall(text) == []
    assert ELSEWHERE.findall(text) == []


@pytest.mark.django_db
def test_check_shows_the_score_of_a_legal_game_and_stores_nothing(client: Client) -> None:
    engine = game_system("magistrar")
    edition = next(iter(engine.editions.values()))
    record = engine.random_game(random.Random(3), players=2, starter=1, edition=edition, variants={})
    body = engine.encode(record)
    judged = engine.judged(engine.check(body))
    response = client.post("/check/", {"text": body.decode()})
    assert response.status_code == 200
    shown = response.context["report"]
    assert (shown.honoris["white"], shown.honoris["black"]) == judged.numbers["honoris"]
    assert len(shown.duels) == 5


TOO_MANY_MARKERS = {
    "format": "magistrar-score/1",
    "honoris": {"white": 4, "black": -5},
    "markers": {"white": 9, "black": 0},
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text, heading, sentence",
    [
        ("{", "This can’t be read as a game", "Line 1, column 2: this can’t be read."),
        (json.dumps(TOO_MANY_MARKERS), "Breaks the rules", "There are 5 duel markers, not 9."),
    ],
)
def test_check_says_what_is_wrong(text: str, heading: str, sentence: str, client: Client) -> None:
    page = client.post("/check/", {"text": text}).content.decode().replace("&#x27;", "'")
    assert heading in page
    assert sentence in page


@pytest.mark.django_db
def test_check_answers_an_empty_form_with_words(client: Client) -> None:
    response = client.post("/check/", {"text": " "})
    assert response.status_code == 422
    assert "Nothing was sent." in response.content.decode()


@pytest.mark.django_db
def test_language_is_kept_in_a_cookie_and_public_pages_set_none(client: Client) -> None:
    assert client.get("/").cookies == {}
    response = client.post("/language/", {"language": "de", "next": "/clubs/"})
    assert (response.status_code, response["Location"]) == (302, "/clubs/")
    cookie = response.cookies["django_language"]
    assert (cookie.value, cookie["max-age"], cookie["samesite"]) == ("de", 365 * 24 * 3600, "Lax")
    assert '<html lang="de">' in client.get("/clubs/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/nothing/", "/events/nothing/", "/players/nothing/", "/games/nothing/", "/clubs/x/"])
def test_missing_page_says_so_in_words(path: str, client: Client) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert '<p class="muted small"> 404 </p>' in " ".join(response.content.decode().split())


def test_error_page_of_a_bug_needs_no_database() -> None:
    response = server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    page = response.content.decode()
    for sentence in ("Something broke on our side", "Bei uns ist etwas kaputtgegangen", "Er ging bij ons iets mis"):
        assert sentence in page
    assert page.startswith("<!DOCTYPE html>")
    assert "site-header" not in page  # it stands alone: nothing that broke is asked again


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/styleguide/", "/imprint/", "/privacy/", "/check/", "/accounts/login/", "/accounts/signup/"]
)
def test_page_that_reads_no_data_opens(path: str, client: Client) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("half, text", [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (None, "–")])
def test_half_points_are_written_with_a_fraction(half: int | None, text: str) -> None:
    assert half_points(half) == text


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert (minus("12.5"), minus(-1.5), signed(2.0), minus("7½"), minus("1.5.2021")) == (
        *("12.5", "−1.5", "+2.0", "7½", "1.5.2021"),
    )
    for language in ("de", "nl"):
        with translation.override(language):
            assert (minus("12.5"), minus(-1.5), signed(2.0), minus("7½")) == ("12,5", "−1,5", "+2,0", "7½")


def test_numbers_have_a_real_minus() -> None:
    assert (signed(-3), signed(3), signed(0), minus(-5), minus(None)) == ("−3", "+3", "0", "−5", "–")
    assert [points_in_words(points, 2) for points in (2, 3, 0)] == ["1 point", "1½ points", "0 points"]
    assert [points_in_words(points, 18) for points in (18, 9, 6)] == ["1 point", "½ point", "0.33 points"]
    assert (in_points(3, 2), in_points(6, 18), in_points(None, 18)) == ("1½", "0.33", "–")


@pytest.mark.parametrize(
    "low, high, finest, grid",
    [
        (1500, 1500, 5, [1495, 1500, 1505]),
        (1480, 1531, 5, [1480, 1500, 1520, 1540]),
        (0, 3, 1, [0, 1, 2, 3]),
        (-12, 11, 1, [-20, -10, 0, 10, 20]),
    ],
)
def test_grid_of_a_plot_is_round_and_holds_all_values(low: float, high: float, finest: int, grid: list[int]) -> None:
    assert grid_of(low, high, finest) == grid


def drawing(*lines: PlotLine) -> str:
    shown = Plot("What is drawn", "Game", ["start", "1", "2"], lines)
    return Template("{% load plots %}{% plot shown %}").render(Context({"shown": shown}))


def test_plot_draws_every_value_in_order_and_says_it_in_words_and_in_a_table() -> None:
    text = drawing(
        PlotLine("Anna", [(1500, "1500"), (1520, "1520"), (1510.5, "1510½")]),
        PlotLine("Bert", [(1490, "1490"), (1400, "1400"), (1495, "1495")], "black"),
    )
    lines = [[tuple(map(float, dot.split(","))) for dot in points.split()] for points in POINTS.findall(text)]
    assert [len(line) for line in lines] == [3, 3]
    anna, bert = lines
    assert [x for x, _y in anna] == sorted(x for x, _y in anna) == [x for x, _y in bert]
    assert anna[1][1] < anna[2][1] < anna[0][1] < bert[0][1] < bert[1][1]  # what is more stands higher up
    assert ">What is drawn</title>" in text
    assert "Anna: 1500, 1520, 1510½. Bert: 1490, 1400, 1495. </desc>" in " ".join(text.split())
    row = '<tr><th scope="row">2</th><td class="number">1510½</td><td class="number">1495</td></tr>'
    assert row in re.sub(r"\s*\n\s*", "", text)
    assert "style=" not in text


def test_plot_of_nothing_is_nothing() -> None:
    assert drawing(PlotLine("Anna", [])).strip() == ""
