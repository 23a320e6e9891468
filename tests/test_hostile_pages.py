"""Every address of the site with hostile values: never a 500, whoever asks and whatever is sent.

`make test` sends one nasty value to each address for each who may do something there, and to every third address for
the others, the next value in turn; `make test-all` sends all of them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.urls.exceptions import Resolver404

from leagues.services.entries.sign_up import players_add
from leagues.services.leagues.create import league_create
from leagues.services.seasons.open_entries import entries_open
from leagues.services.seasons.plan import season_plan_next
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.web.middleware import COOKIE
from tests.evening import Evening, entry_at
from tests.extent import WHOLE, sampled
from tournaments.models import Event, Match

# One process asks for all: the scene is built once.
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("hostile_pages")]

# Django's and allauth's own pages are tested there; the API has a test of its own.
NOT_OURS = ("admin/", "accounts/", "api/", "static/")
NASTY = [
    "\0",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "a" * 3000,
    "' OR 1=1 --",
    "../..",
    "0",
    "💥",
    "٣",
]
FIELDS = (
    *("name", "names", "text", "why", "winner", "kind", "ruling", "answer", "idempotency_key", "preset", "time_zone"),
    *("date", "time", "starts_at", "place", "email", "role", "number", "table", "q", "page", "round", "step", "digest"),
    *("title", "entry", "entries", "minutes", "submission", "submissions", "choice_1", "line_1", "language", "next"),
    *("division", "order", "join", "leave", "seen", "first_day", "breaks", "up", "game", "placing", "target"),
    *("mage_white", "mage_black", "card_1", "card_2", "card_3", "card_4", "then"),
)


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    """Every route of the site as Django writes it: "events/<slug:slug>/"."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        elif isinstance(pattern, URLPattern) and not route.startswith(NOT_OURS) and "(?P" not in route:
            yield route


def filled(route: str, values: dict[str, str]) -> str:
    """The route's address with a value for each converter, by the converter's name."""
    parts = []
    for part in route.split("<"):
        inside, bracket, rest = part.partition(">")
        parts.append(values.get(inside.rpartition(":")[2], "1") + rest if bracket else inside)
    return "/" + "".join(parts)


class Scene:
    """An event in its second round, with a conflict, a draft to come and everybody who may ask."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.stranger = self.evening.account("s@example.org")
        self.event: Event = self.evening.started(names=("Anna", "Bert", "Cleo", "Dora"))
        self.matches: list[Match] = self.evening.publish(self.event, 1)
        self.evening.play(self.matches[0])
        self.submission = self.evening.submit(self.matches[1])
        self.evening.submit(self.matches[1], position=1)
        act = self.evening.act()
        self.league = league_create(act=act, club_slug=self.evening.club.slug, name="Liga", time_zone="UTC")
        season = season_plan_next(act=act, league=self.league)
        entries_open(act=act, season=season)
        self.season_entry = players_add(act=act, season=season, text="Emil")[0]

    def keys(self) -> list[dict[str, str]]:
        """Values for the addresses' parts: of each thing that has a key."""
        entry = entry_at(self.matches[0], 0)
        game = self.matches[0].games.get().game
        of_all = {"slug": self.event.slug, "number": "1", "token": link_token(subject=entry.key)}
        things = [entry.key, entry.player.key, game.key, self.submission.key, self.matches[0].key, self.event.pool]
        of_league = {"club": self.evening.club.slug, "slug": self.league.slug, "key": self.season_entry.key}
        return [
            *(of_all | {"key": key} for key in things),
            of_all | {"slug": self.evening.club.slug, "key": "x"},
            *(of_all | of_league | {"step": step, "action": step} for step in ("open", "yes", "lots")),
        ]

    def clients(self) -> dict[str, Client]:
        organiser, player, stranger, nobody = Client(), Client(), Client(), Client()
        organiser.force_login(self.evening.user, backend=settings.AUTHENTICATION_BACKENDS[0])
        stranger.force_login(self.stranger, backend=settings.AUTHENTICATION_BACKENDS[0])
        player.cookies[COOKIE] = link_token(subject=entry_at(self.matches[1], 0).key)
        return {"organiser": organiser, "player": player, "stranger": stranger, "nobody": nobody}


@dataclass
class Asked:
    """The scene, and with which values each route leads to something that there is."""

    scene: Scene
    real: dict[str, list[dict[str, str]]]


def leads_somewhere(client: Client, address: str) -> bool:
    """Whether there is what the address names; nothing that is sent stays."""
    with transaction.atomic():
        status = asked(client, "get", address, {})
        if status == 405:
            status = asked(client, "post", address, {})
        transaction.set_rollback(True)
    return status != 404


def leading(client: Client, route: str, keys: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """The values with which the route leads to something that there is."""
    different = {filled(route, values): values for values in keys}  # many a route has no key
    return (values for address, values in different.items() if leads_somewhere(client, address))


@pytest.fixture(scope="module")
def all_asked(module_database: Callable[[], AbstractContextManager[None]]) -> Asked:
    with module_database():
        scene = Scene()
        organiser, keys = scene.clients()["organiser"], scene.keys()
        found = {}
        for route in sorted(routes()):
            leads = leading(organiser, route, keys)
            found[route] = list(leads if WHOLE else islice(leads, 1)) or keys[:1]
        return Asked(scene, found)


@pytest.fixture
def scene(all_asked: Asked) -> Scene:
    return copy.deepcopy(all_asked.scene)


def asked(client: Client, method: str, address: str, data: dict[str, Any]) -> int:
    client.raise_request_exception = False
    response = client.get(address, data) if method == "get" else client.post(address, data)
    if response.streaming:
        response.getvalue()
    return response.status_code


def test_routes_are_found() -> None:
    found = set(routes())
    assert {"events/<slug:slug>/", "games/<str:key>/", "l/<str:token>/"} <= found
    for route in found:
        try:
            resolve(filled(route, {"slug": "a", "key": "b", "number": "1", "token": "c"}))
        except Resolver404:
            pytest.fail(f"{route} can't be asked for")


def nasty_fields(index: int, times: int) -> list[dict[str, str]]:
    """Nothing at all, then every field with a nasty value: the next one in turn, `times` times."""
    every = [dict.fromkeys(FIELDS, NASTY[(index + offset * 3) % len(NASTY)]) for offset in range(times)]
    return [{}, *every] if WHOLE else every[:1]


# Whoever may do nothing is stopped before the fields are read: one nasty value is enough, and one database. What a
# player only looks at asks the database what the organiser's pages ask it: what they send goes to both.
@pytest.mark.parametrize(
    "method, who, times",
    [
        pytest.param("get", "organiser", 2, marks=pytest.mark.both_databases),
        pytest.param("get", "player", 2, marks=pytest.mark.one_database),
        pytest.param("post", "organiser", 2, marks=pytest.mark.both_databases),
        pytest.param("get", "stranger", 1, marks=pytest.mark.one_database),
        ("post", "player", 2),
        pytest.param("get", "nobody", 1, marks=pytest.mark.one_database),
        pytest.param("post", "stranger", 1, marks=pytest.mark.one_database),
        pytest.param("post", "nobody", 1, marks=pytest.mark.one_database),
    ],
)
def test_no_page_fails_for_real_things_with_nasty_fields(
    all_asked: Asked, scene: Scene, who: str, times: int, method: str
) -> None:
    client = scene.clients()[who]
    failed = []
    addresses = list(enumerate(all_asked.real.items()))
    for index, (route, real) in addresses if who == "organiser" else sampled(addresses, len(addresses) // 3):
        for values in real:
            for data in nasty_fields(index, times):
                status = asked(client, method, filled(route, values), data)
                if status >= 500:
                    failed.append(f"{method} {filled(route, values)} with {data.get('name', '')[:20]!r}: {status}")
    assert failed == []


@pytest.mark.parametrize("who", ["organiser", pytest.param("nobody", marks=pytest.mark.one_database)])
def test_no_address_fails_for_things_that_there_are_not(scene: Scene, who: str) -> None:
    client = scene.clients()[who]
    failed = []
    nasties = ("%00", "%ed%a0%80", "a" * 3000, "%F0%9F%92%A5", "0", "99999999999999999999")
    for index, route in enumerate(sorted(routes())):
        for nasty in nasties if WHOLE else nasties[index % len(nasties) :][:1]:
            address = filled(route, dict.fromkeys(("slug", "key", "token", "number"), nasty))
            status = asked(client, "get", address, {})
            if status >= 500 or (status == 200 and "<" in route and nasty != "0"):
                failed.append(f"{route} with {nasty[:20]}: {status}")
    assert failed == []


def test_no_address_that_people_meet_is_a_blank_refusal(all_asked: Asked, scene: Scene) -> None:
    """Reloaded, bookmarked or come back to after signing in: what only takes a form leads to the form's page."""
    clients = scene.clients()
    wrong = []
    for route in sampled(all_asked.real, 40):
        real = (
            all_asked.real[route]
            if WHOLE
            else [*leading(clients["organiser"], route, scene.keys())] or scene.keys()[:1]
        )
        asked_for = [(clients[who], filled(route, values)) for who in ("organiser", "player") for values in real]
        answers = []
        for client, address in asked_for:
            answers.append(client.get(address, follow=True))
            if answers[-1].status_code in {200, 403}:
                break
        led_wrong = all(answer.redirect_chain and answer.status_code not in {200, 403} for answer in answers)
        if led_wrong or any(answer.status_code == 405 for answer in answers):
            wrong.append(f"{route}: {[(answer.status_code, answer.redirect_chain) for answer in answers]}")
    assert wrong == []
