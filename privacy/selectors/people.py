from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import accounts_with
from magistrar_site.shared.errors import NotFound
from privacy.enums import ClaimState
from privacy.models import ErasureRequest, PlayerClaim
from tournaments.selectors.events import clubs_of_player, players_of_clubs

if TYPE_CHECKING:
    from games.models import Club, Player
    from magistrar_site.accounts.models import User


def others_who_answer(player: Player, *, but: str) -> frozenset[str]:
    """The keys of the accounts that may answer claims of this player, save one."""
    clubs = [player.club] if player.club is not None else clubs_of_player(player)
    return frozenset(accounts_with(Action.MANAGE_ENTRIES, clubs)) - {but}


def claim_by_key(key: str) -> PlayerClaim:
    """With player and account; NotFound where there is none."""
    claim = PlayerClaim.objects.select_related("player__club", "user").filter(key=key).first()
    if claim is None:
        raise NotFound("no_such_claim", _("This claim no longer exists."))
    return claim


def claims_to_answer(club: Club) -> QuerySet[PlayerClaim]:
    """Open claims of the club's players, and of players of no club who have played in it, oldest first."""
    claims = PlayerClaim.objects.filter(_answered_by(club), state=ClaimState.OPEN)
    return claims.select_related("player__club", "user")


def _answered_by(club: Club) -> Q:
    return Q(player__club=club) | Q(player__club=None, player__in=players_of_clubs([club]))


def claims_agreed(club: Club) -> QuerySet[PlayerClaim]:
    """Claims that were agreed to and still hold, newest first."""
    claims = PlayerClaim.objects.filter(_answered_by(club), state=ClaimState.ACCEPTED)
    return claims.select_related("player__user", "user").order_by("-answered_at", "key")


def claims_of_account(user: User) -> QuerySet[PlayerClaim]:
    return PlayerClaim.objects.filter(user=user).select_related("player__club").order_by("-asked_at", "key")


def erasure_of_account(user: User) -> ErasureRequest | None:
    return ErasureRequest.objects.filter(user=user).first()


def erasure_of_player(player: Player) -> ErasureRequest | None:
    """The request to delete the player, or the account that has the player."""
    own = ErasureRequest.objects.filter(player=player).first()
    return own or (ErasureRequest.objects.filter(user=player.user).first() if player.user_id else None)


def erasures_in(club: Club) -> QuerySet[ErasureRequest]:
    """Players of the club who are to be deleted, soonest first."""
    requests = ErasureRequest.objects.filter(player__in=players_of_clubs([club]))
    return requests.select_related("player").order_by("due_at", "key")
