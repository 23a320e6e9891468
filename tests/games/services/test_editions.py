"""Clubs' own editions: copied, changed while unused, followed once used, kept and judged by."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from games.engine.registry import game_system
from games.enums import Role
from games.models import ClubEdition, Game
from games.selectors.editions import (
    StoredEditions,
    club_edition,
    edition_title,
    edition_titles,
    editions_of_club,
    is_used,
    playable_edition,
)
from games.selectors.evidence import evidence_read
from games.services.clubs import club_create, club_role_set
from games.services.editions import MOST_EDITIONS, edition_change, edition_copy, edition_restore
from games.services.games import SetUp, games_create
from games.services.players import player_create
from games.services.random_play import random_body
from games.services.submissions import submission_add
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed, NotFound
from magistrar_site.shared.models import Fact, FactDetail
from tests.evening import Evening, with_ids

pytestmark = pytest.mark.django_db

SHIPPED = "spiel-das-2021"


@pytest.fixture
def copied(evening: Evening) -> ClubEdition:
    return edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box")


def data_of(edition: ClubEdition) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(edition.data)
    return data


def with_track(edition: ClubEdition, add: int) -> dict[str, Any]:
    """The edition's data with every level worth more, and all of it printed."""
    data = data_of(edition)
    data["track"] = [{"value": level["value"] + add, "provenance": "printed"} for level in data["track"]]
    return data


def arranged(evening: Evening, edition: str, stream: str = "club:test") -> Game:
    players = [player_create(act=evening.act(), name=name, club=evening.club) for name in ("Anna", "Bert")]
    set_up = SetUp(players=(players[0], players[1]), starter=1, edition=edition, played_at=evening.now, order=1)
    (game,) = games_create(act=evening.act(), stream=stream, set_ups=[set_up])
    return game


def facts(kind: str) -> list[Fact]:
    return list(Fact.objects.filter(kind=kind).order_by("pk"))


def test_copy_says_what_its_source_says_under_a_key_of_its_own(evening: Evening, copied: ClubEdition) -> None:
    shipped = json.loads(json.dumps(game_system("magistrar").editions[SHIPPED].as_data()))
    own = data_of(copied)
    assert {**own, "key": SHIPPED, "title": shipped["title"]} == shipped
    assert (copied.title, copied.version, copied.club, copied.follows) == ("Our box", 1, evening.club, None)
    assert copied.key.startswith("our-box-")
    assert copied.digest == playable_edition("magistrar", copied.key).content_hash
    assert not is_used(copied)


def test_titles_are_texts_beside_the_chain(copied: ClubEdition) -> None:
    (fact,) = facts("club.edition_made")
    assert fact.payload["edition_digest"] == copied.digest
    assert "Our box" not in json.dumps(fact.payload) + copied.data
    assert FactDetail.objects.get(fact=fact, field="title").text == "Our box"


def test_copy_of_any_other_clubs_edition_is_allowed(evening: Evening, copied: ClubEdition) -> None:
    other = club_create(act=evening.act(), name="Elsewhere")
    again = edition_copy(act=evening.act(), club=other, source=copied.key, title="Our box")
    assert (again.club, data_of(again)["track"]) == (other, data_of(copied)["track"])


def test_copy_of_what_there_is_not_is_refused(evening: Evening) -> None:
    for source in ("", "nothing", "\0", "\ud800", "x" * 500, "Ä"):
        with pytest.raises(NotFound) as caught:
            edition_copy(act=evening.act(), club=evening.club, source=source, title="Ours")
        assert caught.value.code == "no_such_edition"


def test_copy_that_is_sent_twice_is_one(evening: Evening, copied: ClubEdition) -> None:
    again = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title=" Our  box")

    assert (again.pk, len(facts("club.edition_made"))) == (copied.pk, 1)


def test_title_is_needed_once_in_the_club_and_cleaned(evening: Evening, copied: ClubEdition) -> None:
    edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 1))
    for title, code in (("  ", "title_missing"), ("x" * 101, "title_missing"), ("Our  box", "title_taken")):
        with pytest.raises(Invalid) as caught:
            edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title=title)
        assert (caught.value.code, list(caught.value.fields)) == (code, ["title"])
    odd = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="\0 Größe \ud800 — 日本")
    assert (odd.title, odd.key.rpartition("-")[0]) == ("\ufffd Größe \ufffd — 日本", "groesse")
    foreign = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="日本")
    assert foreign.key.startswith("edition-")


def test_club_with_very_many_editions_gets_no_more(evening: Evening, copied: ClubEdition) -> None:
    ClubEdition.objects.bulk_create(
        ClubEdition(club=evening.club, key=f"k{n}", title=f"T{n}", data="{}", digest=f"{n}", created_at=evening.now)
        for n in range(MOST_EDITIONS - 1)
    )
    with pytest.raises(DomainError) as caught:
        edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="One more")
    assert caught.value.code == "too_many_editions"


@pytest.mark.parametrize("role", [None, Role.VIEWER, Role.DESK, Role.ARBITER])
def test_whoever_may_not_set_events_up_may_not_touch_editions(
    role: Role | None, evening: Evening, copied: ClubEdition
) -> None:
    user = evening.account("helper@example.org")
    if role:
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
    with pytest.raises(NotAllowed):
        edition_copy(act=evening.by_user(user), club=evening.club, source=SHIPPED, title="Mine")
    with pytest.raises(NotAllowed):
        edition_change(act=evening.by_user(user), edition=copied, title="Mine", data=with_track(copied, 1))
    club_role_set(act=evening.act(), club=evening.club, email=user.email, role=Role.ORGANISER)
    changed = edition_change(act=evening.by_user(user), edition=copied, title="Mine", data=with_track(copied, 1))
    assert changed.title == "Mine"


def test_unused_edition_changes_in_place(evening: Evening, copied: ClubEdition) -> None:
    changed = edition_change(act=evening.act(), edition=copied, title="Our old box", data=with_track(copied, 1))
    assert (changed.pk, changed.key, changed.version, changed.title) == (copied.pk, copied.key, 1, "Our old box")
    playable = playable_edition("magistrar", copied.key)
    assert (playable.content_hash, playable.as_data()["track"][15]["value"]) == (changed.digest, 36)
    assert [fact.payload["edition_digest"] for fact in facts("club.edition_changed")] == [changed.digest]


def test_what_is_said_already_is_no_change(evening: Evening, copied: ClubEdition) -> None:
    same = edition_change(act=evening.act(), edition=copied, title="Our box", data=data_of(copied))
    assert same == copied
    arranged(evening, copied.key)
    assert edition_change(act=evening.act(), edition=copied, title="Our box", data=data_of(copied)) == copied
    assert facts("club.edition_changed") == []
    assert ClubEdition.objects.count() == 1


def test_used_edition_stays_and_is_followed_once(evening: Evening, copied: ClubEdition) -> None:
    game = arranged(evening, copied.key)
    assert game.edition_digest == copied.digest
    before = (copied.data, copied.digest)
    second = edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 1))
    copied.refresh_from_db()
    assert (copied.data, copied.digest) == before
    assert (second.follows, second.version, second.key) == (copied, 2, copied.key[:-1] + "2")
    again = edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 1))
    assert again == second  # sent twice
    with pytest.raises(Invalid) as caught:
        edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 2))
    assert caught.value.code == "edition_followed"
    assert list(edition_titles(evening.club)) == [SHIPPED, second.key]
    assert list(editions_of_club(evening.club).values_list("version", "was_used", "has_newer")) == [
        (2, False, False),
        (1, True, True),
    ]


def test_key_that_an_imported_edition_took_is_left_out(evening: Evening, copied: ClubEdition) -> None:
    taken = data_of(copied) | {"key": copied.key[:-1] + "2", "version": 2}
    edition_restore(act=evening.act(), system="magistrar", key=taken["key"], data=taken)
    arranged(evening, copied.key)
    changed = edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 1))
    assert (changed.version, changed.key) == (3, copied.key[:-1] + "3")


def changes(**members: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(members)


def set_in(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        *outer, last = path.split(".")
        for name in outer:
            data = data[int(name) if isinstance(data, list) else name]
        data[int(last) if isinstance(data, list) else last] = value

    return change


HOSTILE: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "a track of words": (changes(track=["a"] * 16), "data"),
    "a short track": (lambda data: data.update(track=data["track"][:15]), "data"),
    "no track": (lambda data: data.pop("track"), "data"),
    "not a number": (set_in("track.3.value", float("nan")), "data"),
    "a part of a number": (set_in("track.3.value", 1.5), "data"),
    "a huge number": (set_in("track.3.value", 10**40), "data"),
    "a number out of bounds": (set_in("cards.radiance.values.spaces.value", 16), "cards.radiance.values.spaces"),
    "another provenance": (set_in("track.3.provenance", "dreamt"), "data"),
    "an effect that there isn't": (set_in("mages.silas.effect.value", "fireball"), "mages.silas.effect"),
    "a number too many": (
        set_in("cards.truce.values", {"spaces": {"value": 1, "provenance": "printed"}}),
        "cards.truce.values.spaces",
    ),
    "a number missing": (set_in("cards.storm.values", {}), "cards.storm.values"),
    "a ruling missing": (lambda data: data["rulings"].pop("H2"), "rulings"),
    "an option that there isn't": (set_in("rulings.H8.value", "coin"), "rulings.H8"),
    "a name with NUL": (lambda data: data["cards"].update({"a\0b": data["cards"]["truce"]}), "data"),
    "half a letter": (lambda data: data["cards"].update({"\ud800": data["cards"]["truce"]}), "data"),
    "what is no JSON": (set_in("track", {1, 2}), "data"),
    "a member too many": (changes(note="hello"), "data"),
    "far too much": (lambda data: data["cards"].update({f"c{n}": data["cards"]["truce"] for n in range(5000)}), "data"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_cannot_be_played_is_refused_at_its_place(what: str, evening: Evening, copied: ClubEdition) -> None:
    change, place = HOSTILE[what]
    data = data_of(copied)
    change(data)
    with pytest.raises(Invalid) as caught:
        edition_change(act=evening.act(), edition=copied, title="Our box", data=data)
    assert (caught.value.code, list(caught.value.fields)) == ("edition_unplayable", [place])
    copied.refresh_from_db()
    assert copied.title == "Our box"


def test_places_are_named_in_the_readers_language_with_their_bounds(evening: Evening, copied: ClubEdition) -> None:
    data = data_of(copied)
    set_in("cards.radiance.values.spaces.value", 99)(data)
    with pytest.raises(Invalid) as caught:
        edition_change(act=evening.act(), edition=copied, title="Our box", data=data)
    assert caught.value.fields == {"cards.radiance.values.spaces": "“spaces” must be between 0 and 15."}


def test_key_title_and_version_are_not_the_clubs_to_say(evening: Evening, copied: ClubEdition) -> None:
    data = with_track(copied, 1) | {"key": SHIPPED, "title": "Anna Berger", "version": 77}
    changed = edition_change(act=evening.act(), edition=copied, title="Our box", data=data)
    kept = data_of(changed)
    assert (kept["key"], kept["title"], kept["version"]) == (copied.key, copied.key, 1)


def test_game_is_judged_by_the_clubs_edition_and_must_name_it(evening: Evening, copied: ClubEdition) -> None:
    changed = edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 30))
    game = arranged(evening, changed.key)
    body = random_body(rng=evening.rng, game=game)
    assert json.loads(body)["edition"] == changed.key
    own = evidence_read(system="magistrar", body=body).report_json
    elsewhere = json.dumps(json.loads(body) | {"edition": SHIPPED}).encode()
    shipped = evidence_read(system="magistrar", body=elsewhere).report_json
    assert {side: own["honoris"][side] - 30 for side in own["honoris"]} == shipped["honoris"]
    assert (list(own["assumed"]), list(shipped["assumed"])) == ([], ["track"])

    refused = submission_add(act=evening.act(), game=game, body=elsewhere, seat=1, idempotency_key="1")
    assert (refused.accepted, refused.refusal) == (False, "edition_differs")
    taken = submission_add(act=evening.act(), game=game, body=body, seat=1, idempotency_key="2")
    assert (taken.accepted, taken.report["honoris"]) == (True, own["honoris"])


def test_stream_states_an_edition_once_and_a_shipped_one_never(evening: Evening, copied: ClubEdition) -> None:
    for stream in ("event:one", "event:one", "event:two"):
        arranged(evening, copied.key, stream)
    arranged(evening, SHIPPED, "event:one")
    stated = facts("edition.stated")
    assert [(fact.stream_id, fact.payload["edition_digest"]) for fact in stated] == [
        ("event:one", copied.digest),
        ("event:two", copied.digest),
    ]
    assert stated[0].payload["data"] == data_of(copied)
    assert "Our box" not in json.dumps(stated[0].payload)


def test_game_with_an_edition_that_is_not_here_is_refused(evening: Evening) -> None:
    with pytest.raises(DomainError) as caught:
        arranged(evening, "gone-abcdef.1")
    assert caught.value.code == "edition_not_here"
    assert not Game.objects.exists()


def test_stored_editions_answer_any_key_and_cannot_hide_a_shipped_one(evening: Evening, copied: ClubEdition) -> None:
    stored = StoredEditions("magistrar")
    assert (list(stored), len(stored)) == ([copied.key], 1)
    for key in ("", "\0", "\ud800", "x" * 61, "nothing", SHIPPED):
        assert stored.get(key) is None
    assert edition_title("magistrar", copied.key) == "Our box"
    assert edition_title("magistrar", "\0") == "\0"
    assert edition_title("magistrar", SHIPPED) == game_system("magistrar").editions[SHIPPED].title


def test_restored_edition_belongs_to_nobody_and_is_as_it_was(evening: Evening, copied: ClubEdition) -> None:
    data, key = data_of(copied), copied.key
    copied.delete()
    edition_restore(act=evening.act(), system="magistrar", key=key, data=data, title="Our box")
    restored = club_edition(key)
    assert (restored.club, restored.title, data_of(restored)) == (None, "Our box", data)
    edition_restore(act=evening.act(), system="magistrar", key=key, data=data)  # once more
    assert club_edition(key).title == "Our box"
    with pytest.raises(NotFound):
        edition_change(act=evening.act(), edition=restored, title="Mine", data=with_track(restored, 1))
    again = edition_copy(act=evening.act(), club=evening.club, source=key, title="Mine")
    assert data_of(again)["track"] == data["track"]


@pytest.mark.parametrize(
    "change, code",
    [
        (with_track, "edition_differs"),
        (lambda edition, _add: data_of(edition) | {"key": SHIPPED}, "edition_unplayable"),
        (lambda edition, _add: data_of(edition) | {"version": 10**9}, "edition_unplayable"),
        (lambda _edition, _add: {}, "edition_unplayable"),
    ],
)
def test_restoring_what_contradicts_is_refused(
    change: Callable[[ClubEdition, int], dict[str, Any]], code: str, evening: Evening, copied: ClubEdition
) -> None:
    with pytest.raises(Invalid) as caught:
        edition_restore(act=evening.act(), system="magistrar", key=copied.key, data=change(copied, 1))
    assert caught.value.code == code


def test_restoring_under_a_shipped_key_is_refused(evening: Evening) -> None:
    data = game_system("magistrar").editions[SHIPPED].as_data()
    with pytest.raises(Invalid) as caught:
        edition_restore(act=evening.act(), system="magistrar", key=SHIPPED, data=data)
    assert caught.value.code == "edition_differs"


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_follow_a_used_edition_at_once_make_one_version() -> None:
    evening = Evening()
    edition = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box")
    arranged(evening, edition.key)
    said: list[str] = []
    together(
        lambda number: said.append(
            attempt(
                lambda: (
                    edition_change(
                        act=with_ids(evening.act(), number),
                        edition=edition,
                        title="Our box",
                        data=with_track(edition, number),
                    ).key
                )
            )
        )
    )
    assert sorted(said) == sorted([edition.key[:-1] + "2", "edition_followed"])
    assert ClubEdition.objects.filter(follows=edition).count() == 1


@pytest.mark.django_db(transaction=True)
def test_edition_that_is_changed_while_a_game_is_arranged_is_the_one_that_the_game_keeps() -> None:
    evening = Evening()
    edition = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box")
    players = [player_create(act=evening.act(), name=name, club=evening.club) for name in ("Anna", "Bert")]
    set_up = SetUp((players[0], players[1]), 1, edition.key, evening.now, 1)

    def act(number: int) -> None:
        if number == 1:
            games_create(act=with_ids(evening.act(), 1), stream="event:one", set_ups=[set_up])
        else:
            edition_change(
                act=with_ids(evening.act(), 2), edition=edition, title="Our box", data=with_track(edition, 1)
            )

    together(act)
    edition.refresh_from_db()
    game = Game.objects.get()
    assert game.edition_digest == edition.digest == playable_edition("magistrar", edition.key).content_hash
    assert facts("edition.stated")[0].payload["edition_digest"] == edition.digest


def attempt(work: Callable[[], str]) -> str:
    try:
        return work()
    except DomainError as refused:
        return refused.code


def together(work: Callable[[int], None]) -> None:
    """Run `work(1)` and `work(2)` in two threads that start as one, each with its own connection."""
    barrier, failures = Barrier(2), []

    def run(number: int) -> None:
        try:
            barrier.wait(timeout=30)
            work(number)
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert failures == []
