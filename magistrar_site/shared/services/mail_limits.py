"""How many mails a person gets in a day, and a club sends: counted for every mail, and a limit for those that nobody
asked for."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from magistrar_site.shared.models import MailCount


def mail_count(*, whom: str, at: datetime, most: int | None = None) -> bool:
    """Count one more mail of the day; False, and nothing counted, where there were `most` already. `whom`: an address,
    in any case, or the name of a sender. Two at once never exceed the limit."""
    day, of = timezone.localdate(at), _digest(whom)
    MailCount.objects.bulk_create([MailCount(day=day, of=of)], ignore_conflicts=True)
    rows = MailCount.objects.filter(day=day, of=of)
    if most is not None:
        rows = rows.filter(count__lt=most)
    return rows.update(count=F("count") + 1) > 0


def mails_left_today(*, whom: str, at: datetime, most: int) -> int:
    """How many more the limit allows on that day."""
    row = MailCount.objects.filter(day=timezone.localdate(at), of=_digest(whom)).first()
    return max(0, most - (row.count if row is not None else 0))


def mail_counts_clear(*, now: datetime) -> None:
    """Delete the counts of days that are over."""
    MailCount.objects.filter(day__lt=timezone.localdate(now)).delete()


def _digest(whom: str) -> str:
    return salted_hmac("magistrar.mail-count", whom.casefold(), algorithm="sha256").hexdigest()
