"""A new account."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

_by_library: Any = SignupView.as_view()


def sign_up(request: HttpRequest) -> HttpResponse:
    """All of an account or nothing. Of two forms with one address that are sent at once, the second is answered as one
    that comes later: the address has an account by then."""
    try:
        with transaction.atomic():
            answer: HttpResponse = _by_library(request)
            return answer
    except IntegrityError:
        again: HttpResponse = _by_library(request)
        return again
