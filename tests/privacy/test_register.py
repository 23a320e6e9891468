"""Who was deleted stays deleted: after an event's file or a whole database came back from before."""

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
from magistrar_site.accounts.models import User
from magistrar_site.shared.models import DueWork, OutgoingMail
from magistrar_site.shared.selectors.facts import head_of
from privacy.models import Erasure
from privacy.receivers import erase_again
from privacy.services.erasing import account_person_erase, player_person_erase
from privacy.services.register import erasure_digest, file_read
from tests.privacy.people import MARKS, NAME, Person, person, places_naming
from tests.tournaments.services.test_bundle import forget
from tournaments.models import Event
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.standings import standings_refresh
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
