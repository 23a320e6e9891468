"""Feeds are valid Atom, found from their pages, and tell nothing that strangers don't see."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.services.players import player_create, player_name_hide
from magistrar_site.shared.acts import NOBODY, Act, Actor
from privacy.services.erasing import player_person_erase
from tests.evening import Evening, entry_at
from tests.leagues.league_evening import LeagueEvening
from tournaments.selectors.events import stage_of
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.entries.states import entry_sign_off
from tournaments.services.events.settings import event_settings_change
from tournaments.services.results.rule import result_reopen, result_rule

ATOM = "{http://www.w3.org/2005/Atom}"
NAMES = ("Anna", "Bert", "Cleo", "Dörte")


def read(client: Client, path: str) -> list[str]:
    """The titles of a feed's entries, after looking whether it is one (RFC 4287, 4.1)."""
    response = client.get(path)
    assert (response.status_code, response["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    feed = ElementTree.fromstring(response.content)
    assert feed.tag == f"{ATOM}feed"
    for element in (feed, *feed.findall(f"{ATOM}entry")):
        assert [len(element.findall(f"{ATOM}{name}")) for name in ("id", "title", "updated")] == [1, 1, 1]
        assert (element.findtext(f"{ATOM}id") or "").startswith("tag:")
        assert datetime.fromisoformat(element.findtext(f"{ATOM}updated") or "").tzinfo is not None
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert links.keys() == {"alternate", "self"}
    assert str(links["self"]).endswith(path)
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.findall(f"{ATOM}entry")]
    assert len(ids) == len(set(ids))
    return [entry.findtext(f"{ATOM}title") or "" for entry in feed.findall(f"{ATOM}entry")]


@pytest.mark.django_db
def test_feeds_of_an_evening_tell_what_happened_and_are_found_from_its_pages(client: Client) -> None:
    evening = Evening()
    event = evening.started(NAMES)
    match = evening.publish(event, 1)[0]
    evening.play(match)
    first, second = (seat.entry.player for seat in match.seats.order_by("position"))
    pages = ["/", "/events/", f"/events/{event.slug}/", f"/clubs/{evening.club.slug}/", f"/players/{first.key}/"]
    found = {
        path for page in pages for path in re.findall(r'atom\+xml" title="[^"]*" href="([^"]+)"', _text(client, page))
    }

    assert found == {
        "/feeds/en/news.atom",
        f"/feeds/en/events/{event.slug}.atom",
        f"/feeds/en/clubs/{evening.club.slug}.atom",
        f"/feeds/en/players/{first.key}.atom",
    }
    titles = read(client, f"/feeds/en/events/{event.slug}.atom")
    assert titles[0].startswith(f"{first.name} – {second.name}: ")
    assert titles[1:] == [
        "Evening: the pairings of round 1",
        "Evening has started",
        *[f"{name} entered Evening" for name in reversed(NAMES)],
        "New event: Evening",
    ]
    assert read(client, "/feeds/en/news.atom") == ["Evening has started", "New event: Evening"]
    assert read(client, f"/feeds/de/clubs/{evening.club.slug}.atom")[0] == "Evening: die Paarungen der Runde 1"
    assert read(client, f"/feeds/en/players/{first.key}.atom") == [titles[0], f"{first.name} entered Evening"]


def _text(client: Client, page: str) -> str:
    return client.get(page).content.decode()


@pytest.mark.django_db
def test_feed_tells_nothing_of_whom_and_what_is_hidden_at_once(client: Client, settings: Any) -> None:
    settings.VERSION_SECONDS = 60
    evening = Evening()
    event = evening.started(NAMES)
    match = evening.publish(event, 1)[0]
    evening.submit(match)
    first, second = (seat.entry.player for seat in match.seats.order_by("position"))
    names = (first.name, second.name)
    paths = [f"/feeds/en/{place}.atom" for place in (f"events/{event.slug}", f"players/{first.key}", "news")]
    for path in paths:
        read(client, path)

    with pytest.MonkeyPatch.context() as patched:  # as after the commit
        patched.setattr("django.db.transaction.on_commit", lambda do, **_options: do())
        player_name_hide(act=evening.act(), player=first, hides=True)
        player_person_erase(act=Act(Actor("system", "test"), evening.now), player=second)
    titles = " ".join(read(client, paths[0]))
    assert client.get(paths[1]).status_code == 404
    assert "atom+xml" not in _text(client, f"/players/{first.key}/")
    first.refresh_from_db()
    second.refresh_from_db()
    assert [name for name in names if name in titles] == []
    assert f"{first.public_name} – {second.public_name}: " in titles

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("django.db.transaction.on_commit", lambda do, **_options: do())
        event_settings_change(act=evening.act(), stage=stage_of(event), changes={"is_listed": False})
    assert client.get(paths[0]).status_code == 404
    assert read(client, paths[2]) == []
    assert "atom+xml" not in _text(client, f"/events/{event.slug}/")


@pytest.mark.django_db
def test_feed_that_is_unchanged_is_not_sent_again(client: Client) -> None:
    evening = Evening()
    event = evening.event(NAMES)
    path = f"/feeds/en/events/{event.slug}.atom"
    tag = client.get(path)["ETag"]

    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    evening.later(minutes=1)
    evening.started(("Anna", "Bert"), name="Other")
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(f"/feeds/en/clubs/{evening.club.slug}.atom")["Cache-Control"] == "public, no-cache"


@pytest.mark.django_db
def test_league_has_a_feed_of_its_seasons_and_rounds(client: Client) -> None:
    evening = LeagueEvening()
    season = evening.running(4)
    path = f"/feeds/en/leagues/{evening.club.slug}/{evening.league.slug}.atom"
    titles = read(client, path)

    assert f"Kölner Liga, {season.name}: open for entries" in titles
    assert f"Kölner Liga, {season.name} has started" in titles
    assert any("the pairings of round 1" in title for title in titles)
    assert path in _text(client, f"/leagues/{evening.club.slug}/{evening.league.slug}/")


@pytest.mark.django_db
def test_corrected_result_is_told_as_one_and_so_is_one_that_is_gone(client: Client) -> None:
    evening = Evening()
    event = evening.started(NAMES)
    match = evening.publish(event, 1)[0]
    evening.play(match)
    game = match.games.all()[0].game
    result_rule(act=evening.act(why="Seen."), game_key=game.key, kind="bare", placing="2>1")
    path = f"/feeds/en/players/{entry_at(match, 0).player.key}.atom"
    assert [title.partition(":")[0] for title in read(client, path)][:1] == ["Corrected"]
    result_reopen(act=evening.act(why="Again."), game_key=game.key)
    assert read(client, path)[0].startswith("The result was taken back: ")


@pytest.mark.django_db
def test_feed_in_a_language_that_there_isnt_is_none(client: Client) -> None:
    codes = ("en", "de", "nl", "xx", "EN")
    assert [client.get(f"/feeds/{code}/news.atom").status_code for code in codes] == [200, 200, 200, 404, 404]


@pytest.mark.django_db
def test_nobody_withdraws_who_was_never_entered(client: Client) -> None:
    """A stranger signs up with a known name, and takes that back."""
    evening = Evening()
    player_create(act=evening.act(), name="Bert", club=evening.club)
    event = evening.event(())
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"sign_up": True})
    event.refresh_from_db()
    claim = entry_sign_up(act=evening.act(NOBODY), event=event, name="Bert").entry
    assert claim.is_claim
    entry_sign_off(act=evening.by(claim), entry=claim)
    assert not any("Bert" in title for title in read(client, f"/feeds/en/events/{event.slug}.atom"))
