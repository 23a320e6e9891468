"""Personal links: what lets a player without an account submit, confirm and check in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.models import PersonalLink
from magistrar_site.shared.errors import NotAllowed

SALT = "magistrar.personal-link"


def _signer() -> signing.Signer:
    return signing.Signer(salt=SALT, sep=".")


@transaction.atomic
def link_token(*, subject: str) -> str:
    """The token of the current link of an entry ("SUBJECT.VERSION.SIGNATURE"), the same each time until revoked. A
    revoked link gets a new version."""
    link, _created = PersonalLink.objects.select_for_update().get_or_create(subject=subject)
    if link.revoked_at is not None:
        link.version, link.revoked_at = link.version + 1, None
        link.save(update_fields=["version", "revoked_at"])
    return _signer().sign(f"{subject}.{link.version}")


@transaction.atomic
def links_make(*, subjects: Iterable[str]) -> None:
    """A good link for each of the entries that has none; as `link_token`, in a few queries for any number of them."""
    wanted = list(subjects)
    known = {link.subject: link for link in PersonalLink.objects.select_for_update().filter(subject__in=wanted)}
    missing = [PersonalLink(subject=subject) for subject in wanted if subject not in known]
    PersonalLink.objects.bulk_create(missing, ignore_conflicts=True)
    for link in known.values():
        if link.revoked_at is not None:
            link_token(subject=link.subject)


def links_count(subjects: Any) -> int:
    """The number of entries with a good link; `subjects` may be a query of their keys."""
    return PersonalLink.objects.filter(subject__in=subjects, revoked_at=None).count()


def link_tokens(subjects: Collection[str]) -> dict[str, str]:
    """The tokens of the good links that those entries have. Only reads: who has none is left out."""
    rows = PersonalLink.objects.filter(subject__in=subjects, revoked_at=None)
    return {row.subject: _signer().sign(f"{row.subject}.{row.version}") for row in rows}


def link_revoke(*, subject: str, at: datetime) -> None:
    """From now on the current link, and others that stand for the entry, open nothing, wherever they were printed or
    opened."""
    links_revoke(subjects=[subject], at=at)


def links_revoke(*, subjects: Iterable[str], at: datetime) -> None:
    """As `link_revoke`, for many at once. A new link of one that stood for an entry speaks for its own again."""
    ended = list(subjects)
    speaking = Q(subject__in=ended) | Q(stands_for__in=ended)
    PersonalLink.objects.filter(speaking, revoked_at=None).update(revoked_at=at, stands_for="")


def links_pass(*, entries: Mapping[str, str]) -> None:
    """Links that were handed out speak for other entries of the same persons from now on: subject to entry's key, or
    "" for its own again."""
    links = list(PersonalLink.objects.filter(subject__in=list(entries)))
    for link in links:
        link.stands_for = entries[link.subject]
    PersonalLink.objects.bulk_update(links, ["stands_for"], batch_size=500)


def link_subject(token: str) -> str:
    """The key of the entry that a token speaks for. NotAllowed `bad_link` where it was not signed by us (compared in
    constant time), `revoked_link` where a newer one took its place."""
    try:
        subject, version = _signer().unsign(token).split(".")
    except (signing.BadSignature, ValueError):
        raise NotAllowed(
            "bad_link", _("This personal link is incomplete or mistyped. Scan the code again, or ask at the desk.")
        ) from None
    link = PersonalLink.objects.filter(subject=subject).first()
    if link is None or link.revoked_at is not None or str(link.version) != version:
        raise NotAllowed("revoked_link", _("This personal link was replaced by a newer one. Ask for it at the desk."))
    return link.stands_for or subject
