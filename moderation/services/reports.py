"""Readers report pages; the service's staff answers."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.selectors.players import player_keys
from magistrar_site.accounts.selectors.users import user_by_key, user_keys
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.due import reconciler
from magistrar_site.shared.texts import storable_text
from moderation.enums import Kind, Reason, ReportState
from moderation.models import Report, Step
from moderation.selectors.subjects import is_page
from moderation.services.permissions import require_staff

TEXT_LENGTH = 1000
KEPT_FOR = timedelta(days=180)  # after the answer


@transaction.atomic
def report_make(*, act: Act, path: str, reason: str, text: str = "") -> Report:
    """Tell the service's staff what is wrong with a page. The same words again, from the same account or from visitors,
    are one report while it is open. Invalid `no_such_page`, `no_such_reason`, `text_missing`, `text_too_long`."""
    path, text = storable_text(path).partition("?")[0][:300], storable_text(text).strip()
    if not is_page(path):
        raise Invalid("no_such_page", _("Report the page of a club, an event, a league, a player or a game."))
    if reason not in Reason:
        raise Invalid("no_such_reason", _("Say what is wrong."), fields={"reason": _("Choose one of the list.")})
    if reason == Reason.OTHER and not text:
        raise Invalid("text_missing", _("Say what is wrong."), fields={"text": _("Describe it in a few words.")})
    if len(text) > TEXT_LENGTH:
        most = _("At most %(most)d characters.") % {"most": TEXT_LENGTH}
        raise Invalid("text_too_long", _("The text is too long."), fields={"text": most})
    by = user_by_key(act.actor.key) if act.actor.kind == "user" else None
    same = Report.objects.filter(path=path, reason=reason, text=text, by=by, state=ReportState.OPEN).first()
    return same or Report.objects.create(key=act.ids.key(), path=path, reason=reason, text=text, by=by, at=act.at)


@transaction.atomic
def report_keep(*, act: Act, report: Report) -> None:
    """Leave the page as it is. Twice is once."""
    require_staff(act)
    report_answered(act=act, report=report, state=ReportState.KEPT)


def report_answered(*, act: Act, report: Report, state: ReportState) -> None:
    """Note the answer, once."""
    Report.objects.filter(pk=report.pk, state=ReportState.OPEN).update(
        state=state, answered_at=act.at, answered_by=user_by_key(act.actor.key)
    )


@reconciler
def moderation_forget(now: datetime) -> int:
    """Delete reports that were answered long ago, and what was done about people who were deleted since."""
    about_people = Step.objects.filter(kind__in=[Kind.ACCOUNT, Kind.NAME, Kind.PICTURE])
    gone = set(about_people.values_list("subject", flat=True))
    gone -= {*user_keys(), *player_keys(with_ghosts=False)} if gone else set()
    forgotten = about_people.filter(subject__in=gone).delete()[0] if gone else 0
    return forgotten + Report.objects.filter(answered_at__lt=now - KEPT_FOR).delete()[0]
