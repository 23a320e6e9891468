"""What was under way when a service was upgraded: it works, or is refused in plain words and nothing is lost.

tests/in_flight/november-2026.sql.gz is the database of an evening as the code of November 2026 left it in the middle
of a round. november-2026.json has what was under way: queued tasks, open pages with what was typed there, personal
links, an API token, a request that is sent again, a game that a phone records, and every address of that version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.conf import LazySettings
from django.core import mail
from django.db import transaction
from django.test import Client, TestCase
from django.urls import resolve
from pytest_django.plugin import DjangoDbBlocker

from games.enums import GameState
from games.models import Club, DraftPart, Game, GameResult, Submission
from magistrar_site.accounts.models import User
from magistrar_site.shared.models import DueWork
from magistrar_site.shared.services.due import due_work_off
from magistrar_site.shared.services.mail import mail_outage
from tests.old_databases import migrated
from tournaments.models import Event, Round, Standing
from tournaments.selectors.standings.outdated import stale_events
from tournaments.services.verify.event import event_verify

FOLDER = Path(__file__).parent / "in_flight"
SENT: dict[str, Any] = json.loads((FOLDER / "november-2026.json").read_text())
POSTS: dict[str, dict[str, Any]] = SENT["posts"]
UPGRADED_AT = datetime.fromisoformat(SENT["at"]) + timedelta(minutes=3)
PLACES = {"int": "1", "slug": "none", "str": "none", "path": "none/", "uuid": "0" * 8 + "-0000-4000-8000-" + "0" * 12}


@pytest.mark.parametrize("route", SENT["addresses"])
def test_every_address_of_before_leads_somewhere(route: str) -> None:
    """Printed codes, links in mails, bookmarks, addresses that scripts on open pages ask; but for the admin's."""
    address = re.sub(r"<(?:(\w+):)?\w+>", lambda place: PLACES[place[1] or "str"], route)
    assert resolve(f"/{address}").func is not None


@pytest.fixture(scope="module")
def old_evening(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with migrated(FOLDER / "november-2026.sql.gz", django_db_blocker):
        yield


@pytest.fixture
def evening(old_evening: None, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The old evening, some minutes later; what a test does is taken back."""
    settings.SECRET_KEY = "november-2026"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr("django.utils.timezone.now", lambda: UPGRADED_AT)
    mail_outage.end()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def browser(who: str) -> Client:
    """The organiser's, or one in which a player's personal link was opened before the upgrade."""
    client = Client()
    if who == "organiser":
        client.force_login(User.objects.get(email="organiser@example.org"), "django.contrib.auth.backends.ModelBackend")
    else:
        client.get(f"/l/{SENT['links'][who]}/")
    return client


def send(name: str) -> Any:
    """Send a page that was open, with what was typed there."""
    sent = POSTS[name]
    return browser(sent["who"]).post(sent["address"], sent["body"])


def event() -> Event:
    return Event.objects.get(slug="evening")


def game(name: str) -> Game:
    return Game.objects.get(key=POSTS[name]["game"])


def verdict() -> str:
    return str(event_verify(event=event()))


@pytest.mark.slow
@pytest.mark.usefixtures("evening")
class TestUpgrade:
    def test_personal_links_open_the_players_evening(self) -> None:
        for entry, token in SENT["links"].items():
            client = Client()
            assert client.get(f"/l/{token}/").status_code == 302
            assert client.get(f"/evening/{entry}/").status_code == 200

    def test_queued_tasks_are_worked_off(self) -> None:
        for queued in SENT["queued"]:
            current_app.tasks[queued["task"]](*queued["args"], **queued["kwargs"])
        assert event().key not in stale_events()
        assert Standing.objects.filter(table__stage__event=event()).exists()
        assert Round.objects.filter(stage__event__slug=SENT["pairing"]["event"], number=1).exists()

    def test_due_work_is_done_at_its_time(self) -> None:
        assert sorted(DueWork.objects.values_list("kind", "subject")) == sorted(
            (kind, subject) for kind, subject, _at in SENT["due"]
        )
        with TestCase.captureOnCommitCallbacks(execute=True):
            done = due_work_off(now=UPGRADED_AT + timedelta(days=2))
        assert (done, DueWork.objects.count()) == (len(SENT["due"]), 0)
        assert game("answer").state == GameState.AGREED
        assert [message.to for message in mail.outbox] == [["anna@example.org"]]
        assert not User.objects.filter(key=SENT["erasure"]["account"]).exists()
        assert verdict().startswith("verified ")

    def test_sheet_that_was_being_filled_in_is_handed_in(self) -> None:
        assert send("sheet").status_code == 302
        submission = Submission.objects.get(game=game("sheet"))
        assert (submission.accepted, submission.grade, submission.seat) == (True, "sheet", 1)
        assert send("sheet").status_code == 302  # pressed twice is once
        assert Submission.objects.filter(game=game("sheet")).count() == 1

    def test_record_that_was_sent_before_is_handed_in_once(self) -> None:
        assert send("same record again").status_code == 302
        assert Submission.objects.filter(game=game("same record again")).count() == 1

    def test_result_is_confirmed_from_the_open_page(self) -> None:
        assert send("answer").status_code == 302
        assert game("answer").state == GameState.AGREED
        assert verdict().startswith("verified ")

    def test_ruling_that_was_being_looked_at_is_made(self) -> None:
        """What it rests on is asked for anew where the upgrade says it otherwise: nothing is ruled unseen."""
        answer = send("ruling, second step")
        if answer.status_code != 302:
            page = answer.content.decode()
            assert answer.status_code == 409
            assert POSTS["ruling, second step"]["body"]["why"] in page
            sent = POSTS["ruling, second step"]
            answer = browser("organiser").post(sent["address"], sent["body"] | {"seen": answer.context["seen"]})
        assert answer.status_code == 302
        result = GameResult.objects.get(game=game("ruling, second step"), is_current=True)
        assert (result.kind, result.game.state) == ("forfeit", GameState.RULED)
        assert verdict().startswith("verified ")

    def test_ruling_that_was_begun_is_previewed(self) -> None:
        assert send("ruling, first step").status_code == 200

    def test_settings_that_were_being_typed_are_saved(self) -> None:
        assert send("settings").status_code == 302
        assert event().name == "Another evening"

    def test_token_opens_the_api_and_a_request_sent_again_gets_its_answer(self) -> None:
        asked, headers = SENT["api"]["asked"], {"Authorization": f"Token {SENT['api']['token']}"}
        again = Client().post(
            asked["address"],
            json.dumps(asked["body"]),
            content_type="application/json",
            headers=headers | {"Idempotency-Key": asked["key"]},
        )
        assert (again.status_code, again.json()) == (201, asked["answer"])
        assert Club.objects.filter(name=asked["body"]["name"]).count() == 1
        assert Client().get(f"/api/v1/events/{SENT['api']['event']}/log/", headers=headers).status_code == 200

    def test_game_that_a_phone_records_goes_on(self) -> None:
        """One duel was saved before; the others wait on the phone and are sent as its old page sends them."""
        recorded = SENT["recorded"]
        client, duels = browser(recorded["who"]), recorded["record"]["duels"]
        for sent in recorded["sent"]:
            answer = client.post(sent["address"], json.dumps(sent["body"]), content_type="application/json")
            assert (answer.status_code, answer.json().get("code")) == (200, None)
        saved = DraftPart.objects.filter(game__key=recorded["game"]).order_by("number")
        assert [duel.body["tokens"] for duel in saved] == [duel["tokens"] for duel in duels]
        review = f"/games/{recorded['game']}/recording/review/"
        page = client.get(f"{review}?as={recorded['who']}")
        assert client.post(review, {"as": recorded["who"], **hidden_fields(page.content.decode())}).status_code == 302
        assert Submission.objects.get(game__key=recorded["game"]).grade == "record"


def hidden_fields(page: str) -> dict[str, str]:
    """The hidden fields of a page's forms, but for the token of this session."""
    inputs = (tag for tag in re.findall(r"<input[^>]*>", page) if 'type="hidden"' in tag)
    found = ((re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)) for tag in inputs)
    return {name[1]: value[1] for name, value in found if name and value and name[1] != "csrfmiddlewaretoken"}
