"""What an account follows, what it was told, and how it wants to be told."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.selectors.mail import agreed_to_clubs
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.isolates import isolated
from news.enums import MailChoice, NoticeKind
from news.selectors.follows import follows_of, kind_of, subject_of
from news.selectors.notices import choices_of, notices_of
from news.services.follows import follow, followable, unfollow
from news.services.notice_mails import is_stopped_by_token, news_stop_by_token
from news.services.notice_words import notices_said
from news.services.notices import WITH_CLUB_MAILS, news_choose, notices_read
from tournaments.selectors.mailings import has_confirmed_address
from tournaments.services.announcements.mail import sends_mail

PAGE_SIZE = 50
UNTIL = forms.DateTimeField(required=False)
PAGES = {"player": "tournaments:player", "club": "tournaments:club", "event": "tournaments:event"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def my_news(request: HttpRequest) -> HttpResponse:
    """What the account was told, newest first; the button says that it has read it."""
    act = act_of(request)
    if request.method == "POST":
        with suppress(forms.ValidationError):  # another form than the page's, which marks nothing
            notices_read(act=act, until=UNTIL.clean(request.POST.get("until", "")))
        return redirect("news:my_news")
    page = Paginator(notices_of(act.actor.key), PAGE_SIZE).get_page(request.GET.get("page"))
    newest = page.object_list[0] if page.object_list else None
    context = {
        "section": "news",
        "page": page,
        "said": notices_said(request.user, list(page.object_list)),  # type: ignore[arg-type] # signed in
        "until": newest.at.isoformat() if newest is not None and page.number == 1 else "",
    }
    return render(request, "news/my_news.html", context)


class ChoicesForm(forms.Form):
    """How to be told by mail, one choice for each kind of notice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in NoticeKind:
            self.fields[kind.value] = forms.ChoiceField(label=kind.label, choices=MailChoice.choices)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choices(request: HttpRequest) -> HttpResponse:
    """What the account follows, and how it is told by mail."""
    act = act_of(request)
    user: Any = request.user
    default = MailChoice.NOW if agreed_to_clubs([user.pk]) else MailChoice.NEVER
    chosen = {kind.value: default if kind in WITH_CLUB_MAILS else MailChoice.NEVER for kind in NoticeKind} | choices_of(
        user.pk
    )
    form, status = ChoicesForm(request.POST or None, initial=chosen), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            news_choose(act=act, mail={k: v for k, v in form.cleaned_data.items() if v != chosen[k]})
            messages.success(request, _("Saved."))
            return redirect("news:choices")
    rows = [(kind_of(row), subject_of(row), _path(kind_of(row), subject_of(row))) for row in follows_of(act.actor.key)]
    context = {
        "section": "news",
        "rows": rows,
        "form": form,
        "sends_mail": sends_mail(),
        "is_confirmed": has_confirmed_address(act.actor.key),
    }
    return render(request, "news/choices.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def follow_page(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Follow a player, a club or an event, or stop it; a page with the button for whoever has just signed in."""
    act = act_of(request)
    if request.method == "POST" and "stop" in request.POST:
        unfollow(act=act, kind=kind, key=key)
        messages.success(request, _("You no longer follow this."))
        return redirect(_back(request, reverse("news:choices")))
    subject = followable(kind, key)
    if request.method == "POST":
        follow(act=act, kind=kind, key=key)
        text = _("You follow %(name)s. The news are under “News”; there you can also have them mailed.")
        messages.success(request, text % {"name": isolated(str(subject.name))})
        return redirect(_back(request, _path(kind, subject)))
    context = {"section": "news", "kind": kind, "subject": subject, "path": _path(kind, subject)}
    return render(request, "news/follow.html", context)


def _path(kind: str, subject: Any) -> str:
    return reverse(PAGES[kind], args=[subject.key if kind == "player" else subject.slug])


def _back(request: HttpRequest, otherwise: str) -> str:
    back = request.POST.get("back", "")
    is_here = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back if is_here else otherwise


@never_cache
@csrf_exempt  # mail programs send it (RFC 8058): the token says whose mails, and no cookie counts
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """A page with one button; pressed, or sent by a mail program, no more mails about news come. Never a redirect."""
    if request.method == "POST":
        news_stop_by_token(token=token)
    response = render(request, "news/stop.html", {"is_done": is_stopped_by_token(token=token)})
    response["Referrer-Policy"] = "no-referrer"
    return response
