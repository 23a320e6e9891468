"""A file that was sent, kept until whoever sent it has looked at what it holds and brings it in."""

from __future__ import annotations

import hashlib
import zlib
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotAllowed
from tournaments.models import Event, IncomingBundle
from tournaments.services.bundle.importing import BundleLook, bundle_look, event_import

KEPT = timedelta(hours=6)


def bundle_receive(*, act: Act, data: bytes) -> tuple[BundleLook, str]:
    """What a file holds, and its digest (SHA-256). Where it may come in, it is kept for `bundle_bring_in`, in place of
    what the actor sent before. As `bundle_look`; NotAllowed `sign_in`."""
    _require_user(act)
    look, digest = bundle_look(act=act, data=data), hashlib.sha256(data).hexdigest()
    with transaction.atomic():  # after the long look
        IncomingBundle.objects.filter(sent_at__lt=act.at - KEPT).delete()
        if look.may_come_in:
            kept = {"digest": digest, "data": zlib.compress(data), "sent_at": act.at}
            IncomingBundle.objects.update_or_create(by=_name(act), defaults=kept)
    return look, digest


def bundle_bring_in(*, act: Act, digest: str) -> Event:
    """Bring the file in that was looked at. DomainError `no_such_file` where another was sent since, or too long ago;
    otherwise as `event_import`."""
    _require_user(act)
    kept = IncomingBundle.objects.filter(by=_name(act), sent_at__gte=act.at - KEPT).first()
    if kept is None or kept.digest != digest:
        raise DomainError("no_such_file", _("The file you previewed is no longer kept. Send it again."))
    event = event_import(act=act, data=zlib.decompress(bytes(kept.data)))
    kept.delete()
    return event


def _require_user(act: Act) -> None:
    if act.actor.kind != "user":
        raise NotAllowed("sign_in", _("Sign in first: the event’s club needs an owner."))


def _name(act: Act) -> str:
    return f"{act.actor.kind}:{act.actor.key}"
