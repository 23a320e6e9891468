"""An act: its actor, its time, and the source of new ids: passed into every service, so that nothing reads a clock or
rolls dice by itself and a simulated event gives the same bytes twice."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from django.http import HttpRequest
from django.utils import timezone

# Crockford's base 32: no i, l, o, u, so that a key can be read aloud.
KEY_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
KEY_LENGTH = 12


class Ids(Protocol):
    """A source of keys (12 letters of `KEY_ALPHABET`), salts (32 hex digits) and seeds (63 bits)."""

    def key(self) -> str: ...

    def salt(self) -> str: ...

    def seed(self) -> int: ...


class SecretIds:
    """Unpredictable ids, for everything that is real."""

    def key(self) -> str:
        return "".join(secrets.choice(KEY_ALPHABET) for _ in range(KEY_LENGTH))

    def salt(self) -> str:
        return secrets.token_hex(16)

    def seed(self) -> int:
        return secrets.randbits(63)


class SeededIds:
    """Repeatable ids, for simulated events and tests."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def key(self) -> str:
        return "".join(self._rng.choice(KEY_ALPHABET) for _ in range(KEY_LENGTH))

    def salt(self) -> str:
        return f"{self._rng.getrandbits(128):032x}"

    def seed(self) -> int:
        return self._rng.getrandbits(63)


@dataclass(frozen=True, slots=True)
class Actor:
    """An actor. `kind` is "user" (an account), "link" (a personal link; `key` is the entry's), "system" (a task or
    command; `key` is its name) or "nobody" (a visitor). `staff` is set for accounts that run the service."""

    kind: str
    key: str
    staff: bool = False

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}"


NOBODY = Actor("nobody", "")


@dataclass(frozen=True, slots=True)
class Act:
    """One action as the services see it. `why` is the reason that a person gave; it is kept outside of the chain.
    `beside`: the account that is signed in where a personal link acts."""

    actor: Actor
    at: datetime
    ids: Ids = field(default_factory=SecretIds)
    why: str = ""
    beside: Actor = NOBODY

    def because(self, why: str) -> Act:
        """The same act with a reason."""
        return replace(self, why=why.strip())


def act_of(request: HttpRequest, *, entry: str | None = None) -> Act:
    """The act of a web or API request. `entry` is the key of the entry whose page this is: where its personal link was
    opened in this browser, the link acts; otherwise the signed-in account, or nobody."""
    link_subjects = getattr(request, "link_subjects", None)
    user = request.user
    account = Actor("user", user.key, staff=user.is_superuser) if user.is_authenticated else NOBODY
    if entry is not None and link_subjects is not None and entry in link_subjects():
        return Act(actor=Actor("link", entry), at=timezone.now(), beside=account)
    return Act(actor=account, at=timezone.now())


def act_of_system(name: str) -> Act:
    """The act of a task or command called `name`, now."""
    return Act(actor=Actor("system", name), at=timezone.now())
