from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import NotAllowed


def require_staff(act: Act) -> None:
    """NotAllowed for everybody but the staff of the service."""
    if act.actor.kind != "user":
        raise NotAllowed("sign_in", _("Sign in with an account of the staff of this service."))
    if not act.actor.staff:
        raise NotAllowed("not_staff", _("Only the staff of this service can do this."))
