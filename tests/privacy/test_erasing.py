"""Deleting a person: nothing in the database names them any more, and every event is what it was."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, Submission
from games.services.players import player_account_give
from magistrar_site.accounts.models import ApiToken, User
from magistrar_site.accounts.services.links import link_subject, link_token, link_tokens
from magistrar_site.shared.errors import DomainError, NotAllowed
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.erasing import name_words, text_mentions
from privacy.services.erasing import account_person_erase, player_person_erase
from tests.privacy.people import EMAIL, MARKS, Person, digest_of, person, places_naming
from tournaments.models import Entry, IncomingBundle, Standing
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.links import personal_link, personal_link_replace, personal_links_make
from tournaments.services.events.finish import event_finish
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def with_account(someone: Person) -> Person:
    player_account_give(act=someone.evening.act(), player=someone.player, user_key=someone.user.key)
    someone.player.refresh_from_db()
    return someone


@pytest.mark.both_databases
def test_nothing_names_a_deleted_person_and_every_event_is_what_it_was() -> None:
    someone = with_account(person())
    event_finish(act=someone.evening.act(why="Xanthippe had to go"), event=someone.event)
    standings_refresh(event_key=someone.event.key)
    before = places_naming(*MARKS)
    token = link_token(subject=someone.entry.key)
    standings = list(Standing.objects.order_by("pk").values_list("entry__key", "rank", "points", "values"))
    games = {row.key: row.digest for row in Submission.objects.filter(report__legal=True)}
    head = head_of(someone.event.stream)
    expected = {"games.Player.name", "games.Submission.body", "shared.FactDetail.text", "accounts.User.email"}
    expected |= {"admin.LogEntry.object_repr", "shared.DueWork.last_error", "games.DraftPart.version"}
    assert expected | {"tournaments.PairingJob.why", "shared.OutgoingMail.body"} <= {*before}

    account_person_erase(act=someone.evening.act(), user=someone.user)

    assert places_naming(*MARKS) == []
    assert not IncomingBundle.objects.exists()
    assert not User.objects.filter(email=EMAIL).exists()
    assert not ApiToken.objects.filter(user_id=someone.user.pk).exists()
    with pytest.raises(NotAllowed):
        link_subject(token)
    player = Player.objects.get(key=someone.player.key)
    assert (str(player), player.public_name) == (f"Ghost {player.key[:6]}", f"Ghost {player.key[:6]}")
    assert head_of(someone.event.stream) == head
    verdict = event_verify(event=someone.event)
    assert verdict.holds, str(verdict)
    assert list(Standing.objects.order_by("pk").values_list("entry__key", "rank", "points", "values")) == standings
    # A game can still be played back and told from others; what was noted beside it is gone.
    assert {row.key: digest_of(bytes(row.body)) for row in Submission.objects.filter(report__legal=True)} == games


def test_player_of_a_running_event_is_withdrawn_and_the_event_goes_on() -> None:
    someone = person()
    number, _digest = head_of(someone.event.stream)

    player_person_erase(act=someone.evening.act(), player=someone.player)

    assert head_of(someone.event.stream)[0] == number + 1
    assert Entry.objects.get(pk=someone.entry.pk).state == "withdrawn"
    standings_refresh(event_key=someone.event.key)
    verdict = event_verify(event=someone.event)
    assert verdict.holds, str(verdict)


def test_deleting_twice_changes_nothing_more() -> None:
    someone = person()
    player_person_erase(act=someone.evening.act(), player=someone.player)
    player = Player.objects.get(pk=someone.player.pk)
    heads = [head_of(someone.event.stream), head_of(f"player:{player.key}")]

    player_person_erase(act=someone.evening.act(), player=player)

    assert [head_of(someone.event.stream), head_of(f"player:{player.key}")] == heads


def test_ghost_gets_no_personal_link_again() -> None:
    someone = person()
    evening, event = someone.evening, someone.event
    player_person_erase(act=evening.act(), player=someone.player)

    personal_links_make(act=evening.act(), event=event)

    assert someone.entry.key not in link_tokens(list(event.entries.values_list("key", flat=True)))
    entry = Entry.objects.get(pk=someone.entry.pk)
    for make in (personal_link, personal_link_replace):
        with pytest.raises(DomainError):
            make(act=evening.act(), entry=entry)


def test_others_texts_stay() -> None:
    someone = person()
    others = Submission.objects.exclude(game__seats__player=someone.player)
    kept = someone.evening.submit(someone.matches[1])

    player_person_erase(act=someone.evening.act(), player=someone.player)

    assert bytes(others.get(pk=kept.pk).body) == bytes(kept.body)
    assert Player.objects.filter(name__in=["Bert", "Cleo", "Dora"]).count() == 3


@pytest.mark.parametrize(
    "name, texts, others",
    [
        ("Bo Li", ["Bo Li was late", "BO LI, Bert"], ["Bo came with Li", "Bob Lim"]),
        ("李伟", ["今天李伟迟到了", "李伟 was late"], ["李娜"]),
        ("สมชาย", ["วันนี้สมชายมาสาย"], ["สมหญิง"]),
        ("Anna Berg", ["Annas Uhr", "Berg's table", '{"by": "\\u0041nna"}'], ["Annabel", "a mountain"]),
        ("Åse Hämäläinen", ["Hamalainen said so", "HAEMAELAEINEN"], ["ha"]),
        ("O'Neill", ["O’Neill", "O'Neill's"], ["Neil"]),
    ],
)
def test_texts_that_name_somebody_are_found(name: str, texts: list[str], others: list[str]) -> None:
    words = name_words([name])
    assert [text for text in texts if not text_mentions(text, words)] == []
    assert [text for text in others if text_mentions(text, words)] == []


def test_player_of_an_event_that_has_not_begun_leaves_the_list() -> None:
    someone = person()
    coming = someone.evening.event(("Bert",), name="Next")
    entries_add(act=someone.evening.act(), stage=stage_of(coming), text=someone.player.name)

    player_person_erase(act=someone.evening.act(), player=someone.player)

    assert list(coming.entries.values_list("player__name", flat=True)) == ["Bert"]


def test_public_reads_the_ghost_name_everywhere() -> None:
    someone = person()
    event, key = someone.event, someone.player.key
    someone.evening.play_out(event, 0)
    addresses = [
        *(f"/events/{event.slug}/", f"/events/{event.slug}/standings/", f"/events/{event.slug}/crosstable/"),
        *(f"/events/{event.slug}/rounds/1/", f"/events/{event.slug}/trf-26/", f"/events/{event.slug}/players/"),
        *(f"/players/{key}/", f"/leaderboard/{event.pool}/", f"/api/v1/events/{event.slug}/entries/"),
        *(f"/api/v1/events/{event.slug}/entries/?format=csv", f"/api/v1/events/{event.slug}/standings/"),
        *(f"/api/v1/players/{key}/", f"/api/v1/pools/{event.pool}/leaderboard/?format=csv"),
    ]
    browser, read = Client(), {}
    for address in addresses:
        read[address] = body(browser, address)
    assert any("Quuxbaum" in text for text in read.values())

    player_person_erase(act=someone.evening.act(), player=someone.player)
    standings_refresh(event_key=event.key)

    ghost = f"Ghost {key[:6]}"
    for address in addresses:
        text = body(browser, address)
        assert "Quuxbaum" not in text, address
        assert ghost in text or "Quuxbaum" not in read[address], address
    assert ghost not in body(browser, "/search/?q=Ghost")
    assert "Quuxbaum" not in body(someone.evening.browser(), f"/events/{event.slug}/manage/log/")


def body(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return (response.getvalue() if response.streaming else response.content).decode()
