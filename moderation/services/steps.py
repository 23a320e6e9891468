"""The service's staff hides clubs, events, leagues, names and pictures, and suspends accounts. Every step is kept with
its reason, and can be lifted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.services.hiding import (
    club_hidden_set,
    club_logo_hidden_set,
    player_name_release,
    player_name_withhold,
    player_picture_hidden_set,
)
from leagues.selectors.leagues import events_of_league, leagues_owned_by
from leagues.services.leagues.hiding import leagues_hidden_set
from magistrar_site.accounts.selectors.users import confirmed_addresses, user_by_key, users_by_keys
from magistrar_site.accounts.services.suspending import account_suspended_set, account_trusted_set
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.mail import mail_queue
from magistrar_site.shared.texts import storable_text
from moderation.enums import Kind, ReportState
from moderation.models import Report, Step
from moderation.selectors.steps import step_that_holds
from moderation.selectors.subjects import Subject, subject_of
from moderation.services.permissions import require_staff
from moderation.services.reports import report_answered
from tournaments.selectors.events import event_keys_of_club
from tournaments.services.events.hiding import events_hidden_set

WHY_LENGTH = 500


@transaction.atomic
def step_take(*, act: Act, kind: Kind, key: str, why: str, report: Report | None = None) -> Step:
    """Hide what is called `key`, or suspend the account; its owners get a mail with the reason. Twice is once.
    NotAllowed; NotFound; Invalid `why_missing`; DomainError `own_account`, `of_staff` for accounts of the staff."""
    require_staff(act)
    why = _reason(why)
    subject = subject_of(kind, key)
    if kind == Kind.ACCOUNT:
        _require_stranger(act, key)
    held = step_that_holds(kind, key)
    if held is None:
        try:
            with transaction.atomic():
                held = Step.objects.create(
                    key=act.ids.key(),
                    kind=kind,
                    subject=key,
                    report=report,
                    why=why,
                    by=user_by_key(act.actor.key),
                    at=act.at,
                )
        except IntegrityError:  # somebody else did at the same moment
            raise DomainError("done_already", _("Somebody else did this just now.")) from None
        _APPLY[kind](act, held, True)
        _owners_told(act, subject, held)
    if report is not None:
        report_answered(act=act, report=report, state=ReportState.ACTED)
    return held


@transaction.atomic
def step_lift(*, act: Act, step: Step, why: str) -> None:
    """Undo a step: what was hidden is shown as before. Twice is once. NotAllowed; Invalid `why_missing`."""
    require_staff(act)
    why = _reason(why)
    standing = Step.objects.select_for_update().get(pk=step.pk)
    if standing.lifted_at is not None:
        return
    standing.lifted_at, standing.lifted_by, standing.lifted_why = act.at, user_by_key(act.actor.key), why
    standing.save(update_fields=["lifted_at", "lifted_by", "lifted_why"])
    _APPLY[Kind(standing.kind)](act, standing, False)
    subject = _subject_or_none(standing)
    if subject is not None:
        _owners_told(act, subject, standing)


def account_trust(*, act: Act, key: str, trusted: bool) -> None:
    """Lift the limits of new accounts for one, or let them hold again."""
    require_staff(act)
    account_trusted_set(user_key=key, trusted=trusted)


def _reason(why: str) -> str:
    why = storable_text(why).strip()
    if not why or len(why) > WHY_LENGTH:
        text = _("Say why, in at most %(most)d characters. The owners read it.") % {"most": WHY_LENGTH}
        raise Invalid("why_missing", text, fields={"why": text})
    return why


def _require_stranger(act: Act, key: str) -> None:
    if key == act.actor.key:
        raise DomainError("own_account", _("You can’t suspend your own account."))
    if user_by_key(key).is_superuser:
        raise DomainError("of_staff", _("This account is one of the staff. Take that away in the admin first."))


def _subject_or_none(step: Step) -> Subject | None:
    try:
        return subject_of(Kind(step.kind), step.subject)
    except DomainError:
        return None


def _club(_act: Act, step: Step, hidden: bool) -> None:
    """With its events and leagues; those that are hidden themselves stay so."""
    club_hidden_set(club_key=step.subject, hidden=hidden)
    events, leagues = event_keys_of_club(step.subject), leagues_owned_by(step.subject)
    own = _held(Kind.LEAGUE)
    leagues_hidden_set(keys=[key for key in leagues if hidden or key not in own], hidden=hidden)
    _events_set(events, hidden)


def _event(_act: Act, step: Step, hidden: bool) -> None:
    _events_set([step.subject], hidden)


def _events_set(keys: Sequence[str], hidden: bool) -> None:
    """Hide these events, or show those again that no other step hides: their own, a league's, the club's."""
    held: set[str] = set()
    if not hidden:
        held = _held(Kind.EVENT) | {event.key for key in _held(Kind.LEAGUE) for event in events_of_league(key)}
    events_hidden_set(keys=[key for key in keys if key not in held], hidden=hidden)


def _held(kind: Kind) -> set[str]:
    return set(Step.objects.filter(lifted_at=None, kind=kind).values_list("subject", flat=True))


def _league(_act: Act, step: Step, hidden: bool) -> None:
    """With the events of its divisions and deciders, which carry its name."""
    leagues_hidden_set(keys=[step.subject], hidden=hidden)
    _events_set([event.key for event in events_of_league(step.subject)], hidden)


def _name(act: Act, step: Step, hidden: bool) -> None:
    if hidden:
        step.was_shown = player_name_withhold(act=act, player_key=step.subject)
        step.save(update_fields=["was_shown"])
    else:
        player_name_release(act=act, player_key=step.subject, shows=step.was_shown)


def _logo(_act: Act, step: Step, hidden: bool) -> None:
    club_logo_hidden_set(club_key=step.subject, hidden=hidden)


def _picture(_act: Act, step: Step, hidden: bool) -> None:
    player_picture_hidden_set(player_key=step.subject, hidden=hidden)


def _account(_act: Act, step: Step, hidden: bool) -> None:
    account_suspended_set(user_key=step.subject, suspended=hidden)


_APPLY: Mapping[Kind, Callable[[Act, Step, bool], None]] = {
    Kind.CLUB: _club,
    Kind.LOGO: _logo,
    Kind.EVENT: _event,
    Kind.LEAGUE: _league,
    Kind.NAME: _name,
    Kind.PICTURE: _picture,
    Kind.ACCOUNT: _account,
}


def _owners_told(act: Act, subject: Subject, step: Step) -> None:
    """A mail to each owner who has a confirmed address. Of an account that was suspended the address still holds."""
    if not settings.EMAIL_HOST:
        return
    users = {user.pk: user for user in users_by_keys(subject.owners).values()}
    addresses = confirmed_addresses(users) | {
        pk: user.email for pk, user in users.items() if subject.kind == Kind.ACCOUNT
    }
    context = {"subject": subject, "step": step, "site": settings.SITE_URL}
    with translation.override(settings.LANGUAGE_CODE):
        title = render_to_string("mail/moderation_subject.txt", context).strip()
        body = render_to_string("mail/moderation.txt", context)
    for address in addresses.values():
        mail_queue(message=EmailMessage(subject=title, body=body, to=[address]), at=act.at)
