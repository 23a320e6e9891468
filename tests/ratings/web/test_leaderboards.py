from __future__ import annotations

import csv
import io
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from ratings.models import Pool, PoolState, Rating
from ratings.selectors.leaderboards import largest_pool, leaderboard_rows
from ratings.services.ratings import ratings_refresh
from ratings.templatetags.ratings import change, movement, points
from tests.evening import NAMES, Evening, opened
from tests.ratings.many_ratings import many_ratings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

MANY, PAGE = 230, 50


def order_of(pool: Pool) -> list[Any]:
    """Everybody who is ranked, in order."""
    return list(leaderboard_rows(pool))


def places(page: Any) -> list[int]:
    """Where the shown ones stand in the whole leaderboard."""
    everybody = [row.pk for row in order_of(page.context["pool"])]
    return [everybody.index(row.pk) + 1 for row in page.context["page"].rows]


def link(page: Any, rel: str) -> str:
    found = re.search(rf'rel="{rel}" href="([^"]+)"', page.content.decode())
    return found[1].replace("&amp;", "&") if found else ""


@pytest.fixture
def many() -> Pool:
    return many_ratings(MANY)


def test_pages_lead_through_the_whole_leaderboard_and_back(many: Pool, client: Client) -> None:
    page = client.get(f"/leaderboard/{many.key}/")
    shown = [places(page)]
    while link(page, "next"):
        page = client.get(f"/leaderboard/{many.key}/{link(page, 'next')}")
        shown.append(places(page))
    assert [len(rows) for rows in shown] == [50, 50, 50, 50, 30]
    assert [place for rows in shown for place in rows] == list(range(1, MANY + 1))
    back = client.get(f"/leaderboard/{many.key}/{link(page, 'prev')}")
    assert places(back) == shown[-2]
    assert places(client.get(f"/leaderboard/{many.key}/?before=51")) == shown[0]


@pytest.mark.parametrize("query", ["", "?after=100", "?before=180", "?club=club-1&games=10&active=12&name=player"])
def test_any_page_takes_few_queries(query: str, many: Pool, client: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(9):
        page = client.get(f"/leaderboard/{many.key}/{query}")
    assert page.context["page"].rows != []


def test_players_who_share_a_rank_stand_under_it_by_name(many: Pool, client: Client) -> None:
    rows = client.get(f"/leaderboard/{many.key}/").context["page"].rows
    shared = [row for row in rows if row.rank == rows[0].rank]
    assert len(shared) == 2  # every two have the same rating
    assert [row.player.name for row in shared] == sorted(row.player.name for row in shared)
    assert [row.rank for row in rows[:4]] == [1, 1, 3, 3]


def test_filters_leave_those_who_fit_with_their_ranks(many: Pool, client: Client) -> None:
    everybody = list(enumerate(order_of(many), 1))
    recently = timezone.now() - timedelta(days=366)
    for query, fits in {
        "club=club-1": lambda row: row.player.club.slug == "club-1",
        "games=20": lambda row: row.games >= 20,
        "active=12": lambda row: row.last_played_at >= recently,
        "name=MÜLLER+player": lambda row: "Müller" in row.player.name and not row.player.hides_name,
        "games=20&active=12": lambda row: row.games >= 20 and row.last_played_at >= recently,
    }.items():
        expected = [place for place, row in everybody if fits(row)]
        assert 0 < len(expected) < MANY, query
        page = client.get(f"/leaderboard/{many.key}/?{query}")
        assert places(page) == expected[:PAGE], query
        (address,) = re.findall(r'href="([^"]+format=csv)"', page.content.decode())
        table = csv.DictReader(io.StringIO(client.get(unescape(address)).content.decode("utf-8-sig")))
        whole = {place: row.player.key for place, row in everybody}
        assert [row["player"] for row in table] == [whole[place] for place in expected], query


def test_next_page_keeps_the_filters(many: Pool, client: Client) -> None:
    first = client.get(f"/leaderboard/{many.key}/?games=5")
    following = client.get(f"/leaderboard/{many.key}/{link(first, 'next')}")
    assert all(row.games >= 5 for row in following.context["page"].rows)
    assert min(places(following)) > max(places(first))


@pytest.mark.parametrize(
    "nasty", ["after=x", "after=-1", "after=99999999999999999999", "games=7", "club=%00", "name=%00", "active=9"]
)
def test_nonsense_in_the_address_is_left_out(nasty: str, many: Pool, client: Client) -> None:
    assert places(client.get(f"/leaderboard/{many.key}/?{nasty}")) == list(range(1, PAGE + 1))


def test_choice_leads_to_an_address_that_says_it(many: Pool, client: Client) -> None:
    form = {"pool": many.key, "name": "", "club": "club-2", "active": "", "games": "10"}
    assert client.get("/leaderboard/choose/", form)["Location"] == f"/leaderboard/{many.key}/?club=club-2&games=10"


def test_page_behind_the_last_and_filters_that_fit_nobody_say_so(many: Pool, client: Client) -> None:
    assert "ends before this place" in client.get(f"/leaderboard/{many.key}/?after=5000").content.decode()
    assert "No players match your filters." in client.get(f"/leaderboard/{many.key}/?name=zzz").content.decode()


def test_players_who_hide_their_name_are_shown_by_code_and_not_found_by_name(many: Pool, client: Client) -> None:
    hidden = next(row.player for row in order_of(many)[:PAGE] if row.player.hides_name)
    page = client.get(f"/leaderboard/{many.key}/").content.decode()
    assert hidden.public_name in page
    assert hidden.name not in page
    assert places(client.get(f"/leaderboard/{many.key}/?name={hidden.name}")) == []


def test_newcomers_and_what_movement_is_measured_from_are_said(many: Pool, client: Client) -> None:
    newcomer = order_of(many)[1]
    many.ratings.filter(pk=newcomer.pk).update(points_before=None, last_played_at=timezone.now())
    page = client.get(f"/leaderboard/{many.key}/").content.decode()
    rows = [row for row in page.split("<tr>") if re.search(r">\s*new\s*<", row)]
    assert [newcomer.player.key in row for row in rows] == [True]
    assert "on the last day of play" in page
    many.ratings.update(points_before=None, last_played_at=timezone.now())  # everybody's first evening
    page = client.get(f"/leaderboard/{many.key}/").content.decode()
    assert (re.search(r">\s*new\s*<", page), "on the last day of play" in page) == (None, False)


def test_leaderboard_lists_the_pool_in_which_was_played_last(client: Client) -> None:
    evening = Evening()
    event = evening.started(NAMES[:4])
    evening.play_out(event, 3)
    ratings_refresh(pool_key=event.pool)
    page = client.get("/leaderboard/")
    rows = page.context["page"].rows
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert {row.player.name for row in rows} == set(NAMES[:4])
    assert client.get(f"/leaderboard/{event.pool}/").context["pool"] == Pool.objects.get(key=event.pool)
    Pool.objects.create(key="newer", name="Newer")
    assert client.get("/leaderboard/").context["pool"].key == event.pool
    everybody = many_ratings(len(NAMES[:4]) + 1)  # more are listed there, though nobody has played as lately
    assert client.get("/leaderboard/").context["pool"] == everybody


def test_leaderboard_without_any_game_says_when_there_will_be_one(client: Client) -> None:
    response = client.get("/leaderboard/")
    assert response.status_code == 200
    assert "Players appear here after the first settled game." in response.content.decode()


def test_unknown_pool_is_not_found(client: Client) -> None:
    assert client.get("/leaderboard/nothing/").status_code == 404
    assert client.get("/leaderboard/choose/?pool=nothing").status_code == 404


@pytest.mark.parametrize(
    "stored, text", [(150_000_000, "1500"), (152_049_999, "1520"), (152_050_000, "1521"), (None, "–")]
)
def test_rating_is_shown_in_whole_points(stored: int | None, text: str) -> None:
    assert points(stored) == text


def test_change_has_a_sign_and_one_decimal() -> None:
    with translation.override("de"):
        assert (change(2_000_000), change(-1_234_567), change(0)) == ("+20,0", "−12,3", "0,0")
    assert (change(2_000_000), change(-1_234_567), change(0), change(None)) == ("+20.0", "−12.3", "0.0", "")
    assert (movement(2, 5), movement(5, 2), movement(1, None)) == (3, -3, 0)


def test_leaderboard_names_its_owner_and_draws_how_ratings_spread(many: Pool, client: Client) -> None:
    page = client.get(f"/leaderboard/{many.key}/")
    shown = page.content.decode()
    assert "Of this service: all clubs together" in shown or f"/clubs/{many.club.slug}/" in shown
    counted = page.context["page"].points
    rated = [row.points for row in order_of(many)]
    assert counted == {points: rated.count(points) for points in sorted(set(rated), reverse=True)}
    assert sum(int(n) for n in re.findall(r"<title>\d+ to \d+: (\d+) player", shown)) == len(rated)


def test_players_are_led_to_their_own_place(client: Client) -> None:
    evening = Evening()
    event = evening.started(NAMES[:4])
    evening.play_out(event, 3)
    ratings_refresh(pool_key=event.pool)
    entry = event.entries.get(number=1)
    assert 'id="me"' not in client.get(f"/leaderboard/{event.pool}/").content.decode()
    shown = opened(entry).get(f"/leaderboard/{event.pool}/").content.decode()
    assert re.search(rf"{entry.player.name}: place \d+ with \d+", shown)
    assert shown.count('class="is-me" id="me"') == 1


def test_service_s_own_leaderboard_is_shown_before_those_of_clubs(many: Pool, django_assert_num_queries: Any) -> None:
    club = Evening().club
    Pool.objects.filter(pk=many.pk).update(club=None)
    Pool.objects.create(key="bigger", name="Bigger", club=club)
    assert largest_pool() == many
    Pool.objects.create(key="empty", name="Empty")
    assert largest_pool() == many
    with django_assert_num_queries(1):
        largest_pool()
    smaller, equal = [Pool.objects.create(key=key, name=key) for key in ("smaller", "equal")]
    for pool, most in ((smaller, 3), (equal, None)):
        PoolState.objects.create(pool=pool)
        for row in Rating.objects.filter(pool=many)[:most]:
            row.pk, row.pool = None, pool
            row.save()
    assert largest_pool() == many
    Rating.objects.filter(pool=many).update(points=None)
    assert largest_pool() == equal
    Rating.objects.all().delete()
    assert largest_pool() == Pool.objects.earliest("pk")
