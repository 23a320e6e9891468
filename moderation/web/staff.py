"""Pages of the service's staff: reports, what can be hidden, and the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from moderation.enums import Kind
from moderation.models import Step
from moderation.selectors.steps import report_by_key, reports, step_by_key, step_that_holds, steps
from moderation.selectors.subjects import Subject, subject_of, subjects_of_path
from moderation.services.permissions import require_staff
from moderation.services.reports import report_keep
from moderation.services.steps import account_trust, step_lift, step_take
from moderation.web.forms import WhyForm

PAGE_SIZE = 50


def for_staff(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: only the staff of the service comes here."""

    @never_cache
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, **place: Any) -> HttpResponse:
        require_staff(act_of(request))
        return view(request, **place)

    return guarded


@require_safe
@for_staff
def overview(request: HttpRequest) -> HttpResponse:
    """Reports that wait, and the log of all steps."""
    page = Paginator(steps(), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "section": "moderation",
        "reports": list(reports(is_open=True)[:PAGE_SIZE]),
        "answered": list(reports(is_open=False)[:10]),
        "page": page,
        "lines": [_line(step) for step in page.object_list],
    }
    return render(request, "moderation/overview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_staff
def report(request: HttpRequest, key: str) -> HttpResponse:
    """A report, with what of its page can be hidden; the button leaves everything as it is."""
    found = report_by_key(key)
    if request.method == "POST":
        report_keep(act=act_of(request), report=found)
        messages.success(request, _("The report is answered: the page stays as it is."))
        return redirect("moderation:overview")
    subjects = [(each, step_that_holds(each.kind, each.key)) for each in subjects_of_path(found.path)]
    context = {"section": "moderation", "report": found, "subjects": subjects}
    return render(request, "moderation/report_answer.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_staff
def subject(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Something that can be hidden: the button hides it, or shows it again, with a reason. `?report=` is answered by
    it."""
    if kind not in Kind:
        raise Http404
    act, found = act_of(request), subject_of(Kind(kind), key)
    held = step_that_holds(found.kind, key)
    form, status = WhyForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                _act(request, found, held, form.cleaned_data["why"])
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("Done. It is in the log, and can be undone."))
                return redirect("moderation:subject", kind=kind, key=key)
    context = {
        "section": "moderation",
        "subject": found,
        "held": held,
        "form": form,
        "others": [each for each in subjects_of_path(found.path) if each != found] if found.path else [],
        "account": users_by_keys([key]).get(key) if found.kind == Kind.ACCOUNT else None,
        "lines": [_line(step) for step in steps().filter(kind=kind, subject=key)[:PAGE_SIZE]],
        "answers": request.GET.get("report", ""),
        "may_act": not (found.kind == Kind.ACCOUNT and key == act.actor.key),
    }
    return render(request, "moderation/subject.html", context, status=status)


def _act(request: HttpRequest, subject: Subject, held: Step | None, why: str) -> None:
    act, answers = act_of(request), request.GET.get("report", "")
    if "lift" in request.POST:
        if held is not None:
            step_lift(act=act, step=held, why=why)
        return
    step_take(act=act, kind=subject.kind, key=subject.key, why=why, report=report_by_key(answers) if answers else None)


@require_POST
@for_staff
def lift(request: HttpRequest, key: str) -> HttpResponse:
    """Undo a step whose subject is gone, or from the log."""
    step = step_by_key(key)
    step_lift(act=act_of(request), step=step, why=request.POST.get("why", "")[:500])
    messages.success(request, _("Done. It is in the log, and can be undone."))
    return redirect("moderation:overview")


@require_POST
@for_staff
def trust(request: HttpRequest, key: str) -> HttpResponse:
    """Lift the limits of a new account, or let them hold again."""
    account_trust(act=act_of(request), key=key, trusted=request.POST.get("trusted") == "yes")
    messages.success(request, _("Saved."))
    return redirect("moderation:subject", kind=Kind.ACCOUNT, key=key)


def _line(step: Step) -> dict[str, Any]:
    """A step of the log with the name of what it is about, where that is still there."""
    try:
        found = subject_of(Kind(step.kind), step.subject)
    except DomainError:
        found = None
    return {"step": step, "subject": found}
