from __future__ import annotations

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.models import User
from magistrar_site.accounts.selectors.users import user_by_email
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid, NotAllowed


@transaction.atomic
def account_create(
    *, email: str, password: str | None, name: str = "", runs_the_service: bool = False, key: str = ""
) -> User:
    """A new account that can sign in at once, without any mail server; with no password nobody can. `key`: for
    simulated events, whose keys are drawn by their seed. Invalid `address_taken`."""
    taken = Invalid("address_taken", _("There is an account with this address already."), fields={"email": _("Taken.")})
    if user_by_email(email) is not None:
        raise taken
    make = User.objects.create_superuser if runs_the_service else User.objects.create_user
    try:
        with transaction.atomic():
            return make(email, password, name=name, **({"key": key} if key else {}))
    except IntegrityError:
        raise taken from None  # somebody took it at this moment


def account_close(*, act: Act, user: User) -> None:
    """Nobody can sign in with the account any more, nor use its tokens; what it did stays. NotAllowed unless the actor
    runs the service; nobody closes their own account here."""
    require_staff(act)
    if user.key == act.actor.key:
        raise NotAllowed("own_account", _("You can’t close the account that you are signed in with."))
    User.objects.filter(pk=user.pk).update(is_active=False)


def account_open(*, act: Act, user: User) -> None:
    """Let a closed account sign in again. NotAllowed unless the actor runs the service."""
    require_staff(act)
    User.objects.filter(pk=user.pk).update(is_active=True)


def require_staff(act: Act) -> None:
    """The actor runs the service, or is a command: whoever starts one has the whole machine."""
    if not act.actor.staff and act.actor.kind != "system":
        raise NotAllowed("not_staff", _("Only the people who run this service can do this."))


def unread_set(*, counts: Mapping[int, int]) -> None:
    """Say how many news accounts (primary keys) haven't read."""
    users: dict[int, list[int]] = {}
    for user, count in counts.items():
        users.setdefault(count, []).append(user)
    for count, pks in users.items():
        User.objects.filter(pk__in=pks).update(unread=count)
