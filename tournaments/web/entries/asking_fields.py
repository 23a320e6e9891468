"""The fields of what an event asks beside the name."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.enums import Asked, QuestionKind
from tournaments.models import EntryQuestion
from tournaments.selectors.asking import CONTACT_FIELDS, Asking, Details
from tournaments.services.entries.asking.details import ANSWER_LENGTH, LENGTHS, Said, answer_field, yes_or_no

_LABELS = {
    "mail": gettext_lazy("Your mail address"),
    "phone": gettext_lazy("Your phone number"),
    "note": gettext_lazy("A remark to the organiser"),
}
_WIDGETS = {
    "mail": lambda: forms.EmailInput(attrs={"autocomplete": "email"}),
    "phone": lambda: forms.TextInput(attrs={"autocomplete": "tel", "type": "tel"}),
    "note": lambda: forms.Textarea(attrs={"rows": 2}),
}


def add_fields(form: forms.Form, asking: Asking, *, must_answer: bool) -> list[str]:
    """Give a form the fields of what is asked; returns their names."""
    names = []
    for name, asked in asking.contact.items():
        form.fields[name] = forms.CharField(
            label=_LABELS[name],
            max_length=LENGTHS[name],
            required=must_answer and asked is Asked.REQUIRED,
            widget=_WIDGETS[name](),
            help_text=gettext_lazy("Only the organisers see it. It is deleted after the event."),
        )
        names.append(name)
    for question in asking.questions:
        form.fields[answer_field(question)] = _answer(question, required=must_answer and question.is_required)
        names.append(answer_field(question))
    return names


def _answer(question: EntryQuestion, *, required: bool) -> forms.Field:
    said = _("Everybody sees your answer.") if question.is_public else _("Only the organisers see your answer.")
    common: dict[str, Any] = {"label": question.text, "required": required, "help_text": said}
    if question.kind == QuestionKind.TEXT:
        return forms.CharField(max_length=ANSWER_LENGTH, **common)
    choices = yes_or_no() if question.kind == QuestionKind.YES_NO else [(one, one) for one in question.choices]
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **common)


def said_in(data: dict[str, Any], asking: Asking) -> Said:
    """What was said in a form with these fields."""
    return Said(
        **{name: data.get(name) or "" for name in CONTACT_FIELDS},
        answers={question.key: data.get(answer_field(question)) or "" for question in asking.questions},
    )


class DetailsForm(forms.Form):
    """What an event asks, for one player."""

    def __init__(self, data: Any = None, *, asking: Asking, must_answer: bool = False, **options: Any) -> None:
        super().__init__(data, **options)
        self.asking = asking
        add_fields(self, asking, must_answer=must_answer)

    def said(self) -> Said:
        return said_in(self.cleaned_data, self.asking)

    @staticmethod
    def shown(asking: Asking, known: Details) -> dict[str, str]:
        """What is known already, by field."""
        contact = {name: getattr(known.contact, name) for name in CONTACT_FIELDS} if known.contact else {}
        answers = zip(asking.questions, known.answers, strict=True)
        return contact | {answer_field(question): text for question, text in answers}
