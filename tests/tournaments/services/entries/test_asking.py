"""What players are asked beside the name: who may read it, what has to be answered, when it goes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.acts import NOBODY
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.models import Fact, FactDetail
from magistrar_site.shared.services.due import due_work_off
from privacy.services.erasing import player_person_erase
from privacy.services.exporting import player_export
from tests.evening import Evening
from tournaments.enums import Asked, QuestionKind
from tournaments.models import Entry, EntryAnswer, EntryContact, EntryFee, EntryQuestion, Event
from tournaments.selectors.asking import asking_of, details_of_entries
from tournaments.selectors.events import stage_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.entries.asking.details import Said, details_give
from tournaments.services.entries.asking.fees import fee_note
from tournaments.services.entries.asking.form import FormValues, QuestionValues, asking_change
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.events.copy import event_copy
from tournaments.services.events.life import event_cancel
from tournaments.services.events.settings import event_settings_change

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

MAIL, PHONE = "zoe@example.org", "0221 5550199"
FORM = FormValues(mail=Asked.REQUIRED, phone=Asked.OPTIONAL, note=Asked.OPTIONAL, fee=750, kept_days=10)


class Scene:
    """An event that asks for a mail address, a phone number, a fee, the way of eating (public) and a shirt."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.event = self.evening.event(("Anna", "Bert"))
        event_settings_change(act=self.evening.act(), stage=stage_of(self.event), changes={"sign_up": True})
        self.ask(
            QuestionValues("Do you eat meat?", kind=QuestionKind.YES_NO, is_public=True, is_required=True),
            QuestionValues("Shirt", kind=QuestionKind.CHOICE, choices=("S", "M", "L")),
        )
        self.eats, self.shirt = EntryQuestion.objects.order_by("number")

    def ask(self, *questions: QuestionValues, form: FormValues = FORM) -> None:
        asking_change(act=self.evening.act(), event=self.event, form=form, questions=questions)
        self.event = Event.objects.get(pk=self.event.pk)

    def said(self, **changes: Any) -> Said:
        answers = {self.eats.key: "no", self.shirt.key: "M"}
        return replace(Said(mail=MAIL, phone=PHONE, note="gluten", answers=answers), **changes)

    def signed_up(self, said: Said | None = None) -> Entry:
        act = self.evening.act(NOBODY)
        return entry_sign_up(act=act, event=self.event, name="Zoe", said=said or self.said()).entry


def test_what_a_player_says_when_signing_up_is_kept_and_in_no_fact_or_bundle() -> None:
    scene = Scene()
    entry = scene.signed_up()
    [known] = details_of_entries(scene.event, asking_of(scene.event), [entry])
    assert known.contact is not None
    assert (known.contact.mail, known.contact.phone, known.contact.note) == (MAIL, PHONE, "gluten")
    assert (known.answers, known.amount, known.owes) == (["no", "M"], 750, True)
    stored = repr([*Fact.objects.values_list("payload", flat=True), *FactDetail.objects.values_list("text", flat=True)])
    for text in (stored, bundle_of(scene.event).decode()):
        for secret in (MAIL, PHONE, "gluten", "eat meat"):
            assert secret not in text


def test_what_is_required_has_to_be_said_by_the_player_and_nothing_is_half_done() -> None:
    scene = Scene()
    with pytest.raises(Invalid) as refused:
        scene.signed_up(Said(phone="1" * 41, answers={scene.shirt.key: "XXL"}))
    fields = {"mail", "phone", f"answer_{scene.eats.key}", f"answer_{scene.shirt.key}"}
    assert set(refused.value.fields) == fields
    with pytest.raises(Invalid) as refused:
        scene.signed_up(scene.said(mail="nonsense"))
    assert set(refused.value.fields) == {"mail"}
    assert not Entry.objects.filter(player__name="Zoe").exists()
    anna = scene.event.entries.get(player__name="Anna")
    details_give(act=scene.evening.act(), entry=anna, said=Said(phone=PHONE))  # the organiser may leave things out
    assert EntryContact.objects.get(entry=anna).phone == PHONE
    details_give(act=scene.evening.act(), entry=anna, said=Said())
    assert not EntryContact.objects.filter(entry=anna).exists()


def test_only_public_answers_are_on_public_pages_at_once(client: Client) -> None:
    scene = Scene()
    address = f"/events/{scene.event.slug}/players/"
    assert "Do you eat meat?" in client.get(address).content.decode()
    entry = scene.signed_up()
    fresh = Client()
    page = fresh.get(address).content.decode()
    api = fresh.get(f"/api/v1/events/{scene.event.slug}/entries/").content.decode()
    for secret in (MAIL, PHONE, "gluten", "Shirt"):
        assert secret not in page + api
    version = Event.objects.get(pk=scene.event.pk).public_answers
    details_give(act=scene.evening.by(entry), entry=entry, said=scene.said(answers={scene.eats.key: "yes"}))
    assert Event.objects.get(pk=scene.event.pk).public_answers == version + 1
    scene.ask()
    assert Event.objects.get(pk=scene.event.pk).public_answers == 0
    assert not EntryAnswer.objects.exists()


def test_private_answers_never_become_public() -> None:
    scene = Scene()
    scene.signed_up()
    eats = QuestionValues("Do you eat meat?", scene.eats.key, QuestionKind.YES_NO, is_public=True)
    shirt = QuestionValues("Shirt", scene.shirt.key, QuestionKind.CHOICE, ("S", "M", "L"), is_public=True)
    with pytest.raises(DomainError) as refused:
        scene.ask(eats, shirt)
    assert refused.value.code == "answers_given"


@pytest.mark.parametrize(
    "form, questions, field",
    [
        (replace(FORM, fee=-1), [], "fee"),
        (replace(FORM, currency="euro"), [], "currency"),
        (replace(FORM, kept_days=0), [], "kept_days"),
        (FORM, [QuestionValues("")], "question_1"),
        (FORM, [QuestionValues("A"), QuestionValues("B", kind=QuestionKind.CHOICE, choices=("x", "x"))], "question_2"),
        (FORM, [QuestionValues(str(number)) for number in range(13)], "question_13"),
    ],
)
def test_what_cant_be_asked_is_refused_at_its_field(
    form: FormValues, questions: list[QuestionValues], field: str
) -> None:
    scene = Scene()
    with pytest.raises(Invalid) as refused:
        scene.ask(*questions, form=form)
    assert set(refused.value.fields) == {field}


def test_contact_details_and_answers_go_after_the_event_and_fees_stay() -> None:
    scene = Scene()
    entry = scene.signed_up()
    fee_note(act=scene.evening.act(), entry=entry, is_paid=True)
    start = scene.evening.now
    due_work_off(now=start + timedelta(days=11))
    assert EntryContact.objects.exists()  # nobody has ended the event
    scene.evening.later(days=20)
    event_cancel(act=scene.evening.act(why="snow"), event=scene.event)
    due_work_off(now=scene.evening.now + timedelta(days=400))
    assert not EntryContact.objects.exists()
    assert not EntryAnswer.objects.exists()
    assert EntryFee.objects.get().paid_at == start


def test_event_that_nobody_ends_forgets_half_a_year_after_the_last_thing_in_it() -> None:
    scene = Scene()
    scene.signed_up()
    for days, is_kept in ((30, True), (189, True), (191, False)):
        due_work_off(now=scene.evening.now + timedelta(days=days))
        assert EntryContact.objects.exists() is is_kept


def test_desk_notes_who_has_paid_once_and_another_amount() -> None:
    scene = Scene()
    entry = scene.event.entries.get(player__name="Anna")
    first = fee_note(act=scene.evening.act(), entry=entry, is_paid=True)
    scene.evening.later(minutes=5)
    again = fee_note(act=scene.evening.act(), entry=entry, is_paid=True)
    assert (again.paid_at, again.noted_at) == (first.paid_at, first.noted_at)
    changed = fee_note(act=scene.evening.act(), entry=entry, is_paid=True, amount=500)
    assert (changed.amount, changed.paid_at, changed.noted_at) == (500, first.paid_at, scene.evening.now)
    assert fee_note(act=scene.evening.act(), entry=entry, is_paid=False).paid_at is None
    with pytest.raises(Invalid):
        fee_note(act=scene.evening.act(), entry=entry, is_paid=True, amount=-1)


MATRIX = {
    Role.OWNER: (True, True, True),
    Role.ORGANISER: (True, True, True),
    Role.ARBITER: (False, False, True),
    Role.DESK: (False, False, True),
    Role.VIEWER: (False, False, False),
    None: (False, False, False),
}


@pytest.mark.parametrize("role", MATRIX)
def test_who_may_ask_read_and_note(role: Role | None) -> None:
    scene = Scene()
    helper = scene.evening.account("helper@example.org")
    if role is not None:
        club_role_set(act=scene.evening.act(), club=scene.evening.club, email=helper.email, role=role)
    act, entry, browser = scene.evening.by_user(helper), scene.signed_up(), scene.evening.browser(helper)
    may_ask, may_read, may_note = MATRIX[role]

    def done(step: Any) -> bool:
        try:
            step()
        except NotAllowed:
            return False
        return True

    kept = [QuestionValues(one.text, one.key, QuestionKind(one.kind), tuple(one.choices), is_public=one.is_public)
            for one in (scene.eats, scene.shirt)]  # fmt: skip
    assert done(lambda: asking_change(act=act, event=scene.event, form=FORM, questions=kept)) is may_ask
    assert done(lambda: details_give(act=act, entry=entry, said=scene.said())) is may_read
    assert done(lambda: fee_note(act=act, entry=entry, is_paid=True)) is may_note
    base = f"/events/{scene.event.slug}/manage/details"
    assert (browser.get(f"{base}.csv").status_code == 200) is may_read
    assert (browser.get(f"{base}/{entry.key}/").status_code == 200) is may_read
    assert (browser.get(f"/api/v1/events/{scene.event.slug}/details/").status_code == 200) is may_read
    page = browser.get(f"{base}/")
    assert (page.status_code == 200) is may_note
    assert (MAIL in page.content.decode()) is may_read
    other = scene.event.entries.get(player__name="Anna")
    assert not done(lambda: details_give(act=scene.evening.by(other), entry=entry, said=scene.said()))


def test_export_and_deletion_of_a_person_have_all_of_it() -> None:
    scene = Scene()
    entry = scene.signed_up()
    fee_note(act=scene.evening.act(), entry=entry, is_paid=True)
    staff = replace(scene.evening.act(), actor=replace(scene.evening.act().actor, staff=True))
    export = player_export(act=staff, player=entry.player)
    assert export["contact_details"][0]["mail"] == MAIL
    assert {row["text"] for row in export["answers_when_entering"]} == {"no", "M"}
    assert export["fees"][0]["amount"] == 750
    player_person_erase(act=scene.evening.act(), player=entry.player)
    assert not EntryContact.objects.exists()
    assert not EntryAnswer.objects.exists()
    assert not EntryFee.objects.exists()


def test_copied_event_asks_the_same() -> None:
    scene = Scene()
    scene.signed_up()
    [copy] = event_copy(
        act=scene.evening.act(), event=scene.event, name="Again", starts_at=scene.evening.now + timedelta(days=7)
    )
    asked = asking_of(copy)
    assert (asked.form.fee, [one.text for one in asked.questions]) == (750, ["Do you eat meat?", "Shirt"])
    assert copy.entries.count() == 0
    assert Event.objects.get(pk=copy.pk).public_answers == 1
    assert asking_of(scene.event).questions == (scene.eats, scene.shirt)
