"""The header Idempotency-Key, which every POST takes: sent again with it, a request is answered as before."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.answers import Answer, answer_once

HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e]{1,80}")
INVALID = _("The header Idempotency-Key takes 1 to 80 visible ASCII characters.")


def once(request: Request, *args: Any, handler: Callable[..., Response], **kwargs: Any) -> Response:
    """What the handler answers; or what it answered before, where the same account or link sent the same with the same
    key. A stranger's request isn't kept, as nobody knows who sends it again. Invalid `idempotency_key_invalid`."""
    key, who = request.headers.get(HEADER, ""), _who(request)
    if not KEY.fullmatch(key):
        raise Invalid("idempotency_key_invalid", INVALID, fields={HEADER: INVALID}, status=400)
    if not who:
        return handler(request, *args, **kwargs)
    fresh: list[Response] = []

    def act() -> Answer:
        response = handler(request, *args, **kwargs)
        fresh.append(response)
        return Answer(response.status_code, JSONRenderer().render(response.data))

    sent = request._request.body
    answer = answer_once(
        at=timezone.now(), who=who, address=request._request.get_full_path(), key=key, body=sent, act=act
    )
    if not answer.is_again:
        return fresh[0]
    data = msgspec.json.decode(answer.body) if answer.body else None
    return Response(data, status=answer.status, headers={"Idempotent-Replayed": "true"})


def _who(request: Request) -> str:
    """The account or the personal link; empty for anybody."""
    if request.user and request.user.is_authenticated:
        return f"account:{request.user.pk}"
    subject = getattr(request.auth, "subject", None)
    return f"link:{subject}" if subject else ""
