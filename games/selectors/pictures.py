"""Pictures as strangers may see them."""

from __future__ import annotations

from games.models import Club, ClubLogo, Player, PlayerPicture


def logo_of(club: Club) -> ClubLogo | None:
    """Without its bytes."""
    return ClubLogo.objects.defer("data").filter(club=club, is_hidden=False).first()


def logo_of_slug(slug: str) -> ClubLogo | None:
    return ClubLogo.objects.filter(club__slug=slug, is_hidden=False, club__is_hidden=False).first()


def picture_of(player: Player) -> PlayerPicture | None:
    """Without its bytes; None where the player is shown by code or was deleted: a face would tell who it is."""
    if player.hides_name or player.erased_at is not None or player.user_id is None:
        return None
    return PlayerPicture.objects.defer("data").filter(player=player, is_hidden=False).first()


def picture_of_key(key: str) -> PlayerPicture | None:
    """Likewise with its bytes."""
    shown = PlayerPicture.objects.filter(
        is_hidden=False, player__key=key, player__hides_name=False, player__erased_at=None
    )
    return shown.filter(player__user__isnull=False).first()
