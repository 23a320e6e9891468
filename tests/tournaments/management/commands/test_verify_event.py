"""verify_event on an event of the service and on files; what can't be read is said, never a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from magistrar_site.shared.models import Stream
from magistrar_site.shared.services.facts import stream_name
from tests.evening import Evening
from tournaments.models import Entry, Event
from tournaments.services.bundle.exporting import bundle_of

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bert", "Cleo")
UNPROVEN = (
    "Names aren’t proven: those of the club and the players stand beside the facts, so somebody may have changed them. "
    "Compare them with what the players know.\n"
)


@pytest.fixture
def event() -> Event:
    evening = Evening()
    event = evening.started(NAMES)
    evening.play_out(event, 2)
    event.refresh_from_db()
    return event


@pytest.fixture
def bundle(event: Event, tmp_path: Path) -> Path:
    path = tmp_path / "event.json"
    path.write_bytes(bundle_of(event))
    return path


def run(argument: object) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("verify_event", str(argument), stdout=out, stderr=err)
    except SystemExit as exit_:
        return int(str(exit_.code)), out.getvalue(), err.getvalue()
    except CommandError as error:
        return error.returncode, out.getvalue(), f"{error}\n"
    return 0, out.getvalue(), err.getvalue()


def head(event: Event) -> str:
    row = Stream.objects.get(name=stream_name("event", event.key))
    return f"{row.number} {row.digest}"


def test_an_event_that_holds_prints_verified_and_the_head_of_its_chain(event: Event) -> None:
    status, out, _err = run(event.slug)
    assert (status, out) == (0, f"verified {head(event)}\n")


def test_an_event_with_a_changed_row_prints_the_first_difference(event: Event) -> None:
    Entry.objects.filter(number=1).update(rating=2000)
    status, out, _err = run(event.slug)
    assert status == 1
    assert out.startswith("fact 5: entry ")
    assert out.endswith("rating: expected 0, found 2000\n")


def test_an_event_that_is_not_there_is_said(event: Event) -> None:
    assert run("nowhere") == (2, "", "nowhere: There is no event at this address.\n")


def test_a_bundle_that_holds_is_verified_without_touching_the_database(event: Event, bundle: Path) -> None:
    expected = f"verified {head(event)}\n{UNPROVEN}"
    Event.objects.update(name="Something else")
    status, out, _err = run(bundle)
    assert (status, out) == (0, expected)


def test_bundle_with_other_names_says_that_names_are_not_proven(event: Event, bundle: Path) -> None:
    told = json.loads(bundle.read_bytes())
    told["people"]["players"][0]["name"] = "Somebody Else"
    bundle.write_text(json.dumps(told))
    status, out, _err = run(bundle)
    assert (status, out) == (0, f"verified {head(event)}\n{UNPROVEN}")


def test_bundle_without_names_has_none_to_doubt(event: Event, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(bundle_of(event, people=False))
    status, out, _err = run(path)
    assert (status, out) == (0, f"verified {head(event)}\n")


def with_change(path: Path, change: Any) -> Path:
    data = json.loads(path.read_bytes())
    change(data)
    path.write_text(json.dumps(data))
    return path


def test_a_changed_payload_a_removed_fact_a_swapped_pair_and_a_changed_document_are_named(bundle: Path) -> None:
    original = bundle.read_bytes()
    facts = json.loads(original)["facts"]
    drafted = next(fact["number"] for fact in facts if fact["kind"] == "round.drafted")
    received = next(fact["number"] for fact in facts if fact["kind"] == "submission.received")

    def changed_payload(data: dict[str, Any]) -> None:
        data["facts"][4]["payload"]["planned_rounds"] = 7

    def removed_fact(data: dict[str, Any]) -> None:
        del data["facts"][2]

    def swapped_pair(data: dict[str, Any]) -> None:
        data["facts"][drafted - 1]["payload"]["pairs"][0].reverse()

    def changed_document(data: dict[str, Any]) -> None:
        data["facts"][received - 1]["details"]["body"]["text"] += " "

    for change, said in (
        (changed_payload, "fact 5: digest of event.started: "),
        (removed_fact, "fact 3: number of the fact: expected 3, found 4"),
        (swapped_pair, f"fact {drafted}: digest of round.drafted: "),
        (changed_document, f"fact {received}: digest of detail body: "),
    ):
        bundle.write_bytes(original)
        status, out, _err = run(with_change(bundle, change))
        assert status == 1
        assert out.startswith(said)


def test_what_cannot_be_read_names_file_and_line(bundle: Path, tmp_path: Path) -> None:
    missing, lines = tmp_path / "missing.json", bundle.read_text().split("\n")
    status, out, err = run(missing)
    assert (status, out, err) == (2, "", f"{missing}: No such file or directory\n")
    first = next(number for number, line in enumerate(lines) if line.startswith('{"actor"'))
    lines[first + 1] = lines[first + 1].replace('"number":2', '"number":"two"')
    bundle.write_text("\n".join(lines))
    status, out, err = run(bundle)
    assert (status, out) == (2, "")
    assert err == f"{bundle}, line {first + 2}: Expected `int`, got `str` - at `$.number`\n"


def test_a_file_is_verified_by_a_process_whose_database_is_away(bundle: Path, event: Event) -> None:
    """As a stranger would do who was sent the file: whatever database is configured isn't asked."""
    environment = {
        **os.environ,
        "DATABASE_URL": "postgres://nobody:nothing@127.0.0.1:1/away",
        "SECRET_KEY": "long enough to be taken for one, and only here",
    }
    done = subprocess.run(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "verify_event", str(bundle)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, f"verified {head(event)}\n{UNPROVEN}"), done.stderr
