"""Stopping a club's mails by the link that every mail carries. Opening it changes nothing: programs that look at links
before people do stop no mails."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.services.mail import club_of_stop_token, is_stopped_by_token, mail_stop_by_token


@never_cache
@csrf_exempt  # mail programs send it (RFC 8058): the token says whose mails, and no cookie counts
@require_http_methods(["GET", "HEAD", "POST"])
def mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """A page with one button; pressed, or sent by a mail program, no more mails come. Never a redirect."""
    club = club_of_stop_token(token)
    if request.method == "POST":
        mail_stop_by_token(token=token)
    response = render(request, "site/mail_stop.html", {"club": club, "is_done": is_stopped_by_token(token=token)})
    response["Referrer-Policy"] = "no-referrer"
    return response
