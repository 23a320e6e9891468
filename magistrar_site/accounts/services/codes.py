"""Codes to type on a phone in the hall. One of six digits opens an event's public page, and nothing else; one of eight
letters and digits opens a player's own page once, like the personal link."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.models import JoinCode
from magistrar_site.shared.counts import counts
from magistrar_site.shared.errors import DomainError, NotFound

LETTERS = "23456789BCDFGHJKMNPQRSTVWXYZ"  # none that looks like another, and no vowels: no words
OF_EVENT, OF_PLAYER = 6, 8  # how long the codes are
EVENTS = "event:"
# Wrong codes that the whole site takes within so many seconds, and those of one address, which a hall shares: fewer, so
# that nobody shuts all codes alone. With a thousand codes that are good, a guess hits a player's once in 3 × 10^8.
MOST_WRONG = {OF_EVENT: 200, OF_PLAYER: 2000}
MOST_WRONG_OF_ADDRESS = 60
WINDOW = 600
MOST_VERSIONS = 50


def _length(subject: str) -> int:
    return OF_EVENT if subject.startswith(EVENTS) else OF_PLAYER


def _code(subject: str, version: int) -> str:
    drawn = int(salted_hmac("magistrar.join-code", f"{subject}.{version}", algorithm="sha256").hexdigest(), 16)
    alphabet, letters = ("0123456789" if subject.startswith(EVENTS) else LETTERS), []
    for _place in range(_length(subject)):
        drawn, letter = divmod(drawn, len(alphabet))
        letters.append(alphabet[letter])
    return "".join(letters)


def _digest(code: str) -> str:
    return salted_hmac("magistrar.join-code-digest", code, algorithm="sha256").hexdigest()


def code_make(*, subject: str, renew: bool = False) -> str:
    """The code of a subject, made where there is none or where it was used; another one with `renew`."""
    row = JoinCode.objects.filter(subject=subject).first()
    if row is not None and row.used_at is None and not renew:
        return _code(subject, row.version)
    first = 1 if row is None else row.version + 1
    for version in range(first, first + MOST_VERSIONS):
        code = _code(subject, version)
        wanted = {"version": version, "digest": _digest(code), "used_at": None}
        try:
            with transaction.atomic():
                JoinCode.objects.update_or_create(subject=subject, defaults=wanted)
        except IntegrityError:  # another subject has this code now
            continue
        return code
    raise DomainError("no_code_free", _("There is no free code at the moment. Try again later."))


def codes_make(*, subjects: Iterable[str]) -> None:
    """A code for each of the subjects that never had one; a few queries for any number of them."""
    wanted = set(subjects)
    missing = sorted(wanted - set(JoinCode.objects.filter(subject__in=wanted).values_list("subject", flat=True)))
    rows = [JoinCode(subject=subject, digest=_digest(_code(subject, 1))) for subject in missing]
    JoinCode.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    made = set(JoinCode.objects.filter(subject__in=missing).values_list("subject", flat=True))
    for subject in missing:
        if subject not in made:  # another subject has its first code
            code_make(subject=subject)


def codes_of(subjects: Collection[str]) -> dict[str, str]:
    """The codes of those subjects that have one which is still good, by subject. Only reads."""
    rows = JoinCode.objects.filter(subject__in=subjects, used_at=None)
    return {row.subject: _code(row.subject, row.version) for row in rows}


def code_drop(*, subject: str) -> None:
    """From now on the subject's code opens nothing, and may be another's."""
    JoinCode.objects.filter(subject=subject).delete()


def code_subject(typed: str, *, address: str = "") -> str:
    """The subject that a typed code is of, in any case, with spaces or dashes. `address` is the name under which
    whoever types is counted. NotFound `bad_code`; DomainError `too_many_codes` (429) where the site, or that address,
    typed too many wrong ones."""
    code = re.sub(r"[\s\-–.]", "", typed).upper()[: OF_PLAYER + 1]
    length = OF_EVENT if code.isdigit() and len(code) == OF_EVENT else OF_PLAYER
    if any(int(counts.get(counter, 0)) >= most for counter, most in _limits(length, address).items()):
        raise DomainError(
            "too_many_codes",
            _("Too many wrong codes were typed. Wait ten minutes, scan the QR code, or ask at the desk."),
            status=429,
        )
    digest = _digest(code)
    row = JoinCode.objects.filter(digest=digest, used_at=None).first()
    if row is None or not constant_time_compare(row.digest, digest):
        wrong_code_count(length, address=address)
        raise bad_code()
    return row.subject


def wrong_code_count(length: int, *, address: str) -> None:
    """Count one more wrong code of the site, and of the address."""
    for counter in _limits(length, address):
        if not counts.add(counter, 1, WINDOW):
            with suppress(ValueError):  # it ran out just now
                counts.incr(counter)


def _limits(length: int, address: str) -> dict[str, int]:
    """The most wrong codes by the name of what counts them."""
    of_site = {f"wrong-codes:{length}": MOST_WRONG[length]}
    return of_site | ({f"wrong-codes:of:{address}": MOST_WRONG_OF_ADDRESS} if address else {})


def bad_code() -> NotFound:
    return NotFound("bad_code", _("This code opens nothing. Check it, or ask at the desk: a player’s code works once."))


def code_use(*, subject: str, at: datetime) -> bool:
    """Use a player's code up; False where somebody else just did."""
    return JoinCode.objects.filter(subject=subject, used_at=None).update(used_at=at) == 1
