"""What an event asks its players, and what they said."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from magistrar_site.accounts.selectors.users import users_by_keys
from tournaments.enums import Asked
from tournaments.models import Entry, EntryAnswer, EntryContact, EntryFee, EntryForm, EntryQuestion, Event

if TYPE_CHECKING:
    from magistrar_site.accounts.models import User

CONTACT_FIELDS = ("mail", "phone", "note")


@dataclass(frozen=True, slots=True)
class Asking:
    """What an event asks: the contact details with whether they have to be given, the questions, and the fee."""

    form: EntryForm
    questions: tuple[EntryQuestion, ...]

    @property
    def contact(self) -> dict[str, Asked]:
        """The contact details that are asked for."""
        said = {name: Asked(getattr(self.form, name)) for name in CONTACT_FIELDS}
        return {name: asked for name, asked in said.items() if asked is not Asked.NO}

    def __bool__(self) -> bool:
        return bool(self.contact or self.questions)


@dataclass(slots=True)
class Details:
    """What is known of one entry: contact details, the answer to each question (empty where there is none), the fee,
    and in the event's currency what is due and whether it is paid."""

    entry: Entry
    contact: EntryContact | None = None
    answers: list[str] = field(default_factory=list)
    fee: EntryFee | None = None
    amount: int = 0
    currency: str = ""
    noted_by_name: str = ""

    @property
    def is_paid(self) -> bool:
        return self.fee is not None and self.fee.paid_at is not None

    @property
    def owes(self) -> bool:
        return self.amount > 0 and not self.is_paid


def form_of(event: Event) -> EntryForm:
    """The stored one, or one that asks for nothing."""
    return EntryForm.objects.filter(event=event).first() or EntryForm(event=event)


def asking_of(event: Event) -> Asking:
    """What an event asks: two queries."""
    return Asking(form_of(event), tuple(EntryQuestion.objects.filter(event=event)))


def details_of_entries(event: Event, asking: Asking, entries: Iterable[Entry]) -> list[Details]:
    """What is known of entries of the event, in their order: four queries for any number of them."""
    listed = list(entries)
    contacts = {row.entry_id: row for row in EntryContact.objects.filter(entry__in=listed)}
    fees = {row.entry_id: row for row in EntryFee.objects.filter(entry__in=listed)}
    answers = _answers(listed)
    names = users_by_keys(fee.noted_by.removeprefix("user:") for fee in fees.values())
    found = []
    for entry in listed:
        fee = fees.get(entry.pk)
        found.append(
            Details(
                entry,
                contacts.get(entry.pk),
                [answers.get((entry.pk, question.pk), "") for question in asking.questions],
                fee,
                fee.amount if fee else asking.form.fee,
                fee.currency if fee else asking.form.currency,
                _name(names.get(fee.noted_by.removeprefix("user:"))) if fee else "",
            )
        )
    return found


def _name(user: User | None) -> str:
    """What the desk calls an account; empty for one that is gone."""
    return (user.name or user.email) if user is not None else "–"


def _answers(entries: Collection[Entry]) -> dict[tuple[int, int], str]:
    rows = EntryAnswer.objects.filter(entry__in=list(entries)).order_by()
    return {(entry, question): text for entry, question, text in rows.values_list("entry", "question", "text")}


@dataclass(frozen=True, slots=True)
class PublicAnswers:
    """Questions whose answers everybody reads, and the answers by the entry's primary key, in their order."""

    questions: tuple[EntryQuestion, ...]
    answers: dict[int, list[EntryAnswer | None]]


def public_answers_of(event: Event, entries: Collection[Entry]) -> PublicAnswers:
    """No query for an event without them."""
    if not event.public_answers:
        return PublicAnswers((), {})
    questions = tuple(EntryQuestion.objects.filter(event=event, is_public=True))
    rows = EntryAnswer.objects.filter(entry__in=list(entries), question__in=questions).select_related("question")
    said = {(row.entry_id, row.question_id): row for row in rows}
    return PublicAnswers(
        questions, {entry.pk: [said.get((entry.pk, question.pk)) for question in questions] for entry in entries}
    )
