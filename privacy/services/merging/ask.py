"""An account says that its player and another one are the same person; an organiser of both answers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.selectors.players import player_by_key, player_of_account
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotAllowed
from magistrar_site.shared.services.due import due_cancel, due_kind, due_set
from privacy.models import MergeRequest
from privacy.services.merging.merge import require_different
from privacy.services.permissions import account_of, require_merging

if TYPE_CHECKING:
    from games.models import Player

FORGET = "merge.forget"
KEPT = timedelta(days=90)
MOST_OPEN = 3


@transaction.atomic
def merge_ask(*, act: Act, other: Player) -> MergeRequest:
    """The signed-in account says that its own player and `other` are one person. Asked twice is once. NotAllowed
    `sign_in`; DomainError `no_player`, `player_deleted`, `merge_refused`, `too_many_requests`; Invalid
    `same_player`."""
    user, other = account_of(act), player_by_key(other.key)
    own = player_of_account(user.key)
    if own is None:
        raise DomainError("no_player", _("Your account has no player yet. Say on the player’s page that it is you."))
    require_different(own, other)
    asked = MergeRequest.objects.select_for_update().filter(user=user)
    standing = asked.filter(own=own, other=other).first()
    if standing is not None and standing.refused_at is not None:
        raise DomainError("merge_refused", _("An organiser has refused this. Talk to the organisers of the club."))
    if standing is not None:
        return standing
    if asked.filter(refused_at=None).count() >= MOST_OPEN:
        raise DomainError("too_many_requests", _("You have asked for several players already. Wait for an answer."))
    request = MergeRequest.objects.create(key=act.ids.key(), user=user, own=own, other=other, asked_at=act.at)
    due_set(kind=FORGET, subject=request.key, due_at=act.at + KEPT)
    return request


@transaction.atomic
def merge_request_withdraw(*, act: Act, request: MergeRequest) -> None:
    """The account takes its request back. NotAllowed for others."""
    if request.user_id != account_of(act).pk:
        raise NotAllowed("not_your_request", _("This request is somebody else’s."))
    if MergeRequest.objects.filter(pk=request.pk, refused_at=None).delete()[0]:
        due_cancel(kind=FORGET, subject=request.key)


@transaction.atomic
def merge_request_refuse(*, act: Act, request: MergeRequest) -> None:
    """An organiser of one of the two says that they are two people. Twice is once. NotAllowed `not_your_player`."""
    account_of(act)
    require_merging(act, request.own, request.other)
    MergeRequest.objects.filter(pk=request.pk, refused_at=None).update(refused_at=act.at)


@due_kind(FORGET)
def merge_request_forget(subject: str, _now: datetime) -> None:
    """Who asked for what isn't kept longer than it is needed."""
    MergeRequest.objects.filter(key=subject).delete()
