"""A tournament report file of another program becomes an event, after a look at what will happen."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.services.permissions import require_club
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.api.throttling import require_within_rate
from magistrar_site.shared.errors import DomainError
from tournaments.services.entries.lists.encodings import list_decode
from tournaments.services.imports.report import MOST_LETTERS, ReportLook, report_bring_in, report_look
from tournaments.web.entries.list_forms import PastedListForm, preview_context

MOST_BYTES = 2 * MOST_LETTERS  # UTF-16 has two bytes a letter


class ReportForm(PastedListForm):
    """The file or its text, and who is meant by its names."""

    names = None  # type: ignore[assignment] # takes the field away
    text = forms.CharField(
        label=gettext_lazy("Or the text of the file"),
        required=False,
        max_length=MOST_LETTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false", "class": "code"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Tournament report file (TRF)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt,text/plain"}),
        help_text=gettext_lazy("Most pairing programs export one. You see what will happen before anything is saved."),
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the event"),
        required=False,
        max_length=120,
        help_text=gettext_lazy("Empty: the name in the file."),
    )
    field_order = ["file", "text", "name", "seen"]

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload and upload.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is too large to be a report of one event."))
        return upload


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_import(request: HttpRequest, slug: str) -> HttpResponse:
    """A file or its text is looked at first; the button `enter` brings in what was looked at."""
    act, club = act_of(request), club_by_slug(slug)
    require_club(act, club, Action.MANAGE_EVENT)
    if request.method != "POST":
        return _page(request, slug, ReportForm())
    form = ReportForm(request.POST.copy(), request.FILES)
    if not form.is_valid():
        return _page(request, slug, form, status=422)
    status = 200
    try:
        said = _take_file(form)
        if "enter" in request.POST and not said:
            require_within_rate(request, "import")
            event = report_bring_in(
                act=act,
                club_slug=slug,
                text=form.cleaned_data["text"],
                name=form.cleaned_data["name"],
                choices=form.choices(),
                seen=form.cleaned_data["seen"] or None,
            )
            messages.success(request, _("The event is here, with its rounds and results."))
            return redirect("tournaments:manage", slug=event.slug)
    except DomainError as refusal:
        status = put_on_form(form, refusal)
    try:
        look = report_look(act=act, club_slug=slug, text=form.cleaned_data["text"], name=form.cleaned_data["name"])
    except DomainError as refusal:
        status = status if form.errors else put_on_form(form, refusal)
        return _page(request, slug, form, status=status)
    return _page(request, slug, form, look=look, status=status)


def _take_file(form: ReportForm) -> bool:
    """A file's text takes the place of what was pasted; whether there is a file. Invalid as `list_decode`."""
    upload = form.cleaned_data["file"]
    if not upload:
        return False
    text, _encoding = list_decode(upload.read())
    data: Any = form.data
    data["text"] = form.cleaned_data["text"] = text.replace("\0", "")
    return True


def _page(
    request: HttpRequest, slug: str, form: ReportForm, *, look: ReportLook | None = None, status: int = 200
) -> HttpResponse:
    more = {**preview_context(form, look.preview), "counted": _counted(look)} if look else {}
    context = {"section": "mine", "club": club_by_slug(slug), "form": form, "look": look, **more}
    return render(request, "tournaments/imports/report.html", context, status=status)


def _counted(look: ReportLook) -> str:
    report = look.report
    return _(
        "Players: %(players)d, rounds: %(rounds)d, games: %(games)d, of which forfeited: %(forfeits)d, byes: %(byes)d."
    ) % {
        "players": len(report.document.players),
        "rounds": len(report.rounds),
        "games": report.games,
        "forfeits": report.forfeits,
        "byes": report.byes,
    }
