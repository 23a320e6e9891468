"""An account claims a player who is here already, and an organiser of the player's club answers; for a player of no
club, one of the first club that entered them. Another club's organisers don't: any account can make a club and enter
anybody there."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.selectors.players import player_by_key, player_of_account
from games.services.players import player_account_give, player_account_take, require_not_deleted
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotAllowed, NotFound
from magistrar_site.shared.services.due import due_cancel, due_kind, due_set
from privacy.enums import ClaimState
from privacy.models import ErasureRequest, PlayerClaim
from privacy.selectors.people import others_who_answer
from privacy.services.permissions import account_of
from privacy.services.requests import CLAIM_SETTLES, request_cancel
from tournaments.services.player_names import speaks_for

if TYPE_CHECKING:
    from games.models import Player

FORGET = "claim.forget"
KEPT = timedelta(days=90)  # an open claim, and one that was answered
MOST_OPEN = 3


@transaction.atomic
def claim_ask(*, act: Act, player: Player) -> PlayerClaim:
    """The signed-in account says that it is this player. Asked twice is once. NotAllowed `sign_in`; DomainError
    `player_deleted`, `player_is_bot`, `player_has_account`, `has_player`, `claim_refused` where it was refused within
    90 days, `too_many_claims`, `nobody_answers` for a player of no club."""
    user, player = account_of(act), player_by_key(player.key)  # as it is by now
    require_not_deleted(player)
    if player.is_bot:
        raise DomainError("player_is_bot", _("This player is a program."))
    own = player_of_account(user.key)
    if own is not None and own.pk == player.pk:
        raise DomainError("has_player", _("This player is yours already."))
    if player.user_id is not None:
        raise DomainError(
            "player_has_account", _("This player has an account already. Sign in with it if it is yours.")
        )
    if own is not None:
        raise DomainError(
            "has_player", _("Your account has a player already. Ask an organiser if two players are both you.")
        )
    claims = PlayerClaim.objects.select_for_update().filter(user=user)
    standing = claims.filter(player=player, state__in=[ClaimState.OPEN, ClaimState.REFUSED]).order_by("-asked_at")
    newest = standing.first()
    if newest is not None and newest.state == ClaimState.OPEN:
        return newest
    if newest is not None:
        raise DomainError("claim_refused", _("An organiser has refused this. Talk to the organisers of the club."))
    if claims.filter(state=ClaimState.OPEN).count() >= MOST_OPEN:
        raise DomainError("too_many_claims", _("You have asked for several players already. Wait for an answer."))
    claim = PlayerClaim.objects.create(key=act.ids.key(), player=player, user=user, asked_at=act.at)
    if not others_who_answer(player, but="") and not act.actor.staff:
        raise DomainError("nobody_answers", _("No club has entered this player, so nobody can agree."))
    due_set(kind=FORGET, subject=claim.key, due_at=act.at + KEPT)
    return claim


@transaction.atomic
def claim_withdraw(*, act: Act, claim: PlayerClaim) -> None:
    """The account takes its open claim back. NotAllowed for others."""
    if claim.user_id != account_of(act).pk:
        raise NotAllowed("not_your_claim", _("This claim is somebody else’s."))
    if PlayerClaim.objects.filter(pk=claim.pk, state=ClaimState.OPEN).delete()[0]:
        due_cancel(kind=FORGET, subject=claim.key)


@transaction.atomic
def claim_answer(*, act: Act, claim: PlayerClaim, agrees: bool) -> PlayerClaim:
    """An organiser agrees or refuses. Of several accounts that claim a player one gets it, and the others are refused
    with it. The same answer twice is once. NotAllowed `not_your_player`, `own_claim`; DomainError `claim_answered`,
    `player_has_account`, `has_player`."""
    account_of(act)
    found = PlayerClaim.objects.select_for_update().filter(pk=claim.pk).first()
    if found is None:
        raise NotFound("no_such_claim", _("This claim was taken back in the meantime."))
    player, user = found.player, found.user
    if not speaks_for(act.actor, player):
        raise NotAllowed("not_your_player", _("Only the organisers of the player’s club can say this."))
    if user.key == act.actor.key and others_who_answer(player, but=user.key):
        raise NotAllowed("own_claim", _("This is your own claim: another organiser has to answer it."))
    wanted = ClaimState.ACCEPTED if agrees else ClaimState.REFUSED
    if found.state == wanted:
        return found
    if found.state != ClaimState.OPEN:
        raise DomainError("claim_answered", _("Somebody else has answered this claim. Look again."))
    if agrees:
        require_not_deleted(player)
        player_account_give(act=act, player=player, user_key=user.key)
        request_cancel(act, ErasureRequest.objects.filter(player=player, user=None).first())
        for other in PlayerClaim.objects.filter(player=player, state=ClaimState.OPEN).exclude(pk=found.pk):
            _answered(act, other, ClaimState.REFUSED)
        # An account has one player, so what else it asked for falls away.
        PlayerClaim.objects.filter(user=user, state=ClaimState.OPEN).exclude(pk=found.pk).delete()
    return _answered(act, found, wanted)


def _answered(act: Act, claim: PlayerClaim, state: ClaimState) -> PlayerClaim:
    claim.state, claim.answered_at, claim.answered_by = state, act.at, str(act.actor)
    claim.save(update_fields=["state", "answered_at", "answered_by"])
    due_set(kind=FORGET, subject=claim.key, due_at=act.at + KEPT)
    return claim


@transaction.atomic
def claim_undo(*, act: Act, player: Player) -> None:
    """An organiser agreed by mistake: the player is nobody's again, and stays when the account is deleted. Within 14
    days. NotAllowed `not_your_player`; DomainError `claim_settled`. Undone twice is once."""
    account_of(act)
    player = player_by_key(player.key)
    if not speaks_for(act.actor, player):
        raise NotAllowed("not_your_player", _("Only the organisers of the player’s club can say this."))
    if player.user is None:
        return
    if player.claimed_at is None or act.at >= player.claimed_at + CLAIM_SETTLES:
        raise DomainError("claim_settled", _("This can be taken back only within 14 days after an organiser agreed."))
    PlayerClaim.objects.filter(player=player, user=player.user, state=ClaimState.ACCEPTED).update(
        state=ClaimState.REFUSED, answered_at=act.at, answered_by=str(act.actor)
    )
    player_account_take(act=act, player=player)


@due_kind(FORGET)
def claim_forget(subject: str, _now: datetime) -> None:
    """Who asked for what isn't kept longer than it is needed."""
    PlayerClaim.objects.filter(key=subject).delete()
