"""An event goes out as a file and comes in after a look at it: on pages, over the API, by commands."""

from __future__ import annotations

import io
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from rest_framework.settings import api_settings
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Club, Player
from games.services.clubs import club_role_set
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.tokens import token_create
from magistrar_site.shared.api.throttling import one_at_a_time
from magistrar_site.shared.selectors.facts import head_of
from tests.evening import Evening
from tests.tournaments.services.test_bundle import forget, forget_event
from tournaments.models import Event, IncomingBundle
from tournaments.services.bundle.exporting import bundle_of

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
API = "/api/v1"


@pytest.fixture
def event(evening: Evening) -> Event:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"))
    evening.play(evening.publish(event, 1)[0])
    event.refresh_from_db()
    return event


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def sent(client: Client, data: bytes) -> Any:
    return client.post("/import/", {"file": SimpleUploadedFile("event.json", data)})


def body(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def changed(data: bytes) -> bytes:
    """The same file with another winner in one of its facts."""
    lines = data.split(b"\n")
    at = next(number for number, line in enumerate(lines) if b'"kind":"event.started"' in line)
    fact = json.loads(lines[at].rstrip(b","))
    fact["payload"]["entries"][0]["rating"] = 4321
    lines[at] = json.dumps(fact).encode() + b","
    return b"\n".join(lines)


def test_event_goes_out_whole_and_comes_in_after_a_look(evening: Evening, event: Event) -> None:
    client = signed_in(evening.user)
    response = client.get(f"/events/{event.slug}/manage/bundle/")
    data = body(response)
    assert response["Content-Disposition"] == 'attachment; filename="evening.json"'
    assert (response["Content-Type"], data) == ("application/json", bundle_of(event))
    public = body(client.get(f"/events/{event.slug}/manage/bundle/?public=1"))
    assert (b"Anna" in data, b"Anna" in public) == (True, False)
    forget(event)
    look = sent(client, data)
    assert look.status_code == 200
    page = look.content.decode()
    assert ("Evening" in page, "4 players" in page, "1 round" in page) == (True, True, True)
    assert (Event.objects.count(), Club.objects.count(), Player.objects.count()) == (0, 0, 0)
    digest = look.context["digest"]
    brought = client.post("/import/", {"digest": digest})
    assert (brought.status_code, brought["Location"]) == (302, "/events/evening/manage/")
    assert bundle_of(Event.objects.get()) == data
    assert not IncomingBundle.objects.exists()
    again = client.post("/import/", {"digest": digest})
    assert (again.status_code, Event.objects.count()) == (409, 1)
    assert "Send it again" in again.content.decode()


@pytest.mark.parametrize(
    "spoil, status, sentence",
    [
        (lambda data: b"\x89PNG no event", 422, "This isn’t an event bundle: line 1"),
        (lambda data: data[: len(data) // 2], 422, "This isn’t an event bundle: line"),
        (lambda data: b"{}", 422, "This isn’t an event bundle"),
        (lambda data: b"", 422, "This file is empty."),
        (changed, 409, "its contents don’t fit together"),
        (lambda data: data, 409, "This event is here already."),
    ],
)
def test_file_that_can_not_come_in_says_why_and_is_not_kept(
    spoil: Any, status: int, sentence: str, evening: Evening, event: Event
) -> None:
    response = sent(signed_in(evening.user), spoil(bundle_of(event)))
    assert response.status_code == status
    assert sentence in response.content.decode()
    assert not IncomingBundle.objects.exists()


def test_file_may_be_larger_than_other_bodies_up_to_a_limit(evening: Evening, event: Event, settings: Any) -> None:
    client, data = signed_in(evening.user), bundle_of(event)
    padded = data.rstrip(b"\n") + b" " * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    assert "This event is here already." in sent(client, padded).content.decode()
    settings.BUNDLE_MAX_BYTES = 1024 * 1024
    refused = sent(client, padded)
    assert (refused.status_code, "larger than 1 MB" in refused.content.decode()) == (422, True)
    settings.LARGER_BODIES = {}
    assert sent(client, padded).status_code == 413


@pytest.mark.parametrize("role, status", [(Role.ORGANISER, 200), (Role.ARBITER, 403), (Role.VIEWER, 403)])
def test_only_who_runs_the_event_takes_it_out(role: Role, status: int, evening: Evening, event: Event) -> None:
    user = evening.account("helper@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
    assert signed_in(user).get(f"/events/{event.slug}/manage/bundle/").status_code == status
    client = APIClient()
    client.force_login(user, backend=BACKEND)
    assert client.get(f"{API}/events/{event.slug}/bundle/").status_code == status
    log = signed_in(user).get(f"/events/{event.slug}/manage/log/").content.decode()
    assert ("manage/bundle/" in log) == (status == 200)


def test_visitor_signs_in_first(event: Event) -> None:
    assert Client().get("/import/").status_code == 302
    assert Client().get(f"/events/{event.slug}/manage/bundle/").status_code == 302
    for address in ("event-bundles/", "event-bundles/check/"):
        response = APIClient().post(f"{API}/{address}", bundle_of(event), content_type="application/json")
        assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")


def test_only_the_owner_of_the_club_brings_in(evening: Evening, event: Event) -> None:
    data, user = bundle_of(event), evening.account("helper@example.org")
    forget_event(event)
    club_role_set(act=evening.act(), club=Club.objects.get(), email=user.email, role=Role.ORGANISER)
    look = sent(signed_in(user), data)
    assert (look.status_code, look.context["look"].refusal.code) == (409, "not_your_role")
    assert "All " not in look.content.decode()  # nothing was worked out for them
    assert sent(signed_in(evening.user), data).status_code == 200
    digest = sent(signed_in(evening.user), data).context["digest"]
    taken = signed_in(user).post("/import/", {"digest": digest})  # what somebody else looked at
    assert (taken.status_code, Event.objects.count()) == (409, 0)


def test_kept_file_is_compressed_and_replaced_by_the_next(evening: Evening, event: Event) -> None:
    data = bundle_of(event)
    forget(event)
    client = signed_in(evening.user)
    for _time in range(2):
        assert sent(client, data).status_code == 200
    assert zlib.decompress(bytes(IncomingBundle.objects.get().data)) == data


def test_api_gives_out_looks_and_takes_in(evening: Evening, event: Event) -> None:
    client = APIClient()
    act = replace(evening.act(), at=timezone.now())
    _token, secret = token_create(act=act, user=evening.user, name="programs", scopes=["read", "organise"])
    client.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
    data = body(client.get(f"{API}/events/{event.slug}/bundle/"))
    assert data == bundle_of(event)
    assert b"Anna" not in body(client.get(f"{API}/events/{event.slug}/bundle/?people=false&texts=false"))

    def post(address: str, what: bytes) -> Any:
        return client.post(f"{API}/event-bundles/{address}", what, content_type="application/json")

    here = post("check/", data).json()
    assert (here["holds"], here["refusal"]["code"]) == (True, "event_exists")
    assert (here["entries"], here["rounds"], here["head"]["number"]) == (4, 1, head_of(event.stream)[0])
    broken = post("check/", changed(data)).json()
    assert (broken["holds"], broken["difference"].startswith("fact ")) == (False, True)
    assert [post("", what).json()["code"] for what in (data, changed(data), data[:99], b"\xff")] == [
        "event_exists",
        "bundle_differs",
        "bad_bundle",
        "bad_bundle",
    ]
    forget(event)
    assert post("check/", data).json()["refusal"] is None
    assert not Event.objects.exists()
    answer = post("", data)
    assert (answer.status_code, answer.json()["head"]) == (201, here["head"])


def test_commands_write_and_bring_in(evening: Evening, event: Event, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    call_command("export_event", event.slug, str(file))
    assert file.read_bytes() == bundle_of(event)
    with pytest.raises(CommandError, match="exists") as refused:
        call_command("export_event", event.slug, str(file))
    assert refused.value.returncode == 2
    with pytest.raises(CommandError, match="here already") as refused:
        call_command("import_event", str(file), owner=evening.user.email)
    assert refused.value.returncode == 1
    forget(event)
    out = io.StringIO()
    call_command("import_event", str(file), owner=evening.user.email, stdout=out)
    assert out.getvalue() == "evening: Evening\n"
    with pytest.raises(CommandError, match="no such account") as refused:
        call_command("import_event", str(file), owner="nobody@example.org")
    assert refused.value.returncode == 2
    with pytest.raises(CommandError, match="no event") as refused:
        call_command("export_event", "nothing")
    assert refused.value.returncode == 2


def test_nothing_is_worked_out_for_who_may_not_bring_it_in(
    evening: Evening, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, stranger = bundle_of(event), evening.account("stranger@example.org")
    forget_event(event)

    def never(*_args: Any) -> Any:
        raise AssertionError("the facts were worked out")

    monkeypatch.setattr("tournaments.services.bundle.importing.facts_differences", never)
    _token, secret = token_create(act=evening.act(), user=stranger, name="x", scopes=["organise"])
    client = APIClient(headers={"authorization": f"Token {secret}"})

    looks = client.post(f"{API}/event-bundles/check/", data, content_type="application/json")
    taken = client.post(f"{API}/event-bundles/", data, content_type="application/json")
    page = sent(signed_in(stranger), data)

    assert (looks.json()["holds"], looks.json()["refusal"]["code"]) == (None, "not_your_role")
    assert (taken.status_code, taken.json()["code"], page.status_code) == (403, "not_your_role", 409)


def test_look_says_that_names_are_not_proven(evening: Evening, event: Event) -> None:
    named, nameless = bundle_of(event), bundle_of(event, people=False)
    forget_event(event)
    pages = [sent(signed_in(evening.user), data).content.decode() for data in (named, nameless)]
    assert ["Names aren’t proven" in page for page in pages] == [True, False]


def test_bringing_in_pressed_twice_leads_to_the_event(evening: Evening, event: Event) -> None:
    data = bundle_of(event)
    forget_event(event)
    client = signed_in(evening.user)
    form = {"digest": sent(client, data).context["digest"], "event": event.key}
    answers = [client.post("/import/", form) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, f"/events/{Event.objects.get().slug}/manage/")
    ] * 2


def test_files_are_read_one_at_a_time_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Working a file's facts out anew takes seconds of a processor."""
    evening = Evening()
    with one_at_a_time(f"user:{evening.user.key}", "import"):
        answer = evening.browser().post("/api/v1/event-bundles/check/", b"{}", content_type="application/json")
    assert (answer.status_code, "still_busy" in answer.content.decode()) == (429, True)
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "import", "0/hour")
    answer = evening.browser().post("/api/v1/event-bundles/check/", b"{}", content_type="application/json")
    assert answer.status_code == 429
