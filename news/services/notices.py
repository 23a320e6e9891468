"""What accounts are told in the product: written when something happens, read on "My news", mailed as they chose."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Count
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from games.selectors.mail import agreed_to_clubs
from magistrar_site.accounts.selectors.users import user_by_key, users_by_pk
from magistrar_site.accounts.services.accounts import unread_set
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.due import due_kind, due_set
from news.enums import MailChoice, NoticeKind
from news.models import NewsChoice, Notice
from news.selectors.audience import Told, by_reader
from news.services.follows import require_account
from tournaments.selectors.happened import accounts_at_match, proposals_by_keys
from tournaments.services.fixtures.propose import PROPOSED

MAIL_NOW, MAIL_DAILY = "news.mail", "news.daily"
DAILY_AT = time(18, 0)
KEPT = timedelta(days=90)
# What the mails of a club include, to whoever agreed to them and chose nothing else: it concerns the reader, and waits.
WITH_CLUB_MAILS = (NoticeKind.DATES, NoticeKind.PLACES)


@transaction.atomic
def notices_add(*, told: Collection[Told], now: datetime) -> None:
    """Tell these accounts, each once, and plan their mails. Told twice, nobody is told twice."""
    rows = list(by_reader(told))
    if not rows:
        return
    users = {row.user for row in rows}
    choices = dict(NewsChoice.objects.filter(user__in=users).values_list("user_id", "mail"))
    agreed = agreed_to_clubs(users)
    notices = [
        Notice(user_id=row.user, kind=row.kind, source=row.source, at=row.at, mail=_mail(row, choices, agreed))
        for row in rows
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=500)
    unread_count(users)
    keys = {pk: user.key for pk, user in users_by_pk({row.user_id for row in notices if row.mail}).items()}
    for notice in notices:
        if notice.mail == MailChoice.NOW:
            due_set(kind=MAIL_NOW, subject=keys[notice.user_id], due_at=now)
        elif notice.mail == MailChoice.DAILY:
            due_set(kind=MAIL_DAILY, subject=keys[notice.user_id], due_at=_evening(now))


def _mail(row: Told, choices: Mapping[int, Mapping[str, str]], agreed: Collection[tuple[int, int]]) -> str:
    chosen = choices.get(row.user, {}).get(row.kind)
    if chosen is None and row.kind in WITH_CLUB_MAILS and (row.user, row.club) in agreed:
        chosen = MailChoice.NOW
    return "" if chosen in (None, MailChoice.NEVER) else str(chosen)


def _evening(now: datetime) -> datetime:
    """The next time at which the mails of the day are written."""
    local = timezone.localtime(now)
    today = local.replace(hour=DAILY_AT.hour, minute=DAILY_AT.minute, second=0, microsecond=0)
    return today if today > local else today + timedelta(days=1)


def unread_count(users: Collection[int]) -> None:
    """Bring the numbers that the header shows in line with the notices."""
    unread = Notice.objects.filter(user__in=users, read_at=None).order_by().values("user").annotate(count=Count("pk"))
    counts = dict(unread.values_list("user", "count"))
    unread_set(counts={user: counts.get(user, 0) for user in users})


@transaction.atomic
def notices_read(*, act: Act, until: datetime | None = None) -> int:
    """The actor's account has read its notices, those up to an instant; returns how many were new. They aren't mailed
    any more. NotAllowed `sign_in`."""
    require_account(act)
    user = user_by_key(act.actor.key)
    rows = Notice.objects.filter(user=user, read_at=None)
    if until is not None:
        rows = rows.filter(at__lte=until)
    count = rows.update(read_at=act.at, mail="")
    unread_count([user.pk])
    return count


@transaction.atomic
def news_choose(*, act: Act, mail: Mapping[str, str]) -> NewsChoice:
    """How the actor's account is told by mail, by kind; what isn't named stays. In the language that is on. NotAllowed
    `sign_in`; Invalid `no_such_choice`."""
    require_account(act)
    if not set(mail) <= set(NoticeKind.values) or not set(mail.values()) <= set(MailChoice.values):
        raise Invalid("no_such_choice", _("Choose from the list."), fields=dict.fromkeys(mail, _("Choose.")))
    user = user_by_key(act.actor.key)
    choice, _is_new = NewsChoice.objects.get_or_create(user=user, defaults={"language": ""})
    choice.mail, choice.language = {**choice.mail, **mail}, translation.get_language() or "en"
    choice.save(update_fields=["mail", "language"])
    for kind, how in mail.items():
        if how == MailChoice.NEVER:
            Notice.objects.filter(user=user, kind=kind).exclude(mail="").update(mail="")
    return choice


@due_kind(PROPOSED)
def _proposal_tell(subject: str, now: datetime) -> None:
    """Tell the opponent of a proposal of times that is still open."""
    proposal = proposals_by_keys([subject]).get(subject)
    if proposal is None:
        return
    accounts, mine = accounts_at_match(proposal.match.key), f"link:{proposal.entry.key}"
    club = proposal.match.round.stage.event.club.pk
    told = [
        Told(user, NoticeKind.DATES, f"proposal:{subject}", proposal.made_at, club)
        for user, actors in accounts.items()
        if mine not in actors
    ]
    notices_add(told=told, now=now)


def notices_clear(*, now: datetime) -> int:
    """Delete notices that are three months old; returns how many."""
    old = Notice.objects.filter(at__lt=now - KEPT)
    users = set(old.filter(read_at=None).values_list("user", flat=True))
    deleted, _by_model = old.delete()
    unread_count(users)
    return deleted
