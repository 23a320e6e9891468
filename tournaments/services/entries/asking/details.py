"""What a player says when entering: contact details and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.texts import storable_text
from tournaments.enums import Asked, QuestionKind
from tournaments.models import Entry, EntryAnswer, EntryContact, EntryQuestion, Event
from tournaments.selectors.asking import Asking, asking_of
from tournaments.services.entries.asking.forget import answers_changed, forget_plan
from tournaments.services.permissions import is_own_entry, require_event

LENGTHS = {"mail": 254, "phone": 40, "note": 500}
ANSWER_LENGTH = 500
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Said:
    """Contact details, and answers by the question's key."""

    mail: str = ""
    phone: str = ""
    note: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)


NOTHING = Said()


def yes_or_no() -> list[tuple[str, str]]:
    """The answers to a question of yes or no, as they are stored and for people."""
    return [(YES, gettext("yes")), (NO, gettext("no"))]


def answer_words(question: EntryQuestion, text: str) -> str:
    """An answer for people."""
    return dict(yes_or_no()).get(text, text) if question.kind == QuestionKind.YES_NO else text


def answer_field(question: EntryQuestion) -> str:
    """What a form calls the field of a question."""
    return f"answer_{question.key}"


def said_checked(event: Event, said: Said, *, must_answer: bool) -> tuple[Asking, Said]:
    """What an event asks, and what was said of it, cleaned; what isn't asked is left out. `must_answer`: what is
    required has to be there. Invalid `wrong_details` with the fields."""
    asking = asking_of(event)
    fields: dict[str, str | Promise] = {}
    contact = {}
    for name, asked in asking.contact.items():
        text = clean_name(storable_text(getattr(said, name)))
        contact[name] = text
        if not text and asked is Asked.REQUIRED and must_answer:
            fields[name] = _("The organiser needs this.")
        elif len(text) > LENGTHS[name]:
            fields[name] = _("At most %(most)d characters.") % {"most": LENGTHS[name]}
    if contact.get("mail") and not _is_address(contact["mail"]):
        fields["mail"] = _("This isn’t a mail address.")
    answers = {}
    for question in asking.questions:
        text = clean_name(storable_text(said.answers.get(question.key, "")))
        if text:
            answers[question.key] = text
        refusal = _refusal(question, text, must_answer=must_answer)
        if refusal:
            fields[answer_field(question)] = refusal
    if fields:
        raise Invalid("wrong_details", _("Some answers are missing or can’t be right."), fields=fields)
    return asking, Said(**contact, answers=answers)


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _refusal(question: EntryQuestion, text: str, *, must_answer: bool) -> str | Promise:
    if not text:
        return _("Answer this question.") if question.is_required and must_answer else ""
    if len(text) > ANSWER_LENGTH:
        return _("At most %(most)d characters.") % {"most": ANSWER_LENGTH}
    allowed = {QuestionKind.CHOICE.value: question.choices, QuestionKind.YES_NO.value: [YES, NO]}.get(question.kind)
    return _("Choose one of the answers.") if allowed is not None and text not in allowed else ""


@transaction.atomic
def details_give(*, act: Act, entry: Entry, said: Said) -> None:
    """Put contact details and answers in place of those before: by the player, by link or account, or by whoever
    manages entries, who may leave out what is required. NotAllowed; Invalid as `said_checked`."""
    is_own = is_own_entry(act.actor, entry)
    if not is_own:
        require_event(act, entry.event, Action.MANAGE_ENTRIES)
    asking, checked = said_checked(entry.event, said, must_answer=is_own)
    details_write(act=act, entry=entry, asking=asking, said=checked)


@transaction.atomic
def details_write(*, act: Act, entry: Entry, asking: Asking, said: Said) -> None:
    """Store what was checked. Permission is the caller's."""
    contact = {name: getattr(said, name) for name in LENGTHS}
    if any(contact.values()):
        EntryContact.objects.update_or_create(entry=entry, defaults={**contact, "given_at": act.at})
    else:
        EntryContact.objects.filter(entry=entry).delete()
    EntryAnswer.objects.filter(entry=entry).delete()
    EntryAnswer.objects.bulk_create(
        EntryAnswer(entry=entry, question=question, text=said.answers[question.key])
        for question in asking.questions
        if question.key in said.answers
    )
    if entry.event.public_answers:
        answers_changed(entry.event)
    forget_plan(entry.event, act.at)
