"""Answers that are kept for a day, so that a request that is sent again changes nothing (Idempotency-Key)."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import AnsweredRequest

KEPT = timedelta(days=1)
REFUSED = 400


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and a body (JSON). `is_again`: it was given before."""

    status: int
    body: bytes
    is_again: bool = False


@transaction.atomic
def answer_once(*, at: datetime, who: str, address: str, key: str, body: bytes, act: Callable[[], Answer]) -> Answer:
    """The answer of `act`, in one transaction with what it does; or the one that the same request got before. Two that
    come at once wait for each other. A refusal isn't kept: sent again, it is looked at again.

    The answer may hold secrets, so it can be read by nobody but who has the key. DomainError
    `idempotency_key_reused` for another body under the key, `answered_already` where the answer can't be read."""
    name, digest = _digest(who, address, key), hashlib.sha256(body).hexdigest()
    kept = _stored_answer(name, digest, at)
    if kept is not None:
        return _again(kept, digest, key)
    answer = act()
    rows = AnsweredRequest.objects.filter(name=name)
    if answer.status >= REFUSED:
        rows.delete()
    else:
        rows.update(status=answer.status, answer=_box(key).encrypt(answer.body).decode())
    return answer


def _stored_answer(name: str, digest: str, at: datetime) -> AnsweredRequest | None:
    """The row of the request where it was answered; None where it is new, and noted now. The unique name makes a second
    one wait until the first is through."""
    AnsweredRequest.objects.filter(name=name, at__lt=at - KEPT).delete()
    try:
        with transaction.atomic():
            AnsweredRequest.objects.create(name=name, body=digest, at=at)
    except IntegrityError:
        return AnsweredRequest.objects.get(name=name)
    return None


def _again(kept: AnsweredRequest, digest: str, key: str) -> Answer:
    if kept.body != digest:
        raise DomainError(
            "idempotency_key_reused", _("This Idempotency-Key was used for something else. Use a new one.")
        )
    try:
        return Answer(kept.status, _box(key).decrypt(kept.answer.encode()), is_again=True)
    except InvalidToken:  # the secret key of the service was changed since
        raise DomainError("answered_already", _("This has already been done. Look at how things are now.")) from None


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _box(key: str) -> Fernet:
    secret = hashlib.sha256(f"magistrar.answers\n{settings.SECRET_KEY}\n{key}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(secret))


def answers_clear(*, now: datetime) -> int:
    """Delete the answers that are older than a day; returns how many there were."""
    deleted, _by_model = AnsweredRequest.objects.filter(at__lt=now - KEPT).delete()
    return deleted
