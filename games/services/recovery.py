"""A club that nobody runs any more is given to somebody by the staff of the service."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Role
from games.facts.clubs import ClubRoleSet
from games.models import Club, ClubRole
from games.selectors.clubs import owner_seen_at
from magistrar_site.accounts.selectors.users import user_by_email
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.services.facts import fact_append, stream_name

log = logging.getLogger(__name__)

AWAY = timedelta(days=90)  # an owner who has signed in since is there to be asked


@transaction.atomic
def club_give(*, act: Act, club: Club, email: str) -> ClubRole:
    """Make an account an owner of a club whose owners are gone, with a reason (`act.why`) that stays in the club's log.
    Nobody loses a role. Twice is once. For the staff of the service: NotAllowed `not_staff`. DomainError `has_owner`
    where an owner has signed in within 90 days; Invalid `reason_missing`, `no_such_account`."""
    require_service_staff(act)
    if not act.why.strip():
        why = _("Say why, in a few words.")
        raise Invalid("reason_missing", _("This needs a reason; it is kept in the log."), fields={"why": why})
    user = user_by_email(email)
    if user is None or not user.is_active:
        raise Invalid(
            "no_such_account",
            _("Nobody has an account with this address yet. Ask them to sign up first."),
            fields={"email": _("No account has this address.")},
        )
    Club.objects.select_for_update().get(pk=club.pk)
    standing = ClubRole.objects.filter(club=club, user=user).first()
    if standing is not None and standing.role == Role.OWNER:
        return standing
    seen = owner_seen_at(club)
    if seen is not None and act.at < seen + AWAY:
        raise DomainError(
            "has_owner",
            _("An owner of this club has signed in within 90 days. Ask them to make somebody else an owner."),
        )
    role, _is_new = ClubRole.objects.update_or_create(club=club, user=user, defaults={"role": Role.OWNER})
    fact_append(act=act, stream=stream_name("club", club.key), fact=ClubRoleSet(user=user.key, role=Role.OWNER))
    log.warning("a club was given to somebody", extra={"club": club.key, "account": user.key, "by": str(act.actor)})
    return role


def require_service_staff(act: Act) -> None:
    """NotAllowed `not_staff`; a command of whoever runs the service may."""
    if not (act.actor.staff or act.actor.kind == "system"):
        raise NotAllowed("not_staff", _("Only the staff of this service can do this."))
