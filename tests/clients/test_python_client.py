"""The Python client plays an evening, is refused as the API refuses, asks again where that helps, and is what the
schema makes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client as Browser
from django.utils import timezone

from clients import make
from clients.python.magistrar_client import Magistrar, Refused
from clients.python.magistrar_client.client import Answer, lower
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.services.tokens import token_create
from tests.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SITE = "https://magistrar.example"


def in_process(method: str, address: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
    """The site in this process instead of one at the other end of a network."""
    options = {"content_type": headers.get("Content-Type", "application/json"), "headers": dict(headers)}
    response = Browser().generic(method, address.removeprefix(SITE), body or b"", **options)
    return Answer(response.status_code, response.content, lower(response.headers))


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def site(evening: Evening) -> Magistrar:
    _token, secret = token_create(
        act=evening.act(), user=evening.user, name="client", scopes=["read", "submit", "organise"]
    )
    return Magistrar(SITE, token=secret, transport=in_process)


def test_client_runs_an_evening_from_the_first_name_to_the_final_table(site: Magistrar) -> None:
    club = site.clubs.club_create(name="Club of the client")
    event = site.events.event_create(
        club=club["slug"], name="Friday", preset="round-robin-evening", starts_at=timezone.now().isoformat()
    )
    slug = event["slug"]
    site.events.entries_add(slug, names="Ada\nBo\nCleo\nDan")
    site.events.event_start(slug)
    for number in (1, 2, 3):
        site.events.round_pair(slug, number=number)
        site.events.round_publish(slug, number)
        for match in site.events.round(slug, number)["matches"]:
            (game,) = match["games"]
            site.games.rule(game["key"], kind="bare", winner="white", why="Told at the desk.")
    site.events.event_finish(slug)
    final = site.events.event_final(slug)

    assert sorted(row["name"] for row in final["ranking"]) == ["Ada", "Bo", "Cleo", "Dan"]
    assert [each["slug"] for each in site.pages(site.events.events, club=club["slug"])] == [slug]


def test_link_of_a_player_hands_in(evening: Evening) -> None:
    event = evening.started()
    match = evening.publish(event, 1)[0]
    entry = match.seats.get(position=0).entry
    player = Magistrar(SITE, link=link_token(subject=entry.key), transport=in_process)
    game = match.games.get().game
    made = player.games.submit(game.key, json.loads(evening.body(match)))

    assert [each["key"] for each in player.pages(player.games.submissions, game.key)] == [made["key"]]


def test_refusal_has_code_sentence_and_fields(site: Magistrar) -> None:
    with pytest.raises(Refused) as refused:
        site.events.event_create(
            club="no-such-club", name="", preset="round-robin-evening", starts_at="2026-03-06T19:00+01:00"
        )
    with pytest.raises(Refused) as absent:
        site.events.event("no-such-event")

    assert (refused.value.status, refused.value.code, "name" in refused.value.fields) == (400, "invalid", True)
    assert (absent.value.status, absent.value.code, bool(absent.value.message)) == (404, "no_such_event", True)


def test_pages_go_on_to_the_last_row(evening: Evening, site: Magistrar) -> None:
    evening.event(tuple(f"Player {number}" for number in range(7)))

    assert len({each["key"] for each in site.pages(site.players.players, page_size=2)}) == 7


def answers(*given: Answer) -> tuple[Any, list[Mapping[str, str]]]:
    seen: list[Mapping[str, str]] = []
    left = list(given)

    def send(_method: str, _address: str, headers: Mapping[str, str], _body: bytes | None) -> Answer:
        seen.append(headers)
        return left.pop(0)

    return send, seen


def refusal(status: int, **headers: str) -> Answer:
    return Answer(
        status, b'{"code": "x", "message": "m", "fields": {}}', {"content-type": "application/json", **headers}
    )


def test_what_passes_is_asked_again_with_the_same_key() -> None:
    slept: list[float] = []
    send, seen = answers(
        refusal(503, **{"retry-after": "5"}),
        refusal(429, **{"retry-after": "2"}),
        Answer(201, b"{}", {"content-type": "application/json"}),
    )
    site = Magistrar(SITE, transport=send, sleep=slept.append)

    assert site.clubs.club_create(name="Club") == {}
    assert (slept, len({each["Idempotency-Key"] for each in seen})) == ([5, 2], 1)


@pytest.mark.parametrize(
    "answer", [refusal(409), refusal(503), refusal(429, **{"retry-after": "3600"}), Answer(502, b"<html>")]
)
def test_what_does_not_pass_is_told_at_once(answer: Answer) -> None:
    send, seen = answers(answer)

    with pytest.raises(Refused) as refused:
        Magistrar(SITE, transport=send).clubs.club_create(name="Club")

    assert (refused.value.status, len(seen)) == (answer.status, 1)


@pytest.mark.slow
def test_client_is_what_the_schema_makes(capsys: pytest.CaptureFixture[str]) -> None:
    assert (make.main(["--check"]), capsys.readouterr().out) == (0, "")
