"""Mails that a page sends: where one couldn't be sent yet, the next page says so."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from magistrar_site.shared.middleware import GetResponse
from magistrar_site.shared.services.mail import mails_noted, mails_waiting


def mails_told(get_response: GetResponse) -> GetResponse:
    """Middleware. Nothing is lost where the mail server is away; whoever waits for a mail is told."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST":
            return get_response(request)
        with mails_noted() as noted:
            response = get_response(request)
        if mails_waiting(noted):
            text = _("The mail couldn’t be sent just now. It is kept and will be sent as soon as possible.")
            messages.warning(request, text)
        return response

    return middleware
