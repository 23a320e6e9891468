"""Deleted people stay deleted: after an event's file or a whole database came back from before."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import call_command
from django.db import transaction

from games.models import Player
from games.services.players import player_account_give
from magistrar_site.accounts.models import User
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import DueWork, OutgoingMail
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.due import due_set, due_work_off
from privacy.models import Erasure, ErasureRequest
from privacy.receivers import erase_again
from privacy.services.erasing import account_person_erase, player_person_erase
from privacy.services.register import erasure_digest, file_read
from privacy.services.requests import ERASE, account_erasure_ask, account_erasure_cancel
from tests.evening import PASSWORD
from tests.privacy.people import MARKS, NAME, Person, person, places_naming
from tests.tournaments.services.test_bundle import forget, forget_event
from tournaments.models import Event
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def file(settings: Any, tmp_path: Path) -> Path:
    settings.ERASURES_FILE = tmp_path / "kept" / "erasures.jsonl"
    path: Path = settings.ERASURES_FILE
    return path


def test_register_holds_digests_alone(file: Path, django_capture_on_commit_callbacks: Any) -> None:
    someone = person()
    with django_capture_on_commit_callbacks(execute=True):
        account_person_erase(act=someone.evening.act(), user=someone.user)

    assert [json.loads(line) for line in file.read_text().splitlines()] == [
        {"digest": erasure_digest("user", someone.user.key), "at": someone.evening.now.isoformat()}
    ]
    assert someone.user.key not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0, "its owner alone reads it"


def test_line_that_was_cut_off_costs_nothing_else(file: Path) -> None:
    file.parent.mkdir()
    file.write_text(json.dumps({"digest": "a" * 64, "at": "2026-03-06T19:00:00+00:00"}) + '\n{"digest": "b')
    Erasure.objects.create(digest="c" * 64, at=person().evening.now)

    call_command("apply_erasures", verbosity=0)

    assert {*file_read()} == {"a" * 64, "c" * 64}
    assert {*Erasure.objects.values_list("digest", flat=True)} == {"a" * 64, "c" * 64}


def deleted_and_restored(file: Path) -> Person:
    """Deleted, and then the database is as it was before; the file isn't."""
    someone = person()
    digests = {"player": someone.player.key, "user": someone.user.key}
    with transaction.atomic():
        player_person_erase(act=someone.evening.act(), player=someone.player)
        account_person_erase(act=someone.evening.act(), user=someone.user)
        assert places_naming(*MARKS) == []
        transaction.set_rollback(True)
    file.parent.mkdir()
    lines = [
        json.dumps({"digest": erasure_digest(kind, key), "at": someone.evening.now.isoformat()})
        for kind, key in digests.items()
    ]
    file.write_text("\n".join(lines) + "\n")
    assert places_naming(*MARKS) != []
    return someone


def test_restored_database_deletes_again(file: Path) -> None:
    deleted_and_restored(file)

    call_command("apply_erasures", verbosity=0)

    assert places_naming(*MARKS) == []


def test_running_service_notices_a_restored_database_by_itself(file: Path) -> None:
    someone = deleted_and_restored(file)

    assert erase_again(someone.evening.now + timedelta(days=1)) == 2
    assert erase_again(someone.evening.now + timedelta(days=1)) == 0
    assert places_naming(*MARKS) == []
    assert not User.objects.filter(pk=someone.user.pk).exists()


def test_player_taken_off_an_account_outlives_it_in_a_restored_database_too(file: Path) -> None:
    someone = person()
    player_account_give(act=someone.evening.act(), player=someone.player, user_key=someone.user.key)
    Erasure.objects.create(digest=erasure_digest("user", someone.user.key), at=someone.evening.now)

    call_command("apply_erasures", verbosity=0)

    assert not User.objects.filter(pk=someone.user.pk).exists()
    player = Player.objects.get(pk=someone.player.pk)
    assert (player.name, player.user, player.erased_at) == (NAME, None, None)


def test_cancelled_request_stays_cancelled_in_a_restored_database(
    file: Path, django_capture_on_commit_callbacks: Any
) -> None:
    someone = person()
    act = someone.evening.by_user(someone.user)
    for apply in (lambda: call_command("apply_erasures", verbosity=0), lambda: None):
        asked = account_erasure_ask(act=act, password=PASSWORD)
        values = [*ErasureRequest.objects.values()]
        with django_capture_on_commit_callbacks(execute=True):
            account_erasure_cancel(act=act)
        ErasureRequest.objects.create(**values[0])  # as the backup has it
        due_set(kind=ERASE, subject=asked.key, due_at=asked.due_at)
        Erasure.objects.all().delete()

        apply()
        due_work_off(now=asked.due_at + timedelta(days=1))

        assert User.objects.filter(pk=someone.user.pk).exists()
        assert not ErasureRequest.objects.exists()


def brought_to_another_site(someone: Person, bundle: bytes) -> Player:
    forget(someone.event)
    Player.objects.all().delete()
    event_import(act=someone.evening.act(), data=bundle)
    return Player.objects.get(key=someone.player.key)


def test_new_site_that_has_the_file_alone_brings_nobody_back(file: Path) -> None:
    someone = person()
    digest = erasure_digest("player", someone.player.key)
    file.parent.mkdir()
    file.write_text(json.dumps({"digest": digest, "at": someone.evening.now.isoformat()}) + "\n")

    player = brought_to_another_site(someone, bundle_of(someone.event))

    assert player.name == f"Ghost {player.key[:6]}"


def test_events_file_tells_no_club_the_hidden_name_of_a_player_of_no_club() -> None:
    someone = person()
    bundle = bundle_of(someone.event)
    forget_event(someone.event)
    Player.objects.filter(pk=someone.player.pk).update(club=None, hides_name=True)

    with pytest.raises(DomainError) as refusal:
        event_import(act=someone.evening.act(), data=bundle)

    assert refusal.value.code == "foreign_players"


def test_ghost_is_a_ghost_on_another_site_too() -> None:
    someone = person()
    player_person_erase(act=someone.evening.act(), player=someone.player)
    bundle, head = bundle_of(someone.event), head_of(someone.event.stream)
    Erasure.objects.all().delete()

    player = brought_to_another_site(someone, bundle)

    assert player.public_name == f"Ghost {player.key[:6]}"
    assert player.erased_at is not None
    assert head_of(someone.event.stream) == head


def test_events_file_from_before_brings_nobody_back() -> None:
    someone = person()
    bundle, head, key = bundle_of(someone.event), head_of(someone.event.stream), someone.player.key
    assert NAME.encode() in bundle
    forget(someone.event)
    LogEntry.objects.all().delete()
    DueWork.objects.all().delete()
    OutgoingMail.objects.all().delete()
    someone.user.delete()
    assert places_naming(*MARKS) == []
    Erasure.objects.create(digest=erasure_digest("player", key), at=someone.evening.now)

    event = event_import(act=someone.evening.act(), data=bundle)

    assert Player.objects.get(key=key).public_name == f"Ghost {key[:6]}"
    assert places_naming(*MARKS) == []
    assert Event.objects.get(pk=event.pk).entries.get(player__key=key).state == "withdrawn"
    standings_refresh(event_key=event.key)
    verdict = event_verify(event=event)
    assert verdict.holds, str(verdict)
    assert head_of(event.stream)[0] == head[0] + 1
