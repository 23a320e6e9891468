"""What players are asked beside the name: the organiser's pages, with what they said and who hasn't paid."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.enums import Action
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.csv_cells import csv_text
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from tournaments.enums import Asked, QuestionKind
from tournaments.models import Event
from tournaments.selectors.asking import CONTACT_FIELDS, Asking, Details, asking_of, details_of_entries
from tournaments.selectors.entries import GONE
from tournaments.selectors.events import entries_of, event_by_slug
from tournaments.services.entries.asking.details import answer_words, details_give
from tournaments.services.entries.asking.fees import fee_note
from tournaments.services.entries.asking.forget import details_go_at
from tournaments.services.entries.asking.form import (
    MOST_CENTS,
    MOST_QUESTIONS,
    FormValues,
    QuestionValues,
    asking_change,
)
from tournaments.services.permissions import allowed, require_event
from tournaments.web.acts import act_and_event, entry_in
from tournaments.web.entries.asking_fields import DetailsForm

LINES = 100
NEW_QUESTIONS = 2  # empty ones on the page


class AskingForm(forms.Form):
    mail = forms.ChoiceField(label=gettext_lazy("Mail address"), choices=Asked)
    phone = forms.ChoiceField(label=gettext_lazy("Phone number"), choices=Asked)
    note = forms.ChoiceField(label=gettext_lazy("A remark to the organiser"), choices=Asked)
    kept_days = forms.IntegerField(
        label=gettext_lazy("Deleted so many days after the event"),
        min_value=1,
        max_value=365,
        help_text=gettext_lazy("Contact details and answers. Who has paid stays noted."),
    )
    fee = forms.DecimalField(
        label=gettext_lazy("Fee"),
        min_value=0,
        max_value=Decimal(MOST_CENTS) / 100,
        decimal_places=2,
        required=False,
        help_text=gettext_lazy("What each player pays; empty for nothing. Nothing is paid here: the desk notes it."),
    )
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=3, help_text=gettext_lazy("As EUR."))


class QuestionForm(forms.Form):
    key = forms.CharField(required=False, widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("Question"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Empty: the question goes, with its answers."),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Answered by"), choices=QuestionKind, required=False)
    choices = forms.CharField(
        label=gettext_lazy("Choices, one a line"),
        required=False,
        max_length=3000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("For one of a list."),
    )
    is_required = forms.BooleanField(label=gettext_lazy("Has to be answered"), required=False)
    is_public = forms.BooleanField(
        label=gettext_lazy("Everybody sees the answers"),
        required=False,
        help_text=gettext_lazy("On the list of players. Otherwise only those who enter players see them."),
    )

    def values(self) -> QuestionValues:
        data = self.cleaned_data
        return QuestionValues(
            text=data["text"],
            key=data["key"],
            kind=QuestionKind(data["kind"] or QuestionKind.TEXT),
            choices=tuple(data["choices"].splitlines()),
            is_required=data["is_required"],
            is_public=data["is_public"],
        )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def asking(request: HttpRequest, slug: str) -> HttpResponse:
    """What players are asked when they enter: contact details, a fee, questions."""
    act, event = act_and_event(request, slug, Action.MANAGE_EVENT)
    standing = asking_of(event)
    form, questions, status = _asking_form(standing, request.POST or None), _question_forms(standing, request.POST), 200
    if request.method == "POST":
        status = 422
        if form.is_valid() and all(one.is_valid() for one in questions):
            try:
                asked = [one for one in questions if one.cleaned_data["text"].strip()]
                _save(act, event, form, asked)
            except DomainError as refusal:
                if refusal.status == 403:
                    raise
                status = put_on_form(form, refusal)
                for number, one in enumerate(asked, 1):
                    if f"question_{number}" in refusal.fields:
                        one.add_error("text", str(refusal.fields[f"question_{number}"]))
            else:
                messages.success(request, _("Saved."))
                return redirect("tournaments:asking", slug=slug)
    context = {"section": "mine", "event": event, "form": form, "questions": questions}
    return render(request, "tournaments/asking/asking.html", context, status=status)


def _save(act: Any, event: Event, form: AskingForm, questions: list[QuestionForm]) -> None:
    data = form.cleaned_data
    values = FormValues(
        mail=Asked(data["mail"]),
        phone=Asked(data["phone"]),
        note=Asked(data["note"]),
        fee=int((data["fee"] or 0) * 100),
        currency=data["currency"].strip().upper(),
        kept_days=data["kept_days"],
    )
    asking_change(act=act, event=event, form=values, questions=[one.values() for one in questions])


def _asking_form(standing: Asking, data: Any) -> AskingForm:
    stored = standing.form
    initial = {name: getattr(stored, name) for name in (*CONTACT_FIELDS, "kept_days", "currency")}
    return AskingForm(data, initial={**initial, "fee": Decimal(stored.fee).scaleb(-2) if stored.fee else None})


def _question_forms(standing: Asking, data: Any) -> list[QuestionForm]:
    """The questions that there are, and empty ones for more."""
    count = min(len(standing.questions) + NEW_QUESTIONS, MOST_QUESTIONS)
    initial: list[dict[str, Any]] = [
        {
            "key": row.key,
            "text": row.text,
            "kind": row.kind,
            "choices": "\n".join(row.choices),
            "is_required": row.is_required,
            "is_public": row.is_public,
        }
        for row in standing.questions
    ]
    initial += [{}] * (count - len(initial))
    return [QuestionForm(data or None, prefix=f"q{at}", initial=values) for at, values in enumerate(initial)]


@never_cache
@require_safe
@login_required
def details(request: HttpRequest, slug: str) -> HttpResponse:
    """Who owes the fee, for the desk; with contact details and answers for those who enter players."""
    act, event = act_and_event(request, slug, Action.DESK)
    asked, may_read = asking_of(event), allowed(act.actor, event, Action.MANAGE_ENTRIES)
    found = details_of_entries(event, asked, _taking_part(event))
    owing = [one for one in found if one.owes]
    only = request.GET.get("owing") == "1"
    page = Paginator(owing if only else found, LINES).get_page(request.GET.get("page"))
    context = {
        "section": "mine",
        "event": event,
        "asking": asked,
        "may_read": may_read,
        "may_ask": allowed(act.actor, event, Action.MANAGE_EVENT),
        "page": page,
        "query": "owing=1&" if only else "",
        "only_owing": only,
        "owing": len(owing),
        "rows": [(one, _said(asked, one) if may_read else []) for one in page.object_list],
        "goes_at": details_go_at(event),
        "is_known": any(one.contact or any(one.answers) for one in found),
    }
    return render(request, "tournaments/asking/details.html", context)


def _taking_part(event: Event) -> list[Any]:
    return [entry for entry in entries_of(event) if entry.state not in GONE]


def _said(asked: Asking, one: Details) -> list[tuple[str, str]]:
    """What a player said, with what it was asked as."""
    labels = {name: AskingForm.base_fields[name].label for name in CONTACT_FIELDS}
    said = [(str(labels[name]), getattr(one.contact, name)) for name in CONTACT_FIELDS if one.contact]
    answers = zip(asked.questions, one.answers, strict=True)
    said += [(question.text, answer_words(question, text)) for question, text in answers]
    return [(label, text) for label, text in said if text]


@never_cache
@require_safe
@login_required
def details_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """All of it as a table, for those who enter players."""
    _act, event = act_and_event(request, slug, Action.MANAGE_ENTRIES)
    asked = asking_of(event)
    head = ["name", "state", *CONTACT_FIELDS, *(question.text for question in asked.questions)]
    rows: list[list[object]] = [[*head, "fee", "currency", "paid_at", "noted_by"]]
    zone = timezone.get_current_timezone()
    for one in details_of_entries(event, asked, entries_of(event)):
        contact = [getattr(one.contact, name) if one.contact else "" for name in CONTACT_FIELDS]
        answers = [answer_words(question, text) for question, text in zip(asked.questions, one.answers, strict=True)]
        paid_at = one.fee.paid_at if one.fee else None
        rows.append(
            [
                *(one.entry.player.name, one.entry.state, *contact, *answers),
                *(Decimal(one.amount).scaleb(-2), one.currency),
                paid_at.astimezone(zone).isoformat() if paid_at else "",
                one.fee.noted_by if one.fee else "",
            ]
        )
    response = HttpResponse(csv_text(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-details.csv"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entry_details(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Contact details and answers of one player, put in or corrected by whoever enters players."""
    act, event = act_and_event(request, slug, Action.MANAGE_ENTRIES)
    entry, asked = entry_in(event, key), asking_of(event)
    [known] = details_of_entries(event, asked, [entry])
    form = DetailsForm(request.POST or None, asking=asked, initial=DetailsForm.shown(asked, known))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                details_give(act=act, entry=entry, said=form.said())
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("Saved."))
                return redirect("tournaments:details", slug=slug)
    context = {"section": "mine", "event": event, "entry": entry, "form": form}
    return render(request, "tournaments/asking/entry.html", context, status=status)


@require_POST
@login_required
def fee(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Note that a player has paid (`paid` is "1"), or hasn't; `amount`, where it is another one."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.DESK)
    entry, is_paid = entry_in(event, key), request.POST.get("paid") == "1"
    try:
        fee_note(act=act, entry=entry, is_paid=is_paid, amount=_cents(request.POST.get("amount", "")))
    except DomainError as refusal:
        if refusal.status == 403:
            raise
        messages.error(request, str(next(iter(refusal.fields.values()), refusal.message)))
    else:
        text = _("%(name)s has paid.") if is_paid else _("%(name)s hasn’t paid.")
        messages.success(request, text % {"name": isolated(entry.player.name)})
    only = "?owing=1" if request.POST.get("owing") == "1" else ""
    return redirect(f"{reverse('tournaments:details', args=[slug])}{only}")


def _cents(text: str) -> int | None:
    """A typed amount in hundredths; None where nothing was typed, -1 for what is no amount."""
    text = text.strip().replace(",", ".")
    if not text:
        return None
    try:
        amount = forms.DecimalField(min_value=0, max_value=Decimal(MOST_CENTS) / 100, decimal_places=2).clean(text)
    except forms.ValidationError:
        return -1
    return int(amount * 100)
