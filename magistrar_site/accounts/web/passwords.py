"""A new password for who has forgotten his."""

from __future__ import annotations

from typing import Any

from allauth.account.views import PasswordResetView
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

_by_mail: Any = PasswordResetView.as_view()


@never_cache
def password_reset(request: HttpRequest) -> HttpResponse:
    """By a link in a mail; where the site sends none, the page says so and who helps, and takes no address."""
    if settings.EMAIL_HOST:
        by_mail: HttpResponse = _by_mail(request)
        return by_mail
    return render(request, "account/password_reset.html", {"sends_no_mail": True})
