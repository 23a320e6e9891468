"""The page of a pool's rating system: choose, look, confirm; and the same by the API."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from ratings.models import Pool
from ratings.services.pools import pool_of_club
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(evening: Evening) -> Pool:
    event = evening.started(("Anna", "Bert", "Cleo", "Dörte"))
    evening.play_out(event, 1)
    ratings_refresh(pool_key=event.pool)
    return Pool.objects.get(key=event.pool)


def text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_owner_looks_at_what_would_change_and_confirms_it(evening: Evening, pool: Pool) -> None:
    browser = evening.browser()
    address = f"/leaderboard/{pool.key}/settings/"
    assert f'href="{address}"' in browser.get(f"/leaderboard/{pool.key}/").content.decode()
    first = text(browser.get(address).content.decode())
    assert "Now: Elo." in first
    for name in ("Elo (FIDE)", "Glicko-2", "Plackett-Luce"):
        assert name in first
    form = browser.get(f"{address}?system=plackett_luce").content.decode()
    assert 'name="initial_rating"' in form
    assert 'name="k"' not in form
    sent = {"system": "plackett_luce", "initial_rating": "1000", "provisional_games": "10", "minimum_games": "1"}
    preview = browser.post(address, sent | {"step": "preview"}).content.decode()
    shown = text(preview)
    assert "Of 4 players" in shown
    assert "Dörte" in shown
    pool.refresh_from_db()
    assert pool.rating_system == "elo"
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', preview.partition("<ul")[0]))
    assert hidden.keys() >= {*sent, "seen"}
    done = browser.post(address, hidden | {"step": "save"}, follow=True)
    assert "The ratings are worked out anew" in done.content.decode()
    pool.refresh_from_db()
    assert (pool.rating_system, pool.options) == ("plackett_luce", {"initial": 1000})
    ratings_refresh(pool_key=pool.key)
    assert "Plackett-Luce, worked out game by game" in text(browser.get(f"/leaderboard/{pool.key}/").content.decode())
    again = browser.post(address, hidden | {"initial_rating": "900", "step": "save"})
    assert (again.status_code, "Something changed in the meantime" in again.content.decode()) == (409, True)


def test_k_is_one_number_or_steps(evening: Evening, pool: Pool) -> None:
    browser = evening.browser()
    address = f"/leaderboard/{pool.key}/settings/"
    steps = {"k_newcomer": "60", "k_newcomer_games": "5", "k_standard": "24", "k_top": "10", "k_top_rating": "2400"}
    sent = {"system": "elo", "initial_rating": "1500", "floor": "100", "provisional_games": "30", "minimum_games": "1"}
    browser.post(address, sent | steps | {"k": "32", "step": "save"})
    pool.refresh_from_db()
    assert pool.options == {"k": 32}
    browser.post(address, sent | steps | {"k": "", "step": "save"})
    pool.refresh_from_db()
    assert pool.options["k"]["newcomer"] == 60
    shown = browser.get(address).content.decode()
    assert re.search(r'name="k_newcomer"[^>]*value="60"', shown) or re.search(
        r'value="60"[^>]*name="k_newcomer"', shown
    )
    wrong = browser.post(address, sent | steps | {"k": "401", "step": "preview"})
    assert wrong.status_code == 422


def test_others_do_not_see_the_page(evening: Evening, pool: Pool, client: Client) -> None:
    address = f"/leaderboard/{pool.key}/settings/"
    assert client.get(address).status_code == 302
    assert address not in client.get(f"/leaderboard/{pool.key}/").content.decode()
    other = evening.browser(evening.account("other@example.org"))
    assert other.get(address).status_code == 403
    assert address not in other.get(f"/leaderboard/{pool.key}/").content.decode()


def test_programs_choose_too(evening: Evening, pool: Pool) -> None:
    api = APIClient()
    address = f"/api/v1/pools/{pool.key}"
    assert api.get(f"{address}/settings/").status_code in {401, 403}
    api.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    now = api.get(f"{address}/settings/").json()
    assert (now["system"], now["options"]) == ("elo", {})
    assert [each["key"] for each in now["systems"]] == ["elo", "fide", "glicko2", "plackett_luce"]
    wanted = {"system": "elo", "options": {"k": 40, "floor": 1490}, "minimum_games": 1}
    preview = api.post(f"{address}/preview/", wanted, format="json").json()
    assert (preview["games"], preview["players"]) == (2, 4)
    changed = api.put(f"{address}/settings/", wanted | {"seen": preview["seen"]}, format="json")
    assert (changed.status_code, changed.json()["options"]) == (200, {"k": 40, "floor": 1490})
    refused = api.put(f"{address}/settings/", wanted | {"system": "ingo"}, format="json")
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["system"])


def test_a_pool_of_tables_offers_what_rates_them(evening: Evening) -> None:
    pool = pool_of_club(club_key=evening.club.key, system="elemental")
    shown = text(evening.browser().get(f"/leaderboard/{pool.key}/settings/").content.decode())
    assert "Plackett-Luce" in shown
    assert "Glicko-2" not in shown
