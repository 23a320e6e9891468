"""What an event asks its players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.texts import storable_text
from tournaments.enums import Asked, QuestionKind
from tournaments.models import EntryForm, EntryQuestion, Event
from tournaments.services.entries.asking.forget import answers_changed, forget_plan
from tournaments.services.permissions import require_event

MOST_QUESTIONS = 12
MOST_CHOICES = 20
CHOICE_LENGTH = 100
QUESTION_LENGTH = 200
MOST_CENTS = 10_000_000
DAYS = (1, 365)


@dataclass(frozen=True, slots=True)
class FormValues:
    """Whether contact details are asked for, the fee in hundredths, and for how many days after the event it is all
    kept."""

    mail: Asked = Asked.NO
    phone: Asked = Asked.NO
    note: Asked = Asked.NO
    fee: int = 0
    currency: str = "EUR"
    kept_days: int = 30


@dataclass(frozen=True, slots=True)
class QuestionValues:
    """A question; `key` is empty for a new one."""

    text: str
    key: str = ""
    kind: QuestionKind = QuestionKind.TEXT
    choices: tuple[str, ...] = ()
    is_required: bool = False
    is_public: bool = False


@transaction.atomic
def asking_change(*, act: Act, event: Event, form: FormValues, questions: Sequence[QuestionValues]) -> None:
    """What players are asked from now on. A question that isn't among these goes, with its answers. Invalid
    `wrong_fee`, `wrong_days`, `wrong_question`, with the field (`question_1` for the first one); DomainError
    `answers_given` where what players answered for the organiser alone would become public."""
    require_event(act, event, Action.MANAGE_EVENT)
    event = Event.objects.select_for_update().get(pk=event.pk)
    _check(form)
    wanted = [_checked(number, question) for number, question in enumerate(questions, 1)]
    standing = {row.key: row for row in EntryQuestion.objects.filter(event=event)}
    values = {name: getattr(form, name) for name in FormValues.__slots__}
    EntryForm.objects.update_or_create(event=event, defaults=values)
    kept = set()
    for number, question in enumerate(wanted, 1):
        row = standing.get(question.key) or EntryQuestion(key=act.ids.key(), event=event)
        if row.pk is not None and question.is_public and not row.is_public and row.answers.exists():
            raise DomainError(
                "answers_given",
                _("Players have answered “%(question)s” for the organiser alone. Ask a new question instead.")
                % {"question": row.text},
            )
        row.number, row.text, row.kind = number, question.text, question.kind
        row.choices, row.is_required, row.is_public = [*question.choices], question.is_required, question.is_public
        row.save()
        kept.add(row.pk)
    EntryQuestion.objects.filter(event=event).exclude(pk__in=kept).delete()
    answers_changed(event)
    forget_plan(event, act.at)


def _check(form: FormValues) -> None:
    if not 0 <= form.fee <= MOST_CENTS:
        message: str | Promise = _("Type an amount between 0 and %(most)d.") % {"most": MOST_CENTS // 100}
        raise Invalid("wrong_fee", message, fields={"fee": message})
    if len(form.currency) != 3 or not (form.currency.isascii() and form.currency.isalpha() and form.currency.isupper()):
        message = _("A currency has three capital letters, as EUR.")
        raise Invalid("wrong_fee", message, fields={"currency": message})
    if not DAYS[0] <= form.kept_days <= DAYS[1]:
        message = _("Between %(least)d and %(most)d days.") % {"least": DAYS[0], "most": DAYS[1]}
        raise Invalid("wrong_days", message, fields={"kept_days": message})


def _checked(number: int, question: QuestionValues) -> QuestionValues:
    field = f"question_{number}"
    text = clean_name(storable_text(question.text))
    choices = tuple(dict.fromkeys(filter(None, (clean_name(storable_text(one)) for one in question.choices))))
    if number > MOST_QUESTIONS:
        message: str | Promise = _("At most %(most)d questions.") % {"most": MOST_QUESTIONS}
        raise Invalid("wrong_question", message, fields={field: message})
    if not text or len(text) > QUESTION_LENGTH:
        message = _("A question has between 1 and %(most)d letters.") % {"most": QUESTION_LENGTH}
        raise Invalid("wrong_question", message, fields={field: message})
    if question.kind is not QuestionKind.CHOICE:
        choices = ()
    elif not 2 <= len(choices) <= MOST_CHOICES or max(map(len, choices)) > CHOICE_LENGTH:
        message = _("Type between 2 and %(most)d choices, one a line.") % {"most": MOST_CHOICES}
        raise Invalid("wrong_question", message, fields={field: message})
    return QuestionValues(text, question.key, question.kind, choices, question.is_required, question.is_public)


@transaction.atomic
def asking_copy(*, act: Act, event: Event, to: Event) -> None:
    """Ask the players of another event the same. Permission is the caller's."""
    form = EntryForm.objects.filter(event=event).first()
    if form is None or EntryForm.objects.filter(event=to).exists():
        return
    form.pk = None
    form.event = to
    form.save(force_insert=True)
    for row in EntryQuestion.objects.filter(event=event):
        row.pk, row.key, row.event = None, act.ids.key(), to
        row.save(force_insert=True)
    answers_changed(to)
