"""Taking a game's document out of a request."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from magistrar_site.shared.errors import Invalid

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Wrapped(msgspec.Struct, forbid_unknown_fields=True):
    """{"document": ...}, with the document as it was written."""

    document: msgspec.Raw


def body_of(request: Request) -> bytes:
    """The request's bytes, whatever they claim to be. Invalid `too_large` (413) over 256 KiB."""
    body: bytes = request._request.body
    if len(body) > settings.SUBMISSION_MAX_BYTES:
        raise Invalid("too_large", _("A game is a few kilobytes; this is over 256 KiB."), status=413)
    return body.removeprefix(BYTE_ORDER_MARK)


def document_of(request: Request) -> bytes:
    """The document itself: the body, or what {"document": ...} holds (JSON, or a string with the document in it)."""
    body = body_of(request)
    try:
        document = bytes(msgspec.json.decode(body, type=Wrapped).document)
        return msgspec.json.decode(document, type=str).encode() if document.startswith(b'"') else document
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return body
