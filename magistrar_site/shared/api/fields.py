from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.timezone import is_naive
from django.utils.translation import gettext_lazy as _
from rest_framework.serializers import DateTimeField


class InstantField(DateTimeField):
    """A time that is sent to us, with its offset from UTC: without one nobody knows which zone is meant."""

    default_error_messages = {
        "no_offset": _("Say the offset from UTC, too, as in 2026-03-06T19:00+01:00 or 2026-03-06T18:00Z.")
    }

    def enforce_timezone(self, value: datetime) -> Any:
        if is_naive(value):
            self.fail("no_offset")
        return super().enforce_timezone(value)
