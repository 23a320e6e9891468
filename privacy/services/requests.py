"""Asking for a person to be deleted, taking that back, and doing it when the time has come."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.selectors.clubs import clubs_owned_alone
from games.selectors.players import player_by_key, player_of_account
from games.services.players import require_not_deleted
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, NotAllowed
from magistrar_site.shared.services.due import due_cancel, due_kind, due_set
from privacy.models import ErasureRequest
from privacy.services.erasing import account_person_erase, player_person_erase
from privacy.services.permissions import account_of, require_handling, require_password
from privacy.services.register import erasure_note, is_noted

if TYPE_CHECKING:
    from games.models import Player

log = logging.getLogger(__name__)

ERASE = "person.erase"
TIME_TO_CANCEL = timedelta(days=1)
CLAIM_SETTLES = timedelta(days=14)  # so long an organiser can take a claim back that was agreed to by mistake


@transaction.atomic
def account_erasure_ask(*, act: Act, password: str) -> ErasureRequest:
    """The account asks to be deleted, with its player; done after a day, and not before a claim has settled. Asked
    twice is once. Invalid `wrong_password`; DomainError `last_owner` with the clubs that would have no owner."""
    user = require_password(act, password)
    clubs = clubs_owned_alone(user.key)
    if clubs:
        raise DomainError(
            "last_owner",
            _("You are the only owner of %(clubs)s. Make somebody else an owner first.")
            % {"clubs": ", ".join(club.name for club in clubs)},
        )
    due_at = account_erasure_due(act=act)
    asked = {"key": act.ids.key(), "asked_by": str(act.actor), "asked_at": act.at, "due_at": due_at}
    request, is_new = ErasureRequest.objects.get_or_create(user=user, defaults=asked)
    if is_new:
        due_set(kind=ERASE, subject=request.key, due_at=due_at)
    return request


def account_erasure_due(*, act: Act) -> datetime:
    """The time at which the account would be deleted, were that asked for now."""
    player = player_of_account(account_of(act).key)
    if player is None or player.claimed_at is None:
        return act.at + TIME_TO_CANCEL
    return max(act.at + TIME_TO_CANCEL, player.claimed_at + CLAIM_SETTLES)


@transaction.atomic
def player_erasure_ask(*, act: Act, player: Player, password: str) -> ErasureRequest:
    """An organiser asks for a player without an account to be deleted; done after a day. Asked twice is once.
    NotAllowed as `require_handling`; Invalid `wrong_password`; DomainError `player_deleted`."""
    player = player_by_key(player.key)  # as it is by now
    require_handling(act, player)
    require_not_deleted(player)
    require_password(act, password)
    if player.user is not None:
        raise NotAllowed("has_account", _("This player has an account: delete the account."))
    asked = {
        "key": act.ids.key(),
        "asked_by": str(act.actor),
        "asked_at": act.at,
        "due_at": act.at + TIME_TO_CANCEL,
    }
    request, is_new = ErasureRequest.objects.get_or_create(player=player, defaults=asked)
    if is_new:
        due_set(kind=ERASE, subject=request.key, due_at=request.due_at)
    return request


@transaction.atomic
def account_erasure_cancel(*, act: Act) -> None:
    """The account stays after all. Cancelled twice is once."""
    request_cancel(act, ErasureRequest.objects.filter(user=account_of(act)).first())


@transaction.atomic
def player_erasure_cancel(*, act: Act, player: Player) -> None:
    """The player stays after all: by those who may ask for it. Cancelled twice is once."""
    require_handling(act, player)
    request_cancel(act, ErasureRequest.objects.filter(player=player, user=None).first())


def request_cancel(act: Act, request: ErasureRequest | None) -> None:
    """Take a request back, also from backups of the time between."""
    if request is not None:
        erasure_note(kind="cancelled", key=request.key, at=act.at)
        due_cancel(kind=ERASE, subject=request.key)
        request.delete()


@due_kind(ERASE)
def erase_due(subject: str, now: datetime) -> None:
    """Carry a request out; a day later where a club would have no owner. Nothing where it was cancelled, or isn't due
    by what is known now."""
    request = ErasureRequest.objects.select_for_update().filter(key=subject, due_at__lte=now).first()
    if request is None:
        return
    if is_noted("cancelled", [subject]):  # a backup brought the request back
        request.delete()
        return
    act = Act(Actor("system", "erasure"), now)
    user, player = request.user, request.player
    if user is not None and clubs_owned_alone(user.key):  # made an owner meanwhile, or left alone as one
        log.warning("an account waits to be deleted: a club would have no owner", extra={"account": user.key})
        request.due_at = now + TIME_TO_CANCEL
        request.save(update_fields=["due_at"])
        due_set(kind=ERASE, subject=request.key, due_at=request.due_at)
        return
    request.delete()
    if user is not None:
        account_person_erase(act=act, user=user)
    elif player is not None and player.user is None:  # whoever has claimed it meanwhile decides alone
        player_person_erase(act=act, player=player)
