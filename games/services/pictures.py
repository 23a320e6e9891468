"""The logo of a club and the picture of a player: set, replaced, taken away. The bytes are in no fact."""

from __future__ import annotations

import hashlib
from typing import IO

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.facts.clubs import ClubChanged
from games.facts.players import PlayerPictureChanged
from games.models import Club, ClubLogo, Player, PlayerPicture
from games.models.pictures import Picture
from games.services.permissions import require_club
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotAllowed
from magistrar_site.shared.images import small_picture
from magistrar_site.shared.services.facts import fact_append, stream_name


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def club_logo_set(*, act: Act, club: Club, file: IO[bytes] | None) -> None:
    """Set a club's logo from a file that was sent, or take it away (None). The same again is no fact. Invalid for what
    is no picture (`shared.images`)."""
    require_club(act, club, Action.MANAGE_CLUB)
    _logo_keep(act, club, None if file is None else small_picture(file))  # decoded before others have to wait


@transaction.atomic
def _logo_keep(act: Act, club: Club, kept: bytes | None) -> None:
    Club.objects.select_for_update().get(pk=club.pk)
    before = ClubLogo.objects.filter(club=club).first()
    _require_shown(before)
    if (before.digest if before else None) == (digest_of(kept) if kept else None):
        return
    if kept is None:
        ClubLogo.objects.filter(club=club).delete()
    else:
        ClubLogo.objects.update_or_create(club=club, defaults={"data": kept, "digest": digest_of(kept)})
    fact_append(act=act, stream=stream_name("club", club.key), fact=ClubChanged(fields=["logo"]))


def _require_shown(before: Picture | None) -> None:
    """DomainError for a picture that the service has hidden: another in its place would be shown."""
    if before is not None and before.is_hidden:
        raise DomainError(
            "picture_hidden",
            _("The staff of this service has hidden this picture. Write to them before you change it."),
        )


def may_set_picture(act: Act, player: Player) -> bool:
    """Whether the account is the player's own."""
    return act.actor.kind == "user" and player.user is not None and player.user.key == act.actor.key


def player_picture_set(*, act: Act, player: Player, file: IO[bytes] | None) -> None:
    """Set the picture of the account's own player, or take it away (None); likewise."""
    if not may_set_picture(act, player) or player.erased_at is not None:
        raise NotAllowed("not_yours", _("Only the player’s own account can do this."))
    _picture_keep(act, player, None if file is None else small_picture(file, square=True))


@transaction.atomic
def _picture_keep(act: Act, player: Player, kept: bytes | None) -> None:
    if Player.objects.select_for_update().get(pk=player.pk).erased_at is not None:
        return  # deleted in the meantime: nothing of the person is kept
    before = PlayerPicture.objects.filter(player=player).first()
    _require_shown(before)
    if (before.digest if before else None) == (digest_of(kept) if kept else None):
        return
    if kept is None:
        PlayerPicture.objects.filter(player=player).delete()
    else:
        PlayerPicture.objects.update_or_create(player=player, defaults={"data": kept, "digest": digest_of(kept)})
    fact_append(act=act, stream=stream_name("player", player.key), fact=PlayerPictureChanged(player=player.key))
