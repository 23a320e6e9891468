from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import accounts_with
from magistrar_site.shared.errors import NotFound
from privacy.enums import ClaimState
from privacy.models import ErasureRequest, MergeRequest, PlayerClaim, PlayerMerge
from tournaments.selectors.events import home_club, home_club_of, players_of_clubs

if TYPE_CHECKING:
    from games.models import Club, Player
    from magistrar_site.accounts.models import User


def others_who_answer(player: Player, *, but: str) -> frozenset[str]:
    """The keys of the accounts that may answer claims of this player, save one."""
    home = home_club(player)
    return frozenset(accounts_with(Action.MANAGE_ENTRIES, [home] if home else [])) - {but}


def claim_by_key(key: str) -> PlayerClaim:
    """With player and account; NotFound where there is none."""
    claim = PlayerClaim.objects.select_related("player__club", "user").filter(key=key).first()
    if claim is None:
        raise NotFound("no_such_claim", _("This claim no longer exists."))
    return claim


def claims_to_answer(club: Club) -> QuerySet[PlayerClaim]:
    """Open claims of the players whom the club speaks for, oldest first."""
    claims = _answered_by(club).filter(state=ClaimState.OPEN)
    return claims.select_related("player__club", "user")


def _answered_by(club: Club) -> QuerySet[PlayerClaim]:
    return PlayerClaim.objects.annotate(home=home_club_of("player")).filter(home=club.pk)


def claims_agreed(club: Club) -> QuerySet[PlayerClaim]:
    """Claims that were agreed to and still hold, newest first."""
    claims = _answered_by(club).filter(state=ClaimState.ACCEPTED)
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


def merge_by_key(key: str) -> PlayerMerge:
    """With both players; NotFound where there is none, or the person was deleted."""
    merge = PlayerMerge.objects.select_related("player", "into__club", "into__user").filter(key=key).first()
    if merge is None:
        raise NotFound("no_such_merge", _("This can’t be undone any more."))
    return merge


def merges_into(player: Player) -> list[PlayerMerge]:
    """Those who turned out to be this player and still are, the newest first."""
    rows = PlayerMerge.objects.filter(into=player, undone_at=None).select_related("player", "into__club", "into__user")
    return list(rows.order_by("-at", "key"))


def merge_request_by_key(key: str) -> MergeRequest:
    """With players and account; NotFound where there is none."""
    request = MergeRequest.objects.select_related("own__club", "other__club", "user").filter(key=key).first()
    if request is None:
        raise NotFound("no_such_request", _("This request no longer exists."))
    return request


def merge_requests_of(user: User) -> QuerySet[MergeRequest]:
    return MergeRequest.objects.filter(user=user).select_related("own", "other__club").order_by("-asked_at", "key")


def merge_requests_in(club: Club) -> QuerySet[MergeRequest]:
    """Open requests about a player whom the club's organisers speak for, oldest first."""
    entered = players_of_clubs([club])
    own = Q(own__club=club) | Q(own__club=None, own__in=entered)
    other = Q(other__club=club) | Q(other__club=None, other__in=entered)
    requests = MergeRequest.objects.filter(own | other, refused_at=None)
    return requests.select_related("own__club", "other__club", "user").order_by("asked_at", "key")
