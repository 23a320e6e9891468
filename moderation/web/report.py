"""Anybody reports a page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.api.throttling import within_rate
from magistrar_site.shared.errors import DomainError
from moderation.selectors.subjects import subjects_of_path
from moderation.services.reports import report_make
from moderation.web.forms import ReportForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """Say what is wrong with the page that `?page=` names. The staff of the service acts on it at once instead."""
    act = act_of(request)
    page = request.POST.get("page") or request.GET.get("page", "")
    if act.actor.staff and request.method != "POST":
        subjects = subjects_of_path(page[:300])
        if subjects:
            return redirect("moderation:subject", kind=subjects[0].kind, key=subjects[0].key)
    form, status, is_sent = ReportForm(request.POST or None, initial={"page": page}), 200, False
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                if not within_rate(request, "report"):
                    text = _("Too many reports from here. Wait an hour, then try again.")
                    raise DomainError("rate_limited", text, status=429)
                data = form.cleaned_data
                report_make(act=act, path=data["page"], reason=data["reason"], text=data["text"])
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                status, is_sent = 200, True
    context = {"form": form, "page": page, "is_sent": is_sent}
    return render(request, "moderation/report.html", context, status=status)
