"""Pages of what players are asked beside the name, what they said, and who has paid."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from magistrar_site.shared.acts import SecretIds
from tests.evening import Evening
from tournaments.models import Entry, EntryContact, EntryFee, EntryQuestion, Event
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.web.entries.sign_up import ticket_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def questions(*rows: dict[str, str], count: int) -> dict[str, str]:
    said: dict[str, str] = {}
    for at in range(count):
        row = rows[at] if at < len(rows) else {}
        said |= {f"q{at}-{name}": value for name, value in {"text": "", "kind": "text", **row}.items()}
    return said


FORM = {"mail": "required", "phone": "no", "note": "optional", "kept_days": "30", "fee": "7.50", "currency": "eur"}


class Scene:
    def __init__(self) -> None:
        self.evening = Evening()
        self.event = self.evening.event(("Anna", "Bert"))
        event_settings_change(act=self.evening.act(), stage=stage_of(self.event), changes={"sign_up": True})
        self.desk = self.evening.browser()
        self.base = f"/events/{self.event.slug}/manage"

    def asks(self) -> None:
        rows = [
            {"text": "Shirt", "kind": "choice", "choices": "S\nM", "is_required": "on", "is_public": "on"},
            {"text": "Vegetarian?", "kind": "yes_no"},
        ]
        answer = self.desk.post(f"{self.base}/asking/", FORM | questions(*rows, count=2))
        assert answer.status_code == 302

    def sign_up(self, client: Client, **said: Any) -> Any:
        event = Event.objects.get(pk=self.event.pk)
        ticket = ticket_of(event, SecretIds().key(), timezone.now() - timedelta(minutes=1))
        return client.post(f"/events/{event.slug}/sign-up/", {"name": "Zoe", "shown": "name", "ticket": ticket, **said})


def test_organiser_asks_a_player_answers_and_the_desk_notes_the_fee() -> None:
    scene = Scene()
    scene.asks()
    page = scene.desk.get(f"{scene.base}/asking/").content.decode()
    assert "Shirt" in page
    assert "7.50" in page
    shirt, eats = EntryQuestion.objects.order_by("number")
    form = Client().get(f"/events/{scene.event.slug}/sign-up/").content.decode()
    for text in ("Your mail address", "Shirt", "Vegetarian?", "Taking part costs 7.50 EUR"):
        assert text in form
    answers = {f"answer_{shirt.key}": "M", f"answer_{eats.key}": "yes"}
    missing = scene.sign_up(Client(), **answers)
    assert missing.status_code == 422
    assert scene.sign_up(Client(), mail="zoe@example.org", note="late train", **answers).status_code == 302
    entry = Entry.objects.get(player__name="Zoe")
    assert EntryContact.objects.get(entry=entry).note == "late train"

    listed = scene.desk.get(f"{scene.base}/details/").content.decode()
    for text in ("zoe@example.org", "late train", "3 players haven’t paid", "yes"):
        assert text in listed
    paid = scene.desk.post(f"{scene.base}/details/{entry.key}/fee/", {"paid": "1", "amount": "5,00", "owing": "1"})
    assert (paid.status_code, paid["Location"]) == (302, f"{scene.base}/details/?owing=1")
    assert EntryFee.objects.get(entry=entry).amount == 500
    owing = scene.desk.get(f"{scene.base}/details/?owing=1").content.decode()
    assert "2 players" not in owing
    assert f"/details/{entry.key}/" not in owing
    rows = list(csv.reader(io.StringIO(scene.desk.get(f"{scene.base}/details.csv").content.decode())))
    assert rows[0][:7] == ["name", "state", "mail", "phone", "note", "Shirt", "Vegetarian?"]
    [zoe] = [row for row in rows if row[0] == "Zoe"]
    assert zoe[2:9] == ["zoe@example.org", "", "late train", "M", "yes", "5.00", "EUR"]
    public = Client().get(f"/events/{scene.event.slug}/players/").content.decode()
    assert "Shirt" in public
    assert "Vegetarian?" not in public


def test_organiser_puts_details_right_and_sees_what_is_wrong_at_its_field() -> None:
    scene = Scene()
    scene.asks()
    anna = scene.event.entries.get(player__name="Anna")
    address = f"{scene.base}/details/{anna.key}/"
    assert scene.desk.get(address).status_code == 200
    wrong = scene.desk.post(address, {"mail": "nonsense"})
    assert wrong.status_code == 422
    assert "This isn’t a mail address." in wrong.content.decode()
    assert scene.desk.post(address, {"mail": "anna@example.org"}).status_code == 302
    assert "anna@example.org" in scene.desk.get(address).content.decode()
    refused = scene.desk.post(f"{scene.base}/asking/", FORM | questions({"text": "A", "kind": "choice"}, count=4))
    assert refused.status_code == 422
    assert "Type between 2 and 20 choices" in refused.content.decode()


def test_api_asks_takes_answers_lists_and_notes() -> None:
    scene = Scene()
    base = f"/api/v1/events/{scene.event.slug}"
    asked = {"mail": "optional", "fee": 300, "questions": [{"text": "Shirt", "kind": "choice", "choices": ["S", "M"]}]}
    answer = scene.desk.put(f"{base}/asking/", asked, content_type="application/json")
    assert answer.status_code == 200, answer.content
    key = answer.json()["questions"][0]["key"]
    assert Client().get(f"{base}/asking/").json()["questions"][0]["text"] == "Shirt"
    anna = scene.event.entries.get(player__name="Anna")
    said = {"mail": "anna@example.org", "answers": {key: "S"}}
    entry = f"/api/v1/entries/{anna.key}"
    assert scene.desk.put(f"{entry}/details/", said, content_type="application/json").status_code == 204
    paid = scene.desk.put(f"{entry}/fee/", {"paid": True}, content_type="application/json")
    assert paid.json()["amount"] == 300
    rows = scene.desk.get(f"{base}/details/").json()["results"]
    assert [(row["name"], row["mail"], row["answers"], row["is_paid"]) for row in rows] == [
        ("Anna", "anna@example.org", ["S"], True),
        ("Bert", "", [""], False),
    ]
    assert [row["name"] for row in scene.desk.get(f"{base}/details/?owing=true").json()["results"]] == ["Bert"]
    assert Client().get(f"{base}/details/").status_code in {401, 403}
    user = scene.evening.account("zoe@example.org")
    entered = {"name": "Zoe", "said": {"answers": {key: "M"}}}
    done = scene.evening.browser(user).post(f"{base}/sign-up/", entered, content_type="application/json")
    assert done.status_code == 201, done.content
    assert Entry.objects.get(player__name="Zoe").answers.get().text == "M"
